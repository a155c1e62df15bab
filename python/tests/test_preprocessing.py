# SPDX-License-Identifier: BSD-3-Clause
"""Features of odd scales: constant ones, tiny and huge ones."""
import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer


@pytest.fixture
def measurements():
    X, y = load_breast_cancer(return_X_y=True)
    return X, y


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_constant_that_changes_does_no_harm(dtype, measurements, quick):
    X, y = measurements
    X = np.c_[X, np.full(len(X), 0.1)].astype(dtype)
    classifier = quick().fit(X[:400], y[:400])
    score = classifier.score(X[400:], y[400:])
    assert score > 0.9
    X[:, -1] = 0.11
    assert classifier.score(X[400:], y[400:]) == score


@pytest.mark.parametrize("unit", [1e30, 1e-30])
def test_units_do_not_matter(unit, measurements, quick):
    X, y = measurements
    X = X.astype(np.float32)
    scores = [quick().fit(X[:400] * factor, y[:400]).score(X[400:] * factor, y[400:])
              for factor in (1, np.float32(unit))]
    assert min(scores) > 0.9 and np.ptp(scores) < 0.02


@pytest.mark.parametrize("dtype, unit", [(np.float32, 1e30), (np.float32, 1e-30),
                                         (np.float64, 1e300), (np.float64, 1e-300)])
def test_lengths_do_not_overflow(dtype, unit, measurements, quick):
    X, y = measurements
    X = (X / 4300).astype(dtype)
    classifier = quick(scaling="none", append_constant=0).fit(X, y)
    far = quick(scaling="none", append_constant=0).fit(X * dtype(unit), y)
    seen = far.preprocess(X * dtype(unit))
    np.testing.assert_allclose(np.linalg.norm(seen, axis=1), 1, rtol=1e-6)
    np.testing.assert_allclose(seen, classifier.preprocess(X), atol=1e-6)
