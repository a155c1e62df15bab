// SPDX-License-Identifier: BSD-3-Clause
#include "core/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "supdict/error.hpp"

namespace supdict::core {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path, int error) {
  throw Error(ErrorCode::kFile,
              "cannot " + what + " '" + path + "': " + std::generic_category().message(error));
}

/// Closes on the way out, whatever way that is.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

void write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Devices, pipes and links would be replaced by a rename.
bool is_special(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

void write_in_place(const std::string& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (file.get() < 0) fail("write", path, errno);
  write_all(file.get(), bytes, path);
  if (file.close() != 0) fail("write", path, errno);
}

}  // namespace

std::string read_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("open", path, errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) fail("read", path, errno);
  if (S_ISDIR(info.st_mode)) fail("read", path, EISDIR);
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(count));
  }
}

void write_file_atomically(const std::string& path, std::string_view bytes) {
  if (is_special(path)) {
    write_in_place(path, bytes);
    return;
  }
  const std::string partial = path + ".partial-" + std::to_string(::getpid());
  try {
    Descriptor file(::open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0) fail("write", path, errno);
    write_all(file.get(), bytes, path);
    if (::fsync(file.get()) != 0) fail("write", path, errno);
    if (file.close() != 0) fail("write", path, errno);
    if (::rename(partial.c_str(), path.c_str()) != 0) fail("write", path, errno);
  } catch (...) {
    ::unlink(partial.c_str());
    throw;
  }
}

}  // namespace supdict::core
