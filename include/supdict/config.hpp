// SPDX-License-Identifier: BSD-3-Clause
// Config files: one JSON object of options, names as in the library, comments allowed.
//   {"method": "sdl-d", "atoms": 64, "mu_ramp": 0.3}
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "supdict/export.hpp"

namespace supdict {

/// Values by the names of the options, as one would type them: true is "yes". Nothing stands for
/// null, which leaves an option as it is.
using Config = std::map<std::string, std::optional<std::string>>;

/// Throws Error(kFile) when the file cannot be read, Error(kFormat) when it holds no JSON object,
/// Error(kInvalidOption) for a value that is an array or an object.
SUPDICT_EXPORT Config read_config(const std::string& path);

/// The same from text in memory; `name` stands for the file in messages.
SUPDICT_EXPORT Config parse_config(std::string_view text, const std::string& name);

}  // namespace supdict
