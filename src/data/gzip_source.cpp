// SPDX-License-Identifier: BSD-3-Clause
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

#include "data/byte_stream.hpp"
#include "data/fail.hpp"

namespace supdict::data {
namespace {

constexpr std::size_t kInput = std::size_t{1} << 16;
// Deflate cannot expand a byte of input into more than 1032 bytes.
constexpr std::uint64_t kMaxExpansion = 1032;
constexpr int kGzipOnly = 15 + 16;

// One window of 32 KiB and one input buffer, whatever the file expands to.
class GzipSource final : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> compressed, std::string name, std::string_view head)
      : compressed_(std::move(compressed)), name_(std::move(name)), input_(kInput) {
    if (head.size() > input_.size()) input_.resize(head.size());
    std::memcpy(input_.data(), head.data(), head.size());
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(head.size());
    consumed_ = head.size();
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

  std::optional<std::uint64_t> size_bound() const override {
    const auto bound = compressed_->size_bound();
    if (!bound || *bound > UINT64_MAX / kMaxExpansion) return std::nullopt;
    return *bound * kMaxExpansion;
  }

  std::unique_ptr<ByteSource> again() override {
    auto compressed = compressed_->again();
    return compressed ? std::make_unique<GzipSource>(std::move(compressed), name_, "") : nullptr;
  }

  std::size_t read(char* to, std::size_t count) override {
    constexpr std::size_t kStep = std::size_t{1} << 30;  // zlib counts in 32 bits
    const auto wanted = static_cast<uInt>(std::min(count, kStep));
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = wanted;
    while (!done_ && stream_.avail_out == wanted && wanted > 0) inflate_some();
    return wanted - stream_.avail_out;
  }

 private:
  void inflate_some() {
    const bool more = refill();
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) return next_member();
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK && status != Z_BUF_ERROR) {
      fail_format(name_, std::string("has damaged gzip data near compressed byte ") +
                             std::to_string(consumed_ - stream_.avail_in) + " (" +
                             (stream_.msg != nullptr ? stream_.msg : "no details") +
                             "); expected an intact file");
    }
    if (!more && status == Z_BUF_ERROR) {
      fail_format(name_, "ends inside its gzip data after " + std::to_string(consumed_) +
                             " bytes; expected the whole file");
    }
  }

  // Gzip files may be several members in a row; anything else after a member is padding.
  void next_member() {
    while (stream_.avail_in < 2 && refill_behind()) {
    }
    done_ = stream_.avail_in < 2 || stream_.next_in[0] != 0x1f || stream_.next_in[1] != 0x8b;
    if (!done_) inflateReset(&stream_);
  }

  bool refill() { return stream_.avail_in > 0 || refill_behind(); }

  bool refill_behind() {
    std::memmove(input_.data(), stream_.next_in, stream_.avail_in);
    char* const free = input_.data() + stream_.avail_in;
    const std::size_t got = compressed_->read(free, input_.size() - stream_.avail_in);
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in += static_cast<uInt>(got);
    consumed_ += got;
    return got > 0;
  }

  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  std::vector<char> input_;
  z_stream stream_ = {};
  std::uint64_t consumed_ = 0;
  bool done_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> compressed, std::string name,
                                        std::string_view head) {
  return std::make_unique<GzipSource>(std::move(compressed), std::move(name), head);
}

}  // namespace supdict::data
