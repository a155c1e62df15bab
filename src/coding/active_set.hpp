// SPDX-License-Identifier: BSD-3-Clause
// The active atoms of a homotopy path and the inverse of their Gram matrix, kept up to date while
// atoms enter and leave: O(s^2) per change and per solve for s active atoms.
#pragma once

#include "coding/certificate.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
class ActiveSet {
 public:
  ActiveSet(const Problem<T>& problem, T* memory)
      : problem_(problem),
        cap_(coding::path_capacity(problem.k)),
        inverse_(memory),
        alpha_(memory + cap_ * cap_),
        v_(alpha_ + cap_),
        u_(v_ + cap_),
        index_(u_ + cap_),
        free_(index_ + cap_) {}

  void clear() {
    size_ = 0;
    for (Size i = 0; i < problem_.k; ++i) free_[i] = T(1);
  }

  void copy_from(const ActiveSet& other) {
    size_ = other.size_;
    for (Size i = 0; i < size_; ++i) {
      copy(other.inverse_ + i * cap_, rounded(), inverse_ + i * cap_);
    }
    copy(other.alpha_, size_, alpha_);
    copy(other.index_, size_, index_);
    copy(other.free_, problem_.k, free_);
  }

  Size size() const { return size_; }
  Size atom(Size s) const { return static_cast<Size>(index_[s]); }
  T& alpha(Size s) { return alpha_[s]; }
  T alpha(Size s) const { return alpha_[s]; }
  const T* v() const { return v_; }
  T* v() { return v_; }
  const T* inverse_row(Size s) const { return inverse_ + s * cap_; }
  /// 1 for atoms that may enter, 0 for active and for excluded ones.
  const T* free() const { return free_; }
  bool full() const { return size_ == cap_; }

  /// Atom j enters with coefficient 0. False if it depends on the active ones (then excluded).
  bool add(Size j) {
    const T* g = problem_.G + j * problem_.k;
    for (Size s = 0; s < size_; ++s) v_[s] = g[atom(s)];
    pad(v_);
    solve_into(u_);
    T inner = 0;
    for (Size s = 0; s < size_; ++s) inner += v_[s] * u_[s];
    const T schur = g[j] - inner;
    free_[j] = T(0);
    if (!(schur > kDependent * g[j])) return false;
    const T scale = 1 / schur;
    const Size width = rounded();
    for (Size r = 0; r < size_; ++r) {
      T* row = inverse_ + r * cap_;
      const T factor = scale * u_[r];
      SUPDICT_SIMD_LOOP()
      for (Size s = 0; s < width; ++s) row[s] += factor * u_[s];
    }
    for (Size r = 0; r < size_; ++r) inverse_[r * cap_ + size_] = -scale * u_[r];
    T* last = inverse_ + size_ * cap_;
    for (Size s = 0; s < size_; ++s) last[s] = -scale * u_[s];
    last[size_] = scale;
    index_[size_] = static_cast<T>(j);
    alpha_[size_] = T(0);
    ++size_;
    clear_padding();
    return true;
  }

  /// The atom at position s leaves.
  void remove(Size s) {
    free_[atom(s)] = T(1);
    const Size last = --size_;
    swap_positions(s, last);
    const T* row = inverse_ + last * cap_;
    const T scale = 1 / row[last];
    for (Size r = 0; r < size_; ++r) {
      const T factor = scale * row[r];
      for (Size c = 0; c < size_; ++c) inverse_[r * cap_ + c] -= factor * row[c];
    }
    clear_padding();
  }

  /// v <- inverse * v.
  void solve() {
    pad(v_);
    solve_into(u_);
    copy(u_, size_, v_);
  }

  /// w += G_S v over all atoms.
  void add_gram_times_v(T* w) const {
    const Size k = problem_.k;
    Size s = 0;
    for (; s + 3 < size_; s += 4) {
      const T* g0 = problem_.G + atom(s) * k;
      const T* g1 = problem_.G + atom(s + 1) * k;
      const T* g2 = problem_.G + atom(s + 2) * k;
      const T* g3 = problem_.G + atom(s + 3) * k;
      const T v0 = v_[s];
      const T v1 = v_[s + 1];
      const T v2 = v_[s + 2];
      const T v3 = v_[s + 3];
      SUPDICT_SIMD_LOOP()
      for (Size i = 0; i < k; ++i) w[i] += v0 * g0[i] + v1 * g1[i] + v2 * g2[i] + v3 * g3[i];
    }
    for (; s < size_; ++s) {
      const T* g = problem_.G + atom(s) * k;
      const T v = v_[s];
      SUPDICT_SIMD_LOOP()
      for (Size i = 0; i < k; ++i) w[i] += v * g[i];
    }
  }

  void scatter(T* out) const {
    for (Size i = 0; i < problem_.k; ++i) out[i] = T(0);
    for (Size s = 0; s < size_; ++s) out[atom(s)] = alpha_[s];
  }

 private:
  // An atom closer than this to the span of the active ones adds nothing but rounding errors.
  static constexpr T kDependent = sizeof(T) == 4 ? T(1e-5) : T(1e-12);

  /// size_ rounded up to whole vectors; entries of rows up to there are 0.
  Size rounded() const { return min_of(cap_, coding::padded(size_)); }

  void pad(T* x) const {
    for (Size s = size_; s < rounded(); ++s) x[s] = T(0);
  }

  static void copy(const T* from, Size count, T* to) {
    for (Size i = 0; i < count; ++i) to[i] = from[i];
  }

  void clear_padding() {
    const Size width = rounded();
    for (Size r = 0; r < size_; ++r) {
      for (Size c = size_; c < width; ++c) inverse_[r * cap_ + c] = T(0);
    }
  }

  /// out <- inverse * v as a sum of rows (the inverse is symmetric).
  void solve_into(T* out) const {
    const Size width = rounded();
    for (Size c = 0; c < width; ++c) out[c] = T(0);
    for (Size r = 0; r < size_; ++r) {
      const T* row = inverse_ + r * cap_;
      const T x = v_[r];
      SUPDICT_SIMD_LOOP()
      for (Size c = 0; c < width; ++c) out[c] += x * row[c];
    }
  }

  template <class Value>
  static void exchange(Value& a, Value& b) {
    const Value c = a;
    a = b;
    b = c;
  }

  void swap_positions(Size a, Size b) {
    if (a == b) return;
    const Size n = max_of(a, b) + 1;
    for (Size c = 0; c < n; ++c) exchange(inverse_[a * cap_ + c], inverse_[b * cap_ + c]);
    for (Size r = 0; r < n; ++r) exchange(inverse_[r * cap_ + a], inverse_[r * cap_ + b]);
    exchange(alpha_[a], alpha_[b]);
    exchange(index_[a], index_[b]);
  }

  const Problem<T>& problem_;
  Size cap_;
  T* inverse_;  ///< row-major, symmetric
  T* alpha_;
  T* v_;
  T* u_;
  T* index_;  ///< atoms as numbers of type T (exact: k is far below 2^24)
  T* free_;
  Size size_ = 0;
};

}  // namespace supdict::SUPDICT_TARGET
