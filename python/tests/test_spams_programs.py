# SPDX-License-Identifier: BSD-3-Clause
"""Programs as they are written for SPAMS, with nothing changed but the import."""
import numpy as np
import pytest
import scipy.sparse as ssp
from sklearn.datasets import load_sample_image

import supdict.spams as spams


def normal(*size):
    """Columns of unit length, column-major."""
    M = np.asfortranarray(np.random.normal(size=size))
    return np.asfortranarray(M / np.tile(np.sqrt((M * M).sum(axis=0)), (M.shape[0], 1)))


@pytest.fixture(autouse=True)
def seed():
    np.random.seed(0)


@pytest.fixture(scope="module")
def image():
    """A picture in grey, as programs read it from a file."""
    picture = load_sample_image("china.jpg")[100:180, 200:300].mean(axis=2) / 255.0
    return np.asfortranarray(picture)


def objective(X, D, lambda1, pos=False):
    alpha = spams.lasso(X, D=D, lambda1=lambda1, pos=pos, numThreads=1)
    xd = X - D * alpha
    return np.mean(0.5 * (xd * xd).sum(axis=0) + lambda1 * np.abs(alpha).sum(axis=0))


def test_lasso_of_many_signals_and_the_path_of_one():
    X, D = normal(100, 500), normal(100, 200)
    param = {"lambda1": 0.15, "numThreads": -1, "mode": spams.PENALTY}
    alpha = spams.lasso(X, D=D, return_reg_path=False, **param)
    assert isinstance(alpha, ssp.csc_matrix) and alpha.shape == (200, 500)
    xd = X - D * alpha
    assert np.abs(D.T @ xd).max() < 0.15 + 1e-3
    X, D = np.asfortranarray(np.random.normal(size=(64, 1))), normal(64, 10)
    alpha, path = spams.lasso(X, D=D, return_reg_path=True, **param)
    assert path.shape[0] == 10 and path.flags.f_contiguous
    np.testing.assert_array_equal(path[:, -1], alpha.toarray()[:, 0])


def test_weighted_lasso_with_a_limit():
    X, D = normal(64, 200), normal(64, 256)
    param = {"L": 20, "lambda1": 0.15, "numThreads": 8, "mode": spams.PENALTY}
    W = np.asfortranarray(np.random.random(size=(D.shape[1], X.shape[1])))
    alpha = spams.lassoWeighted(X, D, W, **param)
    assert alpha.shape == (256, 200) and np.diff(alpha.indptr).max() <= 20


def test_masked_codes():
    X, D = normal(100, 40), normal(100, 50)
    mask = np.asfortranarray(X > 0)
    alpha = spams.lassoMask(X, D, mask, lambda1=0.15, numThreads=-1, mode=spams.PENALTY)
    assert alpha.shape == (50, 40)
    alpha = spams.ompMask(X, D, mask, L=20, eps=0.1, return_reg_path=False, numThreads=-1)
    error = ((mask * (X - D * alpha)) ** 2).sum(axis=0)
    assert ((np.diff(alpha.indptr) == 20) | (error <= 0.1 * mask.mean(axis=0))).all()


def test_matching_pursuit_and_the_path_of_one():
    X, D = np.asfortranarray(np.random.normal(size=(64, 300))), normal(64, 200)
    alpha = spams.omp(X, D, L=10, eps=1.0, return_reg_path=False, numThreads=-1)
    error = ((X - D * alpha) ** 2).sum(axis=0)
    assert ((np.diff(alpha.indptr) == 10) | (error <= 1)).all()
    X, D = np.asfortranarray(np.random.normal(size=(64, 1))), normal(64, 10)
    alpha, path = spams.omp(X, D, L=5, eps=1.0, return_reg_path=True, numThreads=-1)
    assert path.shape == (10, 5)
    np.testing.assert_array_equal(path[:, -1], alpha.toarray()[:, 0])


def test_coordinate_descent():
    X, D = normal(64, 100), normal(64, 100)
    lambda1 = 0.015
    alpha = spams.lasso(X, D, lambda1=lambda1, mode=spams.PENALTY, numThreads=4)
    A0 = ssp.csc_matrix((alpha.shape[0], alpha.shape[1]), dtype=np.float64)
    alpha2 = spams.cd(X, D, A0, lambda1=lambda1, mode=spams.PENALTY, tol=0.001, itermax=1000,
                      numThreads=4)

    def cost(A):
        xd = X - D * A
        return np.mean(0.5 * (xd * xd).sum(axis=0) + lambda1 * np.abs(A).sum(axis=0))

    assert cost(alpha) <= cost(alpha2) * (1 + 1e-6) and cost(alpha2) < 1.01 * cost(alpha)


def test_dictionary_of_patches_that_is_trained_further(image):
    X = spams.im2col_sliding(image, 8, 8)
    assert X.shape == (64, 73 * 93)
    np.testing.assert_array_equal(X[:, 1], image[1:9, 0:8].ravel(order="F"))
    X = X - np.tile(np.mean(X, 0), (X.shape[0], 1))
    X = np.asfortranarray(X / np.tile(np.sqrt((X * X).sum(axis=0)), (X.shape[0], 1)))
    param = {"K": 40, "lambda1": 0.15, "numThreads": 1, "batchsize": 400, "iter": 10}
    half = X.shape[1] // 2
    D, model = spams.trainDL(np.asfortranarray(X[:, :half]), return_model=True, **param)
    assert model["A"].shape == (40, 40) and model["B"].shape == (64, 40) and model["iter"] == 10
    first = objective(X, D, 0.15)
    again = {"A": model["A"], "B": model["B"], "iter": model["iter"]}  # as SPAMS has them
    D2, model2 = spams.trainDL(np.asfortranarray(X[:, half:]), return_model=True, model=again, D=D,
                               **param)
    assert model2["iter"] == 20 and objective(X, D2, 0.15) < first
    D3 = spams.trainDL_Memory(X, K=40, lambda1=0.15, iter=10, numThreads=1)
    assert objective(X, D3, 0.15) < objective(X, np.asfortranarray(X[:, :40]), 0.15)
    img = spams.displayPatches(D)
    assert img.shape == (7 * 9 + 1, 7 * 9 + 1, 1) and img.min() == 0 and img.max() == 1


def test_factors_of_patches(image):
    X = spams.im2col_sliding(image, 16, 16)[:, ::10]
    X = np.asfortranarray(X / np.tile(np.sqrt((X * X).sum(axis=0)), (X.shape[0], 1)))
    U, V = spams.nmf(X, return_lasso=True, K=20, numThreads=4, iter=-0.5)
    Y = X - U * V
    assert U.min() >= 0 and V.min() >= 0 and np.mean(0.5 * (Y * Y).sum(axis=0)) < 0.05
    U, V = spams.nnsc(X, return_lasso=True, lambda1=0.1, K=20, iter=10)
    assert U.min() >= 0 and V.min() >= 0 and np.diff(V.indptr).mean() < 6


@pytest.mark.parametrize("robust", [False, True])
def test_archetypes(robust):
    # Mixtures of the corners of a triangle, in which the corners themselves occur.
    corners = np.array([[0.0, 4.0, 1.0], [0.0, 0.0, 3.0]])
    shares = np.hstack([np.eye(3), np.random.dirichlet([1, 1, 1], 60).T])
    X = np.asfortranarray(corners @ shares)
    Z, A, B = spams.archetypalAnalysis(X, p=3, returnAB=True, robust=robust, stepsFISTA=0,
                                       stepsAS=40, numThreads=1)
    order = [np.argmin(((Z - c[:, None]) ** 2).sum(axis=0)) for c in corners.T]
    np.testing.assert_allclose(Z[:, order], corners, atol=2e-2)
    for M in (A, B):
        assert ssp.isspmatrix_csc(M) and M.data.min() >= 0
        np.testing.assert_allclose(np.asarray(M.sum(axis=0))[0], 1, atol=1e-9)
    np.testing.assert_allclose(X * B, Z, atol=1e-6)
    alpha = spams.decompSimplex(X, Z=np.asfortranarray(corners), computeXtX=True, numThreads=-1)
    np.testing.assert_allclose(alpha.toarray(), shares, atol=1e-3)
    more = spams.archetypalAnalysis(X, Z0=Z, robust=robust, numThreads=1)
    assert ((X - more * spams.decompSimplex(X, more)) ** 2).sum() < 0.1


def test_products_and_sorting():
    A, B = np.random.normal(size=(3, 5)), np.random.normal(size=(4, 5))
    S = ssp.csc_matrix(A * (A > 0))
    np.testing.assert_allclose(spams.calcAAt(S), (S @ S.T).toarray())
    np.testing.assert_allclose(spams.calcXAt(B, S), B @ S.toarray().T)
    np.testing.assert_allclose(spams.calcXYt(A, B), A @ B.T)
    np.testing.assert_allclose(spams.calcXtY(A.T, B.T), A @ B.T)
    np.testing.assert_allclose(spams.calcXY(A, B.T), A @ B.T)
    np.testing.assert_allclose(spams.invSym(A @ A.T) @ A @ A.T, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(spams.normalize(A), axis=0), 1)
    np.testing.assert_array_equal(spams.sort(A[0], mode=False), np.sort(A[0])[::-1])


def test_stains_of_tissue():
    # As normalisers of histology call it, with the one second that is the default of SPAMS.
    stains = np.array([[0.65, 0.70, 0.29], [0.07, 0.99, 0.11]])
    stains /= np.linalg.norm(stains, axis=1, keepdims=True)
    OD = np.random.gamma(0.5, 1, size=(3000, 2)) @ stains
    dictionary = spams.trainDL(X=OD.T, K=2, lambda1=0.01, mode=2, modeD=0, posAlpha=True, posD=True,
                               verbose=False).T
    dictionary = dictionary[np.argsort(-dictionary[:, 0])]
    dictionary = dictionary / np.linalg.norm(dictionary, axis=1)[:, None]
    assert (dictionary * stains).sum(axis=1).min() > np.cos(np.radians(3))
    C = spams.lasso(X=np.asfortranarray(OD.T), D=np.asfortranarray(dictionary.T), mode=2,
                    lambda1=0.01, pos=True).toarray().T
    assert C.shape == (3000, 2) and np.abs(C @ dictionary - OD).mean() < 0.05


def test_one_voxel_of_diffusion():
    # As fits of microstructure call it: one signal, two penalties, a dense vector of the result.
    A, x = np.asfortranarray(np.abs(normal(60, 30))), np.zeros(30)
    x[[3, 17]] = 0.7, 0.3
    y = np.asfortranarray((A @ x).reshape(-1, 1))
    params = {"mode": 2, "pos": True, "lambda1": 1e-3, "lambda2": 1e-4}
    found = spams.lasso(y, D=A, numThreads=1, **params).todense().A1
    np.testing.assert_allclose(found, x, atol=0.01)
    ridge = spams.lasso(y, D=A, numThreads=1, lambda1=0.0, lambda2=1e-6, mode=2).toarray()
    np.testing.assert_allclose(A @ ridge, y, atol=1e-3)
