// SPDX-License-Identifier: BSD-3-Clause
// One stochastic step, whoever takes it: a training run over a data set, or updates with signals
// that arrive one batch after the other.
//   batch -> codes -> gradients -> Adam on D and theta -> columns of D back into the unit ball
#pragma once

#include "supdict/decision.hpp"
#include "training/adam.hpp"
#include "training/part_problem.hpp"

namespace supdict::training {

/// What Adam remembers of a model.
template <class T>
struct Moments {
  Adam<T> D;
  Adam<T> W;
  Adam<T> b;

  void start(const SupervisedDictionary<T>& model) {
    D.start(model.D.rows(), model.D.cols());
    W.start(model.W.rows(), model.W.cols());
    b.start(model.b.size(), 1);
  }
};

/// Labelled signals of one step.
template <class T>
struct Batch {
  Matrix<T> X;
  std::vector<int> y;
  std::vector<double> weights;

  Index size() const { return X.cols(); }
};

/// Training signals `members` of a part, moved by shifts from `rng` where the part augments.
template <class T>
Batch<T> take_batch(const PartProblem<T>& problem, std::span<const Index> members, core::Rng& rng);

struct StepSettings {
  Method method = Method::kSdlD;
  double mu = 0;
  double lambda2 = 0;
  double total_weight = 1;  ///< of all signals that lambda2 is weighed against
  double rate_dictionary = 0;
  double rate_theta = 0;
  double beta2 = 0;
  Index t = 1;  ///< number of this step, from 1 where `moments` were started
};

/// SDL: a step of E / total_weight on D and theta [E5-E10]. REC: a step of the logistic loss of the
/// lasso codes on theta; D is kept.
template <class T>
void gradient_step(const Batch<T>& batch, const StepSettings& settings, const CodingOptions& coding,
                   const Context& context, SupervisedDictionary<T>& model, Moments<T>& moments);

}  // namespace supdict::training
