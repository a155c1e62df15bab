// SPDX-License-Identifier: BSD-3-Clause
// The texts of the live page, and the library as a WebAssembly module, inside the command.
#pragma once

#include <string_view>

namespace supdict::app::live {

struct Assets {
  std::string_view page;    ///< HTML with {{places}} for the rest
  std::string_view style;   ///< CSS
  std::string_view script;  ///< JavaScript: wasm/supdict.mjs, and the page over it
  std::string_view module;  ///< empty where the command was built without it
};

Assets assets();

}  // namespace supdict::app::live
