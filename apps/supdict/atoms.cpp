// SPDX-License-Identifier: BSD-3-Clause
// supdict atoms: the dictionary as a picture.
#include <supdict/model_file.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "paths.hpp"
#include "pictures/atoms.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

class Atoms final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("MODEL", "a model file", model_path_);
    arguments.text("out", "FILE", "the PNG file to write; -: standard output", out_, 'o');
    arguments.role("MODEL", Role::kInput);
    arguments.role("out", Role::kOutputOrStream);
    const auto number = [&](int& target, const char* name, const char* help, double least) {
      arguments.number(target, Field{.name = name, .help = help, .min = least, .max = 1e6});
    };
    number(picture_.part, "part", "number of the only dictionary to draw, from 0 on; -1: all", -1);
    number(picture_.member, "member", "which member of an ensemble", 0);
    number(picture_.max_atoms, "max_atoms", "only the atoms with the strongest votes; 0: all", 0);
    number(picture_.columns, "columns", "atoms side by side; 0: chosen", 0);
    number(picture_.zoom, "zoom", "pixels per value of an image; 0: chosen", 0);
    arguments.common(common_, false);
  }

  int run() override {
    check_kind(out_, "PNG", ".png");
    const auto classifier = load_model<float>(model_path_);
    write_result(out_, pictures::atoms_png(classifier, picture_));
    if (out_ != "-") Console(common_.quiet).say("wrote " + out_);
    return kOk;
  }

 private:
  std::string model_path_;
  std::string out_ = "atoms.png";
  pictures::AtomsPictureOptions picture_;
  CommonOptions common_;
};

}  // namespace

CommandInfo atoms_command() {
  return {
      .name = "atoms",
      .summary = "draw the dictionary of a model",
      .description =
          "Draws all atoms as images (or curves, for signals that are not images), in the order "
          "of the classes they vote for.",
      .examples = {{"supdict atoms digits.model --out atoms.png", "all of them"},
                   {"supdict atoms digits.model --part 0 --out pair.png", "one dictionary"}},
      .make = make_command<Atoms>};
}

}  // namespace supdict::app
