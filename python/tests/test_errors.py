# SPDX-License-Identifier: BSD-3-Clause
"""Mistakes give the words of the library."""
import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from supdict import (
    DictionaryLearner,
    SupervisedDictionaryClassifier,
    datasets,
    kappa_max,
    sparse_encode,
    tune,
)


@pytest.mark.parametrize("params, text", [
    ({"method": "sdl_d"}, "unknown method 'sdl_d'; did you mean 'sdl-d'?"),
    ({"kappa": -1.0}, "kappa is -1; expected at least 0"),
    ({"n_atoms": 2.5}, "atoms is 2.5; expected an integer"),
    ({"tol": float("nan")}, "tolerance is nan"),
    ({"random_state": -1}, "seed is -1"),
    ({"members": "3"}, "members is '3'; expected ATOMS:KAPPA"),
    ({"augment_shift": 1}, "augment_shift is 1 but .* set image_shape="),
])
def test_wrong_parameters(params, text, digits):
    with pytest.raises(ValueError, match=text.replace("?", r"\?")):
        SupervisedDictionaryClassifier(**params).fit(digits[0], digits[1])


def test_signals_of_another_width():
    words = r"X has 3 features; expected 2, those of the dictionary \(one signal per row\)"
    with pytest.raises(ValueError, match=words):
        sparse_encode(np.ones((4, 3)), np.eye(2), 0.1)
    with pytest.raises(ValueError, match=words):
        kappa_max(np.eye(2), np.ones((4, 3)))


def test_wrong_weights(digits, quick):
    with pytest.raises(ValueError, match=r"weights\[3\] is -1; expected a finite number"):
        quick().fit(digits[0], digits[1], sample_weight=np.where(np.arange(300) == 3, -1, 1))


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
