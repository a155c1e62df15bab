# SPDX-License-Identifier: BSD-3-Clause
"""The command, scikit-learn and this package agree."""
import json

import numpy as np
import pytest
from sklearn.decomposition import sparse_encode as reference_encode

import supdict
from supdict import SupervisedDictionaryClassifier, _options, _supdict, datasets, sparse_encode

TRAINING = ["--atoms", "8", "--kappa", "0.15", "--lambda0", "20", "--lambda2", "0.01",
            "--mu", "0.5", "--iterations", "40", "--seed", "0", "--quiet"]


def columns(text):
    """CSV text as {column: values}."""
    header, *rows = [line.split(",") for line in text.splitlines()]
    return {name: [row[i] for row in rows] for i, name in enumerate(header)}


@pytest.mark.parametrize("strategy", ["pairwise", "multiclass", "one-vs-rest"])
@pytest.mark.parametrize("decision", ["linear", "bilinear"])
def test_both_train_the_same_model(strategy, decision, digits, quick, command, write_csv, tmp_path):
    X, y, X_test, _ = digits
    command("train", write_csv("train.csv", X, y), "--out", tmp_path / "model", *TRAINING,
            "--strategy", strategy, "--decision", decision)
    theirs = SupervisedDictionaryClassifier.load(tmp_path / "model")
    ours = quick(strategy=strategy, decision=decision).fit(X.astype(np.float32), y)
    np.testing.assert_array_equal(theirs.classes_, ours.classes_)
    np.testing.assert_array_equal(theirs.predict_proba(X_test), ours.predict_proba(X_test))
    assert theirs.get_params()["decision"] == decision
    assert theirs.options_ == ours.options_


def test_defaults_are_those_of_the_command():
    options = _options.train_options(SupervisedDictionaryClassifier().get_params(), seed=1)
    for field in _supdict.OPTIONS["train"]:
        assert options.get(field["name"], field["default"]) == field["default"], field["name"]


def test_a_model_of_python_serves_the_command(digits, quick, command, write_csv, tmp_path):
    X, y, X_test, _ = digits
    names = np.array(["zero", "one", "two"])
    classifier = quick().fit(X.astype(np.float32), names[y])
    classifier.save(tmp_path / "model.safetensors")
    test = write_csv("test.csv", X_test)
    found = columns(command("predict", tmp_path / "model.safetensors", test, "--proba", "--quiet",
                            "--label-column", "none"))
    assert found["label"] == list(classifier.predict(X_test))
    for i, name in enumerate(classifier.classes_):
        column = next(key for key in found if key != "label" and key.endswith(name))
        np.testing.assert_allclose(np.array(found[column], dtype=float),
                                   classifier.predict_proba(X_test)[:, i], rtol=1e-5, atol=1e-12)
    command("encode", tmp_path / "model.safetensors", test, "--out", tmp_path / "codes.npy",
            "--quiet", "--label-column", "none")
    np.testing.assert_array_equal(np.load(tmp_path / "codes.npy"),
                                  classifier.transform(X_test.astype(np.float32)))


def test_double_models_can_be_saved(digits, quick, command, write_csv, tmp_path):
    X, y, X_test, _ = digits
    classifier = quick().fit(X, y)
    classifier.save(tmp_path / "model")
    loaded = SupervisedDictionaryClassifier.load(tmp_path / "model")
    assert loaded.components_.dtype == np.float64
    np.testing.assert_array_equal(loaded.predict_proba(X_test), classifier.predict_proba(X_test))
    narrow = SupervisedDictionaryClassifier.load(tmp_path / "model", dtype=np.float32)
    assert narrow.components_.dtype == np.float32
    labels = columns(command("predict", tmp_path / "model", write_csv("t.csv", X_test), "--quiet",
                             "--label-column", "none"))["label"]
    assert labels == [str(label) for label in narrow.predict(X_test)]


@pytest.mark.parametrize("solver, tol", [("path", 1e-10), ("cd", 1e-10), ("fista", 1e-8)])
def test_lasso_codes_are_those_of_scikit_learn(solver, tol):
    rng = np.random.RandomState(0)
    dictionary = rng.randn(30, 20)
    dictionary /= np.linalg.norm(dictionary, axis=1, keepdims=True)
    X = rng.randn(50, 20)
    ours = sparse_encode(X, dictionary, kappa=0.4, solver=solver, tol=tol, max_iter=10**6)
    theirs = reference_encode(X, dictionary, algorithm="lasso_lars", alpha=0.2, max_iter=10000)
    np.testing.assert_allclose(ours.codes, theirs, atol=1e-3)
    objective = (((X - theirs @ dictionary) ** 2).sum(axis=1) + 0.4 * np.abs(theirs).sum(axis=1))
    np.testing.assert_allclose(ours.objective, objective, rtol=1e-6)
    assert np.all(ours.lower <= objective * (1 + 1e-9))


def test_the_sources_of_data_are_those_of_the_command(command, tmp_path):
    listed = {entry["name"]: (entry["what"], entry["source"])
              for entry in json.loads(command("datasets", "list", "--json"))}
    assert listed == {name: source[:2] for name, source in datasets.sources().items()}
    paths = command("datasets", "fetch", "textures", "--folder", tmp_path, "--quiet").split()
    for path, ours in zip(paths, datasets.fetch("textures", tmp_path)):
        theirs = datasets.read(path)
        np.testing.assert_array_equal(theirs.X, ours.X)
        np.testing.assert_array_equal(theirs.y, ours.y)
        assert theirs.content_hash == ours.content_hash


def test_the_version_is_that_of_the_command(command):
    assert supdict.__version__ in command("--version")
