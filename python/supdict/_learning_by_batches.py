# SPDX-License-Identifier: BSD-3-Clause
"""Dictionary learning for a number of batches or for a time, as SPAMS counts."""
import time

import numpy as np

from . import _supdict
from ._options import workers_from

_SEED = 0
_BATCH = 512


def learn(X, options, first, n_atoms, batch_size, count, threads):
    """A state of the learner after ``count`` batches, or after ``-count`` seconds.

    It starts from the state ``first``, or from ``n_atoms`` signals where that is None.
    """
    begin = time.monotonic()
    options = {**options, "seed": _SEED}
    state = _started(X, n_atoms, options) if first is None else first
    options["atoms"] = len(state["dictionary"])
    size = min(len(X), _BATCH if batch_size <= 0 else int(batch_size))
    random = np.random.RandomState(_SEED)
    order = random.permutation(len(X))
    done = 0
    while done < count if count >= 0 else time.monotonic() - begin < -count:
        if len(order) < size:
            order = random.permutation(len(X))
        batch, order = order[:size], order[size:]
        state = _supdict.update_dictionary(
            state,
            np.ascontiguousarray(X[batch]),
            options,
            {"tolerance": 1e-4},
            workers_from(threads, "cpu"),
        )
        done += 1
    return state


def _started(X, n_atoms, options):
    if n_atoms <= 0:
        raise ValueError(f"K is {n_atoms}; expected the number of atoms, or the first atoms D")
    return _supdict.start_dictionary(X, {**options, "atoms": int(n_atoms)})
