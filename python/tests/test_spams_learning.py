# SPDX-License-Identifier: BSD-3-Clause
"""Dictionaries and factors under the conventions of SPAMS."""
import numpy as np
import pytest
import scipy.sparse as sp

import supdict.spams as spams


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


def test_a_model_is_a_state_and_nothing_else(patches):
    options = {"lambda1": 0.05, "batchsize": 100, "numThreads": 1}
    D, model = spams.trainDL(patches, return_model=True, K=8, iter=3, **options)
    np.testing.assert_array_equal(model["D"], D)
    np.testing.assert_allclose(model["A"], model["A"].T, atol=1e-9)
    unchanged, same = spams.trainDL(patches, return_model=True, model=model, iter=0, **options)
    np.testing.assert_array_equal(unchanged, D)
    for name in ("A", "B", "iter"):
        np.testing.assert_array_equal(same[name], model[name])
    with pytest.raises(ValueError, match="expected a dict with A, B and iter"):
        spams.trainDL(patches, model={"A": 1}, D=D, iter=0, **options)
    with pytest.raises(ValueError, match="D is no matrix"):
        without = {name: model[name] for name in ("A", "B", "iter")}
        spams.trainDL(patches, model=without, iter=0, **options)
