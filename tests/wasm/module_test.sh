#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The WebAssembly module under node against the native library.
#   tests/wasm/module_test.sh MODULE LIBRARY COMMAND
set -euo pipefail
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 -B "$here/native_results.py" "$2" "$3" "$here/../golden" "$work" >"$work/results.json"
SUPDICT_WASM=$(realpath "$1") SUPDICT_NATIVE=$work/results.json node --test "$here/module_test.mjs"
