# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of every kind in, the same numbers out."""
import numpy as np
import pytest

from supdict import DictionaryLearner, sparse_encode


@pytest.fixture
def kinds(digits, tmp_path):
    X = np.ascontiguousarray(digits[0], dtype=np.float32)
    read_only = X.copy()
    read_only.flags.writeable = False
    np.save(tmp_path / "X.npy", X)
    wide = np.zeros((len(X), 2 * X.shape[1]), dtype=np.float32)
    wide[:, ::2] = X
    raw = np.zeros(X.nbytes + 1, dtype=np.uint8)
    unaligned = raw[1:].view(np.float32).reshape(X.shape)
    unaligned[:] = X
    return {
        "C": X,
        "Fortran": np.asfortranarray(X),
        "read-only": read_only,
        "memory-mapped": np.load(tmp_path / "X.npy", mmap_mode="r"),
        "strided": wide[:, ::2],
        "reversed": X[::-1][::-1],
        "unaligned": unaligned,
        "big-endian": X.astype(">f4"),
    }


def test_the_layout_does_not_matter(kinds, digits, quick):
    y = digits[1]
    expected = quick().fit(kinds["C"], y)
    learner = DictionaryLearner(8, random_state=0).fit(kinds["C"])
    for name, X in kinds.items():
        if name == "big-endian":  # becomes float64, as in scikit-learn
            continue
        fitted = quick().fit(X, y)
        for method in ("predict", "predict_proba", "decision_function", "transform"):
            np.testing.assert_array_equal(
                getattr(fitted, method)(X), getattr(expected, method)(kinds["C"]), err_msg=name)
        np.testing.assert_array_equal(learner.transform(X), learner.transform(kinds["C"]), name)


def test_foreign_byte_order_is_understood(kinds, digits, quick):
    classifier = quick().fit(kinds["big-endian"], digits[1])
    assert classifier.components_.dtype == np.float64
    assert classifier.score(kinds["big-endian"], digits[1]) > 0.9


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_precision_is_kept(dtype, digits, quick):
    X, y = digits[0].astype(dtype), digits[1]
    classifier = quick().fit(X, y)
    learner = DictionaryLearner(8).fit(X)
    results = [classifier.transform(X), classifier.components_, classifier.preprocess(X),
               learner.transform(X), learner.components_,
               learner.inverse_transform(learner.transform(X)),
               sparse_encode(X, learner.components_, 0.1).codes]
    assert {result.dtype for result in results} == {np.dtype(dtype)}


def test_results_belong_to_the_caller(digits, quick):
    classifier = quick().fit(digits[0], digits[1])
    probabilities = classifier.predict_proba(digits[0])
    del classifier
    assert probabilities.flags.writeable
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
