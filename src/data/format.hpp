// SPDX-License-Identifier: BSD-3-Clause
// What a reader gets, and the table of readers. A new format is one file that defines its `matches`
// and `open`, and one line in table.cpp.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "data/byte_stream.hpp"
#include "supdict/dataset.hpp"

namespace supdict::data {

/// Opens a file beside the data, or gives nothing when it is not there.
using OpenNeighbour = std::function<std::optional<ByteStream>(const std::string& path)>;

struct Input {
  std::string path;  ///< as the user gave it; "-" for standard input
  ByteStream stream;
  ReadOptions options;
  OpenNeighbour neighbour;
};

using OpenFormat = std::unique_ptr<RowReader>(Input&& input);

struct Format {
  std::string_view name;
  std::string_view extensions;             ///< ".a .b "; asked when no `matches` says yes
  bool (*matches)(std::string_view head);  ///< does a file begin like this?
  OpenFormat* open;
};

std::span<const Format> formats();

/// Opens the reader options.format names or the bytes ask for.
std::unique_ptr<RowReader> open_input(Input&& input);

/// Every row of `reader`; at least one, and no more than options.memory_limit.
Dataset read_all_rows(RowReader& reader, const ReadOptions& options);

/// The first bytes shown to `matches`; text readers take their decisions from as many.
inline constexpr std::size_t kHead = std::size_t{1} << 16;

bool looks_like_idx(std::string_view head);
bool looks_like_usps(std::string_view head);
bool looks_like_csv(std::string_view head);
bool looks_like_tsv(std::string_view head);
bool looks_like_svmlight(std::string_view head);
bool looks_like_npy(std::string_view head);
bool looks_like_npz(std::string_view head);
bool looks_like_image(std::string_view head);

OpenFormat open_idx, open_usps, open_csv, open_tsv, open_svmlight, open_npy, open_npz, open_image;

/// An image folder has no bytes of its own.
std::unique_ptr<RowReader> open_image_folder(const std::string& path, const ReadOptions& options);

/// Paths where the labels of the data file `path`, or the data of the label file, may lie: the same
/// name with the words replaced ("images" by "labels", "X" by "y", ...), with and without ".gz".
std::vector<std::string> label_paths(const std::string& path);
std::vector<std::string> image_paths(const std::string& path);

/// The first of `paths` that is there.
std::optional<ByteStream> open_first(const OpenNeighbour& neighbour,
                                     const std::vector<std::string>& paths);

/// The label file: the one named in the options, or one beside the data, or none.
std::optional<ByteStream> open_labels(const Input& input);

/// a * b, or Error(kFormat) when the product leaves Index.
Index multiply_sizes(const std::string& file, Index a, Index b);

/// Refuses a header that promises more bytes than the source can hold, before anything is allocated
/// for them.
void check_backed(ByteStream& stream, Index bytes);

}  // namespace supdict::data
