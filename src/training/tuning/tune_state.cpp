// SPDX-License-Identifier: BSD-3-Clause
#include "training/tuning/tune_state.hpp"

#include <nlohmann/json.hpp>

#include "core/json.hpp"
#include "supdict/error.hpp"

namespace supdict::training {
namespace {

using Json = nlohmann::json;
using core::JsonValue;

constexpr double kLargestLambda2 = 1e12;  // the same limit as for the option

TuneState state_from(const JsonValue& json, std::size_t n_points, int n_folds) {
  TuneState state;
  state.lambda2 = json.at("lambda2").number(0, kLargestLambda2);
  state.mu = json.at("mu").number(0, 1);
  for (const JsonValue& point : json.at("errors").items(n_points)) {
    const auto folds = point.items();
    if (std::ssize(folds) > n_folds) {
      point.reject("at most " + std::to_string(n_folds) + " entries, one per fold");
    }
    std::vector<double>& errors = state.errors.emplace_back();
    for (const JsonValue& error : folds) errors.push_back(error.number(0, 1));
  }
  return state;
}

}  // namespace

std::string write_tune_state(const TuneState& state, const std::string& key) {
  return core::seal_json(
      Json{{"key", key}, {"lambda2", state.lambda2}, {"mu", state.mu}, {"errors", state.errors}});
}

TuneState read_tune_state(std::string_view text, const std::string& name, const std::string& key,
                          std::size_t n_points, int n_folds) {
  try {
    const Json document = core::unseal_json(text);
    const JsonValue json(document);
    if (json.at("key").text() == key) return state_from(json, n_points, n_folds);
  } catch (const Error& error) {
    throw Error(ErrorCode::kFormat, "the state '" + name + "' is damaged: " + error.what() +
                                        "; delete it, or tune without resume");
  }
  throw Error(ErrorCode::kInvalidOption, "'" + name +
                                             "' was written for other data or options; give the "
                                             "same ones, or tune without resume");
}

}  // namespace supdict::training
