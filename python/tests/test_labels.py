# SPDX-License-Identifier: BSD-3-Clause
"""Labels are returned in the type they were given."""
import numpy as np
import pytest

from supdict import SupervisedDictionaryClassifier

LABELS = {
    "integers": np.array([-1, 7, 10]),
    "texts": np.array(["b", "a", "\u00e9"]),
    "texts that are numbers": np.array(["10", "9", "100"]),
    "numbers": np.array([0.0, 1.0, 2.0]),
    "booleans": np.array([True, False]),
    "objects": np.array(["x", "y", "z"], dtype=object),
}


@pytest.mark.parametrize("kind", LABELS)
def test_any_label(kind, digits, quick):
    X, y, X_test, y_test = digits
    names = LABELS[kind]
    keep, keep_test = y < len(names), y_test < len(names)
    classifier = quick().fit(X[keep], names[y[keep]])
    np.testing.assert_array_equal(classifier.classes_, np.unique(names))
    assert classifier.classes_.dtype == names.dtype
    assert classifier.predict(X_test).dtype == names.dtype
    assert classifier.score(X_test[keep_test], names[y_test[keep_test]]) > 0.9
    best = classifier.predict_proba(X_test).argmax(axis=1)
    np.testing.assert_array_equal(classifier.classes_[best], classifier.predict(X_test))


@pytest.mark.parametrize("kind", ["integers", "texts", "numbers"])
def test_labels_of_a_file(kind, digits, quick, tmp_path):
    X, y, X_test, _ = digits
    classifier = quick().fit(X, LABELS[kind][y])
    classifier.save(tmp_path / "model")
    loaded = SupervisedDictionaryClassifier.load(tmp_path / "model")
    assert loaded.classes_.dtype == classifier.classes_.dtype
    np.testing.assert_array_equal(loaded.predict(X_test), classifier.predict(X_test))


def test_labels_that_look_the_same_are_refused(digits, quick):
    y = np.array([1, "1", 2], dtype=object)[digits[1]]
    with pytest.raises((ValueError, TypeError)):
        quick().fit(digits[0], y)


def test_labels_that_are_no_text(digits, quick):
    y = np.array(["a", "b", "\ud800"])[digits[1]]
    with pytest.raises(ValueError, match=r"the class '\\ud800' is no text that UTF-8 can hold"):
        quick().fit(digits[0], y)
