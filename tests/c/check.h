// SPDX-License-Identifier: BSD-3-Clause
// Checks of a test program in C: what fails is printed and counted.
#pragma once

#include <stdio.h>
#include <string.h>

#include "supdict/supdict.h"

extern int n_failed;

static inline void check_at(int holds, const char* what, int line) {
  if (holds) return;
  fprintf(stderr, "line %d: %s; the last error is: %s\n", line, what, supdict_last_error());
  ++n_failed;
}

/// The call has failed with `status`, and its message has the word.
static inline void check_error_at(SupdictStatus found, SupdictStatus status, const char* word,
                                  int line) {
  if (found == status && strstr(supdict_last_error(), word) != NULL) return;
  fprintf(stderr, "line %d: status %d, expected %d and '%s' in: %s\n", line, (int)found,
          (int)status, word, supdict_last_error());
  ++n_failed;
}

#define CHECK(holds) check_at(holds, #holds, __LINE__)
#define CHECK_OK(call) CHECK((call) == SUPDICT_OK)
#define CHECK_ERROR(call, status, word) check_error_at(call, status, word, __LINE__)
