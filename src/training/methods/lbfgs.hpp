// SPDX-License-Identifier: BSD-3-Clause
// Limited-memory BFGS with a backtracking line search, for smooth convex functions.
//   minimise  f(x)
//   given     evaluate(x, gradient) -> f(x);  x (start in, solution out)
//   stops     when ||gradient||_inf <= tolerance * max(1, |f|), or after max_iterations
//   source    Nocedal, Wright 2006, algorithm 7.4
#pragma once

#include <cmath>
#include <deque>
#include <functional>

#include "supdict/types.hpp"

namespace supdict::training {

struct LbfgsSummary {
  double value = 0;
  int iterations = 0;
  bool converged = false;
};

template <class T>
class Lbfgs {
 public:
  using Evaluate = std::function<double(const Vector<T>& x, Vector<T>& gradient)>;

  LbfgsSummary minimise(const Evaluate& evaluate, Vector<T>& x, int max_iterations,
                        double tolerance) {
    LbfgsSummary summary;
    Vector<T> gradient(x.size());
    summary.value = evaluate(x, gradient);
    while (summary.iterations < max_iterations) {
      const double size = static_cast<double>(gradient.cwiseAbs().maxCoeff());
      summary.converged = size <= tolerance * std::max(1.0, std::abs(summary.value));
      if (summary.converged || !step(evaluate, x, gradient, summary.value)) break;
      ++summary.iterations;
    }
    return summary;
  }

 private:
  static constexpr std::size_t kMemory = 10;
  static constexpr double kArmijo = 1e-4;
  static constexpr int kMostHalvings = 30;

  struct Pair {
    Vector<T> s;
    Vector<T> y;
    double rho;
  };

  static double dot(const Vector<T>& a, const Vector<T>& b) {
    return a.template cast<double>().dot(b.template cast<double>());
  }

  /// One quasi-Newton step; false when no decrease can be found.
  bool step(const Evaluate& evaluate, Vector<T>& x, Vector<T>& gradient, double& value) {
    Vector<T> direction = -two_loop(gradient);
    double slope = dot(gradient, direction);
    if (!(slope < 0)) {
      pairs_.clear();
      direction = -gradient;
      slope = dot(gradient, direction);
    }
    double length = pairs_.empty() ? std::min(1.0, 1 / std::sqrt(-slope)) : 1;
    Vector<T> x_next;
    Vector<T> gradient_next(x.size());
    for (int i = 0; i < kMostHalvings; ++i, length *= 0.5) {
      x_next = x + static_cast<T>(length) * direction;
      const double value_next = evaluate(x_next, gradient_next);
      if (!(value_next <= value + kArmijo * length * slope)) continue;
      remember(x_next - x, gradient_next - gradient);
      const bool progress = value_next < value;
      x = x_next;
      gradient = gradient_next;
      value = value_next;
      return progress;
    }
    return false;
  }

  Vector<T> two_loop(const Vector<T>& gradient) const {
    Vector<T> q = gradient;
    std::vector<double> a(pairs_.size());
    for (std::size_t i = pairs_.size(); i-- > 0;) {
      a[i] = pairs_[i].rho * dot(pairs_[i].s, q);
      q -= static_cast<T>(a[i]) * pairs_[i].y;
    }
    if (!pairs_.empty()) {
      const Pair& last = pairs_.back();
      q *= static_cast<T>(1 / (last.rho * dot(last.y, last.y)));
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const double b = pairs_[i].rho * dot(pairs_[i].y, q);
      q += static_cast<T>(a[i] - b) * pairs_[i].s;
    }
    return q;
  }

  void remember(Vector<T> s, Vector<T> y) {
    const double curvature = dot(s, y);
    constexpr double kLeastCurvature = 1e-10;
    if (curvature <= kLeastCurvature * dot(y, y)) return;
    pairs_.push_back({std::move(s), std::move(y), 1 / curvature});
    if (pairs_.size() > kMemory) pairs_.pop_front();
  }

  std::deque<Pair> pairs_;
};

}  // namespace supdict::training
