// SPDX-License-Identifier: BSD-3-Clause
// Small versions of the results in docs/results.md, with fixed seeds and bounds that a broken
// trainer misses.
#include <gtest/gtest.h>

#include "supdict/dataset.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::LabelledSignals;

LabelledSignals<float> textures(Index per_class, std::uint64_t seed) {
  const Dataset data = generated_textures(per_class, 12, seed);
  return {data.X, data.labels};
}

double texture_error(Method method, Decision decision, const LabelledSignals<float>& train_set,
                     const LabelledSignals<float>& test_set) {
  TrainOptions options;
  options.method = method;
  options.decision = decision;
  options.atoms = 48;
  options.iterations = 500;
  options.preprocessing.image_height = options.preprocessing.image_width = 12;
  options.preprocessing.remove_mean = true;
  return testing::error_of(train<float>(train_set.X, train_set.labels, options).classifier,
                           test_set);
}

TEST(SmallResults, OnTexturesTheLinearModelFailsAndTheBilinearOneLearns) {
  const auto train_set = textures(800, 1);
  const auto test_set = textures(1000, 2);
  const double linear = texture_error(Method::kSdlD, Decision::kLinear, train_set, test_set);
  const double reconstructive =
      texture_error(Method::kRec, Decision::kBilinear, train_set, test_set);
  const double generative = texture_error(Method::kSdlG, Decision::kBilinear, train_set, test_set);
  const double discriminative =
      texture_error(Method::kSdlD, Decision::kBilinear, train_set, test_set);
  EXPECT_GT(linear, 0.3);
  for (const double bilinear : {reconstructive, generative, discriminative}) {
    EXPECT_LT(bilinear, 0.1);
  }
}

/// Share of test signals whose nearest training signal has another label.
double nearest_neighbour_error(const LabelledSignals<float>& train_set,
                               const LabelledSignals<float>& test_set) {
  double wrong = 0;
  for (Index j = 0; j < test_set.X.cols(); ++j) {
    Index nearest = 0;
    (train_set.X.colwise() - test_set.X.col(j)).colwise().squaredNorm().minCoeff(&nearest);
    wrong += train_set.labels[nearest] != test_set.labels[j];
  }
  return wrong / static_cast<double>(test_set.X.cols());
}

TEST(SmallResults, WithDefaultsPairwiseBeatsTheNearestNeighbour) {
  const auto train_set = testing::mixed_patterns<float>(30, 900, 6, 0.25, 1);
  const auto test_set = testing::mixed_patterns<float>(30, 900, 6, 0.25, 2);
  TrainOptions options;
  options.iterations = 500;  // only to keep the test short
  const auto result = train<float>(train_set.X, train_set.labels, options);
  const double ours = testing::error_of(result.classifier, test_set);
  EXPECT_LT(ours, nearest_neighbour_error(train_set, test_set));
  EXPECT_LT(ours, 0.2);
}

}  // namespace
}  // namespace supdict
