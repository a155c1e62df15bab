// SPDX-License-Identifier: BSD-3-Clause
#include "live/assets.hpp"

#include <cstddef>

#define SUPDICT_FILE(path) ".incbin \"" path "\"\n"
#define SUPDICT_LIVE(name) SUPDICT_FILE(SUPDICT_LIVE_FOLDER "/" name)

// The bytes of files between two symbols, put there by the assembler.
// NOLINTBEGIN(cppcoreguidelines-avoid-c-arrays)
#define SUPDICT_EMBED(name, files)                                                                 \
  asm(".pushsection .rodata\nsupdict_" #name ":\n" files "supdict_" #name "_end:\n.popsection\n"); \
  extern const char begin_of_##name[] asm("supdict_" #name);                                       \
  extern const char end_of_##name[] asm("supdict_" #name "_end");

namespace supdict::app::live {
namespace embedded {

SUPDICT_EMBED(page, SUPDICT_LIVE("page.html"))
SUPDICT_EMBED(style, SUPDICT_LIVE("page.css"))
// One script: each file uses what those before it define.
SUPDICT_EMBED(script, SUPDICT_FILE(SUPDICT_WASM_FOLDER "/supdict.mjs") SUPDICT_LIVE("elements.mjs")
                          SUPDICT_LIVE("pictures.mjs") SUPDICT_LIVE("signal.mjs")
                              SUPDICT_LIVE("pad.mjs") SUPDICT_LIVE("costs.mjs")
                                  SUPDICT_LIVE("closing.mjs") SUPDICT_LIVE("page.mjs"))
#ifdef SUPDICT_WASM_MODULE
SUPDICT_EMBED(module, SUPDICT_FILE(SUPDICT_WASM_MODULE))
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
          .script = between(embedded::begin_of_script, embedded::end_of_script),
#ifdef SUPDICT_WASM_MODULE
          .module = between(embedded::begin_of_module, embedded::end_of_module)};
#else
          .module = {}};
#endif
}

}  // namespace supdict::app::live
