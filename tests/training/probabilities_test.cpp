// SPDX-License-Identifier: BSD-3-Clause
// The label is always the most probable class, for every kind of classifier.
#include <gtest/gtest.h>

#include "core/rng.hpp"
#include "core/softmax.hpp"
#include "supdict/error.hpp"
#include "supdict/trainer.hpp"
#include "training/generated.hpp"
#include "training/part/part_problem.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

/// Parts without content: decide() uses costs only.
Classifier<float> hollow(Strategy strategy, Vote vote, int n_classes, int n_members) {
  Classifier<float> classifier;
  classifier.strategy = strategy;
  classifier.vote = vote;
  std::vector<std::string> names;
  for (int l = 0; l < n_classes; ++l) names.push_back(std::to_string(l));
  classifier.labels = ClassLabels(names);
  for (int i = 0; i < n_members; ++i) {
    Member<float> member;
    member.calibration = 0.5 * (i + 1);
    for (const auto& classes : training::part_classes(strategy, n_classes)) {
      member.parts.push_back({classes, {}});
    }
    classifier.members.push_back(std::move(member));
  }
  return classifier;
}

/// Often equal, sometimes far apart.
std::vector<PartCosts> random_costs(const Classifier<float>& classifier, Index m, core::Rng& rng) {
  std::vector<PartCosts> all;
  for (const auto& member : classifier.members) {
    for (const auto& part : member.parts) {
      PartCosts costs;
      costs.costs.resize(std::ssize(part.classes), m);
      for (double& value : costs.costs.reshaped()) {
        value = 100 + std::floor(4 * rng.uniform()) * (rng.uniform() < 0.1 ? 500 : 0.5);
      }
      costs.lower = costs.upper = costs.costs;
      all.push_back(std::move(costs));
    }
  }
  return all;
}

TEST(Probabilities, NameTheLabelWhateverTheCosts) {
  core::Rng rng{1};
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    for (const Vote vote : {Vote::kMajority, Vote::kProbability}) {
      for (const int n_classes : {2, 3, 7, 12}) {
        for (const int n_members : {1, 3}) {
          const auto classifier = hollow(strategy, vote, n_classes, n_members);
          const Classification found = classifier.decide(random_costs(classifier, 300, rng));
          for (Index j = 0; j < 300; ++j) {
            Index best = 0;
            found.probabilities.col(j).maxCoeff(&best);
            EXPECT_EQ(best, found.label[j]);
            const Vector<float> narrow = found.probabilities.col(j).cast<float>();
            narrow.maxCoeff(&best);
            EXPECT_EQ(best, found.label[j]);
            EXPECT_NEAR(found.probabilities.col(j).sum(), 1, 1e-12);
          }
        }
      }
    }
  }
}

TEST(Probabilities, OfTwoClassesAreTheSoftmaxOfCalibratedCosts) {
  core::Rng rng{2};
  for (const Strategy strategy : {Strategy::kPairwise, Strategy::kMulticlass}) {
    const auto classifier = hollow(strategy, Vote::kMajority, 2, 1);
    const auto costs = random_costs(classifier, 100, rng);
    const auto found = classifier.decide(costs).probabilities;
    Vector<double> expected(2);
    for (Index j = 0; j < 100; ++j) {
      core::softmin(costs[0].costs.col(j), 0.5, expected);
      EXPECT_LT((found.col(j) - expected).cwiseAbs().maxCoeff(), 1e-5);
    }
  }
}

TEST(Probabilities, NameTheLabelThatTheTournamentFinds) {
  const auto train_set = mixed_patterns<float>(16, 600, 6, 0.5, 1);
  const auto test_set = mixed_patterns<float>(16, 500, 6, 0.9, 2);
  for (const Method method : {Method::kSdlD, Method::kRec}) {
    for (const char* members : {"", "12:0.15,16:0.1"}) {
      TrainOptions options = quick_options(method);
      options.members = members;
      auto classifier = train<float>(train_set.X, train_set.labels, options).classifier;
      for (const bool ties : {false, true}) {
        if (ties) {
          for (auto& part : classifier.members[0].parts) {
            part.model.W.setZero();
            part.model.b.setZero();
          }
        }
        const std::vector<int> label = classifier.label(test_set.X).label;
        const Matrix<double> probabilities = classifier.predict_proba(test_set.X);
        for (Index j = 0; j < probabilities.cols(); ++j) {
          Index best = 0;
          probabilities.col(j).maxCoeff(&best);
          EXPECT_EQ(best, label[j]) << to_string(method) << " " << members;
        }
      }
    }
  }
}

TEST(Probabilities, OfAClearSignalAreNearOne) {
  const auto train_set = mixed_patterns<float>(48, 1000, 10, 0.02, 1);
  const auto test_set = mixed_patterns<float>(48, 200, 10, 0.02, 2);
  TrainOptions options = quick_options();
  options.lambda0 = 100;
  const auto classifier = train<float>(train_set.X, train_set.labels, options).classifier;
  const Matrix<double> probabilities = classifier.predict_proba(test_set.X);
  // For ten classes, the mean of the pair probabilities would be at most 0.2.
  EXPECT_GT(probabilities.colwise().maxCoeff().mean(), 0.8);
  EXPECT_GT(probabilities.maxCoeff(), 0.99);
}

TEST(Probabilities, CalibrationMovesThemAndNothingElse) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.5, 1);
  auto classifier = train<float>(data.X, data.labels, quick_options()).classifier;
  classifier.members[0].calibration = 1;
  const Classification plain = classifier.classify(data.X);
  classifier.members[0].calibration = 0.1;
  const Classification careful = classifier.classify(data.X);
  EXPECT_EQ(careful.label, plain.label);
  EXPECT_EQ(careful.scores, plain.scores);
  EXPECT_EQ(careful.certified, plain.certified);
  EXPECT_LT(careful.probabilities.colwise().maxCoeff().mean(),
            plain.probabilities.colwise().maxCoeff().mean());
  for (const double bad : {0.0, -1.0, 1e308, std::numeric_limits<double>::quiet_NaN()}) {
    classifier.members[0].calibration = bad;
    EXPECT_THROW(classifier.classify(data.X), Error) << bad;
  }
}

}  // namespace
}  // namespace supdict
