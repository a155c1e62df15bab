// SPDX-License-Identifier: BSD-3-Clause
// The language of augmentations, and what it draws.
#include "supdict/augment.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "signals/signal_set.hpp"
#include "supdict/error.hpp"
#include "support/expect.hpp"

namespace supdict {
namespace {

constexpr const char* kRecipe = "shift:1,rotate:10,scale:0.15,shear:0.2,elastic:1";

template <class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInvalidOption);
    return error.what();
  }
  return "";
}

template <class T>
Matrix<T> random_signals(Index n, Index m) {
  core::Rng rng{1};
  Matrix<T> X(n, m);
  for (T& value : X.reshaped()) value = static_cast<T>(rng.uniform());
  return X;
}

TEST(AugmentText, IsReadAndWrittenBack) {
  const Augmentation a = Augmentation::parse(kRecipe);
  EXPECT_EQ(a.shift, 1);
  EXPECT_EQ(a.rotate, 10);
  EXPECT_EQ(a.elastic, 1);
  EXPECT_EQ(a.text(), kRecipe);
  EXPECT_EQ(Augmentation::parse("elastic:1.0,shear:2e-1,rotate:0").text(), "shear:0.2,elastic:1");
  EXPECT_EQ(Augmentation::parse("").text(), "");
  EXPECT_FALSE(Augmentation::parse("shift:0").any());
  EXPECT_FALSE(Augmentation::parse("shift:1,mirror:0.5,noise:1").deforms());
  EXPECT_TRUE(Augmentation::parse("warp:1").deforms());
}

TEST(AugmentText, ErrorsSayWhatIsWrong) {
  const auto message = [](const char* text) {
    return message_of([&] { Augmentation::parse(text); });
  };
  EXPECT_EQ(message("rotat:10"),
            "unknown augmentation 'rotat'; did you mean 'rotate'? known: shift, rotate, scale, "
            "shear, elastic, mirror, stretch, warp, amplitude, noise");
  const std::string expected =
      " has no amount; expected NAME:AMOUNT,NAME:AMOUNT,... as in shift:1,rotate:10";
  EXPECT_EQ(message("shift:1,rotate"), "augment is 'shift:1,rotate'; 'rotate'" + expected);
  EXPECT_EQ(message("shift:one"), "augment is 'shift:one'; 'shift:one'" + expected);
  EXPECT_EQ(message("shift:1,shift:2"), "augment is 'shift:1,shift:2'; 'shift' is there twice");
  EXPECT_EQ(message("scale:1"),
            "augment is 'scale:1'; scale is 1; expected at least 0 and at most 0.9");
  EXPECT_EQ(message("shift:nan"),
            "augment is 'shift:nan'; shift is nan; expected at least 0 and at most 1000");
  EXPECT_NE(message("shift:1,"), "");
  EXPECT_NE(message(","), "");
}

TEST(AugmentText, ImagesAndCurvesHaveWordsOfTheirOwn) {
  EXPECT_EQ(message_of([] { check_augmentation(Augmentation::parse("rotate:1"), false); }),
            "augment is 'rotate:1'; it has 'rotate', which is for images, but the signals have no "
            "image shape; set image_height and image_width");
  EXPECT_EQ(message_of([] { check_augmentation(Augmentation::parse("warp:1"), true); }),
            "augment is 'warp:1'; it has 'warp', which is for curves, but the signals are images; "
            "expected shift, rotate, scale, shear, elastic or mirror");
  EXPECT_EQ(message_of([] {
              check_augmentation(Augmentation::parse("shift:1"), true);
              check_augmentation(Augmentation::parse("shift:1"), false);
            }),
            "");
}

TEST(Augmented, DrawsASignalFromItsNumberWhateverTheThreads) {
  const Matrix<float> X = random_signals<float>(12 * 10, 200);
  const Augmentation a = Augmentation::parse(std::string(kRecipe) + ",mirror:0.5");
  const Matrix<float> alone = augmented<float>(X, a, 12, 10, 7, Context(1));
  EXPECT_TRUE(testing::same_bits(augmented<float>(X, a, 12, 10, 7, Context(3)), alone));
  EXPECT_TRUE(
      testing::same_bits(augmented<float>(X.leftCols(70), a, 12, 10, 7), alone.leftCols(70)));
  EXPECT_FALSE(testing::same_bits(augmented<float>(X, a, 12, 10, 8), alone));
  EXPECT_TRUE(testing::same_bits(augmented<float>(X, {}, 12, 10, 7), X));
  // No two draws of the same signal are alike.
  const Matrix<float> same = X.col(0).replicate(1, 2);
  const Matrix<float> two = augmented<float>(same, a, 12, 10, 7);
  EXPECT_GT((two.col(0) - two.col(1)).norm(), 0.1F);
}

TEST(Augmented, CommutesWithOneScaleForAllValues) {
  const Matrix<double> X = random_signals<double>(40, 30);
  for (const char* text : {"shift:2,stretch:0.1,warp:1,amplitude:0.3,noise:0.2", "shift:3"}) {
    const Augmentation a = Augmentation::parse(text);
    const Matrix<double> scaled = 7 * X.array() - 3;
    const Matrix<double> drawn = 7 * augmented<double>(X, a, 0, 0, 4).array() - 3;
    EXPECT_LT((augmented<double>(scaled, a, 0, 0, 4) - drawn).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(Augmented, ChangesValuesOfCurvesAsMuchAsIsAskedFor) {
  const Matrix<double> X = random_signals<double>(60, 400);
  const Matrix<double> centred = X.rowwise() - X.colwise().mean();
  const Matrix<double> noisy = augmented<double>(X, Augmentation::parse("noise:0.25"), 0, 0, 1);
  const double noise = std::sqrt((noisy - X).squaredNorm() / centred.squaredNorm());
  EXPECT_NEAR(noise, 0.25, 0.005);
  const Matrix<double> louder = augmented<double>(X, Augmentation::parse("amplitude:0.3"), 0, 0, 1);
  double least = 2;
  double most = 0;
  for (Index j = 0; j < X.cols(); ++j) {
    EXPECT_NEAR(louder.col(j).mean(), X.col(j).mean(), 1e-12);
    const Vector<double> now = louder.col(j).array() - louder.col(j).mean();
    const double factor = now.norm() / centred.col(j).norm();
    EXPECT_LT((now - factor * centred.col(j)).norm(), 1e-12);
    least = std::min(least, factor);
    most = std::max(most, factor);
  }
  EXPECT_GE(least, 0.7);
  EXPECT_LT(least, 0.72);
  EXPECT_LE(most, 1.3);
  EXPECT_GT(most, 1.28);
}

TEST(Augmented, RefusesAnotherShape) {
  const Matrix<float> X = random_signals<float>(12, 2);
  testing::expect_error(ErrorCode::kInvalidShape, {"3x5", "12"},
                        [&] { augmented<float>(X, Augmentation::parse("shift:1"), 3, 5, 1); });
}

TEST(AugmentedSet, MendsMeanAndLengthAndKeepsTheConstant) {
  const Matrix<float> raw = random_signals<float>(64, 20);
  PreprocessingOptions options;
  options.image_height = options.image_width = 8;
  options.remove_mean = true;
  options.append_constant = 0.5;
  const Preprocessing fitted = fit_preprocessing<float>(raw, options);
  const Matrix<float> X = fitted.apply<float>(raw);
  std::vector<Index> all;
  for (Index j = 0; j < X.cols(); ++j) all.push_back(j);
  const signals::SignalSet<float> set(X, all, fitted, 0, Augmentation::parse(kRecipe));
  core::Rng rng{2};
  core::Rng again{2};
  Matrix<float> drawn;
  Matrix<float> on_threads;
  set.gather_augmented(all, rng, Context(1), drawn);
  set.gather_augmented(all, again, Context(3), on_threads);
  EXPECT_TRUE(testing::same_bits(drawn, on_threads));
  for (Index j = 0; j < drawn.cols(); ++j) {
    EXPECT_NEAR(drawn.col(j).norm(), 1, 1e-6);
    EXPECT_NEAR(drawn.col(j).head(64).sum(), 0, 1e-5);
    EXPECT_GT(drawn(64, j), 0);
    EXPECT_GT((drawn.col(j) - X.col(j)).norm(), 0.05);
  }
  set.gather_augmented(all, rng, Context(1), on_threads);
  EXPECT_FALSE(testing::same_bits(drawn, on_threads)) << "every use is a new draw";
}

TEST(AugmentedSet, IsThePreprocessingOfTheDrawnRawSignal) {
  const Matrix<double> raw = 200 * random_signals<double>(64, 1).array() + 10;
  PreprocessingOptions options;
  options.image_height = options.image_width = 8;
  options.remove_mean = true;
  const Preprocessing fitted = fit_preprocessing<double>(raw, options);
  const Matrix<double> X = fitted.apply<double>(raw);
  const Augmentation a = Augmentation::parse(kRecipe);
  const signals::SignalSet<double> set(X, {0}, fitted, 0, a);
  core::Rng rng{3};
  const std::uint64_t stream = core::Rng{3}.next();
  Matrix<double> drawn;
  const std::vector<Index> member = {0};
  set.gather_augmented(member, rng, Context(1), drawn);
  const Matrix<double> first = augmented<double>(raw, a, 8, 8, stream);
  EXPECT_LT((fitted.apply<double>(first) - drawn).norm(), 1e-12);
}

}  // namespace
}  // namespace supdict
