#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The part of deb_test.sh that runs where the packages are installed. Never run it outside.
set -euo pipefail
cd /tmp/packages

say() { printf 'deb: %s\n' "$*"; }
die() { say "$*" >&2; exit 1; }
# Files that packages of ours could have left.
traces() { find /usr /etc /opt /var/lib/dpkg/info -name '*supdict*' 2>/dev/null || true; }

[[ -z "$(traces)" ]] || die "supdict is installed already: $(traces)"
dpkg -i ./*.deb >/dev/null
say "installed: $(dpkg-query -W -f '${Package} ' '*supdict*')"

awk 'BEGIN { srand(7); print "label,a,b,c,d"
  for (i = 0; i < 80; ++i) { l = i % 2
    printf "%s,%g,%g,%g,%g\n", l ? "left" : "right", l + rand() / 2, rand() / 2, rand() / 2, !l + rand() / 2 } }' \
  >signals.csv
supdict train signals.csv --out a.model --atoms 4 --iterations 40 --quiet >train.log
supdict predict a.model signals.csv --out labels.csv --quiet
[[ $(paste -d, <(tail -n +2 labels.csv | cut -d, -f1) <(tail -n +2 signals.csv | cut -d, -f1) |
  awk -F, '$1 != $2' | wc -l) -le 4 ]] || die "the command predicts badly"
man -w supdict >/dev/null 2>&1 || [[ -s /usr/share/man/man1/supdict.1.gz ]] || die "no man page"
supdict page a.model signals.csv --out page.html --quiet
grep -q 'id="module">H4sI' page.html || die "the page has no library in it"
bash -n /usr/share/bash-completion/completions/supdict
say "the command trains, predicts, and writes a live page"

python3 - <<'PYTHON'
import numpy as np
import supdict

assert supdict.__file__.startswith("/usr/lib/python3/dist-packages"), supdict.__file__
table = np.genfromtxt("signals.csv", delimiter=",", skip_header=1, dtype=str)
X, y = table[:, 1:].astype(float), table[:, 0]
classifier = supdict.SupervisedDictionaryClassifier(n_atoms=4, max_iter=40, random_state=0).fit(X, y)
assert classifier.score(X, y) > 0.9, classifier.score(X, y)
assert (supdict.SupervisedDictionaryClassifier.load("a.model").predict(X) == y).mean() > 0.9
PYTHON
say "the Python package trains, predicts, and reads a model of the command"

cc -std=c11 -Werror classify_demo.c $(pkg-config --cflags --libs supdict-c) -o classify_demo
[[ $(./classify_demo a.model 1.2 0.1 0.2 0.1) == left* ]] || die "the program in C predicts badly"
say "a program in C is built and predicts"

dpkg -P supdict libsupdict-dev python3-supdict "$(dpkg-query -W -f '${Package}' 'libsupdict0*')" >/dev/null
[[ -z "$(traces)" ]] || die "left behind: $(traces)"
say "removed, and nothing is left behind"
