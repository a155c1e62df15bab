// SPDX-License-Identifier: BSD-3-Clause
// Where results go: standard output, or a file that appears under its name only when it is
// complete.
#pragma once

#include <string>
#include <string_view>
#include <supdict/file.hpp>

namespace supdict::app {

/// An OutputFile that is removed if a signal ends the process.
class ResultFile {
 public:
  /// "-" or "": standard output.
  explicit ResultFile(const std::string& path);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  /// Throws Error(kFile) with the system's reason: disk full, closed pipe.
  void write(std::string_view bytes) { file_.write(bytes); }
  /// Writes everything out and, for a file, gives it its name.
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
};

/// Writes a whole result at once.
void write_result(const std::string& path, std::string_view bytes);

}  // namespace supdict::app
