// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/classifier.hpp"

#include <gtest/gtest.h>

#include "model/vote.hpp"
#include "supdict/error.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::error_of;
using testing::mixed_patterns;
using testing::quick_options;

TEST(ClassLabels, AreSortedAsNumbersWhenAllAreNumbers) {
  const std::vector<std::string> labels = {"10", "9", "-3", "9"};
  const ClassLabels known = ClassLabels::from(labels);
  EXPECT_EQ(known.names(), (std::vector<std::string>{"-3", "9", "10"}));
  EXPECT_EQ(known.encode(labels), (std::vector<int>{2, 1, 0, 1}));
}

TEST(ClassLabels, MayBeAnyText) {
  const std::vector<std::string> labels = {"straw", "10", "", "straw"};
  EXPECT_EQ(ClassLabels::from(labels).names(), (std::vector<std::string>{"", "10", "straw"}));
}

TEST(ClassLabels, UnknownOnesAreNamed) {
  const ClassLabels known(std::vector<std::string>{"a", "b"});
  const std::vector<std::string> labels = {"a", "c"};
  try {
    known.encode(labels);
    FAIL() << "an unknown label was accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "label of signal 1 is 'c'; expected one of a, b");
  }
}

TEST(Ballot, CountsVotesAndBreaksTiesByCostDifferences) {
  // Three classes in a cycle: one vote each. Class 2 won by most.
  model::Ballot ballot(Strategy::kPairwise, Vote::kMajority, 3, 1);
  ballot.add({0, 1}, Matrix<double>{{1.0}, {2.0}});  // 0 by 1
  ballot.add({1, 2}, Matrix<double>{{1.0}, {1.5}});  // 1 by 0.5
  ballot.add({0, 2}, Matrix<double>{{9.0}, {1.0}});  // 2 by 8
  const Classification result = ballot.count();
  EXPECT_EQ(result.label[0], 2);
}

TEST(TopClasses, ListsTheBestFirst) {
  const Matrix<double> scores{{0.1, 3.0}, {0.7, 1.0}, {0.2, 2.0}};
  EXPECT_EQ(top_classes(scores, 2), (Matrix<int>{{1, 0}, {2, 2}}));
  EXPECT_THROW(top_classes(scores, 4), Error);
  EXPECT_THROW(top_classes(scores, 0), Error);
}

TEST(Classifier, AgreesWithItselfInEveryView) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    TrainOptions options = quick_options();
    options.strategy = strategy;
    const auto classifier = train<float>(data.X, data.labels, options).classifier;
    const auto names = classifier.predict(data.X);
    const auto scores = classifier.decision_function(data.X);
    const auto probabilities = classifier.predict_proba(data.X);
    EXPECT_LT((probabilities.colwise().sum().array() - 1).abs().maxCoeff(), 1e-9);
    EXPECT_GE(probabilities.minCoeff(), 0);
    const auto top = top_classes(scores, 1);
    for (Index j = 0; j < 240; ++j) {
      EXPECT_EQ(names[j], classifier.labels.name(top(0, j)));
    }
    EXPECT_EQ(classifier.label(data.X).label, classifier.classify(data.X).label);
    std::vector<PartCosts> costs = classifier.costs(data.X);
    EXPECT_EQ(classifier.decide(costs).scores, scores);
    costs.emplace_back();
    EXPECT_THROW(classifier.decide(costs), Error);
  }
}

TEST(Labels, AreThoseOfAllPairsAndCostFewerCodings) {
  // Enough noise for champions to lose.
  const auto train_set = mixed_patterns<float>(16, 600, 6, 0.5, 1);
  const auto test_set = mixed_patterns<float>(16, 500, 6, 0.9, 2);
  for (const Method method : {Method::kSdlD, Method::kRec}) {
    TrainOptions options = quick_options(method);
    const auto classifier = train<float>(train_set.X, train_set.labels, options).classifier;
    const Classification all = classifier.classify(test_set.X);
    const Classification few = classifier.label(test_set.X);
    EXPECT_EQ(few.label, all.label) << to_string(method);
    EXPECT_LT(few.summary.n_problems, all.summary.n_problems) << to_string(method);
    EXPECT_EQ(classifier.label(test_set.X.leftCols(0)).label.size(), 0U);
  }
}

TEST(Labels, EqualCostsAreLeftToAllPairs) {
  const auto data = mixed_patterns<float>(16, 60, 3, 0.1, 1);
  auto classifier = train<float>(data.X, data.labels, quick_options()).classifier;
  for (auto& part : classifier.members[0].parts) {
    part.model.W.setZero();
    part.model.b.setZero();
  }
  EXPECT_EQ(classifier.label(data.X).label, classifier.classify(data.X).label);
}

TEST(Ensemble, OfThreeVotesTogether) {
  const auto train_set = mixed_patterns<float>(16, 300, 3, 0.2, 1);
  const auto test_set = mixed_patterns<float>(16, 200, 3, 0.2, 2);
  std::vector<Classifier<float>> members;
  double mean = 0;
  for (const int atoms : {12, 16, 24}) {
    TrainOptions options = quick_options();
    options.atoms = atoms;
    members.push_back(train<float>(train_set.X, train_set.labels, options).classifier);
    mean += error_of(members.back(), test_set) / 3;
  }
  const auto together = ensemble<float>(members);
  EXPECT_EQ(together.members.size(), 3U);
  EXPECT_LE(error_of(together, test_set), mean + 0.02);
  members[1].labels = ClassLabels(std::vector<std::string>{"x", "y", "z"});
  EXPECT_THROW(ensemble<float>(members), Error);
}

TEST(Ensemble, OfMembersWithAnotherVoteIsRefused) {
  const auto data = mixed_patterns<float>(16, 60, 2, 0.2, 1);
  TrainOptions options = quick_options();
  options.iterations = 5;
  std::vector<Classifier<float>> members(2, train<float>(data.X, data.labels, options).classifier);
  members[0].vote = Vote::kProbability;
  members[1].vote = Vote::kMajority;
  try {
    ensemble<float>(members);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the vote majority; expected that of the first"),
              std::string::npos)
        << error.what();
  }
}

/// Whose description in words is the same.
TEST(Ensemble, OfMembersThatScaleSignalsByOtherNumbersIsRefused) {
  TrainOptions options = quick_options();
  options.iterations = 5;
  options.preprocessing.scaling = Scaling::kStandardise;
  std::vector<Classifier<float>> members;
  for (const std::uint64_t seed : {1, 2}) {
    const auto data = mixed_patterns<float>(16, 60, 2, 0.2, seed);
    members.push_back(train<float>(data.X, data.labels, options).classifier);
  }
  ASSERT_EQ(members[0].preprocessing.describe(), members[1].preprocessing.describe());
  try {
    ensemble<float>(members);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("with other numbers"), std::string::npos)
        << error.what();
  }
  members[1].preprocessing = members[0].preprocessing;
  EXPECT_EQ(ensemble<float>(members).members.size(), 2U);
}

TEST(Ensemble, MembersAreTrainedTogether) {
  const auto data = mixed_patterns<float>(16, 200, 3, 0.2, 1);
  TrainOptions options = quick_options();
  options.members = "12:0.15,16:0.1";
  const auto result = train<float>(data.X, data.labels, options);
  ASSERT_EQ(result.classifier.members.size(), 2U);
  ASSERT_EQ(result.summary.members.size(), 2U);
  EXPECT_EQ(result.classifier.members[1].atoms, 16);
  EXPECT_EQ(result.classifier.members[1].kappa, 0.1);
  EXPECT_EQ(result.classifier.members[1].parts[2].model.n_atoms(), 16);
  EXPECT_NEAR(result.classifier.members[1].parts[0].model.lambda1, 0.1 * options.lambda0.value(),
              1e-12);
  EXPECT_EQ(result.summary.resolved.atoms, 12);
  EXPECT_LT(error_of(result.classifier, data), 0.1);
}

TEST(Ensemble, AMalformedListOfMembersIsRefused) {
  const auto data = mixed_patterns<float>(16, 30, 2, 0.2, 1);
  TrainOptions options = quick_options();
  for (const char* bad : {"12", "12:", ":0.1", "12:0.1,", "x:0.1", "12:0.1,0:0.1", "12:-1", ","}) {
    options.members = bad;
    try {
      train<float>(data.X, data.labels, options);
      FAIL() << bad << " was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInvalidOption);
      EXPECT_NE(std::string(error.what()).find("expected ATOMS:KAPPA"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace supdict
