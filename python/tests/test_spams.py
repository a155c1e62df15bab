# SPDX-License-Identifier: BSD-3-Clause
"""The functions of SPAMS: its conventions, and conditions of optimality written with them."""
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import nnls
from sklearn.linear_model import orthogonal_mp

import supdict.spams as spams
from supdict._spams_absent import INSTEAD


@pytest.fixture
def problem():
    random = np.random.RandomState(0)
    X = np.asfortranarray(random.randn(12, 9))
    D = random.randn(12, 20)
    return X, np.asfortranarray(D / np.linalg.norm(D, axis=0))


def expect_optimal(X, D, A, lambda1, lambda2=0.0, W=1.0, pos=False):
    """The subgradient of 1/2 ||x - D a||^2 + lambda1 ||W a||_1 + lambda2/2 ||a||^2."""
    A = A.toarray()
    c = D.T @ (X - D @ A) - lambda2 * A
    bound = lambda1 * W * np.ones_like(c)
    size = c if pos else np.abs(c)
    assert (size <= bound + 1e-3).all()
    active = A != 0
    assert active.any() and not active.all()
    np.testing.assert_allclose(c[active], (np.sign(A) * bound)[active], atol=1e-3)


@pytest.mark.parametrize("pos", [False, True])
@pytest.mark.parametrize("lambda2", [0.0, 0.3])
def test_lasso_in_mode_2(problem, pos, lambda2):
    X, D = problem
    A = spams.lasso(X, D=D, lambda1=0.15, lambda2=lambda2, mode=2, pos=pos, numThreads=1)
    assert sp.isspmatrix_csc(A) and A.shape == (20, 9) and A.dtype == np.float64
    expect_optimal(X, D, A, 0.15, lambda2, pos=pos)
    assert not pos or A.min() >= 0


@pytest.mark.parametrize("pos", [False, True])
def test_lasso_in_the_modes_with_constraints(problem, pos):
    X, D = problem
    # The constraint takes the value it has at a weight of mode 2, where the code is that of mode 2.
    for j in range(X.shape[1]):
        x = X[:, j:j + 1]
        A = spams.lasso(x, D, lambda1=0.2, pos=pos).toarray()
        size = np.abs(A).sum()
        error = ((x - D @ A) ** 2).sum()
        by_size = spams.lasso(x, D, lambda1=size, mode=0, pos=pos).toarray()
        by_error = spams.lasso(x, D, lambda1=error, mode=1, pos=pos).toarray()
        np.testing.assert_allclose(by_size, A, atol=2e-3)
        np.testing.assert_allclose(by_error, A, atol=2e-3)
    together = spams.lasso(X, D, lambda1=1.0, mode=0, pos=pos).toarray()
    np.testing.assert_allclose(np.abs(together).sum(axis=0), 1, rtol=1e-6)
    together = spams.lasso(X, D, lambda1=2.0, mode=1, pos=pos).toarray()
    errors = ((X - D @ together) ** 2).sum(axis=0)
    best = [nnls(D, x)[1] ** 2 if pos else 0 for x in X.T]
    np.testing.assert_allclose(errors, np.maximum(best, 2), rtol=1e-5)
    assert spams.lasso(X, D, lambda1=1e6, mode=1).nnz == 0


def test_weighted_lasso(problem):
    X, D = problem
    W = np.asfortranarray(np.random.RandomState(1).uniform(0.5, 2, (20, 9)))
    expect_optimal(X, D, spams.lassoWeighted(X, D, W, lambda1=0.15), 0.15, W=W)
    with pytest.raises(ValueError, match="W is 9x20; expected 20x9"):
        spams.lassoWeighted(X, D, W.T, lambda1=0.15)


@pytest.mark.parametrize("mode, bound", [(0, 1.0), (1, 2.0)])
def test_weighted_lasso_in_the_modes_with_constraints(problem, mode, bound):
    X, D = problem
    # Weights that are alike scale the bound of the norm; other weights scale the atoms.
    W = np.full((20, 9), 2.0)
    alike = spams.lassoWeighted(X, D, W, lambda1=2 * bound if mode == 0 else bound, mode=mode)
    plain = spams.lasso(X, D, lambda1=bound, mode=mode)
    np.testing.assert_allclose(alike.toarray(), plain.toarray(), atol=1e-6)
    w = np.random.RandomState(1).uniform(0.5, 2, 20)
    ours = spams.lassoWeighted(X, D, np.repeat(w[:, None], 9, axis=1), lambda1=bound, mode=mode)
    scaled = spams.lasso(X, D / w, lambda1=bound, mode=mode).toarray() / w[:, None]
    np.testing.assert_allclose(ours.toarray(), scaled, atol=1e-5)


@pytest.mark.parametrize("mode, lambda1", [(0, 3.0), (1, 2.0), (2, 0.3)])
@pytest.mark.parametrize("pos", [False, True])
def test_the_path_of_the_first_signal(problem, mode, lambda1, pos):
    X, D = problem
    A, path = spams.lasso(X, D, return_reg_path=True, lambda1=lambda1, mode=mode, pos=pos)
    np.testing.assert_array_equal(A.toarray(), spams.lasso(X, D, lambda1=lambda1, mode=mode,
                                                           pos=pos).toarray())
    np.testing.assert_allclose(path[:, -1], A.toarray()[:, 0], atol=1e-12)
    # Every column is the lasso code of its own weight, and weights fall along the path.
    weights = [(D.T @ (X[:, 0] - D @ a)).max() if pos else np.abs(D.T @ (X[:, 0] - D @ a)).max()
               for a in path.T]
    assert len(weights) > 1 and (np.diff(weights) < 0).all()
    for a, weight in zip(path.T, weights):
        code = spams.lasso(X[:, :1], D, lambda1=weight, pos=pos).toarray()[:, 0]
        np.testing.assert_allclose(a, code, atol=2e-3)


def test_a_limit_of_non_zeros_ends_the_path(problem):
    X, D = problem
    W = np.asfortranarray(np.random.RandomState(1).uniform(0.5, 2, (20, 9)))
    for limited, free in [
        (spams.lasso(X, D, L=3, lambda1=0.05), spams.lasso(X, D, lambda1=0.05)),
        (spams.lasso(X, D, L=3, lambda1=0.05, pos=True), spams.lasso(X, D, lambda1=0.05, pos=True)),
        (spams.lasso(X, D, L=3, lambda1=0.05, lambda2=0.3), None),
        (spams.lasso(X, D, L=3, lambda1=0.5, mode=1), spams.lasso(X, D, lambda1=0.5, mode=1)),
        (spams.lassoWeighted(X, D, W, L=3, lambda1=0.05),
         spams.lassoWeighted(X, D, W, lambda1=0.05)),
    ]:
        counts = np.diff(limited.indptr)
        assert counts.max() == 3
        if free is not None:
            few = np.diff(free.indptr) <= 3
            np.testing.assert_array_equal(limited.toarray()[:, few], free.toarray()[:, few])
    for j in range(9):
        a = spams.lasso(X[:, j:j + 1], D, L=3, lambda1=0.05).toarray()
        # The lasso code of a weight at which a fourth atom would enter.
        c = np.sort(np.abs(D.T @ (X[:, j:j + 1] - D @ a))[:, 0])
        np.testing.assert_allclose(c[-4:], c[-1], rtol=1e-6)
    assert np.diff(spams.lasso(X, D, L=20, lambda1=0.05).indptr).max() > 3


def test_lasso_by_products_and_with_least_squares(problem):
    X, D = problem
    by_atoms = spams.lasso(X, D, lambda1=0.15, pos=True).toarray()
    by_products = spams.lasso(X, Q=D.T @ D, q=D.T @ X, lambda1=0.15, pos=True).toarray()
    np.testing.assert_allclose(by_products, by_atoms, atol=2e-3)
    with pytest.raises(ValueError, match="expected D, or both Q and q"):
        spams.lasso(X, Q=D.T @ D, lambda1=0.15)
    A = spams.lasso(X, D, lambda1=0.5, ols=True).toarray()
    np.testing.assert_array_equal(A != 0, spams.lasso(X, D, lambda1=0.5).toarray() != 0)
    for a, x in zip(A.T, X.T):
        assert np.abs(D[:, a != 0].T @ (x - D @ a)).max(initial=0) < 1e-9


def test_masks_leave_entries_out(problem):
    X, D = problem
    B = np.random.RandomState(2).uniform(size=X.shape) < 0.7
    B[:, 4] = False
    X = np.where(B, X, 1e3)  # what is masked does not count
    lasso = spams.lassoMask(X, D, B, lambda1=0.2, lambda2=0.1).toarray()
    omp, path = spams.ompMask(X, D, B, L=2, return_reg_path=True)
    assert not lasso[:, 4].any() and not omp.toarray()[:, 4].any() and path.shape == (20, 2)
    for j in range(9):
        seen = B[:, j]
        if seen.any():
            x, atoms = X[seen, j:j + 1], D[seen]
            alone = spams.lasso(x, atoms, lambda1=0.2 * seen.mean(), lambda2=0.1).toarray()[:, 0]
            np.testing.assert_allclose(lasso[:, j], alone, atol=2e-3)
            alone = spams.omp(x, atoms, L=2).toarray()[:, 0]
            np.testing.assert_allclose(omp.toarray()[:, j], alone)
    np.testing.assert_allclose(path[:, 1], omp.toarray()[:, 0])
    with pytest.raises(ValueError, match="the shape of X"):
        spams.lassoMask(X, D, B[:, :3], lambda1=0.2)


def test_coordinate_descent_from_codes(problem):
    X, D = problem
    A = spams.lasso(X, D, lambda1=0.15)
    again = spams.cd(X, D, A, lambda1=0.15, tol=1e-6, itermax=10000)
    assert sp.isspmatrix_csc(again)
    np.testing.assert_allclose(again.toarray(), A.toarray(), atol=2e-3)


def test_single_precision_stays(problem):
    X, D = (np.asfortranarray(M, dtype=np.float32) for M in problem)
    assert spams.lasso(X, D, lambda1=0.15).dtype == np.float32


def test_matching_pursuit(problem):
    X, D = problem
    A = spams.omp(X, D, L=3)
    assert sp.isspmatrix_csc(A) and A.shape == (20, 9) and A.dtype == np.float64
    np.testing.assert_allclose(A.toarray(), orthogonal_mp(D, X, n_nonzero_coefs=3), atol=1e-9)
    some = np.arange(9) % 4
    by_signal = spams.omp(X, D, L=some).toarray()
    np.testing.assert_array_equal(np.count_nonzero(by_signal, axis=0), some)
    np.testing.assert_array_equal(by_signal[:, some == 3], A.toarray()[:, some == 3])
    np.testing.assert_allclose(D @ spams.omp(X, D).toarray(), X, atol=1e-6)
    with pytest.raises(ValueError, match="L is -1; expected one number from 0"):
        spams.omp(X, D, L=-1)


def test_matching_pursuit_ends_at_an_error_or_a_price(problem):
    X, D = problem
    by_error = spams.omp(X, D, L=8, eps=1.5).toarray()
    for a, x in zip(by_error.T, X.T):
        np.testing.assert_allclose(a, orthogonal_mp(D, x, tol=1.5), atol=1e-9)
    eps = np.linspace(0.5, 20, 9)
    each = spams.omp(X, D, eps=eps).toarray()
    assert ((X - D @ each) ** 2).sum(axis=0)[eps < (X**2).sum(axis=0)].min() > 0
    assert (((X - D @ each) ** 2).sum(axis=0) <= eps).all() and not each[:, -1].any()
    priced, path = spams.omp(X, D, L=6, lambda1=0.8, return_reg_path=True)
    priced = priced.toarray()
    assert path.shape == (20, 6)
    np.testing.assert_array_equal(path[:, -1], priced[:, 0])
    np.testing.assert_array_equal(np.count_nonzero(path, axis=0),
                                  np.minimum(np.arange(6) + 1, np.count_nonzero(priced[:, 0])))
    for a, x in zip(priced.T, X.T):
        errors = [(x**2).sum(), *(((x - D @ orthogonal_mp(D, x, n_nonzero_coefs=k)) ** 2).sum()
                                  for k in range(1, 7))]
        gains = -0.5 * np.diff(errors) < 0.8
        assert np.count_nonzero(a) == (np.argmax(gains) if gains.any() else 6)


@pytest.mark.parametrize("call, match", [
    (lambda X, D: spams.lasso(X, D, lambda1=1, mode=3), "does not serve mode=3"),
    (lambda X, D: spams.lasso(X, D, lambda1=1, lambda2=1, mode=0), "lambda2 in mode 0; use mode 2"),
    (lambda X, D: spams.lasso(X, D, lambda1=1, max_length_path=9), "max_length_path; use L"),
    (lambda X, D: spams.lasso(X, Q=D.T @ D, q=D.T @ X, lambda1=1, mode=1), "mode 1; use D"),
    (lambda X, D: spams.cd(X, D, np.zeros((20, 9)), lambda1=1, mode=0), "lasso serves 0, 1, 2"),
    (lambda X, D: spams.im2col_sliding(X, 2, 2, True), "of each channel"),
    (lambda X, D: spams.fistaFlat(X, D, D, loss="square", regul="l1"), "use lasso, lassoWeighted"),
    (lambda X, D: spams.structTrainDL(X, K=3, lambda1=1, regul="l2"), "use trainDL"),
    (lambda X, D: spams.proximalTree(X, {}), "groups, trees and graphs"),
    (lambda X, D: spams.trainDL(X, K=4, lambda1=1, mode=3), "mode=3; it serves 2"),
    (lambda X, D: spams.trainDL(X, K=4, lambda1=1, modeD=2), "modeD=2; use modeD=1"),
    (lambda X, D: spams.trainDL(X, K=4, lambda1=1, gamma1=0.1), "gamma1 with modeD=0; use modeD=1"),
])
def test_what_is_not_there_names_the_alternative(problem, call, match):
    with pytest.raises(NotImplementedError, match=match):
        call(*problem)


def test_every_function_that_is_not_there_says_so():
    assert not set(INSTEAD) & set(spams.__all__)
    for name in INSTEAD:
        with pytest.raises(NotImplementedError, match=f"does not serve {name}; use "):
            getattr(spams, name)(np.eye(2), anything=1)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        spams.nothing
