// SPDX-License-Identifier: BSD-3-Clause
#include "paths.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <supdict/error.hpp>
#include <supdict/file.hpp>

namespace supdict::app {
namespace {

namespace fs = std::filesystem;

bool is_written(const Argument& argument) {
  return argument.role != Role::kText && argument.role != Role::kInput;
}

/// The path names a file and not a standard stream.
bool is_file_name(const std::string& path) {
  return !path.empty() && path != "-";
}

bool look_at(const std::string& path, struct stat& info) {
  return path == "-" ? ::fstat(STDIN_FILENO, &info) == 0 : ::stat(path.c_str(), &info) == 0;
}

/// Compares what the paths lead to; "-" is the file behind standard input.
bool same_file(const std::string& a, const std::string& b) {
  struct stat of_a {};
  struct stat of_b {};
  return look_at(a, of_a) && look_at(b, of_b) && S_ISREG(of_a.st_mode) &&
         of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

fs::path place_of(const fs::path& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
}

bool same_place(const std::string& a, const std::string& b) {
  return same_file(a, b) || place_of(a) == place_of(b);
}

/// Whether training keeps its state in this file of the folder: run.json, 0.part, 1.part, ...
bool is_state_in(const std::string& file, const fs::path& folder) {
  const fs::path place = place_of(file);
  const std::string number = place.stem().string();
  const bool part =
      place.extension() == ".part" && number.find_first_not_of("0123456789") == std::string::npos;
  return (part || place.filename() == "run.json") && place == place_of(folder / place.filename());
}

/// Writing to a device or a pipe destroys nothing.
bool is_special(const std::string& path) {
  std::error_code ignored;
  return fs::is_other(fs::status(path, ignored));
}

/// Whether the file is one of the pictures read as data from the folder.
bool is_picture_in(const std::string& file, const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored) || !fs::is_regular_file(file, ignored)) return false;
  const fs::path inside =
      fs::canonical(file, ignored).lexically_relative(fs::canonical(folder, ignored));
  const std::string extension = inside.extension().string();
  const bool picture = extension == ".png" || extension == ".jpg" || extension == ".jpeg";
  return picture && !inside.empty() && *inside.begin() != "..";
}

[[noreturn]] void throw_same(const std::string& name, const std::string& path,
                             const std::string& other) {
  throw Error(ErrorCode::kInvalidOption,
              name + " is '" + path + "', the same file as " + other +
                  "; expected another one, because this one would be overwritten");
}

void check_apart(const Argument& written, const Argument& other) {
  const std::string& out = written.path();
  if (!is_file_name(out) || is_special(out) || other.path().empty()) return;
  const bool same = is_written(other)
                        ? same_place(out, other.path())
                        : same_file(out, other.path()) || is_picture_in(out, other.path());
  if (same) {
    throw_same(written.typed_name(), out, other.typed_name() + " ('" + other.path() + "')");
  }
  if (written.role == Role::kCheckpoint && is_state_in(other.path(), out)) {
    throw Error(ErrorCode::kInvalidOption,
                other.typed_name() + " is '" + other.path() + "', where " + written.typed_name() +
                    " ('" + out + "') keeps the state of the run; expected another one");
  }
}

void check_written(const Argument& argument) {
  const std::string& path = argument.path();
  if (path == "-" && argument.role != Role::kOutputOrStream) {
    throw Error(ErrorCode::kInvalidOption,
                argument.typed_name() +
                    " is '-'; expected a path (/dev/stdout is standard output, ./- a file)");
  }
  if (argument.role == Role::kOutputFolder || argument.role == Role::kCheckpoint) {
    if (!path.empty()) check_folder(path);
  } else if (is_file_name(path)) {
    check_writable(path, argument.role == Role::kOutputLog ? Writing::kAppend : Writing::kReplace);
  }
}

}  // namespace

void check_paths(const Arguments& arguments) {
  std::vector<const Argument*> written;
  for (const Argument& argument : arguments.all()) {
    if (is_written(argument)) written.push_back(&argument);
  }
  for (const Argument* out : written) {
    for (const Argument& other : arguments.all()) {
      if (&other != out && other.role != Role::kText) check_apart(*out, other);
    }
  }
  std::for_each(written.begin(), written.end(), [](const Argument* out) { check_written(*out); });
}

std::string extension_of(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

void check_kind(const std::string& out, const std::string& format, const std::string& extension) {
  constexpr std::string_view kOthers[] = {".png",  ".jpg",  ".jpeg", ".gif", ".bmp",
                                          ".tif",  ".tiff", ".webp", ".svg", ".pdf",
                                          ".html", ".json", ".npy",  ".npz"};
  const std::string found = extension_of(out);
  if (found == extension ||
      std::find(std::begin(kOthers), std::end(kOthers), found) == std::end(kOthers)) {
    return;
  }
  throw Error(ErrorCode::kInvalidOption, "--out is '" + out + "', but what is written is " +
                                             format + "; expected a name that ends in " +
                                             extension);
}

void check_not_read(const std::string& out, const RowInfo& rows) {
  if (!is_file_name(out)) return;
  for (const std::string& file : rows.files) {
    if (is_file_name(file) && same_file(out, file)) {
      throw_same("--out", out, "'" + file + "', which is read with the data");
    }
  }
}

}  // namespace supdict::app
