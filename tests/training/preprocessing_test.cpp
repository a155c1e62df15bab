// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/preprocessing.hpp"

#include <gtest/gtest.h>

#include "core/rng.hpp"
#include "signals/signal_set.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

Matrix<double> random_signals(Index n, Index m) {
  core::Rng rng{1};
  Matrix<double> X(n, m);
  for (double& value : X.reshaped()) value = 255 * rng.uniform();
  return X;
}

TEST(Preprocessing, MapsImagesToTheUnitIntervalAndUnitLength) {
  PreprocessingOptions options;
  options.image_height = 3;
  options.image_width = 4;
  const Matrix<double> X = random_signals(12, 50);
  const Preprocessing fitted = fit_preprocessing<double>(X, options);
  const Matrix<double> Y = fitted.apply<double>(X);
  EXPECT_EQ(Y.rows(), 12);
  EXPECT_GE(Y.minCoeff(), 0);
  EXPECT_NEAR(Y.col(7).norm(), 1, 1e-12);
  EXPECT_NE(fitted.describe().find("[0, 1]"), std::string::npos);
}

TEST(Preprocessing, StandardisesFeaturesOfDifferentKinds) {
  Matrix<double> X = random_signals(5, 80);
  X.row(2) *= 1000;
  PreprocessingOptions options;
  options.unit_norm = "no";
  const Matrix<double> Y = fit_preprocessing<double>(X, options).apply<double>(X);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_NEAR(Y.row(i).mean(), 0, 1e-9);
    EXPECT_NEAR(Y.row(i).squaredNorm() / 80, 1, 1e-9);
  }
}

TEST(Preprocessing, AppendsAConstantToMeasurementsSoThatLengthStaysVisible) {
  const Matrix<double> X = random_signals(5, 80);
  const Preprocessing fitted = fit_preprocessing<double>(X, {});
  EXPECT_EQ(fitted.n_features(), 6);
  const Matrix<double> Y = fitted.apply<double>(X);
  EXPECT_NEAR(Y.col(0).norm(), 1, 1e-12);
  EXPECT_GT(std::abs(Y(5, 0) - Y(5, 1)), 1e-6);
}

TEST(Preprocessing, LeavesZeroSignalsAndConstantFeaturesAlone) {
  Matrix<double> X = random_signals(5, 20);
  X.row(1).setConstant(4);
  X.row(3) *= 1e6;
  PreprocessingOptions options;
  options.append_constant = 0;
  const Matrix<double> Y = fit_preprocessing<double>(X, options).apply<double>(X);
  EXPECT_TRUE(Y.allFinite());
  EXPECT_EQ(Y.row(1).norm(), 0);
  Matrix<double> zero = Matrix<double>::Zero(5, 2);
  options.scaling = "none";
  EXPECT_EQ(fit_preprocessing<double>(zero, options).apply<double>(zero), zero);
}

TEST(Preprocessing, RefusesWrongShapesByName) {
  PreprocessingOptions options;
  options.image_height = 3;
  options.image_width = 3;
  const Matrix<double> X = random_signals(12, 5);
  EXPECT_THROW(fit_preprocessing<double>(X, options), Error);
  const Preprocessing fitted = fit_preprocessing<double>(X, {});
  EXPECT_THROW(fitted.apply<double>(X.topRows(4)), Error);
}

TEST(ShiftImage, MovesPixelsAndFillsWithBackground) {
  const std::vector<float> image = {1, 2, 3, 4, 5, 6};  // 2 rows, 3 columns
  std::vector<float> out(6);
  signals::shift_image<float>(image.data(), 6, 2, 3, {0, 1}, false, out.data());
  EXPECT_EQ(out, (std::vector<float>{0, 1, 2, 0, 4, 5}));
  signals::shift_image<float>(image.data(), 6, 2, 3, {-1, -1}, false, out.data());
  EXPECT_EQ(out, (std::vector<float>{5, 6, 0, 0, 0, 0}));
  signals::shift_image<float>(image.data(), 6, 2, 3, {5, 9}, true, out.data());
  EXPECT_EQ(out, (std::vector<float>(6, 0)));
}

TEST(SignalSet, DrawsEveryShiftAndCopiesNothingButTheBatch) {
  Matrix<float> X(9, 1);
  X.setZero();
  X(4, 0) = 1;  // the middle pixel
  Preprocessing preprocessing;
  preprocessing.image_height = preprocessing.image_width = 3;
  const signals::SignalSet<float> set(X, {0}, preprocessing, 1);
  std::vector<int> seen(9, 0);
  core::Rng rng{9};
  Matrix<float> batch;
  const std::vector<Index> member = {0};
  for (int i = 0; i < 400; ++i) {
    set.gather_augmented(member, rng, batch);
    Index place = 0;
    batch.col(0).maxCoeff(&place);
    ++seen[static_cast<std::size_t>(place)];
  }
  for (const int count : seen) EXPECT_GT(count, 15);
  EXPECT_EQ(set.signal(0).data(), X.data());
}

TEST(Permutation, HitsEveryPlaceOnce) {
  for (const Index count : {1, 2, 7, 64, 1000}) {
    const core::Permutation order({4, 5}, count);
    std::vector<int> hits(static_cast<std::size_t>(count), 0);
    for (Index i = 0; i < count; ++i) ++hits[static_cast<std::size_t>(order.at(i))];
    EXPECT_EQ(hits, std::vector<int>(static_cast<std::size_t>(count), 1));
  }
}

}  // namespace
}  // namespace supdict
