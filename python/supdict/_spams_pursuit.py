# SPDX-License-Identifier: BSD-3-Clause
"""Orthogonal matching pursuit with the ways of SPAMS to end it."""
import numpy as np

from ._coding import sparse_encode
from ._spams_coding import by_mask
from ._spams_columns import columns, signals_and_atoms


def omp(X, D, L=None, eps=None, lambda1=None, return_reg_path=False, numThreads=-1):
    """Orthogonal matching pursuit: atoms for each column of X, chosen one by one.

    It ends at L atoms (by default as many as there are features or atoms), as soon as
    ``||x - D a||^2 <= eps``, or where one more atom would lower ``1/2 ||x - D a||^2`` by less than
    lambda1, whichever is first. Each is one number or one for each signal.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals); with ``return_reg_path`` a pair with the codes of the
    first signal after 1, 2, ... L atoms, a dense matrix of shape (n_atoms, L)
    """
    X, D = signals_and_atoms(X, D)
    counts = _for_each(min(D.shape) if L is None else L, "L", len(X)).astype(np.int64)
    counts = np.minimum(counts, len(D))
    pursuit = _Pursuit(X, D, numThreads)
    length = max(int(counts[0]), 1) if return_reg_path else 0
    if eps is not None:
        counts = pursuit.until_small(counts, _for_each(eps, "eps", len(X)))
    if lambda1 is not None:
        counts = pursuit.while_worth(counts, _for_each(lambda1, "lambda1", len(X)))
    codes = columns(pursuit.codes(counts))
    if not return_reg_path:
        return codes
    first = _Pursuit(X[:1], D, numThreads)
    path = [first.codes(np.minimum([count + 1], counts[:1]))[0] for count in range(length)]
    return codes, np.asfortranarray(np.transpose(path))


def ompMask(X, D, B, L=None, eps=None, lambda1=None, return_reg_path=False, numThreads=-1):
    """:func:`omp` of the entries of each signal where B is true.

    ``eps`` is scaled by their share in the signal. L, eps and lambda1 are one number each.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals); with ``return_reg_path`` as :func:`omp`
    """
    def encode(X, D, share):
        bound = None if eps is None else share * eps
        return omp(X, D, L, bound, lambda1, numThreads=numThreads)

    codes = by_mask(X, D, B, encode)
    if not return_reg_path:
        return codes
    seen = np.asarray(B, dtype=bool)[:, 0]
    bound = None if eps is None else seen.mean() * eps
    return codes, omp(np.asarray(X)[seen, :1], np.asarray(D)[seen], L, bound, lambda1, True,
                      numThreads)[1]


class _Pursuit:
    """Codes by numbers of atoms. One more atom changes none of those that were chosen before."""

    def __init__(self, X, D, threads):
        self.X, self.D, self.threads = X, D, threads

    def codes(self, counts, chosen=slice(None)):
        """Codes of the chosen signals with so many atoms each, in rows."""
        X = self.X[chosen]
        counts = np.asarray(counts)
        codes = np.zeros((len(X), len(self.D)), X.dtype)
        for count in np.unique(counts[counts > 0]):
            asked = counts == count
            codes[asked] = sparse_encode(
                X[asked], self.D, 0.0, solver="omp", max_nonzeros=int(count), sparse=False,
                n_jobs=self.threads,
            )
        return codes

    def errors(self, counts, chosen=slice(None)):
        """``||x - D a||^2`` of these codes."""
        return ((self.X[chosen] - self.codes(counts, chosen) @ self.D) ** 2).sum(axis=1)

    def until_small(self, most, eps):
        """The fewest atoms, at most so many, with errors up to eps: by halvings, as errors fall."""
        high = np.where((self.X**2).sum(axis=1) <= eps, 0, most)
        low = np.zeros_like(high)
        while True:
            left = np.flatnonzero(high - low > 1)
            if len(left) == 0:
                return high
            middle = (low[left] + high[left]) // 2
            small = self.errors(middle, left) <= eps[left]
            high[left[small]] = middle[small]
            low[left[~small]] = middle[~small]

    def while_worth(self, most, lambda1):
        """Atoms are taken one by one as long as each is worth its price."""
        counts = np.zeros_like(most)
        errors = (self.X**2).sum(axis=1)
        left = np.flatnonzero(most > 0)
        while len(left) > 0:
            next_errors = self.errors(counts[left] + 1, left)
            worth = 0.5 * (errors[left] - next_errors) >= lambda1[left]
            errors[left] = next_errors
            left = left[worth]
            counts[left] += 1
            left = left[counts[left] < most[left]]
        return counts


def _for_each(value, name, n_signals):
    """One number for each signal."""
    values = np.asarray(value)
    if values.ndim > 1 or values.size not in (1, n_signals) or not np.all(values >= 0):
        raise ValueError(
            f"{name} is {value!r}; expected one number from 0, or {n_signals}, one for each signal"
        )
    return np.broadcast_to(values.ravel(), n_signals)
