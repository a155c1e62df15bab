// SPDX-License-Identifier: BSD-3-Clause
#include "files.hpp"

namespace supdict::testing {
namespace {

class Svmlight : public ::testing::Test {
 protected:
  Dataset read(const std::string& text, const ReadOptions& options = {}) {
    return read_dataset(folder_.write("x.svm", text), options);
  }
  void refuse(const std::string& text, ErrorCode code, const std::vector<std::string>& parts,
              ReadOptions options = {}) {
    options.format = "svmlight";
    expect_error([&] { read(text, options); }, code, parts);
  }
  TempFolder folder_;
};

TEST_F(Svmlight, OneBased) {
  const Dataset data = read("# data\n+1 1:2 3:4.5 # comment\n\n-1 qid:3 2:1\r\n2,3\n");
  EXPECT_EQ(data.format, "svmlight");
  EXPECT_EQ(data.labels, (Labels{"1", "-1", "2,3"}));
  EXPECT_EQ(sample(data, 0), (Values{2, 0, 4.5F}));
  EXPECT_EQ(sample(data, 1), (Values{0, 1, 0}));
  EXPECT_EQ(sample(data, 2), (Values{0, 0, 0}));
}

TEST_F(Svmlight, ZeroBased) {
  EXPECT_EQ(sample(read("0 0:1 2:3\n1 1:1\n"), 0), (Values{1, 0, 3}));
  EXPECT_EQ(sample(read("0 1:1 2:3\n", {.index_base = IndexBase::kZero}), 0), (Values{0, 1, 3}));
  EXPECT_EQ(sample(read("0 0:1\n", {.features = 2, .index_base = IndexBase::kZero}), 0),
            (Values{1, 0}));
  refuse("0 0:1\n", ErrorCode::kFormat, {"index 0", "index_base"}, {.features = 2});
  refuse("0 0:1\n", ErrorCode::kFormat, {"index 0"}, {.index_base = IndexBase::kOne});
}

TEST_F(Svmlight, FeaturesGivenStreams) {
  const Dataset data = read("1 1:2\n", {.features = 4});
  EXPECT_EQ(sample(data, 0), (Values{2, 0, 0, 0}));
  refuse("1 5:2\n", ErrorCode::kFormat, {"line 1", "index 5", "at most 4"}, {.features = 4});
}

TEST_F(Svmlight, NamesLine) {
  refuse("1 1:1\n1 2:1 2:3\n", ErrorCode::kFormat, {"line 2", "ascending"});
  refuse("1 a:1\n", ErrorCode::kFormat, {"'a:1'", "index:value"});
  refuse("1 1\n", ErrorCode::kFormat, {"'1'", "index:value"});
  refuse("1 1:\n", ErrorCode::kFormat, {"'1:'"});
  refuse("1 -4:1\n", ErrorCode::kFormat, {"index -4"});
  refuse("1 99999999999:1\n", ErrorCode::kFormat, {"index 99999999999"});
  refuse("1 999999999999999999999:1\n", ErrorCode::kFormat, {"index:value"});
  refuse("1 1:2\nnan 1:3\n", ErrorCode::kFormat, {"line 2", "the label 'nan'"});
  refuse("1 1:2\n? 1:3\n", ErrorCode::kFormat, {"line 2", "the label '?'"});
  refuse("1 1:nan\n", ErrorCode::kInvalidValue, {"'1:nan'", "finite"});
  refuse("1:1 2:1\n", ErrorCode::kFormat, {"a label"});
  refuse("1\n1\n", ErrorCode::kFormat, {"no values"});
  refuse("a,b,c\n1,2,3\n", ErrorCode::kFormat, {"line 1", "'a,b,c'", "--format"}, {.features = 2});
}

TEST_F(Svmlight, ShortLinesCannotFillTheMemory) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "1 16000000:1\n";
  refuse(text, ErrorCode::kInvalidValue, {"memory_limit"}, {.memory_limit = 0.2});
}

}  // namespace
}  // namespace supdict::testing
