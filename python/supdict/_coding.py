# SPDX-License-Identifier: BSD-3-Clause
"""Sparse codes under given dictionaries, with certificates."""
import operator
from dataclasses import dataclass
from typing import Optional, Tuple, Union

import numpy as np
from sklearn.utils import check_array

from . import _supdict
from ._arrays import aligned, call_with_signals, signals
from ._codes import CsrCodes, SparseCodes, SupervisedCodes
from ._options import CODING_NAMES, collect, kappa_from, workers_from
from ._warnings import warn_if_unfinished


@dataclass(frozen=True)
class SupervisedDictionary:
    """A dictionary and the decision functions on its codes.

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
    nonnegative : bool, default=False
        Codes have no negative coefficient.
    ridge : float, default=0.0
        ``lambda0 * ridge`` is the weight of ``||code||^2``.
    atom_weights : sequence of float, optional
        Weights of the atoms in ``||code||_1``; None: 1 for each.
    classes : tuple of int, optional
        For a part of a classifier: the positions in ``classes_`` of the classes it separates; -1
        stands for all others.
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
    nonnegative: bool = False
    ridge: float = 0.0
    atom_weights: Optional[Tuple[float, ...]] = None

    @property
    def decision(self):
        """'linear' or 'bilinear', by the shape of the weights."""
        return "linear" if np.ndim(self.weights) == 2 else "bilinear"

    def _handle(self, dtype):
        make = _supdict.SupervisedFloat if dtype == np.float32 else _supdict.SupervisedDouble
        arrays = (self.dictionary, self.weights, self.bias)
        return make(
            self.decision,
            *(np.require(array, dtype=dtype, requirements=["C", "ALIGNED"]) for array in arrays),
            self.lambda0,
            self.lambda1,
            bool(self.nonnegative),
            float(self.ridge),
            [] if self.atom_weights is None else [float(w) for w in self.atom_weights],
        )


# Codes of more atoms than this are scipy matrices unless asked otherwise.
_DENSE_UP_TO = 4096


def _coding_options(solver, tol, max_iter, gram, max_nonzeros=None):
    params = {"solver": solver, "tol": tol, "coding_max_iter": max_iter, "gram": gram,
              "max_nonzeros": max_nonzeros}
    return collect("coding", params, CODING_NAMES)


def _check_width(X, n_features):
    """Checks the shapes with messages for Python, where a signal is a row and not a column."""
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
    X,
    dictionary,
    kappa=None,
    *,
    nonnegative=False,
    ridge=0.0,
    atom_weights=None,
    alpha=None,
    positive=None,
    solver="path",
    tol=1e-6,
    max_iter=20000,
    init=None,
    max_nonzeros=None,
    gram="auto",
    sparse=None,
    n_jobs=None,
    device="cpu",
) -> Union[SparseCodes, CsrCodes]:
    """Lasso codes of signals under a dictionary.

    Minimises ``||x - code @ dictionary||^2 + kappa * ||code||_1`` for each row x of X, and with the
    other penalties ``||x - code @ dictionary||^2 + kappa * sum(w * abs(code)) + ridge *
    ||code||^2``, where asked over codes without negative coefficients. scikit-learn writes half of
    the first term: its ``alpha`` is ``kappa / 2``.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        float32 stays float32; a C-ordered array of floats is not copied.
    dictionary : array-like of shape (n_atoms, n_features)
    kappa : float
        Weight of the l1 norm. With ``solver='omp'``: atoms are chosen as long as some ``abs(2 *
        atom @ residual)`` is above it; 0 leaves the end to max_nonzeros.
    nonnegative : bool, default=False
        No coefficient may be negative.
    ridge : float, default=0.0
        Weight of the squared norm of the code (elastic net).
    atom_weights : array-like of shape (n_atoms,) or (n_samples, n_atoms), optional
        Positive weights w of the atoms in the l1 norm, the same for all signals or not.
    alpha, positive : float and bool, optional
        scikit-learn's names: ``kappa / 2`` and ``nonnegative``.
    solver : {'path', 'cd', 'fista', 'fpc', 'omp'}, default='path'
        'omp' is orthogonal matching pursuit: it does not minimise the l1 norm but chooses the best
        atoms one by one, with the coefficients of least squares.
    tol : float, default=1e-6
        Stop when the duality gap is below ``tol * objective``.
    max_iter : int, default=20000
        Most iterations per signal.
    init : array-like of shape (n_samples, n_atoms), optional
        Warm starts.
    max_nonzeros : int, optional
        The most non-zeros of a code. 'path' stops where one more would enter: the code is that of
        the lasso with a larger kappa, ``level`` of the result, and the bounds are those of that
        problem. 'omp' stops when so many are chosen; its ``level`` bounds ``abs(2 * atom @
        residual)`` of every atom, and nothing is known about the best code of so many atoms.
    gram : {'auto', 'whole', 'none'}, default='auto'
        Whether the products of all pairs of atoms are computed first. Without them, memory and time
        grow like the number of atoms; 'auto' decides by the numbers of atoms and signals.
    sparse : bool, optional
        Whether the codes are a scipy matrix. None: where there are more than 4096 atoms.
    n_jobs : int, optional
        Threads, as in joblib. The result does not depend on it.
    device : str, default='cpu'
        Where signals are coded: 'cpu'; a GPU, 'cuda' or 'cuda:NUMBER'; or 'auto', a GPU where there
        is one and the work is worth it. What a GPU does not serve runs on the CPU; ``device`` of
        the result says what ran.

    Returns
    -------
    SparseCodes or CsrCodes
        An array or a scipy CSR matrix of shape (n_samples, n_atoms), with the objective, the bounds
        of the optimum and the convergence of every signal as attributes.

    Examples
    --------
    >>> import numpy as np, supdict
    >>> codes = supdict.sparse_encode([[2.0, 0.1]], np.eye(2), kappa=1.0)
    >>> codes
    SparseCodes([[1.5, 0. ]])
    >>> codes @ np.eye(2)
    array([[1.5, 0. ]])
    >>> bool(codes.lower[0] <= 1.76 <= codes.upper[0])
    True
    """
    X = signals(X, finite=False)
    dictionary = signals(dictionary, X.dtype)
    _check_width(X, dictionary.shape[1])
    sparse = len(dictionary) > _DENSE_UP_TO if sparse is None else bool(sparse)
    kappa = kappa_from(kappa, alpha)
    if kappa is None:
        raise TypeError("sparse_encode() needs kappa, the weight of the l1 norm")
    of_atoms, of_signals = _weights(atom_weights, X.shape[0])
    if not isinstance(nonnegative, (bool, np.bool_)):
        raise TypeError(f"nonnegative is {nonnegative!r}; expected True or False")
    found = call_with_signals(
        _supdict.lasso,
        X,
        dictionary,
        float(kappa),
        _start(init, X.dtype, len(dictionary)),
        of_signals,
        _coding_options(solver, tol, max_iter, gram, max_nonzeros),
        collect(
            "penalty",
            {
                "nonnegative": "codes" if nonnegative or positive else "none",
                "ridge": ridge,
                "atom_weights": of_atoms,
            },
            {},
        ),
        workers_from(n_jobs, device),
        sparse,
    )
    summary = found.pop("summary")
    warn_if_unfinished(summary, "max_iter")
    codes = found.pop("codes")
    certificates = {name: values[:, 0] for name, values in found.items()}
    certificates["device"] = summary["device"]
    certificates.setdefault("level", None)
    if sparse:
        return CsrCodes.of(codes, (len(X), len(dictionary)), certificates)
    return SparseCodes(codes=codes[:, 0], **certificates)


def _weights(weights, n_signals):
    """The weights of all signals together, and those of each; one of them is None."""
    if weights is None:
        return None, None
    weights = check_array(weights, dtype=np.float64, order="C", ensure_2d=False)
    if weights.ndim == 1:
        return weights, None
    if len(weights) != n_signals:
        raise ValueError(
            f"atom_weights has {len(weights)} rows; expected {n_signals}, one for each signal"
        )
    return None, aligned(weights)


def supervised_encode(
    X,
    model,
    *,
    hypotheses=None,
    solver="path",
    tol=1e-6,
    max_iter=20000,
    init=None,
    gram="auto",
    n_jobs=None,
    device="cpu",
) -> SupervisedCodes:
    """Codes of signals under class hypotheses.

    Under the hypothesis l the code of x minimises the cost
    ``log(sum_j exp(g_j - g_l)) + lambda0 * ||x - code @ dictionary||^2 + lambda1 * ||code||_1``,
    where g are the decision functions of the model.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Preprocessed signals. For a part of a classifier, ``classifier.preprocess(X)``.
    model : SupervisedDictionary
        For example one of ``classifier.parts_``.
    hypotheses : sequence of int, optional
        Class numbers of the model; None means all.
    solver, tol, max_iter, gram, n_jobs, device
        As in :func:`sparse_encode`.
    init : array-like of shape (n_samples, n_hypotheses, n_atoms) or (n_samples, n_atoms), optional
        Warm starts.

    Returns
    -------
    SupervisedCodes
        An array of shape (n_samples, n_hypotheses, n_atoms), with the costs and their bounds, the
        class of least cost and whether it is certified as attributes.
    """
    X = signals(X, finite=False)
    _check_width(X, model.dictionary.shape[1])
    hypotheses = [operator.index(label) for label in (range(len(model.bias)) if hypotheses is None
                                                      else hypotheses)]
    if not hypotheses:
        raise ValueError("hypotheses is empty; expected at least one class, or None for all")
    found = call_with_signals(
        _supdict.supervised,
        X,
        model._handle(X.dtype),
        hypotheses,
        _start(init, X.dtype, len(model.dictionary)),
        _coding_options(solver, tol, max_iter, gram),
        workers_from(n_jobs, device),
    )
    summary = found.pop("summary")
    warn_if_unfinished(summary, "max_iter")
    best = np.argmin(found["objective"], axis=1)
    return SupervisedCodes(
        label=np.asarray(hypotheses)[best],
        certified=_certified(found["lower"], found["upper"], best),
        device=summary["device"],
        **found,
    )


def _certified(lower, upper, best):
    """Whether the upper bound of the best class is below the lower bounds of all others."""
    rows = np.arange(len(best))
    others = lower.copy()
    others[rows, best] = np.inf
    return upper[rows, best] < others.min(axis=1)


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
