// SPDX-License-Identifier: BSD-3-Clause
// Coder on problems with known solutions, and on edge cases.
#include <gtest/gtest.h>

#include <cmath>

#include "supdict/coding.hpp"
#include "support/expect.hpp"
#include "support/problems.hpp"
#include "support/tolerances.hpp"

namespace supdict::testing {
namespace {

class EverySolver : public ::testing::TestWithParam<std::string> {
 protected:
  CodingOptions exact_ = options_for(GetParam(), kExact);
};

TEST_P(EverySolver, OrthonormalAtomsGiveSoftThresholding) {
  const Matrix<double> D = Matrix<double>::Identity(6, 6);
  const Matrix<double> X = random_matrix(6, 9, 5);
  const double kappa = 0.8;
  const Codes<double> codes = Coder<double>(D, kappa, exact_).lasso(X);
  ASSERT_EQ(codes.hypotheses, std::vector<int>{-1});
  for (Index j = 0; j < X.cols(); ++j) {
    for (Index i = 0; i < X.rows(); ++i) {
      const double shrunk = std::max(0.0, std::abs(X(i, j)) - kappa / 2);
      EXPECT_NEAR(codes.code(j)[i], std::copysign(shrunk, X(i, j)), kSameCode);
    }
  }
  EXPECT_EQ(codes.posterior.size(), 0);
}

class EveryPenalty : public EverySolver {};

TEST_P(EveryPenalty, OrthonormalAtomsWithEveryPenaltyAreSolvedByHand) {
  const Matrix<double> D = Matrix<double>::Identity(6, 6);
  const Matrix<double> X = random_matrix(6, 9, 5);
  const CodePenalty penalty{.nonnegative = true, .ridge = 0.25, .weights = {1, 2, 0.5, 1, 3, 0.1}};
  const double kappa = 0.8;
  const Codes<double> codes = Coder<double>(D, kappa, exact_, Context(), penalty).lasso(X);
  for (Index j = 0; j < X.cols(); ++j) {
    for (Index i = 0; i < X.rows(); ++i) {
      const double threshold = penalty.weights[static_cast<std::size_t>(i)] * kappa / 2;
      EXPECT_NEAR(codes.code(j)[i], std::max(0.0, X(i, j) - threshold) / 1.25, kSameCode);
    }
  }
}

TEST_P(EveryPenalty, WeightsOfSignalsAreThoseOfADictionaryForEachOfThem) {
  const auto [model, X, y] = make_problem({.n = 9, .k = 20, .m = 5});
  const double kappa = 0.1;
  const Matrix<double> weights = random_matrix(20, 5, 8).cwiseAbs().array().max(0.2).matrix();
  const CodePenalty ridge{.ridge = 0.05};
  const Codes<double> together =
      Coder<double>(model.D, kappa, exact_, Context(), ridge).lasso(X, nullptr, &weights);
  EXPECT_EQ(together.summary.n_converged, 5);
  const Codes<float> in_float =
      Coder<float>(model.D.cast<float>(), kappa, options_for(GetParam(), 1e-4), Context(), ridge)
          .lasso(X.cast<float>(), nullptr, &weights);
  for (Index j = 0; j < 5; ++j) {
    CodePenalty own = ridge;
    own.weights.assign(weights.col(j).begin(), weights.col(j).end());
    const Codes<double> alone =
        Coder<double>(model.D, kappa, exact_, Context(), own).lasso(X.col(j));
    EXPECT_LE((together.code(j) - alone.code(0)).cwiseAbs().maxCoeff(), kSameCode);
    EXPECT_TRUE(together.lower(0, j) <= alone.upper(0) && alone.lower(0) <= together.upper(0, j));
    EXPECT_NEAR(in_float.value(0, j), alone.value(0), 1e-4);
  }
}

TEST(Penalties, OfTheWrongSizeOrSignAreRefused) {
  const auto [model, X, y] = make_problem({.n = 4, .k = 3, .m = 2});
  const auto make = [&, D = model.D](const CodePenalty& penalty) {
    return Coder<double>(D, 0.1, {}, Context(), penalty);
  };
  expect_error(ErrorCode::kInvalidShape, {"there are 2 atom weights; expected 3"}, [&] {
    make({.weights = {1, 2}});
  });
  expect_error(ErrorCode::kInvalidValue,
               {"the weight of atom 1 is 0; expected a number from 1e-06"}, [&] {
                 make({.weights = {1, 0, 2}});
               });
  expect_error(ErrorCode::kInvalidValue, {"ridge is -1; expected a number from 0"},
               [&] { make({.ridge = -1}); });
  const Matrix<double> few = Matrix<double>::Ones(3, 1);
  const Matrix<double> negative = -Matrix<double>::Ones(3, 2);
  expect_error(ErrorCode::kInvalidShape, {"weights (atoms x signals) is 3x1; expected 3x2"},
               [&, X = X] { make({}).lasso(X, nullptr, &few); });
  expect_error(ErrorCode::kInvalidValue, {"the weight of atom 0 is -1"},
               [&, X = X] { make({}).lasso(X, nullptr, &negative); });
  expect_error(ErrorCode::kInvalidOption, {"atom_weights is '2x' at entry 1"},
               [] { PenaltyOptions{.atom_weights = "1, 2x"}.codes(); });
  EXPECT_EQ((PenaltyOptions{.atom_weights = " 1, 2\n0.5 "}.codes().weights),
            (std::vector<double>{1, 2, 0.5}));
}

TEST_P(EverySolver, OneAtomOneFeatureIsSolvedByHand) {
  const Matrix<double> D = Matrix<double>::Constant(1, 1, 0.5);
  const Matrix<double> X = Matrix<double>::Constant(1, 1, 3);
  const Codes<double> codes = Coder<double>(D, 1, exact_).lasso(X);
  EXPECT_NEAR(codes.code(0)[0], (0.5 * 3 - 0.5) / 0.25, kSameCode);
}

TEST_P(EverySolver, PosteriorIsTheSoftmaxOfTheDecisionFunctions) {
  for (const Index p : {2, 4}) {
    const auto [model, X, y] = make_problem({.p = p});
    const Codes<double> codes = Coder<double>(model, exact_).encode(X);
    for (Index e = 0; e < codes.Alpha.cols(); ++e) {
      const Vector<double> z = model.W.transpose() * codes.Alpha.col(e) + model.b;
      Vector<double> softmax = (z.array() - z.maxCoeff()).exp();
      softmax /= softmax.sum();
      EXPECT_LE((softmax - codes.posterior.col(e)).cwiseAbs().maxCoeff(), kRounding);
    }
  }
}

TEST_P(EverySolver, NoSignalsGiveNoCodes) {
  const auto [model, X, y] = make_problem({.p = 3});
  const Coder<double> coder(model, exact_);
  const Matrix<double> none(model.n_features(), 0);
  const Codes<double> codes = coder.encode(none);
  EXPECT_EQ(codes.n_signals(), 0);
  EXPECT_EQ(codes.n_hypotheses(), 3);
  EXPECT_EQ(codes.Alpha.rows(), model.n_atoms());
  EXPECT_EQ(codes.summary.n_problems, 0);
  EXPECT_TRUE(codes.summary.usable());
  EXPECT_EQ(coder.lasso(none).n_signals(), 0);
}

TEST_P(EverySolver, ZeroSignalsAndZeroAtomsAreFine) {
  auto [model, X, y] = make_problem({.n = 6, .k = 9, .p = 3, .m = 3});
  X.col(1).setZero();
  model.D.col(2).setZero();
  model.D.col(8).setZero();
  model.W.row(8).setConstant(0.3);  // no influence on any class: its coefficient must be 0
  const Coder<double> coder(model, exact_);
  const Codes<double> lasso = coder.lasso(X);
  EXPECT_EQ(lasso.value(0, 1), 0);
  EXPECT_EQ(lasso.gap(0, 1), 0);
  EXPECT_EQ(lasso.code(1).norm(), 0);
  EXPECT_EQ(lasso.Alpha.row(2).norm(), 0);
  const Codes<double> codes = coder.encode(X);
  EXPECT_TRUE(codes.Alpha.allFinite());
  EXPECT_EQ(codes.Alpha.row(8).norm(), 0);
  EXPECT_LE(codes.summary.max_relative_gap, 10 * kExact);
}

TEST_P(EverySolver, AWarmStartOnAUselessAtomIsUndone) {
  auto [model, X, y] = make_problem({.n = 6, .k = 9, .p = 3, .m = 3});
  model.D.col(4).setZero();
  model.W.row(4).setZero();
  const Matrix<double> warm = Matrix<double>::Constant(9, 3, 0.5);
  const Coder<double> coder(model, options_for(GetParam(), 1e-8));
  for (const Codes<double>& codes : {coder.encode(X, {}, &warm), coder.lasso(X, &warm)}) {
    EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems) << codes.summary.message();
    EXPECT_LE(codes.Alpha.row(4).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST_P(EverySolver, AZeroDictionaryCostsTheSignalItself) {
  const Matrix<double> D = Matrix<double>::Zero(5, 3);
  const Matrix<double> X = random_matrix(5, 2, 8);
  const Codes<double> codes = Coder<double>(D, 0.1, exact_).lasso(X);
  for (Index j = 0; j < 2; ++j) EXPECT_NEAR(codes.value(0, j), X.col(j).squaredNorm(), kRounding);
  EXPECT_EQ(codes.Alpha.norm(), 0);
}

TEST_P(EverySolver, TheIterationLimitIsKeptAndReported) {
  const auto [model, X, y] = make_problem({.n = 20, .k = 60, .kappa = 0.01});
  CodingOptions options = exact_;
  options.max_iterations = 2;
  const Codes<double> codes = Coder<double>(model, options).encode(X);
  EXPECT_EQ(codes.summary.n_iteration_limit, codes.summary.n_problems);
  EXPECT_EQ(codes.summary.usable(), codes.summary.n_iteration_limit == 0);
  for (Index e = 0; e < codes.status.size(); ++e) {
    const bool stopped = codes.status.data()[e] == CodingStatus::kIterationLimit;
    EXPECT_EQ(stopped, codes.gap.data()[e] > kExact * codes.value.data()[e]);
    EXPECT_TRUE(!stopped || codes.iterations.data()[e] <= 2);
  }
}

TEST(HardProblems, AClassTermThatOutweighsTheSignalConverges) {
  for (const std::string solver : {"cd", "path"}) {
    for (const Index p : {2, 4, 10}) {
      const auto [model, X, y] =
          make_problem({.n = 30, .k = 60, .p = p, .lambda0 = 0.01, .kappa = 0.05, .theta = 5});
      const Codes<double> codes = Coder<double>(model, options_for(solver, 1e-6)).encode(X);
      EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems)
          << solver << " p " << p << ": " << codes.summary.message();
    }
  }
}

TEST(HardProblems, MoreClassesThanNewtonStepsAreMadeForAgreeWithCoordinateDescent) {
  const auto [model, X, y] = make_problem({.n = 12, .k = 20, .p = 70, .lambda0 = 20});
  const Codes<double> path = Coder<double>(model, options_for("path", kExact)).encode(X);
  const Codes<double> cd = Coder<double>(model, options_for("cd", kExact)).encode(X);
  EXPECT_EQ(path.summary.n_converged, path.summary.n_problems);
  EXPECT_LE((path.value - cd.value).cwiseAbs().maxCoeff(), 1e-9 * cd.value.maxCoeff());
}

TEST_P(EverySolver, CorrelatedAtomsAndLargeWeightsStillConverge) {
  auto [model, X, y] = make_problem({.n = 10, .k = 30, .p = 4, .lambda0 = 50, .theta = 4});
  model.D = (0.6 * model.D).colwise() + Vector<double>(0.4 * X.col(0));
  const Codes<double> codes = Coder<double>(model, options_for(GetParam(), 1e-7)).encode(X);
  EXPECT_EQ(codes.summary.n_converged, codes.summary.n_problems) << codes.summary.message();
}

TEST_P(EverySolver, SignalsMayBeABlockOfALargerMatrix) {
  const auto [model, X, y] = make_problem({.n = 7, .m = 5});
  Matrix<double> frame = Matrix<double>::Constant(11, 9, 1e9);
  frame.block(2, 3, 7, 5) = X;
  const Coder<double> coder(model, exact_);
  EXPECT_TRUE(same_bits(coder.encode(frame.block(2, 3, 7, 5)).Alpha, coder.encode(X).Alpha));
}

INSTANTIATE_TEST_SUITE_P(Solvers, EverySolver, ::testing::ValuesIn(every_way_to_code()), name_of);
INSTANTIATE_TEST_SUITE_P(Solvers, EveryPenalty, ::testing::ValuesIn(every_solver()), name_of);

TEST(Coder, TheFirstSolverIsTheDefaultOne) {
  EXPECT_EQ(solver_names().front(), CodingOptions{}.solver);
}

TEST(Coder, TheSummaryCountsWhatHappened) {
  const auto [model, X, y] = make_problem({.p = 3, .m = 40});
  const Codes<double> codes = Coder<double>(model).encode(X);
  const CodingSummary& summary = codes.summary;
  EXPECT_EQ(summary.n_problems, 120);
  EXPECT_EQ(summary.n_converged + summary.n_iteration_limit + summary.n_precision_limit, 120);
  EXPECT_LE(summary.max_relative_gap, 1e-6);
  EXPECT_GE(summary.seconds, 0);
  EXPECT_EQ(summary.solver, "path");
  EXPECT_EQ(summary.simd, simd_level());
  EXPECT_NE(summary.message().find("120 problems"), std::string::npos);
  EXPECT_NEAR(summary.mean_nonzeros, static_cast<double>((codes.Alpha.array() != 0).count()) / 120,
              1e-12);
}

TEST(Coder, ItMayBeMovedAndOutlivesItsInputs) {
  auto make = [] {
    const auto [model, X, y] = make_problem({});
    return Coder<double>(model, {}, Context(1));
  };
  Coder<double> coder = make();
  const Coder<double> moved = std::move(coder);
  const auto [model, X, y] = make_problem({});
  EXPECT_TRUE(same_bits(moved.encode(X).Alpha, Coder<double>(model).encode(X).Alpha));
  EXPECT_EQ(moved.n_atoms(), 20);
  EXPECT_EQ(moved.n_features(), 12);
  EXPECT_EQ(moved.n_classes(), 2);
}

TEST(KappaMax, NoSignalsGiveZero) {
  EXPECT_EQ(kappa_max<double>(Matrix<double>::Identity(3, 3), Matrix<double>(3, 0)), 0);
}

TEST(KappaMax, ItIsTwiceTheLargestCorrelation) {
  const Matrix<float> D = Matrix<float>::Identity(3, 3);
  Matrix<float> X = Matrix<float>::Zero(3, 2);
  X(1, 1) = -2.5F;
  EXPECT_EQ(kappa_max<float>(D, X), 5);
}

}  // namespace
}  // namespace supdict::testing
