# SPDX-License-Identifier: BSD-3-Clause
"""Stopping: Ctrl-C, callbacks that say no, callbacks that fail, time."""
import _thread
import threading
import time

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from supdict import DictionaryLearner, tune

# Generous: the machine may be busy with other things.
PROMPT = 3.0


class CtrlC:
    """Presses it once, some time from now."""

    def __init__(self, seconds=0.2):
        self.seconds = seconds
        self.pressed_at = None

    def press(self):
        self.pressed_at = time.monotonic()
        _thread.interrupt_main()

    def start(self):
        threading.Timer(self.seconds, self.press).start()
        return self

    def waited(self):
        return time.monotonic() - self.pressed_at


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


def test_what_a_callback_raises_comes_out(digits, quick):
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
