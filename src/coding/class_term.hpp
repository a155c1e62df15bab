// SPDX-License-Identifier: BSD-3-Clause
// The class term C_l(A alpha + b) of supervised coding, as a part that solvers are built from:
// nothing for the lasso, a sigmoid for two classes, a softmax for more.
//
// Coordinate descent uses a quadratic model of the term that touches it at the last refresh(),
//   C(z0) + grad C(z0)'(z - z0) + 1/2 (z - z0)' H (z - z0),   H = diag(w) - w w'/sum(w),
// so a pass needs no exponentials. With w = 1/2 (1/4 in u for two classes) the model lies above C
// everywhere and no pass increases the objective; with w = softmax it has the curvature of C at z0
// and is good near it only, so a line search must follow: save() before the passes, then
// change(t), settle(t).
#pragma once

#include "coding/problem.hpp"
#include "simd/exponential.hpp"
#include "simd/scalar_math.hpp"

namespace supdict::SUPDICT_TARGET {

using coding::Problem;
using coding::Size;

enum class Classes : unsigned char { kNone, kTwo, kMany };

/// Lasso: no class term.
template <class T>
class NoTerm {
 public:
  static constexpr Classes kClasses = Classes::kNone;
  NoTerm(const Problem<T>&, T*) {}
  void reset(const T*) {}
  void refresh() {}
  void moved(Size, T) {}
  T slope(Size) const { return 0; }
  T curvature(Size) const { return 0; }
  void add_dual(T*) const {}
  double value() const { return 0; }
  /// KL divergence of the scaled dual point from the softmax, the class part of the duality gap.
  double divergence(double) const { return 0; }
  double lipschitz() const { return 0; }
  void write_posterior(T*) const {}
};

/// Two classes. With d = a_1 - a_0 and u = d'alpha + b_1 - b_0:  C_0 = softplus(u), C_1 =
/// softplus(-u).
template <class T>
class BinaryTerm {
 public:
  static constexpr Classes kClasses = Classes::kTwo;
  BinaryTerm(const Problem<T>& problem, T*)
      : k_(problem.k),
        a0_(problem.A),
        a1_(problem.A + problem.k),
        bias_(static_cast<double>(problem.b[1]) - static_cast<double>(problem.b[0])),
        sign_(problem.label == 0 ? 1 : -1),
        class_norm_(problem.class_norm) {}

  /// u from scratch, then refresh().
  void reset(const T* alpha) {
    Vec<T> sum = {};
    for (Size i = 0; i < k_; i += kLanes<T>) {
      sum += (load(a1_ + i) - load(a0_ + i)) * load(alpha + i);
    }
    u_ = bias_ + sum_lanes<T>(sum);
    refresh();
  }

  /// The model of the term is made to touch it at the present point.
  void refresh() {
    const double e = exp_of(-abs_of(u_));
    wrong_ = (sign_ * u_ > 0 ? 1 : e) / (1 + e);
    right_ = (sign_ * u_ > 0 ? e : 1) / (1 + e);
    g_ = static_cast<T>(sign_ * wrong_);
    h_ = T(0.25);
  }
  void refresh_locally() {
    refresh();
    h_ = static_cast<T>(right_ * wrong_);
  }

  void save() { saved_ = u_; }
  /// C at the share t of the way from the saved point to the present one, less C there.
  double change(T t) const {
    return softplus(sign_ * (saved_ + t * (u_ - saved_))) - softplus(sign_ * saved_);
  }
  /// Goes back to that point; refresh afterwards.
  void settle(T t) { u_ = saved_ + t * (u_ - saved_); }

  /// alpha_i has changed by delta.
  void moved(Size i, T delta) {
    const T step = (a1_[i] - a0_[i]) * delta;
    u_ += step;
    g_ += h_ * step;
  }

  T slope(Size i) const { return g_ * (a1_[i] - a0_[i]); }
  T curvature(Size i) const {
    const T d = a1_[i] - a0_[i];
    return h_ * d * d;
  }

  /// c += A'v with v = e_l - softmax, at the last refresh.
  void add_dual(T* c) const {
    for (Size i = 0; i < k_; i += kLanes<T>) {
      store(c + i, load(c + i) - g_ * (load(a1_ + i) - load(a0_ + i)));
    }
  }

  double value() const { return softplus(sign_ * u_); }

  double divergence(double s) const { return class_divergence(right_, wrong_, value(), s); }

  double lipschitz() const { return 0.5 * class_norm_; }

  void write_posterior(T* out) const {
    out[0] = static_cast<T>(sign_ > 0 ? right_ : wrong_);
    out[1] = static_cast<T>(sign_ > 0 ? wrong_ : right_);
  }

 private:
  Size k_;
  const T* a0_;
  const T* a1_;
  double bias_;
  double sign_;
  double class_norm_;
  double u_ = 0;
  double wrong_ = 0;  ///< softmax of the other class
  double right_ = 0;  ///< softmax of class l
  T g_ = 0;           ///< slope of the model of C in u
  T h_ = 0;           ///< its curvature
  double saved_ = 0;
};

/// Any number of classes. z = A alpha + b.
template <class T>
class SoftmaxTerm {
 public:
  static constexpr Classes kClasses = Classes::kMany;
  SoftmaxTerm(const Problem<T>& problem, T* workspace)
      : k_(problem.k),
        p_(problem.p),
        label_(problem.label),
        A_(problem.A),
        b_(problem.b),
        z_(workspace),
        probability_(workspace + coding::padded(p_)),
        grad_(workspace + 2 * coding::padded(p_)),
        weight_(workspace + 3 * coding::padded(p_)),
        saved_(workspace + 4 * coding::padded(p_)),
        class_norm_(problem.class_norm) {
    for (Size l = p_; l < width(); ++l) z_[l] = kAbsent;
  }

  void reset(const T* alpha) {
    for (int l = 0; l < p_; ++l) {
      const T* a = A_ + l * k_;
      Vec<T> sum = {};
      for (Size i = 0; i < k_; i += kLanes<T>) sum += load(a + i) * load(alpha + i);
      z_[l] = b_[l] + sum_lanes<T>(sum);
    }
    refresh();
  }

  void refresh() {
    Smallest<T> lowest(-kAbsent);
    for (Size l = 0; l < width(); l += kLanes<T>) lowest.next(-load(z_ + l));
    top_ = -lowest.value();
    const Size winner = lowest.place(-top_);
    Vec<T> sums = {};
    for (Size l = 0; l < width(); l += kLanes<T>) {
      const Vec<T> e = exp_lanes<T>(load(z_ + l) - top_);
      store(probability_ + l, e);
      sums += lane_numbers<T>() + T(l) == T(winner) ? Vec<T>{} : e;
    }
    losers_ = sum_lanes<T>(sums);
    // 1 - probability without cancellation, so that a nearly certain class keeps its digits.
    Vec<T> others = {};
    for (Size l = 0; l < width(); l += kLanes<T>) {
      const Vec<T> probability = load(probability_ + l) / (1 + losers_);
      store(probability_ + l, probability);
      store(grad_ + l, probability);
      others += lane_numbers<T>() + T(l) == T(label_) ? Vec<T>{} : probability;
    }
    grad_[label_] = -sum_lanes<T>(others);
    fill_vectors(T(0.5), width(), weight_);
    total_weight_ = T(0.5) * static_cast<T>(p_);
  }
  void refresh_locally() {
    refresh();
    for (int l = 0; l < p_; ++l) weight_[l] = probability_[l];
    total_weight_ = T(1);
  }

  void save() {
    for (int l = 0; l < p_; ++l) saved_[l] = z_[l];
  }
  /// C at the share t of the way from the saved point to the present one, less C there.
  double change(T t) const {
    const auto at = [&](int l) { return static_cast<double>(saved_[l] + t * (z_[l] - saved_[l])); };
    return value_at(at) - value_at([&](int l) { return static_cast<double>(saved_[l]); });
  }
  /// Goes back to that point; refresh afterwards.
  void settle(T t) {
    for (int l = 0; l < p_; ++l) z_[l] = saved_[l] + t * (z_[l] - saved_[l]);
  }

  /// For solvers that move z themselves; refresh() afterwards.
  T* z() { return z_; }
  const T* z() const { return z_; }
  const T* probability() const { return probability_; }

  void moved(Size i, T delta) {
    T mean = 0;
    for (int l = 0; l < p_; ++l) mean += weight_[l] * A_[l * k_ + i];
    mean /= total_weight_;
    for (int l = 0; l < p_; ++l) {
      const T a = A_[l * k_ + i];
      z_[l] += delta * a;
      grad_[l] += weight_[l] * delta * (a - mean);  // H (z - z0)
    }
  }

  T slope(Size i) const {
    T sum = 0;
    for (int l = 0; l < p_; ++l) sum += grad_[l] * A_[l * k_ + i];
    return sum;
  }

  T curvature(Size i) const {
    T mean = 0;
    T square = 0;
    for (int l = 0; l < p_; ++l) {
      const T a = A_[l * k_ + i];
      mean += weight_[l] * a;
      square += weight_[l] * a * a;
    }
    return max_of(T(0), square - mean * mean / total_weight_);
  }

  void add_dual(T* c) const {
    const auto weight = [this](Size l) { return -grad_[l]; };
    const auto row = [this](Size l) { return A_ + l * k_; };
    sum_rows<T>(p_, weight, row, k_, c, c);
  }

  /// At the last refresh.
  double value() const {
    return static_cast<double>(top_) - static_cast<double>(z_[label_]) + log1p_of(losers_);
  }

  /// Entries of vectors over classes, with padding.
  Size width() const { return coding::padded(p_); }

  double divergence(double s) const {
    const double wrong = -static_cast<double>(grad_[label_]);
    return class_divergence(probability_[label_], wrong, value(), s);
  }

  double lipschitz() const { return 0.5 * class_norm_; }

  void write_posterior(T* out) const {
    for (int l = 0; l < p_; ++l) out[l] = probability_[l];
  }

 private:
  // z of a class that is not there: its probability is 0.
  static constexpr T kAbsent = T(-1e30);

  template <class Z>
  double value_at(const Z& z) const {
    const double z_label = z(label_);
    double top = 0;
    for (int l = 0; l < p_; ++l) top = max_of(top, z(l) - z_label);
    double sum = 0;
    for (int l = 0; l < p_; ++l) sum += exp_of(z(l) - z_label - top);
    return top + log_of(sum);
  }

  Size k_;
  int p_;
  int label_;
  const T* A_;
  const T* b_;
  T* z_;
  T* probability_;
  T* grad_;    ///< gradient of the model of C in z: softmax - e_l at the last refresh
  T* weight_;  ///< w of the model
  T* saved_;
  T total_weight_ = 1;
  T top_ = 0;     ///< largest z at the last refresh
  T losers_ = 0;  ///< sum of exp(z - top) over the other classes
  double class_norm_;
};

}  // namespace supdict::SUPDICT_TARGET
