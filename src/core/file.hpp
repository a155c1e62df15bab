// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace supdict::core {

/// The whole file. Throws Error(kFile) with the system's reason.
std::string read_file(const std::string& path);

/// Writes to a file beside `path`, flushes it to the disk, and renames it: `path` is complete or
/// untouched, whatever happens meanwhile. A device, pipe or link is written to as it is. Throws
/// Error(kFile) with the system's reason.
void write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace supdict::core
