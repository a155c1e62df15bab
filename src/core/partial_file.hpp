// SPDX-License-Identifier: BSD-3-Clause
// Unfinished files: written under a random name next to the final one, and locked while their
// process lives. A file that a killed process left behind is not locked, so it can be recognised.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "core/descriptor.hpp"

namespace supdict::core {

struct PartialFile {
  Descriptor file;
  std::string path;
};

/// A new, empty, locked file next to `target`; nothing if the system refuses, with errno set.
std::optional<PartialFile> create_partial_file(const std::string& target, mode_t mode);

}  // namespace supdict::core
