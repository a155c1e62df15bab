// SPDX-License-Identifier: BSD-3-Clause
// supdict page: a page in which the library itself runs.
#include <filesystem>

#include "command.hpp"
#include "commands.hpp"
#include "live/live_page.hpp"
#include "model_input.hpp"
#include "paths.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Page final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("MODEL", "a model file", model_path_);
    arguments.positional("DATA", "data of which some signals can be chosen in the page", data_path_,
                         false);
    arguments.text("out", "FILE", "the page to write; -: standard output", out_, 'o');
    arguments.role("out", Role::kOutputOrStream);
    arguments.role("MODEL", Role::kInput);
    arguments.role("DATA", Role::kInput);
    arguments.common(common_, false);
    declare_reading(arguments, read_);
  }

  int run() override {
    check_kind(out_, "HTML", ".html");
    const Console console(common_.quiet);
    const auto classifier = load_model_for(data_path_, model_path_);
    Dataset data;
    if (!data_path_.empty()) data = read_for_model(data_path_, read_, classifier, out_);
    const std::string name = std::filesystem::path(model_path_).filename().string();
    write_result(out_, live::make_page(classifier, data_path_.empty() ? nullptr : &data, name));
    if (out_ != "-") console.say("open " + out_ + " in a browser; it needs no network");
    return kOk;
  }

 private:
  std::string model_path_;
  std::string data_path_;
  std::string out_ = "page.html";
  CommonOptions common_;
  ReadOptions read_;
};

}  // namespace

CommandInfo page_command() {
  return {.name = "page",
          .summary = "write a page in which the model can be tried",
          .description =
              "Writes one HTML page in which the library itself runs, compiled to WebAssembly: "
              "draw an image, drag a curve or change numbers, and see the label, the "
              "probabilities, the cost of each class with its bounds, the atoms in use and the "
              "reconstructions. It needs no network and sends nothing.",
          .examples = {{"supdict page digits.model test.csv --out page.html",
                        "with signals to choose from"}},
          .make = make_command<Page>};
}

}  // namespace supdict::app
