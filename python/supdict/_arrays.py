# SPDX-License-Identifier: BSD-3-Clause
"""Arrays as the library takes them: C order, float32 or float64, aligned; copied only if not so."""
import numpy as np
from sklearn.utils import check_array

FLOATS = [np.float64, np.float32]


def aligned(X):
    """X itself where the compiler's assumptions hold, else a copy."""
    return np.require(X, requirements=["C", "ALIGNED"])


def signals(X, dtype=None):
    """One signal per row, finite; float32 stays float32 and everything else becomes float64."""
    return aligned(check_array(X, dtype=FLOATS if dtype is None else dtype, order="C"))
