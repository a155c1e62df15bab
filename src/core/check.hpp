// SPDX-License-Identifier: BSD-3-Clause
// Checks of user input, each with a message that says what, where, and what was expected.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "supdict/error.hpp"
#include "supdict/text.hpp"
#include "supdict/types.hpp"

namespace supdict::core {

/// "6x4" for messages.
inline std::string shape(Index rows, Index cols) {
  return std::to_string(rows) + "x" + std::to_string(cols);
}

/// Shortest form of a number that reads well in a message.
inline std::string number(double value) {
  return rounded_text(value, 6);
}

/// A place in a matrix, and what is there.
struct Entry {
  Index row;
  Index col;
  double value;
};

/// The first entry, column by column, that is no finite number.
template <class Derived>
std::optional<Entry> first_not_finite(const Eigen::MatrixBase<Derived>& M) {
  for (Index j = 0; j < M.cols(); ++j) {
    // A finite sum of absolute values proves that the column is finite, so only bad columns are
    // searched.
    if (std::isfinite(static_cast<double>(M.col(j).cwiseAbs().sum()))) continue;
    for (Index i = 0; i < M.rows(); ++i) {
      const auto value = static_cast<double>(M(i, j));
      if (!std::isfinite(value)) return Entry{i, j, value};
    }
  }
  return std::nullopt;
}

template <class Derived>
void check_finite(std::string_view name, const Eigen::MatrixBase<Derived>& M) {
  const std::optional<Entry> found = first_not_finite(M);
  if (!found) return;
  throw Error(ErrorCode::kInvalidValue,
              std::string(name) + " has the value " + number(found->value) + " at row " +
                  std::to_string(found->row) + ", column " + std::to_string(found->col) +
                  "; expected finite numbers");
}

template <class Derived>
void check_shape(std::string_view name, const Eigen::MatrixBase<Derived>& M, Index rows,
                 Index cols) {
  if (M.rows() == rows && M.cols() == cols) return;
  throw Error(ErrorCode::kInvalidShape, std::string(name) + " is " + shape(M.rows(), M.cols()) +
                                            "; expected " + shape(rows, cols));
}

inline void check_positive(std::string_view name, double value) {
  if (value > 0 && std::isfinite(value)) return;
  throw Error(ErrorCode::kInvalidValue,
              std::string(name) + " is " + number(value) + "; expected a finite number above 0");
}

/// Signals: n rows, finite.
template <class Derived>
void check_features(const Eigen::MatrixBase<Derived>& X, Index n_features) {
  if (X.rows() != n_features) {
    throw Error(ErrorCode::kInvalidShape, "X has " + std::to_string(X.rows()) + " rows; expected " +
                                              std::to_string(n_features) +
                                              ", the features of the dictionary (one signal per "
                                              "column)");
  }
}

template <class Derived>
void check_signals(const Eigen::MatrixBase<Derived>& X, Index n_features) {
  check_features(X, n_features);
  check_finite("X", X);
}

inline void check_label_count(std::size_t n_labels, Index n_signals) {
  if (static_cast<Index>(n_labels) == n_signals) return;
  throw Error(ErrorCode::kInvalidShape, "there are " + std::to_string(n_labels) +
                                            " labels; expected one per signal, " +
                                            std::to_string(n_signals));
}

inline void check_labels(std::span<const int> y, Index n_signals, Index n_classes) {
  if (static_cast<Index>(y.size()) != n_signals) {
    throw Error(ErrorCode::kInvalidShape, "y has " + std::to_string(y.size()) +
                                              " entries; expected one per signal, " +
                                              std::to_string(n_signals));
  }
  for (std::size_t j = 0; j < y.size(); ++j) {
    if (y[j] >= 0 && y[j] < n_classes) continue;
    throw Error(ErrorCode::kInvalidValue,
                "y[" + std::to_string(j) + "] is " + std::to_string(y[j]) +
                    "; expected a class from 0 to " + std::to_string(n_classes - 1));
  }
}

/// Non-negative and finite, one per signal; empty is allowed and means 1 for each.
inline void check_weights(std::span<const double> weights, Index n_signals) {
  if (weights.empty()) return;
  if (static_cast<Index>(weights.size()) != n_signals) {
    throw Error(ErrorCode::kInvalidShape, "weights has " + std::to_string(weights.size()) +
                                              " entries; expected one per signal, " +
                                              std::to_string(n_signals));
  }
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] >= 0 && std::isfinite(weights[j])) continue;
    throw Error(ErrorCode::kInvalidValue, "weights[" + std::to_string(j) + "] is " +
                                              number(weights[j]) +
                                              "; expected a finite number of at least 0");
  }
}

}  // namespace supdict::core
