// SPDX-License-Identifier: BSD-3-Clause
// Every format in the table: detected, read whole, in chunks, through gzip and from a pipe.
#include <map>

#include "data/format.hpp"
#include "files.hpp"

namespace supdict::testing {
namespace {

struct Example {
  std::string bytes;
  ReadOptions options;
};

// One file per format, seven rows of four numbers.
std::map<std::string, Example> examples() {
  std::string usps;
  std::string csv = "a,b,c,d,label\n";
  std::string tsv = "a\tb\tc\td\tlabel\n";
  std::string svm;
  std::vector<float> values;
  for (int i = 0; i < 7; ++i) {
    const std::string v[] = {std::to_string(i), "0.5", "-2", "1e-3"};
    usps += "3 " + v[0] + " 0.5 -2 1e-3\n";
    csv += v[0] + ",0.5,-2,1e-3,x\n";
    tsv += v[0] + "\t0.5\t-2\t1e-3\tx\n";
    svm += "3 1:" + v[0] + " 2:0.5 4:1\n";
    values.insert(values.end(), {static_cast<float>(i), 0.5F, -2, 1});
  }
  const std::string npy = npy_file("<f4", "(7, 4)", raw(values));
  return {{"idx", {idx_file(0x0d, {7, 2, 2}, raw(values, true)), {}}},
          {"usps", {usps, {.format = "usps"}}},
          {"csv", {csv, {}}},
          {"tsv", {tsv, {}}},
          {"svmlight", {svm, {.features = 4}}},
          {"npy", {npy, {}}},
          {"npz", {npz_file({{"X", npy}}, true), {}}},
          {"images", {png_file(15, 2, 1, ramp(15, 2)), {.patch_size = 2}}}};
}

Dataset in_chunks(RowReader& reader, Index rows) {
  Dataset all;
  Dataset chunk;
  all.X.resize(reader.n_features(), 0);
  while (const Index got = reader.read(rows, chunk)) {
    EXPECT_LE(got, rows);
    EXPECT_EQ(chunk.n_samples(), got);
    EXPECT_EQ(chunk.format, reader.info().format);
    EXPECT_EQ(chunk.labelled(), reader.labelled());
    all.X.conservativeResize(Eigen::NoChange, all.X.cols() + got);
    all.X.rightCols(got) = chunk.X;
    all.labels.insert(all.labels.end(), chunk.labels.begin(), chunk.labels.end());
  }
  EXPECT_EQ(reader.read(rows, chunk), 0) << "reading again at the end gives nothing";
  EXPECT_EQ(chunk.n_samples(), 0);
  return all;
}

TEST(Streaming, EveryFormatHasAnExample) {
  const auto known = examples();
  for (const data::Format& format : data::formats()) {
    EXPECT_TRUE(known.contains(std::string(format.name))) << format.name;
  }
  EXPECT_EQ(format_names().front(), "auto");
  EXPECT_EQ(format_names().size(), known.size() + 1);
}

TEST(Streaming, ChunksGiveTheWhole) {
  const TempFolder folder;
  for (const auto& [name, example] : examples()) {
    const std::string path = folder.write("without_extension", example.bytes);
    const Dataset whole = read_dataset(path, example.options);
    EXPECT_EQ(whole.format, name);
    EXPECT_EQ(whole.n_samples(), 7) << name;
    EXPECT_EQ(whole.n_features(), 4) << name;
    for (const Index rows : {1, 2, 3, 7, 1000}) {
      const auto reader = open_rows(path, example.options);
      const Dataset chunked = in_chunks(*reader, rows);
      EXPECT_EQ(chunked.X, whole.X) << name;
      EXPECT_EQ(chunked.labels, whole.labels) << name;
    }
  }
}

TEST(Streaming, GzipAndPipesGiveTheSame) {
  const TempFolder folder;
  for (const auto& [name, example] : examples()) {
    const Dataset plain = read_dataset(folder.write("a", example.bytes), example.options);
    const std::string packed = gzipped(example.bytes);
    const Dataset unpacked = read_dataset(folder.write("a.gz", packed), example.options);
    EXPECT_EQ(unpacked.X, plain.X) << name;
    EXPECT_EQ(unpacked.format, plain.format);
    EXPECT_EQ(read_from_stdin(example.bytes, example.options).X, plain.X) << name;
    EXPECT_EQ(read_from_stdin(packed, example.options).labels, plain.labels) << name;
    EXPECT_EQ(content_hash(unpacked), content_hash(plain));
  }
}

TEST(Streaming, GzipMembersInARow) {
  const TempFolder folder;
  const std::string bytes = gzipped("1 2 3\n4 ") + gzipped("5 6\n");
  EXPECT_EQ(sample(read_dataset(folder.write("a.gz", bytes)), 1), (Values{4, 5, 6}));
  EXPECT_EQ(read_dataset(folder.write("b.gz", bytes + std::string(9, '\0'))).n_samples(), 2);
}

TEST(Streaming, MaxRowsStopsEarly) {
  const TempFolder folder;
  for (const auto& [name, example] : examples()) {
    ReadOptions options = example.options;
    options.max_rows = 5;
    const std::string path = folder.write("a", example.bytes);
    EXPECT_EQ(read_dataset(path, options).n_samples(), 5) << name;
    EXPECT_EQ(in_chunks(*open_rows(path, options), 2).n_samples(), 5) << name;
  }
}

TEST(Streaming, ExtensionDecidesWhenBytesDoNot) {
  const TempFolder folder;
  EXPECT_EQ(read_dataset(folder.write("a.csv", "x\n1\n2\n")).format, "csv");
  EXPECT_EQ(read_dataset(folder.write("a.tsv.gz", gzipped("x\n1\n2\n"))).format, "tsv");
  const std::string odd = folder.write("a.bin", "%PDF-1.4");
  expect_error([&] { read_dataset(odd); }, ErrorCode::kFormat, {odd, "'%PDF-1.4'", "npz"});
}

}  // namespace
}  // namespace supdict::testing
