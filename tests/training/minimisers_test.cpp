// SPDX-License-Identifier: BSD-3-Clause
// What minimises inside the trainers, on functions whose minimum is known.
#include <gtest/gtest.h>

#include <cmath>

#include "support/problems.hpp"
#include "training/methods/adam.hpp"
#include "training/methods/lbfgs.hpp"

namespace supdict::testing {
namespace {

TEST(Lbfgs, FindsTheMinimumOfAQuadraticFunction) {
  for (const Index n : {1, 5, 40}) {
    const Matrix<double> M = random_matrix(n, n, 3);
    const Matrix<double> A = M.transpose() * M + Matrix<double>::Identity(n, n);
    const Vector<double> wanted = random_matrix(n, 1, 4);
    Vector<double> x = Vector<double>::Zero(n);
    const auto summary = training::Lbfgs<double>().minimise(
        [&](const Vector<double>& at, Vector<double>& gradient) {
          gradient = A * (at - wanted);
          return 0.5 * (at - wanted).dot(gradient);
        },
        x, 500, 1e-10);
    EXPECT_TRUE(summary.converged) << n;
    EXPECT_LT((x - wanted).norm(), 1e-6) << n;
    EXPECT_NEAR(summary.value, 0, 1e-12);
  }
}

TEST(Lbfgs, FollowsTheValleyOfRosenbrock) {
  Vector<double> x{{-1.2, 1}};
  const auto summary = training::Lbfgs<double>().minimise(
      [](const Vector<double>& at, Vector<double>& gradient) {
        const double a = 1 - at[0];
        const double b = at[1] - at[0] * at[0];
        gradient = Vector<double>{{-2 * a - 400 * at[0] * b, 200 * b}};
        return a * a + 100 * b * b;
      },
      x, 200, 1e-9);
  EXPECT_TRUE(summary.converged);
  EXPECT_NEAR(x[0], 1, 1e-6);
  EXPECT_NEAR(x[1], 1, 1e-6);
  EXPECT_LT(summary.iterations, 100);
}

TEST(Lbfgs, StaysWhereItIsAtAMinimumAndStopsWhenAsked) {
  const auto bowl = [](const Vector<double>& at, Vector<double>& gradient) {
    gradient = 2 * at;
    return at.squaredNorm();
  };
  Vector<double> x = Vector<double>::Zero(3);
  EXPECT_EQ(training::Lbfgs<double>().minimise(bowl, x, 100, 1e-9).iterations, 0);
  EXPECT_EQ(x.norm(), 0);
  x = Vector<double>::Constant(3, 1e6);
  const auto summary = training::Lbfgs<double>().minimise(bowl, x, 0, 1e-9);
  EXPECT_FALSE(summary.converged);
  EXPECT_EQ(x[0], 1e6);
}

TEST(Adam, TakesAFirstStepOfTheRateAgainstTheSignOfTheGradient) {
  for (const double size : {1e-3, 1.0, 1e4}) {
    training::Adam<double> adam;
    adam.start(1, 3);
    Matrix<double> theta = Matrix<double>::Zero(1, 3);
    const Matrix<double> gradient{{size, -2 * size, 0}};
    adam.step(theta, gradient, 0.1, 0.95, 1);
    EXPECT_NEAR(theta(0, 0), -0.1, 1e-5);
    EXPECT_NEAR(theta(0, 1), 0.1, 1e-5);
    EXPECT_EQ(theta(0, 2), 0);
  }
}

TEST(Adam, DoesNotDependOnTheScaleOfTheObjective) {
  const auto path = [](double scale) {
    training::Adam<double> adam;
    adam.start(2, 1);
    Matrix<double> theta = Matrix<double>{{3}, {-1}};
    for (Index t = 1; t <= 100; ++t) {
      const Matrix<double> gradient = scale * Matrix<double>{{theta(0)}, {25 * theta(1)}};
      adam.step(theta, gradient, 0.05, 0.95, t);
    }
    return theta;
  };
  EXPECT_LT((path(1) - path(1000)).norm(), 1e-4);
  EXPECT_LT(path(1).norm(), 1);
}

}  // namespace
}  // namespace supdict::testing
