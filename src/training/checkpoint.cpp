// SPDX-License-Identifier: BSD-3-Clause
#include "training/checkpoint.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/json.hpp"
#include "core/regular_file.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"
#include "training/part_file.hpp"

namespace supdict {
namespace training {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string run_file_of(const std::string& folder) {
  return folder + "/run.json";
}

/// Of the form 12.part. The folder may hold files of the user.
bool is_part(const fs::path& file) {
  const std::string number = file.stem().string();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return file.extension() == ".part" && std::all_of(number.begin(), number.end(), is_digit);
}

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// Runs a stage of reading; on an error, names the damaged file and the remedy.
template <class Stage>
auto reading(const std::string& path, const std::string& cure, const Stage& stage) {
  try {
    return stage();
  } catch (const Error& error) {
    throw Error(ErrorCode::kFormat,
                "the checkpoint '" + path + "' is damaged: " + error.what() + "; " + cure);
  }
}

/// The state of a run, intact and with its key.
Json parse_run(const std::string& text) {
  Json run = core::unseal_json(text);
  core::JsonValue(run).at("key").text();
  return run;
}

Json read_run(const std::string& path) {
  const std::string text = core::read_regular_file(path);
  return reading(path, "delete it and train without resume", [&] { return parse_run(text); });
}

/// What a new run is about to replace must be the state of an older one.
void check_replaceable(const std::string& path) {
  if (!exists(path)) return;
  try {
    parse_run(core::read_regular_file(path));
  } catch (const Error& error) {
    throw Error(ErrorCode::kFile,
                "cannot begin a run in the checkpoint folder: '" + path +
                    "' is no intact state of a run (" + error.what() +
                    ") and would be overwritten; expected another folder, or delete the file");
  }
}

}  // namespace

void open_checkpoint_folder(const std::string& path, bool resume) {
  if (path.empty()) return;
  std::error_code error;
  if (resume && !fs::is_directory(path, error)) {
    throw Error(ErrorCode::kFile, "there is no checkpoint folder '" + path +
                                      "' to resume from; leave out resume to begin a new run");
  }
  check_folder(path);
  fs::create_directories(path, error);
  if (error) {
    throw Error(ErrorCode::kFile,
                "cannot create the checkpoint folder '" + path + "': " + error.message());
  }
  if (!resume) check_replaceable(run_file_of(path));
}

std::optional<ChosenWeights> chosen_before(const std::string& path, const std::string& given) {
  const std::string file = run_file_of(path);
  if (!exists(file)) return {};
  const Json run = read_run(file);
  return reading(file, "delete it and train without resume", [&]() -> std::optional<ChosenWeights> {
    const core::JsonValue json(run);
    // Older versions kept the key alone.
    if (!json.has("given") || json.at("given").text() != given) return {};
    return ChosenWeights{json.at("lambda2").number(0), json.at("mu").number(0, 1)};
  });
}

CheckpointFolder::CheckpointFolder(std::string path, RunTerms terms, bool resume)
    : path_(std::move(path)), terms_(std::move(terms)), resume_(resume) {
  if (!enabled()) return;
  if (!resume_ || !exists(run_file())) {
    start_over();
    return;
  }
  const Json run = read_run(run_file());
  if (core::JsonValue(run).at("key").text() == terms_.key) return;
  throw Error(ErrorCode::kInvalidOption,
              "the checkpoint in '" + path_ +
                  "' was written for other data or options; give the same ones, or train "
                  "without resume");
}

void CheckpointFolder::start_over() const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path_, error)) {
    if (!is_part(entry.path())) continue;
    if (!fs::remove(entry.path(), error)) break;
  }
  if (error) {
    throw Error(ErrorCode::kFile,
                "cannot empty the checkpoint folder '" + path_ + "': " + error.message());
  }
  write_file(run_file(), core::seal_json(Json{{"key", terms_.key},
                                              {"given", terms_.given},
                                              {"lambda2", terms_.chosen.lambda2},
                                              {"mu", terms_.chosen.mu}}));
}

std::string CheckpointFolder::run_file() const {
  return run_file_of(path_);
}

std::string CheckpointFolder::part_file(std::uint64_t part) const {
  return path_ + "/" + std::to_string(part) + ".part";
}

template <class T>
void CheckpointFolder::save(const PartProblem<T>& problem, const TrainOptions& options,
                            const PartState<T>& state) const {
  if (!enabled()) return;
  write_file(part_file(problem.stream), write_part(state, terms_of(problem, options, terms_.key)));
}

template <class T>
bool CheckpointFolder::load(const PartProblem<T>& problem, const TrainOptions& options,
                            PartState<T>& state) const {
  const std::string path = part_file(problem.stream);
  if (!enabled() || !resume_ || !exists(path)) return false;
  const std::string bytes = core::read_regular_file(path);
  state = reading(path, "delete it to train this part again, or train without resume",
                  [&] { return read_part<T>(bytes, terms_of(problem, options, terms_.key)); });
  return true;
}

#define SUPDICT_INSTANTIATE(T)                                                        \
  template void CheckpointFolder::save<T>(const PartProblem<T>&, const TrainOptions&, \
                                          const PartState<T>&) const;                 \
  template bool CheckpointFolder::load<T>(const PartProblem<T>&, const TrainOptions&, \
                                          PartState<T>&) const;

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace training

bool has_checkpoint(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::exists(training::run_file_of(folder), error)) return false;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (training::is_part(entry->path())) return true;
  }
  return false;
}

}  // namespace supdict
