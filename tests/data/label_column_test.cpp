// SPDX-License-Identifier: BSD-3-Clause
// Which column holds the labels, in typical tables.
#include <functional>

#include "core/rng.hpp"
#include "files.hpp"

namespace supdict::testing {
namespace {

using Column = std::function<std::string(int row, core::Rng& rng)>;

Column whole(int low, int high) {
  return [=](int, core::Rng& rng) { return std::to_string(low + rng.below(high - low + 1)); };
}
Column real() {
  return [](int, core::Rng& rng) { return std::to_string(100 * rng.uniform()); };
}
Column always(const std::string& text) {
  return [=](int, core::Rng&) { return text; };
}
Column one_of(const std::vector<std::string>& values) {
  return [=](int, core::Rng& rng) { return values[rng.below(std::ssize(values))]; };
}
Column ids(int first = 1) {
  return [=](int row, core::Rng&) { return std::to_string(first + row); };
}
Column names() {
  return [](int row, core::Rng&) { return "animal" + std::to_string(row); };
}
Column letters() {
  return [](int, core::Rng& rng) { return std::string(1, static_cast<char>('A' + rng.below(26))); };
}
/// Sorted by class, so that the beginning of the file has only one class.
Column sorted(int classes, int rows, int first) {
  return [=](int row, core::Rng&) { return std::to_string(first + row * classes / rows); };
}
/// Mostly zero, like pixels at the border of an image.
Column pixel() {
  return
      [](int, core::Rng& rng) { return std::to_string(rng.uniform() < 0.7 ? 0 : rng.below(256)); };
}

struct Table {
  std::string name;
  int rows;
  std::vector<Column> columns;
  std::string label;  ///< "first", "last", "none" or "unclear"
  bool numbers_only = true;
};

/// Similar to the data sets of these names in public archives, with other numbers.
std::vector<Table> tables() {
  return {
      {"iris: words last", 150, {real(), real(), one_of({"setosa", "virginica"})}, "last"},
      {"iris, one class only", 50, {real(), real(), always("setosa")}, "last"},
      {"iris with row numbers", 150, {ids(), real(), one_of({"setosa", "virginica"})}, "last"},
      {"wine: 1..3 first, whole numbers last",
       178,
       {whole(1, 3), real(), whole(278, 1680)},
       "first"},
      {"wine, sorted", 178, {sorted(3, 178, 1), real(), whole(278, 1680)}, "first"},
      {"letter: letters first, 0..15 behind",
       20000,
       {letters(), whole(0, 15), whole(0, 15)},
       "first"},
      {"abalone: words first, rings last",
       4177,
       {one_of({"M", "F", "I"}), real(), whole(1, 29)},
       "first"},
      {"ionosphere: 0/1 first, words last", 351, {whole(0, 1), real(), one_of({"g", "b"})}, "last"},
      {"glass: row number first, 1..7 last",
       214,
       {ids(), real(), one_of({"1", "2", "3", "5", "6", "7"})},
       "last"},
      {"glass, sorted", 214, {ids(), real(), sorted(6, 214, 1)}, "last"},
      {"breast cancer: number of the patient first, 2 or 4 last",
       699,
       {whole(60000, 99999999), whole(1, 10), one_of({"2", "4"})},
       "last"},
      {"satimage: 1..7 last, whole numbers",
       4435,
       {whole(39, 104), whole(27, 137), one_of({"1", "2", "3", "4", "5", "7"})},
       "last"},
      {"satimage, label first",
       4435,
       {one_of({"1", "2", "3", "4", "5", "7"}), whole(27, 137), whole(27, 130)},
       "first"},
      {"satimage, few values",
       4435,
       {one_of({"1", "2", "3", "4", "5", "7"}), whole(27, 137), whole(40, 99)},
       "first"},
      {"26 classes first, a sample has few of each", 600, {whole(1, 26), real(), real()}, "first"},
      {"26 classes last as 1. to 26., sorted",
       7797,
       {real(), real(), [](int row, core::Rng&) { return std::to_string(1 + row / 300) + "."; }},
       "last"},
      {"optdigits: an empty pixel first, digit last",
       3823,
       {always("0"), whole(0, 16), whole(0, 9)},
       "last"},
      {"pendigits: 0..100 first, digit last",
       7494,
       {whole(0, 100), whole(0, 100), whole(0, 9)},
       "last"},
      {"MNIST: digit first, an empty pixel last",
       500,
       {whole(0, 9), pixel(), always("0")},
       "first"},
      {"Fashion-MNIST without header", 3000, {whole(0, 9), pixel(), pixel()}, "first"},
      {"shuttle: 27..126 first, 1..7 last",
       14500,
       {whole(27, 103), whole(-500, 500), whole(1, 7)},
       "last"},
      {"haberman: age first, 1 or 2 last",
       306,
       {whole(30, 83), whole(58, 69), whole(1, 2)},
       "last"},
      {"banknote: fractions, 0 or 1 last", 1372, {real(), real(), whole(0, 1)}, "last"},
      {"signs as labels", 569, {real(), real(), one_of({"-1", "+1"})}, "last"},
      {"labels written as 1.0 and 2.0", 300, {one_of({"1.0", "2.0"}), real(), real()}, "first"},
      {"HIGGS: labels in full precision",
       300,
       {one_of({"1.000000000000000000e+00", "0.000000000000000000e+00"}), real(), real()},
       "first"},
      {"quality 3..8 last", 1599, {real(), real(), whole(3, 8)}, "last"},
      {"digits and letters as labels",
       3000,
       {real(), real(), one_of({"0", "1", "7", "A", "B"})},
       "last"},
      {"one word first, 0..5 last", 300, {always("img"), real(), whole(0, 5)}, "last", false},
      {"0..5 first, one word last", 300, {whole(0, 5), real(), always("img")}, "first", false},
      {"one word first, words last",
       300,
       {always("img"), real(), one_of({"a", "b"})},
       "last",
       false},
      {"one word first, ages last", 300, {always("img"), real(), whole(30, 83)}, "unclear"},
      {"zoo: names first, 1..7 last", 101, {names(), whole(0, 1), whole(1, 7)}, "last", false},
      {"ecoli: names first, words last",
       336,
       {names(), real(), one_of({"cp", "im", "pp"})},
       "last",
       false},
      {"fractions only", 300, {real(), real(), real()}, "none"},
      {"row numbers and fractions", 300, {ids(0), real(), real()}, "none"},
      {"empty pixels at both ends", 300, {always("0"), pixel(), always("0")}, "none"},
      {"german, australian: codes at both ends",
       1000,
       {whole(1, 4), whole(4, 72), whole(1, 2)},
       "unclear"},
      {"SPECT: 0/1 everywhere", 267, {whole(0, 1), whole(0, 1), whole(0, 1)}, "unclear"},
      {"poker: 1..4 first, 0..9 last", 2000, {whole(1, 4), whole(1, 13), whole(0, 9)}, "unclear"},
      {"digits, label first: 0..9 and 0..16",
       1797,
       {whole(0, 9), whole(0, 16), whole(0, 16)},
       "unclear"},
      {"pima: 0..17 first, 0 or 1 last", 768, {whole(0, 17), real(), whole(0, 1)}, "unclear"},
      {"ages first", 500, {whole(30, 83), real(), real()}, "unclear"},
      {"words at both ends",
       500,
       {one_of({"a", "b"}), real(), one_of({"c", "d"})},
       "unclear",
       false},
  };
}

std::string text_of(const Table& table, char separator, bool header = false) {
  core::Rng rng{5};
  std::string text;
  for (std::size_t c = 0; header && c < table.columns.size(); ++c) {
    text += (c > 0 ? std::string(1, separator) : "") + "column" + std::to_string(c);
  }
  if (header) text += "\n";
  for (int row = 0; row < table.rows; ++row) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (c > 0) text += separator;
      text += table.columns[c](row, rng);
    }
    text += "\n";
  }
  return text;
}

/// What open_rows reports about the label column.
std::string place_in(const std::function<std::unique_ptr<RowReader>()>& open) {
  try {
    const RowInfo info = open()->info();
    if (!info.labelled) return "none";
    return info.source.find("label in column 1") == std::string::npos ? "last" : "first";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("--label-column"), std::string::npos) << message;
    EXPECT_EQ(error.code(), ErrorCode::kFormat);
    return "unclear";
  }
}

TEST(LabelColumn, IsFoundInTypicalTables) {
  const TempFolder folder;
  for (const Table& table : tables()) {
    SCOPED_TRACE(table.name);
    for (const char separator : {',', ';', '\t', ' '}) {
      if (separator == ' ' && !table.numbers_only) continue;  // more than one word in a row
      const std::string text = text_of(table, separator);
      const std::string path = folder.write("table", text);
      EXPECT_EQ(place_in([&] { return open_rows(path); }), table.label) << separator;
    }
    const std::string named = text_of(table, ',', table.numbers_only);
    const std::string packed = folder.write("table.csv.gz", gzipped(named));
    EXPECT_EQ(place_in([&] { return open_rows(packed); }), table.label) << "header, gzip";
  }
}

TEST(LabelColumn, OfAPipeIsThatOfAFile) {
  for (const Table& table : tables()) {
    if (!table.numbers_only) continue;
    SCOPED_TRACE(table.name);
    std::string place = "unclear";
    try {
      const Dataset data = read_from_stdin(text_of(table, ','));
      const bool first = data.source.find("label in column 1") != std::string::npos;
      place = !data.labelled() ? "none" : first ? "first" : "last";
    } catch (const Error&) {
    }
    EXPECT_EQ(place, table.label);
  }
}

TEST(LabelColumn, IsNoneWhereAModelHasAsManyFeaturesAsThereAreColumns) {
  const TempFolder folder;
  for (const Table& table : tables()) {
    const std::string path = folder.write("table.csv", text_of(table, ','));
    const auto reader = open_rows(path, {.features = 3});
    EXPECT_FALSE(reader->labelled()) << table.name;
    EXPECT_EQ(reader->n_features(), 3) << table.name;
  }
}

TEST(LabelColumn, IsFoundByTheLabelsOfAModel) {
  const TempFolder folder;
  const Labels digits = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  const auto place = [&](const std::string& text, const Labels& known) {
    const std::string path = folder.write("table.csv", text);
    return place_in([&] { return open_rows(path, known, {.features = 2}); });
  };
  EXPECT_EQ(place("2,13.2,1065\n", {"1", "2", "3"}), "first") << "one row";
  EXPECT_EQ(place("2,13.2,1065\n1,12,735\n", {"1", "2", "3"}), "first");
  EXPECT_EQ(place("17,3,0\n0,5,1\n2,5,1\n4,1,0\n", {"0", "1"}), "last") << "pima";
  EXPECT_EQ(place("3,16,11\n3,1,0\n3,7,4\n", digits), "first") << "one class only";
  EXPECT_EQ(place("7,0,1.5\n", {"a", "b"}), "none");
  EXPECT_EQ(place("7,0,a\n", {"a", "b"}), "last");
  EXPECT_EQ(place("7,0,c\n6,1,c\n", {"a", "b"}), "last") << "a class that is not known";
  EXPECT_EQ(place("3,16,2\n3,1,0\n3,7,4\n", digits), "unclear");
  EXPECT_EQ(place("0,16,2\n0,7,12\n0,1,2\n0,7,12\n", digits), "unclear")
      << "a new class, or values";
  std::string all;
  for (const std::string& digit : digits) all += "0,5," + digit + "\n";
  EXPECT_EQ(place(all, digits), "last") << "all classes there, and an empty pixel";
}

TEST(LabelColumn, ColumnNamesTakePrecedence) {
  const TempFolder folder;
  const auto source = [&](const std::string& text) {
    return read_dataset(folder.write("table.csv", text)).source;
  };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(source("a,Target,b\n1,2,0\n1,2,1\n1,2,0\n1,2,1\n"), "column 2 (Target)"));
  EXPECT_TRUE(has(source("y,a\n0.5,1\n1.5,2\n"), "label in column 1 (y)"));
  EXPECT_TRUE(has(source("x,y,kind\n1.5,2.5,a\n2.5,3.5,b\n"), "label in column 3 (kind)"));
  EXPECT_TRUE(has(source("x,y,class\n1.5,2.5,1\n2.5,3.5,2\n"), "label in column 3 (class)"));
  expect_error([&] { source("class,a,Label\n1,2,3\n"); }, ErrorCode::kFormat,
               {"column 1 (class)", "column 3 (Label)", "--label-column", "1, 3 or none"});
}

TEST(LabelColumn, AColumnOfMeasurementsIsNoLabelWhateverItsName) {
  const TempFolder folder;
  const auto table = [](const Column& target) {
    return text_of({"", 200, {real(), target, real()}, ""}, ',', true);
  };
  const auto named = [&](const Column& target) {
    std::string text = table(target);
    return folder.write("table.csv", text.replace(text.find("column1"), 7, "Target"));
  };
  const std::string measured = named(real());
  const std::vector<std::string> parts = {"table.csv: column 2 (Target) is named like labels",
                                          "200 different numbers: ", "--label-column"};
  expect_error([&] { read_dataset(measured); }, ErrorCode::kFormat, parts);
  EXPECT_EQ(read_dataset(measured, {.label_column = "Target"}).labels.size(), 200);
  EXPECT_EQ(read_dataset(measured, {.label_column = "none"}).n_features(), 3);
  EXPECT_TRUE(open_rows(measured, {.features = 2})->labelled()) << "for a model";
  for (const Column& classes : {one_of({"0.5", "1.5", "2.5"}), whole(0, 100000), names()}) {
    EXPECT_EQ(read_dataset(named(classes)).n_features(), 2);
  }
}

TEST(LabelColumn, UnclearColumnsAreListedWithTheirValues) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += std::to_string(i % 4) + ",0.5," + std::to_string(i % 3) + "\n";
  const std::string path = folder.write("codes.csv", text);
  expect_error([&] { read_dataset(path); }, ErrorCode::kFormat,
               {path, "not clear", "column 1 has 4 different whole numbers: 0, 1, 2, ...",
                "column 3 has 3 different whole numbers: 0, 1, 2", "label_column (--label-column)",
                "1, 3 or none"});
  EXPECT_EQ(read_dataset(path, {.label_column = "3"}).labels[4], "1");
  EXPECT_EQ(read_dataset(path, {.label_column = "none"}).n_features(), 3);
}

TEST(LabelColumn, TheSourceNamesReasonsAndRowNumbers) {
  const TempFolder folder;
  const auto source = [&](const std::string& text) {
    return read_dataset(folder.write("table.csv", text)).source;
  };
  const std::string none = source("1.5,2\n2.5,3\n3.5,4\n");
  EXPECT_NE(none.find("column 1 has 3 different numbers, column 2 has 3 different whole numbers"),
            std::string::npos)
      << none;
  const std::string counted = source("1,2.5,a\n2,3.5,b\n3,4.5,a\n4,3,b\n");
  EXPECT_NE(counted.find("label in column 3, column 1 numbers the rows"), std::string::npos)
      << counted;
}

// Rows of a pipe can be read only once: rows after the first ones are checked too.
TEST(LabelColumn, OfAPipeIsCheckedToTheEnd) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(i % 3) + ",0.5,1.5\n";
  const ReadOptions of_model = {.features = 2};
  EXPECT_EQ(read_from_stdin(text, of_model).labels[4], "1");
  for (int i = 0; i < 20000; ++i) text += std::to_string(i % 3) + ".5,0.5,1\n";
  expect_error(
      [&] { read_from_stdin(text, of_model); }, ErrorCode::kFormat,
      {"standard input", "no longer show that column 1 holds the labels", "--label-column"});
}

TEST(LabelColumn, TablesOfBlanksHaveWordsAndNamesToo) {
  const TempFolder folder;
  const Dataset vehicle =
      read_dataset(folder.write("a", "95 48.5 van\n 91\t41  bus \n89 40 van\n"));
  EXPECT_EQ(vehicle.labels, (Labels{"van", "bus", "van"}));
  EXPECT_EQ(sample(vehicle, 1), (Values{91, 41}));
  const Dataset named = read_dataset(folder.write("b", "width class\n1.5 2.0\n2.5 1.0\n"));
  EXPECT_EQ(named.labels, (Labels{"2", "1"}));
  EXPECT_EQ(named.n_features(), 1);
  const std::string prose = folder.write("c", "the table of 1 and 2\n");
  expect_error([&] { read_dataset(prose); }, ErrorCode::kFormat, {prose, "expected one of"});
}

}  // namespace
}  // namespace supdict::testing
