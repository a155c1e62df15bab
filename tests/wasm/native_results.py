#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the native library says of models and signals, as JSON, for module_test.mjs.

    tests/wasm/native_results.py LIBRARY COMMAND GOLDEN_FOLDER WORK_FOLDER > results.json

The models are those of tests/golden, and new ones of the kinds that these lack.
"""
import csv
import ctypes
import json
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "c"))
from supdict_c import Classification, Costs, Matrix, Part, address, opened  # noqa: E402

LIBRARY, COMMAND, GOLDEN, WORK = map(pathlib.Path, sys.argv[1:5])
NEW_MODELS = {
    "bilinear": ["--decision", "bilinear", "--strategy", "multiclass"],
    "ensemble": ["--members", "4:0.15,6:0.1"],
    "deskew": ["--image-height", "4", "--image-width", "4", "--deskew", "yes"],
    "rec": ["--method", "rec", "--strategy", "one-vs-rest"],
    "probability": ["--vote", "probability", "--method", "sdl-g"],
}
library = opened(LIBRARY)


def signals_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return [[float(value) for value in row] for row in list(csv.reader(file))[1:]]


def golden_models():
    for path in sorted(GOLDEN.glob("models-*/*.safetensors")):
        yield path, signals_of(path.parent / "signals.csv")


def new_models():
    rng = random.Random(11)
    rows = [[rng.random() / 2 + (i // 4 == label) for i in range(16)]
            for label in [0, 1, 2, 3] * 30]
    table = WORK / "signals.csv"
    with open(table, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["label", *(f"x{i}" for i in range(16))])
        writer.writerows(["abcd"[j % 4], *row] for j, row in enumerate(rows))
    for name, options in NEW_MODELS.items():
        path = WORK / f"{name}.safetensors"
        subprocess.run([COMMAND, "train", table, "--out", path, "--atoms", "6", "--iterations", "30",
                        "--quiet", *options], check=True, stdout=subprocess.DEVNULL)
        yield path, rows[:30]


def ok(status):
    if status != 0:
        raise SystemExit(library.supdict_last_error().decode())


def in_rows(array, width):
    return [array[i:i + width] for i in range(0, len(array), width)]


def costs_of(model, number, X):
    part = Part()
    ok(library.supdict_part(model, ctypes.c_int64(number), ctypes.byref(part)))
    costs = (ctypes.c_double * (part.classes * X.cols))()
    ok(library.supdict_costs(model, ctypes.c_int64(number), ctypes.byref(X),
                             ctypes.byref(Costs(address(costs), None, None))))
    return in_rows(list(costs), part.classes)


def results_of(path, signals, precision):
    model = ctypes.c_void_p()
    options = json.dumps({"precision": precision, "threads": 1}).encode()
    ok(library.supdict_model_load(str(path).encode(), options, ctypes.byref(model)))
    description = json.loads(library.supdict_model_description(model))
    flat = [value for row in signals for value in row]
    values = (ctypes.c_double * len(flat))(*flat)
    m, p = len(signals), len(description["labels"])
    X = Matrix(address(values), len(signals[0]), m, 0, 8)
    labels = (ctypes.c_int32 * m)()
    probabilities, scores = (ctypes.c_double * (p * m))(), (ctypes.c_double * (p * m))()
    out = Classification(address(labels), address(probabilities), address(scores), None)
    ok(library.supdict_classify(model, ctypes.byref(X), ctypes.byref(out)))
    parts = library.supdict_model_parts(model)
    result = {"name": f"{path.parent.name}/{path.stem}", "path": str(path), "precision": precision,
              "method": description["method"], "strategy": description["strategy"],
              "signals": signals, "labels": list(labels),
              "probabilities": in_rows(list(probabilities), p), "scores": in_rows(list(scores), p),
              "costs": [costs_of(model, number, X) for number in range(parts)]}
    library.supdict_model_free(model)
    return result


def main():
    models = [*golden_models(), *new_models()]
    json.dump([results_of(path, signals, precision) for path, signals in models
               for precision in ("float", "double")], sys.stdout)


if __name__ == "__main__":
    main()
