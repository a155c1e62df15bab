// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <supdict/types.hpp>
#include <vector>

namespace supdict::app::peers {

/// Columns in the format of libsvm and liblinear: (index from 1, value) of the non-zeros, then the
/// index -1. With `constant`, a last feature that is always 1.
template <class Node>
class SparseColumns {
 public:
  explicit SparseColumns(const Matrix<float>& X, bool constant = false) {
    std::vector<std::size_t> begins;
    for (Index j = 0; j < X.cols(); ++j) {
      begins.push_back(nodes_.size());
      for (Index i = 0; i < X.rows(); ++i) {
        if (X(i, j) != 0) nodes_.push_back({static_cast<int>(i) + 1, X(i, j)});
      }
      if (constant) nodes_.push_back({static_cast<int>(X.rows()) + 1, 1});
      nodes_.push_back({-1, 0});
    }
    for (const std::size_t begin : begins) columns_.push_back(nodes_.data() + begin);
  }
  SparseColumns(const SparseColumns&) = delete;
  SparseColumns& operator=(const SparseColumns&) = delete;

  Node* column(Index j) const { return columns_[j]; }
  Node** columns() { return columns_.data(); }

 private:
  std::vector<Node> nodes_;
  std::vector<Node*> columns_;
};

}  // namespace supdict::app::peers
