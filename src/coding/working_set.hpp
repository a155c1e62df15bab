// SPDX-License-Identifier: BSD-3-Clause
// Some of the atoms of a problem and the smaller problem they define: in double, with a Gram matrix
// that is small enough for the caches. It grows; memory comes from the caller (coding::MoreMemory).
#pragma once

#include "coding/certificate.hpp"

namespace supdict::SUPDICT_TARGET {

class WorkingSet {
 public:
  /// At most `most` atoms.
  WorkingSet(const coding::MoreMemory& more, Size most)
      : more_(more), most_(coding::padded(most)) {}

  Size size() const { return size_; }
  Size capacity() const { return problem_.k; }
  Size atom(Size i) const { return atoms_[i]; }
  const Problem<double>& problem() const { return problem_; }
  Problem<double>& problem() { return problem_; }

  /// Makes room for `count` atoms. False if there was enough already; otherwise the problem has
  /// moved.
  bool reserve(Size count) {
    if (count <= capacity()) return false;
    Size room = coding::padded(count + count / 2);
    room = room < most_ ? room : most_;
    double* memory = more_(room * (room + 3));
    double* q = memory + room * room;
    Number* atoms = reinterpret_cast<Number*>(q + room);
    Number* filled = reinterpret_cast<Number*>(q + 2 * room);
    for (Size i = 0; i < size_; ++i) {
      copy_vectors(gram_ + i * capacity(), capacity(), memory + i * room);
      fill_vectors(0.0, room - capacity(), memory + i * room + capacity());
      q[i] = q_[i];
      atoms[i] = atoms_[i];
      filled[i] = filled_[i];
    }
    for (Size i = size_; i < room; ++i) q[i] = 0;
    gram_ = memory;
    q_ = q;
    atoms_ = atoms;
    filled_ = filled;
    problem_.k = room;
    problem_.G = gram_;
    problem_.q = q_;
    return true;
  }

  /// reserve() must have made room.
  void add(Size atom, double q) {
    atoms_[size_] = static_cast<Number>(atom);
    filled_[size_] = 0;
    q_[size_] = q;
    ++size_;
  }

  /// Keeps the first `size` atoms.
  void shrink(Size size) {
    for (Size i = 0; i < size; ++i) {
      for (Size r = size; r < filled_[i]; ++r) gram_[i * capacity() + r] = 0;
      filled_[i] = filled_[i] < size ? filled_[i] : static_cast<Number>(size);
    }
    for (Size i = size; i < size_; ++i) q_[i] = 0;
    size_ = size;
  }

  /// Completes column i of the Gram matrix with
  ///   source.gram(j, atoms, first, last, out)      out[i] = d_j'd_atoms[i] for i from first to
  ///   last
  template <class Source>
  void prepare(Size i, const Source& source) {
    double* column = gram_ + i * capacity();
    const Size first = filled_[i];
    if (first == size_) return;
    source.gram(atoms_[i], atoms_, first, size_, column);
    if (first == 0) {
      for (Size r = size_; r < capacity(); ++r) column[r] = 0;
    }
    filled_[i] = static_cast<Number>(size_);
  }

 private:
  // An alias declaration cannot carry the attribute.
  // NOLINTNEXTLINE(modernize-use-using)
  typedef int Number __attribute__((may_alias));

  const coding::MoreMemory& more_;
  Size most_;
  Problem<double> problem_;
  double* gram_ = nullptr;
  double* q_ = nullptr;
  Number* atoms_ = nullptr;
  Number* filled_ = nullptr;  ///< computed rows of each column
  Size size_ = 0;
};

/// Where the Gram matrix of all atoms exists.
template <class T>
struct FullGram {
  const Problem<T>& problem;

  template <class Number>
  void gram(Size atom, const Number* atoms, Size first, Size last, double* out) const {
    const T* column = problem.G + atom * problem.k;
    for (Size i = first; i < last; ++i) out[i] = static_cast<double>(column[atoms[i]]);
  }
};

}  // namespace supdict::SUPDICT_TARGET
