// SPDX-License-Identifier: BSD-3-Clause
#include "core/partial_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "supdict/file.hpp"

namespace supdict {
namespace core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".supdict-partial-";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::size_t kRandomLetters = 12;  // 60 bits
// A name of 255 bytes is the longest that file systems take.
constexpr std::size_t kMostOfTheName = 255 - kMark.size() - kRandomLetters;
constexpr int kMostTries = 100;

std::string random_letters() {
  std::random_device device;  // from the system, so that names cannot be guessed
  std::string letters;
  for (std::size_t i = 0; i < kRandomLetters; ++i) letters += kLetters[device() % kLetters.size()];
  return letters;
}

std::string stem_of(const std::string& name) {
  return name.substr(0, kMostOfTheName).append(kMark);
}

/// Waits for the lock, which another process may hold while it checks whether this file is a
/// leftover. False if that process took it for one and removed it.
bool keep_locked(int fd) {
  while (::flock(fd, LOCK_EX) != 0 && errno == EINTR) {
  }
  struct stat info {};
  return ::fstat(fd, &info) == 0 && info.st_nlink > 0;
}

bool is_partial_name(const std::string& name, const std::string& of) {
  if (name.size() <= kMark.size() + kRandomLetters) return false;
  const std::string_view all(name);
  const std::string_view end = all.substr(all.size() - kRandomLetters);
  const std::string_view stem = all.substr(0, all.size() - kRandomLetters);
  return end.find_first_not_of(kLetters) == std::string_view::npos && stem.ends_with(kMark) &&
         (of.empty() || stem == stem_of(of));
}

void remove_if_left(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info {};
  const bool regular = file.get() >= 0 && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode);
  if (regular && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
}

}  // namespace

std::optional<PartialFile> create_partial_file(const std::string& target, mode_t mode) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const fs::path folder = fs::path(target).parent_path();
  const std::string stem = stem_of(fs::path(target).filename().string());
  for (int tries = 0; tries < kMostTries; ++tries) {
    std::string path = (folder / (stem + random_letters())).string();
    Descriptor file(::open(path.c_str(), kFlags, mode));
    if (file.get() < 0 && errno != EEXIST) return std::nullopt;
    if (file.get() >= 0 && keep_locked(file.get())) {
      return PartialFile{std::move(file), std::move(path)};
    }
  }
  errno = EEXIST;
  return std::nullopt;
}

}  // namespace core

void remove_leftovers(const std::string& folder, const std::string& name) {
  std::error_code error;
  std::vector<std::string> found;
  const core::fs::path where = folder.empty() ? "." : folder;
  for (core::fs::directory_iterator entry(where, error), end; !error && entry != end;
       entry.increment(error)) {
    if (core::is_partial_name(entry->path().filename().string(), name)) {
      found.push_back(entry->path().string());
    }
  }
  std::for_each(found.begin(), found.end(), core::remove_if_left);
}

}  // namespace supdict
