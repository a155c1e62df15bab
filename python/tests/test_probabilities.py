# SPDX-License-Identifier: BSD-3-Clause
"""Probabilities: the label is the most probable class, and they are calibrated."""
import pickle

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.metrics import log_loss

from supdict import SupervisedDictionaryClassifier


@pytest.mark.parametrize("vote", ["majority", "probability"])
@pytest.mark.parametrize("method", ["rec", "sdl-g", "sdl-d"])
@pytest.mark.parametrize("strategy", ["pairwise", "multiclass", "one-vs-rest"])
def test_the_label_is_the_most_probable_class(strategy, method, vote, digits, quick):
    X, y, X_test, _ = digits
    mu = 0.5 if method == "sdl-d" else None
    classifier = quick(strategy=strategy, method=method, mu=mu, vote=vote).fit(X, y)
    # Signals of zeros cost the same under many classes; mixtures are ambiguous.
    doubtful = np.r_[np.zeros((2, X.shape[1])), X_test, (X_test[:-1] + X_test[1:]) / 2]
    best = classifier.predict_proba(doubtful).argmax(axis=1)
    np.testing.assert_array_equal(classifier.classes_[best], classifier.predict(doubtful))


def test_labels_of_pairs_are_certified_by_default(digits, quick):
    X, y, X_test, _ = digits
    assert quick().fit(X, y).certified(X_test).mean() > 0.9


def test_a_sure_digit_of_ten_is_sure():
    X, y = load_digits(return_X_y=True)
    classifier = SupervisedDictionaryClassifier(
        n_atoms=12, kappa=0.15, lambda0=100, lambda2=0.01, mu=1, max_iter=500, random_state=0
    ).fit(X[:1000], y[:1000])
    probabilities = classifier.predict_proba(X[1000:])
    assert np.median(probabilities.max(axis=1)) > 0.95
    plain = SupervisedDictionaryClassifier(**{**classifier.get_params(), "calibrate": False})
    plain.fit(X[:1000], y[:1000])
    np.testing.assert_array_equal(plain.predict(X[1000:]), classifier.predict(X[1000:]))
    assert plain.calibration_ == 1
    assert log_loss(y[1000:], probabilities) < log_loss(y[1000:], plain.predict_proba(X[1000:]))


def test_calibration_survives_copies_files_and_partial_fit(digits, quick, tmp_path):
    X, y, X_test, _ = digits
    classifier = quick(members=[(6, 0.15), (8, 0.1)]).fit(X, y)
    found = classifier.calibration_
    assert found.shape == (2,) and np.all(found > 0) and np.all(found != 1)
    classifier.save(tmp_path / "model")
    for copy in (pickle.loads(pickle.dumps(classifier)),
                 SupervisedDictionaryClassifier.load(tmp_path / "model")):
        np.testing.assert_array_equal(copy.calibration_, found)
        np.testing.assert_array_equal(copy.predict_proba(X_test), classifier.predict_proba(X_test))
    np.testing.assert_array_equal(classifier.partial_fit(X, y).calibration_, found)
    fresh = quick().partial_fit(X, y, classes=[0, 1, 2])
    np.testing.assert_array_equal(fresh.calibration_, [1])
