# SPDX-License-Identifier: BSD-3-Clause
"""Codes and what is proven about them."""
import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

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
            assert cost(x, other, label, model) >= expected - found.gap[j, label] - 1e-12
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


def test_parts_of_a_classifier_explain_its_decision(digits, quick):
    X, y, X_test, _ = digits
    classifier = quick(strategy="multiclass").fit(X, y)
    (part,) = classifier.parts_
    found = supervised_encode(classifier.preprocess(X_test), part)
    np.testing.assert_array_equal(classifier.classes_[found.label], classifier.predict(X_test))
    np.testing.assert_array_equal(found.certified, classifier.certified(X_test))
    assert part.classes == (0, 1, 2)


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
    warm = sparse_encode(X, dictionary, 0.2, solver="cd", init=cold.codes)
    assert warm.n_iter.sum() < cold.n_iter.sum()
