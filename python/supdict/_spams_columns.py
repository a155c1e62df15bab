# SPDX-License-Identifier: BSD-3-Clause
"""What the functions of ``supdict.spams`` share: matrices of columns, numbers, refusals."""
import numpy as np
import scipy.sparse as sp

from . import _supdict
from ._arrays import signals

L1COEFFS = 0
L2ERROR = 1
PENALTY = 2
SPARSITY = 3
L2ERROR2 = 4
PENALTY2 = 5

# The weight of the l1 norm that stands for none, as a share of the one that makes all codes zero.
_NO_PENALTY = 1e-7


def kappa_of(lambda1, X, D):
    """SPAMS has half the squared error, and takes 0 for no penalty."""
    if lambda1 > 0:
        return 2 * lambda1
    largest = 2 * float(np.linalg.norm(X, axis=1).max()) if D is X else _supdict.kappa_max(D, X)
    return _NO_PENALTY * max(largest, float(np.finfo(X.dtype).tiny))


def rows(matrix, name, dtype=None):
    """Columns as rows of a C-ordered array: no copy of a column-major one."""
    if matrix is None or np.ndim(matrix) != 2:
        raise ValueError(f"{name} is no matrix; expected one with a column for each signal or atom")
    dense = matrix.toarray() if sp.issparse(matrix) else np.asarray(matrix)
    return signals(dense.T, dtype)


def signals_and_atoms(X, D):
    """The rows of both, of one precision."""
    X = rows(X, "X")
    D = rows(D, "D", X.dtype)
    if X.shape[1] != D.shape[1]:
        raise ValueError(
            f"X has {X.shape[1]} rows and D has {D.shape[1]}; expected the same number"
        )
    return X, D


def needed(value, name):
    """A number from 0 that has no default."""
    if value is None:
        raise ValueError(f"{name} is missing")
    value = float(value)
    if not value >= 0:
        raise ValueError(f"{name} is {value}; expected a number from 0")
    return value


def columns(codes):
    """Codes in rows, dense or CSR, as a csc_matrix with a column for each signal."""
    return sp.csc_matrix(codes.T)


def refuse(asked, what, instead):
    """NotImplementedError that names the alternative, where something was asked for."""
    if asked:
        raise NotImplementedError(f"supdict.spams does not serve {what}; use {instead}")
