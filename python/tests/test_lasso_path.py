# SPDX-License-Identifier: BSD-3-Clause
"""The path of a signal: every column is optimal at its level, also where atoms leave."""
import numpy as np
import pytest
from sklearn.linear_model import lars_path

from supdict._lasso_path import lasso_path


@pytest.mark.parametrize("positive", [False, True])
def test_every_code_of_a_path_is_optimal(positive):
    left = 0
    for seed in range(200):
        random = np.random.RandomState(seed)
        D, x = np.abs(random.randn(12, 8)), np.abs(random.randn(12))
        path = lasso_path(D.T @ D, D.T @ x, 0.01, positive, 100)
        left += (np.diff(np.count_nonzero(path, axis=0)) < 0).any()
        c = D.T @ (x[:, None] - D @ path)
        levels = (c if positive else np.abs(c)).max(axis=0)
        assert (np.diff(levels) < 0).all()
        np.testing.assert_allclose(levels[-1], 0.01, rtol=1e-9)
        on = path != 0
        np.testing.assert_allclose(c[on], (np.sign(path) * levels)[on], atol=1e-12)
        assert not positive or path.min() >= 0
    assert left > 10


@pytest.mark.parametrize("n, k", [(5, 12), (12, 5), (6, 6)])
def test_a_path_down_to_nothing_ends_at_least_squares(n, k):
    for seed in range(50):
        random = np.random.RandomState(seed)
        D, x = random.randn(n, k), random.randn(n)
        rest = x - D @ lasso_path(D.T @ D, D.T @ x, 0, False, 1000)[:, -1]
        np.testing.assert_allclose(D.T @ rest, 0, atol=1e-7)
    assert not lasso_path(D.T @ D, np.zeros(k), 0, True, 10).any()


def test_without_signs_asked_it_is_the_path_of_scikit_learn():
    random = np.random.RandomState(0)
    D, x = random.randn(30, 60), random.randn(30)
    theirs = lars_path(D, x, method="lasso", alpha_min=0.5 / 30)[2][:, 1:]
    problem = (D.T @ D, D.T @ x)
    np.testing.assert_allclose(lasso_path(*problem, 0.5, False, 1000), theirs, atol=1e-10)
    np.testing.assert_allclose(lasso_path(*problem, 0.5, False, 4), theirs[:, :4], atol=1e-10)
    assert not lasso_path(*problem, 1e6, False, 10).any()
