// SPDX-License-Identifier: BSD-3-Clause
#include "data/byte_stream.hpp"

#include <algorithm>
#include <cstring>

#include "data/fail.hpp"

namespace supdict::data {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;
constexpr std::size_t kMaxLine = std::size_t{1} << 26;
constexpr std::size_t kFirstBlock = std::size_t{1} << 16;

}  // namespace

ByteStream::ByteStream(std::unique_ptr<ByteSource> source, std::string name)
    : source_(std::move(source)), name_(std::move(name)), buffer_(kBuffer) {
  if (peek(2) != "\x1f\x8b") return;
  source_ = gzip_source(std::move(source_), name_, {buffer_.data() + begin_, available()});
  begin_ = end_ = 0;
}

bool ByteStream::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, available());
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const std::size_t got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += got;
  return got > 0;
}

void ByteStream::consume(std::size_t count) {
  begin_ += count;
  offset_ += count;
}

std::string_view ByteStream::peek(std::size_t count) {
  while (available() < count && fill()) {
  }
  return {buffer_.data() + begin_, std::min(count, available())};
}

std::size_t ByteStream::read(char* to, std::size_t count) {
  std::size_t done = std::min(count, available());
  std::memcpy(to, buffer_.data() + begin_, done);
  consume(done);
  while (done < count) {
    const std::size_t got = source_->read(to + done, count - done);
    if (got == 0) break;
    done += got;
    offset_ += got;
  }
  return done;
}

void ByteStream::read_exact(char* to, std::size_t count, std::string_view what) {
  const std::size_t got = read(to, count);
  if (got == count) return;
  fail_format(name_, "ends after " + std::to_string(offset_) + " bytes, inside " +
                         std::string(what) + "; expected " + std::to_string(count - got) +
                         " more bytes");
}

void ByteStream::read_block(std::size_t count, std::vector<char>& bytes) {
  bytes.clear();
  std::size_t step = std::max(kFirstBlock, bytes.capacity());
  while (bytes.size() < count) {
    const std::size_t old = bytes.size();
    bytes.resize(old + std::min(step, count - old));
    const std::size_t got = read(bytes.data() + old, bytes.size() - old);
    if (old + got < bytes.size()) {
      bytes.resize(old + got);
      return;
    }
    step = bytes.size();
  }
}

std::string ByteStream::read_all(std::size_t limit) {
  std::vector<char> bytes;
  read_block(limit, bytes);
  if (bytes.size() == limit && !at_end()) {
    fail_value(name_, "holds more than " + std::to_string(limit) +
                          " bytes; expected less (memory_limit), or a file that can be streamed");
  }
  return {bytes.begin(), bytes.end()};
}

bool ByteStream::read_line(std::string_view& line) {
  std::size_t searched = 0;
  const char* end = nullptr;
  for (;;) {
    const char* start = buffer_.data() + begin_;
    const std::size_t left = available() - searched;
    end = left == 0 ? nullptr : static_cast<const char*>(std::memchr(start + searched, '\n', left));
    if (end != nullptr) break;
    searched = available();
    if (searched > kMaxLine) {
      fail_format(name_, "has a line of more than " + std::to_string(kMaxLine) + " bytes at byte " +
                             std::to_string(offset_) + "; expected shorter");
    }
    if (fill()) continue;
    if (searched == 0) return false;
    break;
  }
  const char* start = buffer_.data() + begin_;
  const std::size_t length = end != nullptr ? static_cast<std::size_t>(end - start) : searched;
  line = {start, length};
  const std::size_t nul = line.find('\0');
  if (nul != std::string_view::npos) {
    fail_format(name_,
                "has a NUL byte at byte " + std::to_string(offset_ + nul) + "; expected text");
  }
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  consume(length + (end != nullptr ? 1 : 0));
  return true;
}

}  // namespace supdict::data
