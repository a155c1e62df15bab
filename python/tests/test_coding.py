# SPDX-License-Identifier: BSD-3-Clause
"""Codes and their certificates."""
import copy
import pickle
import typing

import joblib
import numpy as np
import pytest
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import orthogonal_mp

from supdict import SupervisedDictionary, kappa_max, sparse_encode, supervised_encode


@pytest.fixture
def problem():
    rng = np.random.RandomState(1)
    dictionary = rng.randn(12, 10)
    dictionary /= np.linalg.norm(dictionary, axis=1, keepdims=True)
    return rng.randn(40, 10), dictionary, rng


def model_of(problem, decision):
    _, dictionary, rng = problem
    shape = (3, 12) if decision == "linear" else (3, 12, 10)
    return SupervisedDictionary(dictionary, 0.3 * rng.randn(*shape), rng.randn(3), 2.0, 0.5)


def cost(x, code, label, model):
    linear = model.decision == "linear"
    g = (model.weights @ code if linear else (model.weights @ x) @ code) + model.bias
    distance = ((x - code @ model.dictionary) ** 2).sum()
    return (np.log(np.exp(g - g[label]).sum()) + model.lambda0 * distance
            + model.lambda1 * np.abs(code).sum())


@pytest.mark.parametrize("decision", ["linear", "bilinear"])
def test_costs_are_what_the_formula_says(decision, problem):
    X = problem[0]
    model = model_of(problem, decision)
    found = supervised_encode(X, model)
    for j, x in enumerate(X):
        for label in range(3):
            expected = cost(x, found.codes[j, label], label, model)
            np.testing.assert_allclose(found.objective[j, label], expected, rtol=1e-9)
            # The certificate: no other code is cheaper than the gap allows.
            other = found.codes[j, (label + 1) % 3]
            assert cost(x, other, label, model) >= found.lower[j, label] - 1e-12
    np.testing.assert_array_equal(found.label, found.objective.argmin(axis=1))
    np.testing.assert_allclose(found.posterior.sum(axis=2), 1)
    assert found.certified.any() and found.converged.all()


def test_some_hypotheses_and_a_start(problem):
    X = problem[0]
    model = model_of(problem, "linear")
    every = supervised_encode(X, model)
    two = supervised_encode(X, model, hypotheses=[2, 0], init=every.codes[:, [2, 0]], solver="cd")
    np.testing.assert_allclose(two.objective, every.objective[:, [2, 0]], rtol=1e-5)
    assert set(two.label) <= {0, 2}
    with pytest.raises(ValueError, match="hypotheses is empty; expected at least one class"):
        supervised_encode(X, model, hypotheses=[])
    with pytest.raises(TypeError):
        supervised_encode(X, model, hypotheses=[1.5])


def test_parts_of_a_classifier_explain_its_decision(digits, quick):
    X, y, X_test, _ = digits
    classifier = quick(strategy="multiclass").fit(X, y)
    (part,) = classifier.parts_
    found = supervised_encode(classifier.preprocess(X_test), part)
    np.testing.assert_array_equal(classifier.classes_[found.label], classifier.predict(X_test))
    np.testing.assert_array_equal(found.certified, classifier.certified(X_test))
    assert part.classes == (0, 1, 2)


def certificates(codes):
    return {name: getattr(codes, name) for name in typing.get_type_hints(type(codes))}


def test_lasso_codes_are_an_array(problem):
    X, dictionary, _ = problem
    codes = sparse_encode(X, dictionary, 0.3)
    assert isinstance(codes, np.ndarray)
    assert codes.shape == (40, 12) and len(codes) == 40 and codes.dtype == X.dtype
    plain = np.asarray(codes)
    assert type(plain) is np.ndarray and np.shares_memory(plain, codes)
    assert type(codes.codes) is np.ndarray
    np.testing.assert_array_equal(plain, codes.codes)
    seen = codes @ dictionary
    assert type(seen) is np.ndarray
    objective = ((X - seen) ** 2).sum(axis=1) + 0.3 * np.abs(codes).sum(axis=1)
    np.testing.assert_allclose(codes.objective, objective)
    assert np.all((codes.lower <= codes.upper) & (codes.gap == codes.upper - codes.lower))
    assert KMeans(2, n_init=1).fit(codes).labels_.shape == (40,)


def test_codes_under_hypotheses_are_an_array(problem):
    X = problem[0]
    model = model_of(problem, "linear")
    codes = supervised_encode(X, model)
    assert codes.shape == (40, 3, 12)
    assert (codes @ model.dictionary).shape == (40, 3, 10)
    np.testing.assert_array_equal(np.asarray(codes), codes.codes)
    assert {"certified", "label", "lower", "upper", "posterior"} <= set(certificates(codes))


def test_what_is_made_from_codes_is_plain(problem):
    X, dictionary, _ = problem
    codes = sparse_encode(X, dictionary, 0.3)
    for made in [codes[:5], codes[codes[:, 0] > 0], codes * 2, abs(codes), codes.mean(axis=0),
                 1 - codes, codes > 0, np.vstack([codes, codes])[:3], dictionary.T @ codes.T,
                 np.dot(codes, dictionary), np.vstack([codes, np.ones((1, 12))])]:
        assert type(made) is np.ndarray
    assert isinstance(codes.sum(), float) and isinstance(codes[0, 0], float)
    before = codes.codes.copy()
    codes += 1
    assert type(codes) is np.ndarray
    np.testing.assert_array_equal(codes, before + 1)
    with pytest.raises(AttributeError, match="made from SparseCodes and has no 'gap'"):
        sparse_encode(X, dictionary, 0.3).T.gap
    with pytest.raises(AttributeError, match="no attribute 'gaps'"):
        sparse_encode(X, dictionary, 0.3).gaps


def test_copies_and_pickles_of_codes_keep_their_certificates(problem, tmp_path):
    codes = supervised_encode(problem[0], model_of(problem, "linear"))
    joblib.dump(codes, tmp_path / "codes")
    for again in [codes.copy(), copy.copy(codes), copy.deepcopy(codes),
                  pickle.loads(pickle.dumps(codes)), pickle.loads(pickle.dumps(codes, 2)),
                  joblib.load(tmp_path / "codes")]:
        assert type(again) is type(codes) and not np.shares_memory(again, codes)
        np.testing.assert_array_equal(again, codes)
        for name, value in certificates(codes).items():
            np.testing.assert_array_equal(getattr(again, name), value)


def test_nothing_is_left_beyond_kappa_max(problem):
    X, dictionary, _ = problem
    edge = kappa_max(dictionary, X)
    assert not sparse_encode(X, dictionary, 1.001 * edge).codes.any()
    assert sparse_encode(X, dictionary, 0.99 * edge).codes.any()


def test_a_limit_of_iterations_is_a_warning_with_a_cure(problem):
    X, dictionary, _ = problem
    with pytest.warns(ConvergenceWarning, match="not optimal.*larger max_iter") as caught:
        found = sparse_encode(X, dictionary, 0.01, solver="fista", max_iter=2)
    assert caught[0].filename == __file__
    assert not found.converged.all()
    assert (found.gap > 0).any()


def test_a_warm_start_saves_iterations(problem):
    X, dictionary, _ = problem
    cold = sparse_encode(X, dictionary, 0.2, solver="cd")
    warm = sparse_encode(X, dictionary, 0.2, solver="cd", init=cold)
    assert warm.n_iter.sum() < cold.n_iter.sum()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sparse_codes_are_the_dense_ones(dtype, problem):
    X, dictionary, _ = (np.asarray(part, dtype) if part is not problem[2] else part
                        for part in problem)
    dense = sparse_encode(X, dictionary, 0.3)
    codes = sparse_encode(X, dictionary, 0.3, sparse=True)
    assert scipy.sparse.isspmatrix_csr(codes) and codes.dtype == dtype
    assert codes.has_sorted_indices
    np.testing.assert_array_equal(codes.toarray(), dense.codes)
    for name in ("objective", "lower", "upper", "gap", "n_iter", "converged"):
        np.testing.assert_array_equal(getattr(codes, name), getattr(dense, name))
    np.testing.assert_allclose(codes @ dictionary, dense @ dictionary)
    assert not hasattr(codes[:2], "gap")
    assert sparse_encode(X, dictionary, 1e6, sparse=True).nnz == 0


def test_codes_without_a_gram_matrix_are_as_exact(problem):
    X, dictionary, _ = problem
    whole = sparse_encode(X, dictionary, 0.3, tol=1e-9)
    none = sparse_encode(X, dictionary, 0.3, tol=1e-9, gram="none")
    np.testing.assert_allclose(none.objective, whole.objective, rtol=1e-8)
    assert (none.lower <= whole.upper).all() and (whole.lower <= none.upper).all()
    model = model_of(problem, "bilinear")
    labels = [supervised_encode(X, model, gram=gram).label for gram in ("whole", "none")]
    np.testing.assert_array_equal(*labels)


def test_codes_of_a_large_dictionary_are_sparse():
    rng = np.random.RandomState(2)
    dictionary = rng.randn(5000, 8).astype(np.float32)
    dictionary /= np.linalg.norm(dictionary, axis=1, keepdims=True)
    X = rng.randn(3, 8).astype(np.float32)
    codes = sparse_encode(X, dictionary, 0.5)
    assert scipy.sparse.isspmatrix_csr(codes) and codes.converged.all()
    np.testing.assert_array_equal(sparse_encode(X, dictionary, 0.5, sparse=False), codes.toarray())


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("gram", ["whole", "none"])
def test_matching_pursuit_is_that_of_scikit_learn(dtype, gram):
    rng = np.random.RandomState(3)
    dictionary = rng.randn(120, 40).astype(dtype)
    dictionary /= np.linalg.norm(dictionary, axis=1, keepdims=True)
    X = rng.randn(50, 40).astype(dtype)
    codes = sparse_encode(X, dictionary, 0, solver="omp", max_nonzeros=8, gram=gram)
    wide = dictionary.astype(float)
    expected = orthogonal_mp(wide.T, X.T.astype(float), n_nonzero_coefs=8).T
    np.testing.assert_allclose(codes.codes, expected, atol=1e-5 if dtype == np.float32 else 1e-11)
    left = X - codes.astype(float) @ wide
    assert (codes.upper >= (left**2).sum(1) * (1 - 1e-14)).all()
    assert (codes.level >= 2 * np.abs(left @ wide.T).max(1)).all()
    assert codes.converged.all()


def test_a_path_with_a_limit_is_the_lasso_for_a_larger_kappa(problem):
    X, dictionary, _ = problem
    codes = sparse_encode(X, dictionary, 1e-4, max_nonzeros=3, tol=1e-8)
    assert ((codes != 0).sum(1) <= 3).all() and (codes.level >= 1e-4).all()
    for signal, level, value in zip(X, codes.level, codes.objective):
        lasso = sparse_encode(signal[None], dictionary, level, tol=1e-8)
        np.testing.assert_allclose(value, lasso.objective[0], rtol=1e-7)
    sparse = sparse_encode(X, dictionary, 1e-4, max_nonzeros=3, tol=1e-8, sparse=True)
    np.testing.assert_array_equal(sparse.level, codes.level)
    assert sparse_encode(X, dictionary, 0.3).level is None


@pytest.mark.parametrize("gram", ["whole", "none"])
@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_named(problem, gram, wrong):
    X, dictionary, _ = problem
    X = X.copy()
    X[1, 2] = wrong
    with pytest.raises(ValueError, match="NaN" if np.isnan(wrong) else "infinity"):
        sparse_encode(X, dictionary, 0.3, gram=gram)
    with pytest.raises(ValueError, match="NaN" if np.isnan(wrong) else "infinity"):
        supervised_encode(X, model_of(problem, "linear"), gram=gram)
