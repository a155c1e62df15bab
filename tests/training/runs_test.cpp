// SPDX-License-Identifier: BSD-3-Clause
// What whole runs must not notice: names of classes, units and signs of signals, and what is said
// twice in two ways.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/expect.hpp"
#include "training/ways.hpp"

namespace supdict::testing {
namespace {

using Signals = LabelledSignals<double>;

Classifier<double> trained(const Signals& data, const TrainOptions& options,
                           const std::vector<double>& weights = {}) {
  return train<double>(data.X, data.labels, weights, options, {}, Context(1)).classifier;
}

Signals signals(int n_classes = 2) {
  return mixed_patterns<double>(10, 30 * n_classes, n_classes, 0.1, 1);
}

Signals renamed(Signals data, const std::map<std::string, std::string>& names) {
  for (std::string& label : data.labels) label = names.at(label);
  return data;
}

const Signals& unseen() {
  static const Signals kUnseen = mixed_patterns<double>(10, 60, 2, 0.1, 2);
  return kUnseen;
}

/// Costs of one part under its local classes.
Matrix<double> costs(const Classifier<double>& classifier, const Matrix<double>& X) {
  return classifier.costs(X, {.tolerance = 1e-10}).front().costs;
}

TEST(Runs, NamesThatSortAlikeGiveTheSameBits) {
  const Signals data = signals();
  const Signals other = renamed(data, {{"class-0", "3"}, {"class-10", "17"}});
  for (const Way& way : kEveryWay) {
    const auto plain = trained(data, options_of(way));
    const auto named = trained(other, options_of(way));
    EXPECT_EQ(all_parameters(named), all_parameters(plain)) << way;
    EXPECT_EQ(named.labels.names(), (std::vector<std::string>{"3", "17"}));
  }
}

TEST(Runs, NamesThatSortTheOtherWayRoundSwapTheClassesAndNothingElse) {
  const Signals data = signals();
  const Signals other = renamed(data, {{"class-0", "b"}, {"class-10", "a"}});
  for (const Way& way : kEveryWay) {
    const auto plain = trained(data, options_of(way));
    const auto swapped = trained(other, options_of(way));
    const Matrix<double> expected = costs(plain, unseen().X);
    const Matrix<double> found = costs(swapped, unseen().X).colwise().reverse();
    EXPECT_LT(relative_difference(found, expected), 1e-4) << way;
    EXPECT_GT(relative_difference(costs(swapped, unseen().X), expected), 1e-2) << way;
  }
}

TEST(Runs, UnitsThatArePowersOfTwoChangeNoBit) {
  const Signals data = signals();
  for (const Scaling scaling : {Scaling::kNone, Scaling::kRange, Scaling::kStandardise}) {
    for (const Way& way : kEveryWay) {
      TrainOptions options = options_of(way);
      options.iterations = 3;
      options.preprocessing.scaling = scaling;
      options.preprocessing.unit_norm = true;
      const auto plain = all_parameters(trained(data, options));
      for (const double unit : {0x1p-30, 0x1p20}) {
        Signals scaled = data;
        scaled.X *= unit;
        EXPECT_EQ(all_parameters(trained(scaled, options)), plain)
            << way << ' ' << to_string(scaling);
      }
    }
  }
}

TEST(Runs, OtherUnitsGiveTheSameProbabilities) {
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    const auto plain = trained(data, options_of(way));
    Signals scaled = data;
    scaled.X *= 2.54;
    const auto inches = trained(scaled, options_of(way));
    const Matrix<double> expected = plain.predict_proba(unseen().X);
    const Matrix<double> found = inches.predict_proba(2.54 * unseen().X);
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-3) << way;
  }
}

TEST(Runs, NegativesOfAllSignalsGiveNegativesOfAllAtoms) {
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    Signals negative = data;
    negative.X = -data.X;
    const auto plain = trained(data, options_of(way)).members[0].parts[0].model;
    const auto found = trained(negative, options_of(way)).members[0].parts[0].model;
    EXPECT_TRUE(same_bits(found.D, -plain.D)) << way;
    EXPECT_TRUE(same_bits(found.b, plain.b)) << way;
    if (way.bilinear()) {
      EXPECT_TRUE(same_bits(found.W, -plain.W)) << way;
    } else {
      EXPECT_TRUE(same_bits(found.W, plain.W)) << way;
    }
  }
}

TEST(Runs, WeightsOfOneAreNoWeights) {
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    const std::vector<double> ones(data.labels.size(), 1.0);
    EXPECT_EQ(all_parameters(trained(data, options_of(way), ones)),
              all_parameters(trained(data, options_of(way))))
        << way;
  }
}

TEST(Runs, BalancedWeightsOfClassesOfOneSizeAreNoWeights) {
  const Signals data = signals(3);
  for (const Way& way : kEveryWay) {
    TrainOptions options = options_of(way);
    const auto plain = all_parameters(trained(data, options));
    options.class_weight = ClassWeight::kBalanced;
    EXPECT_EQ(all_parameters(trained(data, options)), plain) << way;
  }
}

TEST(Runs, TheDiscriminativeMethodWithoutItsTermIsTheGenerativeOne) {
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    if (way.method != Method::kSdlD) continue;
    TrainOptions options = options_of(way);
    options.mu = 0;
    const auto discriminative = trained(data, options);
    const auto generative = trained(data, options_of({Method::kSdlG, way.trainer, way.decision}));
    EXPECT_EQ(all_parameters(discriminative), all_parameters(generative)) << way;
  }
}

TEST(Runs, OneMemberInAListIsThatMember) {
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    TrainOptions options = options_of(way);
    options.kappa = 0.2;
    const auto plain = all_parameters(trained(data, options));
    options.members = std::to_string(*options.atoms) + ":0.2";
    options.kappa.reset();
    options.atoms.reset();
    EXPECT_EQ(all_parameters(trained(data, options)), plain) << way;
  }
}

TEST(Runs, StrategiesOfTwoClassesMeetWhereTheyAreTheSame) {
  // Pairs of two classes and one model of all classes are one and the same part.
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    TrainOptions options = options_of(way);
    const auto pairwise = all_parameters(trained(data, options));
    options.strategy = Strategy::kMulticlass;
    EXPECT_EQ(all_parameters(trained(data, options)), pairwise) << way;
  }
}

TEST(Runs, TheSeedDecidesAndNothingElseIsRandom) {
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    TrainOptions options = options_of(way);
    const auto first = all_parameters(trained(data, options));
    EXPECT_EQ(all_parameters(trained(data, options)), first) << way;
    options.seed = 2;
    EXPECT_NE(all_parameters(trained(data, options)), first) << way;
  }
}

TEST(Runs, WithWhatARunHasResolvedTheSameRunIsMadeAgain) {
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    TrainOptions options = options_of(way);
    options.lambda2.reset();
    options.atoms.reset();
    options.kappa.reset();
    const auto result = train<double>(data.X, data.labels, options, {}, Context(1));
    EXPECT_GT(result.summary.resolved.atoms, 0) << way;
    EXPECT_GT(result.summary.resolved.kappa, 0) << way;
    EXPECT_EQ(all_parameters(trained(data, result.summary.resolved)),
              all_parameters(result.classifier))
        << way;
  }
}

TEST(Runs, ThePathTellsWhatTheModelCosts) {
  // The last point of the path beside E of the model that is kept, computed from its codes.
  const Signals data = signals();
  for (const Way& way : kEveryWay) {
    if (way.method == Method::kRec) continue;
    TrainOptions options = options_of(way);
    options.coding.tolerance = 1e-9;
    const auto result = train<double>(data.X, data.labels, options, {}, Context(1));
    const PathPoint& last = result.summary.members[0][0].path.back();
    const auto& model = result.classifier.members[0].parts[0].model;
    const std::vector<int> y = result.classifier.labels.encode(data.labels);
    const Matrix<double> X = result.classifier.preprocessing.apply<double>(data.X);
    const Codes<double> codes = Coder<double>(model, options.coding).encode(X);
    const double value =
        objective<double>(model, X, codes, y, {.mu = last.mu, .lambda2 = *options.lambda2}).value;
    EXPECT_NEAR(last.objective, value / static_cast<double>(y.size()), 1e-6 * value) << way;
    EXPECT_NEAR(last.mean_nonzeros,
                static_cast<double>((codes.Alpha.array() != 0).count()) /
                    static_cast<double>(codes.Alpha.cols()),
                1e-9)
        << way;
    EXPECT_EQ(last.train_error, result.summary.train_error) << way;
  }
}

}  // namespace
}  // namespace supdict::testing
