// SPDX-License-Identifier: BSD-3-Clause
// Where results go: standard output, or a file that appears under its name only when complete.
#pragma once

#include <string>
#include <string_view>

namespace supdict::app {

class ResultFile {
 public:
  /// "-" or "": standard output.
  explicit ResultFile(const std::string& path);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  /// Throws Error(kFile) with the system's reason: disk full, closed pipe.
  void write(std::string_view bytes);
  /// Hands everything to the system and, for a file, gives it its name.
  void commit();

 private:
  void flush();
  [[noreturn]] void fail(int error) const;

  std::string path_;     // empty: standard output
  std::string partial_;  // the name until commit(); empty afterwards
  std::string buffer_;
  int fd_;
};

/// The whole result at once.
void write_result(const std::string& path, std::string_view bytes);

}  // namespace supdict::app
