// SPDX-License-Identifier: BSD-3-Clause
// Files, read whole and within bounds, and written completely or not at all. Errors are of code
// kFile, name the file and give the reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "supdict/export.hpp"

namespace supdict {

/// A pipe has no size, and may never end: reading gives up after this many bytes.
inline constexpr std::uint64_t kMostFromPipe = std::uint64_t{1} << 30;

/// The whole file. Refuses devices, and more than the memory of the machine can hold.
SUPDICT_EXPORT std::string read_file(const std::string& path,
                                     std::uint64_t most_from_pipe = kMostFromPipe);

/// A text file of no more than `most` bytes. Throws Error(kFormat) where it is no UTF-8 text:
/// UTF-16, NUL bytes.
SUPDICT_EXPORT std::string read_text_file(const std::string& path, std::uint64_t most);

/// A file that appears under its name only when it is complete. Until then a file of a random name
/// is beside it (NAME.supdict-partial-...), which no other process can have put there. Through a
/// symbolic link the file it leads to is replaced and the link stays. A device, a pipe or the file
/// behind a descriptor (/dev/stdout) is written to as it is. One thread at a time may use one.
class SUPDICT_EXPORT OutputFile {
 public:
  /// Throws Error(kFile): a folder, a link to nothing, a file that may not be written, a folder
  /// that is not there or may not be written.
  explicit OutputFile(const std::string& path);
  static OutputFile standard_output();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Without commit() nothing remains.
  ~OutputFile();

  void write(std::string_view bytes);
  /// Hands everything to the system and gives the file its name.
  void commit();

  /// The file of the random name; empty when there is none.
  const std::string& temporary() const { return temporary_; }

 private:
  OutputFile(int fd, std::string name);
  void put(std::string_view bytes) const;  // to the system
  [[noreturn]] void fail(int error) const;

  std::string name_;       // for messages
  std::string target_;     // what is replaced, links followed; empty: nothing is
  std::string temporary_;  // of `target_`, until commit()
  std::string buffer_;
  int fd_ = -1;
  bool owned_ = true;
};

/// The whole file at once.
SUPDICT_EXPORT void write_file(const std::string& path, std::string_view bytes);

/// How a file is going to be written.
enum class Writing { kReplace, kAppend };

/// Throws now what opening the file would throw later, and writes nothing. Removes what killed runs
/// have left beside it.
SUPDICT_EXPORT void check_writable(const std::string& path, Writing writing = Writing::kReplace);

/// The same for new files in a folder, which may be there or still be made.
SUPDICT_EXPORT void check_folder(const std::string& path);

/// Removes from a folder the temporary files of OutputFile whose processes have ended; with `name`
/// only those of that file.
SUPDICT_EXPORT void remove_leftovers(const std::string& folder, const std::string& name = "");

}  // namespace supdict
