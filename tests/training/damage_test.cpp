// SPDX-License-Identifier: BSD-3-Clause
// Damaged files: changing any byte of a checkpoint, of the state of a search or of a model gives an
// error or the same result. States with a correct checksum that do not fit the run are refused.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/json.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"
#include "supdict/model_file.hpp"
#include "supdict/tune.hpp"
#include "training/generated.hpp"

namespace supdict {
namespace {

using model::TensorFile;
using testing::all_parameters;
using testing::TemporaryFolder;
using Json = nlohmann::json;

/// Does not wait for the disk.
void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

const testing::LabelledSignals<float>& data() {
  static const auto kData = testing::mixed_patterns<float>(4, 24, 2, 0.1, 1);
  return kData;
}

TrainOptions tiny_options(TrainerKind trainer) {
  TrainOptions options = testing::quick_options();
  options.trainer = trainer;
  options.atoms = 2;
  options.iterations = 4;
  options.batch_size = 8;
  options.dictionary_epochs = 1;
  options.validation = 0.2;
  return options;
}

/// A checkpoint of a run that was stopped, or that has finished.
class SavedRun {
 public:
  SavedRun(TrainerKind trainer, bool finished) : options_(tiny_options(trainer)) {
    hooks_.checkpoint = folder_ / "checkpoint";
    hooks_.checkpoint_seconds = 0;
    int left = finished ? 1000 : 2;
    hooks_.progress = [&](const Progress&) { return --left > 0; };
    run();
    hooks_.progress = nullptr;
    hooks_.resume = true;
    part_ = read_file(part_file());
    whole_ = all_parameters(train<float>(data().X, data().labels, options_).classifier);
  }

  std::string part_file() const { return hooks_.checkpoint + "/0.part"; }
  std::string run_file() const { return hooks_.checkpoint + "/run.json"; }
  const std::string& part() const { return part_; }

  /// The error from resuming with these bytes. "" if the run gives the model of a run that was
  /// never stopped; anything else is a failure.
  std::string resume_from(const std::string& bytes) {
    write_file(part_file(), bytes);
    return resume();
  }

  std::string resume() {
    try {
      EXPECT_EQ(all_parameters(run()), whole_);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kFormat) << error.what();
      return error.what();
    }
    return "";
  }

 private:
  Classifier<float> run() {
    return train<float>(data().X, data().labels, options_, hooks_, Context(1)).classifier;
  }

  TemporaryFolder folder_;
  TrainOptions options_;
  TrainHooks hooks_;
  std::string part_;
  std::vector<float> whole_;
};

/// Calls `check` with the bytes after changing one byte, for each byte.
void for_each_flip(const std::string& bytes, const std::function<void(const std::string&)>& check) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    SCOPED_TRACE("byte " + std::to_string(i));
    check(damaged);
  }
}

class DamagedCheckpoint : public ::testing::TestWithParam<TrainerKind> {};
INSTANTIATE_TEST_SUITE_P(Trainers, DamagedCheckpoint,
                         ::testing::Values(TrainerKind::kStochastic, TrainerKind::kAlternating));

TEST_P(DamagedCheckpoint, EachByteGivesAnErrorOrTheSameModel) {
  for (const bool finished : {false, true}) {
    SavedRun run(GetParam(), finished);
    ASSERT_EQ(run.resume_from(run.part()), "");
    int errors = 0;
    for_each_flip(run.part(), [&](const std::string& damaged) {
      const std::string message = run.resume_from(damaged);
      if (message.empty()) return;
      ++errors;
      EXPECT_NE(message.find("'" + run.part_file() + "' is damaged: "), std::string::npos);
      EXPECT_NE(message.find("delete it to train this part again"), std::string::npos);
    });
    EXPECT_GT(errors, std::ssize(run.part()) - 16);  // spaces of the header do not matter
    std::filesystem::remove(run.part_file());
    EXPECT_EQ(run.resume(), "");
  }
}

TEST(DamagedCheckpoint, EachByteOfTheKeyOfTheRunGivesAnError) {
  SavedRun run(TrainerKind::kStochastic, true);
  const std::string good = read_file(run.run_file());
  for_each_flip(good, [&](const std::string& damaged) {
    write_file(run.run_file(), damaged);
    run.resume();
  });
  for (const char* wrong : {"", "5", "[]", "{\"key\":5}", "{\"key\":\"5\"}"}) {
    write_file(run.run_file(), wrong);
    EXPECT_NE(run.resume().find("run.json' is damaged"), std::string::npos);
  }
  write_file(run.run_file(), core::seal_json(Json{{"key", 5}}));
  EXPECT_NE(run.resume().find("key is 5; expected text"), std::string::npos);
}

TEST(DamagedCheckpoint, TensorsOfOtherShapesAreRefused) {
  for (const TrainerKind trainer : {TrainerKind::kStochastic, TrainerKind::kAlternating}) {
    SavedRun run(trainer, false);
    const auto file = TensorFile::parse(run.part());
    ASSERT_EQ(file.has("adam.D.m"), trainer == TrainerKind::kStochastic);
    for (const auto& [name, tensor] : file.tensors()) {
      TensorFile other = file;
      if (tensor.dtype == "F32") {
        other.put<float>(name, Matrix<float>::Zero(tensor.shape[1], tensor.shape[0] + 1));
      } else {
        other.put<double>(name, Matrix<double>::Ones(tensor.shape[1] + 1, tensor.shape[0]));
      }
      const std::string message = run.resume_from(other.serialise());
      EXPECT_NE(message.find("the tensor " + name + " is "), std::string::npos) << message;
    }
  }
}

TEST(DamagedCheckpoint, NumbersThatDoNotFitTheRunAreRefused) {
  SavedRun run(TrainerKind::kStochastic, false);
  const auto expect_refused = [&](const std::string& place, const Json& value,
                                  const std::string& expected) {
    TensorFile file = TensorFile::parse(run.part());
    Json state = Json::parse(file.metadata.at("state"));
    state[Json::json_pointer(place)] = value;
    file.metadata["state"] = state.dump();
    const std::string message = run.resume_from(file.serialise());
    EXPECT_NE(message.find(expected), std::string::npos) << place << value << ": " << message;
  };
  expect_refused("/summary/chosen", 1000000, "summary.chosen is 1000000");
  expect_refused("/summary/chosen", -1, "summary.chosen is -1");
  expect_refused("/summary/classes", {0, 7}, "summary.classes are those of another part");
  expect_refused("/summary/n_signals", 7, "those of other data");
  expect_refused("/summary/path", 7, "summary.path is 7; expected an array");
  expect_refused("/summary/path/0", "x", "summary.path[0] is");
  expect_refused("/summary/path/0/iteration", 99, "summary.path has a point at iteration 99");
  expect_refused("/summary/path/0/mu", "x", "summary.path[0].mu is \"x\"; expected a number");
  expect_refused("/summary/gammas", {true}, "summary.gammas[0] is true");
  expect_refused("/summary", nullptr, "summary is null");
  expect_refused("/iteration", 4, "iteration is 4; expected a whole number from 0 to 3");
  expect_refused("/iteration", -1, "iteration is -1");
  expect_refused("/iteration", 0.5, "iteration is 0.5");
  expect_refused("/finished", 1, "finished is 1; expected true or false");
  expect_refused("/part", 1, "part is 1");
  TensorFile file = TensorFile::parse(run.part());
  file.metadata["key"] = "5";
  EXPECT_NE(run.resume_from(file.serialise()).find("belongs to another run"), std::string::npos);
  file = TensorFile::parse(run.part());
  file.put<double>("model.lambda", Matrix<double>::Constant(2, 1, -1.0));
  EXPECT_NE(run.resume_from(file.serialise()).find("model.lambda0 is -1"), std::string::npos);
}

TuneOptions tiny_grid() {
  TuneOptions tuning;
  tuning.grid_atoms = "1,2";
  tuning.grid_kappa = "0.15";
  tuning.folds = 2;
  return tuning;
}

TEST(DamagedTuneState, EachByteGivesAnErrorOrTheSameErrors) {
  const TemporaryFolder folder;
  TuneHooks hooks;
  hooks.state = folder / "state.json";
  const auto search = [&] {
    return tune<float>(data().X, data().labels, tiny_options(TrainerKind::kStochastic), tiny_grid(),
                       hooks, Context(1));
  };
  const TuneResult whole = search();
  const std::string good = read_file(hooks.state);
  hooks.resume = true;
  const auto message_from = [&](const std::string& text) -> std::string {
    write_file(hooks.state, text);
    try {
      const TuneResult resumed = search();
      for (std::size_t i = 0; i < whole.points.size(); ++i) {
        EXPECT_EQ(resumed.points[i].errors, whole.points[i].errors);
      }
      EXPECT_EQ(resumed.chosen.members, whole.chosen.members);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kFormat) << error.what();
      return error.what();
    }
    return "";
  };
  ASSERT_EQ(message_from(good), "");
  for_each_flip(good, [&](const std::string& damaged) { message_from(damaged); });

  const auto expect_refused = [&](const std::string& place, const Json& value,
                                  const std::string& expected) {
    Json state = core::unseal_json(good);
    state[Json::json_pointer(place)] = value;
    const std::string message = message_from(core::seal_json(state));
    EXPECT_NE(message.find("the state '" + hooks.state + "' is damaged: " + expected),
              std::string::npos)
        << message;
  };
  expect_refused("/key", 5, "key is 5; expected text");
  expect_refused("/mu", "x", "mu is \"x\"");
  expect_refused("/lambda2", -1, "lambda2 is -1");
  expect_refused("/errors", Json::object(), "errors is {}");
  expect_refused("/errors", {{0.5}}, "errors is [[0.5]]; expected an array of 2 entries");
  expect_refused("/errors/0", {0, 0, 0}, "errors[0] is [0,0,0]; expected at most 2 entries");
  expect_refused("/errors/1/0", true, "errors[1][0] is true; expected a number from 0 to 1");
  expect_refused("/errors/1/0", 1.5, "errors[1][0] is 1.5");
}

TEST(DamagedModel, EachByteGivesAnErrorOrTheSameModel) {
  const auto classifier =
      train<float>(data().X, data().labels, tiny_options(TrainerKind::kStochastic)).classifier;
  const std::string bytes = serialise_model(classifier);
  for_each_flip(bytes, [&](const std::string& damaged) {
    try {
      EXPECT_EQ(serialise_model(parse_model<float>(damaged, "m")), bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kFormat) << error.what();
    }
  });
}

}  // namespace
}  // namespace supdict
