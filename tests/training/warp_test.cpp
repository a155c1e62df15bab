// SPDX-License-Identifier: BSD-3-Clause
// Deformed images against formulas of the plane, and the statistics of smooth fields.
#include "signals/warp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "core/rng.hpp"
#include "signals/smooth_field.hpp"

namespace supdict {
namespace {

using signals::Moves;
using signals::Pose;
using signals::SmoothField;

template <class T>
class Warp : public testing::Test {
 protected:
  static Matrix<T> warped(const Matrix<T>& image, const Pose& pose) {
    // Images are stored row by row.
    const Matrix<T> rows = image.transpose();
    Matrix<T> out(rows.rows(), rows.cols());
    const auto height = static_cast<int>(image.rows());
    const auto width = static_cast<int>(image.cols());
    signals::Moves<T> still(height, width);
    signals::warp(rows.data(), height, width, signals::source_map(pose), still, out.data());
    return out.transpose();
  }

  static Matrix<T> random_image(Index height, Index width) {
    core::Rng rng{3};
    Matrix<T> image(height, width);
    for (T& value : image.reshaped()) value = static_cast<T>(rng.uniform());
    return image;
  }

  /// A bell of ink with other widths along and across the direction `turned` from the rows.
  static double bell_at(double row, double col, double turned = 0) {
    const double along = std::cos(turned) * row + std::sin(turned) * col;
    const double across = -std::sin(turned) * row + std::cos(turned) * col;
    return std::exp(-0.5 * (along * along / 30 + across * across / 12));
  }
  static Matrix<T> bell_image(int side) {
    Matrix<T> image(side, side);
    for (int r = 0; r < side; ++r) {
      for (int c = 0; c < side; ++c) {
        image(r, c) = static_cast<T>(bell_at(r - 0.5 * (side - 1), c - 0.5 * (side - 1)));
      }
    }
    return image;
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Warp, Scalars);

/// Means and second moments of the ink of an image.
struct Moments {
  template <class T>
  explicit Moments(const Matrix<T>& image) {
    for (Index r = 0; r < image.rows(); ++r) {
      for (Index c = 0; c < image.cols(); ++c) {
        const auto x = static_cast<double>(image(r, c));
        ink += x;
        row += x * static_cast<double>(r);
        col += x * static_cast<double>(c);
        row_row += x * static_cast<double>(r * r);
        row_col += x * static_cast<double>(r * c);
        col_col += x * static_cast<double>(c * c);
      }
    }
    row /= ink;
    col /= ink;
    row_row = row_row / ink - row * row;
    row_col = row_col / ink - row * col;
    col_col = col_col / ink - col * col;
  }
  double ink = 0;
  double row = 0;
  double col = 0;
  double row_row = 0;
  double row_col = 0;
  double col_col = 0;
};

TYPED_TEST(Warp, NothingAskedForIsNothingDone) {
  for (const auto& [height, width] : {std::pair{7, 9}, {8, 5}, {1, 12}, {6, 1}, {1, 1}}) {
    const Matrix<TypeParam> image = this->random_image(height, width);
    EXPECT_EQ(this->warped(image, {}), image) << height << " x " << width;
  }
}

TYPED_TEST(Warp, WholeShiftsMovePixelsAndRepeatTheBorder) {
  const Matrix<TypeParam> image = this->random_image(7, 10);
  for (const auto& [down, right] : {std::pair{2, 3}, {-1, 0}, {0, -4}, {-3, 5}, {9, 20}}) {
    Pose pose;
    pose.shift_rows = down;
    pose.shift_cols = right;
    const Matrix<TypeParam> moved = this->warped(image, pose);
    for (int r = 0; r < 7; ++r) {
      for (int c = 0; c < 10; ++c) {
        EXPECT_EQ(moved(r, c), image(std::clamp(r - down, 0, 6), std::clamp(c - right, 0, 9)));
      }
    }
  }
}

TYPED_TEST(Warp, HalfShiftsAreMeansOfNeighbours) {
  const Matrix<TypeParam> image = this->random_image(4, 6);
  Pose pose;
  pose.shift_cols = -0.5;
  const Matrix<TypeParam> moved = this->warped(image, pose);
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 5; ++c) {
      EXPECT_NEAR(moved(r, c), (image(r, c) + image(r, c + 1)) / 2, 1e-6);
    }
  }
}

TYPED_TEST(Warp, MirrorsExactly) {
  const Matrix<TypeParam> image = this->random_image(5, 8);
  EXPECT_EQ(this->warped(image, {.mirrored = true}), image.rowwise().reverse());
}

TYPED_TEST(Warp, ARightAnglePermutesPixels) {
  const Matrix<TypeParam> image = this->random_image(9, 9);
  const Matrix<TypeParam> turned = this->warped(image, {.rotate = std::numbers::pi / 2});
  for (int r = 0; r < 9; ++r) {
    // From the column axis to the row axis: what was right is below.
    for (int c = 0; c < 9; ++c) EXPECT_NEAR(turned(c, 8 - r), image(r, c), 1e-5);
  }
}

TYPED_TEST(Warp, TurnsLikeMultiplicationByAComplexNumber) {
  constexpr int kSide = 41;
  // The error of linear interpolation: an eighth of the second derivative per axis, at most 1/12.
  constexpr double kInterpolation = 2.0 / 8 / 12;
  const Matrix<TypeParam> image = this->bell_image(kSide);
  for (const double degrees : {10.0, -25.0, 60.0}) {
    const double angle = degrees * std::numbers::pi / 180;
    const Matrix<TypeParam> turned = this->warped(image, {.rotate = angle});
    for (int r = 5; r < kSide - 5; ++r) {
      for (int c = 5; c < kSide - 5; ++c) {
        const std::complex<double> place(c - 20, r - 20);  // columns are real, rows imaginary
        const std::complex<double> source = place * std::polar(1.0, -angle);
        EXPECT_NEAR(turned(r, c), this->bell_at(source.imag(), source.real()), kInterpolation);
      }
    }
    const Moments before(image);
    const Moments after(turned);
    EXPECT_NEAR(after.ink, before.ink, 1e-3 * before.ink);
    EXPECT_NEAR(after.row, 20, 0.01);
    EXPECT_NEAR(after.col, 20, 0.01);
    // The direction of the longer axis, measured from the rows.
    const double direction = 0.5 * std::atan2(2 * after.row_col, after.row_row - after.col_col);
    EXPECT_NEAR(std::sin(2 * (direction + angle)), 0, 0.01) << degrees;
  }
}

TYPED_TEST(Warp, ScaleShearAndShiftChangeMomentsAsTheyShould) {
  const Matrix<TypeParam> image = this->bell_image(61);
  const Moments before(image);
  const Moments scaled(this->warped(image, {.scale_rows = 1.15, .scale_cols = 0.8}));
  EXPECT_NEAR(scaled.row_row, 1.15 * 1.15 * before.row_row, 0.02 * before.row_row);
  EXPECT_NEAR(scaled.col_col, 0.8 * 0.8 * before.col_col, 0.03 * before.col_col);
  EXPECT_NEAR(scaled.ink, 1.15 * 0.8 * before.ink, 0.005 * before.ink);
  const Moments sheared(this->warped(image, {.shear = 0.2}));
  EXPECT_NEAR(sheared.row_col / sheared.row_row, 0.2, 0.005);
  EXPECT_NEAR(sheared.row_row, before.row_row, 0.01 * before.row_row);
  Pose shift;
  shift.shift_rows = 1.25;
  shift.shift_cols = -0.7;
  const Moments shifted(this->warped(image, shift));
  EXPECT_NEAR(shifted.row - before.row, 1.25, 0.01);
  EXPECT_NEAR(shifted.col - before.col, -0.7, 0.01);
}

TEST(Bell, HasMeanZeroAndVarianceOne) {
  core::RandomWords random{5};
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 200000;
  for (int i = 0; i < kDraws; ++i) {
    const double value = signals::bell(random.next());
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.01);
  EXPECT_NEAR(squares / kDraws, 1, 0.01);
}

class Field : public testing::Test {
 protected:
  static constexpr int kSide = 28;
  static constexpr int kDraws = 6000;

  /// Mean over draws of field(a) field(b), for rows and columns together.
  static double product(Index a, Index b) {
    SmoothField<float> field(kSide, kSide);
    core::RandomWords random{11};
    Moves<float> moves(kSide, kSide);
    const auto place = [&](Index i) { return 2 * (i / kSide) * moves.pitch + i % kSide; };
    double sum = 0;
    for (int i = 0; i < kDraws; ++i) {
      field.draw(random, 1.5, true, moves);
      const float* const rows = moves.values.data();
      const float* const cols = rows + moves.pitch;
      sum += static_cast<double>(rows[place(a)] * rows[place(b)] + cols[place(a)] * cols[place(b)]);
    }
    return sum / (2 * kDraws);
  }
  static Index at(int r, int c) { return Index{r} * kSide + c; }
};

TEST_F(Field, HasTheRootMeanSquareThatIsAskedForAtEveryPixel) {
  for (const Index pixel : {at(0, 0), at(14, 14), at(3, 22), at(27, 27)}) {
    EXPECT_NEAR(std::sqrt(product(pixel, pixel)), 1.5, 0.03) << pixel;
  }
}

TEST_F(Field, IsCorrelatedLikeNoiseAfterAGaussianFilterOfFivePixels) {
  constexpr double kVariance = 1.5 * 1.5;
  for (const int lag : {1, 3, 5, 8, 12}) {
    const double gaussian = std::exp(-lag * lag / (4 * 5.0 * 5.0));
    EXPECT_NEAR(product(at(13, 6), at(13, 6 + lag)) / kVariance, gaussian, 0.04) << lag;
    EXPECT_NEAR(product(at(6, 13), at(6 + lag, 13)) / kVariance, gaussian, 0.04) << lag;
  }
  EXPECT_NEAR(product(at(0, 0), at(27, 27)) / kVariance, 0, 0.03);
}

TEST(SmoothFieldOfALine, IsThatOfAnImageOfOneRow) {
  SmoothField<double> field(1, 100);
  core::RandomWords random{12};
  Moves<double> moves(1, 100);
  double squares = 0;
  for (int i = 0; i < 4000; ++i) {
    field.draw(random, 2, false, moves);
    for (int c = 0; c < 100; ++c) {
      squares += moves.along_cols(0)[c] * moves.along_cols(0)[c];
      ASSERT_EQ(moves.along_rows(0)[c], 0);
    }
  }
  EXPECT_NEAR(std::sqrt(squares / 4e5), 2, 0.05);
}

}  // namespace
}  // namespace supdict
