// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce/study.hpp"

#include <filesystem>
#include <fstream>
#include <supdict/error.hpp>

#include "interrupt.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

/// What `file` holds; null when it is not there or is something else.
Json read_json(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) return nullptr;
  const Json json = Json::parse(stream, nullptr, false);
  return json.is_discarded() ? Json(nullptr) : json;
}

}  // namespace

Study::Study(StudyOptions options, const Context& context, Console& console)
    : options_(std::move(options)), context_(context), console_(console) {
  std::error_code error;
  std::filesystem::create_directories(options_.out, error);
  if (error) {
    throw Error(ErrorCode::kFile,
                "cannot create the folder '" + options_.out + "': " + error.message());
  }
  if (!options_.resume) return;
  const Json before = read_json(steps_file());
  if (before.is_null()) return;
  if (!before.contains("key") || before["key"] != key()) {
    throw Error(ErrorCode::kInvalidOption, "'" + steps_file() +
                                               "' was written with other options; give the same "
                                               "ones, or reproduce without --resume");
  }
  done_ = before.at("steps");
  seconds_before_ = before.at("seconds").get<double>();
}

Json Study::key() const {
  return {{"what", options_.what}, {"quick", options_.quick}, {"seed", options_.seed}};
}

double Study::seconds() const {
  const std::chrono::duration<double> here = std::chrono::steady_clock::now() - begin_;
  return seconds_before_ + here.count();
}

void Study::use(const Problem& problem) {
  Json entry = {{"name", problem.name},
                {"train", problem.train.n_samples()},
                {"test", problem.test.n_samples()},
                {"train_hash", content_hash(problem.train)},
                {"test_hash", content_hash(problem.test)}};
  if (!problem.note.empty()) entry["note"] = problem.note;
  data_.push_back(entry);
}

Json Study::step(const std::string& name, const std::function<Json()>& work) {
  // Data are part of the name: other data, another step.
  const std::string full =
      name + (data_.empty() ? "" : " " + data_.back()["train_hash"].get<std::string>());
  if (done_.contains(full)) return done_[full];
  console_.say(name);
  const auto begin = std::chrono::steady_clock::now();
  Json result = work();
  console_.end_progress();
  result["seconds"] =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  done_[full] = result;
  write_result(steps_file(), pretty({{"key", key()}, {"seconds", seconds()}, {"steps", done_}}));
  return result;
}

void Study::finish() const {
  std::filesystem::remove(steps_file());
}

TrainResult<float> Study::train(const std::string& what, const Dataset& data,
                                TrainOptions options) {
  options.seed = options_.seed;
  tell_shape(data, options.preprocessing);
  TrainHooks hooks;
  hooks.progress = [&](const Progress& progress) {
    console_.progress(progress.fraction, progress.eta, what);
    return !stop_requested();
  };
  auto result = supdict::train<float>(data.X, data.labels, options, hooks, {}, context_);
  if (result.summary.status == TrainStatus::kStopped) throw Interrupted();
  return result;
}

TuneResult Study::tune(const std::string& what, const Dataset& data, const TrainOptions& options,
                       const TuneOptions& tuning) {
  TrainOptions given = options;
  given.seed = options_.seed;
  tell_shape(data, given.preprocessing);
  TuneHooks hooks;
  hooks.state = path(what + ".tune.json");
  hooks.resume = options_.resume;
  hooks.progress = [&](const TuneProgress& progress) {
    console_.progress(progress.fraction, progress.eta, what + ", " + progress.what);
    return !stop_requested();
  };
  try {
    auto result = supdict::tune<float>(data.X, data.labels, given, tuning, hooks, context_);
    if (stop_requested()) throw Interrupted();
    std::filesystem::remove(hooks.state);
    return result;
  } catch (const Error&) {
    if (stop_requested()) throw Interrupted();  // before the first trial was finished
    throw;
  }
}

double Study::error(const Classifier<float>& classifier, const Matrix<float>& X,
                    const std::vector<std::string>& labels) const {
  return peers::error_rate(classifier.label(X, fast_coding(), context_).label,
                           classifier.labels.encode(labels));
}

peers::Labelled labelled(const Dataset& data, const ClassLabels& classes,
                         const Preprocessing& preprocessing) {
  return {preprocessing.apply<float>(data.X), classes.encode(data.labels), classes.size()};
}

}  // namespace supdict::app
