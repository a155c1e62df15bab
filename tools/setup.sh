#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs the Debian packages of the named groups, if any is missing:
#   tools/setup.sh build test
# Does nothing, and needs no network, when all of them are there.
set -euo pipefail

# The one list of packages this project needs.
declare -A packages=(
  [build]="g++ make cmake ninja-build pkg-config libeigen3-dev zlib1g-dev libpng-dev
           libjpeg62-turbo-dev libzip-dev nlohmann-json3-dev"
  [command]="libcli11-dev"
  [experiments]="libsvm-dev liblinear-dev"
  [test]="ccache git libgtest-dev librapidcheck-dev python3 python3-numpy"
  [python]="python3-dev pybind11-dev python3-pip python3-venv python3-setuptools python3-wheel
            python3-numpy python3-sklearn python3-joblib python3-matplotlib python3-pandas
            python3-pytest"
  [docs]="python3-sphinx furo python3-sphinx-gallery python3-numpydoc python3-myst-parser
          python3-breathe doxygen python3-pil"
  [lint]="clang-format clang-tidy python3"
  [coverage]="gcovr"
  [fuzz]="clang libclang-rt-dev"
  [deb]="dpkg-dev lintian python3-joblib"
  [wheel]="patchelf binutils"
  [wasm]="clang-14 lld-14 wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32
          libclang-rt-14-dev-wasm32 libeigen3-dev nlohmann-json3-dev cmake ninja-build ccache"
  [node]="nodejs"
  [live]="chromium chromium-driver python3-sklearn"
  [bench]="libbenchmark-dev python3 python3-sklearn"
)

missing=()
for group in "$@"; do
  if [[ -z "${packages[$group]:-}" ]]; then
    echo "setup: unknown group '$group'; known: ${!packages[*]}" >&2
    exit 2
  fi
  for package in ${packages[$group]}; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup: not a Debian machine; please install the equivalents of: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: please install these packages first (needs root): ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get -qq update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
