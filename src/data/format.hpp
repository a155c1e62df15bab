// SPDX-License-Identifier: BSD-3-Clause
// What a reader gets, and the table of readers. A new format is one file that defines its `matches`
// and `open`, and one line in format.cpp.
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

/// Opens a file that belongs to the data, or returns nothing if it does not exist.
using OpenNeighbour = std::function<std::optional<ByteStream>(const std::string& path)>;

struct Input {
  std::string path;  ///< as the user gave it; "-" for standard input
  ByteStream stream;
  ReadOptions options;
  OpenNeighbour neighbour;
  std::vector<std::string> known_labels = {};  ///< as for open_rows
};

using OpenFormat = std::unique_ptr<RowReader>(Input&& input);

struct Format {
  std::string_view name;
  std::string_view extensions;             ///< ".a .b "; used if no `matches` says yes
  bool (*matches)(std::string_view head);  ///< does a file begin like this?
  OpenFormat* open;
  bool text = false;  ///< read line by line
};

std::span<const Format> formats();

/// Opens the reader that options.format names or, for auto, that fits the first bytes.
std::unique_ptr<RowReader> open_input(Input&& input);

/// The first bytes shown to `matches`; readers of text decide from the same bytes.
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

/// An image folder is not read as a stream of bytes.
std::unique_ptr<RowReader> open_image_folder(const std::string& path, const ReadOptions& options);

}  // namespace supdict::data
