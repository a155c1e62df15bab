# SPDX-License-Identifier: BSD-3-Clause
"""Stopping by Ctrl-C, by callbacks that return False or fail, and by the time budget."""
import _thread
import pickle
import threading
import time

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from supdict import DictionaryLearner, sparse_encode, supervised_encode, tune

# Seconds of work of each thread until a call ends. Work and not time, since the machine may be
# busy with other things.
AT_ONCE = 0.1
# For training, which must leave a complete classifier.
PROMPT = 3.0


class CtrlC:
    """Presses it once, after so many seconds of work."""

    def __init__(self, seconds=0.2):
        self.seconds = seconds
        self.pressed_at = None
        self.work_before = None

    def press(self):
        begin = time.process_time()
        while time.process_time() - begin < self.seconds:
            time.sleep(0.005)
        self.pressed_at = time.monotonic()
        self.work_before = time.process_time()
        _thread.interrupt_main()

    def start(self):
        threading.Thread(target=self.press, daemon=True).start()
        return self

    def waited(self):
        return time.monotonic() - self.pressed_at

    def worked(self):
        """Seconds of all threads since then."""
        return time.process_time() - self.work_before


def test_ctrl_c_stops_a_fit_and_leaves_what_was_learned(digits, quick):
    X, y, X_test, y_test = digits
    classifier = quick(strategy="multiclass", max_iter=10**7)
    key = CtrlC(0.5).start()
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(X, y)
    assert key.waited() < PROMPT
    assert classifier.score(X_test, y_test) > 0.9
    assert classifier.set_params(max_iter=10).fit(X, y).score(X_test, y_test) > 0.8


def test_ctrl_c_before_every_part_has_begun_leaves_a_whole_classifier(digits, quick):
    X, y, X_test, y_test = digits
    classifier = quick(max_iter=10**7, n_jobs=1)
    key = CtrlC().start()
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(X, y)
    assert key.waited() < PROMPT
    assert classifier.score(X_test, y_test) > 0.7
    assert classifier.set_params(max_iter=10).fit(X, y).predict(X_test).shape == (len(X_test),)


def test_ctrl_c_stops_a_dictionary(digits):
    learner = DictionaryLearner(16, epochs=10**6)
    key = CtrlC().start()
    with pytest.raises(KeyboardInterrupt):
        learner.fit(digits[0])
    assert key.waited() < PROMPT
    assert learner.transform(digits[2]).shape == (len(digits[2]), 16)


def test_ctrl_c_stops_a_search(digits, quick):
    key = CtrlC().start()
    with pytest.raises(KeyboardInterrupt):
        tune(digits[0], digits[1], quick(max_iter=10**6), folds=2)
    assert key.waited() < PROMPT


# Copies of the test signals that take seconds.
MANY = 1500


def interrupted(call, *arguments, threads=1):
    """Presses Ctrl-C while the call works."""
    key = CtrlC(0.15).start()
    with pytest.raises(KeyboardInterrupt):
        call(*arguments)
    assert key.worked() < AT_ONCE * threads


@pytest.fixture(params=[1, 3], ids=["1 thread", "3 threads"])
def fitted(request, digits, quick):
    return quick(n_jobs=request.param).fit(*digits[:2])


@pytest.mark.parametrize("method", ["predict", "predict_proba", "decision_function", "certified",
                                    "transform", "score", "partial_fit"])
def test_ctrl_c_stops_every_method(method, fitted, digits):
    X, y, X_test, y_test = digits
    labels = [np.tile(y_test, MANY)] if method in ("score", "partial_fit") else []
    before = pickle.dumps(fitted)
    interrupted(getattr(fitted, method), np.tile(X_test, (MANY, 1)), *labels,
                threads=fitted.n_jobs)
    assert pickle.dumps(fitted) == before
    assert fitted.score(X, y) > 0.9


def test_ctrl_c_leaves_partial_fit_as_it_was(digits, quick):
    X, y, X_test, _ = digits
    many = np.tile(X, (MANY, 1)), np.tile(y, MANY)
    stopped, twin = (quick().partial_fit(X, y, classes=[0, 1, 2]) for _ in range(2))
    interrupted(stopped.partial_fit, *many)
    for classifier in (stopped, twin):
        classifier.partial_fit(X[:100], y[:100])
    np.testing.assert_array_equal(stopped.predict_proba(X_test), twin.predict_proba(X_test))
    assert stopped.n_iter_ == twin.n_iter_ == 2


def test_ctrl_c_stops_the_first_partial_fit(digits, quick):
    X, y, X_test, y_test = digits
    classifier = quick(dictionary_epochs=10**5)
    interrupted(classifier.partial_fit, X, y, [0, 1, 2])
    classifier.set_params(dictionary_epochs=2)
    assert classifier.partial_fit(X, y, classes=[0, 1, 2]).predict(X_test).shape == y_test.shape


@pytest.mark.parametrize("learning", ["online", "batch"])
def test_ctrl_c_stops_a_dictionary_in_the_midst_of_an_update(learning, digits):
    many = np.tile(digits[0], (MANY, 1))
    learner = DictionaryLearner(16, learning=learning, batch_size=len(many), random_state=0)
    interrupted(learner.fit, many, threads=3)  # a batch is gathered in one go, which takes longer
    assert learner.components_.shape == (16, 64)
    learner = DictionaryLearner(16, random_state=0).fit(digits[0])
    before = pickle.dumps(learner)
    interrupted(learner.partial_fit, many)
    assert pickle.dumps(learner) == before
    interrupted(learner.transform, many)
    assert learner.partial_fit(digits[0]).transform(digits[2]).shape == (len(digits[2]), 16)


def test_ctrl_c_stops_the_functions(fitted, digits):
    part = fitted.parts_[0]
    X = fitted.preprocess(np.tile(digits[2], (4 * MANY, 1)))
    interrupted(lambda: sparse_encode(X, part.dictionary, 0.1))
    interrupted(lambda: supervised_encode(X, part))


def test_ctrl_c_stops_the_gram_matrix_of_a_large_dictionary():
    atoms = np.random.RandomState(0).randn(4096, 2000).astype(np.float32)
    atoms /= 1.001 * np.linalg.norm(atoms, axis=1, keepdims=True)
    interrupted(lambda: sparse_encode(atoms[:1], atoms, 0.9, gram="whole"))


# One such signal is too little work for the path solver.
@pytest.mark.parametrize("solver, count", [(solver, count) for solver in ("cd", "fista", "fpc")
                                           for count in (1, 40)] + [("path", 400)])
def test_ctrl_c_stops_a_signal_that_takes_for_ever(solver, count):
    rng = np.random.RandomState(0)
    atoms = rng.randn(512, 64)
    atoms[1::2] = atoms[::2] + 1e-5 * rng.randn(256, 64)  # hard to separate
    atoms /= 1.001 * np.linalg.norm(atoms, axis=1, keepdims=True)
    X = rng.randn(count, 64)
    interrupted(lambda: sparse_encode(X, atoms, 1e-4, solver=solver, tol=1e-15, max_iter=10**9))


def test_a_callback_may_stop(digits, quick):
    X, y, X_test, y_test = digits
    seen = []
    threads = set()

    def callback(progress):
        seen.append(progress)
        threads.add(threading.get_ident())
        return progress.fraction < 0.5

    classifier = quick(strategy="multiclass", max_iter=400, callback=callback).fit(X, y)
    assert 0.5 <= seen[-1].fraction < 0.8
    assert threads == {threading.get_ident()}
    assert classifier.score(X_test, y_test) > 0.9
    points = [progress.point for progress in seen if progress.point is not None]
    assert points[-1].iteration > points[0].iteration
    at_once = quick(callback=lambda progress: False).fit(X, y)
    assert at_once.score(X_test, y_test) > 0.7


def test_exceptions_of_a_callback_reach_the_caller(digits, quick):
    def callback(progress):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        quick(callback=callback).fit(digits[0], digits[1])


def test_checkpoints_give_the_same_bits(digits, quick, tmp_path):
    X, y, X_test, _ = digits
    whole = quick(max_iter=200).fit(X, y)
    stopped = quick(max_iter=200, checkpoint=tmp_path / "state",
                    callback=lambda progress: progress.fraction < 0.5)
    stopped.fit(X, y)
    resumed = stopped.set_params(resume=True, callback=None).fit(X, y)
    np.testing.assert_array_equal(resumed.predict_proba(X_test), whole.predict_proba(X_test))


def test_a_time_budget_is_a_warning(digits, quick):
    with pytest.warns(ConvergenceWarning, match="time_budget.*less accurate.*more time"):
        quick(max_iter=10**7, time_budget=0.2).fit(digits[0], digits[1])


def test_verbose_speaks_on_standard_error(digits, quick, capsys):
    with pytest.warns(ConvergenceWarning):
        quick(strategy="multiclass", max_iter=10**7, time_budget=1.5, verbose=1).fit(*digits[:2])
    spoken = capsys.readouterr()
    assert "SupervisedDictionaryClassifier" in spoken.err and not spoken.out
