// SPDX-License-Identifier: BSD-3-Clause
// Coding rates on real signals, and the same signals and dictionary as files for other packages.
//
//   supdict_rates DATA ATOMS FOLDER
//
// Reads labelled DATA, scales signals to unit length, learns a reconstructive dictionary, and times
// the lasso of up to 10000 signals with one and two threads; then supervised coding under trained
// models of two and of all classes, each compared with the lasso of the same signals on the same
// dictionary; then classification by all pairs. Writes D.npy (atoms x n) and X.npy (signals x n) to
// FOLDER. Prints one JSON object.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "timing.hpp"

namespace {

using Json = nlohmann::json;
using bench::kKappa;
using bench::median_seconds;
using supdict::Index;
using Matrix = supdict::Matrix<float>;

constexpr Index kSignals = 10000;
constexpr int kTrainingSteps = 300;
constexpr int kLassoRepeats = 31;

const supdict::CodingOptions kCoding = {.solver = "path", .tolerance = 1e-6};

Json describe(const supdict::Codes<float>& codes, double seconds) {
  return {{"signals_per_second", static_cast<double>(codes.n_signals()) / seconds},
          {"mean_objective", codes.value.mean()},
          {"worst_gap", codes.summary.max_relative_gap},
          {"nonzeros", codes.summary.mean_nonzeros}};
}

Json lasso_rate(const Matrix& D, const Matrix& X, int threads) {
  const supdict::Coder<float> coder(D, kKappa, kCoding, supdict::Context(threads));
  supdict::Codes<float> codes;
  const double seconds = median_seconds([&] { codes = coder.lasso(X); }, kLassoRepeats);
  return describe(codes, seconds);
}

supdict::Classifier<float> trained(const supdict::Dataset& data, supdict::Strategy strategy,
                                   int atoms) {
  supdict::TrainOptions options;
  options.strategy = strategy;
  options.atoms = atoms;
  options.lambda2 = 0.01;
  options.mu = 1;
  options.iterations = kTrainingSteps;
  return supdict::train<float>(data.X, data.labels, options).classifier;
}

/// Supervised coding of all hypotheses of a trained model, and the lasso for comparison.
Json supervised_rate(const supdict::Dataset& data, int atoms) {
  const supdict::Context context(1);
  const auto classifier = trained(data, supdict::Strategy::kMulticlass, atoms);
  const auto& model = classifier.members[0].parts[0].model;
  const Index m = std::min(kSignals, data.n_samples());
  const Matrix X = classifier.preprocessing.apply<float>(data.X.leftCols(m));
  const supdict::Coder<float> coder(model, kCoding, context);
  supdict::Codes<float> codes;
  const double supervised = median_seconds([&] { codes = coder.encode(X); });
  Json result = describe(codes, supervised);
  const double lasso = median_seconds([&] { codes = coder.lasso(X); }, kLassoRepeats);
  result["classes"] = model.n_classes();
  result["lasso_signals_per_second"] = static_cast<double>(m) / lasso;
  result["times_one_lasso"] = supervised / lasso;
  return result;
}

/// Seconds to classify with all pairs, two threads.
Json prediction(const supdict::Dataset& data, int atoms) {
  const auto classifier = trained(data, supdict::Strategy::kPairwise, atoms);
  const Matrix X = data.X.leftCols(std::min(kSignals, data.n_samples()));
  const supdict::Context two(2);
  const double all = median_seconds([&] { classifier.classify(X, kCoding, two); }, 3);
  const double labels = median_seconds([&] { classifier.label(X, kCoding, two); }, 3);
  return {{"signals", X.cols()},
          {"parts", classifier.members[0].parts.size()},
          {"seconds", all},
          {"label_seconds", labels}};
}

/// The signals of the first two classes that appear.
supdict::Dataset first_pair(const supdict::Dataset& data) {
  supdict::Dataset pair;
  std::vector<std::string> names;
  std::vector<Index> members;
  for (Index j = 0; j < data.n_samples(); ++j) {
    const std::string& label = data.labels[j];
    const bool known = std::find(names.begin(), names.end(), label) != names.end();
    if (!known && names.size() == 2) continue;
    if (!known) names.push_back(label);
    members.push_back(j);
    pair.labels.push_back(label);
  }
  pair.X = data.X(Eigen::all, members);
  return pair;
}

void run(const std::vector<std::string>& arguments) {
  const std::string& path = arguments[0];
  const int atoms = std::atoi(arguments[1].c_str());
  const std::string& folder = arguments[2];
  const supdict::Dataset data = supdict::read_dataset(path);
  if (!data.labelled()) {
    throw supdict::Error(supdict::ErrorCode::kInvalidValue, "'" + path + "' has no labels");
  }
  const Matrix X = bench::unit_signals(data);
  supdict::DictionaryOptions learning;
  learning.atoms = atoms;
  learning.kappa = kKappa;
  learning.epochs = 1;
  const Matrix D = supdict::learn_dictionary<float>(X, learning, kCoding).D;
  const Matrix part = X.leftCols(std::min<Index>(kSignals, X.cols()));
  supdict::write_npy(folder + "/D.npy", D);
  supdict::write_npy(folder + "/X.npy", part);

  Json result = {{"data", path},           {"n", X.rows()},
                 {"atoms", atoms},         {"kappa", kKappa},
                 {"signals", part.cols()}, {"simd", supdict::simd_level()},
                 {"lasso", Json::object()}};
  for (const int threads : {1, 2}) {
    result["lasso"][std::to_string(threads)] = lasso_rate(D, part, threads);
  }
  result["two_classes"] = supervised_rate(first_pair(data), atoms);
  result["all_classes"] = supervised_rate(data, atoms);
  result["prediction"] = prediction(data, atoms);
  std::cout << result.dump(1) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_main(argc, argv, 3, "supdict_rates DATA ATOMS FOLDER", run);
}
