// SPDX-License-Identifier: BSD-3-Clause
// One fold of a trial of models: dictionary and logistic regression learned from its training
// signals, errors on those held out.
#pragma once

#include <span>
#include <tuple>
#include <vector>

#include "training/part/part_problem.hpp"
#include "training/rules/folds.hpp"

namespace supdict::training {

/// Sums over held-out signals.
struct TrialScore {
  double wrong = 0;  ///< weight of the signals that got another label
  double loss = 0;   ///< C_y of the decision functions

  TrialScore& operator+=(const TrialScore& other) {
    wrong += other.wrong;
    loss += other.loss;
    return *this;
  }
  friend bool operator<(const TrialScore& a, const TrialScore& b) {
    return std::tie(a.wrong, a.loss) < std::tie(b.wrong, b.loss);
  }
};

/// The signals that a trial is made with, `labels` below n_classes.
template <class T>
struct TrialData {
  ConstMatrixRef<T> signals;
  std::span<const int> labels;
  std::span<const double> weights;  ///< or empty
  const Preprocessing& preprocessing;
  int n_classes;
};

template <class T>
class ModelTrial {
 public:
  ModelTrial(const TrialData<T>& data, const Fold& fold, std::uint64_t stream,
             const TrainOptions& options);
  ModelTrial(const ModelTrial&) = delete;
  ModelTrial& operator=(const ModelTrial&) = delete;

  /// Decision functions of the held-out signals (p x m), for each lambda2, which decrease.
  /// `options`: resolved but for lambda2.
  std::vector<Matrix<double>> decisions(const TrainOptions& options,
                                        std::span<const double> lambda2,
                                        const Context& context) const;
  TrialScore score(const Matrix<double>& decisions) const;

 private:
  std::vector<Matrix<double>> by_kernel(const Matrix<T>& codes, const Matrix<T>& held,
                                        std::span<const double> lambda2,
                                        core::ThreadPool& pool) const;
  std::vector<Matrix<double>> by_codes(SupervisedDictionary<T> model, const Matrix<T>& codes,
                                       const Matrix<T>& held, std::span<const double> lambda2,
                                       const Context& context) const;

  Matrix<T> X_;
  Matrix<T> X_held_;
  Matrix<double> products_;       ///< X'X
  Matrix<double> products_held_;  ///< X'X_held
  PartProblem<T> learned_;
  PartProblem<T> held_;
};

}  // namespace supdict::training
