// SPDX-License-Identifier: BSD-3-Clause
// Sparse coding of many signals: the lasso, and supervised sparse coding under class hypotheses.
//
//   lasso        R(alpha)   = ||x - D alpha||^2 + kappa ||alpha||_1                           [E1]
//   supervised   S_l(alpha) = C_l(A alpha + b) + lambda0 ||x - D alpha||^2
//                             + lambda1 ||alpha||_1                                           [E3]
//
// Every solver stops on the relative duality gap (docs/equations.md, E12): value - gap is a true
// lower bound of the optimum, whatever the solver did.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "supdict/context.hpp"
#include "supdict/decision.hpp"
#include "supdict/options.hpp"
#include "supdict/types.hpp"

namespace supdict {

/// Names for CodingOptions::solver, the default first.
std::vector<std::string> solver_names();

struct CodingOptions {
  std::string solver = "path";
  double tolerance = 1e-6;
  int max_iterations = 20000;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.solver, Field{.name = "solver",
                             .help = "sparse coding solver: path (homotopy and Newton steps, the "
                                     "fastest), cd (coordinate descent), fista (accelerated "
                                     "gradient), fpc (fixed-point continuation)",
                             .choices = solver_names()});
    visit(self.tolerance, Field{.name = "tolerance",
                                .help = "stop when duality gap <= tolerance * objective",
                                .min = 0,
                                .max = 1,
                                .min_excluded = true});
    visit(
        self.max_iterations,
        Field{.name = "max_iterations",
              .help = "most iterations per coding problem: passes for cd, gradient steps for fista "
                      "and fpc, changes of the active set for path",
              .min = 1,
              .max = 1e9});
  }
};

/// What training uses unless told otherwise: a tolerance far below the differences of costs that
/// decide.
inline CodingOptions fast_coding() {
  return {.tolerance = 1e-4};
}

/// How one coding problem ended.
enum class CodingStatus : std::uint8_t {
  kConverged,       ///< relative gap below the tolerance
  kIterationLimit,  ///< max_iterations reached first
  kPrecisionLimit,  ///< the scalar type cannot resolve a smaller gap
};

struct CodingSummary {
  Index n_problems = 0;
  Index n_converged = 0;
  Index n_iteration_limit = 0;
  Index n_precision_limit = 0;
  double max_relative_gap = 0;
  double mean_iterations = 0;
  double mean_nonzeros = 0;
  double seconds = 0;
  std::string solver;
  std::string device = "cpu";
  std::string simd;

  /// True unless some problem ran into the iteration limit.
  bool usable() const { return n_iteration_limit == 0; }
  /// Adds the problems of another call.
  void merge(const CodingSummary& part);
  /// One line for people.
  std::string message() const;
};

/// Codes of m signals under h hypotheses (h = 1 for the lasso).
template <class T>
struct Codes {
  std::vector<int> hypotheses;  ///< the classes l, in column order; {-1} for the lasso
  Matrix<T> Alpha;              ///< k x (m h), column j h + i: signal j, hypothesis i
  Matrix<T> posterior;          ///< p x (m h): softmax(g(x, alpha)); empty: lasso
  Matrix<double> value;         ///< h x m: S_l(alpha), or R(alpha) for the lasso
  Matrix<double> gap;           ///< h x m: value - gap <= optimum <= value
  Matrix<int> iterations;       ///< h x m
  Matrix<CodingStatus> status;  ///< h x m
  CodingSummary summary;

  Index n_signals() const { return value.cols(); }
  Index n_hypotheses() const { return value.rows(); }
  /// The code of signal j under the i-th hypothesis.
  auto code(Index j, Index i = 0) const { return Alpha.col(j * n_hypotheses() + i); }
};

/// Prepared once for a dictionary (Gram matrix, packed copies), used for any number of signals.
template <class T>
class Coder {
 public:
  /// Lasso coding only.
  Coder(ConstMatrixRef<T> D, double kappa, CodingOptions options = {}, Context context = Context());
  /// Supervised coding, and lasso coding with kappa = lambda1 / lambda0.
  explicit Coder(const SupervisedDictionary<T>& model, CodingOptions options = {},
                 Context context = Context());
  ~Coder();
  Coder(Coder&&) noexcept;
  Coder& operator=(Coder&&) noexcept;

  /// Plain lasso codes. `warm` (k x m) gives starting points.
  Codes<T> lasso(ConstMatrixRef<T> X, const Matrix<T>* warm = nullptr) const;

  /// Codes under the given class hypotheses (all of them when empty). `warm` is k x (m h), or
  /// k x m for one start per signal; without it each hypothesis starts from the one before.
  Codes<T> encode(ConstMatrixRef<T> X, std::span<const int> hypotheses = {},
                  const Matrix<T>* warm = nullptr) const;

  Index n_features() const;
  Index n_atoms() const;
  Index n_classes() const;  ///< 0 for a lasso coder

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The smallest kappa for which the lasso code of every column of X is exactly zero.
template <class T>
double kappa_max(ConstMatrixRef<T> D, ConstMatrixRef<T> X);

}  // namespace supdict
