// SPDX-License-Identifier: BSD-3-Clause
// A buffered source with a name for messages: looking ahead, exact reads, lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/byte_source.hpp"

namespace supdict::data {

class ByteStream {
 public:
  /// Decompresses gzip if the first bytes say so.
  ByteStream(std::unique_ptr<ByteSource> source, std::string name);
  ByteStream(ByteStream&&) noexcept = default;
  ByteStream& operator=(ByteStream&&) noexcept = default;

  const std::string& name() const { return name_; }
  ByteSource& source() { return *source_; }
  /// Bytes consumed so far.
  std::uint64_t offset() const { return offset_; }

  /// The next bytes without consuming them: `count`, or fewer at the end. The view lasts until the
  /// next call.
  std::string_view peek(std::size_t count);

  /// `count` bytes, or fewer at the end.
  std::size_t read(char* to, std::size_t count);

  /// Exactly `count` bytes, or Error(kFormat) that names `what`.
  void read_exact(char* to, std::size_t count, std::string_view what);

  /// Replaces `bytes` by the next `count` bytes, or fewer at the end. Memory grows with the bytes
  /// that arrive, not with `count`.
  void read_block(std::size_t count, std::vector<char>& bytes);

  /// Everything that is left; Error(kInvalidValue) beyond `limit` bytes.
  std::string read_all(std::size_t limit);

  /// The next line without its end ("\n" or "\r\n"); false at the end. The view lasts until the
  /// next call. Lines above 64 MiB and NUL bytes are refused.
  bool read_line(std::string_view& line);

  bool at_end() { return peek(1).empty(); }

 private:
  std::size_t available() const { return end_ - begin_; }
  bool fill();  // adds bytes to the buffer, doubling it when full; false at the end
  void consume(std::size_t count);

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t offset_ = 0;
};

/// The bytes behind `compressed`, decompressed as they are read.
std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> compressed, std::string name,
                                        std::string_view head);

}  // namespace supdict::data
