// SPDX-License-Identifier: BSD-3-Clause
// The functions that a GPU runs, lane by lane on the host: codes, steps and bounds as on the CPU.
#include "backend/cuda/emulation.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "coding/packed.hpp"
#include "supdict/coding.hpp"
#include "support/exact_costs.hpp"
#include "support/golden.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

const std::vector<int> kLasso;
const std::vector<int> kBoth = {0, 1};

struct Emulated {
  Matrix<float> Alpha;
  Matrix<float> posterior;
  std::vector<coding::Outcome> outcomes;
  std::vector<coding::Size> unfinished;

  const coding::Outcome& outcome(Index coding) const {
    return outcomes[static_cast<std::size_t>(coding)];
  }
  bool found(Index coding) const { return outcome(coding).status == coding::Status::kConverged; }
};

struct How {
  double tolerance = 1e-6;
  cuda::Walks walks = {};
  int max_iterations = 20000;
};

Emulated emulate(const SupervisedDictionary<float>& model, const Matrix<float>& X,
                 const std::vector<int>& hypotheses, const How& how = {}) {
  const coding::Packed<float> packed(model, false);
  const bool lasso = hypotheses.empty();
  const cuda::Plan plan(packed);
  const cuda::Order order =
      plan.order(lasso ? 1 : model.lambda0, lasso ? model.lambda1 / model.lambda0 : model.lambda1,
                 hypotheses, {how.tolerance, how.max_iterations, {}});
  Emulated result;
  const Index codings = X.cols() * order.task.codings();
  result.Alpha.setConstant(model.n_atoms(), codings, std::numeric_limits<float>::quiet_NaN());
  result.posterior.setZero(2, codings);
  result.outcomes.resize(static_cast<std::size_t>(codings));
  result.unfinished = cuda::emulate(plan, order,
                                    {X.data(), X.outerStride(), X.cols(), result.Alpha.data(),
                                     result.posterior.data(), result.outcomes.data()},
                                    how.walks);
  return result;
}

Codes<float> on_cpu(const SupervisedDictionary<float>& model, const Matrix<float>& X,
                    const std::vector<int>& hypotheses, double tolerance) {
  const Coder<float> coder(model, {.tolerance = tolerance}, Context(1));
  return hypotheses.empty() ? coder.lasso(X) : coder.encode(X, hypotheses);
}

/// What a warp finds holds up to numbers in long double, and is what the CPU finds.
void expect_as_on_cpu(const SupervisedDictionary<float>& model, const Matrix<float>& X,
                      const std::vector<int>& hypotheses, Index most_unfinished) {
  constexpr double kTolerance = 1e-6;
  constexpr float kSame = 1e-5F;
  const Emulated emulated = emulate(model, X, hypotheses, {.tolerance = kTolerance});
  const Codes<float> codes = on_cpu(model, X, hypotheses, kTolerance);
  EXPECT_LE(std::ssize(emulated.unfinished), most_unfinished);
  const Index h = codes.n_hypotheses();
  for (Index c = 0; c < codes.value.size(); ++c) {
    if (!emulated.found(c)) continue;
    const coding::Outcome& outcome = emulated.outcome(c);
    SCOPED_TRACE(c);
    EXPECT_LE((emulated.Alpha.col(c) - codes.Alpha.col(c)).cwiseAbs().maxCoeff(), kSame);
    EXPECT_NEAR(outcome.value, codes.value.data()[c], kRoundingFloat * outcome.value);
    EXPECT_LE(outcome.lower, codes.upper.data()[c]);
    EXPECT_GE(outcome.upper, codes.lower.data()[c]);
    const int label = hypotheses.empty() ? -1 : hypotheses[static_cast<std::size_t>(c % h)];
    const ExactBounds exact =
        exact_bounds<float>(model, X.col(c / h), emulated.Alpha.col(c).cast<double>(), label,
                            model.lambda1 / model.lambda0);
    EXPECT_LE(outcome.lower, exact.lower);
    EXPECT_GE(outcome.upper, exact.upper);
    EXPECT_LE(exact.upper - exact.lower, 2 * kTolerance * exact.upper);
    if (label >= 0) {
      EXPECT_LE((emulated.posterior.col(c) - codes.posterior.col(c)).cwiseAbs().maxCoeff(), kSame);
    }
  }
}

struct Size {
  Decision decision;
  Index k;
  Index most_unfinished;  ///< of the 30 signals: dense codes
};

class EmulationOf : public ::testing::TestWithParam<Size> {
 protected:
  LabelledProblem<double> problem_ = make_problem({.decision = GetParam().decision,
                                                   .n = 60,
                                                   .k = GetParam().k,
                                                   .m = 30,
                                                   .lambda0 = 5,
                                                   .kappa = 0.3,
                                                   .theta = 0.7});
  SupervisedDictionary<float> model_ = to_float(problem_.model);
  Matrix<float> X_ = problem_.X.cast<float>();
};

TEST_P(EmulationOf, TheLassoIsThatOfTheCpu) {
  expect_as_on_cpu(model_, X_, kLasso, 0);
}

TEST_P(EmulationOf, BothHypothesesAreThoseOfTheCpu) {
  expect_as_on_cpu(model_, X_, kBoth, GetParam().most_unfinished);
}

TEST_P(EmulationOf, HypothesesMayComeInAnyNumberAndOrder) {
  const Emulated both = emulate(model_, X_, kBoth);
  const Emulated other = emulate(model_, X_, {1, 0, 1});
  for (Index j = 0; j < X_.cols(); ++j) {
    if (!both.found(2 * j) || !both.found(2 * j + 1)) continue;
    EXPECT_EQ(other.Alpha.col(3 * j), both.Alpha.col(2 * j + 1));
    EXPECT_EQ(other.Alpha.col(3 * j + 1), both.Alpha.col(2 * j));
    EXPECT_EQ(other.Alpha.col(3 * j + 2), both.Alpha.col(2 * j + 1));
    EXPECT_EQ(other.outcome(3 * j).lower, both.outcome(2 * j + 1).lower);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, EmulationOf,
    ::testing::Values(Size{Decision::kLinear, 1, 0}, Size{Decision::kLinear, 37, 0},
                      Size{Decision::kLinear, 64, 0}, Size{Decision::kLinear, 65, 0},
                      Size{Decision::kLinear, 250, 0}, Size{Decision::kLinear, 300, 1},
                      Size{Decision::kLinear, 512, 6}, Size{Decision::kBilinear, 20, 0},
                      Size{Decision::kBilinear, 64, 0}, Size{Decision::kBilinear, 130, 0}),
    [](const ::testing::TestParamInfo<Size>& chosen) {
      return to_string(chosen.param.decision) + "_k" + std::to_string(chosen.param.k);
    });

TEST(Emulation, GoldenFilesOfTwoClasses) {
  int compared = 0;
  Index unfinished = 0;
  Index all = 0;
  for (const auto& file : golden_files()) {
    const Golden golden = read_golden(file);
    if (golden.problem.model.n_classes() != 2) continue;
    if (!golden.problem.model.penalty.is_plain()) continue;
    SCOPED_TRACE(file.filename().string());
    const SupervisedDictionary<float> model = to_float(golden.problem.model);
    const Emulated emulated = emulate(model, golden.problem.X.cast<float>(), kBoth);
    for (Index c = 0; c < golden.S.size(); ++c) {
      if (!emulated.found(c)) continue;
      EXPECT_NEAR(emulated.outcome(c).value, golden.S.data()[c],
                  kGoldenCostFloat * golden.S.data()[c]);
      ++compared;
    }
    unfinished += std::ssize(emulated.unfinished);
    all += golden.S.cols();
  }
  EXPECT_GT(compared, 0);
  EXPECT_LE(2 * unfinished, all);
}

/// A model whose lasso codes have many atoms.
LabelledProblem<double> dense_problem() {
  return make_problem({.n = 80, .k = 60, .m = 6, .lambda0 = 50, .kappa = 0.02});
}

/// Signals whose code has more than `room` non-zeros.
std::vector<coding::Size> denser_than(Index room, const Codes<float>& codes) {
  std::vector<coding::Size> signals;
  for (Index j = 0; j < codes.n_signals(); ++j) {
    if ((codes.code(j).array() != 0).count() > room) signals.push_back(j);
  }
  return signals;
}

TEST(Emulation, CodesThatOutgrowTheFirstWalkAreListed) {
  const LabelledProblem<double> problem = dense_problem();
  const SupervisedDictionary<float> model = to_float(problem.model);
  const Matrix<float> X = problem.X.cast<float>();
  const Codes<float> codes = on_cpu(model, X, kLasso, 1e-6);
  for (const int room : {24, 32}) {
    const Emulated emulated = emulate(model, X, kLasso, {.walks = {room, false}});
    const std::vector<coding::Size> too_dense = denser_than(room, codes);
    ASSERT_FALSE(too_dense.empty());
    for (const coding::Size j : too_dense) {
      EXPECT_EQ(std::count(emulated.unfinished.begin(), emulated.unfinished.end(), j), 1);
      EXPECT_FALSE(emulated.found(j));
    }
  }
}

TEST(Emulation, TheSecondWalkFindsThem) {
  for (const auto& [k, kappa] :
       {std::pair(60, 0.04), {128, 0.12}, {250, 0.12}, {300, 0.14}, {500, 0.16}}) {
    SCOPED_TRACE(k);
    const LabelledProblem<double> problem =
        make_problem({.n = 100, .k = k, .m = 8, .lambda0 = 50, .kappa = kappa});
    const SupervisedDictionary<float> model = to_float(problem.model);
    const Matrix<float> X = problem.X.cast<float>();
    ASSERT_FALSE(denser_than(32, on_cpu(model, X, kLasso, 1e-6)).empty());
    expect_as_on_cpu(model, X, kLasso, 1);
    expect_as_on_cpu(model, X, kBoth, 1);
  }
}

TEST(Emulation, CodesThatOutgrowTheSecondWalkAreListed) {
  const LabelledProblem<double> problem =
      make_problem({.n = 200, .k = 180, .m = 4, .lambda0 = 50, .kappa = 0.02});
  const SupervisedDictionary<float> model = to_float(problem.model);
  const Matrix<float> X = problem.X.cast<float>();
  ASSERT_EQ(denser_than(64, on_cpu(model, X, kLasso, 1e-6)).size(), 4);
  EXPECT_EQ(emulate(model, X, kLasso).unfinished.size(), 4);
}

TEST(Emulation, ZeroSignalsAndStrongPenaltiesGiveZeroCodes) {
  LabelledProblem<double> problem = make_problem({.k = 40, .m = 5, .kappa = 0.2});
  problem.X.col(2).setZero();
  SupervisedDictionary<float> model = to_float(problem.model);
  const Matrix<float> X = problem.X.cast<float>();
  const Emulated some = emulate(model, X, kLasso);
  EXPECT_TRUE(some.unfinished.empty());
  EXPECT_EQ(some.Alpha.col(2).cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(some.outcome(2).value, 0);
  EXPECT_GT(some.Alpha.col(0).cwiseAbs().maxCoeff(), 0);

  model.lambda1 = 1.001 * largest_correlation_at_zero(to_double(model), problem.X.col(1), 0);
  const Emulated zero = emulate(model, X, {0});
  EXPECT_TRUE(zero.found(1));
  EXPECT_EQ(zero.Alpha.col(1).cwiseAbs().maxCoeff(), 0);
}

TEST(Emulation, AtomsThatAreThereTwiceArePassedOver) {
  LabelledProblem<double> problem = make_problem({.k = 30, .m = 20, .kappa = 0.1});
  problem.model.D.rightCols(15) = problem.model.D.leftCols(15);
  const SupervisedDictionary<float> model = to_float(problem.model);
  expect_as_on_cpu(model, problem.X.cast<float>(), kLasso, 0);
}

TEST(Emulation, TheStepLimitEndsAWalk) {
  const LabelledProblem<double> problem = make_problem({.k = 50, .m = 4, .kappa = 0.1});
  const SupervisedDictionary<float> model = to_float(problem.model);
  const Emulated emulated = emulate(model, problem.X.cast<float>(), kLasso, {.max_iterations = 2});
  EXPECT_EQ(emulated.unfinished.size(), 4);
  for (Index j = 0; j < 4; ++j) EXPECT_LE(emulated.outcome(j).iterations, 2);
}

}  // namespace
}  // namespace supdict::testing
