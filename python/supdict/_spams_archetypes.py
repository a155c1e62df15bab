# SPDX-License-Identifier: BSD-3-Clause
"""Archetypal analysis: signals as mixtures of mixtures of signals (Cutler and Breiman, 1994)."""
import numpy as np
import scipy.sparse as sp

from ._coding import sparse_encode
from ._spams_columns import columns, kappa_of, rows, signals_and_atoms

# The sum of a code is one feature more of this size, relative to the atoms: large enough that the
# sum is nearly 1 at once, small enough that the other features keep their digits.
_SUM_SIZE = 30
# Corrections of that feature, each of which makes the sum about _SUM_SIZE^2 times more exact.
_CORRECTIONS = 3
# Sweeps end where they lower the error by less than this share of it.
_LEAST_PROGRESS = 1e-6


def decompSimplex(X, Z, computeXtX=False, numThreads=-1):
    """Codes of the columns x of X: min ``||x - Z a||^2`` over a >= 0 that sum to 1.

    ``computeXtX`` has no effect.

    Returns
    -------
    csc_matrix of shape (n_archetypes, n_signals)
    """
    X, Z = signals_and_atoms(X, Z)
    return columns(sp.csr_matrix(_mixtures(X, Z, numThreads)))


def archetypalAnalysis(
    X,
    p=10,
    Z0=None,
    returnAB=False,
    robust=False,
    epsilon=1e-3,
    computeXtX=False,
    stepsFISTA=3,
    stepsAS=50,
    randominit=False,
    numThreads=-1,
):
    """Archetypes Z = X B with X about Z A; the columns of A and B are >= 0 and sum to 1.

    Exact block descent for ``stepsFISTA + stepsAS`` sweeps at most, from the archetypes Z0 or from
    p signals drawn with a fixed seed. With ``robust`` it goes on for as many, and lengths of
    residuals beyond epsilon are no longer squared (Huber's loss). ``computeXtX`` and ``randominit``
    have no effect.

    Returns
    -------
    ndarray of shape (n_features, p); with ``returnAB`` the triple (Z, A, B), where A and B are
    csc_matrix of shape (p, n_signals) and (n_signals, p)
    """
    X = rows(X, "X")
    if Z0 is None:
        B = _drawn(int(p), len(X), X.dtype)
    else:
        B = _mixtures(rows(Z0, "Z0", X.dtype), X, numThreads)
    Z = B @ X
    A = _mixtures(X, Z, numThreads)
    # Weights that differ hold archetypes where they are, so those begin where all are alike.
    longest = 2 * float(np.linalg.norm(X, axis=1).max()) + float(np.finfo(X.dtype).tiny)
    for least in [longest, epsilon] if robust else [longest]:
        A = _descend(X, A, B, Z, least, stepsFISTA + stepsAS, numThreads)
    atoms = np.asfortranarray(Z.T)
    return (atoms, columns(sp.csr_matrix(A)), columns(sp.csr_matrix(B))) if returnAB else atoms


def _descend(X, A, B, Z, least, sweeps, threads):
    """Moves B and Z, and returns A. ``least`` is the length from which on residuals weigh less."""
    before = np.inf
    for _ in range(sweeps):
        residual = X - A @ Z
        lengths = np.linalg.norm(residual, axis=1)
        error = np.where(lengths <= least, lengths**2, 2 * least * lengths - least**2).sum()
        if error >= (1 - _LEAST_PROGRESS) * before:
            break
        before = error
        _move(X, A, B, Z, residual, least / np.maximum(lengths, least), threads)
        A = _mixtures(X, Z, threads)
    return A


def _drawn(p, n_signals, dtype):
    """Every archetype is another signal."""
    if not 0 < p <= n_signals:
        raise ValueError(f"p is {p}; expected 1 to {n_signals}, the number of signals")
    B = np.zeros((p, n_signals), dtype)
    B[np.arange(p), np.random.RandomState(0).permutation(n_signals)[:p]] = 1
    return B


def _move(X, A, B, Z, residual, weights, threads):
    """Each archetype in turn to its best place; the others and A stay."""
    for j, share in enumerate(A.T):
        weight = weights @ share**2
        if weight <= 0:
            continue
        wanted = Z[j] + (weights * share) @ residual / weight
        B[j] = _mixtures(wanted[None], X, threads)[0]
        place = B[j] @ X
        residual -= np.outer(share, place - Z[j])
        Z[j] = place


def _mixtures(X, Z, threads):
    """Rows of codes on the simplex: non-negative codes with the sum as a feature."""
    size = _SUM_SIZE * max(float(np.abs(Z).max()), float(np.finfo(X.dtype).tiny))
    atoms = np.hstack([Z, np.full((len(Z), 1), size, Z.dtype)])
    wanted = np.ones((len(X), 1), X.dtype)
    for _ in range(_CORRECTIONS):
        signals = np.hstack([X, size * wanted])
        codes = sparse_encode(
            signals, atoms, kappa_of(0, signals, atoms), nonnegative=True, sparse=False,
            n_jobs=threads,
        ).codes
        wanted += 1 - codes.sum(axis=1, keepdims=True)
    return codes / codes.sum(axis=1, keepdims=True)
