// SPDX-License-Identifier: BSD-3-Clause
// supdict evaluate: the errors of a model on labelled data.
#include <chrono>
#include <supdict/predictor.hpp>

#include "commands.hpp"
#include "evaluation.hpp"
#include "model_input.hpp"
#include "model_on_data.hpp"
#include "result_file.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Evaluate final : public ModelOnData {
 public:
  void declare(Arguments& arguments) override {
    declare_inputs(arguments, "labelled data: a file, an image folder or -");
    declare_options(arguments, true);
  }

  int run() override {
    Console console(common_.quiet);
    const Context context = start_work(common_, console);
    const Predictor<float> predictor(load_model_for(data_path_, model_path_), coding_, context);
    const Classifier<float>& classifier = predictor.classifier();
    const auto begin = std::chrono::steady_clock::now();
    const auto rows = open_for_model(data_path_, read_, classifier, true);
    console.say(rows->info().source + ": " + std::to_string(rows->n_features()) + " features");
    Evaluation evaluation(classifier.labels);
    CodingSummary coding;
    for_each_chunk(*rows, [&](const Dataset& chunk) {
      const Classification result = predictor.classify(chunk.X, context);
      evaluation.add(chunk, result);
      coding.merge(result.summary);
      if (const Index n = rows->info().n_rows.value_or(0); n > 0) {
        console.progress(static_cast<double>(evaluation.n()) / static_cast<double>(n), {},
                         format("error %.2f %%", 100 * evaluation.error()));
      }
    });
    console.end_progress();
    if (evaluation.n() == 0) {
      throw Error(ErrorCode::kFormat, rows->info().source + ": holds no samples");
    }
    warn_if_unfinished(console, coding);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    Json json = evaluation.json();
    json["seconds"] = seconds.count();
    json["model"] = model_path_;
    json["data"] = rows->info().source;
    json["device"] = coding.device;
    write_result("-", common_.json ? line_of(json)
                                   : evaluation.text() + "\ntime       " +
                                         duration(seconds.count()) + device_text(coding) + "\n");
    return kOk;
  }
};

}  // namespace

CommandInfo evaluate_command() {
  return {.name = "evaluate",
          .summary = "measure a model on labelled data",
          .description =
              "Predicts the label of every signal and compares it with its own: the error with a "
              "95 % interval (Wilson), log-loss and expected calibration error of the "
              "probabilities, precision and recall of each class, and the confusion matrix. --json "
              "prints one object with error (a fraction), interval, n, log_loss, "
              "calibration_error, reliability, confusion, labels, classes and seconds.",
          .examples = {{"supdict evaluate digits.model test.csv", "a readable table"},
                       {"supdict evaluate digits.model test.csv --json", "one JSON object"}},
          .make = make_command<Evaluate>};
}

}  // namespace supdict::app
