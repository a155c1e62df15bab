# SPDX-License-Identifier: BSD-3-Clause
"""Threads and processes."""
import multiprocessing
import re
import subprocess
import sys
import textwrap
import threading
import time
import warnings

import numpy as np
import pytest
from joblib import Parallel, delayed

from supdict import DictionaryLearner, sparse_encode


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


def _go_on(classifier, X, y, queue):
    before = classifier.predict(X)
    queue.put((before, classifier.partial_fit(X, y).predict_proba(X)))


@pytest.mark.parametrize("streaming", [False, True])
def test_a_forked_process_can_work(streaming, digits, quick):
    X, y, X_test, y_test = digits
    classifier = quick(n_jobs=2)
    if streaming:  # its threads are kept between the calls, and none of them is in the child
        classifier.partial_fit(X, y, classes=[0, 1, 2]).partial_fit(X, y)
    else:
        classifier.fit(X, y)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_go_on, args=(classifier, X_test, y_test, queue))
    child.start()
    labels, probabilities = queue.get(timeout=30)
    child.join()
    np.testing.assert_array_equal(labels, classifier.predict(X_test))
    classifier.partial_fit(X_test, y_test)
    np.testing.assert_array_equal(probabilities, classifier.predict_proba(X_test))


def test_more_threads_than_there_can_be(digits, quick):
    X, y, X_test, _ = digits
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # one warning per process, which may have come before
        many = sparse_encode(X, X[:4], 1.0, n_jobs=40000)
    np.testing.assert_array_equal(many.codes, sparse_encode(X, X[:4], 1.0).codes)
    words = "n_jobs is 70000; expected at most 65536, or -1 for every core"
    for call in (lambda: sparse_encode(X, X[:4], 1.0, n_jobs=70000),
                 lambda: quick(n_jobs=70000).fit(X, y),
                 lambda: quick().fit(X, y).set_params(n_jobs=70000).predict(X_test)):
        with pytest.raises(ValueError, match=words):
            call()


# Fits, predicts and continues with two threads that exist, then with many, after `limit` has made
# threads scarce.
SCARCE = """
    import os, resource, sys, warnings
    import numpy as np
    from sklearn.datasets import load_digits
    from supdict import DictionaryLearner, SupervisedDictionaryClassifier

    X, y = load_digits(n_class=3, return_X_y=True)
    make = lambda n_jobs: SupervisedDictionaryClassifier(
        8, 0.15, lambda0=20, lambda2=0.01, mu=0.5, max_iter=20, random_state=0, n_jobs=n_jobs)

    def results(n_jobs):
        classifier = make(n_jobs).fit(X, y)
        learner = DictionaryLearner(8, random_state=0, n_jobs=n_jobs).fit(X).partial_fit(X)
        return [classifier.predict_proba(X), classifier.transform(X),
                classifier.partial_fit(X, y).predict_proba(X), learner.transform(X)]

    expected = results(2)
    {limit}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = results({n_jobs})
    for a, b in zip(found, expected):
        np.testing.assert_array_equal(a, b)
    print(*(warning.message for warning in caught), sep="\\n")
"""
NO_MORE_PROCESSES = """
    if os.geteuid() == 0:
        os.setuid(65534)  # root has no limit
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
"""
LITTLE_MEMORY = """
    now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + (400 << 20),) * 2)
"""


@pytest.mark.parametrize("limit, n_jobs, words", [
    (NO_MORE_PROCESSES, 4, "1 of 4 threads could be started"),
    (LITTLE_MEMORY, 1000, r"\d\d? of 1000 threads could be started"),
], ids=["processes", "memory"])
def test_threads_that_cannot_be_started(limit, n_jobs, words):
    program = textwrap.dedent(SCARCE).format(limit=textwrap.dedent(limit), n_jobs=n_jobs)
    done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert len(said) == 1 and re.match(words, said[0]), said
