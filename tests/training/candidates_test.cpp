// SPDX-License-Identifier: BSD-3-Clause
// The models that are tried where signals are few, and what the chosen one is as options.
#include "training/rules/candidates.hpp"

#include <gtest/gtest.h>

#include "training/rules/defaults.hpp"
#include "training/rules/few_signals.hpp"

namespace supdict::testing {
namespace {

constexpr training::ProblemSize kSize{10, 40, 3};

TrainOptions with_candidate(std::size_t number, Index n_signals) {
  TrainOptions options;
  training::adopt_candidate(number, n_signals, options);
  return options;
}

TEST(Candidates, LearnedOnesComeFirstAndOthersTakeAllSignalsForAtoms) {
  for (std::size_t number = 0; number < training::kCandidates; ++number) {
    const TrainOptions few = with_candidate(number, 40);
    const TrainOptions more = with_candidate(number, 90);
    if (number < training::kLearnedCandidates) {
      EXPECT_EQ(few.init, FirstDictionary::kReconstructive) << number;
      EXPECT_EQ(few.atoms, more.atoms) << number;
      EXPECT_LT(few.atoms.value(), 40) << number;
    } else {
      EXPECT_EQ(few.init, FirstDictionary::kSignals) << number;
      EXPECT_EQ(few.decision, Decision::kLinear) << number;
      EXPECT_EQ(few.atoms, 40) << number;
      EXPECT_EQ(more.atoms, 90) << number;
    }
  }
}

TEST(Candidates, NoTwoAreTheSame) {
  for (std::size_t a = 0; a < training::kCandidates; ++a) {
    for (std::size_t b = a + 1; b < training::kCandidates; ++b) {
      const TrainOptions one = with_candidate(a, 40);
      const TrainOptions other = with_candidate(b, 40);
      EXPECT_FALSE(one.atoms == other.atoms && one.kappa == other.kappa &&
                   one.decision == other.decision && one.init == other.init)
          << a << ' ' << b;
    }
  }
}

TEST(Candidates, WithoutATrialALearnedOneIsTaken) {
  const TrainOptions options = training::resolve_few({}, kSize);
  const TrainOptions untried = with_candidate(training::kUntriedCandidate, kSize.n_signals);
  EXPECT_LT(training::kUntriedCandidate, training::kLearnedCandidates);
  EXPECT_EQ(options.atoms, untried.atoms);
  EXPECT_EQ(options.kappa, untried.kappa);
  EXPECT_EQ(options.decision, untried.decision);
  EXPECT_EQ(options.method, Method::kRec);
  EXPECT_EQ(options.strategy, Strategy::kMulticlass);
}

TEST(Candidates, TwoBecomeMembersThatSayAllOfThemselves) {
  const std::vector<double> lambda2 = {0.1, 0.01, 1.0 / 3072};
  TrainOptions options = training::resolve_few({}, kSize);
  constexpr std::size_t kOfSignals = training::kLearnedCandidates;
  training::adopt_model({{kOfSignals, 2}, {1, 0}}, lambda2, kSize.n_signals, options);
  const std::vector<TrainOptions> members = training::options_of_members(options);
  ASSERT_EQ(members.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const TrainOptions expected = with_candidate(i == 0 ? kOfSignals : 1, kSize.n_signals);
    EXPECT_EQ(members[i].atoms, expected.atoms);
    EXPECT_EQ(members[i].kappa, expected.kappa);
    EXPECT_EQ(members[i].decision, expected.decision);
    EXPECT_EQ(members[i].init, expected.init);
    EXPECT_EQ(members[i].lambda2, lambda2[i == 0 ? 2 : 0]);
  }
}

TEST(Candidates, OneBecomesTheModelItself) {
  const std::vector<double> lambda2 = {0.1, 0.01};
  TrainOptions options = training::resolve_few({}, kSize);
  training::adopt_model({{0, 1}}, lambda2, kSize.n_signals, options);
  EXPECT_EQ(options.members, "");
  EXPECT_EQ(options.atoms, with_candidate(0, kSize.n_signals).atoms);
  EXPECT_EQ(options.lambda2, 0.01);
}

}  // namespace
}  // namespace supdict::testing
