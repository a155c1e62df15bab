// SPDX-License-Identifier: BSD-3-Clause
#include "training/generated.hpp"

#include <stdlib.h>

#include <filesystem>

#include "core/rng.hpp"

namespace supdict::testing {
namespace {

constexpr int kOwnPatterns = 4;
constexpr int kSharedPatterns = 4;

Matrix<double> patterns(Index n, Index count, std::uint64_t seed) {
  core::Rng rng{seed};
  Matrix<double> P(n, count);
  for (double& value : P.reshaped()) value = rng.normal();
  P.colwise().normalize();
  return P;
}

}  // namespace

template <class T>
LabelledSignals<T> mixed_patterns(Index n, Index m, int n_classes, double noise,
                                  std::uint64_t seed) {
  constexpr std::uint64_t kPatternSeed = 5;  // train and test sets share the patterns
  const Matrix<double> own = patterns(n, n_classes * kOwnPatterns, kPatternSeed);
  const Matrix<double> shared = patterns(n, kSharedPatterns, kPatternSeed + 1);
  core::Rng rng{seed, 77};
  LabelledSignals<T> data;
  data.X.resize(n, m);
  for (Index j = 0; j < m; ++j) {
    const int label = static_cast<int>(j % n_classes);
    Vector<double> x = Vector<double>::Zero(n);
    for (int i = 0; i < 2; ++i) {
      x += (0.3 + rng.uniform()) * own.col(label * kOwnPatterns + rng.below(kOwnPatterns));
      x += 0.5 * rng.uniform() * shared.col(rng.below(kSharedPatterns));
    }
    for (double& value : x) value += noise * rng.normal();
    data.X.col(j) = x.cast<T>();
    data.labels.push_back("class-" + std::to_string(10 * label));
  }
  return data;
}

TrainOptions quick_options(Method method) {
  TrainOptions options;
  options.method = method;
  options.atoms = 20;
  options.lambda0 = 20;
  options.lambda2 = 0.01;
  if (method == Method::kSdlD) options.mu = 1;
  options.iterations = 150;
  options.batch_size = 32;
  options.dictionary_epochs = 3;
  options.preprocessing.scaling = Scaling::kNone;
  options.preprocessing.append_constant = 0;
  return options;
}

double chosen_by_training(const LabelledSignals<float>& data, const TrainOptions& options,
                          std::optional<double> TrainOptions::*parameter, int threads) {
  const auto result = train<float>(data.X, data.labels, options, {}, Context(threads));
  return (result.summary.resolved.*parameter).value();
}

template <class T>
double error_of(const Classifier<T>& classifier, const LabelledSignals<T>& data) {
  const std::vector<std::string> predicted = classifier.predict(data.X);
  double wrong = 0;
  for (std::size_t j = 0; j < predicted.size(); ++j) wrong += predicted[j] != data.labels[j];
  return wrong / static_cast<double>(predicted.size());
}

template <class T>
std::vector<T> all_parameters(const Classifier<T>& classifier) {
  std::vector<T> all;
  for (const Member<T>& member : classifier.members) {
    for (const Part<T>& part : member.parts) {
      for (const auto* M : {&part.model.D, &part.model.W}) {
        all.insert(all.end(), M->data(), M->data() + M->size());
      }
      all.insert(all.end(), part.model.b.begin(), part.model.b.end());
    }
  }
  return all;
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "supdict-XXXXXX").string();
  path_ = mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::filesystem::remove_all(path_);
}

#define SUPDICT_INSTANTIATE(T)                                                             \
  template LabelledSignals<T> mixed_patterns<T>(Index, Index, int, double, std::uint64_t); \
  template double error_of<T>(const Classifier<T>&, const LabelledSignals<T>&);            \
  template std::vector<T> all_parameters<T>(const Classifier<T>&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::testing
