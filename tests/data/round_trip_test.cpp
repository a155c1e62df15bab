// SPDX-License-Identifier: BSD-3-Clause
// What is written reads back: random tables with odd numbers and odd labels, in every format that
// can hold them.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "core/rng.hpp"
#include "files.hpp"

namespace supdict::testing {
namespace {

using core::Rng;

/// Numbers that a writer of text gets wrong first, among plain ones.
float any_number(Rng& rng) {
  using Limits = std::numeric_limits<float>;
  constexpr float kOdd[] = {0,        -0.0F, 1,     -1,       Limits::max(),     Limits::lowest(),
                            1.0F / 3, 0.1F,  1e10F, 16777216, Limits::epsilon(), 123456792};
  if (rng.uniform() < 0.3) return kOdd[rng.below(std::ssize(kOdd))];
  if (rng.uniform() < 0.2) return static_cast<float>(std::pow(10, 70 * rng.uniform() - 35));
  return static_cast<float>(rng.normal());
}

Dataset any_table(Rng& rng) {
  Dataset data;
  data.X.resize(1 + rng.below(9), 2 + rng.below(20));
  for (float& value : data.X.reshaped()) value = any_number(rng);
  return data;
}

/// Labels that are text for themselves, whatever stands around them.
const Labels kOddLabels = {
    "a",   "b c",   "d,e", "f;g", "h\ti", "\"",    "\"quoted\"", "'",    "\xC3\xA9t\xC3\xA9",
    "-",   "label", "x1",  "#1",  "a:b",  "3 men", "1e",         "0x10", "--5",
    "<b>", "\\n"};

/// One of the odd labels for each sample.
Labels any_labels(Index m, Rng& rng) {
  Labels labels;
  for (Index j = 0; j < m; ++j) {
    labels.push_back(kOddLabels[static_cast<std::size_t>(rng.below(std::ssize(kOddLabels)))]);
  }
  return labels;
}

/// Equal bits: -0 is not 0 here.
void expect_same(const Dataset& found, const Dataset& written, const std::string& what) {
  ASSERT_EQ(found.X.rows(), written.X.rows()) << what;
  ASSERT_EQ(found.X.cols(), written.X.cols()) << what;
  for (Index e = 0; e < found.X.size(); ++e) {
    const float a = found.X.data()[e];
    const float b = written.X.data()[e];
    EXPECT_TRUE(a == b && std::signbit(a) == std::signbit(b)) << what << ": " << a << ' ' << b;
  }
  EXPECT_EQ(found.labels, written.labels) << what;
  EXPECT_EQ(content_hash(found), content_hash(written)) << what;
}

constexpr std::uint64_t kTables = 15;

TEST(RoundTrip, Csv) {
  const TempFolder folder;
  const std::string path = folder.path("a.csv");
  for (std::uint64_t seed = 1; seed <= kTables; ++seed) {
    Rng rng{seed};
    Dataset data = any_table(rng);
    data.labels = any_labels(data.n_samples(), rng);
    write_csv(path, data);
    expect_same(read_dataset(path), data, "seed " + std::to_string(seed));
    data.labels.clear();
    write_csv(path, data);
    expect_same(read_dataset(path, {.label_column = "none"}), data, "plain");
  }
}

TEST(RoundTrip, CsvThroughAPipeAndGzip) {
  const TempFolder folder;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng{seed, 1};
    Dataset data = any_table(rng);
    data.labels = any_labels(data.n_samples(), rng);
    const std::string path = folder.path("a.csv");
    write_csv(path, data);
    std::string bytes;
    {
      std::ifstream file(path, std::ios::binary);
      bytes.assign(std::istreambuf_iterator<char>(file), {});
    }
    expect_same(read_from_stdin(bytes, {.format = "csv"}), data, "pipe");
    expect_same(read_dataset(folder.write("b.csv.gz", gzipped(bytes))), data, "gzip");
  }
}

TEST(RoundTrip, EveryOddLabelOfCsvByItself) {
  const TempFolder folder;
  Dataset data;
  data.X = Matrix<float>{{1, 2}};
  for (const std::string& odd : kOddLabels) {
    data.labels = {odd, "other"};
    write_csv(folder.path("a.csv"), data);
    EXPECT_EQ(read_dataset(folder.path("a.csv")).labels, data.labels) << odd;
  }
}

TEST(RoundTrip, Npy) {
  const TempFolder folder;
  for (std::uint64_t seed = 1; seed <= kTables; ++seed) {
    Rng rng{seed};
    const Dataset data = any_table(rng);
    write_npy(folder.path("a.npy"), data.X);
    expect_same(read_dataset(folder.path("a.npy")), data, "seed " + std::to_string(seed));
  }
}

std::string shape_of(const Dataset& data) {
  return "(" + std::to_string(data.n_samples()) + ", " + std::to_string(data.n_features()) + ")";
}

std::string column_bytes(const Matrix<float>& X) {
  return {reinterpret_cast<const char*>(X.data()),
          sizeof(float) * static_cast<std::size_t>(X.size())};
}

TEST(RoundTrip, NpyInBothOrdersOfMemory) {
  const TempFolder folder;
  for (std::uint64_t seed = 1; seed <= kTables; ++seed) {
    Rng rng{seed};
    const Dataset data = any_table(rng);
    const Matrix<float> rows = data.X.transpose();
    const auto read = [&](const Matrix<float>& M, bool fortran) {
      return read_dataset(
          folder.write("a.npy", npy_file("<f4", shape_of(data), column_bytes(M), fortran)));
    };
    expect_same(read(data.X, false), data, "C");
    expect_same(read(rows, true), data, "Fortran");
  }
}

TEST(RoundTrip, NpzWithLabels) {
  const TempFolder folder;
  for (std::uint64_t seed = 1; seed <= kTables; ++seed) {
    Rng rng{seed};
    Dataset data = any_table(rng);
    std::vector<std::int64_t> y;
    for (Index j = 0; j < data.n_samples(); ++j) {
      y.push_back(rng.below(7) - 3);
      data.labels.push_back(std::to_string(y.back()));
    }
    const std::string labels_shape = "(" + std::to_string(y.size()) + ",)";
    for (const bool deflate : {false, true}) {
      const std::string path = folder.write(
          "a.npz", npz_file({{"X", npy_file("<f4", shape_of(data), column_bytes(data.X))},
                             {"y", npy_file("<i8", labels_shape, raw(y))}},
                            deflate));
      expect_same(read_dataset(path), data, deflate ? "deflated" : "stored");
    }
  }
}

std::string shortest(float value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

TEST(RoundTrip, Svmlight) {
  const TempFolder folder;
  for (std::uint64_t seed = 1; seed <= kTables; ++seed) {
    Rng rng{seed};
    Dataset data = any_table(rng);
    data.X =
        data.X.unaryExpr([&](float x) { return x == 0 || rng.uniform() < 0.5 ? 0 : x; }).eval();
    data.X(data.n_features() - 1, 0) = 1;  // the largest index tells the number of features
    for (const int base : {0, 1}) {
      data.labels.clear();
      std::string text;
      for (Index j = 0; j < data.n_samples(); ++j) {
        data.labels.push_back(std::to_string(j % 3 - 1));
        text += data.labels.back();
        for (Index i = 0; i < data.n_features(); ++i) {
          if (data.X(i, j) == 0) continue;
          text += " " + std::to_string(i + base) + ":" + shortest(data.X(i, j));
        }
        text += "\n";
      }
      const std::string path = folder.write("a.svm", text);
      const IndexBase first = base == 0 ? IndexBase::kZero : IndexBase::kOne;
      const std::string name = to_string(first);
      expect_same(read_dataset(path, {.format = "svmlight", .index_base = first}), data, name);
      const int n = static_cast<int>(data.n_features());
      expect_same(read_dataset(path, {.format = "svmlight", .features = n, .index_base = first}),
                  data, name + ", streamed");
    }
  }
}

TEST(RoundTrip, IdxOfEverySize) {
  const TempFolder folder;
  for (std::uint64_t seed = 1; seed <= kTables; ++seed) {
    Rng rng{seed};
    const auto m = static_cast<unsigned>(1 + rng.below(20));
    const auto height = static_cast<unsigned>(1 + rng.below(6));
    const auto width = static_cast<unsigned>(1 + rng.below(6));
    Dataset data;
    data.X.resize(height * width, m);
    std::string pixels;
    std::string labels;
    for (float& value : data.X.reshaped()) {
      value = static_cast<float>(rng.below(256));
      pixels += static_cast<char>(static_cast<unsigned char>(value));
    }
    for (unsigned j = 0; j < m; ++j) {
      labels += static_cast<char>(rng.below(10));
      data.labels.push_back(std::to_string(static_cast<int>(labels.back())));
    }
    folder.write("t-labels-idx1-ubyte", idx_file(8, {m}, labels));
    const std::string path =
        folder.write("t-images-idx3-ubyte", idx_file(8, {m, height, width}, pixels));
    const Dataset found = read_dataset(path);
    expect_same(found, data, "seed " + std::to_string(seed));
    EXPECT_EQ(found.image, (ImageShape{static_cast<int>(height), static_cast<int>(width)}));
  }
}

TEST(RoundTrip, OneTableHasOneFingerprintInEveryFormat) {
  const TempFolder folder;
  Rng rng{9};
  Dataset data = any_table(rng);
  std::vector<std::int64_t> y;
  for (Index j = 0; j < data.n_samples(); ++j) {
    y.push_back(j % 3);
    data.labels.push_back(std::to_string(j % 3));
  }
  const std::string hash = content_hash(data);
  write_csv(folder.path("a.csv"), data);
  EXPECT_EQ(content_hash(read_dataset(folder.path("a.csv"))), hash);
  write_npy(folder.path("X.npy"), data.X);
  folder.write("y.npy", npy_file("<i8", "(" + std::to_string(y.size()) + ",)", raw(y)));
  EXPECT_EQ(content_hash(read_dataset(folder.path("X.npy"))), hash);
}

/// The first `count` rows are those of the whole, however they are asked for.
TEST(RoundTrip, APrefixIsAPrefix) {
  const TempFolder folder;
  Rng rng{10};
  Dataset data;
  data.X.resize(3, 57);
  for (float& value : data.X.reshaped()) value = any_number(rng);
  data.labels = any_labels(57, rng);
  write_csv(folder.path("a.csv"), data);
  for (const Index count : {1, 7, 56, 57}) {
    const Dataset head = read_dataset(folder.path("a.csv"), {.max_rows = count});
    EXPECT_EQ(head.X, data.X.leftCols(count));
    EXPECT_EQ(head.labels, Labels(data.labels.begin(), data.labels.begin() + count));
    auto rows = open_rows(folder.path("a.csv"));
    Index read = 0;
    for (Dataset chunk; rows->read(count, chunk) > 0; read += chunk.n_samples()) {
      EXPECT_EQ(chunk.X, data.X.middleCols(read, chunk.n_samples()));
    }
    EXPECT_EQ(read, 57);
  }
}

}  // namespace
}  // namespace supdict::testing
