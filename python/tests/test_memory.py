# SPDX-License-Identifier: BSD-3-Clause
"""No unnecessary copies, no leaks."""
import gc
import pathlib
import subprocess
import sys
import textwrap

import numpy as np

from supdict import DictionaryLearner, sparse_encode

MEBIBYTE = 1 << 20


def resident():
    """Bytes of memory this process holds now."""
    status = pathlib.Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def test_a_thousand_fits_leave_nothing(quick):
    rng = np.random.RandomState(0)
    X = rng.randn(40, 30)
    y = np.arange(40) % 2
    X[y == 1, :5] += 2

    def work(count):
        for _ in range(count):
            classifier = quick(max_iter=2, n_atoms=6, callback=lambda progress: None).fit(X, y)
            classifier.predict_proba(X)
            classifier.transform(X)
            sparse_encode(X, DictionaryLearner(6, epochs=1).fit(X).components_, 0.1)
        gc.collect()

    work(100)
    before = resident()
    work(1000)
    # 1000 lost results of this size would be 40 MiB and more.
    assert resident() - before < 8 * MEBIBYTE


def test_signals_are_not_copied(tmp_path):
    # In a new process, whose peak no other test has raised.
    program = """
        import resource, numpy as np, supdict
        rng = np.random.RandomState(0)
        X = rng.rand(60000, 800).astype(np.float32)
        learner = supdict.DictionaryLearner(4, kappa=5.0, random_state=0).fit(X[:200])
        classifier = supdict.SupervisedDictionaryClassifier(
            4, strategy="multiclass", max_iter=2, lambda0=1, lambda2=1, mu=0, random_state=0,
            scaling="range").fit(X[:200], np.arange(200) % 2)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        learner.transform(X)
        classifier.predict(X)
        classifier.predict_proba(X)
        classifier.transform(X)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print((after - before) * 1024 / X.nbytes)
    """
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)],
                          capture_output=True, text=True, check=True)
    assert float(done.stdout) < 0.3
