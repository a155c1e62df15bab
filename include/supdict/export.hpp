// SPDX-License-Identifier: BSD-3-Clause
// What a shared library shows to its users. Everything else in it is hidden, so that only what
// these headers declare can be relied on. Enums and structs without functions of their own in the
// library need no mark; SUPDICT_HIDDEN is for what a class keeps to itself.
#pragma once

#if defined(__GNUC__)
#define SUPDICT_EXPORT __attribute__((visibility("default")))
#define SUPDICT_HIDDEN __attribute__((visibility("hidden")))
#else
#define SUPDICT_EXPORT
#define SUPDICT_HIDDEN
#endif
