// SPDX-License-Identifier: BSD-3-Clause
#include "core/regular_file.hpp"

#include <filesystem>

#include "supdict/error.hpp"
#include "supdict/file.hpp"

namespace supdict::core {

std::string read_regular_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_fifo(path, error)) {
    throw Error(ErrorCode::kFile, "cannot read '" + path + "': it is a pipe; expected a file");
  }
  return read_file(path);
}

}  // namespace supdict::core
