#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Trains and evaluates the runs of docs/results.md and compares them with their bounds.

    python3 tools/train_check.py --data DIR [--only usps] [--command build/release/apps/supdict/supdict]

DIR holds mnist/ (four idx files), usps/ (zip.train.gz, zip.test.gz) and brodatz/ (D15.png, D29.png).
Without mnist/ there, MNIST is fetched by `supdict datasets fetch mnist`. The parameters
are fixed here; none was chosen on a test set.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

TEXTURE = "--patch-size 12 --classes D15,D29 --patch-seed 1"
LEFT = f"{TEXTURE} --patch-half left --patches 15000"
RIGHT = f"{TEXTURE} --patch-half right --patches 5000"
TEXTURE_TRAIN = f"{LEFT} --atoms 64 --kappa 0.15 --remove-mean yes"

# name, training data, test data, options of train, options of evaluate, largest error in percent
RUNS = [
    ("mnist sdl-d", "mnist/train-images-idx3-ubyte.gz", "mnist/t10k-images-idx3-ubyte.gz", "", "", 1.30),
    ("mnist rec", "mnist/train-images-idx3-ubyte.gz", "mnist/t10k-images-idx3-ubyte.gz", "--method rec", "", 4.4),
    ("mnist sdl-g", "mnist/train-images-idx3-ubyte.gz", "mnist/t10k-images-idx3-ubyte.gz", "--method sdl-g", "", None),
    ("mnist multiclass", "mnist/train-images-idx3-ubyte.gz", "mnist/t10k-images-idx3-ubyte.gz",
     "--strategy multiclass", "", None),
    *[(f"usps sdl-d seed {seed}", "usps/zip.train.gz", "usps/zip.test.gz", f"--seed {seed}", "", 4.4)
      for seed in range(1, 6)],
    ("usps rec", "usps/zip.train.gz", "usps/zip.test.gz", "--method rec", "", None),
    ("usps sdl-g", "usps/zip.train.gz", "usps/zip.test.gz", "--method sdl-g", "", None),
    ("usps shifts", "usps/zip.train.gz", "usps/zip.test.gz",
     "--augment-shift 1 --atoms 96 --iterations 5000", "", 3.3),
    ("texture sdl-d bilinear", "brodatz", "brodatz", f"{TEXTURE_TRAIN} --decision bilinear", RIGHT, 14.3),
    ("texture sdl-g bilinear", "brodatz", "brodatz",
     f"{TEXTURE_TRAIN} --decision bilinear --method sdl-g", RIGHT, None),
    ("texture rec bilinear", "brodatz", "brodatz",
     f"{TEXTURE_TRAIN} --decision bilinear --method rec", RIGHT, None),
    ("texture sdl-d linear", "brodatz", "brodatz", TEXTURE_TRAIN, RIGHT, None),
    ("texture rec linear", "brodatz", "brodatz", f"{TEXTURE_TRAIN} --method rec", RIGHT, None),
]


def run(words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--command", default="build/release/apps/supdict/supdict")
    parser.add_argument("--only", default="", help="run those whose name contains this text")
    arguments = parser.parse_args()
    failed = 0
    print("| run | options | test error % | bound % | train s |\n|---|---|---|---|---|", flush=True)
    for name, train, test, train_options, test_options, bound in RUNS:
        if arguments.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model.safetensors"
            begin = time.monotonic()
            run([arguments.command, "train", arguments.data / train, "--out", model, "--quiet",
                 *train_options.split()])
            seconds = time.monotonic() - begin
            result = run([arguments.command, "evaluate", model, arguments.data / test, "--json",
                          *test_options.split()], capture_output=True, text=True)
        error = 100 * json.loads(result.stdout)["error"]
        missed = bound is not None and error > bound
        failed += missed
        print(f"| {name} | `{train_options}` | {error:.2f}{' (missed)' if missed else ''} | "
              f"{'' if bound is None else bound} | {seconds:.0f} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
