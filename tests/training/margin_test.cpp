// SPDX-License-Identifier: BSD-3-Clause
// Margins around images.
#include "signals/margin.hpp"

#include <gtest/gtest.h>

#include "core/rng.hpp"
#include "support/expect.hpp"

namespace supdict {
namespace {

PreprocessingOptions images(int height, int width, const std::string& pad) {
  PreprocessingOptions options;
  options.image_height = height;
  options.image_width = width;
  options.pad = pad;
  return options;
}

/// Ink of 100 to 255 on a background of 10, in the middle of images with a free border.
Matrix<double> ink_with_border(int side, int border, Index m) {
  core::Rng rng{1};
  Matrix<double> X = Matrix<double>::Constant(Index{side} * side, m, 10);
  for (Index j = 0; j < m; ++j) {
    for (int r = border; r < side - border; ++r) {
      for (int c = border; c < side - border; ++c) {
        X(Index{r} * side + c, j) = 100 + 155 * rng.uniform();
      }
    }
  }
  return X;
}

TEST(Margin, SurroundsTheImageWithItsBackground) {
  const Matrix<double> X = ink_with_border(5, 1, 30);
  PreprocessingOptions options = images(5, 5, "9x8");
  options.unit_norm = false;
  const Preprocessing fitted = fit_preprocessing<double>(X, options);
  EXPECT_EQ(fitted.n_raw, 25);
  EXPECT_EQ(fitted.n_values(), 72);
  EXPECT_EQ(fitted.n_features(), 72);
  EXPECT_EQ(fitted.background, 0);
  EXPECT_NE(fitted.describe().find("images padded to 9x8"), std::string::npos);
  const Matrix<double> Y = fitted.apply<double>(X);
  const double scale = 1 / (X.maxCoeff() - 10);
  for (int r = 0; r < 9; ++r) {
    for (int c = 0; c < 8; ++c) {
      const bool inside = r >= 2 && r < 7 && c >= 1 && c < 6;
      const double expected = inside ? (X((r - 2) * 5 + c - 1, 3) - 10) * scale : 0;
      EXPECT_NEAR(Y(r * 8 + c, 3), expected, 1e-12);
    }
  }
  EXPECT_LT((fitted.without_margin<double>(Y) - (X.array() - 10).matrix() * scale).norm(), 1e-10);
}

TEST(Margin, HasTheColourOfTheBorderWhateverThatIs) {
  const Matrix<double> X = 255 - ink_with_border(6, 1, 10).array();  // dark on bright
  const Preprocessing fitted = fit_preprocessing<double>(X, images(6, 6, "8x8"));
  EXPECT_NEAR(fitted.background, 1, 1e-12);
  EXPECT_NEAR(fitted.apply<double>(X).col(0).norm(), 1, 1e-12);
}

TEST(Margin, GivesSlantedInkRoom) {
  PreprocessingOptions options = images(6, 6, "10x10");
  options.deskew = true;
  options.append_constant = 1;
  const Preprocessing fitted = fit_preprocessing<double>(ink_with_border(6, 0, 10), options);
  EXPECT_EQ(fitted.n_features(), 101);
  EXPECT_TRUE(fitted.apply<double>(ink_with_border(6, 0, 10)).allFinite());
}

TEST(Margin, OfTheSameSizeOrNoneIsNone) {
  const Matrix<double> X = ink_with_border(5, 1, 10);
  for (const char* pad : {"auto", "none", "5x5"}) {
    EXPECT_FALSE(fit_preprocessing<double>(X, images(5, 5, pad)).is_padded()) << pad;
  }
}

TEST(Margin, ErrorsNameTheText) {
  const Matrix<double> X = ink_with_border(5, 1, 10);
  for (const char* pad : {"", "28", "28x", "x28", "-3x9", "28x28x28", "28 x 28", "1e3x9"}) {
    testing::expect_error(ErrorCode::kInvalidOption,
                          {"pad is '", "expected HEIGHTxWIDTH as in 28x28, auto or none"},
                          [&] { fit_preprocessing<double>(X, images(5, 5, pad)); });
  }
  testing::expect_error(ErrorCode::kInvalidOption,
                        {"pad is '4x9' and the images are 5x5", "at least as long"},
                        [&] { fit_preprocessing<double>(X, images(5, 5, "4x9")); });
  testing::expect_error(ErrorCode::kInvalidOption,
                        {"pad is '9x9'", "no image shape; set image_height and image_width"},
                        [&] { fit_preprocessing<double>(X, images(0, 0, "9x9")); });
}

TEST(Room, IsMadeWhereInkWouldLeaveTheImage) {
  const Augmentation strong =
      Augmentation::parse("shift:1,rotate:10,scale:0.1,shear:0.15,elastic:1.1");
  const auto room = [](const Augmentation& a, int side, int border) {
    return signals::room_for<double>(a, ink_with_border(side, border, 20), side, side);
  };
  EXPECT_EQ(room(strong, 16, 0), "22x22");
  EXPECT_EQ(room(strong, 28, 4), "none") << "the border of MNIST is wide enough";
  EXPECT_EQ(room(strong, 20, 2), "22x22");
  EXPECT_EQ(room(Augmentation::parse("shift:1"), 16, 0), "none");
  EXPECT_EQ(room({}, 16, 0), "none");
}

TEST(Room, ChoosesThePreprocessingThatGoesWithAnAugmentation) {
  const Matrix<double> X = ink_with_border(16, 0, 20);
  const Augmentation a = Augmentation::parse("rotate:20,elastic:1");
  const PreprocessingOptions suited = suit_augmentation<double>(images(16, 16, "auto"), a, X);
  EXPECT_EQ(suited.scaling, Scaling::kRange);
  EXPECT_EQ(suited.pad, "22x22");
  EXPECT_EQ(suit_augmentation<double>(images(16, 16, "18x18"), a, X).pad, "18x18");
  const PreprocessingOptions plain = suit_augmentation<double>(images(16, 16, "auto"), {}, X);
  EXPECT_EQ(plain.scaling, Scaling::kAuto);
  EXPECT_EQ(plain.pad, "none");
}

}  // namespace
}  // namespace supdict
