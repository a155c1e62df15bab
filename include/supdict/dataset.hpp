// SPDX-License-Identifier: BSD-3-Clause
// Data sets: reading them from files, whole or in chunks, and writing matrices.
//
//   Dataset train = read_dataset("train-images-idx3-ubyte.gz");
//
//   auto rows = open_rows("-", {.format = "svmlight", .features = 300});   // standard input
//   for (Dataset chunk; rows->read(1000, chunk) > 0;) use(chunk);
//
// Values are kept as they stand in the file (0..255 for images); scaling is the caller's choice.
// A file that cannot be read, or is not what it claims to be, gives an Error of code kFile,
// kFormat or kInvalidValue that names the file, the place, what was found and what was expected.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "supdict/options.hpp"
#include "supdict/types.hpp"

namespace supdict {

/// Height and width when every sample is an image, stored row by row.
struct ImageShape {
  int height = 0;
  int width = 0;

  bool known() const { return height > 0 && width > 0; }
  bool operator==(const ImageShape&) const = default;
};

/// Whether the first row of a table names the columns.
enum class Header { kAuto, kYes, kNo };
constexpr auto names_of(Header) {
  return std::to_array<std::string_view>({"auto", "yes", "no"});
}

/// The first feature index of svmlight data.
enum class IndexBase { kAuto, kZero, kOne };
constexpr auto names_of(IndexBase) {
  return std::to_array<std::string_view>({"auto", "zero", "one"});
}

/// The part of an image that patches are cut from.
enum class PatchHalf { kAll, kLeft, kRight };
constexpr auto names_of(PatchHalf) {
  return std::to_array<std::string_view>({"all", "left", "right"});
}

struct Dataset {
  Matrix<float> X;                  ///< n x m, one sample per column
  std::vector<std::string> labels;  ///< the user's own text, one per sample; empty: unlabelled
  ImageShape image;
  std::string format;  ///< the reader used, one of format_names()
  std::string source;  ///< the path and what the reader decided, for people

  Index n_samples() const { return X.cols(); }
  Index n_features() const { return X.rows(); }
  bool labelled() const { return !labels.empty(); }
};

/// Fingerprint of samples and labels, "fnv1a64:" and 16 hexadecimal digits: FNV-1a with 64 bits
/// over n, m (8 bytes each), X by columns (float32), then for each label its length (8 bytes) and
/// its text; all numbers little-endian. Same on every machine; not a defence against forgery.
SUPDICT_EXPORT std::string content_hash(const Dataset& data);

/// Names for ReadOptions::format, "auto" first.
SUPDICT_EXPORT std::vector<std::string> format_names();

struct ReadOptions {
  std::string format = "auto";  ///< text, since the table of readers has the names
  std::string labels = "auto";
  std::string label_column = "auto";
  Header header = Header::kAuto;
  std::string key = "auto";
  std::optional<int> features = {};
  IndexBase index_base = IndexBase::kAuto;
  std::string classes = {};
  int patch_size = 0;
  int patches = 0;
  std::optional<int> patch_stride = {};
  PatchHalf patch_half = PatchHalf::kAll;
  std::int64_t patch_seed = 0;
  std::optional<std::int64_t> max_rows = {};
  double memory_limit = 16;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit(self.format,
          Field{.name = "format",
                .help = "file format; auto: recognised by the bytes, then by the extension",
                .choices = format_names()});
    visit(self.labels, Field{.name = "labels",
                             .help = "label file of idx and npy data: a path, auto (in the "
                                     "folder of the data) or none"});
    visit(self.label_column,
          Field{.name = "label_column",
                .help = "label column of csv, tsv and usps data: a name of the header, a number "
                        "(1 is the first, -1 the last), auto (a name such as label, else the end "
                        "of the rows that looks like labels) or none"});
    visit(self.header,
          Field{.name = "header",
                .help = "whether the first row of csv and tsv data names the columns"});
    visit(self.key, Field{.name = "key",
                          .help = "samples in an npz archive: a name such as x_test, or auto (X, "
                                  "x_train, data, images)"});
    visit(self.features, Field{.name = "features",
                               .help = "features of svmlight data, left out: the largest index "
                                       "found, for which the whole file is read first; of csv and "
                                       "tsv data, where it tells whether a column holds labels",
                               .min = 1,
                               .max = 1 << 24,
                               .open = 0});
    visit(self.index_base, Field{.name = "index_base",
                                 .help = "first feature index of svmlight data; auto: one, unless "
                                         "the index 0 occurs"});
    visit(self.classes, Field{.name = "classes",
                              .help = "classes to read from an image folder, separated by commas; "
                                      "empty: all"});
    visit(self.patch_size, Field{.name = "patch_size",
                                 .help = "side of the square patches cut from images; 0: whole "
                                         "images, all of one size",
                                 .min = 0,
                                 .max = 4096});
    visit(self.patches, Field{.name = "patches",
                              .help = "patches per image, at random places without repetition; 0: "
                                      "all patches of the grid",
                              .min = 0,
                              .max = 1e9});
    visit(self.patch_stride,
          Field{.name = "patch_stride",
                .help = "step of the patch grid; left out: patch_size, no overlap",
                .min = 1,
                .max = 4096,
                .open = 0});
    visit(self.patch_half,
          Field{.name = "patch_half", .help = "part of each image patches are cut from"});
    visit(self.patch_seed, Field{.name = "patch_seed",
                                 .help = "seed of the random patch places",
                                 .min = 0,
                                 .max = 9007199254740992.0});  // 2^53: exact in JSON
    visit(self.max_rows, Field{.name = "max_rows",
                               .help = "stop after this many samples; left out: read all",
                               .min = 1,
                               .max = 9007199254740992.0,
                               .open = 0});
    visit(self.memory_limit, Field{.name = "memory_limit",
                                   .help = "refuse to hold more than this many GiB in memory",
                                   .min = 0,
                                   .max = 1 << 20,
                                   .min_excluded = true});
  }
};

/// What is known about the rows before the first one is read. Of these only `image` may change
/// later: it is withdrawn at the first row that is no image.
struct RowInfo {
  Index n_features = 0;
  std::optional<Index> n_rows = {};  ///< as the file claims, where it does
  bool labelled = false;
  ImageShape image = {};
  std::string format = {};
  std::string source = {};
  std::vector<std::string> files = {};  ///< of idx and npy: the data, and the labels if any
};

/// Samples of one source, in order. Memory does not grow with the length of the source, except for
/// svmlight without `features` and for Fortran-ordered npy data that cannot be seeked. One thread
/// at a time may use a reader; different ones are independent of each other.
class SUPDICT_EXPORT RowReader {
 public:
  virtual ~RowReader() = default;

  const RowInfo& info() const { return info_; }
  Index n_features() const { return info_.n_features; }
  bool labelled() const { return info_.labelled; }

  /// Replaces `chunk` by the next samples, at most `max_rows`; returns how many, 0 at the end.
  Index read(Index max_rows, Dataset& chunk);

  /// No more than `rows` samples in total from now on.
  void limit(Index rows) { rows_left_ = rows; }

 protected:
  /// Replaces chunk.X (n_features x rows, for rows > 0), keeping its memory if the size allows, and
  /// appends to chunk.labels, which arrives empty.
  virtual Index read_rows(Index max_rows, Dataset& chunk) = 0;

  RowInfo info_;

 private:
  Index rows_read_ = 0;
  std::optional<Index> rows_left_;  // nothing: no limit
};

/// Opens a file, an image folder or, for "-", standard input. Gzip is decompressed on the fly.
SUPDICT_EXPORT std::unique_ptr<RowReader> open_rows(const std::string& path,
                                                    const ReadOptions& options = {});
/// The same. If label_column is auto, `known_labels` (those of a model) help to tell labels from
/// values.
SUPDICT_EXPORT std::unique_ptr<RowReader> open_rows(const std::string& path,
                                                    const std::vector<std::string>& known_labels,
                                                    const ReadOptions& options);

/// All samples of open_rows(path, options); at least one.
SUPDICT_EXPORT Dataset read_dataset(const std::string& path, const ReadOptions& options = {});

/// All samples that are left in `rows`; at least one, in no more than `memory_limit` GiB.
SUPDICT_EXPORT Dataset read_dataset(RowReader& rows, double memory_limit);

/// Two classes of texture patches, "grain" and "weave", as grey values 0..255: `per_class` samples
/// of the first, then of the second. Both have the same mean, variance and isotropic spectrum and
/// are symmetric under inversion of contrast; only the orientations differ. A function linear in
/// the patch or in its sparse code cannot tell them apart, a bilinear one can.
SUPDICT_EXPORT Dataset generated_textures(Index per_class, int patch_size, std::uint64_t seed);

/// NPY file of shape (columns of X, columns' length), float32: one sample per row, as numpy users
/// expect. The file appears under its name only when complete.
SUPDICT_EXPORT void write_npy(const std::string& path, ConstMatrixRef<float> X);

/// A sparse matrix of float32, row after row (CSR), in the layout that scipy.sparse.load_npz reads:
/// row j has the entries from starts[j] to starts[j + 1]. The file appears under its name only when
/// complete.
SUPDICT_EXPORT void write_sparse_npz(const std::string& path, Index n_columns,
                                     std::span<const Index> starts, std::span<const int> columns,
                                     std::span<const float> values);

/// CSV with a header x1, ..., xn and, if labelled, a last column "label". Numbers read back
/// exactly. The file appears under its name only when complete.
SUPDICT_EXPORT void write_csv(const std::string& path, const Dataset& data);

}  // namespace supdict
