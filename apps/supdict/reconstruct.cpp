// SPDX-License-Identifier: BSD-3-Clause
// supdict reconstruct: signals as a dictionary sees them.
#include <supdict/dictionary.hpp>
#include <supdict/model_file.hpp>

#include "code_table.hpp"
#include "commands.hpp"
#include "model_on_data.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

/// From preprocessed signals back to the units of the raw ones: what the preprocessing took away
/// (length, mean) is given back from `raw`.
Matrix<float> undo(const Preprocessing& preprocessing, const Matrix<float>& raw,
                   const Matrix<float>& processed) {
  Matrix<float> X = processed;
  if (preprocessing.unit_norm) {
    Preprocessing unscaled = preprocessing;
    unscaled.unit_norm = false;
    const Matrix<float> before = unscaled.apply<float>(raw);
    X.array().rowwise() *= before.colwise().norm().array();
  }
  X.conservativeResize(preprocessing.n_raw, Eigen::NoChange);  // drops an appended constant
  if (preprocessing.remove_mean) {
    Preprocessing scaled_only = preprocessing;
    scaled_only.unit_norm = scaled_only.remove_mean = false;
    scaled_only.constant = 0;
    X.array().rowwise() += scaled_only.apply<float>(raw).colwise().mean().array();
  }
  if (preprocessing.scale.size() > 0) {
    X.array().colwise() /= preprocessing.scale.cast<float>().array();
    X.colwise() += preprocessing.offset.cast<float>();
  }
  return X;
}

class Reconstruct final : public ModelOnData {
 public:
  void declare(Arguments& arguments) override {
    declare_inputs(arguments);
    arguments.text("out", "FILE",
                   "reconstructions, one row per signal: .npy, .csv or - for CSV on "
                   "standard output",
                   out_, 'o');
    arguments.number(
        part_,
        Field{.name = "part", .help = "number of the dictionary, from 0 on", .min = 0, .max = 1e9});
    declare_options(arguments, false);
  }

  int run() override {
    Console console(common_.quiet);
    const Context context(common_.threads);
    const auto classifier = load_model<float>(model_path_);
    const SupervisedDictionary<float>& model = chosen_parts(classifier, part_).front()->model;
    const Coder<float> coder(model, coding_, context);
    const auto rows = open_for_model(data_path_, read_, classifier, false);
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
          .summary = "write signals as a dictionary sees them",
          .description =
              "Codes every signal with one dictionary of the model and multiplies back. The result "
              "is in the units of the data: the preprocessing is undone.",
          .examples = {{"supdict reconstruct digits.model test.csv --out seen.npy", "for numpy"}},
          .make = make_command<Reconstruct>};
}

}  // namespace supdict::app
