// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

namespace supdict::testing {
namespace {

TEST(Usps, OneSpellingPerLabel) {
  const TempFolder folder;
  const Dataset train =
      read_dataset(folder.write("zip.train", "6.0000 -1.0000 0.5000 1 0 \n4.0000 1 1 1 1 \n"));
  const Dataset test =
      read_dataset(folder.write("zip.test.gz", gzipped("6 -1 0.5 1 0\r\n\n4 1 1 1 1")));
  EXPECT_EQ(train.format, "usps");
  EXPECT_EQ(train.labels, (Labels{"6", "4"}));
  EXPECT_EQ(test.labels, train.labels);
  EXPECT_EQ(test.X, train.X);
  EXPECT_EQ(sample(train, 0), (Values{-1, 0.5F, 1, 0}));
  EXPECT_EQ(train.image, (ImageShape{2, 2}));
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
  refuse("6 1 2\n5 1 nan\n", ErrorCode::kInvalidValue, "line 2, value 2 is 'nan'");
  refuse("6 1 2\n5 1 1e99\n", ErrorCode::kInvalidValue, "'1e99'");
  refuse("6 1 2\n5 1 abc\n", ErrorCode::kInvalidValue, "'abc'");
  refuse("6\n", ErrorCode::kFormat, "one word");
  refuse("\n \n", ErrorCode::kFormat, "no rows");
}

}  // namespace
}  // namespace supdict::testing
