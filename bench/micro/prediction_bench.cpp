// SPDX-License-Identifier: BSD-3-Clause
// Latency of one image: ten classes by pairs (45 dictionaries of 24 atoms), 28 x 28 entries, one
// thread. "classifier" prepares in every call what "predictor" has prepared once.
#include <benchmark/benchmark.h>

#include "support/signals.hpp"

namespace {

using supdict::Index;
using supdict::Matrix;

constexpr Index kSide = 28;
constexpr Index kAtoms = 24;
constexpr int kClasses = 10;
constexpr double kKappa = 0.15;
constexpr double kLambda0 = 100;
/// Images used in turn, so that none of them stays in the caches.
constexpr Index kImages = 64;

supdict::Classifier<float> pairwise_model() {
  supdict::Classifier<float> classifier;
  std::vector<std::string> names;
  names.reserve(kClasses);
  for (int l = 0; l < kClasses; ++l) names.push_back(std::to_string(l));
  classifier.labels = supdict::ClassLabels(std::move(names));
  classifier.preprocessing.n_raw = kSide * kSide;
  supdict::Member<float> member{.atoms = kAtoms, .kappa = kKappa, .parts = {}};
  unsigned seed = 1;
  for (int a = 0; a < kClasses; ++a) {
    for (int b = a + 1; b < kClasses; ++b, seed += 2) {
      const Matrix<float> D = bench::bumps(kSide, kAtoms, seed);
      member.parts.push_back({{a, b}, bench::linear_model(D, 2, kLambda0, kKappa, seed + 1)});
    }
  }
  classifier.members.push_back(std::move(member));
  return classifier;
}

template <class Call>
void each_image(benchmark::State& state, const Call& call) {
  const Matrix<float> X = bench::signals(kSide, kImages, 1000);
  Index next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(call(X.middleCols(next, 1)));
    next = (next + 1) % kImages;
  }
}

const supdict::Context& one_thread() {
  static const supdict::Context context(1);
  return context;
}

void label_by_classifier(benchmark::State& state) {
  const auto classifier = pairwise_model();
  each_image(state, [&](const auto& x) { return classifier.label(x, {}, one_thread()).label; });
}
BENCHMARK(label_by_classifier)->Name("one_image/label/classifier")->Unit(benchmark::kMicrosecond);

void probabilities_by_classifier(benchmark::State& state) {
  const auto classifier = pairwise_model();
  each_image(state, [&](const auto& x) { return classifier.predict_proba(x, {}, one_thread()); });
}
BENCHMARK(probabilities_by_classifier)
    ->Name("one_image/probabilities/classifier")
    ->Unit(benchmark::kMicrosecond);

void label_by_predictor(benchmark::State& state) {
  const supdict::Predictor<float> predictor(pairwise_model());
  each_image(state, [&](const auto& x) { return predictor.label(x, one_thread()).label; });
  state.counters["bytes"] = static_cast<double>(predictor.memory_bytes());
}
BENCHMARK(label_by_predictor)->Name("one_image/label/predictor")->Unit(benchmark::kMicrosecond);

void probabilities_by_predictor(benchmark::State& state) {
  const supdict::Predictor<float> predictor(pairwise_model());
  each_image(state, [&](const auto& x) { return predictor.predict_proba(x, one_thread()); });
}
BENCHMARK(probabilities_by_predictor)
    ->Name("one_image/probabilities/predictor")
    ->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
