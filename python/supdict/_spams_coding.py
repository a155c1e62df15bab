# SPDX-License-Identifier: BSD-3-Clause
"""The l1 codes of SPAMS: its problems on columns, solved by ``sparse_encode`` on rows."""
import functools

import numpy as np
import scipy.sparse as sp

from ._bounded_codes import codes_within
from ._coding import sparse_encode
from ._lasso_path import lasso_path
from ._spams_columns import (
    L1COEFFS,
    L2ERROR,
    PENALTY,
    columns,
    kappa_of,
    needed,
    refuse,
    rows,
    signals_and_atoms,
)

# Directions in which Q is smaller than this share of its largest eigenvalue are rounding errors.
_RANK = 1e-12
# Steps of a path, of which a few remove an atom, for each non-zero at its end.
_STEPS_PER_NONZERO = 2


def lasso(
    X,
    D=None,
    Q=None,
    q=None,
    return_reg_path=False,
    L=-1,
    lambda1=None,
    lambda2=0.0,
    mode=PENALTY,
    pos=False,
    ols=False,
    numThreads=-1,
    max_length_path=-1,
    verbose=False,
    cholesky=False,
):
    """Codes of the columns x of X under the atoms in the columns of D.

    mode 0: min ``||x - D a||^2`` with ``||a||_1 <= lambda1``; mode 1: min ``||a||_1`` with
    ``||x - D a||^2 <= lambda1``; mode 2: min ``1/2 ||x - D a||^2 + lambda1 ||a||_1 + lambda2/2
    ||a||^2``. With ``pos`` over a >= 0. In modes 0 and 2, Q = D'D and q = D'X may take the place of
    D. A code with more than L non-zeros is that of the larger weight where one more than L would
    enter. With ``ols``, coefficients of least squares on the atoms of each code. ``cholesky`` and
    ``verbose`` have no effect.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals); with ``return_reg_path`` a pair with the codes of the
    first signal at the changes of its active set, a dense matrix that ends with its code
    """
    refuse(max_length_path > 0, "max_length_path", "L, or a larger lambda1")
    lambda1 = needed(lambda1, "lambda1")
    if D is None:
        refuse(mode == L2ERROR, "Q and q in mode 1", "D")
        X, D = _factors(Q, q)
    X, D = signals_and_atoms(X, D)
    problem = _Problem(X, D, lambda1, mode, lambda2, bool(pos))
    codes = problem.at_most(L, problem.codes(numThreads))
    path = problem.path(0, codes[0]) if return_reg_path else None
    if ols:
        codes = _least_squares(X, D, codes)
    return (columns(codes), path) if return_reg_path else columns(codes)


def lassoWeighted(
    X, D, W, L=-1, lambda1=None, mode=PENALTY, pos=False, numThreads=-1, verbose=False
):
    """:func:`lasso` with ``sum_i W[i, j] |a_i|`` in the place of ``||a||_1`` for the signal j.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals)
    """
    X, D = signals_and_atoms(X, D)
    W = np.ascontiguousarray(np.asarray(W, dtype=np.float64).T)
    if W.shape != (len(X), len(D)):
        raise ValueError(
            f"W is {W.shape[1]}x{W.shape[0]}; expected {len(D)}x{len(X)}, atoms x signals"
        )
    problem = _Problem(X, D, needed(lambda1, "lambda1"), mode, 0, bool(pos), W)
    return columns(problem.at_most(L, problem.codes(numThreads)))


def lassoMask(
    X, D, B, L=-1, lambda1=None, lambda2=0.0, mode=PENALTY, pos=False, numThreads=-1, verbose=False
):
    """:func:`lasso` of the entries of each signal where B is true.

    lambda1 is scaled by their share in the signal, except in mode 0.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals)
    """
    lambda1 = needed(lambda1, "lambda1")

    def encode(X, D, share):
        scale = 1 if mode == L1COEFFS else share
        return lasso(X, D, L=L, lambda1=scale * lambda1, lambda2=lambda2, mode=mode, pos=pos,
                     numThreads=numThreads)

    return by_mask(X, D, B, encode)


def cd(X, D, A0, lambda1=None, mode=PENALTY, itermax=100, tol=0.001, numThreads=-1):
    """Mode 2 of :func:`lasso` by coordinate descent from the codes A0, and mode 1 without them.

    ``tol`` is the relative duality gap, ``itermax`` the most passes.

    Returns
    -------
    csc_matrix of shape (n_atoms, n_signals)
    """
    if mode == L2ERROR:
        return lasso(X, D, lambda1=lambda1, mode=mode, numThreads=numThreads)
    if mode != PENALTY:
        raise NotImplementedError(
            f"supdict.spams.cd does not serve mode={mode}; it serves 1 and 2; lasso serves 0, 1, 2"
        )
    X, D = signals_and_atoms(X, D)
    start = rows(A0, "A0", X.dtype)
    return columns(sparse_encode(
        X, D, kappa_of(needed(lambda1, "lambda1"), X, D), solver="cd", init=start, tol=tol,
        max_iter=int(itermax), n_jobs=numThreads, sparse=True,
    ))


def by_mask(X, D, B, encode):
    """Codes by ``encode(X, D, share)`` for each group of signals with the same true rows of B."""
    X, D = rows(X, "X").T, rows(D, "D").T
    B = np.asarray(B, dtype=bool)
    if B.shape != X.shape:
        raise ValueError(f"B is {B.shape}; expected {X.shape}, the shape of X")
    codes = np.zeros((D.shape[1], X.shape[1]), X.dtype)
    masks, group = np.unique(B, axis=1, return_inverse=True)
    for i, mask in enumerate(masks.T):
        if mask.any():
            chosen = group.ravel() == i
            codes[:, chosen] = encode(X[mask][:, chosen], D[mask], mask.mean()).toarray()
    return sp.csc_matrix(codes)


class _Problem:
    """One of the modes for signals and atoms in rows."""

    def __init__(self, X, D, lambda1, mode, lambda2, pos, weights=None):
        if mode not in (L1COEFFS, L2ERROR, PENALTY):
            raise NotImplementedError(
                f"supdict.spams does not serve mode={mode} of the lasso; it serves 0, 1 and 2, and "
                "omp the modes of matching pursuit"
            )
        refuse(lambda2 > 0 and mode != PENALTY, f"lambda2 in mode {mode}", "mode 2")
        self.X, self.D, self.weights, self.pos = X, D, weights, pos
        self.lambda1, self.mode, self.lambda2 = lambda1, mode, float(lambda2)

    def codes(self, threads):
        """CSR matrix of codes in rows."""
        if self.mode == PENALTY:
            return sparse_encode(
                self.X, self.D, kappa_of(self.lambda1, self.X, self.D), nonnegative=self.pos,
                ridge=self.lambda2, atom_weights=self.weights, n_jobs=threads, sparse=True,
            )
        return sp.csr_matrix(codes_within(
            self.lambda1, self.X, self.D, self.mode == L1COEFFS, self.pos, threads, self.weights
        ))

    def at_most(self, most, codes):
        """Where a code has too many non-zeros: the last one on its path that does not."""
        over = np.flatnonzero(np.diff(codes.indptr) > most) if most > 0 else []
        if len(over) == 0:
            return codes
        codes = codes.tolil()
        if self.weights is None and not self.pos and self.lambda2 == 0:
            codes[over] = sparse_encode(
                self.X[over], self.D, kappa_of(0, self.X, self.D), max_nonzeros=most, sparse=True
            )
            return codes.tocsr()
        for i in over:
            path = self._path_of(i, _STEPS_PER_NONZERO * most)
            many = np.count_nonzero(path, axis=0) > most
            codes[i] = path[:, np.argmax(many) - 1]
        return codes.tocsr()

    def path(self, i, code):
        """The path of a signal up to its code."""
        code = code.toarray().T.astype(np.float64)
        path = self._path_of(i)
        if self.mode == L1COEFFS:
            before = np.abs(path).sum(axis=0) < np.abs(code).sum()
        elif self.mode == L2ERROR:
            before = self._errors(i, path) > self._errors(i, code)
        else:
            before = np.arange(path.shape[1]) < path.shape[1] - 1
        return np.asfortranarray(np.hstack([path[:, before], code]))

    def _errors(self, i, codes):
        return ((self.X[i][:, None] - self.D.T @ codes) ** 2).sum(axis=0)

    def _path_of(self, i, most_steps=None):
        """Codes of one signal at the changes of its active set, in columns."""
        weights = np.ones(len(self.D)) if self.weights is None else self.weights[i]
        gram = (self.gram + self.lambda2 * np.eye(len(self.D))) / np.outer(weights, weights)
        path = lasso_path(
            gram, (self.D @ self.X[i]) / weights, self.lambda1 if self.mode == PENALTY else 0,
            self.pos, most_steps or _STEPS_PER_NONZERO * len(self.D),
        )
        return path / weights[:, None]

    @functools.cached_property
    def gram(self):
        """The products of all pairs of atoms."""
        D = self.D.astype(np.float64)
        return D @ D.T


def _factors(Q, q):
    """Signals and atoms in columns with Q = D'D and q = D'X."""
    if Q is None or q is None:
        raise ValueError("D is missing; expected D, or both Q and q")
    values, vectors = np.linalg.eigh(np.asarray(Q, dtype=np.float64))
    kept = values > _RANK * max(values[-1], 0)
    roots = np.sqrt(values[kept])
    D = roots[:, None] * vectors[:, kept].T
    return vectors[:, kept].T @ np.asarray(q, dtype=np.float64) / roots[:, None], D


def _least_squares(X, D, codes):
    """The same atoms, with the coefficients of least squares."""
    codes = codes.astype(np.float64).tolil()
    for i, atoms in enumerate(codes.rows):
        codes.data[i] = list(np.linalg.lstsq(D[atoms].T, X[i], rcond=None)[0]) if atoms else []
    return codes.tocsr()
