#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs the wheel into a bare virtual environment and uses it; configures the source distribution.
#   tests/packages/wheel_test.sh FOLDER    which has one wheel and one source distribution
set -euo pipefail
folder=$(realpath "${1:?usage: wheel_test.sh FOLDER}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

die() { echo "wheel: $*" >&2; exit 1; }
wheels=("$folder"/*.whl)
archives=("$folder"/*.tar.gz)
[[ ${#wheels[@]} -eq 1 && ${#archives[@]} -eq 1 ]] || die "expected one wheel and one .tar.gz in $folder"
[[ ${wheels[0]} == *-manylinux_2_*.whl ]] || die "${wheels[0]} does not say where it runs"

/usr/bin/python3 -m venv env
env/bin/pip install -q --no-index --no-deps "${wheels[0]}"
env/bin/pip check -q 2>/dev/null && die "an environment without numpy satisfies the package"
# The packages it depends on are Debian's; supdict itself must come from the environment.
cat >use.py <<'PYTHON'
import pathlib
import re
import sys

import numpy as np
import supdict

assert supdict.__file__.startswith(sys.prefix), supdict.__file__
rng = np.random.default_rng(5)
y = np.arange(80) % 2
X = rng.random((80, 4)) / 2 + np.eye(4)[y]
classifier = supdict.SupervisedDictionaryClassifier(n_atoms=4, max_iter=40, random_state=0).fit(X, y)
assert classifier.score(X, y) > 0.9, classifier.score(X, y)
np.savez("data.npz", X=X, y=y)
assert supdict.datasets.read("data.npz").X.shape == (80, 4)

# What the module brought along is what runs.
maps = pathlib.Path("/proc/self/maps").read_text(encoding="utf-8")
loaded = set(re.findall(r"(/\S+/supdict\.libs/\S+)", maps))
assert any("libzip" in path for path in loaded), loaded
for name in ("libzip", "libpng16", "libjpeg"):
    assert not re.search(rf" /(usr/)?lib/\S*/{name}\.so", maps), name
print(f"wheel: trains and predicts, with {len(loaded)} libraries of its own")
PYTHON
PYTHONPATH=/usr/lib/python3/dist-packages env/bin/python -B use.py

tar xf "${archives[0]}"
cmake -S supdict-*/ -B configured -DSUPDICT_DEVELOPER=OFF -DSUPDICT_COMMAND=OFF \
  -DSUPDICT_PYTHON_MODULE=ON >configured.log 2>&1 || { cat configured.log; die "sdist: no source tree"; }
echo "wheel: the source distribution has all that CMake asks for"
