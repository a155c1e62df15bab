#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Errors and times of supdict and of what else one could use, on the same splits, into rivals.md.

    python3 bench/rivals/compare.py --data DIR --out docs [--only Adiac] [--command supdict]

DIR may hold many/ (NAME.train.csv.gz, NAME.test.csv.gz: label first, then the signal); the digits of
scikit-learn and generated templates need no file. Parameters of the rivals are chosen by stratified
three-fold cross-validation on the training signals, the first of equals; supdict runs with its
defaults. Test signals are looked at once, at the end.
"""

import argparse
import gzip
import pathlib
import subprocess
import tempfile
import time
import warnings

import numpy as np
from dictionaries import CRC, DKSVD, DPL, SRC, CodesAndLogistic
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, StratifiedKFold, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

COLUMNS = ("model", "error %", "wrong", "choosing s", "training s", "prediction s")
SCALES = {"scale": ["passthrough", StandardScaler()]}


def steps(model):
    return Pipeline([("scale", "passthrough"), ("model", model)])


def rivals(n_features):
    """Name, estimator and the grid of its parameters."""
    widths = [g / n_features for g in (0.01, 0.1, 1.0, 10.0)]
    return [
        ("1-NN", steps(KNeighborsClassifier(1)), SCALES),
        ("linear SVM", steps(SVC(kernel="linear")), {**SCALES, "model__C": [0.01, 0.1, 1, 10, 100, 1000]}),
        ("RBF SVM", steps(SVC()), {**SCALES, "model__C": [1, 10, 100, 1000], "model__gamma": widths}),
        ("dictionary codes, logistic regression", steps(CodesAndLogistic()),
         {**SCALES, "model__alpha": [0.02, 0.1]}),
        ("SRC", steps(SRC()), {**SCALES, "model__alpha": [0.003, 0.03, 0.1]}),
        ("CRC", steps(CRC()), {**SCALES, "model__ridge": [1e-4, 1e-3, 1e-2, 1e-1, 1]}),
        ("D-KSVD", steps(DKSVD()), {**SCALES, "model__per_class": [3, 8], "model__gamma": [0.3, 3]}),
        ("DPL", steps(DPL()), {**SCALES, "model__per_class": [2, 5]}),
    ]


def from_csv(path):
    with gzip.open(path, "rt") as file:
        rows = [line.rstrip("\n").split(",") for line in file][1:]
    return np.array([row[1:] for row in rows], dtype=float), np.array([row[0] for row in rows])


def templates(n_classes, per_class, n_features, seed=1):
    """Smooth random templates under changing light, with noise."""
    rng = np.random.default_rng(seed)
    kernel = np.hanning(n_features // 20)
    smooth = lambda count: np.apply_along_axis(
        np.convolve, 1, rng.normal(size=(count, n_features)), kernel / np.linalg.norm(kernel), "same")
    first, light = smooth(n_classes), smooth(3)
    y = np.repeat(np.arange(n_classes), per_class)
    gain = 1 + 0.5 * rng.normal(size=(len(y), 1))
    X = gain * first[y] + 1.5 * rng.normal(size=(len(y), 3)) @ light + 2 * rng.normal(size=(len(y), n_features))
    return X, np.array([f"class {label}" for label in y])


def sets(data):
    for path in sorted((data / "many").glob("*.train.csv.gz")):
        test = path.with_name(path.name.replace(".train.", ".test."))
        yield path.name.split(".")[0], *from_csv(path), *from_csv(test)
    X, y = load_digits(return_X_y=True)
    X, X_test, y, y_test = train_test_split(X, y.astype(str), test_size=0.3, random_state=0, stratify=y)
    yield "digits, 8 x 8", X, y, X_test, y_test
    X, y = templates(100, 14, 2580)
    own = np.arange(len(y)) % 14 < 7
    yield "templates, 100 classes of 7", X[own], y[own], X[~own], y[~own]


def measured(model, grid, X, y, X_test, y_test):
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    begin = time.perf_counter()
    best = GridSearchCV(model, grid, cv=folds, refit=False, error_score=0).fit(X, y).best_params_
    chosen = time.perf_counter()
    model.set_params(**best).fit(X, y)
    trained = time.perf_counter()
    wrong = int((model.predict(X_test) != y_test).sum())
    return wrong, chosen - begin, trained - chosen, time.perf_counter() - trained


def write_csv(path, X, y=None):
    """Nine digits bring a float back as it was."""
    labels = [""] * len(X) if y is None else [f"{label}," for label in y]
    names = ",".join(f"t{i}" for i in range(X.shape[1]))
    with open(path, "w", encoding="ascii") as file:
        file.write(("label," if y is not None else "") + names + "\n")
        for label, row in zip(labels, X):
            file.write(label + ",".join(f"{value:.9g}" for value in row) + "\n")


def supdict(command, X, y, X_test, y_test):
    """Of the command, with reading and writing of files."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_csv(folder / "train.csv", X, y)
        write_csv(folder / "test.csv", X_test)
        begin = time.perf_counter()
        subprocess.run([command, "train", folder / "train.csv", "--label-column", "label", "--out",
                        folder / "model", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        trained = time.perf_counter()
        found = subprocess.run([command, "predict", folder / "model", folder / "test.csv"], check=True,
                               capture_output=True, text=True).stdout.split("\n")[1:-1]
        wrong = int((np.array([line.split(",")[0] for line in found]) != y_test).sum())
        return wrong, 0.0, trained - begin, time.perf_counter() - trained


def table(rows, n_test):
    text = "| " + " | ".join(COLUMNS) + " |\n|---|" + "---|" * (len(COLUMNS) - 1) + "\n"
    least = min(wrong for _, (wrong, *_) in rows)
    for name, (wrong, *seconds) in rows:
        error = f"{100 * wrong / n_test:.1f}"
        times = " | ".join(f"{value:.2f}" if value else "" for value in seconds)
        text += f"| {name} | {f'**{error}**' if wrong == least else error} | {wrong} | {times} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path("data"))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("docs"))
    parser.add_argument("--command", default="build/release/apps/supdict/supdict")
    parser.add_argument("--only", default="", help="sets whose name contains this text")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)
    warnings.simplefilter("ignore", RuntimeWarning)
    warnings.simplefilter("ignore", UserWarning)
    words = pathlib.Path(__file__).with_name("rivals.md.in").read_text(encoding="utf-8")
    text = ""
    for name, X, y, X_test, y_test in sets(arguments.data):
        if arguments.only not in name:
            continue
        text += (f"\n## {name}\n\n{len(np.unique(y))} classes, {len(y)} training and {len(y_test)} test "
                 f"signals, {X.shape[1]} dimensions.\n\n")
        rows = [("supdict", supdict(arguments.command, X, y, X_test, y_test))]
        for rival, model, grid in rivals(X.shape[1]):
            rows.append((rival, measured(model, grid, X, y, X_test, y_test)))
            print(name, *rows[-1], flush=True)
        text += table(rows, len(y_test))
        print(name, *rows[0], flush=True)
    (arguments.out / "rivals.md").write_text(words + text, encoding="utf-8")


if __name__ == "__main__":
    main()
