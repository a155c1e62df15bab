// SPDX-License-Identifier: BSD-3-Clause
// The non-zeros of the codes of a whole training set, as the batch methods keep them in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "supdict/types.hpp"

namespace supdict::training {

template <class T>
class SparseCodes {
 public:
  struct Entry {
    std::int32_t index;
    T value;
  };

  explicit SparseCodes(Index n_rows = 0) : n_rows_(n_rows) {}

  Index rows() const { return n_rows_; }
  Index cols() const { return std::ssize(ends_); }
  Index nonzeros() const { return std::ssize(entries_); }

  /// Appends the columns of a dense block.
  void append(const Matrix<T>& Alpha) {
    for (Index j = 0; j < Alpha.cols(); ++j) {
      for (Index i = 0; i < Alpha.rows(); ++i) {
        if (Alpha(i, j) != T(0)) entries_.push_back({static_cast<std::int32_t>(i), Alpha(i, j)});
      }
      ends_.push_back(std::ssize(entries_));
    }
  }

  const Entry* begin(Index col) const { return entries_.data() + (col == 0 ? 0 : ends_[col - 1]); }
  const Entry* end(Index col) const { return entries_.data() + ends_[col]; }

  Matrix<T> dense(Index first, Index count) const {
    Matrix<T> Alpha = Matrix<T>::Zero(n_rows_, count);
    for (Index j = 0; j < count; ++j) {
      for (const Entry* e = begin(first + j); e != end(first + j); ++e)
        Alpha(e->index, j) = e->value;
    }
    return Alpha;
  }

  /// The same entries by row: column i of the result lists the signals that use atom i.
  SparseCodes transposed() const {
    std::vector<Index> next(n_rows_, 0);
    for (const Entry& e : entries_) ++next[e.index];
    SparseCodes result(cols());
    Index sum = 0;
    for (Index& count : next) {
      const Index begin = sum;
      sum += count;
      result.ends_.push_back(sum);
      count = begin;
    }
    result.entries_.resize(entries_.size());
    for (Index j = 0; j < cols(); ++j) {
      for (const Entry* e = begin(j); e != end(j); ++e) {
        const Index place = next[e->index]++;
        result.entries_[place] = {static_cast<std::int32_t>(j), e->value};
      }
    }
    return result;
  }

 private:
  Index n_rows_;
  std::vector<Entry> entries_;
  std::vector<Index> ends_;
};

}  // namespace supdict::training
