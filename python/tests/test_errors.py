# SPDX-License-Identifier: BSD-3-Clause
"""Mistakes give the error messages of the library."""
import json

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from supdict import (
    DictionaryLearner,
    SupervisedDictionaryClassifier,
    datasets,
    kappa_max,
    plot,
    sparse_encode,
    tune,
)


@pytest.mark.parametrize("params, text", [
    ({"method": "sdl_d"}, "unknown method 'sdl_d'; did you mean 'sdl-d'?"),
    ({"kappa": -1.0}, "kappa is -1; expected above 0"),
    ({"n_atoms": 2.5}, "atoms is 2.5; expected an integer"),
    ({"tol": float("nan")}, "tolerance is nan"),
    ({"random_state": -1}, "random_state is -1; expected 0 to"),
    ({"random_state": 2**64}, "random_state is 18446744073709551616; expected 0 to"),
    ({"mu": -0.5}, "mu is -0.5; expected at least 0 and at most 1; it may be left out"),
    ({"lambda2": -1}, "lambda2 is -1; expected at least 0"),
    ({"lambda0": 0}, "lambda0 is 0; expected above 0"),
    ({"method": "sdl-g", "mu": 0.5}, "mu is 0.5 and the method is sdl-g"),
    ({"mu": "much"}, "mu is 'much'; expected a number"),
    ({"members": "3"}, "members is '3'; expected ATOMS:KAPPA"),
    ({"augment_shift": 1}, "augment_shift is 1 but .* set image_shape="),
    ({"augment": {"rotate": 10}}, "'rotate', which is for images, .* set image_shape="),
    ({"augment": "rotat:1"}, "unknown augmentation 'rotat'; did you mean 'rotate'?"),
    ({"augment": "shift:1", "method": "rec"}, "augment is 'shift:1' and the method is rec"),
    ({"pad": (28, 28)}, "pad is '28x28' but .* set image_shape="),
    ({"effort": "high"}, "unknown effort 'high'"),
])
def test_wrong_parameters(params, text, digits):
    with pytest.raises(ValueError, match=text.replace("?", r"\?")):
        SupervisedDictionaryClassifier(**params).fit(digits[0], digits[1])


@pytest.mark.parametrize("n_jobs", [1.5, "2"])
def test_threads_are_a_whole_number(n_jobs, digits, quick):
    with pytest.raises(TypeError, match=f"n_jobs is {n_jobs!r}; expected an integer"):
        quick(n_jobs=n_jobs).fit(digits[0], digits[1])


def test_signals_of_another_width():
    words = r"X has 3 features; expected 2, those of the dictionary \(one signal per row\)"
    with pytest.raises(ValueError, match=words):
        sparse_encode(np.ones((4, 3)), np.eye(2), 0.1)
    with pytest.raises(ValueError, match=words):
        kappa_max(np.eye(2), np.ones((4, 3)))


def test_wrong_weights(digits, quick):
    with pytest.raises(ValueError, match=r"weights\[3\] is -1; expected a finite number"):
        quick().fit(digits[0], digits[1], sample_weight=np.where(np.arange(300) == 3, -1, 1))


@pytest.mark.parametrize("params, weight, words", [
    ({}, lambda y: 0 * y, "all 300 weights .* are 0"),
    ({"class_weight": {0: 0, 1: 0, 2: 0}}, None, "all 300 weights .* are 0"),
    ({"class_weight": {0: 1, 1: 1, 2: 0}}, None, "the weights of class '2' sum to 0"),
    ({}, lambda y: y == 1, "the weights of class '0' sum to 0"),
    ({}, lambda y: np.full(300, 1e-320), "the largest of the weights is 9.99989e-321"),
    ({}, lambda y: np.full(300, 1e308), r"the largest of the weights is 1e\+308"),
])
def test_weights_that_cannot_be_used(params, weight, words, digits, quick):
    X, y = digits[:2]
    weights = None if weight is None else weight(y).astype(float)
    with pytest.raises(ValueError, match=words):
        quick(**params).fit(X, y, sample_weight=weights)


def test_an_update_of_weights_that_cannot_be_used_changes_nothing(digits, quick):
    X, y = digits[:2]
    classifier = quick().partial_fit(X, y, classes=[0, 1, 2])
    before = classifier.components_
    for weights, words in [(np.zeros(300), "all 300 weights .* are 0"),
                           (np.full(300, 1e308), "the largest of the weights is")]:
        with pytest.raises(ValueError, match=words):
            classifier.partial_fit(X, y, sample_weight=weights)
        np.testing.assert_array_equal(classifier.components_, before)
    only_ones = (y == 1).astype(float)
    assert np.isfinite(classifier.partial_fit(X, y, sample_weight=only_ones).components_).all()


def test_one_class_is_not_enough(digits, quick):
    with pytest.raises(ValueError, match="at least two classes"):
        quick().fit(digits[0], np.zeros(300))


def test_files(tmp_path):
    with pytest.raises(RuntimeError, match="nowhere"):
        SupervisedDictionaryClassifier.load(tmp_path / "nowhere")
    (tmp_path / "text").write_text("no model")
    with pytest.raises(ValueError, match="not a valid model file"):
        SupervisedDictionaryClassifier.load(tmp_path / "text")
    with pytest.raises(ValueError, match="float16"):
        SupervisedDictionaryClassifier.load(tmp_path / "text", dtype=np.float16)
    with pytest.raises(RuntimeError):
        datasets.read(tmp_path / "nowhere.csv")


def with_note(path, key, text):
    """The model file with another note; without its checksum, as files of version 1.0 are."""
    whole = path.read_bytes()
    length = int.from_bytes(whole[:8], "little")
    header = json.loads(whole[8 : 8 + length])
    header["__metadata__"].pop("checksum", None)
    header["__metadata__"].update({"note." + key: text, "format_version": "1.0"})
    changed = json.dumps(header).encode()
    odd = path.with_name("odd.model")
    odd.write_bytes(len(changed).to_bytes(8, "little") + changed + whole[8 + length :])
    return odd


@pytest.mark.parametrize("key, text", [
    (key, text) for key in ("options", "training")
    for text in ("", "{", "[]", "3", "null", '{"members": 3}', '{"members": "4"}',
                 '{"members": [{"parts": [{"path": [{}]}]}]}',
                 '{"members": [{"parts": [{"path": [{"iteration": "4"}]}]}]}',
                 '{"seed": {}, "atoms": "x", "kappa": [], "mu": {}, "deskew": 3}',
                 '{"atom_weights": 5, "fixed_atoms": "a b", "image_height": "a", "image_width": 2}')
])
def test_notes_of_another_form_are_taken_for_absent(key, text, digits, quick, tmp_path):
    classifier = quick(strategy="multiclass").fit(*digits[:2])
    classifier.save(tmp_path / "m.model")
    loaded = SupervisedDictionaryClassifier.load(with_note(tmp_path / "m.model", key, text))
    np.testing.assert_array_equal(loaded.predict_proba(digits[2]),
                                  classifier.predict_proba(digits[2]))
    assert loaded.n_iter_ >= 1
    assert isinstance(loaded.options_, dict)
    plot.curves(loaded, ax=plt.figure().gca())
    plt.close("all")
    loaded.partial_fit(*digits[:2])


def test_a_note_without_end_is_an_error(digits, quick, tmp_path):
    quick(strategy="multiclass").fit(*digits[:2]).save(tmp_path / "m.model")
    odd = with_note(tmp_path / "m.model", "options", "[" * 100000)
    with pytest.raises(ValueError, match="odd.model.*note.options nests deeper than 64 levels"):
        SupervisedDictionaryClassifier.load(odd)


def test_unknown_names(digits, quick):
    with pytest.raises(ValueError, match="unknown option 'fold'; did you mean 'folds'"):
        tune(digits[0], digits[1], quick(), fold=2)
    with pytest.raises(ValueError, match="known: mnist"):
        datasets.fetch("mnits")


def test_a_useless_classifier_is_a_warning_with_a_cure(quick):
    X = np.ones((20, 3))
    with pytest.warns(ConvergenceWarning, match="no better than.*try a smaller kappa") as caught:
        quick().fit(X, np.arange(20) % 2)
    assert caught[0].filename == __file__


def test_wrong_dictionary_options(digits):
    with pytest.raises(ValueError, match="unknown learning 'offline'"):
        DictionaryLearner(learning="offline").fit(digits[0])
