// SPDX-License-Identifier: BSD-3-Clause
// lower <= optimum <= upper in a million codings: every solver, instruction set and precision, many
// kinds of problems, compared with bounds in long double at the code of a solver in double. Then
// the same for weights of atoms, a ridge and codes without negative coefficients, alone and
// together.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "support/exact_costs.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"

namespace supdict::testing {
namespace {

/// The number of codings to check; instrumented builds set fewer (tests/CMakeLists.txt), the
/// environment any number.
Index wanted_codings() {
  const char* text = std::getenv("SUPDICT_BOUNDS_CODINGS");
  return text != nullptr ? std::atol(text) : SUPDICT_BOUNDS_CODINGS;
}

/// Draws problems a user may have: sizes, scales, weights, similar or repeated atoms.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  Index below(Index count) { return std::uniform_int_distribution<Index>(0, count - 1)(engine_); }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[below(std::ssize(values))];
  }
  /// 10^from .. 10^to.
  double scale(double from, double to) {
    return std::pow(10, std::uniform_real_distribution<double>(from, to)(engine_));
  }

 private:
  std::mt19937_64 engine_;
};

/// Codes with more non-zeros than a walk over all atoms has room for.
Recipe dense_recipe(Dice& dice, std::uint64_t seed) {
  Recipe recipe;
  recipe.n = 80 + dice.below(120);
  recipe.k = dice.one_of<Index>({150, 250, 530});
  recipe.p = dice.one_of<Index>({2, 2, 4});
  recipe.m = 2;
  recipe.lambda0 = dice.scale(-1, 2);
  recipe.kappa = dice.scale(-4, -2);
  recipe.seed = seed;
  return recipe;
}

Recipe any_recipe(Dice& dice, std::uint64_t seed) {
  Recipe recipe;
  if (dice.below(600) == 0) return dense_recipe(dice, seed);
  recipe.decision = dice.below(3) == 0 ? Decision::kBilinear : Decision::kLinear;
  recipe.n = dice.below(12) == 0 ? 100 + dice.below(200) : 1 + dice.below(24);
  recipe.k = dice.below(12) == 0 ? 40 + dice.below(40) : 1 + dice.below(24);
  recipe.p = dice.below(12) == 0 ? 8 + dice.below(70) : dice.one_of<Index>({2, 2, 2, 3, 4, 5});
  recipe.m = recipe.p > 5 ? 2 : 24;  // codings of every number of classes
  recipe.lambda0 = dice.scale(-2, 3);
  recipe.kappa = dice.scale(-2.5, 0.3);
  recipe.theta = dice.one_of({0.0, 0.1, 1.0, 5.0, 20.0});
  recipe.seed = seed;
  return recipe;
}

LabelledProblem<double> any_problem(Dice& dice, std::uint64_t seed) {
  LabelledProblem<double> problem = make_problem(any_recipe(dice, seed));
  SupervisedDictionary<double>& model = problem.model;
  const Index k = model.n_atoms();
  const Index kind = dice.below(5);
  if (kind == 0) {  // correlated atoms
    const Vector<double> common = model.D.col(0);
    model.D = (0.3 * model.D).colwise() + Vector<double>(0.7 * common);
  } else if (kind == 1) {  // repeated and zero atoms
    for (Index i = 1; i < k; i += 2) model.D.col(i) = model.D.col(dice.below(i));
    if (k > 3) model.D.col(3).setZero();
  } else if (kind == 2) {  // signals that are atoms
    for (Index j = 0; j < problem.X.cols(); ++j) problem.X.col(j) = model.D.col(dice.below(k));
  }
  problem.X.col(dice.below(problem.X.cols())).setZero();
  // Signals of another scale, with weights that match it or not.
  const double scale = dice.one_of({1.0, 1.0, dice.scale(-6, 6)});
  problem.X *= scale;
  if (dice.below(2) == 0) model.lambda1 *= scale;
  if (dice.below(4) == 0) model.lambda0 /= scale;
  if (dice.below(8) == 0) model.b *= 30;
  return problem;
}

/// Anything but the plain l1 norm.
CodePenalty any_penalty(Dice& dice, Index k) {
  CodePenalty penalty;
  while (penalty.is_plain()) {
    penalty.nonnegative = dice.below(2) == 0;
    penalty.ridge = dice.one_of({0.0, 0.0, dice.scale(-6, 2)});
    const double spread = dice.one_of({0.0, 0.3, 2.0});
    penalty.weights.clear();
    for (Index i = 0; spread > 0 && i < k; ++i) {
      penalty.weights.push_back(dice.scale(-spread, spread));
    }
  }
  return penalty;
}

class BoundsCheck {
 public:
  explicit BoundsCheck(bool penalised = false) : penalised_(penalised) {}

  /// Problems of every `step`-th seed from `first` on.
  void run(Index codings, std::uint64_t first, std::uint64_t step) {
    for (std::uint64_t seed = first; codings_ < codings; seed += step) check_problem(seed);
  }
  /// The bounds of codes with those of a solver in double at its tightest.
  template <class T>
  void compare(const SupervisedDictionary<T>& model, const Matrix<T>& X,
               const CodingOptions& options, bool lasso, std::uint64_t seed) {
    const Codes<T> codes = code<T>(model, X, options, lasso);
    const CodingOptions best{.tolerance = 1e-14, .max_iterations = 200};
    SupervisedDictionary<double> wide;
    if constexpr (std::is_same_v<T, float>) {
      wide = to_double(model);
    } else {
      wide = model;
    }
    const Codes<double> reference = code<double>(wide, X.template cast<double>(), best, lasso);
    for (Index j = 0; j < X.cols(); ++j) {
      for (Index i = 0; i < codes.n_hypotheses(); ++i) {
        const int label = codes.hypotheses[static_cast<std::size_t>(i)];
        const ExactBounds at = exact_bounds<T>(model, X.col(j), reference.code(j, i), label,
                                               model.lambda1 / model.lambda0);
        note(codes, j, i, at, options.solver, seed);
      }
    }
  }

  Index violations() const { return violations_; }

 private:
  void check_problem(std::uint64_t seed) {
    Dice dice(seed);
    LabelledProblem<double> problem = any_problem(dice, seed);
    if (penalised_) problem.model.penalty = any_penalty(dice, problem.model.n_atoms());
    const std::vector<std::string> levels = level_names();
    const ScopedLevel level(levels[dice.below(std::ssize(levels))]);
    if (dice.below(2) == 0) {
      check<double>(problem.model, problem.X, dice, seed);
    } else {
      check<float>(to_float(problem.model), problem.X.cast<float>(), dice, seed);
    }
  }

  template <class T>
  void check(const SupervisedDictionary<T>& model, const Matrix<T>& X, Dice& dice,
             std::uint64_t seed) {
    const bool lasso = dice.below(3) == 0;
    CodingOptions options{
        .solver = dice.one_of<std::string>({"path", "path", "cd", "fista", "fpc"}),
        .tolerance = dice.one_of({1e-6, 1e-6, 1e-3, 1e-9}),
        .max_iterations = dice.one_of({1000, 100, 1})};
    // Other penalties need the Gram matrix.
    if (!penalised_ && Dice(~seed).below(4) == 0) options.gram = GramMatrix::kNone;
    // The gradient methods may converge slowly; their bounds must hold wherever they stop.
    if (options.solver[0] == 'f') options.max_iterations = std::min(options.max_iterations, 100);
    compare(model, X, options, lasso, seed);
  }

  template <class T>
  static Codes<T> code(const SupervisedDictionary<T>& model, const Matrix<T>& X,
                       const CodingOptions& options, bool lasso) {
    const Coder<T> coder(model, options, Context(1));
    return lasso ? coder.lasso(X) : coder.encode(X);
  }

  template <class T>
  void note(const Codes<T>& codes, Index j, Index i, const ExactBounds& at,
            const std::string& solver, std::uint64_t seed) {
    ++codings_;
    const double lower = codes.lower(i, j);
    const double upper = codes.upper(i, j);
    // Exact arithmetic would need no allowance; long double gets one far below the accuracy of
    // double.
    const long double room = 1e-17L * std::abs(at.upper);
    if (lower <= at.upper + room && at.lower - room <= upper && lower >= 0) return;
    if (++violations_ > 5) return;
    ADD_FAILURE() << (sizeof(T) == 4 ? "float " : "double ") << solver << ", seed " << seed
                  << ", signal " << j << ", hypothesis " << codes.hypotheses[i] << ": bounds "
                  << lower << " .. " << upper << ", optimum " << static_cast<double>(at.lower)
                  << " .. " << static_cast<double>(at.upper) << ", lower - optimum "
                  << static_cast<double>(lower - at.upper) << ", optimum - upper "
                  << static_cast<double>(at.lower - upper);
  }

  bool penalised_;
  Index codings_ = 0;
  Index violations_ = 0;
};

/// In shares, which ctest runs at the same time.
constexpr int kShares = 4;

class Bounds : public ::testing::TestWithParam<int> {};

TEST_P(Bounds, HoldTheOptimumInAMillionCodings) {
  BoundsCheck check;
  check.run(wanted_codings() / kShares, GetParam(), kShares);
  EXPECT_EQ(check.violations(), 0);
}

TEST_P(Bounds, HoldTheOptimumInAMillionCodingsWithOtherPenalties) {
  BoundsCheck check(true);
  check.run(wanted_codings() / kShares, GetParam(), kShares);
  EXPECT_EQ(check.violations(), 0);
}

INSTANTIATE_TEST_SUITE_P(Shares, Bounds, ::testing::Range(1, kShares + 1));

/// A lambda0 that is no normal float, and signals whose squares are no doubles.
TEST(BoundsAtTheEdge, HoldWhereNumbersUnderflow) {
  BoundsCheck check;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const Index p : {2, 3}) {
      LabelledProblem<double> problem =
          make_problem({.n = 6, .k = 9, .p = p, .m = 6, .theta = 0, .seed = seed});
      problem.model.b.setZero();
      for (const std::string solver : {"path", "cd", "path_without_gram"}) {
        const CodingOptions options = options_for(solver, 1e-6);
        problem.model.lambda0 = 1e-40;
        problem.model.lambda1 = 3e-23;
        check.compare<float>(to_float(problem.model), 1e18F * problem.X.cast<float>(), options,
                             false, seed);
        problem.model.lambda0 = 1;
        problem.model.lambda1 = 1e-251;
        check.compare<double>(problem.model, 1e-250 * problem.X, options, true, seed);
      }
    }
  }
  EXPECT_EQ(check.violations(), 0);
}

}  // namespace
}  // namespace supdict::testing
