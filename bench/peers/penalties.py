#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Penalties: rates of coding beside the plain lasso, and non-negative learning beside scikit-learn.

    PYTHONPATH=build/release/python /usr/bin/python3 bench/peers/penalties.py --data DIR --out docs

DIR holds mnist/ (two idx files of images). Adds its tables to benchmarks.json and benchmarks.md of --out,
which compare.py wrote. One thread, float32, images of unit length, kappa = 0.15.
"""
import argparse
import datetime
import json
import os
import pathlib
import statistics
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402  (after the number of threads is set)
from sklearn.decomposition import MiniBatchDictionaryLearning  # noqa: E402

import compare  # noqa: E402
import report  # noqa: E402
import supdict  # noqa: E402

KAPPA = 0.15
BATCH = 512
RIDGE = 0.1
PENALTIES = {
    "l1": {},
    "l1, not negative": {"nonnegative": True},
    "elastic net": {"ridge": RIDGE},
    "elastic net, not negative": {"nonnegative": True, "ridge": RIDGE},
}
# Coding while learning ends at this relative gap, as in training.
LEARNING_TOLERANCE = 1e-4
# The held-out objective is looked at whenever the time spent has grown by this factor.
LOOK = 1.1
SETS = {"train": compare.SETS["MNIST"], "test": "mnist/" + compare.MNIST_TEST}


def images(path):
    X = compare.read_idx(path).reshape(-1, 784).astype(np.float32)
    return X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-12)


def rates(X, atoms, signals, repeats):
    """Signals a second for each penalty, turn by turn, on one dictionary and the same signals."""
    learner = supdict.DictionaryLearner(atoms, KAPPA, epochs=1, tol=LEARNING_TOLERANCE, random_state=1)
    D = learner.fit(X).components_
    X = np.ascontiguousarray(X[:signals])
    seconds = {name: [] for name in PENALTIES}
    worst = {}
    for _ in range(repeats):
        for name, penalty in PENALTIES.items():
            begin = time.perf_counter()
            codes = supdict.sparse_encode(X, D, KAPPA, n_jobs=1, **penalty)
            seconds[name].append(time.perf_counter() - begin)
            worst[name] = float((codes.gap / codes.objective).max())
    plain = statistics.median(seconds["l1"])
    return [{"atoms": atoms, "penalty": name, "signals_per_second": len(X) / statistics.median(taken),
             "of_plain": plain / statistics.median(taken), "worst_gap": worst[name]}
            for name, taken in seconds.items()]


def held_out(D, X):
    """Mean of ``||x - D a||^2 + kappa ||a||_1`` over a >= 0."""
    D = np.ascontiguousarray(D, dtype=np.float32)
    return float(supdict.sparse_encode(X, D, KAPPA, nonnegative=True).objective.mean())


def batches(X):
    """The same batches for both, pass after pass."""
    random = np.random.default_rng(1)
    while True:
        order = random.permutation(len(X))
        for at in range(0, len(X) - BATCH + 1, BATCH):
            yield np.ascontiguousarray(X[order[at:at + BATCH]])


def curve(learner, X, test, limit, goal=-np.inf):
    """Seconds and held-out objective of a learner as it goes on, until the limit or the goal."""
    points, spent, look = [], 0.0, 0.0
    for batch in batches(X):
        begin = time.perf_counter()
        learner.partial_fit(batch)
        spent += time.perf_counter() - begin
        if spent >= min(LOOK * look, limit):
            look = spent
            points.append({"seconds": spent, "objective": held_out(learner.components_, test)})
            if spent >= limit or points[-1]["objective"] <= goal:
                return points


def learning(X, test, atoms, limit):
    """How long scikit-learn learns for ``limit`` seconds, and when supdict is as good."""
    theirs = MiniBatchDictionaryLearning(
        n_components=atoms, alpha=KAPPA / 2, batch_size=BATCH, fit_algorithm="cd", n_jobs=1,
        random_state=1, dict_init=next(batches(X))[:atoms], positive_code=True, positive_dict=True)
    ours = supdict.DictionaryLearner(
        atoms, KAPPA, nonnegative=True, tol=LEARNING_TOLERANCE, n_jobs=1, random_state=1)
    their_end = curve(theirs, X, test, limit)[-1]
    our_curve = curve(ours, X, test, limit, their_end["objective"])
    reached = our_curve[-1]["objective"] <= their_end["objective"]
    return {"atoms": atoms, "scikit_learn": their_end, "supdict": our_curve[-1],
            "times_sooner": their_end["seconds"] / our_curve[-1]["seconds"] if reached else None}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--atoms", type=int, nargs="+", default=[64, 256])
    parser.add_argument("--signals", type=int, default=10000, help="signals that are coded")
    parser.add_argument("--repeats", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=60, help="of learning by scikit-learn")
    arguments = parser.parse_args()
    X, test = (images(arguments.data / SETS[part]) for part in ("train", "test"))
    test = test[:compare.HELD_OUT]
    result = {"date": datetime.date.today().isoformat(), "rates": [], "learning": []}
    for atoms in arguments.atoms:
        result["rates"] += rates(X, atoms, arguments.signals, arguments.repeats)
        result["learning"].append(learning(X, test, atoms, arguments.seconds))
    print(json.dumps(result, indent=1))
    file = arguments.out / "benchmarks.json"
    report.write({**json.loads(file.read_text()), "penalties": result}, arguments.out)


if __name__ == "__main__":
    main()
