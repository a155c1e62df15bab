# SPDX-License-Identifier: BSD-3-Clause
"""Arrays for the library: C order, float32 or float64, aligned; copied only if they are not."""
import numpy as np
from sklearn.utils import check_array

FLOATS = [np.float64, np.float32]


def aligned(X):
    """X itself if it is aligned as the compiler assumes, else a copy."""
    return np.require(X, requirements=["C", "ALIGNED"])


def signals(X, dtype=None, finite=True):
    """One signal per row; float32 stays float32, other types become float64. With ``finite=False``
    the caller finds numbers that are not finite."""
    return aligned(
        check_array(X, dtype=FLOATS if dtype is None else dtype, order="C", force_all_finite=finite)
    )


def call_with_signals(work, X, *rest):
    """``work(X, *rest)`` for work that looks at every number of X itself: a pass over X less. What
    is not finite is named in scikit-learn's words."""
    try:
        return work(X, *rest)
    except ValueError:
        signals(X)
        raise
