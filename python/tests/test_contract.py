# SPDX-License-Identifier: BSD-3-Clause
"""What scikit-learn expects of an estimator."""
import inspect
import io
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_sample_weights_invariance, parametrize_with_checks

import supdict
from supdict import DictionaryLearner, SupervisedDictionaryClassifier, _options, _supdict

# lambda0 is given: with the class weights of one check its rule makes codes that converge slowly.
SMALL = {"n_atoms": 8, "max_iter": 60, "lambda0": 20}


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([
    DictionaryLearner(),
    DictionaryLearner(learning="batch", n_atoms=5),
    SupervisedDictionaryClassifier(**SMALL),
    SupervisedDictionaryClassifier(method="rec", strategy="one-vs-rest", **SMALL),
])
def test_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_weights_of_one_equal_no_weights():
    # The half of a skipped check that passes.
    check_sample_weights_invariance(
        "SupervisedDictionaryClassifier", SupervisedDictionaryClassifier(**SMALL), kind="ones"
    )


def test_every_training_option_is_a_parameter():
    parameters = SupervisedDictionaryClassifier().get_params()
    for field in _supdict.OPTIONS["train"]:
        if field["name"] in _options.INDIRECT:
            continue
        assert _options.TRAIN_NAMES.get(field["name"], field["name"]) in parameters
    options = _options.train_options({"image_shape": (2, 3)}, seed=7)
    assert options == {"seed": 7, "image_height": 2, "image_width": 3}
    assert set(options) == _options.INDIRECT


@pytest.mark.parametrize("kind, make, names", [
    ("train", SupervisedDictionaryClassifier, _options.TRAIN_NAMES),
    ("dictionary", DictionaryLearner, _options.DICTIONARY_NAMES),
    ("coding", DictionaryLearner, _options.CODING_NAMES),
])
def test_defaults_are_those_of_the_library(kind, make, names):
    given = _options.collect(kind, make().get_params(), names)
    defaults = {field["name"]: field["default"] for field in _supdict.OPTIONS[kind]}
    assert {name for name, value in given.items() if value != defaults[name]} == set()


def test_parameters_survive_the_way_to_options_and_back():
    params = {"n_atoms": 12, "kappa": 0.2, "mu": 0.5, "members": [(8, 0.15), (9, 0.25)],
              "deskew": True, "remove_mean": True, "unit_norm": False, "class_weight": "balanced",
              "calibrate": False, "augment": "shift:1,elastic:0.5", "effort": "quick",
              "pad": "12x12",
              "image_shape": (8, 8), "tol": 1e-3, "validation_fraction": 0.1, "random_state": 3}
    assert _options.train_params(_options.train_options(params, seed=3)) == params


def test_numbers_that_stand_for_chosen_in_files_are_none():
    kept = {"atoms": 0, "kappa": 0.0, "time_budget": 0.0, "append_constant": -1.0, "patience": 0}
    assert _options.train_params({**kept, "iterations": 60}) == {"max_iter": 60}
    assert _options.train_params({"append_constant": 0.0}) == {"append_constant": 0.0}


def test_pipeline_and_grid_search(digits, quick):
    X, y, _, _ = digits
    pipeline = make_pipeline(StandardScaler(), quick())
    name = "superviseddictionaryclassifier"
    search = GridSearchCV(pipeline, {f"{name}__n_atoms": [4, 8]}, cv=2, n_jobs=2).fit(X, y)
    assert search.best_score_ > 0.8
    assert len(search.cv_results_["params"]) == 2


def test_copies_predict_the_same(digits, quick):
    X, y, X_test, _ = digits
    classifier = quick().fit(X, y)
    expected = classifier.predict_proba(X_test)
    packed = io.BytesIO()
    joblib.dump(classifier, packed)
    packed.seek(0)
    for copy in (pickle.loads(pickle.dumps(classifier)), joblib.load(packed)):
        np.testing.assert_array_equal(copy.predict_proba(X_test), expected)
    again = clone(classifier)
    assert not hasattr(again, "classes_")
    np.testing.assert_array_equal(again.fit(X, y).predict_proba(X_test), expected)


@pytest.mark.parametrize("make", [DictionaryLearner, SupervisedDictionaryClassifier])
def test_set_output(make, digits):
    X, y, _, _ = digits
    names = [f"pixel{i}" for i in range(X.shape[1])]
    frame = pd.DataFrame(X, columns=names)
    params = {} if make is DictionaryLearner else {"max_iter": 20}
    estimator = make(n_atoms=4, **params).set_output(transform="pandas").fit(frame, y)
    codes = estimator.transform(frame)
    assert isinstance(codes, pd.DataFrame)
    assert list(codes.columns) == list(estimator.get_feature_names_out())
    assert codes.shape[1] == len(estimator.components_)
    assert list(estimator.feature_names_in_) == names


@pytest.mark.parametrize("strategy", ["pairwise", "multiclass", "one-vs-rest"])
def test_probabilities_sum_to_one(strategy, digits, quick):
    X, y, X_test, y_test = digits
    classifier = quick(strategy=strategy).fit(X, y)
    probabilities = classifier.predict_proba(X_test)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    assert probabilities.shape == (len(X_test), 3)
    np.testing.assert_array_equal(
        classifier.classes_[classifier.decision_function(X_test).argmax(axis=1)],
        classifier.predict(X_test),
    )
    assert classifier.score(X_test, y_test) > 0.9
    assert classifier.certified(X_test).dtype == bool


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_class_weights_have_an_effect(quick):
    rng = np.random.RandomState(0)
    X = np.r_[rng.randn(200, 4), rng.randn(200, 4) + 0.5]
    y = np.repeat([0, 1], 200)
    shares = [quick(class_weight=weights).fit(X, y).predict(X).mean()
              for weights in ({0: 10, 1: 1}, None, {0: 1, 1: 10})]
    assert shares[0] < shares[1] < shares[2]
    weights = np.where(y == 1, 10.0, 1.0)
    np.testing.assert_array_equal(
        quick().fit(X, y, sample_weight=weights).predict_proba(X),
        quick(class_weight={0: 1, 1: 10}).fit(X, y).predict_proba(X),
    )


def test_every_public_name_is_documented():
    for name in supdict.__all__:
        thing = getattr(supdict, name)
        if not isinstance(thing, str):
            assert inspect.getdoc(thing), name
    for make in (DictionaryLearner, SupervisedDictionaryClassifier):
        documented = make.__doc__
        for parameter in inspect.signature(make).parameters:
            assert f"{parameter} :" in documented or f", {parameter} :" in documented or (
                f"{parameter}, " in documented), parameter
        for name, method in inspect.getmembers(make, inspect.isfunction):
            if not name.startswith("_"):
                assert inspect.getdoc(method), name
