// SPDX-License-Identifier: BSD-3-Clause
// (atoms, kappa) by cross-validation.
#include "supdict/tune.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "supdict/error.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::mixed_patterns;
using testing::quick_options;

TuneOptions small_grid() {
  TuneOptions tuning;
  tuning.grid_atoms = "1,16";
  tuning.grid_kappa = "0.15,0.9";
  tuning.folds = 3;
  tuning.keep = 2;
  return tuning;
}

const testing::LabelledSignals<float>& data() {
  static const auto kData = mixed_patterns<float>(24, 240, 3, 0.2, 3);
  return kData;
}

TuneResult search(const TuneOptions& tuning, const TuneHooks& hooks = {}, int threads = 2) {
  return tune<float>(data().X, data().labels, quick_options(), tuning, hooks, Context(threads));
}

std::string message_of(const TuneOptions& tuning) {
  try {
    search(tuning);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Tune, EnoughAtomsAndASensibleKappaWin) {
  const TuneResult result = search(small_grid());
  EXPECT_TRUE(result.complete);
  ASSERT_EQ(result.points.size(), 4U);
  EXPECT_EQ(result.points[0].atoms, 16);
  EXPECT_EQ(result.points[0].kappa, 0.15);
  EXPECT_LT(result.points[0].error(), 0.1);
  EXPECT_GT(result.points[3].error(), 0.2);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(result.points[i].errors.size(), 3U);
  EXPECT_EQ(result.chosen.members.rfind("16:0.15,", 0), 0U) << result.chosen.members;
  EXPECT_EQ(result.chosen.lambda2, quick_options().lambda2);
}

TEST(Tune, TheChosenOptionsTrain) {
  const TuneResult result = search(small_grid());
  const auto trained = train<float>(data().X, data().labels, result.chosen);
  EXPECT_EQ(trained.classifier.members.size(), 2U);
  EXPECT_EQ(trained.classifier.members[0].atoms, 16);
}

TEST(Tune, KeepingOnePointGivesNoMembers) {
  TuneOptions tuning = small_grid();
  tuning.keep = 1;
  const TuneResult result = search(tuning);
  EXPECT_EQ(result.chosen.members, "");
  EXPECT_EQ(result.chosen.atoms, 16);
  EXPECT_EQ(result.chosen.kappa, 0.15);
}

TEST(Tune, DoesNotDependOnTheNumberOfThreads) {
  const TuneResult one = search(small_grid(), {}, 1);
  const TuneResult three = search(small_grid(), {}, 3);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(one.points[i].errors, three.points[i].errors);
}

TEST(Tune, OpenParametersAreChosenOnceAndKept) {
  TrainOptions options = quick_options();
  options.lambda2.reset();
  options.mu.reset();
  const TuneResult result = tune<float>(data().X, data().labels, options, small_grid());
  EXPECT_GT(result.chosen.lambda2, 0);
  EXPECT_GT(result.chosen.mu, 0);
}

TEST(Tune, AStoppedSearchResumesToTheSameResult) {
  const TuneResult whole = search(small_grid());
  TuneHooks hooks;
  hooks.state = ::testing::TempDir() + "supdict_tune_state.json";
  std::filesystem::remove(hooks.state);
  hooks.progress = [](const TuneProgress& progress) { return progress.fraction < 0.6; };
  const TuneResult begun = search(small_grid(), hooks);
  EXPECT_FALSE(begun.complete);
  EXPECT_FALSE(begun.chosen.members.empty());
  hooks.resume = true;
  double first = -1;
  hooks.progress = [&](const TuneProgress& progress) {
    if (first < 0) first = progress.fraction;
    return true;
  };
  const TuneResult resumed = search(small_grid(), hooks);
  EXPECT_GT(first, 0.4);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(resumed.points[i].errors, whole.points[i].errors);
  TuneOptions other = small_grid();
  other.folds = 4;
  EXPECT_THROW(search(other, hooks), Error);
}

TEST(Tune, AStateMustBeThereToResume) {
  TuneHooks hooks;
  hooks.state = ::testing::TempDir() + "supdict_no_tune_state.json";
  std::filesystem::remove(hooks.state);
  hooks.resume = true;
  EXPECT_THROW(search(small_grid(), hooks), Error);
  hooks.resume = false;
  hooks.state = "/proc/supdict_tune_state.json";
  bool begun = false;
  hooks.progress = [&](const TuneProgress&) { return begun = true; };
  EXPECT_THROW(search(small_grid(), hooks), Error);
  EXPECT_FALSE(begun);
}

TEST(Tune, ASubsetIsUsed) {
  TuneOptions tuning = small_grid();
  tuning.subset = 12;
  tuning.grid_atoms = "16";
  tuning.grid_kappa = "0.15";
  const TuneResult result = search(tuning);
  // Twelve signals of each of three classes in three folds: errors are multiples of 1/12.
  for (const double error : result.points[0].errors) {
    EXPECT_NEAR(error * 12, std::round(error * 12), 1e-9);
  }
}

TEST(Tune, InARaceTheBetterHalfContinues) {
  const TuneResult whole = search(small_grid());
  TuneOptions tuning = small_grid();
  tuning.race = true;
  tuning.keep = 1;
  TuneHooks hooks;
  hooks.state = ::testing::TempDir() + "supdict_race_state.json";
  std::filesystem::remove(hooks.state);
  hooks.progress = [](const TuneProgress& progress) { return progress.fraction < 0.8; };
  EXPECT_FALSE(search(tuning, hooks).complete);
  hooks.resume = true;
  double last = 0;
  hooks.progress = [&](const TuneProgress& progress) { return (last = progress.fraction) <= 1; };
  const TuneResult race = search(tuning, hooks);
  EXPECT_EQ(last, 1);
  const std::vector<std::size_t> folds = {3, 2, 1, 1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(race.points[i].errors.size(), folds[i]);
  EXPECT_EQ(race.points[0].atoms, whole.points[0].atoms);
  EXPECT_EQ(race.points[0].errors, whole.points[0].errors);
}

TEST(Tune, ARaceThatKeepsAllPointsIsNone) {
  TuneOptions tuning = small_grid();
  tuning.keep = 4;
  const TuneResult all = search(tuning);
  tuning.race = "yes";
  const TuneResult race = search(tuning);
  ASSERT_EQ(race.points.size(), all.points.size());
  for (std::size_t i = 0; i < all.points.size(); ++i) {
    EXPECT_EQ(race.points[i].errors, all.points[i].errors);
  }
  EXPECT_EQ(race.chosen.members, all.chosen.members);
}

TEST(Tune, TheOrderOfTheNumbersOfAtomsDoesNotDecide) {
  TuneOptions tuning = small_grid();
  const TuneResult plain = search(tuning);
  tuning.grid_atoms = "16,1";
  const TuneResult other = search(tuning);
  EXPECT_EQ(other.points[0].atoms, plain.points[0].atoms);
  EXPECT_EQ(other.points[0].kappa, plain.points[0].kappa);
  for (const TunePoint& point : plain.points) {
    const auto same = std::ranges::find_if(other.points, [&](const TunePoint& one) {
      return one.atoms == point.atoms && one.kappa == point.kappa;
    });
    ASSERT_NE(same, other.points.end());
    EXPECT_EQ(same->errors, point.errors) << point.atoms << ' ' << point.kappa;
  }
}

TEST(Tune, ATrialDoesNotDependOnItsNeighbours) {
  // The common dictionaries are learned for the first kappa, in whatever order the trials run.
  const TuneResult all = search(small_grid());
  TuneOptions other = small_grid();
  other.grid_atoms = "16";
  const TuneResult fewer = search(other);
  for (const TunePoint& point : fewer.points) {
    const auto same = std::ranges::find_if(all.points, [&](const TunePoint& candidate) {
      return candidate.atoms == point.atoms && candidate.kappa == point.kappa;
    });
    ASSERT_NE(same, all.points.end());
    EXPECT_EQ(same->errors, point.errors);
  }
}

TEST(Tune, AnEarlyEndWithoutATrialIsAnError) {
  TrainOptions options = quick_options();
  options.time_budget = 1e-9;
  EXPECT_THROW(tune<float>(data().X, data().labels, options, small_grid()), Error);
}

TEST(Tune, BadGridsAreNamed) {
  TuneOptions tuning = small_grid();
  for (const char* bad : {"", "8,", "x", "8;9", "0", "-3"}) {
    tuning.grid_atoms = bad;
    EXPECT_NE(message_of(tuning).find("grid_atoms is '" + std::string(bad) + "'"),
              std::string::npos);
  }
  tuning = small_grid();
  tuning.grid_kappa = "0.1,nan";
  EXPECT_NE(message_of(tuning).find("grid_kappa is"), std::string::npos);
  tuning = small_grid();
  tuning.folds = 1;
  EXPECT_EQ(message_of(tuning), "folds is 1; expected at least 2 and at most 1000");
}

}  // namespace
}  // namespace supdict
