// SPDX-License-Identifier: BSD-3-Clause
// Dictionaries of many parts, learned side by side. The caller draws the batches and replaces dead
// atoms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/cuda/training/lesson.hpp"
#include "backend/cuda/training/machine.hpp"
#include "supdict/types.hpp"

namespace supdict::cuda {

struct LessonOptions {
  Index atoms = 0;
  Index batch = 0;  ///< signals
  double kappa = 0;
  double forgetting = 0;
  double tolerance = 0;
  int max_iterations = 0;
};

/// What a part has learned: D, and its running sums.
struct Learned {
  Matrix<float> D;
  Matrix<float> A;
  Matrix<float> B;
};

class LessonSteps {
 public:
  /// `orders`: for each part the columns of X that its batches take, one batch after the other;
  /// shorter batches are filled up with -1. `machine` must live as long.
  LessonSteps(Machine& machine, const LessonOptions& options, ConstMatrixRef<float> X,
              std::span<const std::vector<std::int32_t>> orders);

  /// The dictionary a part starts from; sums are zero at first.
  void start(int part, const Matrix<float>& D);
  /// Every part takes its batches up to this number of them, if it has so many.
  void advance(std::int64_t batches);

  /// Atoms of a part whose energy is so small that they are not updated.
  bool has_dead_atoms(int part) const;
  /// The sums of all parts come to the host, for has_dead_atoms().
  void look();
  Matrix<float> dictionary(int part) const;
  Learned get(int part) const;
  void put(int part, const Learned& learned);
  /// Signals that had to be left out.
  std::int64_t left_out(int part) const;
  std::int64_t batches(int part) const { return batches_[part]; }

 private:
  Machine& machine_;
  Group group_;
  Lesson lesson_;
  std::int64_t done_ = 0;
  std::vector<std::int64_t> batches_;  ///< of each part
  std::vector<float> sums_;            ///< A of all parts, as look() has found them
};

}  // namespace supdict::cuda
