// SPDX-License-Identifier: BSD-3-Clause
// Reading.
#include "supdict/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/descriptor.hpp"
#include "core/text_check.hpp"
#include "supdict/error.hpp"

namespace supdict {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path, const std::string& why) {
  throw Error(ErrorCode::kFile, "cannot " + what + " '" + path + "': " + why);
}

[[noreturn]] void fail(const std::string& what, const std::string& path, int error) {
  fail(what, path, std::generic_category().message(error));
}

std::uint64_t memory_of_the_machine() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// The number of bytes to accept; refuses files that have no end.
std::uint64_t bound(int fd, const std::string& path, std::uint64_t most_from_pipe) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) fail("read", path, errno);
  if (S_ISDIR(info.st_mode)) fail("read", path, EISDIR);
  if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)) {
    fail("read", path, "it is a device; expected a file");
  }
  if (!S_ISREG(info.st_mode)) return most_from_pipe;
  const auto size = static_cast<std::uint64_t>(info.st_size);
  const std::uint64_t memory = memory_of_the_machine();
  if (size > memory) {
    fail("read", path,
         "it has " + std::to_string(size) + " bytes, and the memory of this machine " +
             std::to_string(memory));
  }
  return memory;
}

std::string read_to_end(int fd, const std::string& path, std::uint64_t most) {
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) return bytes;
    bytes.append(buffer, count);
    if (bytes.size() > most) {
      fail("read", path, "it has no end within " + std::to_string(most) + " bytes; expected fewer");
    }
  }
}

}  // namespace

std::string read_file(const std::string& path, std::uint64_t most_from_pipe) {
  const core::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("open", path, errno);
  return read_to_end(file.get(), path, bound(file.get(), path, most_from_pipe));
}

std::string read_text_file(const std::string& path, std::uint64_t most) {
  const core::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("open", path, errno);
  const std::uint64_t accepted = std::min(most, bound(file.get(), path, most));
  std::string text = read_to_end(file.get(), path, accepted);
  const std::string fault = core::not_text(text);
  if (!fault.empty()) throw Error(ErrorCode::kFormat, "'" + path + "' " + fault);
  return text;
}

}  // namespace supdict
