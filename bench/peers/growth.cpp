// SPDX-License-Identifier: BSD-3-Clause
// How time grows with signals and atoms.
//
//   supdict_growth DATA
//
// Codes the first 10000, 20000, 60000 signals of DATA (unit length) with 64 atoms, and 10000 with
// 32 to 512 atoms: the lasso, and both hypotheses of a model of two classes. One thread, relative
// gap 1e-6. Then 1000 signals with 1024 to 65536 atoms: the other signals, and mixtures of two
// where these are too few. Prints one JSON object.
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "timing.hpp"

namespace {

using Json = nlohmann::json;
using Matrix = supdict::Matrix<float>;
using supdict::Index;

/// Weights that separate the two halves of the atoms; only the work they cause matters here.
supdict::SupervisedDictionary<float> two_classes(const Matrix& D) {
  constexpr double kLambda0 = 100;
  auto model = supdict::untrained<float>(D, 2, supdict::Decision::kLinear, kLambda0,
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

/// The first `count` columns, then mixtures of two of them, of unit length.
Matrix first_atoms(const Matrix& X, Index count) {
  constexpr float kShare = 0.7F;
  Matrix D(X.rows(), count);
  const Index given = std::min(count, X.cols());
  D.leftCols(given) = X.leftCols(given);
  for (Index j = given; j < count; ++j) {
    D.col(j) = (kShare * X.col(j % X.cols()) + (1 - kShare) * X.col((7919 * j) % X.cols()));
    D.col(j).normalize();
  }
  return D;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Time from the dictionary to sparse codes, and the growth of the process while they are computed.
Json measure_large(const Matrix& X, Index atoms, int threads) {
  constexpr Index kSignals = 1000;
  const Matrix D = first_atoms(X.leftCols(X.cols() - kSignals), atoms);
  const Matrix part = X.rightCols(kSignals);
  const double before = peak_megabytes();
  const bench::Clock clock;
  const auto coder =
      supdict::Coder<float>::borrowing(D, bench::kKappa, {}, supdict::Context(threads));
  const supdict::SparseCodes<float> codes = coder.sparse_lasso(part);
  const double seconds = clock.seconds();
  const auto entries = static_cast<double>(codes.Alpha.n_nonzeros());
  const double numbers = static_cast<double>(D.size() + part.size()) + 2 * entries;
  return {{"signals", kSignals},
          {"atoms", atoms},
          {"threads", threads},
          {"nonzeros", codes.summary.mean_nonzeros},
          {"converged", codes.summary.n_converged},
          {"max_relative_gap", codes.summary.max_relative_gap},
          {"seconds", seconds},
          {"data_mb", numbers * sizeof(float) / (1024 * 1024)},
          {"added_mb", peak_megabytes() - before}};
}

void run(const std::vector<std::string>& arguments) {
  const Matrix X = bench::unit_signals(supdict::read_dataset(arguments[0]));
  Json large = Json::array();  // first: the peak of the process must not be that of something else
  for (const Index atoms : {1024, 4096, 16384, 65536}) {
    for (const int threads : {1, 2}) large.push_back(measure_large(X, atoms, threads));
  }
  const Index ten_thousand = std::min<Index>(10000, X.cols());
  Json by_signals = Json::array();
  for (const Index signals : {10000, 20000, 60000}) {
    if (signals <= X.cols()) by_signals.push_back(measure(X, 64, signals));
  }
  Json by_atoms = Json::array();
  for (const int atoms : {32, 64, 128, 256, 512}) {
    by_atoms.push_back(measure(X, atoms, ten_thousand));
  }
  std::cout << Json{{"by_signals", by_signals}, {"by_atoms", by_atoms}, {"large", large}}.dump(1)
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_main(argc, argv, 1, "supdict_growth DATA", run);
}
