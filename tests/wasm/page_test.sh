#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The live page in a headless Chromium, for models of images, curves and tables.
#   tests/wasm/page_test.sh COMMAND [FOLDER FOR SCREENSHOTS]
set -euo pipefail
here=$(dirname "$(realpath "$0")")
command=$(realpath "$1")
shots=$(realpath -m "${2:-$(mktemp -d)}")
mkdir -p "$shots"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
/usr/bin/python3 -B "$here/page_data.py"
train() { "$command" train "$1.csv" --out "$1.model" --quiet "${@:2}" >/dev/null; }
train digits --atoms 16 --iterations 200 --image-height 8 --image-width 8 --scaling range
train curves --atoms 6 --iterations 60 --strategy multiclass
train table --atoms 4 --iterations 60 --method rec
train odd --atoms 3 --iterations 30 --strategy one-vs-rest
for name in digits curves table odd; do
  "$command" page "$name.model" "$name.csv" --out "$name.html" --quiet
done
# Images that are coded with a margin, in a page without examples.
"$command" train digits.csv --out margin.model --atoms 4 --iterations 20 --image-height 8 --image-width 8 \
  --pad 10x12 --quiet >/dev/null
"$command" report margin.model --live --out margin.html --quiet
# The first letters of the model, which is the last thing before the script, in another order.
sed 's|id="model">H4sI|id="model">H4sJ|' digits.html >damaged.html
SUPDICT_PAGES=$work SUPDICT_SHOTS=$shots node --test "$here/page_test.mjs"
echo "page: screenshots are in $shots"
