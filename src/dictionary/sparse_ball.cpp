// SPDX-License-Identifier: BSD-3-Clause
// Projection onto {d : ||d||^2 + gamma ||d||_1 <= 1}                             [equations.md E15]
//   d      = sign(v) (|v| - gamma t)_+ / (1 + 2 t)      with the multiplier t of the constraint
//   t      solves (4 + r gamma^2) (t^2 + t) = sum v_i^2 + gamma sum |v_i| - 1,
//          sums over the r largest |v_i|: those above gamma t
#include "dictionary/sparse_ball.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace supdict::dictionary {
namespace {

/// The multiplier t; 0 where v is in the ball. `sizes` are |v_i|, largest first.
double multiplier(const std::vector<double>& sizes, double gamma) {
  double excess = -1;
  double weight = 4;
  for (const double size : sizes) {
    // At t = size / gamma, where this entry becomes 0, the larger ones must be in the ball.
    const double t = size / gamma;
    if (excess >= weight * (t * t + t)) break;
    excess += (size + gamma) * size;
    weight += gamma * gamma;
  }
  if (excess <= 0) return 0;
  const double q = excess / weight;
  return 2 * q / (1 + std::sqrt(1 + 4 * q));
}

}  // namespace

template <class T>
bool into_sparse_ball(Eigen::Ref<Vector<T>> d, double gamma) {
  std::vector<double> sizes(d.size());
  std::transform(d.begin(), d.end(), sizes.begin(),
                 [](T entry) { return std::abs(static_cast<double>(entry)); });
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  const double t = multiplier(sizes, gamma);
  if (t == 0) return false;
  for (T& entry : d) {
    const double size = std::abs(static_cast<double>(entry)) - gamma * t;
    entry = size > 0 ? static_cast<T>(std::copysign(size / (1 + 2 * t), entry)) : T(0);
  }
  return true;
}

template bool into_sparse_ball<float>(Eigen::Ref<Vector<float>>, double);
template bool into_sparse_ball<double>(Eigen::Ref<Vector<double>>, double);

}  // namespace supdict::dictionary
