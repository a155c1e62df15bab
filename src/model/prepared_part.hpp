// SPDX-License-Identifier: BSD-3-Clause
// One part of a classifier, ready for use: costs of signals under its classes, exact enough to tell
// which class is cheapest.
#pragma once

#include <memory>

#include "coding/prepared.hpp"
#include "core/lazy.hpp"
#include "supdict/classifier.hpp"

namespace supdict::model {

template <class T>
class PreparedPart {
 public:
  /// `model` must not move while this is used. Both arguments have been validated.
  PreparedPart(const SupervisedDictionary<T>& model, CodingOptions options);

  /// S*_l of preprocessed signals. Where the bounds in float do not tell which class is cheapest,
  /// the signal is coded again in double.
  PartCosts class_costs(ConstMatrixRef<T> X, const Context& context) const;

  /// The same from what was found on a device.
  PartCosts class_costs(Codes<T> codes, ConstMatrixRef<T> X, const Context& context) const;

  /// The costs of the method: S*_l, or -g_l of lasso codes for REC.
  PartCosts costs(Method method, ConstMatrixRef<T> X, const Context& context) const;

  const std::shared_ptr<const coding::Prepared<T>>& coder() const { return coder_; }
  std::size_t memory_bytes() const;

 private:
  void decide_in_double(ConstMatrixRef<T> X, const Context& context, PartCosts& costs) const;

  const SupervisedDictionary<T>& model_;
  CodingOptions options_;
  std::shared_ptr<const coding::Prepared<T>> coder_;
  core::Lazy<coding::Prepared<double>> in_double_;  ///< twice as big as coder_, and rarely needed
};

}  // namespace supdict::model
