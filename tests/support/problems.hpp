// SPDX-License-Identifier: BSD-3-Clause
// Random problems, and reference results from plain loops.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "supdict/coding.hpp"
#include "supdict/decision.hpp"

namespace supdict::testing {

/// Sizes and weights of a random problem; the numbers come from `seed`.
struct Recipe {
  Decision decision = Decision::kLinear;
  Index n = 12;
  Index k = 20;
  Index p = 2;
  Index m = 4;
  double lambda0 = 5;
  double kappa = 0.16;  ///< lambda1 / lambda0
  double theta = 1;     ///< standard deviation of the entries of W
  std::uint64_t seed = 1;
};

std::ostream& operator<<(std::ostream& out, const Recipe& recipe);

template <class T>
struct LabelledProblem {
  SupervisedDictionary<T> model;
  Matrix<T> X;         ///< n x m, unit columns
  std::vector<int> y;  ///< m
};

/// Unit signals, atoms in the unit ball (every third one inside it), random theta and labels.
LabelledProblem<double> make_problem(const Recipe& recipe);

/// Standard normal numbers.
Matrix<double> random_matrix(Index rows, Index cols, std::uint64_t seed);

SupervisedDictionary<float> to_float(const SupervisedDictionary<double>& model);
SupervisedDictionary<double> to_double(const SupervisedDictionary<float>& model);

/// S_l(alpha), or R(alpha) for label -1 (kappa = lambda1 / lambda0), by plain loops.
double plain_cost(const SupervisedDictionary<double>& model, const Vector<double>& x,
                  const Vector<double>& alpha, int label);

/// c(0) = 2 lambda0 D'x + A'(e_l - softmax(b)): alpha = 0 is optimal iff lambda1 >= |c(0)|_inf.
double largest_correlation_at_zero(const SupervisedDictionary<double>& model,
                                   const Vector<double>& x, int label);

/// Added to the name of a solver: it is to work without the Gram matrix of all atoms.
inline constexpr std::string_view kWithoutGram = "_without_gram";

/// For a solver, or one of every_way_to_code().
CodingOptions options_for(const std::string& solver, double tolerance);

/// Intervals that contain costs, entry by entry.
struct Interval {
  Matrix<double> low;
  Matrix<double> high;
};

/// The bounds of codes, as intervals.
template <class T>
Interval interval_of(const Codes<T>& codes) {
  return {codes.lower, codes.upper};
}

/// Whether every pair of intervals overlaps, up to `rounding` relative to 1 + |cost|. Intervals
/// that contain the same optimum do, however slowly the solvers converged.
bool meet(const Interval& a, const Interval& b, double rounding);

/// S*_l (p x m), between the better bounds of two different solvers.
Interval exact_costs(const SupervisedDictionary<double>& model, const Matrix<double>& X);

}  // namespace supdict::testing
