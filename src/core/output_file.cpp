// SPDX-License-Identifier: BSD-3-Clause
// Writing files.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/partial_file.hpp"
#include "supdict/error.hpp"
#include "supdict/file.hpp"

namespace supdict {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuffer = std::size_t{1} << 16;
constexpr int kMostLinks = 40;     // as in the Linux kernel
constexpr mode_t kNewFile = 0666;  // before the umask
constexpr mode_t kOwnerOnly = 0600;

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Error(ErrorCode::kFile, "cannot write '" + path + "': " + why);
}

[[noreturn]] void fail(const std::string& path, int error) {
  fail(path, std::generic_category().message(error));
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

/// Links in /proc lead to open files, which need not be in any folder.
bool is_descriptor(const fs::path& link) {
  std::error_code ignored;
  return fs::canonical(folder_of(link), ignored).string().starts_with("/proc/");
}

/// Where to write, and how.
struct Target {
  std::string path;  ///< with links followed; empty: open the given path as it is
  bool exists = false;
  struct stat info {};
};

/// The end of a chain of symbolic links.
fs::path end_of_links(const std::string& path) {
  fs::path at = path;
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(at, error))) return at;
    if (is_descriptor(at)) return "";
    const fs::path next = fs::read_symlink(at, error);
    if (error) fail(path, error.message());
    at = next.is_absolute() ? next : at.parent_path() / next;
  }
  fail(path, ELOOP);
}

/// Throws if it is already clear that nothing can be written there.
Target find_target(const std::string& path) {
  Target target;
  if (path.empty()) fail(path, ENOENT);
  target.exists = ::stat(path.c_str(), &target.info) == 0;
  if (!target.exists && errno != ENOENT) fail(path, errno);
  if (target.exists && S_ISDIR(target.info.st_mode)) fail(path, "it is a folder; expected a file");
  if (target.exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
    fail(path, errno);
  }
  if (target.exists && !S_ISREG(target.info.st_mode)) return target;
  const fs::path end = end_of_links(path);
  target.path = end.string();
  if (target.exists) return target;
  if (end != fs::path(path)) {
    fail(path, "it is a symbolic link to '" + target.path + "', which is not there");
  }
  if (!is_folder(folder_of(end))) {
    fail(path, "there is no folder '" + folder_of(end).string() + "'");
  }
  return target;
}

/// A file that is replaced keeps its group and permissions (and, for root, its owner), as if it had
/// been overwritten. If the group cannot be kept, the group gets no rights.
void adopt(int fd, const struct stat& info) {
  [[maybe_unused]] const int owner = ::fchown(fd, info.st_uid, static_cast<gid_t>(-1));
  const bool group = ::fchown(fd, static_cast<uid_t>(-1), info.st_gid) == 0;
  ::fchmod(fd, info.st_mode & (group ? 0777 : 0700));
}

/// Creates the partial file in the folder of the target.
core::PartialFile create_beside(const Target& target, const std::string& path) {
  auto created = core::create_partial_file(target.path, target.exists ? kOwnerOnly : kNewFile);
  if (created) return std::move(*created);
  const int error = errno;
  fail(path, std::generic_category().message(error) + " (in the folder '" +
                 folder_of(target.path).string() + "')");
}

}  // namespace

OutputFile::OutputFile(int fd, std::string name)
    : name_(std::move(name)), fd_(fd), owned_(fd != STDOUT_FILENO) {}

OutputFile::OutputFile(const std::string& path) : name_("'" + path + "'") {
  const Target target = find_target(path);
  if (target.path.empty()) {
    fd_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
    if (fd_ < 0) fail(errno);
    return;
  }
  core::PartialFile partial = create_beside(target, path);
  if (target.exists) adopt(partial.file.get(), target.info);
  fd_ = partial.file.release();
  target_ = target.path;
  temporary_ = std::move(partial.path);
}

OutputFile OutputFile::standard_output() {
  return {STDOUT_FILENO, "standard output"};
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, "")),
      buffer_(std::move(other.buffer_)),
      fd_(std::exchange(other.fd_, -1)),
      owned_(other.owned_) {}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  if (owned_ && fd_ >= 0) ::close(fd_);
}

void OutputFile::fail(int error) const {
  throw Error(ErrorCode::kFile,
              "cannot write " + name_ + ": " + std::generic_category().message(error));
}

void OutputFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() < kBuffer) {
    buffer_ += bytes;
    return;
  }
  put(buffer_);
  buffer_.clear();
  put(bytes);
}

void OutputFile::put(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(written);
  }
}

void OutputFile::commit() {
  put(std::exchange(buffer_, ""));
  if (!owned_) return;
  if (!temporary_.empty() && ::fsync(fd_) != 0) fail(errno);
  if (::close(std::exchange(fd_, -1)) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

void check_writable(const std::string& path, Writing writing) {
  const Target target = find_target(path);
  if (target.path.empty()) return;
  const fs::path end = target.path;
  remove_leftovers(folder_of(end).string(), end.filename().string());
  const bool needs_folder = writing == Writing::kReplace || !target.exists;
  if (!needs_folder) return;
  const core::PartialFile probe = create_beside(target, path);
  ::unlink(probe.path.c_str());
}

void check_folder(const std::string& path) {
  fs::path there = fs::path(path).lexically_normal();
  std::error_code ignored;
  while (there.has_relative_path() && !fs::exists(fs::symlink_status(there, ignored))) {
    there = there.parent_path();
  }
  if (there.empty()) there = ".";
  if (!is_folder(there)) {
    fail(path, "'" + there.string() + "' is there and is no folder");
  }
  if (is_folder(path)) remove_leftovers(path);
  const auto probe = core::create_partial_file((there / "probe").string(), kNewFile);
  if (!probe) fail(path, errno);
  ::unlink(probe->path.c_str());
}

}  // namespace supdict
