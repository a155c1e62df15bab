# SPDX-License-Identifier: BSD-3-Clause
"""Threads and processes."""
import multiprocessing
import threading
import time

import numpy as np
from joblib import Parallel, delayed

from supdict import DictionaryLearner


def test_the_number_of_threads_does_not_matter(digits, quick):
    X, y, X_test, _ = digits
    one = quick(n_jobs=1).fit(X, y)
    for n_jobs in (2, 5, -1):
        many = quick(n_jobs=n_jobs).fit(X, y)
        np.testing.assert_array_equal(many.predict_proba(X_test), one.predict_proba(X_test))
    np.testing.assert_array_equal(DictionaryLearner(8, random_state=0, n_jobs=3).fit(X).components_,
                                  DictionaryLearner(8, random_state=0).fit(X).components_)


def test_other_threads_of_python_run_meanwhile(digits, quick):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    other = threading.Thread(target=tick)
    other.start()
    begin = time.monotonic()
    quick(max_iter=1500).fit(digits[0], digits[1])
    spent = time.monotonic() - begin
    done.set()
    other.join()
    assert len(ticks) > 5 and len(ticks) > spent / 0.2


def test_fits_side_by_side(digits, quick):
    X, y, X_test, _ = digits
    expected = [quick(random_state=seed).fit(X, y).predict_proba(X_test) for seed in range(4)]
    found = Parallel(n_jobs=4, prefer="threads")(
        delayed(lambda seed: quick(random_state=seed).fit(X, y).predict_proba(X_test))(seed)
        for seed in range(4))
    np.testing.assert_array_equal(found, expected)


def _predict(classifier, X, queue):
    queue.put(classifier.predict(X))


def test_a_forked_process_can_work(digits, quick):
    X, y, X_test, _ = digits
    classifier = quick(n_jobs=2).fit(X, y)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_predict, args=(classifier, X_test, queue))
    child.start()
    np.testing.assert_array_equal(queue.get(timeout=30), classifier.predict(X_test))
    child.join()
