// SPDX-License-Identifier: BSD-3-Clause
// Fails unless the library is that of the headers.
#include <supdict/supdict.h>
#include <cstdio>
#include <cstring>
#include <supdict/supdict.hpp>

int main() {
  std::puts(supdict_version());
  return std::strcmp(supdict_version(), SUPDICT_VERSION_TEXT) == 0 ? 0 : 1;
}
