// SPDX-License-Identifier: BSD-3-Clause
// Dictionaries shared by runs that differ in kappa alone: each part is learned once, for a kappa in
// common, and every run begins from there. What a run gets does not depend on the runs before it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "supdict/types.hpp"

namespace supdict::training {

template <class T>
class DictionaryShelf {
 public:
  explicit DictionaryShelf(double kappa) : kappa_(kappa) {}

  /// The sparsity all dictionaries here are learned for.
  double kappa() const { return kappa_; }

  /// The dictionary of a part; learn() makes it if it is not there. Different parts from different
  /// threads at once; one part from one thread at a time.
  template <class Learn>
  const Matrix<T>& get(std::uint64_t part, int atoms, Learn&& learn) {
    Matrix<T>& D = place(part, atoms);
    if (D.size() == 0) D = learn();
    return D;
  }

  /// For other signals.
  void clear() { dictionaries_.clear(); }

 private:
  Matrix<T>& place(std::uint64_t part, int atoms) {
    const std::scoped_lock lock(mutex_);
    return dictionaries_[{part, atoms}];
  }

  double kappa_;
  std::mutex mutex_;
  std::map<std::pair<std::uint64_t, int>, Matrix<T>> dictionaries_;
};

}  // namespace supdict::training
