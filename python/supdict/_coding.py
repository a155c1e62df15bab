# SPDX-License-Identifier: BSD-3-Clause
"""Sparse codes under given dictionaries, each with its proof of quality."""
from dataclasses import dataclass
from typing import NamedTuple, Optional, Tuple

import numpy as np
from sklearn.utils import check_array

from . import _supdict
from ._arrays import aligned, signals
from ._options import CODING_NAMES, collect, threads_from
from ._warnings import warn_if_unfinished


class SparseCodes(NamedTuple):
    """Lasso codes and their certificates, one row per signal.

    Attributes
    ----------
    codes : ndarray of shape (n_samples, n_atoms)
    objective : ndarray of shape (n_samples,)
        ``||x - codes @ dictionary||^2 + kappa * ||codes||_1``.
    gap : ndarray of shape (n_samples,)
        Duality gap: the optimum lies in ``[objective - gap, objective]``.
    n_iter : ndarray of shape (n_samples,)
    converged : ndarray of shape (n_samples,)
        True where ``gap <= tol * objective``.
    """

    codes: np.ndarray
    objective: np.ndarray
    gap: np.ndarray
    n_iter: np.ndarray
    converged: np.ndarray


class SupervisedCodes(NamedTuple):
    """Codes under class hypotheses and their certificates; the second axis counts hypotheses.

    Attributes
    ----------
    codes : ndarray of shape (n_samples, n_hypotheses, n_atoms)
    objective : ndarray of shape (n_samples, n_hypotheses)
        The cost of the signal under the hypothesis. The cheapest class wins.
    gap : ndarray of shape (n_samples, n_hypotheses)
        The least cost lies in ``[objective - gap, objective]``.
    posterior : ndarray of shape (n_samples, n_hypotheses, n_classes)
        Softmax of the decision functions at the code.
    n_iter : ndarray of shape (n_samples, n_hypotheses)
    converged : ndarray of shape (n_samples, n_hypotheses)
    label : ndarray of shape (n_samples,)
        The hypothesis of least cost, as a class number of the model.
    certified : ndarray of shape (n_samples,)
        True where no other hypothesis can win inside the gaps: the label is that of the exact
        optimum.
    """

    codes: np.ndarray
    objective: np.ndarray
    gap: np.ndarray
    posterior: np.ndarray
    n_iter: np.ndarray
    converged: np.ndarray
    label: np.ndarray
    certified: np.ndarray


@dataclass(frozen=True)
class SupervisedDictionary:
    """A dictionary and the decision functions on top of it.

    Parameters
    ----------
    dictionary : ndarray of shape (n_atoms, n_features)
        Atoms, each of length 1 at most.
    weights : ndarray of shape (n_classes, n_atoms) or (n_classes, n_atoms, n_features)
        Of the linear decision ``weights[l] @ code + bias[l]``, or of the bilinear decision
        ``code @ weights[l] @ x + bias[l]``.
    bias : ndarray of shape (n_classes,)
    lambda0, lambda1 : float
        Weights of ``||x - code @ dictionary||^2`` and of ``||code||_1``.
    classes : tuple of int, optional
        For a part of a classifier: the positions in ``classes_`` that it tells apart, -1 standing
        for all others.
    member : int, default=0
        For a part of a classifier: the member of the ensemble it belongs to.
    """

    dictionary: np.ndarray
    weights: np.ndarray
    bias: np.ndarray
    lambda0: float
    lambda1: float
    classes: Optional[Tuple[int, ...]] = None
    member: int = 0

    @property
    def decision(self):
        """'linear' or 'bilinear', as the weights have it."""
        return "linear" if np.ndim(self.weights) == 2 else "bilinear"

    def _handle(self, dtype):
        make = _supdict.SupervisedFloat if dtype == np.float32 else _supdict.SupervisedDouble
        arrays = (self.dictionary, self.weights, self.bias)
        return make(
            self.decision,
            *(np.require(array, dtype=dtype, requirements=["C", "ALIGNED"]) for array in arrays),
            self.lambda0,
            self.lambda1,
        )


def _coding_options(solver, tol, max_iter):
    return collect(
        "coding", {"solver": solver, "tol": tol, "coding_max_iter": max_iter}, CODING_NAMES
    )


def _check_width(X, n_features):
    """In the words of Python, where a signal is a row; the library has columns."""
    if X.shape[1] != n_features:
        raise ValueError(
            f"X has {X.shape[1]} features; expected {n_features}, those of the dictionary "
            "(one signal per row)"
        )


def _start(init, dtype, n_atoms):
    if init is None:
        return None
    init = np.asarray(init, dtype=dtype)
    return aligned(check_array(init.reshape(-1, n_atoms), dtype=dtype, order="C"))


def sparse_encode(
    X, dictionary, kappa, *, solver="path", tol=1e-6, max_iter=20000, init=None, n_jobs=None
):
    """Lasso codes of signals under a dictionary.

    Minimises ``||x - code @ dictionary||^2 + kappa * ||code||_1`` for each row x of X. scikit-learn
    writes half of the first term: its ``alpha`` is ``kappa / 2``.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        float32 stays float32; a C-ordered array of floats is not copied.
    dictionary : array-like of shape (n_atoms, n_features)
    kappa : float
        Weight of the l1 norm.
    solver : {'path', 'cd', 'fista', 'fpc'}, default='path'
    tol : float, default=1e-6
        Stop when the duality gap is below ``tol * objective``.
    max_iter : int, default=20000
        Most iterations per signal.
    init : array-like of shape (n_samples, n_atoms), optional
        Where the solver starts.
    n_jobs : int, optional
        Threads, as joblib counts them. The result does not depend on it.

    Returns
    -------
    SparseCodes
        Codes, objective, duality gap and convergence of every signal.

    Examples
    --------
    >>> import numpy as np, supdict
    >>> supdict.sparse_encode([[2.0, 0.1]], np.eye(2), kappa=1.0).codes
    array([[1.5, 0. ]])
    """
    X = signals(X)
    dictionary = signals(dictionary, X.dtype)
    _check_width(X, dictionary.shape[1])
    found = _supdict.lasso(
        X,
        dictionary,
        float(kappa),
        _start(init, X.dtype, len(dictionary)),
        _coding_options(solver, tol, max_iter),
        threads_from(n_jobs),
    )
    warn_if_unfinished(found["summary"], "max_iter")
    return SparseCodes(
        codes=found["codes"][:, 0],
        objective=found["objective"][:, 0],
        gap=found["gap"][:, 0],
        n_iter=found["n_iter"][:, 0],
        converged=found["converged"][:, 0],
    )


def supervised_encode(
    X,
    model,
    *,
    hypotheses=None,
    solver="path",
    tol=1e-6,
    max_iter=20000,
    init=None,
    n_jobs=None,
):
    """Codes of signals under class hypotheses.

    Under the hypothesis l the code of x minimises the cost
    ``log(sum_j exp(g_j - g_l)) + lambda0 * ||x - code @ dictionary||^2 + lambda1 * ||code||_1``,
    where g are the decision functions of the model.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Signals as the dictionary sees them. For a part of a classifier that is
        ``classifier.preprocess(X)``.
    model : SupervisedDictionary
        For example one of ``classifier.parts_``.
    hypotheses : sequence of int, optional
        Class numbers of the model; None means all.
    solver, tol, max_iter, n_jobs
        As in :func:`sparse_encode`.
    init : array-like of shape (n_samples, n_hypotheses, n_atoms) or (n_samples, n_atoms), optional
        Where the solver starts.

    Returns
    -------
    SupervisedCodes
        Codes, costs, duality gaps, the class of least cost and whether that is proven.
    """
    X = signals(X)
    _check_width(X, model.dictionary.shape[1])
    hypotheses = [int(label) for label in (range(len(model.bias)) if hypotheses is None
                                           else hypotheses)]
    found = _supdict.supervised(
        X,
        model._handle(X.dtype),
        hypotheses,
        _start(init, X.dtype, len(model.dictionary)),
        _coding_options(solver, tol, max_iter),
        threads_from(n_jobs),
    )
    warn_if_unfinished(found.pop("summary"), "max_iter")
    best = np.argmin(found["objective"], axis=1)
    return SupervisedCodes(
        label=np.asarray(hypotheses)[best],
        certified=_certified(found["objective"], found["gap"], best),
        **found,
    )


def _certified(objective, gap, best):
    """The best upper bound is below the lower bounds of all others."""
    rows = np.arange(len(best))
    lower = objective - gap
    lower[rows, best] = np.inf
    return objective[rows, best] < lower.min(axis=1)


def kappa_max(dictionary, X):
    """The smallest kappa for which the lasso code of every signal is exactly zero.

    Parameters
    ----------
    dictionary : array-like of shape (n_atoms, n_features)
    X : array-like of shape (n_samples, n_features)

    Returns
    -------
    float
    """
    X = signals(X)
    dictionary = signals(dictionary, X.dtype)
    _check_width(X, dictionary.shape[1])
    return _supdict.kappa_max(dictionary, X)
