# SPDX-License-Identifier: BSD-3-Clause
"""Lasso codes under a bound of their l1 norm or of their error.

Either is the code at some weight of the l1 norm, and each signal has its own: the weights of the
atoms of a signal, all alike, are that weight. It is found between two others by secants and
halvings; between two changes of the active set the code is linear in the weight.
"""
import numpy as np

from ._coding import sparse_encode

# Relative accuracy of the bound, and the most steps of the search.
_ACCURACY = 1e-9
_MOST_STEPS = 100
# The smallest weight, as a share of the one that makes the code zero and of the largest weight.
_LEAST = 1e-7
_LEAST_OF_ALL = 2e-6


def codes_within(bound, X, D, of_norm, nonnegative, threads, weights=None):
    """Codes of the rows of X under the atoms in the rows of D.

    ``||x - code @ D||^2`` least with ``||code||_1 <= bound``, or the other way round. Where the
    bound of the error is out of reach, the code of nearly the least error. ``weights`` of shape
    (n_signals, n_atoms) weigh the atoms of each signal in the norm.
    """
    X, D = X.astype(np.float64), D.astype(np.float64)
    weights = np.ones((len(X), len(D))) if weights is None else weights
    largest = np.maximum(2 * (np.abs(X @ D.T) / weights).max(axis=1), np.finfo(float).tiny)
    top = largest.max()

    def encode(kappa, chosen):
        return np.asarray(
            sparse_encode(
                X[chosen],
                D,
                top,
                nonnegative=nonnegative,
                atom_weights=(kappa / top)[:, None] * weights[chosen],
                tol=1e-12,
                sparse=False,
                n_jobs=threads,
            )
        )

    def excess(codes, chosen):
        """Grows with the weight; 0 is wanted."""
        if of_norm:
            return bound - (weights[chosen] * np.abs(codes)).sum(axis=1)
        return ((X[chosen] - codes @ D) ** 2).sum(axis=1) - bound

    everyone = np.arange(len(X))
    low = np.clip(_LEAST * largest, _LEAST_OF_ALL * top, largest)
    codes = encode(low, everyone)
    at_low = excess(codes, everyone)
    at_high = excess(np.zeros_like(codes), everyone)
    zero = np.full(len(X), bound <= 0) if of_norm else at_high <= 0
    codes[zero] = 0
    search = _Search(low, largest, at_low, at_high)
    # Where the bound holds at the smallest weight, or cannot hold, that weight is the best.
    left = everyone[~zero & (at_low < 0)]
    for _ in range(_MOST_STEPS):
        if len(left) == 0:
            break
        middle = search.middle(left)
        codes[left] = encode(middle, left)
        value = excess(codes[left], left)
        narrow = search.narrow(left, middle, value)
        left = left[(np.abs(value) > _ACCURACY * max(bound, np.finfo(float).tiny)) & ~narrow]
    return codes


class _Search:
    """Intervals in which a growing function changes its sign."""

    def __init__(self, low, high, at_low, at_high):
        self.low, self.high = low.copy(), high.copy()
        self.at_low, self.at_high = at_low.copy(), at_high.copy()
        self.halve = np.zeros(len(low), bool)

    def middle(self, i):
        share = self.at_low[i] / (self.at_low[i] - self.at_high[i])
        share = np.where(self.halve[i], 0.5, np.clip(share, 1e-3, 1 - 1e-3))
        return self.low[i] + share * (self.high[i] - self.low[i])

    def narrow(self, i, middle, value):
        """Cuts the intervals, and says which of them cannot be cut further."""
        before = self.high[i] - self.low[i]
        below = value < 0
        self.low[i[below]], self.at_low[i[below]] = middle[below], value[below]
        self.high[i[~below]], self.at_high[i[~below]] = middle[~below], value[~below]
        width = self.high[i] - self.low[i]
        self.halve[i] = width > 0.5 * before
        return width <= 1e-13 * self.high[i]
