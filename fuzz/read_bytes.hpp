// SPDX-License-Identifier: BSD-3-Clause
// One input of a fuzzer, read in every way a reader supports. Shared with the tests, which replay
// the corpus with any compiler.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "data/format.hpp"
#include "supdict/dataset.hpp"
#include "supdict/error.hpp"

namespace supdict::fuzz {

/// The bytes after this mark in an input are the label file of the data.
inline constexpr std::string_view kLabelMark = "\xff\xfelabels\xfe\xff";

inline std::optional<Dataset> read_with(std::string_view bytes, const ReadOptions& options,
                                        Index chunk_rows) {
  const std::size_t mark = bytes.find(kLabelMark);
  const std::string_view samples = bytes.substr(0, mark);
  const auto neighbour = [&](const std::string& path) -> std::optional<data::ByteStream> {
    if (mark == std::string_view::npos) return std::nullopt;
    const std::string_view labels = bytes.substr(mark + kLabelMark.size());
    return data::ByteStream(data::memory_source(labels), path);
  };
  try {
    data::ByteStream stream(data::memory_source(samples), "memory");
    auto reader = data::open_input({"images.fuzz", std::move(stream), options, neighbour});
    if (chunk_rows == 0) return read_dataset(*reader, options.memory_limit);
    Dataset all;
    Dataset chunk;
    while (reader->read(chunk_rows, chunk) > 0) {
      all.X.conservativeResize(reader->n_features(), all.X.cols() + chunk.X.cols());
      all.X.rightCols(chunk.X.cols()) = chunk.X;
      all.labels.insert(all.labels.end(), chunk.labels.begin(), chunk.labels.end());
      if (all.X.size() > (Index{1} << 22)) return std::nullopt;
    }
    return all;
  } catch (const Error&) {
    return std::nullopt;  // the one exception a reader may throw
  }
}

/// Aborts if a data set violates its guarantees, or if whole and chunked reading disagree.
inline void read_bytes(std::string_view bytes, const std::string& format) {
  ReadOptions options;
  options.format = format;
  options.memory_limit = 1.0 / 64;
  if (bytes.size() % 3 == 1) {  // the size chooses the options, so that no byte is spent on them
    options.features = 64;
    options.patch_size = 3;
    options.label_column = "1";
  } else if (bytes.size() % 3 == 2) {
    options.patch_size = 4;
    options.patches = 5;
    options.label_column = "none";
    options.header = Header::kNo;
  }
  if (format == "usps" && options.label_column == "1") options.label_column = "auto";
  const auto whole = read_with(bytes, options, 0);
  const auto chunked = read_with(bytes, options, 3);
  if (!whole) return;
  if (!whole->X.allFinite() || whole->n_samples() < 1 || whole->n_features() < 1) std::abort();
  if (whole->labelled() && std::ssize(whole->labels) != whole->n_samples()) std::abort();
  if (whole->image.known() &&
      Index{whole->image.height} * whole->image.width != whole->n_features()) {
    std::abort();
  }
  if (!chunked) return;
  if (chunked->X != whole->X || chunked->labels != whole->labels) std::abort();
}

}  // namespace supdict::fuzz
