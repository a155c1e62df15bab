// SPDX-License-Identifier: BSD-3-Clause
// The active atoms of a homotopy path and the inverse of their Gram matrix, kept up to date while
// atoms enter and leave: O(s^2) per change and per solve for s active atoms. Vectors over active
// atoms are padded with zeros to whole registers.
#pragma once

#include "coding/certificate.hpp"

namespace supdict::SUPDICT_TARGET {

template <class T>
class ActiveSet {
 public:
  // An atom closer than this to the span of the active ones would add only rounding errors.
  static constexpr T kDependent = sizeof(T) == 4 ? T(1e-5) : T(1e-12);

  /// `memory` has coding::active_memory(k, capacity) entries. With a `ridge` it is the inverse of
  /// G_S + ridge I, and no atom depends on others.
  ActiveSet(const Problem<T>& problem, T* memory, Size capacity, T ridge = 0,
            T dependent = kDependent)
      : problem_(problem), ridge_(ridge), dependent_(dependent) {
    settle_in(memory, capacity);
  }

  /// The problem has got more atoms: moves to larger memory.
  void move_to(T* memory, Size capacity) {
    const ActiveSet old = *this;
    settle_in(memory, capacity);
    copy_from(old);
  }

  void clear() {
    size_ = tail_ = 0;
    fill_vectors(T(1), problem_.k, free_);
  }

  void copy_from(const ActiveSet& other) {
    size_ = other.size_;
    tail_ = 0;
    for (Size i = 0; i < size_; ++i) {
      copy_vectors(other.inverse_ + i * other.cap_, width(), inverse_ + i * cap_);
    }
    copy_vectors(other.alpha_, width(), alpha_);
    for (Size i = 0; i < size_; ++i) index_[i] = other.index_[i];
    copy_vectors(other.free_, other.k_, free_);
    fill_vectors(T(1), k_ - other.k_, free_ + other.k_);
  }

  /// Atoms in the inverse. One more atom, the tail, may follow them at position size().
  Size size() const { return size_; }
  bool has_tail() const { return tail_ > 0; }
  /// size() rounded up to whole registers.
  Size width() const { return (size_ + kLanes<T> - 1) / kLanes<T> * kLanes<T>; }
  Size atom(Size s) const { return index_[s]; }
  T& alpha(Size s) { return alpha_[s]; }
  T alpha(Size s) const { return alpha_[s]; }
  const T* alpha() const { return alpha_; }
  const T* v() const { return v_; }
  T* v() { return v_; }
  const T* inverse_row(Size s) const { return inverse_ + s * cap_; }
  /// 1 for atoms that may enter, 0 for active and for excluded ones.
  const T* free() const { return free_; }
  bool full() const { return size_ == cap_; }

  /// Atom j enters with coefficient 0. False if it depends on the active ones: then it is excluded,
  /// and atom j = sum_s dependence(s) atom(s) up to rounding.
  bool add(Size j) {
    free_[j] = T(0);
    if (size_ % kLanes<T> == 0) open_columns();
    const T* g = problem_.G + j * problem_.k;
    const auto among_active = [&](Size s) { return g[atom(s)]; };
    multiply_inverse(among_active, u_);
    T even = 0;
    T odd = 0;
    for (Size s = 0; s < size_; s += 2) {
      even += among_active(s) * u_[s];
      if (s + 1 < size_) odd += among_active(s + 1) * u_[s + 1];
    }
    schur_ = (g[j] + ridge_) - (even + odd);
    if (!(schur_ > dependent_ * g[j])) return false;
    index_[size_] = static_cast<Number>(j);
    ++size_;
    extend_inverse();
    return true;
  }

  const T* dependence() const { return u_; }
  void find_dependence(Size j) {
    const T* g = problem_.G + j * problem_.k;
    multiply_inverse([&](Size s) { return g[atom(s)]; }, u_);
  }

  /// alpha -= step * dependence().
  void replace(T step) { add_vectors(-step, u_, width(), alpha_); }

  /// Adds atom j with a coefficient as a tail, although it depends on the active ones. Nothing may
  /// enter or leave after that.
  void append(Size j, T alpha) {
    index_[size_] = static_cast<Number>(j);
    alpha_[size_] = alpha;
    tail_ = 1;
  }

  /// Atoms that were excluded may enter again.
  void readmit() {
    fill_vectors(T(1), problem_.k, free_);
    for (Size s = 0; s < size_; ++s) free_[atom(s)] = T(0);
  }

  /// After add(): extends the solution v of G_S v = target to the new atom. `missing` is target - G
  /// v at that atom.
  void extend_solution(T missing) { add_vectors(-missing / schur_, u_, width(), v_); }

  /// alpha += step v.
  void advance(T step) { add_vectors(step, v_, width(), alpha_); }

  /// The atom at position s leaves.
  void remove(Size s) {
    free_[atom(s)] = T(1);
    swap_positions(s, size_ - 1);
    const Size old_width = width();
    const T* row = inverse_ + (size_ - 1) * cap_;
    copy_vectors(row, old_width, u_);
    const T scale = -1 / u_[size_ - 1];
    --size_;
    for (Size r = 0; r < size_; ++r) {
      add_vectors(scale * u_[r], u_, old_width, inverse_ + r * cap_);
      inverse_[r * cap_ + size_] = T(0);
    }
    alpha_[size_] = v_[size_] = T(0);
  }

  /// v <- inverse * v.
  void solve() {
    multiply_inverse([this](Size s) { return v_[s]; }, u_);
    copy_vectors(u_, width(), v_);
  }

  /// w = base + G_S v over all atoms; without `base` from zero.
  void gram_times_v(const T* base, T* w) const {
    const auto weight = [this](Size s) { return v_[s]; };
    const auto column = [this](Size s) { return problem_.G + atom(s) * problem_.k; };
    sum_rows<T>(size_, weight, column, problem_.k, base, w);
  }

  /// rho = q - G alpha, from scratch.
  void residual(T* rho) {
    for (Size s = 0; s < width(); s += kLanes<T>) store(v_ + s, -load(alpha_ + s));
    gram_times_v(problem_.q, rho);
    if (!has_tail()) return;
    add_vectors(-alpha_[size_], problem_.G + atom(size_) * problem_.k, problem_.k, rho);
  }

  /// The same, summed in double.
  void residual_in_double(T* rho) const {
    subtract_columns(
        problem_, size_ + tail_, [this](Size s) { return alpha_[s]; },
        [this](Size s) { return atom(s); }, rho);
  }

  /// Where codes have no negative coefficients: those that rounding left are 0.
  void drop_negative() {
    for (Size s = 0; s < size_ + tail_; ++s) alpha_[s] = max_of(alpha_[s], T(0));
  }

  void scatter(T* out) const {
    fill_vectors(T(0), problem_.k, out);
    for (Size s = 0; s < size_ + tail_; ++s) out[atom(s)] = alpha_[s];
  }

 private:
  // An alias declaration cannot carry the attribute.
  // NOLINTNEXTLINE(modernize-use-using)
  typedef int Number __attribute__((may_alias));

  void settle_in(T* memory, Size capacity) {
    k_ = problem_.k;
    cap_ = capacity;
    inverse_ = memory;
    alpha_ = memory + cap_ * cap_;
    v_ = alpha_ + cap_;
    u_ = v_ + cap_;
    index_ = reinterpret_cast<Number*>(u_ + cap_);
    free_ = u_ + 2 * cap_;
  }

  /// Zeros in the next register of columns.
  void open_columns() {
    for (Size r = 0; r < size_; ++r) store(inverse_ + r * cap_ + size_, Vec<T>{});
    for (T* x = alpha_; x <= u_; x += cap_) store(x + size_, Vec<T>{});
  }

  /// out <- inverse * x as a sum of rows (the inverse is symmetric). Entries of `out` past size()
  /// are 0.
  template <class Entry>
  void multiply_inverse(const Entry& x, T* out) const {
    const auto row = [this](Size r) { return inverse_row(r); };
    sum_short_rows<T>(size_, x, row, width(), out);
  }

  /// inverse += u u' / schur with -1 appended to u: the new row and column come with the update of
  /// the old ones.
  void extend_inverse() {
    const Size block = width() - kLanes<T>;
    const T last = static_cast<T>(size_ - 1 - block);
    store(u_ + block, lane_numbers<T>() == last ? fill<T>(-1) : load(u_ + block));
    fill_vectors(T(0), width(), inverse_ + (size_ - 1) * cap_);
    const T scale = 1 / schur_;
    for (Size c = 0; c < width(); c += kLanes<T>) {
      const Vec<T> u = scale * load(u_ + c);
      T* column = inverse_ + c;
      for (Size r = 0; r < size_; ++r, column += cap_) store(column, load(column) + u_[r] * u);
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
  T ridge_;
  T dependent_;  ///< the threshold kDependent in use
  Size k_ = 0;
  Size cap_ = 0;
  T* inverse_ = nullptr;  ///< row-major, symmetric
  T* alpha_ = nullptr;
  T* v_ = nullptr;
  T* u_ = nullptr;
  Number* index_ = nullptr;
  T* free_ = nullptr;
  Size size_ = 0;
  Size tail_ = 0;
  T schur_ = 0;  ///< of the atom that entered last
};

}  // namespace supdict::SUPDICT_TARGET
