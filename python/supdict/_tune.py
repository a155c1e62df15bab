# SPDX-License-Identifier: BSD-3-Clause
"""The search for parameters of the paper."""
import os
from typing import List, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.utils import check_X_y
from sklearn.utils.multiclass import check_classification_targets

from . import _labels, _options, _supdict
from ._arrays import FLOATS, aligned
from ._classifier import SupervisedDictionaryClassifier
from ._progress import tuning_listener
from ._warnings import warn_convergence


class TunePoint(NamedTuple):
    """One (n_atoms, kappa): its mean error and the error of each finished fold."""

    n_atoms: int
    kappa: float
    error: float
    errors: List[float]


class TuneResult(NamedTuple):
    """The result of a search.

    Attributes
    ----------
    points : list of TunePoint
        Best first.
    best_params : dict
        Parameters for ``SupervisedDictionaryClassifier``.
    best_estimator : SupervisedDictionaryClassifier
        An unfitted classifier with these parameters.
    complete : bool
        False if the time budget or the callback ended the search early.
    seconds : float
    """

    points: List[TunePoint]
    best_params: dict
    best_estimator: SupervisedDictionaryClassifier
    complete: bool
    seconds: float


def _text_of(values):
    return values if isinstance(values, str) else ",".join(repr(value) for value in values)


def tune(X, y, estimator=None, *, callback=None, verbose=0, state=None, resume=False, **search):
    """Choose n_atoms and kappa by cross-validation, as Section 5 of the paper does.

    Every number of atoms is tried with every kappa of a grid. The best few are kept and vote
    together (``members``); lambda2 and mu are those of the search.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    y : array-like of shape (n_samples,)
    estimator : SupervisedDictionaryClassifier, optional
        All parameters but n_atoms, kappa and members; its time_budget is that of the whole search,
        its n_jobs the number of threads, its device what trains.
    callback : callable, optional
        Called with a :class:`supdict.TuneProgress`. The search stops when it returns False.
    verbose : int, default=0
        Above 0, progress messages go to standard error.
    state : path-like, optional
        File for the finished trials.
    resume : bool, default=False
        Resume from ``state``, which must exist.
    **search
        Options of the search as in docs/parameters.md (TuneOptions): ``grid_atoms`` and
        ``grid_kappa`` (sequences), ``folds``, ``keep``, ``subset`` and so on.

    Returns
    -------
    TuneResult
    """
    estimator = SupervisedDictionaryClassifier() if estimator is None else clone(estimator)
    X, y = check_X_y(X, y, dtype=FLOATS, order="C", ensure_min_samples=2)
    check_classification_targets(y)
    classes, y = np.unique(y, return_inverse=True)
    for grid in ("grid_atoms", "grid_kappa"):
        if grid in search:
            search[grid] = _text_of(search[grid])
    params = {**estimator.get_params(deep=False), "n_atoms": None, "kappa": None, "members": None}
    found, error = _supdict.tune(
        aligned(X),
        _labels.training_names(_labels.names_of(classes)),
        y.astype(np.intc),
        _options.train_options(params, _options.seed_from(estimator.random_state)),
        search,
        _options.workers_from(estimator.n_jobs, estimator.device),
        tuning_listener(callback, verbose),
        os.fspath(state or ""),
        bool(resume),
    )
    if error is not None:
        raise error
    if not found["complete"]:
        warn_convergence(
            "the search ended early: it chose among the points that have the most folds; give it "
            "more time, or continue with state and resume=True"
        )
    return _result(found, estimator)


def _result(found, estimator):
    best = _options.train_params(found["chosen"])
    if estimator.class_weight is not None:
        best["class_weight"] = estimator.class_weight
    if estimator.time_budget is not None:
        best["time_budget"] = estimator.time_budget
    points = [
        TunePoint(point["atoms"], point["kappa"], point["error"], point["errors"])
        for point in found["points"]
    ]
    best_estimator = clone(estimator).set_params(**{"n_atoms": None, "kappa": None, **best})
    return TuneResult(points, best, best_estimator, found["complete"], found["seconds"])
