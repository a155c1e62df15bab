// SPDX-License-Identifier: BSD-3-Clause
// supdict report: a page about a model.
#include <filesystem>
#include <supdict/model_file.hpp>

#include "command.hpp"
#include "commands.hpp"
#include "evaluation.hpp"
#include "live/live_page.hpp"
#include "model_input.hpp"
#include "paths.hpp"
#include "pictures/report_page.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Report final : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.positional("MODEL", "a model file", model_path_);
    arguments.positional("DATA", "data to run the model on, preferably with labels", data_path_,
                         false);
    arguments.text("out", "FILE", "the page to write; -: standard output", out_, 'o');
    arguments.role("out", Role::kOutputOrStream);
    arguments.flag("live", "the page of 'supdict page' instead, in which the model can be tried",
                   live_);
    arguments.role("MODEL", Role::kInput);
    arguments.role("DATA", Role::kInput);
    arguments.computing(common_, false);
    arguments.fields(coding_, "Coding");
    declare_reading(arguments, read_);
  }

  int run() override {
    check_kind(out_, "HTML", ".html");
    const Console console(common_.quiet);
    const Context context = start_work(common_, console);
    const auto classifier = load_model_for(data_path_, model_path_);
    Dataset data;
    if (!data_path_.empty()) data = read_for_model(data_path_, read_, classifier, out_);
    check_known_labels(data, classifier.labels);
    const Dataset* const shown = data_path_.empty() ? nullptr : &data;
    const std::string name = std::filesystem::path(model_path_).filename().string();
    write_result(out_, live_ ? live::make_page(classifier, shown, name)
                             : pictures::make_report(classifier, shown, context, coding_));
    if (out_ != "-") console.say("open " + out_ + " in a browser; it needs no network");
    return kOk;
  }

 private:
  std::string model_path_;
  std::string data_path_;
  std::string out_ = "report.html";
  bool live_ = false;
  CommonOptions common_;
  CodingOptions coding_;
  ReadOptions read_;
};

}  // namespace

CommandInfo report_command() {
  return {.name = "report",
          .summary = "write a page about a model, with pictures",
          .description =
              "Writes one HTML page that needs no network: the atoms sorted by the class they vote "
              "for, the learning curves and, with DATA, the confusion matrix, a reliability "
              "diagram and the hardest signals with their codes, reconstructions and costs.",
          .examples = {{"supdict report digits.model test.csv --out report.html", "model and data"},
                       {"supdict report digits.model --out report.html", "the model alone"}},
          .make = make_command<Report>};
}

}  // namespace supdict::app
