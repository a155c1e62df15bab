// SPDX-License-Identifier: BSD-3-Clause
// Initial dictionaries shared by runs that differ only in kappa. Each is learned once, for one
// common kappa, and every run starts from it. So a run does not depend on the runs before it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "supdict/types.hpp"

namespace supdict::training {

template <class T>
class DictionaryCache {
 public:
  explicit DictionaryCache(double kappa) : kappa_(kappa) {}

  /// The kappa for which all dictionaries here are learned.
  double kappa() const { return kappa_; }

  /// The dictionary of a part; learn() makes it if it is missing. Different threads may ask for
  /// different parts at the same time, but not for the same part.
  template <class Learn>
  const Matrix<T>& get(std::uint64_t part, int atoms, Learn&& learn) {
    Matrix<T>& D = place(part, atoms);
    if (D.size() == 0) D = learn();
    return D;
  }

  /// Empties the cache, before runs on other signals.
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
