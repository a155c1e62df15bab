// SPDX-License-Identifier: BSD-3-Clause
// supdict report: one page about a model.
#include <supdict/model_file.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "pictures/report.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Report final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("MODEL", "a model file", model_path_);
    arguments.positional("DATA", "data to show the model at work on, best with labels", data_path_,
                         false);
    arguments.text("out", "FILE", "the page to write; -: standard output", out_, 'o');
    arguments.common(common_, false);
    arguments.fields(coding_, "Coding");
    arguments.fields(read_, "Reading of data");
  }

  int run() override {
    const Console console(common_.quiet);
    const Context context(common_.threads);
    const auto classifier = load_model<float>(model_path_);
    Dataset data;
    if (!data_path_.empty()) data = read_for_model(data_path_, read_, classifier);
    const Dataset* const shown = data_path_.empty() ? nullptr : &data;
    write_result(out_, pictures::make_report(classifier, shown, context, coding_));
    if (out_ != "-") console.say("open " + out_ + " in a browser; it needs no network");
    return kOk;
  }

 private:
  std::string model_path_;
  std::string data_path_;
  std::string out_ = "report.html";
  CommonOptions common_;
  CodingOptions coding_;
  ReadOptions read_;
};

}  // namespace

CommandInfo report_command() {
  return {.name = "report",
          .summary = "write a page with pictures of a model at work",
          .description =
              "Writes one HTML page that needs no network: the atoms sorted by what they vote for, "
              "the learning curves and, with DATA, the confusion matrix and the hardest signals "
              "with their codes, reconstructions and costs.",
          .examples = {{"supdict report digits.model test.csv --out report.html", "model and data"},
                       {"supdict report digits.model --out report.html", "the model alone"}},
          .make = make_command<Report>};
}

}  // namespace supdict::app
