// SPDX-License-Identifier: BSD-3-Clause
// supdict augment: what an augmentation draws, as a picture.
#include <supdict/augment.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "paths.hpp"
#include "pictures/augment_sheet.hpp"
#include "problem.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Augment final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("DATA", "signals: a file, an image folder or - for standard input",
                         data_path_);
    arguments.role("DATA", Role::kInput);
    arguments.text("augment", "TEXT", "deformations as NAME:AMOUNT,..., as for training", augment_);
    arguments.text("out", "FILE", "the PNG file to write; -: standard output", out_, 'o');
    arguments.role("out", Role::kOutputOrStream);
    arguments.number(signals_, Field{.name = "signals",
                                     .help = "how many of them, at equal distances in the data",
                                     .min = 1,
                                     .max = 100});
    arguments.number(
        sheet_.draws,
        Field{.name = "draws", .help = "how often each is drawn", .min = 1, .max = 100});
    arguments.number(sheet_.seed,
                     Field{.name = "seed", .help = "seed of the first draw", .min = 0});
    arguments.common(common_, false);
    arguments.fields(preprocessing_, "Preprocessing");
    declare_reading(arguments, read_);
  }

  int run() override {
    check_kind(out_, "PNG", ".png");
    const Augmentation augmentation = Augmentation::parse(augment_);
    if (!augmentation.any()) {
      throw Error(ErrorCode::kInvalidOption,
                  "augment is '" + augment_ +
                      "'; expected deformations to draw, as in --augment shift:1,rotate:10");
    }
    options::validate(preprocessing_);
    const Console console(common_.quiet);
    const auto rows = open_rows(data_path_, read_);
    check_not_read(out_, rows->info());
    const Dataset data = read_dataset(*rows, read_.memory_limit);
    console.say(data.source + ": " + describe(data));
    if (preprocessing_.image_height == 0 && preprocessing_.image_width == 0) {
      tell_shape(data, preprocessing_);
    }
    const Preprocessing fitted = fit_preprocessing<float>(
        data.X, suit_augmentation<float>(preprocessing_, augmentation, data.X));
    const Dataset shown = thinned(data, std::min<Index>(signals_, data.n_samples()));
    write_result(out_, pictures::augment_sheet(shown.X, augmentation, fitted, sheet_));
    if (out_ != "-") {
      console.say("wrote " + out_ + ": " + augmentation.text() + "; " + fitted.describe());
    }
    return kOk;
  }

 private:
  std::string data_path_;
  std::string augment_;
  std::string out_ = "augment.png";
  int signals_ = 10;
  pictures::SheetOptions sheet_;
  PreprocessingOptions preprocessing_;
  ReadOptions read_;
  CommonOptions common_;
};

}  // namespace

CommandInfo augment_command() {
  return {
      .name = "augment",
      .summary = "draw deformed training signals beside the original ones",
      .description =
          "The first column of the picture shows signals after scaling, padding and deskewing, the "
          "other columns random deformations of them. Look at it before you train: every "
          "signal should still be recognisable as one of its class.",
      .examples = {{"supdict augment digits.csv --image-height 6 --image-width 6 --augment "
                    "shift:1,rotate:10,elastic:0.5 --out sheet.png",
                    "images"},
                   {"supdict augment digits.csv --augment shift:2,stretch:0.1,noise:0.05 --out "
                    "curves.png",
                    "the same values as curves"}},
      .make = make_command<Augment>};
}

}  // namespace supdict::app
