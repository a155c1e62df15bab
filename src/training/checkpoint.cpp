// SPDX-License-Identifier: BSD-3-Clause
#include "training/checkpoint.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "model/tensor_file.hpp"
#include "supdict/error.hpp"
#include "training/report.hpp"

namespace supdict::training {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using model::TensorFile;

template <class T>
void put_model(TensorFile& file, const std::string& prefix, const SupervisedDictionary<T>& model) {
  file.put<T>(prefix + "D", model.D);
  file.put<T>(prefix + "W", model.W);
  file.put<T>(prefix + "b", model.b);
  Vector<double> lambdas(2);
  lambdas << model.lambda0, model.lambda1;
  file.put<double>(prefix + "lambda", lambdas);
}

template <class T>
SupervisedDictionary<T> get_model(const TensorFile& file, const std::string& prefix,
                                  Decision decision) {
  SupervisedDictionary<T> model;
  model.decision = decision;
  model.D = file.get<T>(prefix + "D");
  model.W = file.get<T>(prefix + "W");
  model.b = file.get<T>(prefix + "b").reshaped();
  const Matrix<double> lambdas = file.get<double>(prefix + "lambda");
  if (lambdas.size() != 2) throw Error(ErrorCode::kFormat, "the checkpoint has no lambdas");
  model.lambda0 = lambdas(0);
  model.lambda1 = lambdas(1);
  return model;
}

template <class T>
void put_adam(TensorFile& file, const std::string& prefix, const Adam<T>& adam) {
  file.put<T>(prefix + "m", adam.m);
  file.put<T>(prefix + "v", adam.v);
}

template <class T>
void get_adam(const TensorFile& file, const std::string& prefix, Adam<T>& adam) {
  adam.m = file.get<T>(prefix + "m");
  adam.v = file.get<T>(prefix + "v");
}

}  // namespace

CheckpointFolder::CheckpointFolder(std::string path, std::string key, bool resume)
    : path_(std::move(path)), key_(std::move(key)), resume_(resume) {
  if (!enabled()) return;
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) {
    throw Error(ErrorCode::kFile,
                "cannot create the checkpoint folder '" + path_ + "': " + error.message());
  }
  const std::string run = path_ + "/run.json";
  if (resume_ && fs::exists(run)) {
    const Json json = Json::parse(core::read_file(run), nullptr, false);
    if (json.is_object() && json.value("key", std::string()) == key_) return;
    throw Error(ErrorCode::kInvalidOption,
                "the checkpoint in '" + path_ +
                    "' was written for other data or options; give the same ones, or train "
                    "without resume");
  }
  for (const auto& entry : fs::directory_iterator(path_)) {
    if (entry.path().extension() == ".part") fs::remove(entry.path());
  }
  core::write_file_atomically(run, Json{{"key", key_}}.dump() + "\n");
}

std::string CheckpointFolder::file(Index part) const {
  return path_ + "/" + std::to_string(part) + ".part";
}

template <class T>
void CheckpointFolder::save(Index part, const PartState<T>& state) const {
  if (!enabled()) return;
  TensorFile file;
  put_model(file, "model.", state.model);
  put_model(file, "best.", state.best);
  if (!state.finished && state.moments.D.m.size() > 0) {
    put_adam(file, "adam.D.", state.moments.D);
    put_adam(file, "adam.W.", state.moments.W);
    put_adam(file, "adam.b.", state.moments.b);
  }
  Vector<double> numbers(3);
  numbers << state.objective, state.step_D, state.step_theta;
  file.put<double>("numbers", numbers);
  file.metadata["state"] = Json{
      {"iteration", state.iteration},
      {"finished", state.finished},
      {"decision", to_string(state.model.decision)},
      {"summary",
       to_json(state.summary)}}.dump();
  file.write(this->file(part));
}

template <class T>
bool CheckpointFolder::load(Index part, PartState<T>& state) const {
  if (!enabled() || !resume_ || !fs::exists(file(part))) return false;
  const TensorFile saved = TensorFile::read(file(part));
  const Json json = Json::parse(saved.text("state"), nullptr, false);
  if (!json.is_object()) {
    throw Error(ErrorCode::kFormat, "the checkpoint '" + file(part) + "' is damaged");
  }
  const Decision decision = decision_from_string(json.value("decision", std::string()));
  state.started = true;
  state.finished = json.value("finished", false);
  state.iteration = json.value("iteration", Index{0});
  state.model = get_model<T>(saved, "model.", decision);
  state.best = get_model<T>(saved, "best.", decision);
  if (saved.has("adam.D.m")) {
    get_adam(saved, "adam.D.", state.moments.D);
    get_adam(saved, "adam.W.", state.moments.W);
    get_adam(saved, "adam.b.", state.moments.b);
  }
  const Matrix<double> numbers = saved.get<double>("numbers");
  if (numbers.size() != 3) throw Error(ErrorCode::kFormat, "the checkpoint has no numbers");
  state.objective = numbers(0);
  state.step_D = numbers(1);
  state.step_theta = numbers(2);
  state.summary = part_summary_from_json(json["summary"]);
  return true;
}

template void CheckpointFolder::save<float>(Index, const PartState<float>&) const;
template void CheckpointFolder::save<double>(Index, const PartState<double>&) const;
template bool CheckpointFolder::load<float>(Index, PartState<float>&) const;
template bool CheckpointFolder::load<double>(Index, PartState<double>&) const;

}  // namespace supdict::training
