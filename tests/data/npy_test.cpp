// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

namespace supdict::testing {
namespace {

const std::string kX = npy_file("<f4", "(3, 2)", raw<float>({1, 2, 3, 4, 5, 6}));
const std::string kY = npy_file("<i8", "(3,)", raw<std::int64_t>({0, -1, 1}));

TEST(Npy, FindsItsLabels) {
  const TempFolder folder;
  const std::string pairs[][2] = {{"X.npy", "y.npy"},
                                  {"a_X.npy", "a_y.npy"},
                                  {"b_X.npy", "b_labels.npy"},
                                  {"X_train.npy", "y_train.npy"},
                                  {"data.npy", "target.npy"}};
  for (const auto& [samples, labels] : pairs) {
    const std::string path = folder.write(samples, kX);
    EXPECT_FALSE(read_dataset(path).labelled()) << samples;
    folder.write(labels, kY);
    EXPECT_EQ(read_dataset(path).labels, (Labels{"0", "-1", "1"})) << samples;
  }
  EXPECT_EQ(sample(read_dataset(folder.path("X.npy")), 1), (Values{3, 4}));
}

TEST(Npy, ReadsEveryType) {
  const TempFolder folder;
  const auto first = [&](const std::string& descr, const std::string& data) {
    const Dataset read = read_dataset(folder.write("a.npy", npy_file(descr, "(1, 2)", data)));
    return sample(read, 0);
  };
  EXPECT_EQ(first("|b1", std::string("\1\0", 2)), (Values{1, 0}));
  EXPECT_EQ(first("|i1", "\xff\x02"), (Values{-1, 2}));
  EXPECT_EQ(first("|u1", "\xff\x02"), (Values{255, 2}));
  EXPECT_EQ(first("<i2", raw<std::int16_t>({-300, 4})), (Values{-300, 4}));
  EXPECT_EQ(first(">u2", raw<std::uint16_t>({65535, 4}, true)), (Values{65535, 4}));
  EXPECT_EQ(first("<i4", raw<std::int32_t>({-70000, 4})), (Values{-70000, 4}));
  EXPECT_EQ(first(">u4", raw<std::uint32_t>({1U << 31, 4}, true)), (Values{0x1p31F, 4}));
  EXPECT_EQ(first(">i8", raw<std::int64_t>({-5, 4}, true)), (Values{-5, 4}));
  EXPECT_EQ(first("<u8", raw<std::uint64_t>({1ULL << 63, 4})), (Values{0x1p63F, 4}));
  EXPECT_EQ(first("<f2", raw<std::uint16_t>({0x3c00, 0xb800})), (Values{1, -0.5F}));
  EXPECT_EQ(first("<f2", raw<std::uint16_t>({0x0001, 0x7bff})), (Values{0x1p-24F, 65504}));
  EXPECT_EQ(first(">f4", raw<float>({1.5F, 4}, true)), (Values{1.5F, 4}));
  EXPECT_EQ(first("<f8", raw<double>({1.5, 0.1})), (Values{1.5F, 0.1F}));
}

TEST(Npy, VersionsOrdersAndImages) {
  const TempFolder folder;
  const auto read = [&](const std::string& bytes) {
    return read_dataset(folder.write("a.npy", bytes), {.format = "npy"});
  };
  for (const int version : {1, 2, 3}) {
    const Dataset data = read(npy_file("|u1", "(2, 3)", "\1\2\3\4\5\6", false, version));
    EXPECT_EQ(sample(data, 1), (Values{4, 5, 6}));
  }
  const std::string fortran = npy_file("|u1", "(2, 3)", "\1\4\2\5\3\6", true);
  EXPECT_EQ(sample(read(fortran), 1), (Values{4, 5, 6}));
  EXPECT_EQ(sample(read(gzipped(fortran)), 1), (Values{4, 5, 6}));
  EXPECT_EQ(sample(read_from_stdin(fortran), 1), (Values{4, 5, 6}));
  const Dataset images = read(npy_file("|u1", "(1, 2, 3)", "\1\2\3\4\5\6"));
  EXPECT_EQ(images.image, (ImageShape{2, 3}));
  const Dataset turned = read(npy_file("|u1", "(1, 2, 3)", "\1\4\2\5\3\6", true));
  EXPECT_EQ(turned.X, images.X);
  EXPECT_FALSE(read(npy_file("|u1", "(1, 6, 1)", "\1\2\3\4\5\6")).image.known());
  EXPECT_FALSE(read(npy_file("|u1", "(1, 4)", "\1\2\3\4")).image.known());
}

TEST(Npy, TextLabels) {
  const TempFolder folder;
  const std::string path = folder.write("X.npy", kX);
  const auto labels = [&](const std::string& bytes) {
    folder.write("y.npy", bytes);
    return read_dataset(path).labels;
  };
  const std::string wide = raw<char32_t>({U'a', 0, U'\u00e9', U'\u20ac', U'\U0001f600', U'b'});
  EXPECT_EQ(labels(npy_file("<U2", "(3,)", wide)), (Labels{"a", "\u00e9\u20ac",
                                                           "\U0001f600"
                                                           "b"}));
  EXPECT_EQ(labels(npy_file("|S2", "(3, 1)", std::string("a\0bbc\0", 6))),
            (Labels{"a", "bb", "c"}));
  EXPECT_EQ(labels(npy_file("<f8", "(3,)", raw<double>({1, 2.5, -3}))), (Labels{"1", "2.5", "-3"}));
  expect_error(
      [&] {
        labels(npy_file("<f8", "(3,)", raw<double>({1, std::nan(""), -3})));
      },
      ErrorCode::kInvalidValue, {"y.npy", "label 2 is nan"});
  expect_error(
      [&] {
        labels(npy_file("<i8", "(2,)", raw<std::int64_t>({1, 2})));
      },
      ErrorCode::kFormat, {"y.npy", "(2)", "(3,)"});
  expect_error([&] { labels(kY.substr(0, kY.size() - 1)); }, ErrorCode::kFormat, {"y.npy"});
}

TEST(Npy, RefusesWhatItCannotRead) {
  const TempFolder folder;
  const auto refuse = [&](const std::string& bytes, const std::string& part) {
    const std::string path = folder.write("a.npy", bytes);
    expect_error([&] { read_dataset(path, {.format = "npy"}); }, ErrorCode::kFormat, {path, part});
  };
  refuse(kX.substr(0, kX.size() - 1), "promises 24 bytes");
  refuse(gzipped(kX.substr(0, kX.size() - 1)), "ends after sample 0");
  refuse(gzipped(npy_file("|u1", "(2, 3)", "\1\4\2", true)), "ends after sample 0");
  refuse(npy_file("<f8", "(9223372036854775807, 8)", ""), "claims a size");
  refuse(npy_file("<f8", "(99999999999999999999, 8)", ""), "size '99999999999999999999'");
  refuse(npy_file("|O", "(1, 2)", "xx"), "type '|O'");
  refuse(npy_file("<f16", "(1, 2)", "xx"), "type '<f16'");
  refuse(npy_file("<c8", "(1, 2)", "xx"), "type '<c8'");
  refuse(npy_file("<U2", "(1, 2)", std::string(16, 'a')), "of text");
  refuse(npy_file("<f4", "(4,)", std::string(16, 'a')), "the shape (4)");
  refuse(npy_file("<f4", "(1, 0)", ""), "without values");
  refuse(npy_file("<f4", "(0, 1)", ""), "no samples");
  refuse(npy_file("<f4", "(-1, 1)", ""), "size '-1'");
  refuse(npy_file("<f4", "1", ""), "shape");
  refuse(kX.substr(0, 60), "inside the npy header");
  refuse(std::string("\x93NUMPY\x09\x00", 8),
         "npy header of version 1 to 3; expected a file of numpy.save");
  refuse(std::string("\x93NUMPY\x02\x00\xff\xff\xff\x7f", 12), "header of 2147483647 bytes");
  refuse(std::string("\x93NUMPY\x01\x00\x02\x00{}", 12), "no 'descr'");
}

TEST(Npz, FindsSamplesAndLabels) {
  const TempFolder folder;
  for (const bool deflate : {false, true}) {
    for (const auto& [x, y] : {std::pair("X", "y"), std::pair("x_train", "y_train"),
                               std::pair("data", "target"), std::pair("images", "labels")}) {
      const std::string bytes = npz_file({{y, kY}, {x, kX}}, deflate);
      const Dataset data = read_dataset(folder.write("a.npz", bytes));
      EXPECT_EQ(data.format, "npz");
      EXPECT_EQ(data.labels, (Labels{"0", "-1", "1"})) << x;
      EXPECT_EQ(sample(data, 2), (Values{5, 6}));
      EXPECT_EQ(read_from_stdin(bytes).X, data.X);
    }
  }
}

TEST(Npz, KeyChoosesTheArray) {
  const TempFolder folder;
  const std::string other = npy_file("|u1", "(1, 2)", "\7\7");
  const std::string path =
      folder.write("a.npz", npz_file({{"x_train", kX}, {"y_train", kY}, {"x_test", other}}, true));
  EXPECT_EQ(read_dataset(path).n_samples(), 3);
  EXPECT_EQ(read_dataset(path, {.key = "x_test"}).n_samples(), 1);
  EXPECT_FALSE(read_dataset(path, {.key = "x_test"}).labelled());
  expect_error([&] { read_dataset(path, {.key = "x_tst"}); }, ErrorCode::kInvalidOption,
               {"x_tst", "x_test"});
  EXPECT_EQ(read_dataset(folder.write("b.npz", npz_file({{"odd", kX}}, true))).n_samples(), 3);
}

TEST(Npz, RefusesDamage) {
  const TempFolder folder;
  const auto refuse = [&](const std::string& bytes, const std::string& part) {
    const std::string path = folder.write("a.npz", bytes);
    expect_error([&] { read_dataset(path); }, ErrorCode::kFormat, {path, part});
  };
  refuse(npz_file({{"a", kX}, {"b", kX}}, false), "has the arrays a b; expected X");
  refuse(npz_file({{"X", kX}}, false).substr(0, 100), "no readable zip");
  std::string damaged = npz_file({{"X", kX}}, false);
  damaged[damaged.find("NUMPY") + 125] ^= 1;  // inside the numbers: only the checksum can tell
  refuse(damaged, "is damaged");
}

}  // namespace
}  // namespace supdict::testing
