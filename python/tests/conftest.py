# SPDX-License-Identifier: BSD-3-Clause
"""Small data, small models and the command."""
import os
import subprocess

import matplotlib
import numpy as np
import pytest
from sklearn.datasets import load_digits

import supdict

matplotlib.use("Agg")


@pytest.fixture(scope="session")
def digits():
    """Training and test data: zeros to twos, 8 x 8."""
    X, y = load_digits(n_class=3, return_X_y=True)
    return X[:300], y[:300], X[300:], y[300:]


@pytest.fixture
def quick():
    """Makes classifiers that train in a moment: parameters that take long to choose are given."""

    def make(**params):
        return supdict.SupervisedDictionaryClassifier(
            **{"n_atoms": 8, "kappa": 0.15, "lambda0": 20, "lambda2": 0.01, "mu": 0.5,
               "max_iter": 40, "random_state": 0, **params}
        )

    return make


@pytest.fixture
def command():
    """Runs the command and gives what it printed."""
    path = os.environ.get("SUPDICT_COMMAND")
    if path is None:
        pytest.skip("SUPDICT_COMMAND does not name the command")

    def run(*words):
        done = subprocess.run([path, *map(str, words)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def write_csv(tmp_path):
    """Writes signals (and labels) in a format of the command; float32 numbers read back exactly."""

    def write(name, X, y=None):
        path = tmp_path / name
        rows = np.asarray(X, dtype=np.float32)
        with path.open("w") as file:
            for i, row in enumerate(rows):
                label = [] if y is None else [str(y[i])]
                file.write(",".join([*(f"{value:.9g}" for value in row), *label]) + "\n")
        return path

    return write
