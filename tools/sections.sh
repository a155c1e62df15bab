#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Makes targets of the Makefile one after the other, up to the first that fails, and says at the end
# how long each took:
#   tools/sections.sh format layers test
# After a run of all tests its verdict comes last, in the words of ctest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

table=""
verdict=""
for target in "$@"; do
  printf '\n=== %s (%d s) ===\n' "$target" "$SECONDS"
  begin=$SECONDS
  status=0
  "${MAKE:-make}" --no-print-directory "$target" || status=$?
  table+=$(printf '%6d s  %s' $((SECONDS - begin)) "$target")
  if [[ $status -ne 0 ]]; then
    printf '\n%s  FAILED\n' "$table"
    exit "$status"
  fi
  table+=$'\n'
  if [[ $target == test ]]; then
    verdict=$(sed -n '/% tests passed/,$p' build/test.log)
  fi
done
printf '\n%s%6d s  in all\n' "$table" "$SECONDS"
if [[ -n $verdict ]]; then
  printf '\n%s\n' "$verdict"
fi
