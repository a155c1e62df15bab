// SPDX-License-Identifier: BSD-3-Clause
// Training with other penalties of the codes, and with atoms that must not be negative.
#include <gtest/gtest.h>

#include "supdict/error.hpp"
#include "supdict/incremental.hpp"
#include "supdict/model_file.hpp"
#include "supdict/objective.hpp"
#include "support/expect.hpp"
#include "training/ways.hpp"

namespace supdict::testing {
namespace {

PenaltyOptions everything() {
  return {.nonnegative = Nonnegative::kBoth,
          .ridge = 0.02,
          .atom_weights = "1,0.5,2,1,1,0.7,1,1,1.5,1,1,1"};
}

TrainOptions options_with(const Way& way, const PenaltyOptions& penalty) {
  TrainOptions options = options_of(way);
  options.penalty = penalty;
  options.coding.tolerance = 1e-9;
  return options;
}

template <class T>
void expect_kept(const SupervisedDictionary<T>& model, const PenaltyOptions& penalty,
                 const Matrix<T>& X) {
  EXPECT_EQ(model.penalty, penalty.codes());
  EXPECT_GE(model.D.minCoeff(), 0);
  EXPECT_GE(Coder<T>(model).encode(X).Alpha.minCoeff(), 0);
}

TEST(PenalisedTraining, EveryWayKeepsSignsAndTellsWhatTheModelCosts) {
  const auto data = mixed_patterns<double>(16, 120, 2, 0.1, 1);
  for (const Way& way : kEveryWay) {
    SCOPED_TRACE(way);
    const TrainOptions options = options_with(way, everything());
    const auto result = train<double>(data.X, data.labels, options, {}, Context(1));
    const auto& model = result.classifier.members[0].parts[0].model;
    const Matrix<double> X = result.classifier.preprocessing.apply<double>(data.X);
    expect_kept(model, options.penalty, X);
    EXPECT_LT(result.summary.train_error, 0.3);
    if (way.method == Method::kRec) continue;
    const PathPoint& last = result.summary.members[0][0].path.back();
    const std::vector<int> y = result.classifier.labels.encode(data.labels);
    const Codes<double> codes = Coder<double>(model, options.coding).encode(X);
    const double value =
        objective<double>(model, X, codes, y, {.mu = last.mu, .lambda2 = *options.lambda2}).value;
    EXPECT_NEAR(last.objective, value / static_cast<double>(y.size()), 1e-6 * value);
  }
}

TEST(PenalisedTraining, AStoppedRunResumesToTheSameBits) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  for (const TrainerKind trainer : {TrainerKind::kStochastic, TrainerKind::kAlternating}) {
    TrainOptions options = options_with({Method::kSdlD, trainer, Decision::kLinear}, everything());
    options.coding.tolerance = 1e-4;
    options.iterations = trainer == TrainerKind::kStochastic ? 120 : 8;
    const auto whole = train<float>(data.X, data.labels, options);
    const TemporaryFolder folder;
    TrainHooks hooks;
    hooks.checkpoint = folder / "checkpoint";
    hooks.checkpoint_seconds = 0;
    int left = 4;
    hooks.progress = [&](const Progress&) { return --left > 0; };
    EXPECT_EQ(train<float>(data.X, data.labels, options, hooks).summary.status,
              TrainStatus::kStopped);
    hooks.progress = nullptr;
    hooks.resume = true;
    const auto resumed = train<float>(data.X, data.labels, options, hooks);
    EXPECT_EQ(serialise_model(resumed.classifier), serialise_model(whole.classifier));
  }
}

TEST(PenalisedTraining, BatchesThatArriveKeepSignsFromTheFirstAndFromAFile) {
  const auto data = mixed_patterns<float>(16, 240, 2, 0.1, 1);
  for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
    TrainOptions options = quick_options(method);
    options.atoms = 12;
    options.penalty = everything();
    IncrementalTrainer<float> trainer(data.X, data.labels, ClassLabels::from(data.labels), options);
    EXPECT_GE(trainer.classifier().members[0].parts[0].model.D.minCoeff(), 0);
    for (int pass = 0; pass < 3; ++pass) trainer.update(data.X, data.labels);
    IncrementalTrainer<float> again(parse_model<float>(serialise_model(trainer.classifier()), "m"));
    again.update(data.X, data.labels);
    const Matrix<float> X = again.classifier().preprocessing.apply<float>(data.X);
    expect_kept(again.classifier().members[0].parts[0].model, options.penalty, X);
  }
}

TEST(PenalisedTraining, WeightsMustFitTheAtoms) {
  const auto data = mixed_patterns<float>(16, 60, 2, 0.1, 1);
  TrainOptions options = quick_options();
  options.atoms = 11;
  options.penalty = everything();
  const auto run = [&] { train<float>(data.X, data.labels, options); };
  expect_error(ErrorCode::kInvalidShape, {"there are 12 atom weights; expected 11"}, run);
  options.atoms.reset();
  expect_error(ErrorCode::kInvalidShape, {"there are 12 atom weights; expected"}, run);
  options.penalty = {.atom_weights = "1 -1"};
  expect_error(ErrorCode::kInvalidOption, {"atom_weights is '-1' at entry 1"}, run);
}

}  // namespace
}  // namespace supdict::testing
