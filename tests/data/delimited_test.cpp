// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "files.hpp"

namespace supdict::testing {
namespace {

class Delimited : public ::testing::Test {
 protected:
  Dataset read(const std::string& text, const ReadOptions& options = {}) {
    return read_dataset(folder_.write("table.csv", text), options);
  }
  void refuse(const std::string& text, ErrorCode code, const std::vector<std::string>& parts,
              const ReadOptions& options = {}) {
    expect_error([&] { read(text, options); }, code, parts);
  }
  TempFolder folder_;
};

TEST_F(Delimited, HeaderAndNamedLabel) {
  const Dataset data = read("a,Label,b\n1,x,2\n3,y,4\n");
  EXPECT_EQ(data.format, "csv");
  EXPECT_EQ(data.labels, (Labels{"x", "y"}));
  EXPECT_EQ(sample(data, 1), (Values{3, 4}));
  EXPECT_NE(data.source.find("label in column 2 (Label)"), std::string::npos) << data.source;
}

TEST_F(Delimited, SeparatorsAndLineEnds) {
  const Dataset comma = read("1.5,2,a\n3,4,b\n");
  for (const std::string text :
       {"1.5;2;a\r\n3;4;b\r\n\r\n", "1.5\t2\ta\n3\t4\tb", " 1.5 , 2 , a \n3,4,b\n",
        "\xef\xbb\xbf"
        "1.5,2,a\n3,4,b\n",
        "\"1.5\",\"2\",\"a\"\n3,4,b\n"}) {
    const Dataset data = read(text);
    EXPECT_EQ(data.X, comma.X) << text;
    EXPECT_EQ(data.labels, comma.labels) << text;
  }
  EXPECT_EQ(read("1.5\t2\ta\n3\t4\tb").format, "tsv");
}

TEST_F(Delimited, QuotedFields) {
  const Dataset data = read("a,y\n1,\"x, \"\"y\"\"\nz\"\n2,\" w \"\n");
  EXPECT_EQ(data.labels, (Labels{"x, \"y\"\nz", " w "}));
  refuse("a,y\n1,\"x\n2,w\n3,v\n", ErrorCode::kFormat, {"line 2 opens a quote"});
}

TEST_F(Delimited, LabelByNameOrNumber) {
  const std::string text = "a,b,c\n1,2,3\n4,5,6\n";
  EXPECT_EQ(read(text, {.label_column = "b"}).labels, (Labels{"2", "5"}));
  EXPECT_EQ(read(text, {.label_column = "1"}).labels, (Labels{"1", "4"}));
  EXPECT_EQ(read(text, {.label_column = "-1"}).labels, (Labels{"3", "6"}));
  EXPECT_EQ(read(text, {.label_column = "none"}).n_features(), 3);
  refuse(text, ErrorCode::kInvalidOption, {"label_column", "4", "1 to 3"}, {.label_column = "4"});
  refuse(text, ErrorCode::kInvalidOption, {"label_column", "'bb'", "'b'"}, {.label_column = "bb"});
  refuse("1,2,x\n4,5,y\n", ErrorCode::kInvalidOption,
         {"label_column is 'bb' and no row names columns", "1 to 3"}, {.label_column = "bb"});
}

TEST_F(Delimited, AMissingLabelIsNoClass) {
  for (const std::string label : {"nan", "NaN", "-nan", "NA", "?", "null", "None", "\" n/a\""}) {
    refuse("a,b,class\n1,2,1\n3,4," + label + "\n", ErrorCode::kInvalidValue,
           {"row 3, column 3 (class)", "', a mark of a missing value"});
    std::string text;
    for (int i = 0; i < 50; ++i) text += "0.5," + std::to_string(i) + (i % 2 ? ",a\n" : ",b\n");
    refuse(text + "1,2," + label + "\n", ErrorCode::kInvalidValue,
           {"row 51, column 3", "', a mark of a missing value"});
  }
  EXPECT_EQ(read("a,class\n1,nancy\n2,inf\n").labels, (Labels{"nancy", "inf"}));
}

TEST_F(Delimited, AWholeNumberIsOneLabelInAnySpelling) {
  const std::string text = "a,class\n1,0\n2,0.0\n3,+1\n4,1e0\n5,007\n6,7\n7,0.50\n8,\" 2\"\n";
  EXPECT_EQ(read(text).labels, (Labels{"0", "0", "1", "1", "007", "7", "0.50", " 2"}));
  const std::string path = folder_.write("table.csv", text);
  const auto for_model = [&](const Labels& known) {
    return read_dataset(*open_rows(path, known, {.features = 1}), 1).labels;
  };
  EXPECT_EQ(for_model({"0.0", "1.0", "a"}),
            (Labels{"0.0", "0.0", "1.0", "1.0", "007", "7", "0.50", " 2"}))
      << "a model of an earlier version";
  const std::string na = folder_.write("na.csv", "1,NA\n");
  EXPECT_EQ(read_dataset(*open_rows(na, {"NA", "b"}, {}), 1).labels[0], "NA")
      << "which took this for a class";
  EXPECT_EQ(for_model({"0", "0.0", "+1"})[0], "0");
  EXPECT_EQ(for_model({"0", "0.0", "+1"})[1], "0.0") << "which took these for two classes";
}

TEST_F(Delimited, GuessesTheLabel) {
  EXPECT_EQ(read("x,1,2\ny,3,4\n").labels, (Labels{"x", "y"}));
  EXPECT_EQ(read("1.5,0\n2.5,1\n3.5,0\n4.5,1\n").labels, (Labels{"0", "1", "0", "1"}));
  EXPECT_EQ(read("3,0,0\n4,7,0\n3,8,0\n4,9,0\n").labels, (Labels{"3", "4", "3", "4"}));
  EXPECT_FALSE(read("1.5,0.1\n2.5,0.2\n3.5,0.3\n").labelled());
  EXPECT_FALSE(read("1\n2\n", {.format = "csv"}).labelled());
}

TEST_F(Delimited, HeaderCanBeForced) {
  EXPECT_EQ(read("1,2\n3,4\n", {.header = Header::kYes}).n_samples(), 1);
  EXPECT_EQ(read("1,2\n3,4\n", {.header = Header::kNo}).n_samples(), 2);
  refuse("a,b\n3,4\n", ErrorCode::kInvalidValue, {"row 1, column 1", "'a'", "label_column"},
         {.label_column = "none", .header = Header::kNo});
  refuse("a,b\n", ErrorCode::kFormat, {"no samples"});
}

TEST_F(Delimited, MissingValuesInTheFirstRowAreNotNames) {
  for (const std::string mark : {"?", "nan", "NA", ""}) {
    refuse("1,2.5," + mark + "\n3,4.5,6\n7,8.5,9\n", ErrorCode::kInvalidValue, {"row 1, column 3"});
  }
}

TEST_F(Delimited, NumbersThatNameColumnsRiseOrFall) {
  for (const std::string names : {"id,2019,2020,2021", "a,400.5,402,403.5", "a,3,2,1", "x,y,z,7"}) {
    EXPECT_EQ(read(names + "\n1,2,3,4\n5,6,7,8\n", {.label_column = "none"}).n_samples(), 2)
        << names;
  }
  for (const std::string row : {"1O,2,5,3", "a,2.5,2.5,3", "a,0,0,0"}) {
    refuse(row + "\n1,2,3,4\n5,6,7,8\n", ErrorCode::kInvalidValue, {"row 1, column 1"},
           {.label_column = "none"});
  }
}

TEST_F(Delimited, OptionsOfOtherFormatsAreRefused) {
  refuse("1,2\n3,4\n", ErrorCode::kInvalidOption, {"key is 'X'", "npz"}, {.key = "X"});
  refuse("1,2\n3,4\n", ErrorCode::kInvalidOption, {"labels is 'y.npy'", "idx npy"},
         {.labels = "y.npy"});
  refuse("1 1:2\n2 1:3\n", ErrorCode::kInvalidOption, {"label_column is '2'", "csv tsv usps"},
         {.label_column = "2"});
  const Dataset plain = read("a,label\n5,1\n6,2\n", {.labels = "none"});
  EXPECT_EQ(plain.n_features(), 2);
  EXPECT_FALSE(plain.labelled());
}

TEST_F(Delimited, NamesRowAndColumn) {
  refuse("a,b\n1,2\n\n3,\n", ErrorCode::kInvalidValue, {"row 4, column 2 (b)", "missing"});
  refuse("a,b\n1,2\n3,nan\n", ErrorCode::kInvalidValue, {"row 3, column 2 (b)", "'nan'"});
  refuse("a,b\n1,2\n3,1e60\n", ErrorCode::kInvalidValue,
         {"'1e60'; expected a finite number that float32 can hold"});
  refuse("a,b\n1,2\n3\n", ErrorCode::kFormat, {"row 3 has 1 columns; expected 2"});
  refuse("a,b,y\n1,2,x\n3,4,\n", ErrorCode::kInvalidValue, {"row 3, column 3 (y)", "no label"});
  refuse("y\nx\n", ErrorCode::kFormat, {"no column of values"},
         {.format = "csv", .header = Header::kYes});
}

// What stands at the ends of such a row must not decide where the labels are.
TEST_F(Delimited, ARowOfAnotherWidthIsNamedItself) {
  for (const char separator : {',', ';', '\t', ' '}) {
    for (const std::string odd : {"7.5", "7.5,8.5,9.5,a", "7.5,a", "7.5,\"a\""}) {
      std::string text;
      for (int i = 1; i <= 40; ++i) {
        const std::string row = i % 2 == 0 ? "1.5,2.5,a" : "3.5,4.5,b";
        text += (i == 18 ? odd : row) + "\n";
      }
      std::replace(text.begin(), text.end(), ',', separator);
      refuse(text, ErrorCode::kFormat, {"row 18 has ", " columns; expected 3"});
    }
  }
}

TEST_F(Delimited, WideRowsAreSeenWhole) {
  std::string header = "label";
  std::string row = "x";
  for (int i = 0; i < 30000; ++i) {
    header += ",column" + std::to_string(i);
    row += ",0.125";
  }
  const Dataset data = read(header + "\n" + row + "\n" + row + "\n");
  EXPECT_EQ(data.n_features(), 30000);
  EXPECT_EQ(data.labels, (Labels{"x", "x"}));
}

}  // namespace
}  // namespace supdict::testing
