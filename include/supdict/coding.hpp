// SPDX-License-Identifier: BSD-3-Clause
// Sparse coding of many signals: the lasso, and supervised sparse coding under class hypotheses.
//
//   lasso        R(alpha)   = ||x - D alpha||^2 + kappa ||alpha||_1                           [E1]
//   supervised   S_l(alpha) = C_l(A alpha + b) + lambda0 ||x - D alpha||^2
//                             + lambda1 ||alpha||_1                                           [E3]
//
// and both with a richer penalty where the dictionary asks for one (supdict/penalty.hpp, E14).
//
//   top s        orthogonal matching pursuit (solver "omp"), or the lasso path up to s non-zeros
//                (CodingOptions::max_nonzeros)                                               [E15]
//
// Every solver but omp stops on the relative duality gap (docs/equations.md, E12). Whatever it did,
// it returns bounds lower <= optimum <= upper that allow for every rounding error (E13): theorems
// in float too.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "supdict/context.hpp"
#include "supdict/decision.hpp"
#include "supdict/names.hpp"
#include "supdict/options.hpp"
#include "supdict/solvers.hpp"
#include "supdict/types.hpp"

namespace supdict {

/// Whether the products of all pairs of atoms, D'D, are computed before signals are coded. Without
/// them every signal has a working set with a small matrix of its own: memory and time grow like
/// the number of atoms, not like its square. The codes are equally exact.
enum class GramMatrix { kAuto, kWhole, kNone };
constexpr auto names_of(GramMatrix) {
  return std::to_array<std::string_view>({"auto", "whole", "none"});
}

struct CodingOptions {
  /// Text, and no enum: the names are those of the table of solvers (supdict/solvers.hpp), which
  /// grows without a change of this interface.
  std::string solver = "path";
  double tolerance = 1e-6;
  int max_iterations = 20000;
  GramMatrix gram = GramMatrix::kAuto;
  std::optional<int> max_nonzeros = {};  ///< nothing: no limit

  bool operator==(const CodingOptions&) const = default;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.solver, Field{.name = "solver", .help = solver_help(), .choices = solver_names()});
    visit(self.tolerance, Field{.name = "tolerance",
                                .help = "stop when duality gap <= tolerance * objective, both as "
                                        "computed; bounds add what rounding may have done",
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
    visit(
        self.gram,
        Field{.name = "gram",
              .help = "the Gram matrix of the dictionary: whole, none (a small one per signal: "
                      "little memory, for many atoms or few signals), or auto, by their numbers"});
    visit(self.max_nonzeros,
          Field{.name = "max_nonzeros",
                .help = "the most non-zeros of a code: path stops where one more would enter, omp "
                        "when so many are chosen; null: no limit. Lasso codes only",
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
  kConverged,       ///< relative duality gap, as computed, below the tolerance
  kIterationLimit,  ///< max_iterations reached first
  kPrecisionLimit,  ///< the scalar type cannot resolve a smaller gap
};

struct SUPDICT_EXPORT CodingSummary {
  Index n_problems = 0;
  Index n_converged = 0;
  Index n_iteration_limit = 0;
  Index n_precision_limit = 0;
  Index n_in_double = 0;        ///< float: coded again in double, because a label depended on it
  Index n_finished_on_cpu = 0;  ///< signals for which a GPU had no certified code
  double max_relative_gap = 0;  ///< largest (upper - lower) / upper
  double mean_iterations = 0;
  double mean_nonzeros = 0;
  double seconds = 0;
  std::string solver;
  std::string device = "cpu";  ///< what ran; where a GPU was asked for and did not, why
  std::string simd;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.n_problems, Field{.name = "n_problems"});
    visit(self.n_converged, Field{.name = "n_converged"});
    visit(self.n_iteration_limit, Field{.name = "n_iteration_limit"});
    visit(self.n_precision_limit, Field{.name = "n_precision_limit"});
    visit(self.n_in_double, Field{.name = "n_in_double"});
    visit(self.n_finished_on_cpu, Field{.name = "n_finished_on_cpu"});
    visit(self.max_relative_gap, Field{.name = "max_relative_gap"});
    visit(self.mean_iterations, Field{.name = "mean_iterations"});
    visit(self.mean_nonzeros, Field{.name = "mean_nonzeros"});
    visit(self.seconds, Field{.name = "seconds"});
    visit(self.solver, Field{.name = "solver"});
    visit(self.device, Field{.name = "device"});
    visit(self.simd, Field{.name = "simd"});
  }

  /// True unless some problem ran into the iteration limit.
  bool usable() const { return n_iteration_limit == 0; }
  /// Adds the problems of another call.
  void merge(const CodingSummary& part);
  /// One line for people.
  std::string message() const;
};

/// What is known about the codes of m signals under h hypotheses (h = 1 for the lasso).
template <class T>
struct Certificates {
  std::vector<int> hypotheses;  ///< the classes l, in column order; {-1} for the lasso
  Matrix<T> posterior;          ///< p x (m h): softmax(g(x, alpha)); empty: lasso
  Matrix<double> value;         ///< h x m: S_l(alpha), or R(alpha) for the lasso, as computed
  Matrix<double> lower;         ///< h x m: lower <= optimum <= upper, rounding included
  Matrix<double> upper;         ///< h x m
  Matrix<double> gap;           ///< h x m: upper - lower
  /// 1 x m, empty unless codes are limited. omp: no |2 d_j'(x - D alpha)| is larger. max_nonzeros:
  /// the kappa for which the code is that of the lasso, to which value and bounds belong.
  Matrix<double> level;
  Matrix<int> iterations;       ///< h x m
  Matrix<CodingStatus> status;  ///< h x m
  CodingSummary summary;

  Index n_signals() const { return value.cols(); }
  Index n_hypotheses() const { return value.rows(); }
};

/// Codes as a dense matrix.
template <class T>
struct Codes : Certificates<T> {
  Matrix<T> Alpha;  ///< k x (m h), column j h + i: signal j, hypothesis i

  /// The code of signal j under the i-th hypothesis.
  auto code(Index j, Index i = 0) const { return Alpha.col(j * this->n_hypotheses() + i); }
};

/// A sparse matrix, column after column (CSC). The same numbers describe its transpose row after
/// row (CSR).
template <class T>
struct SparseColumns {
  Index n_rows = 0;
  std::vector<Index> starts = {0};  ///< of every column in `rows` and `values`, and the end
  std::vector<int> rows;            ///< increasing within a column
  std::vector<T> values;            ///< not 0

  Index n_cols() const { return std::ssize(starts) - 1; }
  Index n_nonzeros() const { return std::ssize(values); }
};

template <class T>
Matrix<T> to_dense(const SparseColumns<T>& sparse) {
  Matrix<T> dense = Matrix<T>::Zero(sparse.n_rows, sparse.n_cols());
  for (Index j = 0; j < sparse.n_cols(); ++j) {
    for (Index e = sparse.starts[j]; e < sparse.starts[j + 1]; ++e) {
      dense(sparse.rows[e], j) = sparse.values[e];
    }
  }
  return dense;
}

/// Codes as their non-zero entries: for large dictionaries.
template <class T>
struct SparseCodes : Certificates<T> {
  SparseColumns<T> Alpha;  ///< k x (m h), column j h + i: signal j, hypothesis i
};

namespace coding {
template <class T>
class Prepared;
}

/// Prepared once for a dictionary (Gram matrix, packed copies), used for any number of signals.
/// Thread-safe: any number of threads may use one Coder at once. They share the threads of its
/// Context.
template <class T>
class SUPDICT_EXPORT Coder {
 public:
  /// Lasso coding only.
  Coder(ConstMatrixRef<T> D, double kappa, CodingOptions options = {}, Context context = Context(),
        const CodePenalty& penalty = {});
  /// The same. Where it needs no Gram matrix it does not copy D either, which must stay as it is
  /// while the Coder is in use.
  static Coder borrowing(ConstMatrixRef<T> D, double kappa, CodingOptions options = {},
                         Context context = Context(), const CodePenalty& penalty = {});
  /// Supervised coding, and lasso coding with kappa = lambda1 / lambda0.
  explicit Coder(const SupervisedDictionary<T>& model, CodingOptions options = {},
                 Context context = Context());
  /// What others have prepared is shared, not made again.
  Coder(std::shared_ptr<const coding::Prepared<T>> prepared, Context context);
  ~Coder();
  Coder(Coder&&) noexcept;
  Coder& operator=(Coder&&) noexcept;

  /// Lasso codes, without a class term. `warm` (k x m) gives starting points, `weights` (k x m,
  /// positive) those of the atoms in the l1 norm of each signal, beside those of the dictionary.
  Codes<T> lasso(ConstMatrixRef<T> X, const Matrix<T>* warm = nullptr,
                 const Matrix<double>* weights = nullptr) const;

  /// Codes under the given class hypotheses (all of them when empty). `warm` is k x (m h), or
  /// k x m for one start per signal; without it each hypothesis starts from the one before.
  Codes<T> encode(ConstMatrixRef<T> X, std::span<const int> hypotheses = {},
                  const Matrix<T>* warm = nullptr) const;

  /// The same codes, without a dense matrix of them.
  SparseCodes<T> sparse_lasso(ConstMatrixRef<T> X, const Matrix<T>* warm = nullptr,
                              const Matrix<double>* weights = nullptr) const;
  SparseCodes<T> sparse_encode(ConstMatrixRef<T> X, std::span<const int> hypotheses = {},
                               const Matrix<T>* warm = nullptr) const;

  Index n_features() const;
  Index n_atoms() const;
  Index n_classes() const;  ///< 0 for a lasso coder

 private:
  struct SUPDICT_HIDDEN Impl;
  std::unique_ptr<Impl> impl_;
};

/// The smallest kappa for which the lasso code of every column of X is exactly zero.
template <class T>
SUPDICT_EXPORT double kappa_max(ConstMatrixRef<T> D, ConstMatrixRef<T> X);

}  // namespace supdict
