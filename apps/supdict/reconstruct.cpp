// SPDX-License-Identifier: BSD-3-Clause
// supdict reconstruct: the reconstructions of signals by a dictionary.
#include <supdict/dictionary.hpp>
#include <supdict/model_file.hpp>

#include "code_table.hpp"
#include "commands.hpp"
#include "model_input.hpp"
#include "model_on_data.hpp"
#include "paths.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

/// From preprocessed signals back to the units of the raw ones; the length and mean that the
/// preprocessing removed are taken from `raw`. In double, because units may be large or small.
Matrix<float> undo(const Preprocessing& preprocessing, const Matrix<float>& raw,
                   const Matrix<float>& processed) {
  Matrix<double> X = processed.cast<double>();
  if (preprocessing.unit_norm) {
    Preprocessing unscaled = preprocessing;
    unscaled.unit_norm = false;
    const Matrix<double> before = unscaled.apply<double>(raw.cast<double>());
    X.array().rowwise() *= before.colwise().norm().array();
  }
  if (preprocessing.remove_mean) {
    Preprocessing scaled_only = preprocessing;
    scaled_only.unit_norm = scaled_only.remove_mean = false;
    scaled_only.constant = 0;
    X.array().rowwise() += scaled_only.apply<double>(raw.cast<double>()).colwise().mean().array();
  }
  X = preprocessing.without_margin<double>(X);  // drops an appended constant, too
  if (preprocessing.scale.size() > 0) {
    // A feature that was constant in training has the scale 0, and comes back as that constant.
    const auto scale = preprocessing.scale.array();
    X.array().colwise() *= (scale == 0).select(0.0, scale.inverse());
    X.colwise() += preprocessing.offset;
  }
  return X.cast<float>();
}

class Reconstruct final : public ModelOnData {
 public:
  void declare(Arguments& arguments) override {
    declare_inputs(arguments);
    arguments.text("out", "FILE",
                   "reconstructions, one row per signal: .npy, .csv or - for CSV on "
                   "standard output",
                   out_, 'o');
    arguments.role("out", Role::kOutputOrStream);
    arguments.number(
        part_,
        Field{.name = "part", .help = "number of the dictionary, from 0 on", .min = 0, .max = 1e9});
    declare_options(arguments, false);
  }

  int run() override {
    CodeTable::check_name(out_);
    Console console(common_.quiet);
    const Context context = start_work(common_, console);
    const auto classifier = load_model_for(data_path_, model_path_);
    const SupervisedDictionary<float>& model = chosen_parts(classifier, part_).front()->model;
    const Coder<float> coder(model, coding_, context);
    const auto rows = open_for_model(data_path_, read_, classifier, false);
    check_not_read(out_, rows->info());
    CodeTable table(out_);
    double squared_error = 0;
    double squared_length = 0;
    for_each_chunk(*rows, [&](const Dataset& chunk) {
      const Matrix<float> X = classifier.preprocessing.apply<float>(chunk.X);
      const Matrix<float> found = inverse_transform<float>(model.D, coder.lasso(X).Alpha);
      squared_error += static_cast<double>((X - found).squaredNorm());
      squared_length += static_cast<double>(X.squaredNorm());
      table.add(undo(classifier.preprocessing, chunk.X, found), chunk.labels);
    });
    table.commit();
    console.say(format("%td signals; the dictionary explains %.2f %% of their energy",
                       table.n_rows(),
                       squared_length > 0 ? 100 * (1 - squared_error / squared_length) : 100.0));
    return kOk;
  }

 private:
  std::string out_ = "-";
  int part_ = 0;
};

}  // namespace

CommandInfo reconstruct_command() {
  return {.name = "reconstruct",
          .summary = "write the reconstructions of signals",
          .description =
              "Codes every signal with one dictionary of the model and multiplies back. The result "
              "is in the units of the data: the preprocessing is undone.",
          .examples = {{"supdict reconstruct digits.model test.csv --out seen.npy", "for numpy"}},
          .make = make_command<Reconstruct>};
}

}  // namespace supdict::app
