# SPDX-License-Identifier: BSD-3-Clause
"""Dictionaries learned for reconstruction."""
import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted

from . import _supdict
from ._arrays import FLOATS, aligned
from ._options import CODING_NAMES, DICTIONARY_NAMES, collect, seed_from, threads_from
from ._progress import fraction_listener
from ._warnings import warn_if_unfinished


class DictionaryLearner(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Learns atoms whose sparse sums reconstruct the signals.

    Minimises over atoms in the unit ball and codes the sum of
    ``||x - code @ components_||^2 + kappa * ||code||_1`` over the signals. Signals are taken as
    they are: centre or scale them before, if that is wanted.

    Parameters
    ----------
    n_atoms : int, default=64
        Atoms of the dictionary.
    kappa : float, default=0.15
        Weight of the l1 norm. scikit-learn's ``alpha`` is half of it.
    learning : {'online', 'batch'}, default='online'
        One update per mini-batch, or one per pass over all signals.
    init : {'samples', 'gaussian'}, default='samples'
        First atoms: random signals or Gaussian noise.
    batch_size : int, default=256
        Signals per update of the online method.
    epochs : float, default=4
        Passes over the signals.
    forgetting : float, default=3
        The sums of earlier batches are scaled by ``(1 - 1/t)**forgetting`` in update t.
    solver : {'path', 'cd', 'fista', 'fpc'}, default='path'
        Solver of the coding problems.
    tol : float, default=1e-6
        Coding stops when the duality gap is below ``tol * objective``.
    coding_max_iter : int, default=20000
        Most iterations per coding problem.
    n_jobs : int, optional
        Threads, as joblib counts them. The result does not depend on it.
    random_state : int, RandomState or None, default=None
        An integer is the seed; else one is drawn.
    callback : callable, optional
        Called with the share of the work that is done. Learning stops when it returns False.
    verbose : int, default=0
        Above 0, lines about the progress go to standard error.

    Attributes
    ----------
    components_ : ndarray of shape (n_atoms, n_features)
        The atoms.
    objective_ : list of float
        Mean objective of each epoch, as seen while learning.
    n_iter_ : int
        Epochs begun.
    n_updates_ : int
        Updates of the dictionary so far.
    n_replaced_ : int
        Dead atoms that were replaced by badly reconstructed signals.
    n_features_in_ : int
        Features of a signal.
    feature_names_in_ : ndarray of str
        Their names, if X had any.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from supdict import DictionaryLearner
    >>> X = load_digits().data / 16
    >>> learner = DictionaryLearner(n_atoms=32, random_state=0).fit(X)
    >>> learner.transform(X).shape
    (1797, 32)
    """

    def __init__(
        self,
        n_atoms=64,
        kappa=0.15,
        *,
        learning="online",
        init="samples",
        batch_size=256,
        epochs=4,
        forgetting=3,
        solver="path",
        tol=1e-6,
        coding_max_iter=20000,
        n_jobs=None,
        random_state=None,
        callback=None,
        verbose=0,
    ):
        self.n_atoms = n_atoms
        self.kappa = kappa
        self.learning = learning
        self.init = init
        self.batch_size = batch_size
        self.epochs = epochs
        self.forgetting = forgetting
        self.solver = solver
        self.tol = tol
        self.coding_max_iter = coding_max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.callback = callback
        self.verbose = verbose

    def fit(self, X, y=None):
        """Learn the atoms from X.

        Ctrl-C stops it; what has been learned by then is kept.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            float32 stays float32; a C-ordered array of floats is not copied.
        y : Ignored
            For the sake of pipelines.

        Returns
        -------
        DictionaryLearner
            The estimator itself.
        """
        X = self._signals(X, reset=True)
        self._seed = seed_from(self.random_state)
        state, self.objective_, error = _supdict.learn_dictionary(
            X,
            self._learning_options(),
            self._coding_options(),
            threads_from(self.n_jobs),
            fraction_listener(type(self).__name__, self.callback, self.verbose),
        )
        self.n_iter_ = len(self.objective_)
        self._adopt(state)
        if error is not None:
            raise error
        return self

    def partial_fit(self, X, y=None):
        """Update the atoms with one batch of signals.

        The first call starts a dictionary from the batch; after ``fit`` it goes on from there.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : Ignored

        Returns
        -------
        DictionaryLearner
            The estimator itself.
        """
        first = not hasattr(self, "_state")
        X = self._signals(X, reset=first)
        if first:
            self._seed = seed_from(self.random_state)
            self.objective_ = []
            self.n_iter_ = 1
            state = _supdict.start_dictionary(X, self._learning_options())
        else:
            X = X.astype(self.components_.dtype, copy=False)
            state = self._state
        self._adopt(
            _supdict.update_dictionary(
                state,
                X,
                self._learning_options(),
                self._coding_options(),
                threads_from(self.n_jobs),
            )
        )
        return self

    def transform(self, X):
        """Sparse codes of signals.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_atoms)
        """
        check_is_fitted(self)
        X = self._signals(X, reset=False)
        found = _supdict.lasso(
            X,
            np.asarray(self.components_, dtype=X.dtype),
            float(self.kappa),
            None,
            self._coding_options(),
            threads_from(self.n_jobs),
        )
        warn_if_unfinished(found["summary"], "coding_max_iter")
        return found["codes"][:, 0]

    def inverse_transform(self, X):
        """Signals from their codes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_atoms)

        Returns
        -------
        ndarray of shape (n_samples, n_features)
        """
        check_is_fitted(self)
        return check_array(X, dtype=FLOATS) @ self.components_

    def _signals(self, X, reset):
        return aligned(self._validate_data(X, dtype=FLOATS, order="C", reset=reset))

    def _learning_options(self):
        options = collect("dictionary", self.get_params(deep=False), DICTIONARY_NAMES)
        return {**options, "seed": self._seed}

    def _coding_options(self):
        return collect("coding", self.get_params(deep=False), CODING_NAMES)

    def _adopt(self, state):
        self._state = state
        self.components_ = state["dictionary"]
        self.n_updates_ = state["n_updates"]
        self.n_replaced_ = state["n_replaced"]

    @property
    def _n_features_out(self):
        return len(self.components_)

    def _more_tags(self):
        return {"preserves_dtype": FLOATS}
