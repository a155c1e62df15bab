// SPDX-License-Identifier: BSD-3-Clause
// One stochastic step, shared by training runs over a data set and by incremental updates:
//   batch -> codes -> gradients -> Adam on D and theta -> columns of D back into the unit ball
#pragma once

#include "supdict/decision.hpp"
#include "supdict/objective.hpp"
#include "training/methods/adam.hpp"
#include "training/part/part_problem.hpp"

namespace supdict::training {

/// Adam's moments of all parameters of a model.
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

/// The labelled signals of one step.
template <class T>
struct Batch {
  Matrix<T> X;
  std::vector<int> y;
  std::vector<double> weights;

  Index size() const { return X.cols(); }
};

/// Training signals `members` of a part; drawn anew with `rng` if the part augments its data.
template <class T>
Batch<T> take_batch(const PartProblem<T>& problem, std::span<const Index> members, core::Rng& rng,
                    const Context& context);

struct StepSettings {
  Method method = Method::kSdlD;
  double mu = 0;
  double lambda2 = 0;
  double total_weight = 1;  ///< of all signals, which lambda2 is relative to
  double mean_weight = 1;   ///< of the same signals
  double rate_dictionary = 0;
  double rate_theta = 0;
  double beta2 = 0;
  Index t = 1;  ///< number of this step, from 1 where `moments` were started
};

/// The gradient of E / total_weight [E5-E10], estimated from the batch without bias: its mean over
/// batches is the gradient of all signals. For REC: that of the logistic loss of the lasso codes,
/// without one for D.
template <class T>
Gradient<T> estimate_gradient(const Batch<T>& batch, const StepSettings& settings,
                              const CodingOptions& coding, const Context& context,
                              const SupervisedDictionary<T>& model);

/// A step of Adam on D and theta; for REC on theta only.
template <class T>
void gradient_step(const Batch<T>& batch, const StepSettings& settings, const CodingOptions& coding,
                   const Context& context, SupervisedDictionary<T>& model, Moments<T>& moments);

}  // namespace supdict::training
