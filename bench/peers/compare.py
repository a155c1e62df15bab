#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares supdict with other packages and with the limits of the machine: same signals, one run.

    bench/peers/compare.py --build build/release --data DIR --out docs

DIR holds mnist/ (four idx files) and usps/zip.train.gz. Without mnist/ there, MNIST is fetched by
`supdict datasets fetch mnist`; without usps/, USPS is left out. Writes benchmarks.json, benchmarks.md and
benchmarks-growth.svg. scikit-learn is Debian's python3-sklearn; SPAMS is compared where its Python module
can be imported. Rates are medians of repeats, and each row says which objective and which relative
duality gap it reached.
"""
import argparse
import datetime
import gzip
import importlib.util
import json
import os
import pathlib
import resource
import statistics
import subprocess
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402  (after the number of threads is set)

import report  # noqa: E402

SETS = {"MNIST": "mnist/train-images-idx3-ubyte.gz", "USPS": "usps/zip.train.gz"}
MNIST_TEST = "t10k-images-idx3-ubyte.gz"
REPEATS = 3
LEARNING_SECONDS = 16
HELD_OUT = 2000


def gaps(X, D, codes, kappa):
    """Mean objective and worst relative duality gap of ||x - D a||^2 + kappa ||a||_1, in double."""
    X, D, codes = (array.astype(np.float64) for array in (X, D, codes))
    residual = X - codes @ D
    value = (residual**2).sum(1) + kappa * np.abs(codes).sum(1)
    scale = np.minimum(1, kappa / np.maximum(1e-300, 2 * np.abs(residual @ D.T).max(1)))
    u = scale[:, None] * residual
    dual = 2 * (u * X).sum(1) - (u**2).sum(1)
    return value.mean(), ((value - dual) / value).max()


def median_rate(work, count):
    seconds = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        codes = work()
        seconds.append(time.perf_counter() - begin)
    return count / statistics.median(seconds), codes


def scikit_learn(X, D, kappa):
    if importlib.util.find_spec("sklearn") is None:
        return
    from sklearn.decomposition import sparse_encode  # pylint: disable=import-outside-toplevel
    gram = D @ D.T
    # scikit-learn minimises 1/2 ||x - D a||^2 + alpha ||a||_1.
    for algorithm, signals in (("lasso_cd", 4000), ("lasso_lars", 400)):
        part = np.asfortranarray(X[:signals]) if algorithm == "lasso_cd" else X[:signals]
        rate, codes = median_rate(
            lambda: sparse_encode(part, D, gram=gram, algorithm=algorithm, alpha=kappa / 2,
                                  max_iter=2000, check_input=False, n_jobs=1), len(part))
        yield f"scikit-learn {algorithm}", rate, part, codes


def spams_lasso(X, D, kappa):
    if importlib.util.find_spec("spams") is None:
        return
    import spams  # pylint: disable=import-outside-toplevel,import-error
    signals, atoms = np.asfortranarray(X.T), np.asfortranarray(D.T)
    for threads in (1, 2):
        rate, codes = median_rate(
            lambda: spams.lasso(signals, D=atoms, lambda1=kappa / 2, numThreads=threads), len(X))
        yield f"SPAMS lasso, {threads} thread(s)", rate, X, codes.toarray().T


def ask(program, *arguments):
    """The JSON a program prints."""
    words = [str(word) for word in (program, *arguments)]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def coding(build, path, atoms):
    with tempfile.TemporaryDirectory() as folder:
        result = ask(build / "bench/supdict_rates", path, atoms, folder)
        D = np.load(f"{folder}/D.npy")
        X = np.load(f"{folder}/X.npy")
    result["peers"] = []
    for peers in (scikit_learn, spams_lasso):
        for name, rate, part, codes in peers(X, D, result["kappa"]):
            objective, gap = gaps(part, D, codes, result["kappa"])
            result["peers"].append({"name": name, "signals_per_second": rate, "signals": len(part),
                                    "mean_objective": objective, "worst_gap": gap})
    return result


def held_out_objective(D, X, kappa):
    from sklearn.decomposition import sparse_encode  # pylint: disable=import-outside-toplevel
    codes = sparse_encode(X, D, algorithm="lasso_cd", alpha=kappa / 2, max_iter=5000)
    return gaps(X, D, codes, kappa)[0]


def scikit_learn_dictionary(X, test, atoms, kappa):
    """[(seconds, held-out objective)] of scikit-learn's mini-batch learner, for as long as supdict's."""
    from sklearn.decomposition import MiniBatchDictionaryLearning  # pylint: disable=import-outside-toplevel
    order = np.random.default_rng(1).permutation(len(X))
    learner = MiniBatchDictionaryLearning(n_components=atoms, alpha=kappa / 2, batch_size=512,
                                          fit_algorithm="cd", n_jobs=1, random_state=1,
                                          dict_init=X[order[:atoms]])
    curve, spent, at, look = [], 0.0, 0, 1.0
    while look <= LEARNING_SECONDS:
        while spent < look:
            batch = X[order[at:at + 512]]
            at = (at + 512) % (len(X) - 512)
            begin = time.perf_counter()
            learner.partial_fit(batch)
            spent += time.perf_counter() - begin
        objective = held_out_objective(learner.components_.astype(np.float32), test, kappa)
        curve.append({"seconds": spent, "objective": objective})
        look *= 4
    return curve


def learning(build, path, atoms):
    with tempfile.TemporaryDirectory() as folder:
        result = ask(build / "bench/supdict_dictionary", path, path.with_name(MNIST_TEST), atoms,
                     LEARNING_SECONDS, folder)
        X = np.load(f"{folder}/train.npy")
        test = np.load(f"{folder}/test.npy")[:HELD_OUT]
    if importlib.util.find_spec("sklearn") is not None:
        result["scikit_learn"] = scikit_learn_dictionary(X, test, atoms, 0.15)
    return result


def read_idx(path):
    """The array of a (gzipped) idx file of bytes."""
    with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
        data = file.read()
    shape = np.frombuffer(data, ">i4", data[3], 4)
    return np.frombuffer(data, np.uint8, offset=4 + 4 * len(shape)).reshape(shape)


def memory(build, path):
    """Peak memory of training runs on more and more signals."""
    X = read_idx(path)
    y = read_idx(path.with_name(path.name.replace("images-idx3", "labels-idx1")))
    points = []
    with tempfile.TemporaryDirectory() as folder:
        for signals in (10000, 20000, 60000):
            np.save(f"{folder}/X_train.npy", X[:signals].reshape(signals, -1))
            np.save(f"{folder}/y_train.npy", y[:signals])
            subprocess.run([build / "apps/supdict/supdict", "train", f"{folder}/X_train.npy", "--out",
                            f"{folder}/model", "--quiet", "--threads", "2", "--time-budget", "5"],
                           check=True, capture_output=True)
            # The largest child so far is the last one.
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            points.append({"signals": signals, "data_mb": 4 * X[:signals].size / 2**20, "peak_mb": peak})
    return points


def find(build, data):
    """(name, path) of the sets that can be had."""
    for name, file in SETS.items():
        path = data / file
        if not path.exists() and name == "MNIST":
            command = [build / "apps/supdict/supdict", "datasets", "fetch", "mnist"]
            fetched = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            path = pathlib.Path(fetched.splitlines()[0])
        if path.exists():
            yield name, path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--solvers", type=pathlib.Path, help="JSON of the benchmark of the solvers")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--atoms", type=int, nargs="+", default=[64, 256])
    arguments = parser.parse_args()
    build = arguments.build
    sets = dict(find(build, arguments.data))
    result = {"date": datetime.date.today().isoformat(), "machine": report.machine(), "coding": [],
              "learning": []}
    if "MNIST" in sets:  # before any other program has had its peak
        result["memory"] = memory(build, sets["MNIST"])
    result["limits"] = ask(build / "bench/supdict_limits")
    for name, path in sets.items():
        for atoms in arguments.atoms:
            result["coding"].append({"name": name, **coding(build, path, atoms)})
            result["coding"][-1].pop("data")
    if "MNIST" in sets:
        result["growth"] = ask(build / "bench/supdict_growth", sets["MNIST"])
        result["large"] = result["growth"].pop("large")
        result["learning"] = [learning(build, sets["MNIST"], atoms) for atoms in arguments.atoms]
    if arguments.solvers:
        result["solvers"] = json.loads(arguments.solvers.read_text())
    arguments.out.mkdir(parents=True, exist_ok=True)
    report.write(result, arguments.out)
    print((arguments.out / "benchmarks.md").read_text())


if __name__ == "__main__":
    main()
