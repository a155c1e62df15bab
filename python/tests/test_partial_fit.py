# SPDX-License-Identifier: BSD-3-Clause
"""Incremental training."""
import pickle

import numpy as np
import pytest

from supdict import SupervisedDictionaryClassifier


def batches(X, y, count):
    return zip(np.array_split(X, count), np.array_split(y, count))


@pytest.mark.parametrize("strategy", ["pairwise", "multiclass"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_batches_make_a_classifier(strategy, dtype, digits, quick):
    X, y, X_test, y_test = digits
    classifier = quick(strategy=strategy)
    for _ in range(8):
        for X_batch, y_batch in batches(X.astype(dtype), y, 3):
            assert classifier.partial_fit(X_batch, y_batch, classes=[0, 1, 2]) is classifier
    assert classifier.score(X_test, y_test) > 0.85
    assert classifier.components_.dtype == dtype
    assert classifier.n_iter_ == 24


def test_the_first_batch_may_lack_a_class(digits, quick):
    X, y, X_test, _ = digits
    names = np.array(["a", "b", "c"])
    classifier = quick().partial_fit(X[y < 2], names[y[y < 2]], classes=names)
    assert list(classifier.classes_) == ["a", "b", "c"]
    assert classifier.predict_proba(X_test).shape[1] == 3


def test_it_continues_after_a_fit_a_file_and_a_pickle(digits, quick, tmp_path):
    X, y, X_test, y_test = digits
    fitted = quick().fit(X, y)
    fitted.save(tmp_path / "model")
    for classifier in (fitted, SupervisedDictionaryClassifier.load(tmp_path / "model"),
                       pickle.loads(pickle.dumps(quick().partial_fit(X, y, classes=[0, 1, 2])))):
        before = classifier.components_
        classifier.partial_fit(X, y)
        assert 0 < np.abs(classifier.components_ - before).max() < 1
        assert classifier.score(X_test, y_test) > 0.8


def test_weights_of_zero_are_as_no_signals(digits, quick):
    X, y, X_test, _ = digits
    weights = np.where(np.arange(len(y)) < 200, 1.0, 0.0)
    start = quick().fit(X, y)
    one, two = (pickle.loads(pickle.dumps(start)) for _ in range(2))
    one.partial_fit(X, y, sample_weight=weights)
    two.partial_fit(X[:200], y[:200])
    np.testing.assert_array_equal(one.predict_proba(X_test), two.predict_proba(X_test))


def test_mistakes(digits, quick):
    X, y, _, _ = digits
    with pytest.raises(ValueError, match="classes must be passed on the first call"):
        quick().partial_fit(X, y)
    classifier = quick().fit(X, y)
    with pytest.raises(ValueError, match="the label 7 is not one of the classes"):
        classifier.partial_fit(X, y + 7)
    with pytest.raises(ValueError, match="not those of earlier calls"):
        classifier.partial_fit(X, y, classes=[0, 1])
    with pytest.raises(ValueError, match="alternating"):
        quick(trainer="alternating").partial_fit(X, y, classes=[0, 1, 2])
