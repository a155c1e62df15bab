// SPDX-License-Identifier: BSD-3-Clause
// The non-zero entries of the codes of a block, one code after the other.
#pragma once

#include <utility>
#include <vector>

#include "coding/problem.hpp"
#include "supdict/coding.hpp"

namespace supdict::coding {

template <class T>
struct BlockEntries {
  std::vector<Size> ends;  ///< of each code: the entries up to here
  std::vector<int> atoms;  ///< increasing within a code
  std::vector<T> values;

  /// The next code, as k numbers.
  void add(const T* code, Size k) {
    for (Size j = 0; j < k; ++j) {
      if (code[j] == T(0)) continue;
      atoms.push_back(static_cast<int>(j));
      values.push_back(code[j]);
    }
    ends.push_back(static_cast<Size>(atoms.size()));
  }
  /// The next code, as its entries by atom.
  void add(const std::vector<std::pair<Size, T>>& entries) {
    for (const auto& [atom, value] : entries) {
      atoms.push_back(static_cast<int>(atom));
      values.push_back(value);
    }
    ends.push_back(static_cast<Size>(atoms.size()));
  }
};

/// The codes of blocks, one after the other.
template <class T>
SparseColumns<T> joined(const std::vector<BlockEntries<T>>& blocks, Index n_atoms);

}  // namespace supdict::coding
