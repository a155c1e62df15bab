#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lasso coding by supdict and by other packages: same signals, same dictionary, one run.

    bench/peers/compare.py --build build/release --data DIR --out build/bench

DIR holds mnist/train-images-idx3-ubyte.gz and usps/zip.train.gz with their labels. Without mnist/ there,
MNIST is fetched by `supdict datasets fetch mnist`; without usps/, USPS is left out. Writes peers.json
and peers.md. scikit-learn is Debian's python3-sklearn; SPAMS is compared
where its Python module can be imported. Each rate is the median of several repeats with one thread,
and each row says which objective and which relative duality gap it reached.
"""
import argparse
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402  (after the number of threads is set)

SETS = {"MNIST": "mnist/train-images-idx3-ubyte.gz", "USPS": "usps/zip.train.gz"}
REPEATS = 3


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
    rate, codes = median_rate(
        lambda: spams.lasso(signals, D=atoms, lambda1=kappa / 2, numThreads=1), len(X))
    yield "SPAMS lasso", rate, X, codes.toarray().T


def compare(rates, path, atoms):
    with tempfile.TemporaryDirectory() as folder:
        output = subprocess.run([rates, path, str(atoms), folder], check=True,
                                capture_output=True, text=True).stdout
        result = json.loads(output)
        D = np.load(f"{folder}/D.npy")
        X = np.load(f"{folder}/X.npy")
    result["peers"] = []
    for peers in (scikit_learn, spams_lasso):
        for name, rate, part, codes in peers(X, D, result["kappa"]):
            objective, gap = gaps(part, D, codes, result["kappa"])
            result["peers"].append({"name": name, "signals_per_second": rate,
                                    "mean_objective": objective, "worst_gap": gap})
    return result


def table(results):
    lines = ["| data | k | coder | signals/s | times slower | mean objective | worst gap |",
             "|---|---|---|---|---|---|---|"]
    for name, result in results:
        own = result["lasso"]["1"]
        rows = [("supdict, 1 thread", own), ("supdict, 2 threads", result["lasso"]["2"])]
        rows += [(peer["name"], peer) for peer in result["peers"]]
        for coder, row in rows:
            slower = own["signals_per_second"] / row["signals_per_second"]
            lines.append(f"| {name} | {result['atoms']} | {coder} | {row['signals_per_second']:,.0f} | "
                         f"{slower:.2f} | {row['mean_objective']:.6f} | {row['worst_gap']:.1e} |")
    lines += ["", "| data | k | classes | signals/s, all hypotheses | in lasso codings | worst gap |",
              "|---|---|---|---|---|---|"]
    for name, result in results:
        for part in ("two_classes", "all_classes"):
            row = result[part]
            lines.append(f"| {name} | {result['atoms']} | {row['classes']} | "
                         f"{row['signals_per_second']:,.0f} | {row['times_one_lasso']:.2f} | "
                         f"{row['worst_gap']:.1e} |")
    return "\n".join(lines) + "\n"


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
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--atoms", type=int, nargs="+", default=[64, 256])
    arguments = parser.parse_args()
    results = []
    for name, path in find(arguments.build, arguments.data):
        for atoms in arguments.atoms:
            results.append((name, compare(arguments.build / "bench/supdict_rates", path, atoms)))
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "peers.json").write_text(json.dumps(dict(runs=[r for _, r in results]), indent=1))
    (arguments.out / "peers.md").write_text(table(results))
    print(table(results))


if __name__ == "__main__":
    main()
