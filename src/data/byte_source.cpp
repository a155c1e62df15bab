// SPDX-License-Identifier: BSD-3-Clause
#include "data/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "data/fail.hpp"

namespace supdict::data {

std::size_t ByteSource::read_at(std::uint64_t, char*, std::size_t) {
  return 0;
}

namespace {

// A second reader of a seekable source, with its own position.
class SecondReading final : public ByteSource {
 public:
  explicit SecondReading(ByteSource& source) : source_(source) {}

  std::size_t read(char* to, std::size_t count) override {
    const std::size_t got = source_.read_at(position_, to, count);
    position_ += got;
    return got;
  }
  std::optional<std::uint64_t> size_bound() const override { return source_.size_bound(); }

 private:
  ByteSource& source_;
  std::uint64_t position_ = 0;
};

// Large reads through one descriptor. Files are read, not mapped: if another process truncates a
// file during reading, the result is an error instead of a signal.
class FileSource final : public ByteSource {
 public:
  FileSource(int descriptor, bool owned, std::string path)
      : descriptor_(descriptor), owned_(owned), path_(std::move(path)) {
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) return;
    if (S_ISDIR(status.st_mode)) {
      close();
      fail(ErrorCode::kFile, path_, "is a directory; expected a file");
    }
    if (S_ISREG(status.st_mode) && owned_) size_ = static_cast<std::uint64_t>(status.st_size);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override { close(); }

  std::size_t read(char* to, std::size_t count) override {
    return checked([&] { return ::read(descriptor_, to, count); });
  }
  std::optional<std::uint64_t> size_bound() const override { return size_; }
  bool seekable() const override { return size_.has_value(); }
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t count) override {
    return checked([&] { return ::pread(descriptor_, to, count, static_cast<off_t>(offset)); });
  }

 private:
  template <class Call>
  std::size_t checked(Call call) const {
    for (;;) {
      const ssize_t got = call();
      if (got >= 0) return got;
      if (errno != EINTR) fail(ErrorCode::kFile, path_, "cannot read: " + system_message(errno));
    }
  }
  void close() {
    if (owned_ && descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

  int descriptor_;
  bool owned_;
  std::string path_;
  std::optional<std::uint64_t> size_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  explicit MemorySource(std::string&& bytes) : owned_(std::move(bytes)), bytes_(owned_) {}
  MemorySource(const MemorySource&) = delete;
  MemorySource& operator=(const MemorySource&) = delete;

  std::size_t read(char* to, std::size_t count) override {
    const std::size_t got = read_at(position_, to, count);
    position_ += got;
    return got;
  }
  std::optional<std::uint64_t> size_bound() const override { return bytes_.size(); }
  bool seekable() const override { return true; }
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t count) override {
    if (offset >= bytes_.size()) return 0;
    const std::size_t got = std::min<std::size_t>(count, bytes_.size() - offset);
    std::memcpy(to, bytes_.data() + offset, got);
    return got;
  }

 private:
  std::string owned_;
  std::string_view bytes_;
  std::size_t position_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> ByteSource::again() {
  if (!seekable()) return nullptr;
  return std::make_unique<SecondReading>(*this);
}

std::unique_ptr<ByteSource> open_file(const std::string& path) {
  if (path == "-") return std::make_unique<FileSource>(STDIN_FILENO, false, "standard input");
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(ErrorCode::kFile, path, "cannot open: " + system_message(errno));
  return std::make_unique<FileSource>(descriptor, true, path);
}

std::unique_ptr<ByteSource> memory_source(std::string_view bytes) {
  return std::make_unique<MemorySource>(bytes);
}

std::unique_ptr<ByteSource> memory_source(std::string&& bytes) {
  return std::make_unique<MemorySource>(std::move(bytes));
}

}  // namespace supdict::data
