// SPDX-License-Identifier: BSD-3-Clause
#include "training/part_file.hpp"

#include <nlohmann/json.hpp>

#include "core/check.hpp"
#include "core/json.hpp"
#include "model/tensor_file.hpp"
#include "supdict/fields_json.hpp"
#include "training/methods/method_table.hpp"
#include "training/methods/path.hpp"
#include "training/progress/training_report.hpp"

namespace supdict::training {
namespace {

using Json = nlohmann::json;
using core::JsonValue;
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
                                  const PartTerms& terms) {
  const bool linear = terms.decision == Decision::kLinear;
  const Index n = terms.n_features;
  const Index k = terms.n_atoms;
  const Index p = std::ssize(terms.classes);
  SupervisedDictionary<T> model;
  model.decision = terms.decision;
  model.penalty = terms.penalty.codes();
  model.atom_rules = terms.penalty.atoms();
  model.D = file.get<T>(prefix + "D", n, k);
  model.W = file.get<T>(prefix + "W", linear ? k : n, linear ? p : k * p);
  model.b = file.get<T>(prefix + "b", p, 1);
  const Matrix<double> lambdas = file.get<double>(prefix + "lambda", 2, 1);
  core::check_positive(prefix + "lambda0", model.lambda0 = lambdas(0));
  core::check_positive(prefix + "lambda1", model.lambda1 = lambdas(1));
  return model;
}

template <class T>
void put_adam(TensorFile& file, const std::string& prefix, const Adam<T>& adam) {
  file.put<T>(prefix + "m", adam.m);
  file.put<T>(prefix + "v", adam.v);
}

template <class T>
Adam<T> get_adam(const TensorFile& file, const std::string& prefix, Index rows, Index cols) {
  return {file.get<T>(prefix + "m", rows, cols), file.get<T>(prefix + "v", rows, cols)};
}

template <class T>
Moments<T> get_moments(const TensorFile& file, const SupervisedDictionary<T>& model) {
  return {get_adam<T>(file, "adam.D.", model.D.rows(), model.D.cols()),
          get_adam<T>(file, "adam.W.", model.W.rows(), model.W.cols()),
          get_adam<T>(file, "adam.b.", model.b.size(), 1)};
}

void require(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorCode::kFormat, message);
}

void check_summary(const PartSummary& summary, Index iteration, const PartTerms& terms) {
  require(summary.classes == terms.classes, "summary.classes are those of another part");
  require(summary.n_signals == terms.n_signals && summary.n_validation == terms.n_validation,
          "summary.n_signals and n_validation are those of other data");
  const std::size_t n_points = summary.path.size();
  require(summary.chosen < std::max<std::size_t>(1, n_points),
          "summary.chosen is " + std::to_string(summary.chosen) + "; expected one of " +
              std::to_string(n_points) + " points of the path");
  Index last = 0;
  for (const PathPoint& point : summary.path) {
    require(point.iteration >= last && point.iteration <= iteration,
            "summary.path has a point at iteration " + std::to_string(point.iteration) +
                "; expected one from " + std::to_string(last) + " to " + std::to_string(iteration));
    last = point.iteration;
  }
}

}  // namespace

template <class T>
PartTerms terms_of(const PartProblem<T>& problem, const TrainOptions& options,
                   const std::string& key) {
  return {.key = key,
          .part = static_cast<Index>(problem.stream),
          .classes = problem.classes,
          .decision = options.decision.value(),
          .penalty = options.penalty,
          .n_features = problem.train.n_features(),
          .n_atoms = options.atoms.value(),
          .n_signals = problem.train.size(),
          .n_validation = problem.validation.size(),
          .n_steps = n_steps(options),
          .has_moments = find_trainer<T>(options).has_moments};
}

template <class T>
std::string write_part(const PartState<T>& state, const PartTerms& terms) {
  TensorFile file;
  put_model(file, "model.", state.model);
  put_model(file, "best.", state.best);
  if (terms.has_moments && !state.finished) {
    put_adam(file, "adam.D.", state.moments.D);
    put_adam(file, "adam.W.", state.moments.W);
    put_adam(file, "adam.b.", state.moments.b);
  }
  Vector<double> steps(2);
  steps << state.step_D, state.step_theta;
  file.put<double>("steps", steps);
  file.metadata["key"] = terms.key;
  file.metadata["state"] = Json{{"part", terms.part},
                                {"iteration", state.iteration},
                                {"finished", state.finished},
                                {"summary", json_of<Json>(state.summary)}}
                               .dump();
  return file.serialise();
}

template <class T>
PartState<T> read_part(std::string_view bytes, const PartTerms& terms) {
  const TensorFile file = TensorFile::parse(bytes);
  file.check_intact();
  require(file.text("key") == terms.key, "it belongs to another run");
  const Json document = core::parse_json(file.text("state"), "state");
  const JsonValue json(document);
  json.at("part").whole(terms.part, terms.part);

  PartState<T> state;
  state.started = true;
  state.finished = json.at("finished").truth();
  state.iteration = json.at("iteration").whole(0, terms.n_steps - (state.finished ? 0 : 1));
  state.model = get_model<T>(file, "model.", terms);
  state.best = get_model<T>(file, "best.", terms);
  if (terms.has_moments && !state.finished) state.moments = get_moments(file, state.model);
  const Matrix<double> steps = file.get<double>("steps", 2, 1);
  state.step_D = steps(0);
  state.step_theta = steps(1);
  state.summary = part_summary_from(json.at("summary"));
  check_summary(state.summary, state.iteration, terms);
  return state;
}

#define SUPDICT_INSTANTIATE(T)                                                                    \
  template PartTerms terms_of<T>(const PartProblem<T>&, const TrainOptions&, const std::string&); \
  template std::string write_part<T>(const PartState<T>&, const PartTerms&);                      \
  template PartState<T> read_part<T>(std::string_view, const PartTerms&);

SUPDICT_INSTANTIATE(float)
SUPDICT_INSTANTIATE(double)
#undef SUPDICT_INSTANTIATE

}  // namespace supdict::training
