// SPDX-License-Identifier: BSD-3-Clause
#include "live/assets.hpp"

#include <cstddef>

// The bytes of a file between two symbols, put there by the assembler.
// NOLINTBEGIN(cppcoreguidelines-avoid-c-arrays)
#define SUPDICT_EMBED(name, path)                                                      \
  asm(".pushsection .rodata\nsupdict_" #name ":\n.incbin \"" path "\"\nsupdict_" #name \
      "_end:\n.popsection\n");                                                         \
  extern const char begin_of_##name[] asm("supdict_" #name);                           \
  extern const char end_of_##name[] asm("supdict_" #name "_end");

namespace supdict::app::live {
namespace embedded {

SUPDICT_EMBED(page, SUPDICT_LIVE_FOLDER "/page.html")
SUPDICT_EMBED(style, SUPDICT_LIVE_FOLDER "/page.css")
SUPDICT_EMBED(script, SUPDICT_LIVE_FOLDER "/page.mjs")
SUPDICT_EMBED(library, SUPDICT_WASM_FOLDER "/supdict.mjs")
#ifdef SUPDICT_WASM_MODULE
SUPDICT_EMBED(module, SUPDICT_WASM_MODULE)
#endif

}  // namespace embedded
// NOLINTEND(cppcoreguidelines-avoid-c-arrays)

namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

Assets assets() {
  return {.page = between(embedded::begin_of_page, embedded::end_of_page),
          .style = between(embedded::begin_of_style, embedded::end_of_style),
          .library = between(embedded::begin_of_library, embedded::end_of_library),
          .script = between(embedded::begin_of_script, embedded::end_of_script),
#ifdef SUPDICT_WASM_MODULE
          .module = between(embedded::begin_of_module, embedded::end_of_module)};
#else
          .module = {}};
#endif
}

}  // namespace supdict::app::live
