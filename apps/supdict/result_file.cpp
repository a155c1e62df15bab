// SPDX-License-Identifier: BSD-3-Clause
#include "result_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <supdict/error.hpp>
#include <system_error>
#include <utility>

#include "interrupt.hpp"

namespace supdict::app {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

/// Devices, pipes and links (/dev/full, /dev/stdout) would be replaced by a rename.
bool is_special(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

}  // namespace

ResultFile::ResultFile(const std::string& path) : path_(path == "-" ? "" : path) {
  if (path_.empty()) {
    fd_ = STDOUT_FILENO;
    return;
  }
  const bool special = is_special(path_);
  if (!special) partial_ = path_ + ".partial-" + std::to_string(::getpid());
  const std::string& name = special ? path_ : partial_;
  fd_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd_ < 0) {
    const int error = errno;
    partial_.clear();
    fail(error);
  }
  remove_when_interrupted(partial_);
}

ResultFile::~ResultFile() {
  if (!path_.empty() && fd_ >= 0) ::close(fd_);
  if (partial_.empty()) return;
  ::unlink(partial_.c_str());
  remove_when_interrupted("");
}

void ResultFile::fail(int error) const {
  const std::string name = path_.empty() ? "standard output" : "'" + path_ + "'";
  throw Error(ErrorCode::kFile,
              "cannot write " + name + ": " + std::generic_category().message(error));
}

void ResultFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBuffer) flush();
}

void ResultFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void ResultFile::commit() {
  flush();
  if (path_.empty()) return;
  if (!partial_.empty() && ::fsync(fd_) != 0) fail(errno);
  if (::close(std::exchange(fd_, -1)) != 0) fail(errno);
  if (partial_.empty()) return;
  if (::rename(partial_.c_str(), path_.c_str()) != 0) fail(errno);
  partial_.clear();
  remove_when_interrupted("");
}

void write_result(const std::string& path, std::string_view bytes) {
  ResultFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace supdict::app
