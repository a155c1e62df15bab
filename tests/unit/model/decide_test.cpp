// SPDX-License-Identifier: BSD-3-Clause
// From the costs of all parts to scores, labels and probabilities: what must not matter there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "supdict/classifier.hpp"
#include "support/expect.hpp"
#include "training/part/part_problem.hpp"

namespace supdict::testing {
namespace {

using core::Rng;

constexpr Index kSignals = 12;
constexpr double kNear = 1e-9;

struct Kind {
  Strategy strategy;
  Vote vote;
  int n_classes;
};

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const int p : {2, 3, 7}) {
    all.push_back({Strategy::kPairwise, Vote::kMajority, p});
    all.push_back({Strategy::kPairwise, Vote::kProbability, p});
    all.push_back({Strategy::kMulticlass, Vote::kMajority, p});
    all.push_back({Strategy::kOneVsRest, Vote::kMajority, p});
  }
  return all;
}

/// A classifier of which decide() needs to know the classes alone, and costs of its parts.
struct Case {
  Classifier<float> classifier;
  std::vector<PartCosts> costs;

  Classification decided() const { return classifier.decide(costs); }
};

Case any_case(const Kind& kind, std::uint64_t seed, int n_members = 1) {
  Rng rng{seed, static_cast<std::uint64_t>(kind.n_classes)};
  Case made;
  made.classifier.strategy = kind.strategy;
  made.classifier.vote = kind.vote;
  std::vector<std::string> names;
  for (int l = 0; l < kind.n_classes; ++l) names.push_back(std::to_string(l));
  made.classifier.labels = ClassLabels(names);
  for (int i = 0; i < n_members; ++i) {
    Member<float> member;
    member.calibration = 0.5 + rng.uniform();
    for (const auto& classes : training::part_classes(kind.strategy, kind.n_classes)) {
      member.parts.push_back({classes, {}});
      PartCosts costs;
      costs.costs.resize(std::ssize(classes), kSignals);
      for (double& cost : costs.costs.reshaped()) cost = 5 + 2 * rng.normal();
      costs.lower = costs.upper = costs.costs;
      made.costs.push_back(std::move(costs));
    }
    made.classifier.members.push_back(std::move(member));
  }
  return made;
}

void set_costs(PartCosts& part, const Matrix<double>& costs) {
  part.costs = part.lower = part.upper = costs;
}

void expect_near(const Classification& a, const Classification& b) {
  EXPECT_EQ(a.label, b.label);
  EXPECT_LT((a.scores - b.scores).cwiseAbs().maxCoeff(), kNear);
  EXPECT_LT((a.probabilities - b.probabilities).cwiseAbs().maxCoeff(), kNear);
}

TEST(Decide, GivesDistributionsWhoseLargestEntryIsTheLabelOfTheLargestScore) {
  for (const Kind& kind : kinds()) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Classification result = any_case(kind, seed, 1 + static_cast<int>(seed % 3)).decided();
      for (Index j = 0; j < kSignals; ++j) {
        Index best = 0;
        Index likeliest = 0;
        result.scores.col(j).maxCoeff(&best);
        result.probabilities.col(j).maxCoeff(&likeliest);
        EXPECT_EQ(result.label[static_cast<std::size_t>(j)], best);
        EXPECT_EQ(likeliest, best);
        EXPECT_NEAR(result.probabilities.col(j).sum(), 1, 1e-12);
        EXPECT_GE(result.probabilities.col(j).minCoeff(), 0);
      }
    }
  }
}

TEST(Decide, WhatAllClassesOfAPartCostMoreDoesNotCount) {
  for (const Kind& kind : kinds()) {
    const Case plain = any_case(kind, 1);
    Case shifted = plain;
    for (std::size_t i = 0; i < plain.costs.size(); ++i) {
      set_costs(shifted.costs[i], plain.costs[i].costs.array() + 3.0 * static_cast<double>(i + 1));
    }
    expect_near(shifted.decided(), plain.decided());
  }
}

TEST(Decide, TheOrderOfPartsAndOfClassesInsideAPartDoesNotMatter) {
  for (const Kind& kind : kinds()) {
    const Case plain = any_case(kind, 2);
    Case turned = plain;
    std::vector<Part<float>>& parts = turned.classifier.members[0].parts;
    std::reverse(parts.begin(), parts.end());
    std::reverse(turned.costs.begin(), turned.costs.end());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (kind.strategy == Strategy::kOneVsRest) continue;  // the rest always comes first
      std::reverse(parts[i].classes.begin(), parts[i].classes.end());
      set_costs(turned.costs[i], turned.costs[i].costs.colwise().reverse().eval());
    }
    expect_near(turned.decided(), plain.decided());
  }
}

TEST(Decide, OtherNumbersOfTheClassesOnlyRenumberTheResult) {
  for (const Kind& kind : kinds()) {
    const Case plain = any_case(kind, 3);
    const int last = kind.n_classes - 1;
    Case renumbered = plain;
    for (Part<float>& part : renumbered.classifier.members[0].parts) {
      for (int& label : part.classes) label = label == kRest ? kRest : last - label;
    }
    const Classification expected = plain.decided();
    Classification found = renumbered.decided();
    for (int& label : found.label) label = last - label;
    found.scores = found.scores.colwise().reverse().eval();
    found.probabilities = found.probabilities.colwise().reverse().eval();
    expect_near(found, expected);
  }
}

TEST(Decide, AMemberTwiceSaysWhatItSaysOnce) {
  for (const Kind& kind : kinds()) {
    const Case once = any_case(kind, 4);
    Case twice = once;
    twice.classifier.members.push_back(once.classifier.members[0]);
    twice.costs.insert(twice.costs.end(), once.costs.begin(), once.costs.end());
    const Classification a = once.decided();
    const Classification b = twice.decided();
    EXPECT_EQ(a.label, b.label);
    EXPECT_LT((a.probabilities - b.probabilities).cwiseAbs().maxCoeff(), kNear);
  }
}

TEST(Decide, AClassThatCostsLessNeverGetsAWorseScore) {
  for (const Kind& kind : kinds()) {
    const Case plain = any_case(kind, 5);
    for (int chosen = 0; chosen < kind.n_classes; ++chosen) {
      Case cheaper = plain;
      for (std::size_t i = 0; i < plain.costs.size(); ++i) {
        const std::vector<int>& classes = plain.classifier.members[0].parts[i].classes;
        Matrix<double> costs = plain.costs[i].costs;
        for (std::size_t l = 0; l < classes.size(); ++l) {
          if (classes[l] == chosen) costs.row(static_cast<Index>(l)).array() -= 0.7;
        }
        set_costs(cheaper.costs[i], costs);
      }
      const Matrix<double> gain = cheaper.decided().scores - plain.decided().scores;
      EXPECT_GE(gain.row(chosen).minCoeff(), 0);
    }
  }
}

TEST(Decide, TopClassesAreSortedByScoreAndBeginWithTheLabel) {
  for (const Kind& kind : kinds()) {
    const Classification result = any_case(kind, 6).decided();
    const Matrix<int> top = top_classes(result.scores, kind.n_classes);
    for (Index j = 0; j < kSignals; ++j) {
      EXPECT_EQ(top(0, j), result.label[static_cast<std::size_t>(j)]);
      EXPECT_EQ(top.col(j).sum(), kind.n_classes * (kind.n_classes - 1) / 2);
      for (Index i = 1; i < top.rows(); ++i) {
        EXPECT_GE(result.scores(top(i - 1, j), j), result.scores(top(i, j), j));
      }
    }
    EXPECT_TRUE(same_bits(top_classes(result.scores, 1), top.topRows(1)));
  }
}

}  // namespace
}  // namespace supdict::testing
