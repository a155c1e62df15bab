// SPDX-License-Identifier: BSD-3-Clause
// Reading of files that the library has written itself.
#pragma once

#include <string>

namespace supdict::core {

/// read_file() for checkpoints and states. A pipe cannot be one: opening it would wait, deaf to
/// signals, for somebody who writes to it.
std::string read_regular_file(const std::string& path);

}  // namespace supdict::core
