# SPDX-License-Identifier: BSD-3-Clause
"""Codes and atoms with other penalties, against scikit-learn's own answers."""
import numpy as np
import pytest
from sklearn.decomposition import DictionaryLearning
from sklearn.decomposition import sparse_encode as sklearn_encode
from sklearn.linear_model import ElasticNet, Lasso

import supdict
from supdict import DictionaryLearner, SupervisedDictionaryClassifier, sparse_encode


@pytest.fixture(params=[np.float64, np.float32])
def problem(request):
    random = np.random.RandomState(0)
    D = random.randn(20, 12)
    D /= np.linalg.norm(D, axis=1, keepdims=True)
    return random.randn(7, 12).astype(request.param), D.astype(request.param)


def close(dtype):
    return {"atol": 1e-5 if dtype == np.float64 else 2e-3, "rtol": 0}


@pytest.mark.parametrize("positive", [False, True])
def test_alpha_and_positive_mean_what_they_mean_in_scikit_learn(problem, positive):
    X, D = problem
    theirs = sklearn_encode(X.astype(float), D.astype(float), algorithm="lasso_lars", alpha=0.15,
                            positive=positive, max_iter=100000)
    for ours in (sparse_encode(X, D, alpha=0.15, positive=positive),
                 sparse_encode(X, D, 0.3, nonnegative=positive)):
        np.testing.assert_allclose(ours, theirs, **close(X.dtype))
        assert (ours.lower <= ours.upper).all()
        assert not positive or ours.min() >= 0


@pytest.mark.parametrize("solver", ["path", "cd", "fista", "fpc"])
@pytest.mark.parametrize("positive", [False, True])
def test_the_elastic_net_is_that_of_scikit_learn(problem, solver, positive):
    X, D = problem
    n = X.shape[1]
    net = ElasticNet(alpha=0.05, l1_ratio=0.6, positive=positive, fit_intercept=False, tol=1e-12,
                     max_iter=100000)
    theirs = net.fit(D.astype(float).T, X.astype(float).T).coef_
    # 1 / (2 n) of the squared error there: 2 n alpha l1_ratio and n alpha (1 - l1_ratio) here.
    ours = sparse_encode(X, D, 2 * n * 0.05 * 0.6, ridge=n * 0.05 * 0.4, nonnegative=positive,
                         solver=solver, tol=1e-9 if X.dtype == np.float64 else 1e-5)
    np.testing.assert_allclose(ours, theirs, **close(X.dtype))


def test_weights_of_atoms_and_of_signals(problem):
    X, D = problem
    weights = np.random.RandomState(1).uniform(0.3, 3, (len(X), len(D)))
    ours = sparse_encode(X, D, 0.3, atom_weights=weights, ridge=0.1, nonnegative=True)
    for j in range(len(X)):
        alone = sparse_encode(X[j:j + 1], D, 0.3, atom_weights=weights[j], ridge=0.1,
                              nonnegative=True)
        np.testing.assert_allclose(ours[j], alone[0], **close(X.dtype))
        value = ((X[j] - ours[j] @ D) ** 2).sum() + 0.3 * weights[j] @ ours[j] + 0.1 * (
            ours[j] ** 2).sum()
        room = 1e-9 if X.dtype == np.float64 else 1e-4
        assert ours.lower[j] <= value + room and value - room <= ours.upper[j]


def test_one_spelling_at_a_time_and_clear_errors(problem):
    X, D = problem
    with pytest.raises(ValueError, match="kappa is 0.3 and alpha is 0.15"):
        sparse_encode(X, D, 0.3, alpha=0.15)
    with pytest.raises(TypeError, match="needs kappa"):
        sparse_encode(X, D)
    with pytest.raises(ValueError, match="3 atom weights; expected 20"):
        sparse_encode(X, D, 0.3, atom_weights=[1, 2, 3])
    with pytest.raises(ValueError, match="atom_weights has 2 rows; expected 7"):
        sparse_encode(X, D, 0.3, atom_weights=np.ones((2, 20)))
    weights = np.ones((len(X), len(D)))
    weights[3, 1] = 0
    with pytest.raises(ValueError, match="weight of atom 1 is 0"):
        sparse_encode(X, D, 0.3, atom_weights=weights)
    with pytest.raises(ValueError, match="ridge is -1"):
        sparse_encode(X, D, 0.3, ridge=-1)
    with pytest.raises(ValueError, match="unknown nonnegative 'code'"):
        DictionaryLearner(nonnegative="code").fit(X)


@pytest.mark.parametrize("spelling", [
    {"kappa": 0.1, "nonnegative": "codes,atoms"}, {"kappa": 0.1, "nonnegative": True},
    {"alpha": 0.05, "positive_code": True, "positive_dict": True},
    {"alpha": 0.05, "nonnegative": ("atoms", "codes")},
])
def test_spellings_of_non_negative_learning_agree(digits, spelling):
    X = digits[0] / 16
    common = {"n_atoms": 12, "epochs": 2, "random_state": 0}
    expected = DictionaryLearner(kappa=0.1, nonnegative="codes,atoms", **common).fit(X)
    learner = DictionaryLearner(**common, **spelling).fit(X)
    np.testing.assert_array_equal(learner.components_, expected.components_)
    codes = learner.transform(X)
    np.testing.assert_array_equal(codes, expected.transform(X))
    assert codes.min() >= 0 and learner.components_.min() >= 0
    assert np.linalg.norm(X - codes @ learner.components_) < 0.5 * np.linalg.norm(X)


def test_rules_for_atoms_of_a_learner(digits):
    X = (digits[0] / 16).astype(np.float32)
    common = {"n_atoms": 12, "epochs": 2, "random_state": 0}
    given = X[:3] / (2 * np.linalg.norm(X[:3], axis=1, keepdims=True))
    learner = DictionaryLearner(sparse_atoms=0.3, fixed_atoms=given, **common).fit(X)
    learner.partial_fit(X[:200])
    np.testing.assert_array_equal(learner.components_[:3], given)
    learned = learner.components_[3:]
    assert ((learned**2).sum(axis=1) + 0.3 * np.abs(learned).sum(axis=1)).max() < 1 + 1e-5
    plain = DictionaryLearner(**common).fit(X)
    assert (learned == 0).mean() > (plain.components_ == 0).mean() + 0.1
    assert learner.transform(X[:5]).shape == (5, 12)
    on_sphere = DictionaryLearner(atoms_on="sphere", nonnegative="atoms", **common).fit(X)
    np.testing.assert_allclose(np.linalg.norm(on_sphere.components_, axis=1), 1, rtol=1e-5)
    assert on_sphere.components_.min() >= 0


def test_rules_for_atoms_that_cannot_be_say_why(digits):
    X = digits[0] / 16
    with pytest.raises(ValueError, match="unknown atoms_on 'cube'"):
        DictionaryLearner(atoms_on="cube").fit(X)
    with pytest.raises(ValueError, match="expected one of the two"):
        DictionaryLearner(atoms_on="sphere", sparse_atoms=1).fit(X)
    with pytest.raises(ValueError, match="atoms of 3 entries; expected 64"):
        DictionaryLearner(fixed_atoms=[[1, 0, 0]]).fit(X)
    with pytest.raises(ValueError, match="there are 2 fixed atoms; expected at most 1"):
        DictionaryLearner(1, fixed_atoms=np.eye(2, 64)).fit(X)
    with pytest.raises(ValueError, match="atom 1 of fixed_atoms is 'nan' at entry 63"):
        DictionaryLearner(fixed_atoms=np.vstack([np.eye(1, 64), [np.r_[np.zeros(63), np.nan]]])).fit(X)


def test_a_classifier_keeps_rules_for_atoms_in_the_file(digits, quick, tmp_path):
    X, y, X_test, y_test = digits
    plain = quick().fit(X, y)
    given = plain.parts_[0].dictionary[:2] / 2
    classifier = quick(fixed_atoms=given, sparse_atoms=0.2).fit(X, y)
    for part in classifier.parts_:
        np.testing.assert_array_equal(part.dictionary[:2], given)
        learned = part.dictionary[2:]
        assert ((learned**2).sum(axis=1) + 0.2 * np.abs(learned).sum(axis=1)).max() < 1 + 1e-5
    assert classifier.score(X_test, y_test) > 0.9
    classifier.save(tmp_path / "m")
    again = SupervisedDictionaryClassifier.load(tmp_path / "m")
    assert again.get_params()["sparse_atoms"] == 0.2
    np.testing.assert_array_equal(np.asarray(again.get_params()["fixed_atoms"], given.dtype), given)
    again.partial_fit(X, y)
    np.testing.assert_array_equal(again.parts_[0].dictionary[:2], given)


@pytest.mark.parametrize("positive", [False, True])
def test_learner_and_transform_solve_the_problem_of_scikit_learn(digits, positive):
    X, X_test = digits[0][:150] / 16, digits[2][:60] / 16
    n = X.shape[1]
    alpha = 0.2
    same = {"alpha": alpha, "positive_code": positive, "positive_dict": positive, "random_state": 0}
    learner = DictionaryLearner(8, epochs=40, **same).fit(X)
    theirs = DictionaryLearning(8, max_iter=30, fit_algorithm="cd", transform_alpha=alpha,
                                transform_algorithm="lasso_cd", **same).fit(X)

    def codes(D):
        net = Lasso(alpha / n, fit_intercept=False, positive=positive, tol=1e-12, max_iter=100000)
        return net.fit(D.T, X_test.T).coef_

    def cost(D):
        code = codes(D)
        return 0.5 * ((X_test - code @ D) ** 2).sum() + alpha * np.abs(code).sum()

    # The same problem: about as good on signals neither has seen, and the same codes.
    assert cost(learner.components_) < 1.05 * cost(theirs.components_)
    np.testing.assert_allclose(learner.transform(X_test), codes(learner.components_), atol=1e-5)
    # Their own transform, which ends earlier.
    theirs.components_ = learner.components_
    np.testing.assert_allclose(learner.transform(X_test), theirs.transform(X_test), atol=1e-2)


@pytest.mark.parametrize("nonnegative, ridge", [("none", 0.0), ("codes,atoms", 0.0),
                                                ("codes", 0.05)])
def test_transform_of_a_classifier_is_the_code_of_scikit_learn(digits, quick, nonnegative, ridge):
    X, y, X_test, _ = digits
    classifier = quick(nonnegative=nonnegative, ridge=ridge).fit(X, y)
    signals = classifier.preprocess(X_test)
    part = classifier.parts_[0]
    n = signals.shape[1]
    # kappa = 2 n alpha l1_ratio, ridge = n alpha (1 - l1_ratio)
    alpha = (classifier.kappa / 2 + ridge) / n
    net = ElasticNet(alpha=alpha, l1_ratio=classifier.kappa / 2 / n / alpha, fit_intercept=False,
                     positive=nonnegative != "none", tol=1e-12, max_iter=100000)
    theirs = net.fit(part.dictionary.astype(float).T, signals.astype(float).T).coef_
    ours = classifier.transform(X_test)[:, :len(part.dictionary)]
    np.testing.assert_allclose(ours, theirs, atol=2e-3)
    assert np.count_nonzero(theirs) > 0


def test_alpha_of_zero_is_not_the_default(digits):
    with pytest.raises(ValueError, match="kappa"):
        DictionaryLearner(n_atoms=4, alpha=0).fit(digits[0])
    with pytest.raises(ValueError, match="kappa is 0.3 and alpha is 0.15"):
        DictionaryLearner(n_atoms=4, kappa=0.3, alpha=0.15).fit(digits[0])


def test_a_classifier_keeps_its_penalty_in_the_file(digits, quick, tmp_path):
    X, y, X_test, y_test = digits
    classifier = quick(nonnegative=True, ridge=0.05, atom_weights=[1, 2] * 4).fit(X, y)
    for part in classifier.parts_:
        assert part.nonnegative and part.ridge == 0.05 and part.atom_weights == (1.0, 2.0) * 4
        assert part.dictionary.min() >= 0
    assert classifier.transform(X_test).min() >= 0
    assert classifier.score(X_test, y_test) > 0.9
    classifier.save(tmp_path / "m")
    again = SupervisedDictionaryClassifier.load(tmp_path / "m")
    assert again.get_params()["nonnegative"] == "codes,atoms"
    assert again.get_params()["atom_weights"] == [1.0, 2.0] * 4
    np.testing.assert_array_equal(again.decision_function(X_test),
                                  classifier.decision_function(X_test))
    codes = supdict.supervised_encode(classifier.preprocess(X_test), again.parts_[0])
    assert codes.min() >= 0
