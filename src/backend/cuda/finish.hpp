// SPDX-License-Identifier: BSD-3-Clause
// From what a warp leaves to value, gap and bounds, in double, with the formulas of the CPU
// (coding/bounds.hpp). One thread per coding.                          [equations.md E12, E13]
#pragma once

#include "backend/cuda/host_device.hpp"
#include "backend/cuda/task.hpp"

namespace supdict::cuda {

/// What is the same for all signals, unrounded.
struct Exact {
  double lambda0 = 1;
  double lambda1 = 0;
  double tolerance = 0;
  double bias = 0;  ///< b_1 - b_0
  double n_features = 0;
  double atom_size = 0;   ///< largest norm of an atom
  double theta_size = 0;  ///< linear: largest |W_il|; bilinear: largest norm of a column of W_l
  double bias_size = 0;   ///< largest |b_l|
  bool bilinear = false;
  double in_product = 0;  ///< error of products with signals beyond rounding, of ||column|| ||x||
};

/// Products with signals are summed in double and rounded once.
SUPDICT_HD inline coding::Rounding rounding_of(const Exact& exact, double xx) {
  namespace math = for_devices;
  constexpr double kSecondOrder = 1.01;
  constexpr double kSmallest = 0x1p-149;
  const double once =
      math::kRoundoff<float> + kSecondOrder * math::kRoundoff<double> * (exact.n_features + 8);
  const double x_size = math::sqrt_of(xx) * (1 + 1e-9);
  coding::Rounding rounding;
  rounding.q_size = exact.atom_size * x_size;
  rounding.G_size = exact.atom_size * exact.atom_size;
  rounding.A_size = exact.bilinear ? exact.theta_size * x_size : exact.theta_size;
  rounding.b_size = exact.bias_size;
  rounding.underflow = exact.n_features * kSmallest;
  rounding.q = (once + exact.in_product) * rounding.q_size + rounding.underflow;
  rounding.G = once * rounding.G_size + rounding.underflow;
  const double in_rows = once + (exact.bilinear ? exact.in_product : 0);
  rounding.A = in_rows * rounding.A_size + rounding.underflow;  // d = a_1 - a_0 is rounded once
  rounding.xx = kSecondOrder * math::kRoundoff<double> * (exact.n_features + 8) * xx;
  return rounding;
}

/// Certifies a coding. `Term` is NoCost or BinaryCost, at the code.
template <class Term>
SUPDICT_HD inline coding::Outcome certified(const coding::Problem<float>& problem, const Term& term,
                                            for_devices::Moments at, double tolerance,
                                            double wrong_error, const Found& from) {
  namespace math = for_devices;
  const math::Certificate found = math::certificate_of(problem, term, at);
  // c was made with a probability in float, rho may be a sum in float.
  at.c_max += 2 * wrong_error * problem.rounding.A_size;
  if (!from.summed_in_double)
    at.rho_error = 1.01 * math::kRoundoff<float> * (at.nonzeros + 2) *
                   (problem.rounding.q_size + at.norm1 * problem.rounding.G_size);
  const math::Bounds bounds = math::bounds_of(problem, term, at);
  const bool converged = found.gap <= tolerance * found.value && found.value < __builtin_huge_val();
  return {found.value, bounds.lower, bounds.upper, from.steps,
          converged ? coding::Status::kConverged : coding::Status::kPrecisionLimit};
}

SUPDICT_HD inline int nonzeros_of(const Found& found, const Entry* entries) {
  int count = 0;
  for (int r = 0; r < found.size; ++r) count += entries[r].alpha != 0 ? 1 : 0;
  return count;
}

/// The outcome of a coding under `label` (-1: the lasso), and the probabilities at its code. Only
/// what has converged is to be used.
SUPDICT_HD inline coding::Outcome outcome_of(const Exact& exact, double xx, int label,
                                             const Found& found, const Entry* entries,
                                             float* posterior) {
  namespace math = for_devices;
  if (found.size < 0) return {0, 0, 0, found.steps, coding::Status::kPrecisionLimit};
  coding::Problem<float> problem;
  problem.xx = xx;
  problem.lambda0 = static_cast<float>(exact.lambda0);
  problem.lambda1 = static_cast<float>(exact.lambda1);
  problem.exact_lambda0 = exact.lambda0;
  problem.exact_lambda1 = exact.lambda1;
  problem.rounding = rounding_of(exact, xx);

  math::BinaryCost cost{.bias = exact.bias, .sign = label == 0 ? 1.0 : -1.0};
  cost.u = exact.bias;
  for (int r = 0; r < found.size; ++r) {
    cost.u += static_cast<double>(entries[r].d) * static_cast<double>(entries[r].alpha);
  }
  cost.refresh();
  const double slope = label < 0 ? 0 : cost.sign * cost.wrong;

  math::Moments at;
  at.c_max = 2 * exact.lambda0 * static_cast<double>(found.c_max);
  at.s = at.c_max > exact.lambda1 ? exact.lambda1 / at.c_max : 1;
  for (int r = 0; r < found.size; ++r) {
    const double alpha = entries[r].alpha;
    if (alpha == 0) continue;
    const double rho = entries[r].rho;
    const double c = 2 * exact.lambda0 * rho - slope * static_cast<double>(entries[r].d);
    const double slack = exact.lambda1 * math::abs_of(alpha) - at.s * alpha * c;
    at.nonzeros += 1;
    at.norm1 += math::abs_of(alpha);
    at.alpha_q += alpha * static_cast<double>(entries[r].q);
    at.alpha_rho += alpha * rho;
    at.alpha_rho_size += math::abs_of(alpha * rho);
    at.slack += math::max_of(0.0, slack);
  }
  if (label < 0) return certified(problem, math::NoCost(), at, exact.tolerance, 0, found);
  posterior[0] = static_cast<float>(label == 0 ? cost.right : cost.wrong);
  posterior[1] = static_cast<float>(label == 0 ? cost.wrong : cost.right);
  const double wrong_error = math::abs_of(static_cast<double>(found.wrong) - cost.wrong);
  return certified(problem, cost, at, exact.tolerance, wrong_error, found);
}

}  // namespace supdict::cuda
