// SPDX-License-Identifier: BSD-3-Clause
// The ways to train that tests go through, and steps of them from a model that the test gives.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "support/problems.hpp"
#include "training/generated.hpp"
#include "training/methods/method_table.hpp"
#include "training/part/part_problem.hpp"

namespace supdict::testing {

struct Way {
  Method method;
  TrainerKind trainer;
  Decision decision;

  bool stochastic() const { return method != Method::kRec && trainer == TrainerKind::kStochastic; }
  bool bilinear() const { return decision == Decision::kBilinear; }
};

inline std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << to_string(way.method) << ' ' << to_string(way.trainer) << ' '
             << to_string(way.decision);
}

/// REC knows no trainer.
inline constexpr Way kEveryWay[] = {
    {Method::kRec, TrainerKind::kStochastic, Decision::kLinear},
    {Method::kRec, TrainerKind::kStochastic, Decision::kBilinear},
    {Method::kSdlG, TrainerKind::kStochastic, Decision::kLinear},
    {Method::kSdlG, TrainerKind::kStochastic, Decision::kBilinear},
    {Method::kSdlG, TrainerKind::kAlternating, Decision::kLinear},
    {Method::kSdlG, TrainerKind::kAlternating, Decision::kBilinear},
    {Method::kSdlD, TrainerKind::kStochastic, Decision::kLinear},
    {Method::kSdlD, TrainerKind::kStochastic, Decision::kBilinear},
    {Method::kSdlD, TrainerKind::kAlternating, Decision::kLinear},
    {Method::kSdlD, TrainerKind::kAlternating, Decision::kBilinear}};

/// A run of a fraction of a second.
inline TrainOptions options_of(const Way& way) {
  TrainOptions options = quick_options(way.method);
  options.trainer = way.trainer;
  options.decision = way.decision;
  options.iterations = way.stochastic() ? 30 : 4;
  options.atoms = 12;
  options.lambda2 = 0.1;
  options.calibrate = false;
  return options;
}

/// Signals of one part as its trainer sees them.
template <class T>
struct PartData {
  Matrix<T> X;
  std::vector<int> y;
  std::vector<double> weights;  ///< empty: 1 for each
  int n_classes = 2;
};

/// What steps of a trainer lead to.
template <class T>
struct Stepped {
  SupervisedDictionary<T> model;
  PartSummary summary;
};

/// `options.iterations` steps from `first`, each with all signals where the trainer is stochastic.
template <class T>
Stepped<T> steps(TrainOptions options, const PartData<T>& data,
                 const SupervisedDictionary<T>& first) {
  options.batch_size = static_cast<int>(data.X.cols());
  options.kappa = 0.16;
  options.mu_ramp = 0;
  options.coding.tolerance = sizeof(T) == 8 ? 1e-12 : 1e-6;
  Preprocessing none;
  none.unit_norm = false;
  none.n_raw = data.X.rows();
  std::vector<int> classes;
  for (int l = 0; l < data.n_classes; ++l) classes.push_back(l);
  const auto problem =
      training::make_part<T>(classes, 0, data.X, data.y, data.weights, none, options);
  const Context context(1);
  const training::Trainer<T>& trainer = training::find_trainer<T>(options);
  training::PartState<T> state;
  trainer.start(problem, options, context, state);
  state.model = first;
  const Index most = options.method == Method::kRec ? 1 : options.iterations.value();
  while (state.iteration < most && trainer.step(problem, options, context, state)) {
    ++state.iteration;
  }
  return {state.model, state.summary};
}

}  // namespace supdict::testing
