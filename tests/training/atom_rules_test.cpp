// SPDX-License-Identifier: BSD-3-Clause
// Training with atoms on the sphere, sparse atoms and atoms that are given.
#include <gtest/gtest.h>

#include "supdict/error.hpp"
#include "supdict/incremental.hpp"
#include "supdict/model_file.hpp"
#include "supdict/text.hpp"
#include "support/expect.hpp"
#include "training/kept_rules.hpp"
#include "training/methods/part_group.hpp"
#include "training/ways.hpp"

namespace supdict::testing {
namespace {

/// Two atoms of 16 entries, with lengths that float rounds.
const std::string kGiven =
    "0.3 0.1 0.2 0.7 0 0 0 0 0.3 0.3 0.1 0.1 0 0 0.1 0.1\n"
    "0 0 0 0 0.1 0.2 0.3 0.4 0 0 0.6 0.5 0.1 0 0 0\n";

PenaltyOptions with_lengths_of_one(PenaltyOptions penalty) {
  Matrix<double> atoms = penalty.given_atoms();
  atoms.colwise().normalize();
  penalty.fixed_atoms.clear();
  for (const auto atom : atoms.colwise()) {
    for (const double value : atom) penalty.fixed_atoms += plain_text(value) + " ";
    penalty.fixed_atoms += "\n";
  }
  penalty.atoms_on = AtomsOn::kSphere;
  return penalty;
}

std::vector<PenaltyOptions> kinds_of_rules() {
  return {{.atoms_on = AtomsOn::kSphere},
          {.fixed_atoms = kGiven},
          {.sparse_atoms = 0.4},
          with_lengths_of_one({.nonnegative = Nonnegative::kAtoms, .fixed_atoms = kGiven}),
          {.nonnegative = Nonnegative::kBoth, .sparse_atoms = 0.4, .fixed_atoms = kGiven}};
}

template <class T>
void expect_kept(const SupervisedDictionary<T>& model, const PenaltyOptions& penalty) {
  EXPECT_EQ(model.atom_rules, penalty.atoms());
  expect_rules_kept(model.D, penalty);
}

TEST(AtomRulesInTraining, EveryWayKeepsThem) {
  const auto data = mixed_patterns<double>(16, 120, 2, 0.1, 1);
  for (const PenaltyOptions& penalty : kinds_of_rules()) {
    for (const Way& way : kEveryWay) {
      for (const FirstDictionary init :
           {FirstDictionary::kReconstructive, FirstDictionary::kSignals}) {
        if (init == FirstDictionary::kSignals && way.bilinear()) continue;
        SCOPED_TRACE(way);
        TrainOptions options = options_of(way);
        options.init = init;
        options.penalty = penalty;
        const auto result = train<double>(data.X, data.labels, options, {}, Context(1));
        expect_kept(result.classifier.members[0].parts[0].model, penalty);
        EXPECT_LT(result.summary.train_error, 0.35);
      }
    }
  }
}

TEST(AtomRulesInTraining, AtomsThatAreNotFixedMove) {
  const auto data = mixed_patterns<double>(16, 120, 2, 0.1, 1);
  for (const TrainerKind trainer : {TrainerKind::kStochastic, TrainerKind::kAlternating}) {
    TrainOptions options = options_of({Method::kSdlD, trainer, Decision::kLinear});
    options.penalty = {.fixed_atoms = kGiven};
    options.init = FirstDictionary::kSignals;
    const auto few = train<double>(data.X, data.labels, options).classifier;
    options.iterations = options.iterations.value() + 2;
    const auto more = train<double>(data.X, data.labels, options).classifier;
    const Matrix<double> step = more.members[0].parts[0].model.D - few.members[0].parts[0].model.D;
    EXPECT_EQ(step.leftCols(2).norm(), 0);
    EXPECT_GT(step.rightCols(10).colwise().norm().minCoeff(), 0);
  }
}

TEST(AtomRulesInTraining, AStoppedRunResumesToTheSameBitsAndKnowsItsAtoms) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  TrainOptions options = options_of({Method::kSdlD, TrainerKind::kStochastic, Decision::kLinear});
  options.penalty = kinds_of_rules().back();
  options.iterations = 120;
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
  TrainOptions other = options;
  other.penalty.fixed_atoms.replace(0, 3, "0.2");
  expect_error(ErrorCode::kInvalidOption, {"written for other data or options"},
               [&] { train<float>(data.X, data.labels, other, hooks); });
  const auto resumed = train<float>(data.X, data.labels, options, hooks);
  EXPECT_EQ(serialise_model(resumed.classifier), serialise_model(whole.classifier));
}

TEST(AtomRulesInTraining, BatchesThatArriveKeepThemFromTheFirstAndFromAFile) {
  const auto data = mixed_patterns<float>(16, 240, 2, 0.1, 1);
  for (const PenaltyOptions& penalty : kinds_of_rules()) {
    for (const Method method : {Method::kRec, Method::kSdlG, Method::kSdlD}) {
      TrainOptions options = quick_options(method);
      options.atoms = 12;
      options.penalty = penalty;
      IncrementalTrainer<float> trainer(data.X, data.labels, ClassLabels::from(data.labels),
                                        options);
      expect_kept(trainer.classifier().members[0].parts[0].model, penalty);
      for (int pass = 0; pass < 2; ++pass) trainer.update(data.X, data.labels);
      IncrementalTrainer<float> again(
          parse_model<float>(serialise_model(trainer.classifier()), "m"));
      again.update(data.X, data.labels);
      expect_kept(again.classifier().members[0].parts[0].model, penalty);
    }
  }
}

TEST(AtomRulesInTraining, FilesSayThemOnlyWhereTheyAreUsed) {
  const auto data = mixed_patterns<float>(16, 120, 2, 0.1, 1);
  TrainOptions options = options_of(kEveryWay[0]);
  const std::string plain = serialise_model(train<float>(data.X, data.labels, options).classifier);
  for (const char* name : {"atoms_on", "sparse_atoms", "fixed_atoms"}) {
    EXPECT_EQ(plain.find(name), std::string::npos) << name;
  }
  for (const PenaltyOptions& penalty : kinds_of_rules()) {
    options.penalty = penalty;
    const std::string bytes =
        serialise_model(train<float>(data.X, data.labels, options).classifier);
    const auto loaded = parse_model<float>(bytes, "m");
    EXPECT_EQ(loaded.members[0].parts[0].model.atom_rules, penalty.atoms());
    EXPECT_EQ(serialise_model(loaded), bytes);
  }
}

TEST(AtomRulesInTraining, AGpuLeavesThemToTheCpu) {
  TrainOptions options = options_of({Method::kSdlD, TrainerKind::kStochastic, Decision::kLinear});
  EXPECT_EQ(training::why_not_on_device(options, 2, false), "");
  for (const PenaltyOptions& penalty : kinds_of_rules()) {
    options.penalty = penalty;
    EXPECT_NE(training::why_not_on_device(options, 2, false).find("unit ball"), std::string::npos);
  }
}

TEST(AtomRulesInTraining, BadOnesAreRefusedBeforeTraining) {
  const auto data = mixed_patterns<float>(16, 60, 2, 0.1, 1);
  TrainOptions options = quick_options();
  const auto run = [&] { train<float>(data.X, data.labels, options); };
  options.penalty.fixed_atoms = "1 0 x";
  expect_error(ErrorCode::kInvalidOption, {"atom 0 of fixed_atoms is 'x' at entry 2"}, run);
  options.penalty.fixed_atoms = "1 0 0";
  expect_error(ErrorCode::kInvalidShape, {"atoms of 3 entries; expected 16"}, run);
  options.penalty.fixed_atoms = kGiven;
  options.atoms = 1;
  expect_error(ErrorCode::kInvalidShape, {"there are 2 fixed atoms; expected at most 1"}, run);
  options.atoms.reset();
  options.members = "8:0.15,1:0.2";
  expect_error(ErrorCode::kInvalidShape, {"there are 2 fixed atoms; expected at most 1"}, run);
  options.penalty = {.atoms_on = AtomsOn::kSphere, .sparse_atoms = 0.1};
  expect_error(ErrorCode::kInvalidOption, {"expected one of the two"}, run);
}

}  // namespace
}  // namespace supdict::testing
