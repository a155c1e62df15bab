// SPDX-License-Identifier: BSD-3-Clause
// Detects files that look like text to people but not to the readers, before a reader fails on
// them.
#pragma once

#include <string>
#include <string_view>

namespace supdict::core {

/// Why `head`, the first bytes of a file, is not UTF-8 text, as in "is UTF-16 text; expected
/// UTF-8"; empty if it is.
std::string not_text(std::string_view head);

/// The same for text that is read line by line.
std::string not_lines_of_text(std::string_view head);

}  // namespace supdict::core
