// SPDX-License-Identifier: BSD-3-Clause
// supdict encode: sparse codes of signals.
#include <supdict/model_file.hpp>

#include "code_table.hpp"
#include "commands.hpp"
#include "model_input.hpp"
#include "model_on_data.hpp"
#include "paths.hpp"
#include "signals.hpp"

namespace supdict::app {
namespace {

class Encode final : public ModelOnData {
 public:
  void declare(Arguments& arguments) override {
    declare_inputs(arguments);
    arguments.text("out", "FILE",
                   "codes, one row per signal: .npy, .csv or - for CSV on standard "
                   "output; sparse: .npz (scipy.sparse.load_npz) or .svm (svmlight)",
                   out_, 'o');
    arguments.role("out", Role::kOutputOrStream);
    arguments.number(part_, Field{.name = "part",
                                  .help = "number of the dictionary, from 0 on; -1: all of them",
                                  .min = -1,
                                  .max = 1e9});
    declare_options(arguments, false);
  }

  int run() override {
    CodeTable::check_name(out_);
    Console console(common_.quiet);
    const Context context = start_work(common_, console);
    const auto classifier = load_model_for(data_path_, model_path_);
    const auto parts = chosen_parts(classifier, part_);
    const auto rows = open_for_model(data_path_, read_, classifier, false);
    check_not_read(out_, rows->info());
    CodeTable table(out_);
    std::vector<Coder<float>> coders;
    coders.reserve(parts.size());
    for (const Part<float>* part : parts) coders.emplace_back(part->model, coding_, context);
    CodingSummary coding;
    for_each_chunk(*rows, [&](const Dataset& chunk) {
      const Matrix<float> X = classifier.preprocessing.apply<float>(chunk.X);
      std::vector<SparseColumns<float>> codes;
      for (const Coder<float>& coder : coders) {
        SparseCodes<float> found = coder.sparse_lasso(X);
        coding.merge(found.summary);
        codes.push_back(std::move(found.Alpha));
      }
      table.add(codes, chunk.labels);
    });
    table.commit();
    warn_if_unfinished(console, coding);
    console.say(format("%td signals, %td numbers each, %.1f of each dictionary non-zero",
                       table.n_rows(), table.n_columns(), coding.mean_nonzeros) +
                device_text(coding));
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
              "model, after the model's preprocessing). With several dictionaries the codes are "
              "side by side, in the order of 'supdict inspect --json'; --part chooses one.",
          .examples = {{"supdict encode digits.model test.csv --out codes.npy", "for numpy"},
                       {"supdict encode digits.model test.csv --out codes.npz",
                        "sparse, for scipy.sparse.load_npz"},
                       {"supdict encode digits.model test.csv --part 0 --out codes.csv",
                        "one dictionary, as CSV"}},
          .make = make_command<Encode>};
}

}  // namespace supdict::app
