// SPDX-License-Identifier: BSD-3-Clause
#include "reproduce/study.hpp"

#include <filesystem>
#include <supdict/error.hpp>
#include <supdict/file.hpp>

#include "interrupt.hpp"
#include "result_file.hpp"

namespace supdict::app {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 26;

/// The steps of an earlier run; null if there is no such file.
Json read_steps(const std::string& file) {
  if (!std::filesystem::exists(file)) return nullptr;
  Json steps = Json::parse(read_text_file(file, kMostBytes), nullptr, false);
  const bool whole = steps.is_object() && steps.contains("key") && steps.contains("steps") &&
                     steps["steps"].is_object() && steps.contains("seconds") &&
                     steps["seconds"].is_number();
  if (!whole) throw_damaged_steps(file);
  return steps;
}

}  // namespace

void throw_damaged_steps(const std::string& file) {
  throw Error(ErrorCode::kFormat,
              "'" + file + "' is damaged; delete it, or reproduce without --resume");
}

Study::Study(StudyOptions options, const Context& context, Console& console)
    : options_(std::move(options)), context_(context), console_(console) {
  std::error_code error;
  if (options_.resume && !std::filesystem::is_directory(options_.out, error)) {
    throw Error(ErrorCode::kFile, "there is no folder '" + options_.out +
                                      "' to resume in; leave out --resume to start again");
  }
  std::filesystem::create_directories(options_.out, error);
  if (error) {
    throw Error(ErrorCode::kFile,
                "cannot create the folder '" + options_.out + "': " + error.message());
  }
  for (const char* end : {".steps.json", ".json", ".html"}) {
    check_writable(path(options_.what + end));
  }
  if (!options_.resume) return;
  const Json before = read_steps(steps_file());
  if (before.is_null()) {
    console.say("no step is finished in '" + options_.out + "' yet");
    return;
  }
  if (before["key"] != key()) {
    throw Error(ErrorCode::kInvalidOption, "'" + steps_file() +
                                               "' was written with other options; give the same "
                                               "ones, or reproduce without --resume");
  }
  done_ = before["steps"];
  seconds_before_ = before["seconds"].get<double>();
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
  // The data are part of the name, so that other data make another step.
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

TrainResult<float> Study::train(const std::string& what, const Dataset& data, TrainOptions options,
                                std::optional<std::uint64_t> seed) {
  options.seed = seed.value_or(options_.seed);
  options.calibrate = false;  // the experiments are about labels, and about time
  tell_shape(data, options.preprocessing);
  TrainHooks hooks;
  hooks.progress = [&](const Progress& progress) {
    console_.progress(progress.fraction, progress.eta, stage_of(what, progress));
    return !stop_requested();
  };
  auto result = supdict::train<float>(data.X, data.labels, options, hooks, context_);
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
  hooks.resume = options_.resume && std::filesystem::exists(hooks.state);
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
