// SPDX-License-Identifier: BSD-3-Clause
// The class term C_l(A alpha + b) of supervised coding, a template argument of the solvers: nothing
// for the lasso, a sigmoid for two classes, a softmax for more.
//
// Coordinate descent uses a quadratic model of the term that touches it at the last refresh(),
//   C(z0) + grad C(z0)'(z - z0) + 1/2 (z - z0)' H (z - z0),   H = diag(w) - w w'/sum(w),
// so a pass needs no exponentials. With w = 1/2 (1/4 in u for two classes) the model majorises C
// and no pass increases the objective. With w = softmax it has the curvature of C at z0 and is
// accurate only near it, so a line search must follow: save() before the passes, then change(t) and
// settle(t).
#pragma once

#include "coding/class_cost.hpp"
#include "simd/exponential.hpp"

namespace supdict::SUPDICT_TARGET {

using coding::Problem;
using coding::Size;

enum class Classes : unsigned char { kNone, kTwo, kMany };

/// Lasso: no class term.
template <class T>
class NoTerm : public NoCost {
 public:
  static constexpr Classes kClasses = Classes::kNone;
  NoTerm(const Problem<T>&, T*) {}
  void reset(const T*) {}
  void refresh() {}
  void moved(Size, T) {}
  T slope(Size) const { return 0; }
  T curvature(Size) const { return 0; }
  void add_dual(T*) const {}
  double lipschitz() const { return 0; }
  void write_posterior(T*) const {}
};

/// Two classes: BinaryCost at the present u.
template <class T>
class BinaryTerm {
 public:
  static constexpr Classes kClasses = Classes::kTwo;
  BinaryTerm(const Problem<T>& problem, T*)
      : k_(problem.k),
        a0_(problem.A),
        a1_(problem.A + problem.k),
        cost_{.bias = static_cast<double>(problem.b[1]) - static_cast<double>(problem.b[0]),
              .sign = problem.label == 0 ? 1.0 : -1.0},
        class_norm_(problem.class_norm) {}

  /// u from scratch, then refresh().
  void reset(const T* alpha) {
    Vec<double> sum = {};
    for (Size i = 0; i < k_; i += kLanes<double>) {
      sum += (load_wide(a1_ + i) - load_wide(a0_ + i)) * load_wide(alpha + i);
    }
    cost_.u = cost_.bias + sum_lanes<double>(sum);
    refresh();
  }

  /// Refits the quadratic model at the present point.
  void refresh() {
    cost_.refresh();
    g_ = static_cast<T>(cost_.sign * cost_.wrong);
    h_ = T(0.25);
  }
  void refresh_locally() {
    refresh();
    h_ = static_cast<T>(cost_.right * cost_.wrong);
  }

  void save() { saved_ = cost_.u; }
  /// C at the share t of the way from the saved point to the present one, minus C at the saved
  /// point.
  double change(T t) const {
    return softplus(cost_.sign * (saved_ + t * (cost_.u - saved_))) - softplus(cost_.sign * saved_);
  }
  /// Moves back to that point; refresh() must follow.
  void settle(T t) { cost_.u = saved_ + t * (cost_.u - saved_); }

  /// alpha_i has changed by delta.
  void moved(Size i, T delta) {
    const T step = (a1_[i] - a0_[i]) * delta;
    cost_.u += step;
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

  double value() const { return cost_.value(); }
  double divergence(double s) const { return cost_.divergence(s); }
  ClassBounds bounds(const coding::Rounding& rounding, double norm1, double nonzeros) const {
    return cost_.bounds(rounding, norm1, nonzeros);
  }
  double dual_below(double s) const { return cost_.dual_below(s); }

  double lipschitz() const { return 0.5 * class_norm_; }

  void write_posterior(T* out) const {
    out[0] = static_cast<T>(cost_.sign > 0 ? cost_.right : cost_.wrong);
    out[1] = static_cast<T>(cost_.sign > 0 ? cost_.wrong : cost_.right);
  }

 private:
  Size k_;
  const T* a0_;
  const T* a1_;
  BinaryCost cost_;
  double class_norm_;
  T g_ = 0;  ///< slope of the model of C in u
  T h_ = 0;  ///< its curvature
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
  /// C at the share t of the way from the saved point to the present one, minus C at the saved
  /// point.
  double change(T t) const {
    const auto at = [&](int l) { return static_cast<double>(saved_[l] + t * (z_[l] - saved_[l])); };
    return value_at(at) - value_at([&](int l) { return static_cast<double>(saved_[l]); });
  }
  /// Moves back to that point; refresh() must follow.
  void settle(T t) {
    for (int l = 0; l < p_; ++l) z_[l] = saved_[l] + t * (z_[l] - saved_[l]);
  }

  /// For solvers that move z themselves; refresh() must follow.
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

  /// z are sums in T, and C changes by no more than two of its entries do.
  ClassBounds bounds(const coding::Rounding& rounding, double norm1, double nonzeros) const {
    const double size = rounding.A_size * norm1 + rounding.b_size;
    const double z_error = rounding.A * norm1 + kRoundoff<T> * (nonzeros + 20) * size;
    double mass = 0;
    for (int l = 0; l < p_; ++l) mass += l == label_ ? 0 : static_cast<double>(probability_[l]);
    return {2 * z_error + (p_ + 16) * kRoundoff<T>, mass, p_ + 4.0};
  }
  /// log q_i needs no logarithm: z_i - top - log(1 + losers), up to a few roundings.
  double dual_below(double s) const {
    double mass = 0;
    double sum = 0;
    double size = 0;
    for (int l = 0; l < p_; ++l) {
      if (l == label_) continue;
      const double weight = probability_[l];
      const double term = static_cast<double>(b_[l]) - static_cast<double>(b_[label_]) -
                          (static_cast<double>(z_[l]) - static_cast<double>(top_));
      mass += weight;
      sum += weight * term;
      size += weight * abs_of(term);
    }
    const double share = s * mass;
    const double logs = s > 0 ? log1p_of(losers_) - log_of(s) : 0;
    const double rest = max_of(0.0, 1 - share);
    const double last = rest > 0 ? rest * log1p_of(-share) : 0;
    const double error = mass * (2 * p_ + 32) * kRoundoff<T> +
                         kRoundoff<double> * ((40 * p_ + 128) + (p_ + 16) * (size + abs_of(logs)));
    return s * sum + share * logs - last - error;
  }

  double lipschitz() const { return 0.5 * class_norm_; }

  void write_posterior(T* out) const {
    for (int l = 0; l < p_; ++l) out[l] = probability_[l];
  }

 private:
  // z of a class that only fills up a register: its probability is 0.
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
