// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

namespace supdict::testing {
namespace {

// A label and `count` values that begin with `first`.
std::string line(const std::string& label, const std::string& first, int count = 256) {
  std::string text = label + " " + first;
  for (int i = 1; i < count; ++i) text += i % 2 == 0 ? " -1.0000" : " 0.5000";
  return text + " \n";
}

TEST(Usps, OneSpellingPerLabel) {
  const TempFolder folder;
  const std::string first = line("6.0000", "1.0000");
  const Dataset train = read_dataset(folder.write("a", first + line("4.0000", "1")));
  const Dataset test =
      read_dataset(folder.write("b.gz", gzipped(line("6", "1") + "\r\n\n" + line("4", "1.0"))));
  EXPECT_EQ(train.format, "usps");
  EXPECT_EQ(train.labels, (Labels{"6", "4"}));
  EXPECT_EQ(test.labels, train.labels);
  EXPECT_EQ(test.X, train.X);
  EXPECT_EQ(train.X(1, 0), 0.5F);
  EXPECT_EQ(train.image, (ImageShape{16, 16}));
}

TEST(Usps, OnlyTheLayoutOfUspsIsAnImage) {
  const TempFolder folder;
  const auto shape = [&](const std::string& text, const ReadOptions& options = {}) {
    return read_dataset(folder.write("x", text), options).image;
  };
  EXPECT_TRUE(shape(line("6", "1") + line("4", "1")).known());
  EXPECT_TRUE(shape(line("6", "1") + line("4", "1"), {.label_column = "1"}).known());
  EXPECT_FALSE(shape(line("6", "1.5") + line("4", "1")).known());
  EXPECT_FALSE(shape(line("6", "1") + line("4", "-1.001")).known()) << "found in the last row";
  EXPECT_FALSE(shape(line("6", "1", 36) + line("4", "1", 36)).known());
  EXPECT_FALSE(shape(line("6", "1", 36) + line("4", "1", 36), {.format = "usps"}).known());
  EXPECT_FALSE(shape(line("6", "1", 255) + line("4", "1", 255), {.format = "usps"}).known());
}

TEST(Usps, WithoutLabels) {
  const TempFolder folder;
  const std::string path = folder.write("x", "1 2 3\n4 5 6\n");
  const Dataset data = read_dataset(path, {.format = "usps", .label_column = "none"});
  EXPECT_EQ(data.n_features(), 3);
  EXPECT_FALSE(data.labelled());
  EXPECT_FALSE(data.image.known());
  expect_error([&] { read_dataset(path, {.format = "usps", .label_column = "2"}); },
               ErrorCode::kInvalidOption, {"label_column"});
}

TEST(Usps, NamesLineAndValue) {
  const TempFolder folder;
  const auto refuse = [&](const std::string& text, ErrorCode code, const std::string& part) {
    const std::string path = folder.write("x", text);
    expect_error([&] { read_dataset(path, {.format = "usps"}); }, code, {path, part});
  };
  refuse("6 1 2\n\n5 1\n", ErrorCode::kFormat, "line 3 has 1 values; expected 2");
  refuse("6 1 2\nnan 1 2\n", ErrorCode::kInvalidValue, "line 2 has the label 'nan'");
  refuse("6 1 2\n5 1 nan\n", ErrorCode::kInvalidValue, "line 2, value 2 is 'nan'");
  refuse("6 1 2\n5 1 1e99\n", ErrorCode::kInvalidValue, "'1e99'");
  refuse("6 1 2\n5 1 abc\n", ErrorCode::kInvalidValue, "'abc'");
  refuse("6\n", ErrorCode::kFormat, "one word");
  refuse("\n \n", ErrorCode::kFormat, "no rows");
}

}  // namespace
}  // namespace supdict::testing
