# SPDX-License-Identifier: BSD-3-Clause
"""What fit and predict must not notice: how signals, weights and labels are written down."""
import numpy as np
import pytest
from sklearn.utils import check_random_state

from supdict import DictionaryLearner

METHODS = ["rec", "sdl-g", "sdl-d"]


@pytest.fixture
def small(digits):
    """A hundred digits of two classes, and as many to predict."""
    X, y, X_test, _ = digits
    keep = y < 2
    return X[keep][:100], y[keep][:100], X_test[:100]


@pytest.fixture
def fitted(quick):
    def fit(X, y, method="sdl-d", **params):
        weights = params.pop("sample_weight", None)
        mu = 0.5 if method == "sdl-d" else None
        return quick(method=method, mu=mu, **params).fit(X, y, sample_weight=weights)

    return fit


@pytest.mark.parametrize("method", METHODS)
def test_the_memory_layout_does_not_matter(method, small, fitted):
    X, y, X_test = small
    expected = fitted(X, y, method).predict_proba(X_test)
    padded = np.zeros((2 * len(X), X.shape[1] + 3))
    padded[::2, 1:-2] = X
    for same in (np.asfortranarray(X), X.astype(np.int16), X.tolist(), padded[::2, 1:-2],
                 X[::-1][::-1], X.astype(">f8")):
        np.testing.assert_array_equal(fitted(same, y, method).predict_proba(X_test), expected)
    classifier = fitted(X, y, method)
    for same in (np.asfortranarray(X_test), X_test.astype(np.int16), X_test.tolist()):
        np.testing.assert_array_equal(classifier.predict_proba(same), expected)
    # float32 asks for another precision, in which these whole numbers are the same.
    single = fitted(X.astype(np.float32), y, method).predict_proba(X_test.astype(np.float32))
    np.testing.assert_allclose(single, expected, atol=0.02)


@pytest.mark.parametrize("method", METHODS)
def test_weights_of_any_scale_are_the_same_problem(method, small, fitted):
    X, y, X_test = small
    weights = check_random_state(0).uniform(0.5, 2, len(y))
    plain = fitted(X, y, method, sample_weight=weights)
    scaled = fitted(X, y, method, sample_weight=64 * weights, lambda2=64 * 0.01)
    np.testing.assert_array_equal(scaled.predict_proba(X_test), plain.predict_proba(X_test))
    other = fitted(X, y, method, sample_weight=weights[::-1])
    assert not np.array_equal(other.predict_proba(X_test), plain.predict_proba(X_test))


@pytest.mark.parametrize("method", METHODS)
def test_weights_may_be_any_sequence_of_numbers(method, small, fitted):
    X, y, X_test = small
    weights = np.where(y == 0, 2, 1)
    expected = fitted(X, y, method, sample_weight=weights.astype(float)).predict_proba(X_test)
    for same in (weights, weights.tolist(), weights.astype(np.float32)):
        found = fitted(X, y, method, sample_weight=same)
        np.testing.assert_array_equal(found.predict_proba(X_test), expected)


@pytest.mark.parametrize("method", METHODS)
def test_units_do_not_matter(method, small, fitted):
    X, y, X_test = small
    expected = fitted(X, y, method).predict_proba(X_test)
    for unit in (2.0 ** -20, 2.0 ** 15):
        found = fitted(unit * X, y, method).predict_proba(unit * X_test)
        np.testing.assert_array_equal(found, expected)
    inches = fitted(2.54 * X, y, method).predict_proba(2.54 * X_test)
    np.testing.assert_allclose(inches, expected, atol=0.02)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("strategy", ["pairwise", "multiclass"])
def test_names_of_classes_do_not_matter(method, strategy, small, fitted):
    X, y, X_test = small
    plain = fitted(X, y, method, strategy=strategy)
    named = fitted(X, np.array(["ant", "bee"])[y], method, strategy=strategy)
    np.testing.assert_array_equal(named.predict_proba(X_test), plain.predict_proba(X_test))
    names = np.array(["ant", "bee"])
    np.testing.assert_array_equal(named.predict(X_test), names[plain.predict(X_test)])
    swapped = fitted(X, 1 - y, method, strategy=strategy)
    np.testing.assert_allclose(swapped.predict_proba(X_test)[:, ::-1], plain.predict_proba(X_test),
                               atol=0.02)


def test_a_second_fit_forgets_the_first(small, fitted):
    X, y, X_test = small
    expected = fitted(X, y).predict_proba(X_test)
    again = fitted(X[:50, :30], y[:50])
    again.fit(X, y)
    np.testing.assert_array_equal(again.predict_proba(X_test), expected)
    assert again.n_features_in_ == X.shape[1]


def test_nothing_that_was_given_is_changed(small, fitted):
    X, y, X_test = small
    weights = np.ones(len(y))
    copies = [X.copy(), y.copy(), weights.copy(), X_test.copy()]
    classifier = fitted(X, y, sample_weight=weights)
    classifier.predict_proba(X_test)
    classifier.partial_fit(X, y)
    for given, before in zip([X, y, weights, X_test], copies):
        np.testing.assert_array_equal(given, before)


def test_rows_are_answered_one_by_one(small, fitted):
    X, y, X_test = small
    classifier = fitted(X, y)
    together = classifier.predict_proba(X_test)
    np.testing.assert_array_equal(classifier.predict_proba(X_test[::-1])[::-1], together)
    one_by_one = np.vstack([classifier.predict_proba(x[None]) for x in X_test[:10]])
    np.testing.assert_array_equal(one_by_one, together[:10])


def test_signs_and_order_of_a_dictionary(small):
    X = small[0] / 16
    learner = DictionaryLearner(8, random_state=0).fit(X)
    negative = DictionaryLearner(8, random_state=0).fit(-X)
    np.testing.assert_array_equal(negative.components_, -learner.components_)
    np.testing.assert_array_equal(negative.transform(-X), learner.transform(X))
    back = learner.inverse_transform(learner.transform(X))
    assert np.linalg.norm(back - X) < 0.7 * np.linalg.norm(X)
