// SPDX-License-Identifier: BSD-3-Clause
// supdict predict: labels for signals, in constant memory.
#include <algorithm>
#include <supdict/predictor.hpp>

#include "commands.hpp"
#include "model_input.hpp"
#include "model_on_data.hpp"
#include "paths.hpp"
#include "prediction_writer.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Predict final : public ModelOnData {
 public:
  void declare(Arguments& arguments) override {
    declare_inputs(arguments);
    arguments.text("out", "FILE", "write here; -: standard output", out_, 'o');
    arguments.role("out", Role::kOutputOrStream);
    arguments.flag("proba", "the probability of each class", columns_.proba);
    arguments.flag("scores", "the score of each class; the largest wins", columns_.scores);
    arguments.flag("costs", "the cost of each class in each part; the smallest wins",
                   columns_.costs);
    arguments.flag("certified", "whether the label is proven to be that of the exact optimum",
                   columns_.certified);
    arguments.number(columns_.top, Field{.name = "top",
                                         .help = "the best K classes, best first; 0: none",
                                         .min = 0,
                                         .max = 1e6});
    declare_options(arguments, true);
  }

  int run() override {
    check_kind(out_, common_.json ? "JSON" : "CSV", common_.json ? ".json" : ".csv");
    Console console(common_.quiet);
    const Context context = start_work(common_, console);
    const Predictor<float> predictor(load_model_for(data_path_, model_path_), coding_, context);
    const Classifier<float>& classifier = predictor.classifier();
    columns_.json = common_.json;
    columns_.top = std::min(columns_.top, classifier.n_classes());
    const auto rows = open_for_model(data_path_, read_, classifier, false);
    check_not_read(out_, rows->info());
    const PredictionWriter writer(classifier, columns_);
    ResultFile out(out_);
    out.write(writer.header());
    CodingSummary coding;
    const Index count = for_each_chunk(*rows, [&](const Dataset& chunk) {
      std::vector<PartCosts> costs;
      if (!columns_.labels_only()) costs = predictor.costs(chunk.X, context);
      const Classification result =
          columns_.labels_only() ? predictor.label(chunk.X, context) : classifier.decide(costs);
      coding.merge(result.summary);
      out.write(writer.lines(result, costs));
    });
    out.commit();
    warn_if_unfinished(console, coding);
    console.say(std::to_string(count) + " signals in " + duration(coding.seconds) +
                device_text(coding));
    return kOk;
  }

 private:
  std::string out_ = "-";
  PredictionColumns columns_;
};

}  // namespace

CommandInfo predict_command() {
  return {.name = "predict",
          .summary = "predict the labels of signals",
          .description =
              "Prints one line per signal: CSV with a header, or JSON objects with --json. Signals "
              "are processed in chunks, so memory does not grow with their number. Labels in "
              "the data, if any, are ignored.",
          .examples = {{"supdict predict digits.model test.csv", "labels"},
                       {"supdict predict digits.model test.csv --top 3 --proba --certified --json",
                        "everything about each signal"},
                       {"cat test.csv | supdict predict digits.model - > labels.csv",
                        "standard input to standard output"}},
          .make = make_command<Predict>};
}

}  // namespace supdict::app
