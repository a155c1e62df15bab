// SPDX-License-Identifier: BSD-3-Clause
#include <numeric>

#include "files.hpp"

namespace supdict::testing {
namespace {

std::string bytes_from_zero(int count) {
  std::string bytes(count, '\0');
  std::iota(bytes.begin(), bytes.end(), '\0');
  return bytes;
}

const std::string kImages = idx_file(8, {3, 2, 2}, bytes_from_zero(12));
const std::string kLabels = idx_file(8, {3}, std::string("\x07\x00\x07", 3));

TEST(Idx, FindsItsLabels) {
  const TempFolder folder;
  const std::string images = folder.write("train-images-idx3-ubyte", kImages);
  folder.write("train-labels-idx1-ubyte", kLabels);
  const Dataset data = read_dataset(images);
  EXPECT_EQ(data.format, "idx");
  EXPECT_EQ(data.labels, (Labels{"7", "0", "7"}));
  EXPECT_EQ(data.image, (ImageShape{2, 2}));
  EXPECT_EQ(sample(data, 1), (Values{4, 5, 6, 7}));
  EXPECT_NE(data.source.find("train-labels-idx1-ubyte"), std::string::npos);
}

TEST(Idx, FindsImagesFromLabelsAndMixesGzip) {
  const TempFolder folder;
  folder.write("t10k-images-idx3-ubyte.gz", gzipped(kImages));
  const std::string labels = folder.write("t10k-labels-idx1-ubyte", kLabels);
  const Dataset data = read_dataset(labels);
  EXPECT_EQ(data.labels, (Labels{"7", "0", "7"}));
  EXPECT_EQ(sample(data, 2), (Values{8, 9, 10, 11}));
}

TEST(Idx, LabelsAreOptional) {
  const TempFolder folder;
  const std::string images = folder.write("images.idx", kImages);
  EXPECT_FALSE(read_dataset(images).labelled());
  const std::string labels = folder.write("other", kLabels);
  EXPECT_TRUE(read_dataset(images, {.labels = labels}).labelled());
  folder.write("labels.idx", kLabels);
  EXPECT_TRUE(read_dataset(images).labelled());
  EXPECT_FALSE(read_dataset(images, {.labels = "none"}).labelled());
  expect_error([&] { read_dataset(images, {.labels = folder.path("nowhere")}); }, ErrorCode::kFile,
               {"nowhere"});
}

TEST(Idx, ReadsEveryType) {
  const TempFolder folder;
  const auto first = [&](unsigned char type, const std::string& data) {
    return sample(read_dataset(folder.write("x.idx", idx_file(type, {1, 2}, data))), 0);
  };
  EXPECT_EQ(first(0x08, "\x01\xff"), (Values{1, 255}));
  EXPECT_EQ(first(0x09, "\x01\xff"), (Values{1, -1}));
  EXPECT_EQ(first(0x0b, raw<std::int16_t>({-300, 300}, true)), (Values{-300, 300}));
  EXPECT_EQ(first(0x0c, raw<std::int32_t>({-70000, 5}, true)), (Values{-70000, 5}));
  EXPECT_EQ(first(0x0d, raw<float>({-1.5F, 5}, true)), (Values{-1.5F, 5}));
  EXPECT_EQ(first(0x0e, raw<double>({-1.5, 0.25}, true)), (Values{-1.5F, 0.25F}));
}

TEST(Idx, RefusesWhatDoesNotFit) {
  const TempFolder folder;
  const auto refuse = [&](const std::string& bytes, const std::string& part) {
    const std::string path = folder.write("a-images", bytes);
    expect_error([&] { read_dataset(path, {.format = "idx"}); }, ErrorCode::kFormat, {path, part});
  };
  refuse(kImages.substr(0, 20), "promises 12 bytes");
  refuse(kImages + "x", "continues after its 3 samples");
  refuse(idx_file(7, {1, 1}, "x"), "begins with the bytes 0 0 7 2");
  refuse(idx_file(8, {0xffffffffU, 0xffffffffU, 0xffffffffU}, "x"), "claims a size");
  refuse(idx_file(8, {2, 0}, ""), "without values");
  refuse(idx_file(8, {0, 2}, ""), "no samples");
  refuse(std::string("\0\0\x08", 3), "ends after 3 bytes");
  refuse(kLabels, "holds labels");
  folder.write("a-labels", idx_file(8, {2}, "\x01\x02"));
  const std::string images = folder.write("a-images", kImages);
  expect_error([&] { read_dataset(images); }, ErrorCode::kFormat, {"a-labels", "of size 3"});
  folder.write("a-labels", kLabels.substr(0, kLabels.size() - 1));
  expect_error([&] { read_dataset(images); }, ErrorCode::kFormat, {"a-labels", "the labels"});
}

TEST(Idx, RefusesOptionsOfImageFolders) {
  const TempFolder folder;
  const std::string images = folder.write("images.idx", kImages);
  expect_error([&] { read_dataset(images, {.classes = "7"}); }, ErrorCode::kInvalidOption,
               {"classes is '7'", "images.idx", "not an image folder"});
  expect_error([&] { read_dataset(images, {.patch_size = 2}); }, ErrorCode::kInvalidOption,
               {"patch_size is 2", "images.idx", "idx data"});
}

TEST(Idx, RefusesNumbersThatAreNotFinite) {
  const TempFolder folder;
  const std::string path =
      folder.write("x.idx", idx_file(0x0e, {2, 2}, raw<double>({1, 2, 3, 1e300}, true)));
  expect_error([&] { read_dataset(path); }, ErrorCode::kInvalidValue,
               {path, "sample 2, feature 2", "inf"});
}

}  // namespace
}  // namespace supdict::testing
