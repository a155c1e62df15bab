// SPDX-License-Identifier: BSD-3-Clause
// Where bytes come from: a file, standard input, memory, or another source through gzip. Readers
// see this interface only, so that tests and fuzzers need no files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace supdict::data {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Up to `count` bytes, at least one unless the end is reached.
  virtual std::size_t read(char* to, std::size_t count) = 0;

  /// An upper limit of the bytes that can follow; empty: unknown. A header that promises more is
  /// wrong.
  virtual std::optional<std::uint64_t> size_bound() const { return std::nullopt; }

  /// Whether read_at works; it does not move the position of read().
  virtual bool seekable() const { return false; }
  virtual std::size_t read_at(std::uint64_t offset, char* to, std::size_t count);

  /// The same bytes once more from the beginning, valid as long as this source lives; empty if they
  /// can be read only once.
  virtual std::unique_ptr<ByteSource> again();
};

/// A regular file, a pipe or, for "-", standard input. Throws Error(kFile).
std::unique_ptr<ByteSource> open_file(const std::string& path);

/// `bytes` must outlive the source.
std::unique_ptr<ByteSource> memory_source(std::string_view bytes);

/// Owns its bytes.
std::unique_ptr<ByteSource> memory_source(std::string&& bytes);

}  // namespace supdict::data
