// SPDX-License-Identifier: BSD-3-Clause
// What `supdict augment` draws, read back from the picture: tiles are found between white stripes.
#include "pictures/augment_sheet.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <supdict/dataset.hpp>
#include <supdict/file.hpp>
#include <utility>
#include <vector>

namespace supdict::testing {
namespace {

using pictures::augment_sheet;

/// The grey values of a picture, row by row.
Matrix<float> pixels_of(const std::string& png) {
  const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string path = ::testing::TempDir() + "supdict_sheet_" + test + ".png";
  write_file(path, png);
  const Dataset read = read_dataset(path, {.format = "images"});
  std::remove(path.c_str());
  return read.X.col(0).reshaped(read.image.width, read.image.height).transpose();
}

/// Begin and size of every stretch of lines that are not white throughout.
std::vector<std::pair<Index, Index>> stretches(const Matrix<float>& pixels, bool of_rows) {
  const Matrix<float> lines = of_rows ? pixels : Matrix<float>(pixels.transpose());
  std::vector<std::pair<Index, Index>> found;
  bool inside = false;
  for (Index i = 0; i < lines.rows(); ++i) {
    const bool white = lines.row(i).minCoeff() == pixels.maxCoeff();
    if (!white && !inside) found.emplace_back(i, 0);
    if (!white) ++found.back().second;
    inside = !white;
  }
  return found;
}

/// Tiles by row (signal) and column (the signal, then its draws).
std::vector<std::vector<Matrix<float>>> tiles_of(const std::string& png) {
  const Matrix<float> pixels = pixels_of(png);
  std::vector<std::vector<Matrix<float>>> tiles;
  for (const auto& [y, height] : stretches(pixels, true)) {
    tiles.emplace_back();
    for (const auto& [x, width] : stretches(pixels, false)) {
      tiles.back().push_back(pixels.block(y, x, height, width));
    }
  }
  return tiles;
}

constexpr int kSide = 6;

/// Two images of ones and zeros without left-right symmetry, with a black border.
Matrix<float> images() {
  Matrix<float> X = Matrix<float>::Zero(kSide * kSide, 2);
  for (const int place : {7, 8, 13, 19, 25, 26, 27}) X(place, 0) = 1;
  for (const int place : {10, 16, 21, 22}) X(place, 1) = 1;
  return X;
}

Preprocessing of_images() {
  Preprocessing preprocessing;
  preprocessing.n_raw = kSide * kSide;
  preprocessing.image_height = preprocessing.image_width = kSide;
  return preprocessing;
}

/// Whether the tile is bright where the image has ones, and nowhere else.
void expect_shows(const Matrix<float>& tile, const Vector<float>& image) {
  const Index zoom = tile.rows() / kSide;
  ASSERT_EQ(tile.rows(), zoom * kSide);
  ASSERT_EQ(tile.cols(), zoom * kSide);
  for (Index y = 0; y < tile.rows(); ++y) {
    for (Index x = 0; x < tile.cols(); ++x) {
      ASSERT_EQ(tile(y, x) > 127, image[y / zoom * kSide + x / zoom] > 0.5F) << y << ' ' << x;
    }
  }
}

TEST(AugmentSheet, ShowsEverySignalAndThenItsDraws) {
  const Matrix<float> X = images();
  const auto tiles =
      tiles_of(augment_sheet(X, Augmentation::parse("mirror:1"), of_images(), {.draws = 3}));
  ASSERT_EQ(tiles.size(), 2U);
  for (std::size_t j = 0; j < 2; ++j) {
    ASSERT_EQ(tiles[j].size(), 4U);
    expect_shows(tiles[j][0], X.col(static_cast<Index>(j)));
    // Every draw is the mirror image.
    const Matrix<float> mirrored = tiles[j][0].rowwise().reverse();
    for (std::size_t draw = 1; draw < 4; ++draw) EXPECT_EQ(tiles[j][draw], mirrored);
  }
}

TEST(AugmentSheet, DrawsAreThoseOfTrainingWithTheirSeed) {
  const Matrix<float> X = images();
  const Augmentation shift = Augmentation::parse("shift:2");
  const auto tiles = tiles_of(augment_sheet(X, shift, of_images(), {.draws = 4, .seed = 3}));
  EXPECT_NE(tiles[0][1], tiles[0][2]);
  EXPECT_NE(tiles[0][1], tiles[0][0]);
  // The column of a draw depends on its seed alone.
  const auto later = tiles_of(augment_sheet(X, shift, of_images(), {.draws = 2, .seed = 5}));
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(later[j][0], tiles[j][0]);
    EXPECT_EQ(later[j][1], tiles[j][3]);
    EXPECT_EQ(later[j][2], tiles[j][4]);
  }
}

TEST(AugmentSheet, ShowsImagesWithTheirMargin) {
  Preprocessing padded = of_images();
  padded.pad_height = padded.pad_width = 8;
  const Matrix<float> X = images();
  const auto tiles =
      tiles_of(augment_sheet(X, Augmentation::parse("shift:1"), padded, {.draws = 1}));
  const Index zoom = tiles[0][0].rows() / 8;
  ASSERT_EQ(tiles[0][0].rows(), 8 * zoom);
  expect_shows(tiles[0][0].block(zoom, zoom, kSide * zoom, kSide * zoom), X.col(0));
  EXPECT_LT(tiles[0][0].topRows(zoom).maxCoeff(), 128);
}

TEST(AugmentSheet, DrawsCurvesInOneScale) {
  Preprocessing curves;
  curves.n_raw = 32;
  Matrix<float> X(32, 2);
  for (Index i = 0; i < 32; ++i) X.row(i).setConstant(std::sin(0.4F * static_cast<float>(i)));
  X.col(1) *= 0.25F;
  const std::string png =
      augment_sheet(X, Augmentation::parse("amplitude:0.5"), curves, {.draws = 2});
  const Matrix<float> pixels = pixels_of(png);
  // Black lines: the second signal stays nearer to its line at zero than the first.
  const Index half = pixels.rows() / 2;
  const auto reach = [&](const Matrix<float>& part) {
    Index first = part.rows();
    Index last = 0;
    for (Index y = 0; y < part.rows(); ++y) {
      if (part.row(y).minCoeff() > 64) continue;
      first = std::min(first, y);
      last = y;
    }
    return last - first;
  };
  const Index width = pixels.cols() / 3;
  EXPECT_GT(reach(pixels.topLeftCorner(half, width)),
            2 * reach(pixels.bottomLeftCorner(half, width)));
  EXPECT_GT(reach(pixels.bottomLeftCorner(half, width)), 0);
}

}  // namespace
}  // namespace supdict::testing
