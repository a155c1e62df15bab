#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs every fuzzer of a build folder for some seconds each, several at a time:
#   tools/fuzz.sh build/fuzz 600 2
# New inputs and the log of each go to <build folder>/found/<name>; a crash leaves its input there and
# makes the exit status non-zero.
set -euo pipefail
build=$(realpath "$1")
seconds=$2
jobs=$3
corpus=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../fuzz/corpus")

fuzz() {
  local name=$1 folder="$2/found/$1"
  mkdir -p "$folder/corpus"
  if (cd "$folder" && "$2/fuzz/fuzz_$name" -max_total_time="$3" -timeout=20 -rss_limit_mb=2048 \
      -max_len=65536 corpus "$4/$name" >log 2>&1); then
    printf 'fuzz: %-9s %s\n' "$name" "$(grep -o 'Done .*' "$folder/log" | tail -n 1)"
  else
    printf 'fuzz: %-9s FAILED, see %s\n' "$name" "$folder/log"
    tail -n 30 "$folder/log"
    return 1
  fi
}
export -f fuzz

find "$build/fuzz" -maxdepth 1 -name 'fuzz_*' -type f -executable -printf '%f\n' | sed 's/^fuzz_//' |
  sort | xargs -P "$jobs" -I NAME bash -c 'fuzz "$@"' _ NAME "$build" "$seconds" "$corpus"
