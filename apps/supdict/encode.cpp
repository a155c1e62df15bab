// SPDX-License-Identifier: BSD-3-Clause
// supdict encode: sparse codes of signals.
#include <supdict/model_file.hpp>

#include "code_table.hpp"
#include "commands.hpp"
#include "model_on_data.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Encode final : public ModelOnData {
 public:
  void declare(Arguments& arguments) override {
    declare_inputs(arguments);
    arguments.text("out", "FILE",
                   "codes, one row per signal: .npy, .csv or - for CSV on standard "
                   "output",
                   out_, 'o');
    arguments.number(part_, Field{.name = "part",
                                  .help = "number of the dictionary, from 0 on; -1: all of them",
                                  .min = -1,
                                  .max = 1e9});
    declare_options(arguments, false);
  }

  int run() override {
    Console console(common_.quiet);
    const Context context(common_.threads);
    const auto classifier = load_model<float>(model_path_);
    const auto parts = chosen_parts(classifier, part_);
    const auto rows = open_for_model(data_path_, read_, classifier, false);
    CodeTable table(out_);
    CodingSummary coding;
    for_each_chunk(*rows, [&](const Dataset& chunk) {
      const Matrix<float> X = classifier.preprocessing.apply<float>(chunk.X);
      Index n_codes = 0;
      for (const Part<float>* part : parts) n_codes += part->model.n_atoms();
      Matrix<float> codes(n_codes, X.cols());
      Index row = 0;
      for (const Part<float>* part : parts) {
        const Codes<float> found = Coder<float>(part->model, coding_, context).lasso(X);
        codes.middleRows(row, part->model.n_atoms()) = found.Alpha;
        row += part->model.n_atoms();
        coding.merge(found.summary);
      }
      table.add(codes, chunk.labels);
    });
    table.commit();
    warn_if_unfinished(console, coding);
    console.say(format("%td signals, %td numbers each, %.1f of a dictionary's not zero",
                       table.n_rows(), table.n_columns(), coding.mean_nonzeros));
    return kOk;
  }

 private:
  std::string out_ = "-";
  int part_ = -1;
};

}  // namespace

CommandInfo encode_command() {
  return {.name = "encode",
          .summary = "write the sparse codes of signals",
          .description =
              "Codes every signal with the dictionaries of the model (lasso with the kappa of the "
              "model, after the model's preprocessing). With several dictionaries the codes stand "
              "side by side, in the order of 'supdict inspect --json'; --part chooses one.",
          .examples = {{"supdict encode digits.model test.csv --out codes.npy", "for numpy"},
                       {"supdict encode digits.model test.csv --part 0 --out codes.csv",
                        "one dictionary, as CSV"}},
          .make = make_command<Encode>};
}

}  // namespace supdict::app
