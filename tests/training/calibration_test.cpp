// SPDX-License-Identifier: BSD-3-Clause
#include "training/rules/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/rng.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"
#include "supdict/incremental.hpp"
#include "supdict/model_file.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::all_parameters;
using testing::mixed_patterns;
using testing::quick_options;
using training::fit_calibration;
using training::HeldOut;

/// Costs whose probabilities are softmax(-a costs), and labels drawn from these.
HeldOut drawn(Index p, Index m, double a, std::uint64_t seed) {
  core::Rng rng{seed};
  HeldOut part{Matrix<double>(p, m), {}, std::vector<double>(m, 1.0)};
  for (Index j = 0; j < m; ++j) {
    Vector<double> weight(p);
    for (Index l = 0; l < p; ++l) {
      part.costs(l, j) = 3 * rng.normal();
      weight[l] = std::exp(-a * part.costs(l, j));
    }
    double left = rng.uniform() * weight.sum();
    int label = 0;
    while (label + 1 < p && (left -= weight[label]) > 0) ++label;
    part.y.push_back(label);
  }
  return part;
}

TEST(FitCalibration, FindsTheFactorThatLabelsWereDrawnWith) {
  for (const double a : {0.2, 1.0, 4.0}) {
    for (const Index p : {2, 5}) {
      std::vector<HeldOut> parts;
      for (std::uint64_t seed = 1; seed <= 6; ++seed) parts.push_back(drawn(p, 1000, a, seed));
      const CalibrationSummary found = fit_calibration(parts);
      EXPECT_NEAR(std::log(found.factor / a) + found.standard_error, 0, 0.15) << a << " " << p;
      EXPECT_LT(found.standard_error, 0.1);
      EXPECT_EQ(found.n_signals, 6000);
      EXPECT_EQ(found.n_parts, 6);
      EXPECT_GT(found.n_wrong, 0);
    }
  }
}

TEST(FitCalibration, StaysNearOneWithFewSignals) {
  EXPECT_EQ(fit_calibration({}).factor, 1);
  EXPECT_EQ(fit_calibration({HeldOut{}}).factor, 1);
  // Twenty signals, all classified correctly: without a prior they would give an infinite factor.
  HeldOut right{Matrix<double>(2, 20), std::vector<int>(20, 0), std::vector<double>(20, 1.0)};
  right.costs.row(0).setConstant(1);
  right.costs.row(1).setConstant(5);
  const double certain = fit_calibration({right}).factor;
  EXPECT_GT(certain, 0.7);
  EXPECT_LT(certain, 1.5);
  HeldOut equal = right;
  equal.costs.setConstant(7);
  EXPECT_NEAR(fit_calibration({equal}).factor, 0.8, 0.05);
}

TEST(FitCalibration, IsMoreCarefulWherePartsDisagree) {
  std::vector<HeldOut> alike;
  std::vector<HeldOut> apart;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    alike.push_back(drawn(2, 1000, 1, seed));
    apart.push_back(drawn(2, 1000, seed % 2 == 0 ? 0.5 : 2, seed));
  }
  EXPECT_GT(fit_calibration(apart).standard_error, 2 * fit_calibration(alike).standard_error);
}

TEST(FitCalibration, UsesWeights) {
  const HeldOut sure = drawn(2, 2000, 3, 1);
  HeldOut both = drawn(2, 2000, 0.3, 2);
  const double unsure = fit_calibration({both}).factor;
  both.costs.conservativeResize(2, 4000);
  both.costs.rightCols(2000) = sure.costs;
  both.y.insert(both.y.end(), sure.y.begin(), sure.y.end());
  both.weights.resize(4000, 0.0);
  EXPECT_NEAR(fit_calibration({both}).factor, unsure, 1e-12);
  EXPECT_EQ(fit_calibration({both}).n_signals, 2000);
  for (double& weight : both.weights) weight *= 1e6;
  EXPECT_NEAR(fit_calibration({both}).factor, unsure, 1e-9);
}

/// Mean of -log of the probability of the true class.
double log_loss(const Classifier<float>& classifier, const testing::LabelledSignals<float>& data) {
  const Matrix<double> probabilities = classifier.predict_proba(data.X);
  const std::vector<int> y = classifier.labels.encode(data.labels);
  double sum = 0;
  for (Index j = 0; j < probabilities.cols(); ++j) {
    sum -= std::log(std::max(1e-15, probabilities(y[j], j)));
  }
  return sum / static_cast<double>(probabilities.cols());
}

/// Log-loss with the fitted calibration, divided by that without.
double gain(const testing::LabelledSignals<float>& train_set,
            const testing::LabelledSignals<float>& test_set, const TrainOptions& options) {
  auto classifier = train<float>(train_set.X, train_set.labels, options).classifier;
  const double calibrated = log_loss(classifier, test_set);
  classifier.members[0].calibration = 1;
  return calibrated / log_loss(classifier, test_set);
}

TEST(Calibration, CorrectsUnderconfidentCosts) {
  const auto train_set = mixed_patterns<float>(48, 1000, 10, 0.2, 1);
  const auto test_set = mixed_patterns<float>(48, 500, 10, 0.2, 2);
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    TrainOptions options = quick_options();
    options.strategy = strategy;
    EXPECT_LT(gain(train_set, test_set, options), 0.9) << to_string(strategy);
  }
}

TEST(Calibration, CorrectsOverconfidentCosts) {
  // A few noisy signals, which the model overfits.
  const auto train_set = mixed_patterns<float>(24, 300, 4, 0.6, 1);
  const auto test_set = mixed_patterns<float>(24, 500, 4, 0.6, 2);
  TrainOptions options = quick_options();
  options.lambda0 = 100;
  options.strategy = Strategy::kMulticlass;
  options.iterations = 1000;
  EXPECT_LT(gain(train_set, test_set, options), 0.96);
}

TEST(Calibration, LeavesTheModelAloneAndDoesNotDependOnThreads) {
  const auto data = mixed_patterns<float>(16, 300, 4, 0.5, 1);
  for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
    TrainOptions options = quick_options(method);
    options.members = "8:0.15,12:0.1";
    const auto one = train<float>(data.X, data.labels, options, {}, Context(1));
    const auto three = train<float>(data.X, data.labels, options, {}, Context(3));
    options.calibrate = false;
    const auto none = train<float>(data.X, data.labels, options, {}, Context(1));
    EXPECT_EQ(all_parameters(one.classifier), all_parameters(none.classifier)) << to_string(method);
    ASSERT_EQ(one.summary.calibration.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      const double factor = one.classifier.members[i].calibration;
      EXPECT_EQ(factor, one.summary.calibration[i].factor);
      EXPECT_EQ(factor, three.classifier.members[i].calibration) << to_string(method);
      EXPECT_NE(factor, 1) << to_string(method);
      EXPECT_GE(one.summary.calibration[i].n_parts, 1);
      EXPECT_EQ(none.classifier.members[i].calibration, 1);
      EXPECT_EQ(none.summary.calibration[i].n_parts, 0);
    }
  }
}

TEST(Calibration, UsesTheValidationSignalsIfThereAreAny) {
  const auto data = mixed_patterns<float>(16, 300, 3, 0.5, 1);
  TrainOptions options = quick_options();
  options.validation = 0.4;
  const TrainSummary summary = train<float>(data.X, data.labels, options).summary;
  Index n_validation = 0;
  for (const PartSummary& part : summary.members[0]) n_validation += part.n_validation;
  EXPECT_EQ(summary.calibration[0].n_parts, 3);
  EXPECT_EQ(summary.calibration[0].n_signals, n_validation);
}

TEST(Calibration, IsLeftOutOfARunThatEndsEarly) {
  const auto data = mixed_patterns<float>(16, 300, 3, 0.5, 1);
  for (const double when : {0.5, 0.95}) {
    TrainHooks hooks;
    hooks.progress = [&](const Progress& progress) { return progress.fraction < when; };
    const auto result = train<float>(data.X, data.labels, quick_options(), hooks);
    EXPECT_EQ(result.summary.status, TrainStatus::kStopped);
    EXPECT_EQ(result.classifier.members[0].calibration, 1);
    EXPECT_EQ(result.summary.calibration[0].n_parts, 0);
  }
}

TEST(Calibration, WorksWithVeryFewSignals) {
  const auto data = mixed_patterns<float>(16, 8, 4, 0.1, 1);
  for (const Strategy strategy :
       {Strategy::kPairwise, Strategy::kMulticlass, Strategy::kOneVsRest}) {
    TrainOptions options = quick_options();
    options.strategy = strategy;
    const auto result = train<float>(data.X, data.labels, options);
    EXPECT_GT(result.classifier.members[0].calibration, 0.2);
    EXPECT_LT(result.classifier.members[0].calibration, 2);
  }
}

TEST(Calibration, IsKeptByFilesEnsemblesAndIncrementalTraining) {
  const auto data = mixed_patterns<float>(16, 300, 3, 0.5, 1);
  auto classifier = train<float>(data.X, data.labels, quick_options()).classifier;
  const double found = classifier.members[0].calibration;
  ASSERT_NE(found, 1);
  const auto loaded = parse_model<float>(serialise_model(classifier), "m");
  EXPECT_EQ(loaded.members[0].calibration, found);
  EXPECT_EQ(loaded.predict_proba(data.X), classifier.predict_proba(data.X));

  IncrementalTrainer<float> trainer(classifier);
  trainer.update(data.X, data.labels);
  EXPECT_EQ(trainer.classifier().members[0].calibration, found);

  Classifier<float> other = classifier;
  other.members[0].calibration = 2;
  const auto both = ensemble<float>(std::vector{classifier, other});
  EXPECT_EQ(both.members[0].calibration, found);
  EXPECT_EQ(both.members[1].calibration, 2);
}

TEST(Calibration, AFileWithoutItHasOneAndAFileWithNonsenseIsRefused) {
  const auto data = mixed_patterns<float>(16, 60, 3, 0.5, 1);
  const auto classifier = train<float>(data.X, data.labels, quick_options()).classifier;
  auto file = model::TensorFile::parse(serialise_model(classifier));
  auto members = nlohmann::json::parse(file.text("members"));
  members[0].erase("calibration");
  file.metadata["members"] = members.dump();
  file.metadata["format_version"] = "1.0";
  const auto old = parse_model<float>(file.serialise(), "m");
  EXPECT_EQ(old.members[0].calibration, 1);
  EXPECT_EQ(old.predict(data.X), classifier.predict(data.X));
  for (const char* bad : {"0", "-1", "1e308", "null", "\"much\"", "[1]"}) {
    members[0]["calibration"] = nlohmann::json::parse(bad);
    file.metadata["members"] = members.dump();
    EXPECT_THROW(parse_model<float>(file.serialise(), "m"), Error) << bad;
  }
}

}  // namespace
}  // namespace supdict
