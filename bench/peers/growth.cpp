// SPDX-License-Identifier: BSD-3-Clause
// How time grows with signals and atoms.
//
//   supdict_growth DATA
//
// Codes the first 10000, 20000, 60000 signals of DATA (unit length) with 64 atoms, and 10000 with
// 32 to 512 atoms: the lasso, and both hypotheses of a model of two classes. One thread, relative
// gap 1e-6. Prints one JSON object.
#include <nlohmann/json.hpp>

#include "timing.hpp"

namespace {

using Json = nlohmann::json;
using Matrix = supdict::Matrix<float>;
using supdict::Index;

/// Weights that tell the halves of the atoms apart: what matters here is the work they make.
supdict::SupervisedDictionary<float> two_classes(const Matrix& D) {
  constexpr double kLambda0 = 100;
  auto model = supdict::untrained<float>(supdict::Decision::kLinear, D, 2, kLambda0,
                                         kLambda0 * bench::kKappa);
  model.W.col(0).head(D.cols() / 2).setConstant(5);
  model.W.col(1).tail(D.cols() / 2).setConstant(5);
  return model;
}

Json measure(const Matrix& X, int atoms, Index signals) {
  supdict::DictionaryOptions learning;
  learning.atoms = atoms;
  learning.kappa = bench::kKappa;
  learning.epochs = 20000.0 / static_cast<double>(X.cols());
  const Matrix D = supdict::learn_dictionary<float>(X, learning, supdict::fast_coding()).D;
  const Matrix part = X.leftCols(signals);
  const supdict::Coder<float> coder(two_classes(D), {}, supdict::Context(1));
  supdict::Codes<float> codes;
  const double lasso = bench::median_seconds([&] { codes = coder.lasso(part); }, 5);
  const double nonzeros = codes.summary.mean_nonzeros;
  const double two = bench::median_seconds([&] { codes = coder.encode(part); }, 5);
  return {{"signals", signals},
          {"atoms", atoms},
          {"nonzeros", nonzeros},
          {"lasso_seconds", lasso},
          {"two_classes_seconds", two}};
}

void run(const std::vector<std::string>& arguments) {
  const Matrix X = bench::unit_signals(supdict::read_dataset(arguments[0]));
  const Index ten_thousand = std::min<Index>(10000, X.cols());
  Json by_signals = Json::array();
  for (const Index signals : {10000, 20000, 60000}) {
    if (signals <= X.cols()) by_signals.push_back(measure(X, 64, signals));
  }
  Json by_atoms = Json::array();
  for (const int atoms : {32, 64, 128, 256, 512}) {
    by_atoms.push_back(measure(X, atoms, ten_thousand));
  }
  std::cout << Json{{"by_signals", by_signals}, {"by_atoms", by_atoms}}.dump(1) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_main(argc, argv, 1, "supdict_growth DATA", run);
}
