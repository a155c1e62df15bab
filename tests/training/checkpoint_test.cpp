// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/json.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using testing::all_parameters;
using testing::mixed_patterns;
using testing::quick_options;
using testing::TemporaryFolder;

TrainOptions options_for(TrainerKind trainer) {
  TrainOptions options = quick_options();
  options.trainer = trainer;
  options.validation = 0.2;
  options.iterations = trainer == TrainerKind::kStochastic ? 120 : 8;
  return options;
}

/// A checkpoint after every step, so that a stop can come at any step.
TrainHooks hooks_for(const TemporaryFolder& folder) {
  TrainHooks hooks;
  hooks.checkpoint = folder / "checkpoint";
  hooks.checkpoint_seconds = 0;
  return hooks;
}

class Checkpoint : public ::testing::TestWithParam<TrainerKind> {};
INSTANTIATE_TEST_SUITE_P(Trainers, Checkpoint,
                         ::testing::Values(TrainerKind::kStochastic, TrainerKind::kAlternating));

TEST_P(Checkpoint, AStoppedRunResumesToTheSameBits) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  const TrainOptions options = options_for(GetParam());
  const auto whole = train<float>(data.X, data.labels, options);
  for (const int calls : {1, 4, 9}) {
    const TemporaryFolder folder;
    TrainHooks hooks = hooks_for(folder);
    int left = calls;
    hooks.progress = [&](const Progress&) { return --left > 0; };
    const auto stopped = train<float>(data.X, data.labels, options, hooks);
    EXPECT_EQ(stopped.summary.status, TrainStatus::kStopped);
    EXPECT_EQ(stopped.summary.resumable, has_checkpoint(hooks.checkpoint));
    EXPECT_TRUE(stopped.summary.resumable);
    hooks.progress = nullptr;
    hooks.resume = true;
    const auto resumed = train<float>(data.X, data.labels, options, hooks);
    EXPECT_EQ(resumed.summary.status, TrainStatus::kFinished);
    EXPECT_EQ(all_parameters(resumed.classifier), all_parameters(whole.classifier)) << calls;
  }
}

TEST_P(Checkpoint, AKilledRunResumesToTheSameBits) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  const TrainOptions options = options_for(GetParam());
  const auto whole = train<float>(data.X, data.labels, options, {}, Context(1));
  for (const int milliseconds : {20, 60, 150}) {
    const TemporaryFolder folder;
    TrainHooks hooks = hooks_for(folder);
    const pid_t child = fork();
    if (child == 0) {
      train<float>(data.X, data.labels, options, hooks, Context(1));
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    hooks.resume = std::filesystem::is_directory(hooks.checkpoint);
    const auto resumed = train<float>(data.X, data.labels, options, hooks, Context(1));
    EXPECT_EQ(all_parameters(resumed.classifier), all_parameters(whole.classifier));
  }
}

TEST(CheckpointFolder, OfAnotherRunIsRefused) {
  const auto data = mixed_patterns<float>(16, 100, 2, 0.1, 1);
  TrainOptions options = options_for(TrainerKind::kStochastic);
  const TemporaryFolder folder;
  TrainHooks hooks = hooks_for(folder);
  train<float>(data.X, data.labels, options, hooks);
  hooks.resume = true;
  options.seed = 2;
  try {
    train<float>(data.X, data.labels, options, hooks);
    FAIL() << "a checkpoint of other options was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInvalidOption);
    EXPECT_NE(std::string(error.what()).find("other data or options"), std::string::npos);
  }
}

TEST(CheckpointFolder, MustBeThereToResume) {
  const auto data = mixed_patterns<float>(16, 100, 2, 0.1, 1);
  const TemporaryFolder folder;
  TrainHooks hooks = hooks_for(folder);
  hooks.resume = true;
  try {
    train<float>(data.X, data.labels, options_for(TrainerKind::kStochastic), hooks);
    FAIL() << "a new run was begun";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kFile);
    EXPECT_NE(std::string(error.what()).find(hooks.checkpoint), std::string::npos);
  }
  EXPECT_FALSE(std::filesystem::exists(hooks.checkpoint));
}

/// Its own parts of an older run, on the other hand, are removed.
TEST(CheckpointFolder, FilesOfTheUserStay) {
  const auto data = mixed_patterns<float>(16, 100, 2, 0.1, 1);
  const TrainOptions options = options_for(TrainerKind::kStochastic);
  const TemporaryFolder folder;
  const TrainHooks hooks = hooks_for(folder);
  train<float>(data.X, data.labels, options, hooks);
  const auto path = [&](const char* name) { return hooks.checkpoint + "/" + name; };
  for (const char* name : {"movie.part", "1.2.part", ".part", "17.part"}) {
    std::ofstream(path(name)) << "kept";
  }
  train<float>(data.X, data.labels, options, hooks);
  EXPECT_TRUE(std::filesystem::exists(path("movie.part")));
  EXPECT_TRUE(std::filesystem::exists(path("1.2.part")));
  EXPECT_TRUE(std::filesystem::exists(path(".part")));
  EXPECT_FALSE(std::filesystem::exists(path("17.part")));
}

TEST(CheckpointFolder, IsNoPlaceForANewRunWithARunFileOfTheUser) {
  const auto data = mixed_patterns<float>(16, 100, 2, 0.1, 1);
  const TemporaryFolder folder;
  const TrainHooks hooks = hooks_for(folder);
  std::filesystem::create_directory(hooks.checkpoint);
  const std::string part = hooks.checkpoint + "/0.part";
  std::ofstream(part) << "mine";
  for (const char* text : {"", "{}", R"({"key": "1"})"}) {
    std::ofstream(hooks.checkpoint + "/run.json", std::ios::trunc) << text;
    try {
      train<float>(data.X, data.labels, options_for(TrainerKind::kStochastic), hooks);
      FAIL() << "replaced " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kFile);
      EXPECT_NE(std::string(error.what()).find("/run.json' is no intact state"), std::string::npos)
          << error.what();
    }
    EXPECT_TRUE(std::filesystem::exists(part));
  }
}

TEST(CheckpointFolder, LeftoversOfAKilledRunAreRemoved) {
  const auto data = mixed_patterns<float>(16, 100, 2, 0.1, 1);
  const TemporaryFolder folder;
  TrainHooks hooks = hooks_for(folder);
  std::filesystem::create_directory(hooks.checkpoint);
  const std::string left = hooks.checkpoint + "/0.part.supdict-partial-abcdefghij23";
  std::ofstream(left) << "half a state";
  hooks.resume = true;
  train<float>(data.X, data.labels, options_for(TrainerKind::kStochastic), hooks);
  EXPECT_FALSE(std::filesystem::exists(left));
}

/// Whether a run with these hooks goes through the choice of lambda2 or mu.
bool chooses(const testing::LabelledSignals<float>& data, const TrainOptions& options,
             TrainHooks hooks, TrainResult<float>& result) {
  bool chosen = false;
  hooks.progress = [&](const Progress& progress) {
    chosen = chosen || progress.part_name.starts_with("choosing");
    return true;
  };
  result = train<float>(data.X, data.labels, options, hooks);
  return chosen;
}

TEST(CheckpointFolder, KeepsWhatWasChosenSoThatAResumedRunTakesItOver) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  TrainOptions options = quick_options();
  options.lambda2.reset();
  options.mu.reset();
  options.iterations = 120;
  const auto whole = train<float>(data.X, data.labels, options);
  const TemporaryFolder folder;
  TrainHooks hooks = hooks_for(folder);
  hooks.progress = [&](const Progress& progress) { return progress.fraction == 0; };
  const auto stopped = train<float>(data.X, data.labels, options, hooks);
  ASSERT_EQ(stopped.summary.status, TrainStatus::kStopped);
  ASSERT_TRUE(stopped.summary.resumable);
  hooks.resume = true;
  TrainResult<float> resumed;
  EXPECT_FALSE(chooses(data, options, hooks, resumed));
  EXPECT_EQ(all_parameters(resumed.classifier), all_parameters(whole.classifier));
  // The state of an older version, which has no choice to take over.
  const std::string file = hooks.checkpoint + "/run.json";
  const auto run = core::unseal_json(read_file(file));
  write_file(file, core::seal_json({{"key", run["key"]}}));
  EXPECT_TRUE(chooses(data, options, hooks, resumed));
  EXPECT_EQ(all_parameters(resumed.classifier), all_parameters(whole.classifier));
  // Choosing again ends with the time, too.
  options.time_budget = 1e-6;
  EXPECT_TRUE(chooses(data, options, hooks, resumed));
  EXPECT_EQ(resumed.summary.resolved.mu, 1);
  EXPECT_EQ(resumed.summary.status, TrainStatus::kTimeBudget);
}

TEST(CheckpointFolder, DamagedFilesGiveAnError) {
  const auto data = mixed_patterns<float>(16, 100, 2, 0.1, 1);
  const TrainOptions options = options_for(TrainerKind::kStochastic);
  const TemporaryFolder folder;
  TrainHooks hooks = hooks_for(folder);
  train<float>(data.X, data.labels, options, hooks);
  std::ofstream(folder / "checkpoint/0.part", std::ios::trunc) << "nonsense";
  hooks.resume = true;
  EXPECT_THROW(train<float>(data.X, data.labels, options, hooks), Error);
}

TEST(Log, HasOneJsonLinePerPointOfThePath) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  const TemporaryFolder folder;
  TrainHooks hooks;
  hooks.log = folder / "log.jsonl";
  const auto result =
      train<float>(data.X, data.labels, options_for(TrainerKind::kStochastic), hooks);
  std::size_t expected = 0;
  for (const PartSummary& part : result.summary.members[0]) expected += part.path.size();
  std::ifstream file(hooks.log);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    const auto json = nlohmann::json::parse(line);
    EXPECT_TRUE(json.contains("mu") && json.contains("objective") && json.contains("name"));
  }
  EXPECT_EQ(lines, expected);
}

TEST(Progress, GrowsToOneAndTellsTheTimeLeft) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  TrainHooks hooks;
  double last = 0;
  hooks.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.fraction, last);
    EXPECT_GE(progress.eta, 0);
    EXPECT_EQ(progress.n_parts, 3);
    last = progress.fraction;
    return true;
  };
  train<float>(data.X, data.labels, options_for(TrainerKind::kStochastic), hooks);
  EXPECT_NEAR(last, 1, 1e-12);
}

TEST(TimeBudget, EndsARunEarlyWithAModel) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  TrainOptions options = options_for(TrainerKind::kStochastic);
  options.iterations = 1000000;
  options.time_budget = 0.3;
  const auto begin = std::chrono::steady_clock::now();
  const auto result = train<float>(data.X, data.labels, options);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(result.summary.status, TrainStatus::kTimeBudget);
  EXPECT_LT(spent.count(), 60);
  EXPECT_NO_THROW(result.classifier.validate());
}

TEST(Stopping, KeepsWhatWasLearnedSinceTheLastPoint) {
  const auto data = mixed_patterns<float>(16, 240, 3, 0.1, 1);
  TrainOptions options = options_for(TrainerKind::kStochastic);
  options.strategy = Strategy::kMulticlass;
  options.iterations = 1000000;  // no point of the path is recorded for a long time
  TrainHooks hooks;
  hooks.progress = [](const Progress& progress) { return progress.fraction == 0; };
  const auto result = train<float>(data.X, data.labels, options, hooks);
  const PartSummary& part = result.summary.members[0][0];
  ASSERT_EQ(part.path.size(), 1U);
  EXPECT_GT(part.path[0].iteration, 0);
  EXPECT_GT(result.classifier.members[0].parts[0].model.W.norm(), 0.0F);
}

TEST(Patience, EndsAPartThatNoLongerImproves) {
  const auto data = mixed_patterns<float>(16, 300, 2, 1.0, 1);
  TrainOptions options = options_for(TrainerKind::kStochastic);
  options.validation = 0.4;
  options.iterations = 2400;
  options.patience = 1;
  const auto result = train<float>(data.X, data.labels, options);
  EXPECT_LT(result.summary.members[0][0].path.back().iteration, 2400);
}

}  // namespace
}  // namespace supdict
