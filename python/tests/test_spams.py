# SPDX-License-Identifier: BSD-3-Clause
"""The functions of SPAMS: its conventions, and conditions of optimality written with them."""
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import nnls
from sklearn.linear_model import orthogonal_mp

import supdict.spams as spams


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


def test_coordinate_descent_from_codes(problem):
    X, D = problem
    A = spams.lasso(X, D, lambda1=0.15)
    again = spams.cd(X, D, A, lambda1=0.15, tol=1e-6, itermax=10000)
    assert sp.isspmatrix_csc(again)
    np.testing.assert_allclose(again.toarray(), A.toarray(), atol=2e-3)


def test_single_precision_stays(problem):
    X, D = (np.asfortranarray(M, dtype=np.float32) for M in problem)
    assert spams.lasso(X, D, lambda1=0.15).dtype == np.float32


@pytest.fixture
def patches(digits):
    return np.asfortranarray(digits[0].T / 16)


def test_dictionaries_are_learned_and_continued(patches):
    D, model = spams.trainDL(patches, return_model=True, K=16, lambda1=0.05, iter=10, batchsize=100,
                             posAlpha=True, posD=True, numThreads=1)
    assert D.shape == (64, 16) and D.flags.f_contiguous and D.min() >= 0
    assert np.linalg.norm(D, axis=0).max() < 1 + 1e-9

    def cost(D):
        A = spams.lasso(patches, D, lambda1=0.05, pos=True)
        return (0.5 * ((patches - D @ A.toarray()) ** 2).sum(axis=0)
                + 0.05 * np.abs(A.toarray()).sum(axis=0)).mean()

    more = spams.trainDL(patches, model=model, lambda1=0.05, iter=60, batchsize=100, posAlpha=True,
                         posD=True)
    assert cost(more) < cost(D) < cost(np.asfortranarray(patches[:, :16]))
    from_here = spams.trainDL(patches, D=D, lambda1=0.05, iter=0)
    np.testing.assert_array_equal(from_here, D)
    timed = spams.trainDL(patches, K=8, lambda1=0.05, iter=-0.2)
    assert timed.shape == (64, 8)


def test_sparse_atoms_are_in_the_ball_of_modeD_1(patches):
    common = {"K": 16, "lambda1": 0.05, "iter": 20, "batchsize": 100}
    dense = spams.trainDL(patches, **common)
    D = spams.trainDL(patches, **common, modeD=1, gamma1=0.3)
    assert ((D**2).sum(axis=0) + 0.3 * np.abs(D).sum(axis=0)).max() < 1 + 1e-9
    assert np.count_nonzero(D) < 0.8 * np.count_nonzero(dense)


def test_factors_without_negative_entries(patches):
    U, V = spams.nmf(patches, return_lasso=True, K=16, iter=60, batchsize=100)
    assert U.min() >= 0 and V.min() >= 0 and sp.isspmatrix_csc(V)
    assert np.linalg.norm(patches - U @ V.toarray()) < 0.4 * np.linalg.norm(patches)
    with pytest.raises(ValueError, match="expected no negative one"):
        spams.nmf(-patches, K=4)


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
    with pytest.raises(ValueError, match="expected one count from 0"):
        spams.omp(X, D, L=-1)


@pytest.mark.parametrize("call, match", [
    (lambda X, D: spams.lasso(X, D, lambda1=1, mode=3), "does not serve mode=3"),
    (lambda X, D: spams.lasso(X, D, lambda1=0.01, L=2), "L=2, where a code has"),
    (lambda X, D: spams.lasso(X, Q=D.T @ D, q=D.T @ X, lambda1=1), "Q and q; use D"),
    (lambda X, D: spams.lasso(X, D, lambda1=1, return_reg_path=True), "return_reg_path"),
    (lambda X, D: spams.cd(X, D, np.zeros((20, 9)), lambda1=1, mode=0), "lasso serves 0, 1 and 2"),
    (lambda X, D: spams.omp(X, D, eps=0.1), "orthogonal_mp"),
    (lambda X, D: spams.archetypalAnalysis(X, p=3), "use nmf"),
    (lambda X, D: spams.trainDL(X, K=4, lambda1=1, modeD=2), "modeD=2; use modeD=1"),
    (lambda X, D: spams.trainDL(X, K=4, lambda1=1, gamma1=0.1), "gamma1 with modeD=0; use modeD=1"),
])
def test_what_is_not_there_names_the_alternative(problem, call, match):
    with pytest.raises(NotImplementedError, match=match):
        call(*problem)
