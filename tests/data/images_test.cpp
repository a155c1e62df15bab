// SPDX-License-Identifier: BSD-3-Clause
#include <numeric>
#include <set>

#include "files.hpp"

namespace supdict::testing {
namespace {

TEST(Images, PngKinds) {
  const TempFolder folder;
  const auto pixels = [&](const std::string& bytes) {
    return sample(read_dataset(folder.write("a.png", bytes)), 0);
  };
  EXPECT_EQ(pixels(png_file(2, 2, 1, {0, 1, 128, 255})), (Values{0, 1, 128, 255}));
  EXPECT_EQ(pixels(png_file(2, 1, 2, {10, 0, 20, 255})), (Values{10, 20}));
  EXPECT_EQ(pixels(png_file(3, 1, 3, {255, 0, 0, 0, 255, 0, 0, 0, 255})), (Values{76, 150, 29}));
  EXPECT_EQ(pixels(png_file(1, 1, 4, {9, 9, 9, 0})), (Values{9}));
  const auto plain = pixels(png_file(9, 7, 1, ramp(9, 7)));
  EXPECT_EQ(pixels(png_file(9, 7, 1, ramp(9, 7), true)), plain);
  EXPECT_EQ(plain[9], 10);
}

TEST(Images, JpegKinds) {
  const TempFolder folder;
  const std::vector<unsigned char> flat(16 * 16, 100);
  const std::string grey = jpeg_file(16, 16, 1, flat);
  const Dataset data = read_dataset(folder.write("a.jpg", grey));
  EXPECT_EQ(data.image, (ImageShape{16, 16}));
  EXPECT_FALSE(data.labelled());
  EXPECT_NEAR(data.X.minCoeff(), 100, 1);
  EXPECT_NEAR(data.X.maxCoeff(), 100, 1);
  EXPECT_EQ(read_from_stdin(grey).X, data.X);
  const std::vector<unsigned char> colour(16 * 16 * 3, 50);
  EXPECT_NEAR(read_dataset(folder.write("b.jpeg", jpeg_file(16, 16, 3, colour))).X.mean(), 50, 1);
}

/// `inks` is one pixel of cyan, magenta, yellow, black.
std::vector<unsigned char> flat_inks(const std::vector<unsigned char>& inks) {
  std::vector<unsigned char> pixels;
  for (int i = 0; i < 16 * 16; ++i) pixels.insert(pixels.end(), inks.begin(), inks.end());
  return pixels;
}

TEST(Images, JpegOfCmyk) {
  const TempFolder folder;
  const auto grey = [&](const std::string& bytes) {
    const Dataset data = read_dataset(folder.write("a.jpg", bytes));
    EXPECT_NEAR(data.X.minCoeff(), data.X.maxCoeff(), 1);
    return data.X.mean();
  };
  // As light: R = C K / 255 and so on.
  EXPECT_NEAR(grey(jpeg_file(16, 16, 4, flat_inks({200, 100, 50, 255}))), 124, 2);
  EXPECT_NEAR(grey(jpeg_file(16, 16, 4, flat_inks({200, 100, 50, 128}))), 62, 2);
  EXPECT_NEAR(grey(jpeg_file(16, 16, 4, flat_inks({255, 255, 255, 0}))), 0, 2);
  EXPECT_NEAR(grey(jpeg_file(16, 16, 4, flat_inks({200, 100, 50, 255}), true)), 124, 3);
  // Without Adobe's marker, values are ink.
  std::string plain = jpeg_file(16, 16, 4, flat_inks({55, 155, 205, 0}));
  const std::size_t marker = plain.find("\xff\xee");
  ASSERT_NE(marker, std::string::npos);
  plain.erase(marker, 16);
  EXPECT_NEAR(grey(plain), 124, 2);
}

TEST(Images, JpegOfChannelsWithoutMeaning) {
  const TempFolder folder;
  const std::string path =
      folder.write("a.jpg", jpeg_file(16, 16, 2, std::vector<unsigned char>(16 * 16 * 2, 7)));
  expect_error([&] { read_dataset(path); }, ErrorCode::kFormat,
               {path, "2 channels of unknown meaning", "CMYK"});
}

TEST(Images, FolderPerClass) {
  const TempFolder folder;
  folder.write("cat/2.png", png_file(2, 1, 1, {3, 4}));
  folder.write("cat/1.png", png_file(2, 1, 1, {1, 2}));
  folder.write("dog/1.PNG", png_file(2, 1, 1, {5, 6}));
  folder.write("dog/notes.txt", "not an image");
  const Dataset data = read_dataset(folder.path());
  EXPECT_EQ(data.format, "images");
  EXPECT_EQ(data.labels, (Labels{"cat", "cat", "dog"}));
  EXPECT_EQ(sample(data, 0), (Values{1, 2}));
  EXPECT_EQ(read_dataset(folder.path(), {.classes = "dog"}).labels, (Labels{"dog"}));
  expect_error([&] { read_dataset(folder.path(), {.classes = "dog, cta"}); },
               ErrorCode::kInvalidOption, {"'cta'", "cat"});
  folder.write("dog/2.png", png_file(1, 2, 1, {5, 6}));
  expect_error([&] { read_dataset(folder.path()); }, ErrorCode::kInvalidValue,
               {"2.png", "2x1", "expected 1x2", "patch_size"});
  folder.write("loose.png", png_file(2, 1, 1, {5, 6}));
  expect_error([&] { read_dataset(folder.path()); }, ErrorCode::kFormat, {"loose.png"});
}

TEST(Images, GridOfPatches) {
  const TempFolder folder;
  folder.write("a.png", png_file(7, 5, 1, ramp(7, 5)));
  const Dataset all = read_dataset(folder.path(), {.patch_size = 2});
  EXPECT_EQ(all.n_samples(), 3 * 2);
  EXPECT_EQ(all.labels, Labels(6, "a"));
  EXPECT_EQ(all.image, (ImageShape{2, 2}));
  EXPECT_EQ(sample(all, 0), (Values{0, 1, 10, 11}));
  EXPECT_EQ(sample(all, 4), (Values{22, 23, 32, 33}));
  const Dataset left =
      read_dataset(folder.path(), {.patch_size = 2, .patch_half = PatchHalf::kLeft});
  const Dataset right =
      read_dataset(folder.path(), {.patch_size = 2, .patch_half = PatchHalf::kRight});
  EXPECT_EQ(sample(left, 0), (Values{0, 1, 10, 11}));
  EXPECT_EQ(sample(right, 0), (Values{3, 4, 13, 14}));
  EXPECT_EQ(left.n_samples(), 2);
  EXPECT_EQ(right.n_samples(), 4);
  EXPECT_EQ(read_dataset(folder.path(), {.patch_size = 2, .patch_stride = 1}).n_samples(), 6 * 4);
}

TEST(Images, RandomPatchesAreDistinctAndRepeatable) {
  const TempFolder folder;
  const TempFolder elsewhere;
  std::vector<unsigned char> pixels(20 * 12);
  std::iota(pixels.begin(), pixels.end(), static_cast<unsigned char>(0));
  const std::string bytes = png_file(20, 12, 1, pixels);
  for (const auto* where : {&folder, &elsewhere}) {
    where->write("set/a.png", bytes);
    where->write("set/b.png", bytes);
  }
  const ReadOptions options = {
      .patch_size = 3, .patches = 40, .patch_half = PatchHalf::kRight, .patch_seed = 7};
  const Dataset data = read_dataset(folder.path("set"), options);
  EXPECT_EQ(data.n_samples(), 80);
  EXPECT_EQ(read_dataset(elsewhere.path("set"), options).X, data.X);
  EXPECT_NE(data.X.leftCols(40), data.X.rightCols(40));
  ReadOptions other = options;
  other.patch_seed = 8;
  EXPECT_NE(read_dataset(folder.path("set"), other).X, data.X);
  std::set<float> corners;
  for (Index j = 0; j < 40; ++j) {
    corners.insert(data.X(0, j));
    EXPECT_GE(static_cast<int>(data.X(0, j)) % 20, 10) << "cut from the right half";
    EXPECT_LE(static_cast<int>(data.X(0, j)) % 20, 17);
  }
  EXPECT_EQ(corners.size(), 40U);
  EXPECT_EQ(data.labels[0], "a");
  EXPECT_EQ(data.labels[79], "b");
}

TEST(Images, AllPlacesAreDrawnOnce) {
  const TempFolder folder;
  const std::string path = folder.write("a.png", png_file(6, 4, 1, ramp(6, 4)));
  const Dataset grid = read_dataset(path, {.patch_size = 2, .patch_stride = 1});
  const Dataset drawn = read_dataset(path, {.patch_size = 2, .patches = 15});
  const auto corners = [](const Dataset& data) {
    std::multiset<float> values;
    for (Index j = 0; j < data.n_samples(); ++j) values.insert(data.X(0, j));
    return values;
  };
  EXPECT_EQ(corners(grid), corners(drawn));
  expect_error([&] { read_dataset(path, {.patches = 5}); }, ErrorCode::kInvalidOption,
               {"patches is 5", "patch_size is 0"});
  expect_error([&] { read_dataset(path, {.patch_size = 2, .patches = 16}); },
               ErrorCode::kInvalidValue, {"15 places", "16"});
  expect_error([&] { read_dataset(path, {.patch_size = 5}); }, ErrorCode::kInvalidValue,
               {"4x6", "patch_size = 5"});
}

TEST(Images, RefusesDamage) {
  const TempFolder folder;
  const auto refuse = [&](const std::string& bytes, const std::string& part) {
    const std::string path = folder.write("a.png", bytes);
    expect_error([&] { read_dataset(path); }, ErrorCode::kFormat, {path, part});
  };
  const std::string png = png_file(9, 7, 1, ramp(9, 7));
  refuse(png.substr(0, png.size() - 30), "damaged PNG");
  std::string flipped = png;
  flipped[png.find("IDAT") + 9] ^= 0x55;
  refuse(flipped, "damaged PNG");
  std::string huge = png;
  huge[16] = huge[20] = 0x7f;
  refuse(huge, "PNG");
  const std::string jpeg = jpeg_file(16, 16, 1, ramp(16, 16));
  refuse(jpeg.substr(0, jpeg.size() / 2), "damaged JPEG");
  refuse(jpeg.substr(0, jpeg.size() - 4), "damaged JPEG");
  refuse(jpeg.substr(0, 20), "damaged JPEG");
  folder.write("plain/a.png", "no image at all");
  expect_error([&] { read_dataset(folder.path("plain")); }, ErrorCode::kFormat, {"neither PNG"});
}

}  // namespace
}  // namespace supdict::testing
