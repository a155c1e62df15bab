// SPDX-License-Identifier: BSD-3-Clause
#include "supdict/preprocessing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/rng.hpp"
#include "signals/deskew.hpp"
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
  options.unit_norm = false;
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
  options.scaling = Scaling::kNone;
  EXPECT_EQ(fit_preprocessing<double>(zero, options).apply<double>(zero), zero);
}

template <class T>
class Scalar : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Scalar, Scalars);

/// Two informative features of 200 signals, and one that is constant up to its last bit.
template <class T>
Matrix<T> with_a_constant(Index m = 200) {
  Matrix<T> X = random_signals(3, m).cast<T>();
  X.row(1).setConstant(T(0.1));
  for (Index j = 0; j < m; j += 3) X(1, j) = std::nextafter(T(0.1), T(1));
  return X;
}

TYPED_TEST(Scalar, TheNoiseOfAConstantFeatureIsNoScale) {
  using T = TypeParam;
  PreprocessingOptions options;
  options.unit_norm = false;
  for (const Index m : {2, 3, 200, 100001}) {
    Matrix<T> X = with_a_constant<T>(m);
    const Preprocessing fitted = fit_preprocessing<T>(X, options);
    EXPECT_EQ(fitted.scale[1], 0) << m;
    EXPECT_GT(fitted.scale[0], 0) << m;
    X.row(1).setConstant(T(0.11));
    EXPECT_EQ(fitted.template apply<T>(X).row(1).norm(), 0) << m;
    X.row(1).setConstant(T(0.1));
    EXPECT_EQ(fit_preprocessing<T>(X, options).scale[1], 0) << m;
  }
}

TYPED_TEST(Scalar, SmallChangesOfLargeValuesAreKept) {
  using T = TypeParam;
  Matrix<T> X = with_a_constant<T>();
  for (Index j = 0; j < X.cols(); ++j) X(1, j) = T(1e6) + static_cast<T>(j % 3);
  PreprocessingOptions options;
  options.unit_norm = false;
  const Matrix<T> Y = fit_preprocessing<T>(X, options).template apply<T>(X);
  EXPECT_NEAR(Y.row(1).squaredNorm() / static_cast<T>(X.cols()), 1, 1e-4);
}

TYPED_TEST(Scalar, ConstantImagesAreNotBlownUp) {
  using T = TypeParam;
  Matrix<T> X = Matrix<T>::Constant(4, 9, T(0.1));
  X(2, 3) = std::nextafter(T(0.1), T(1));
  PreprocessingOptions options;
  options.unit_norm = false;
  options.image_height = options.image_width = 2;
  const Preprocessing fitted = fit_preprocessing<T>(X, options);
  EXPECT_EQ(fitted.scale[0], 1);
  EXPECT_LT(fitted.template apply<T>(X).cwiseAbs().maxCoeff(), 1e-6);
}

// Powers of two change no digit, so the results must be the same to the last bit.
TYPED_TEST(Scalar, UnitsOfAnySizeGiveTheSame) {
  using T = TypeParam;
  const bool single = std::is_same_v<T, float>;
  const Matrix<T> X = random_signals(20, 50).cast<T>();
  for (const Scaling scaling : {Scaling::kNone, Scaling::kRange, Scaling::kStandardise}) {
    for (const bool remove_mean : {false, true}) {
      PreprocessingOptions options;
      options.scaling = scaling;
      options.remove_mean = remove_mean;
      const Matrix<T> Y = fit_preprocessing<T>(X, options).template apply<T>(X);
      EXPECT_NEAR(Y.colwise().norm().mean(), 1, 1e-5);
      for (const int e : single ? std::vector<int>{-110, -70, 70, 118}
                                : std::vector<int>{-1000, -600, 600, 1000}) {
        const Matrix<T> far = X * std::ldexp(T(1), e);
        const Matrix<T> same = fit_preprocessing<T>(far, options).template apply<T>(far);
        EXPECT_EQ(same, Y) << to_string(scaling) << " " << remove_mean << " 2^" << e;
      }
    }
  }
}

TYPED_TEST(Scalar, ValuesOfTestSignalsMayBeFarOutside) {
  using T = TypeParam;
  const Preprocessing fitted = fit_preprocessing<T>(random_signals(5, 40).cast<T>(), {});
  Matrix<T> X = random_signals(5, 3).cast<T>();
  X(2, 1) = std::numeric_limits<T>::max();
  const Matrix<T> Y = fitted.template apply<T>(X);
  EXPECT_NEAR(Y.col(1).norm(), 1, 1e-6);
  EXPECT_NEAR(Y(2, 1), 1, 1e-6);
  PreprocessingOptions options;
  options.unit_norm = false;
  const Preprocessing tiny =
      fit_preprocessing<T>(random_signals(5, 40).cast<T>() * T(1e-9), options);
  EXPECT_THROW(tiny.template apply<T>(X), Error) << "no infinite values in silence";
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

/// A bar of two columns, `height` rows high, slanted by `slant` columns per row.
Vector<double> leaning_bar(int height, int width, double slant) {
  Vector<double> image = Vector<double>::Zero(Index{height} * width);
  for (int r = 3; r < height - 3; ++r) {
    const double left = width / 2.0 + slant * (r - height / 2.0);
    for (int c = 0; c < width; ++c) {
      const double covered = std::min(left + 2, c + 1.0) - std::max(left, double(c));
      image[Index{r} * width + c] = std::clamp(covered, 0.0, 1.0);
    }
  }
  return image;
}

/// cov(row, column) / var(row) of the ink.
double slant_of(const Vector<double>& image, int height, int width) {
  const Eigen::Map<const Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> ink(
      image.data(), height, width);
  const Eigen::ArrayXd by_row = ink.rowwise().sum();
  const Eigen::ArrayXd rows = Eigen::ArrayXd::LinSpaced(height, 0, height - 1);
  const Eigen::ArrayXd cols = Eigen::ArrayXd::LinSpaced(width, 0, width - 1);
  const Eigen::ArrayXd centred = rows - (rows * by_row).sum() / by_row.sum();
  const Eigen::ArrayXd moments = (ink.matrix() * cols.matrix()).array();
  return (centred * moments).sum() / (centred.square() * by_row).sum();
}

TEST(Deskew, SetsALeaningBarUpright) {
  for (const double slant : {-0.8, -0.3, 0.1, 0.6}) {
    Vector<double> image = leaning_bar(20, 24, slant);
    const double ink = image.sum();
    ASSERT_NEAR(slant_of(image, 20, 24), slant, 0.02);
    signals::deskew(image.data(), 20, 24);
    EXPECT_NEAR(slant_of(image, 20, 24), 0, 1e-5) << slant;
    EXPECT_NEAR(image.sum(), ink, 1e-4);
  }
}

TEST(Deskew, LeavesUprightFlatAndEmptyImagesAlone) {
  const Vector<double> upright = leaning_bar(12, 10, 0);
  Vector<double> flat = Vector<double>::Zero(120);
  flat.segment(40, 8).setConstant(0.3);
  for (const Vector<double>& before : {upright, flat, Vector<double>(Vector<double>::Zero(120))}) {
    Vector<double> image = before;
    signals::deskew(image.data(), 12, 10);
    EXPECT_LT((image - before).cwiseAbs().maxCoeff(), 1e-5);
  }
}

TEST(Preprocessing, DeskewsAfterScalingAndSaysSo) {
  PreprocessingOptions options;
  options.image_height = 20;
  options.image_width = 24;
  options.deskew = true;
  Matrix<double> X(480, 2);
  X.col(0) = 255 * leaning_bar(20, 24, 0.5).array() - 128;  // background -128
  X.col(1) = 255 * leaning_bar(20, 24, 0).array() - 128;
  const Preprocessing fitted = fit_preprocessing<double>(X, options);
  const Matrix<double> Y = fitted.apply<double>(X);
  EXPECT_NEAR(slant_of(Y.col(0), 20, 24), 0, 1e-9);
  EXPECT_NEAR(Y.col(0).norm(), 1, 1e-12);
  EXPECT_NE(fitted.describe().find("slant"), std::string::npos);
  options.image_height = options.image_width = 0;
  EXPECT_THROW(fit_preprocessing<double>(X, options), Error);
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
    set.gather_augmented(member, rng, Context(1), batch);
    Index place = 0;
    batch.col(0).maxCoeff(&place);
    ++seen[place];
  }
  for (const int count : seen) EXPECT_GT(count, 15);
  EXPECT_EQ(set.signal(0).data(), X.data());
}

TEST(Permutation, HitsEveryPlaceOnce) {
  for (const Index count : {1, 2, 7, 64, 1000}) {
    const core::Permutation order({4, 5}, count);
    std::vector<int> hits(count, 0);
    for (Index i = 0; i < count; ++i) ++hits[order.at(i)];
    EXPECT_EQ(hits, std::vector<int>(count, 1));
  }
}

}  // namespace
}  // namespace supdict
