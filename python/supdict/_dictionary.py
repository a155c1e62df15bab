# SPDX-License-Identifier: BSD-3-Clause
"""Dictionaries learned for reconstruction."""
import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted

from . import _supdict
from ._arrays import FLOATS, aligned
from ._options import (
    CODING_NAMES,
    DICTIONARY_NAMES,
    collect,
    kappa_from,
    seed_from,
    workers_from,
    workers_of_fitted,
)
from ._pickles import LoadsEarlierPickles
from ._progress import fraction_listener
from ._warnings import warn_if_unfinished


KAPPA = 0.15


class DictionaryLearner(
    LoadsEarlierPickles, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator
):
    """Learns atoms whose sparse sums reconstruct the signals.

    Minimises over atoms in the unit ball and codes the sum of
    ``||x - code @ components_||^2 + kappa * ||code||_1`` over the signals, with other penalties of
    the codes and other atoms where asked. Signals are not preprocessed: centre or scale them before, if necessary.

    Parameters
    ----------
    n_atoms : int, default=64
        Atoms of the dictionary.
    kappa : float, default=0.15
        Weight of the l1 norm. scikit-learn's ``alpha`` is half of it.
    nonnegative : {'none', 'codes', 'atoms', 'codes,atoms'} or bool, default='none'
        What must not be negative; True means both.
    ridge : float, default=0.0
        Weight of ``||code||^2`` (elastic net).
    atom_weights : array-like of shape (n_atoms,), optional
        Positive weights of the atoms in the l1 norm; None: 1 for each.
    atoms_on : {'ball', 'sphere'}, default='ball'
        Where atoms are: in the unit ball, or on the unit sphere.
    sparse_atoms : float, default=0.0
        Learned atoms are sparse: ``||atom||^2 + sparse_atoms * ||atom||_1 <= 1``; 0 is the unit
        ball.
    fixed_atoms : array-like of shape (n_fixed, n_features), optional
        Atoms that are not learned, the first rows of ``components_``.
    alpha : float, optional
        scikit-learn's name for ``kappa / 2``, in the place of ``kappa``.
    positive_code, positive_dict : bool, default=False
        scikit-learn's names for ``nonnegative='codes'`` and ``'atoms'``.
    learning : {'online', 'batch'}, default='online'
        One update per mini-batch, or one per pass over all signals.
    init : {'samples', 'gaussian'}, default='samples'
        Initial atoms: random signals or Gaussian noise.
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
        Threads, as in joblib. The result does not depend on it.
    device : str, default='cpu'
        Where signals are coded: 'cpu'; a GPU, 'cuda' or 'cuda:NUMBER'; or 'auto', a GPU where there
        is one and the work is worth it. What a GPU does not serve runs on the CPU.
    random_state : int, RandomState or None, default=None
        An integer is the seed; otherwise a seed is drawn.
    callback : callable, optional
        Called with the finished share of the work. Learning stops when it returns False.
    verbose : int, default=0
        Above 0, progress messages go to standard error.

    Attributes
    ----------
    components_ : ndarray of shape (n_atoms, n_features)
        The atoms.
    objective_ : list of float
        Mean objective of each epoch, as seen while learning.
    n_iter_ : int
        Epochs started.
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
        kappa=KAPPA,
        *,
        nonnegative="none",
        ridge=0.0,
        atom_weights=None,
        atoms_on="ball",
        sparse_atoms=0.0,
        fixed_atoms=None,
        alpha=None,
        positive_code=False,
        positive_dict=False,
        learning="online",
        init="samples",
        batch_size=256,
        epochs=4,
        forgetting=3,
        solver="path",
        tol=1e-6,
        coding_max_iter=20000,
        n_jobs=None,
        device="cpu",
        random_state=None,
        callback=None,
        verbose=0,
    ):
        self.n_atoms = n_atoms
        self.kappa = kappa
        self.nonnegative = nonnegative
        self.ridge = ridge
        self.atom_weights = atom_weights
        self.atoms_on = atoms_on
        self.sparse_atoms = sparse_atoms
        self.fixed_atoms = fixed_atoms
        self.alpha = alpha
        self.positive_code = positive_code
        self.positive_dict = positive_dict
        self.learning = learning
        self.init = init
        self.batch_size = batch_size
        self.epochs = epochs
        self.forgetting = forgetting
        self.solver = solver
        self.tol = tol
        self.coding_max_iter = coding_max_iter
        self.n_jobs = n_jobs
        self.device = device
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
            Accepted for use in pipelines.

        Returns
        -------
        DictionaryLearner
            The estimator itself.
        """
        X = self._signals(X, reset=True)
        self._seed = seed_from(self.random_state)
        state, self.objective_, error = _supdict.learn_dictionary(
            X,
            self._learning_options(self._seed),
            self._coding_options(),
            workers_from(self.n_jobs, self.device),
            fraction_listener(type(self).__name__, self.callback, self.verbose),
        )
        self.__dict__.update(_learned(state), n_iter_=len(self.objective_))
        if error is not None:
            raise error
        return self

    def partial_fit(self, X, y=None):
        """Update the atoms with one batch of signals.

        The first call starts a dictionary from the batch; after ``fit`` it continues from there.
        Ctrl-C ends it within a moment; the estimator is then as it was before the call.

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
            beginning = {"_seed": seed_from(self.random_state), "objective_": [], "n_iter_": 1}
            state = _supdict.start_dictionary(X, self._learning_options(beginning["_seed"]))
        else:
            beginning = {"_seed": self._seed}
            X = X.astype(self.components_.dtype, copy=False)
            state = self._state
        state = _supdict.update_dictionary(
            state,
            X,
            self._learning_options(beginning["_seed"]),
            self._coding_options(),
            self._workers(),
        )
        # One statement, because Ctrl-C may come between any two.
        self.__dict__.update(beginning, **_learned(state))
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
            self._kappa(),
            None,
            None,
            self._coding_options(),
            collect("penalty", self._params(), {}),
            self._workers(),
            False,
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

    def _learning_options(self, seed):
        options = collect("dictionary", self._params(), DICTIONARY_NAMES)
        return {**options, "seed": seed}

    def _coding_options(self):
        return collect("coding", self._params(), CODING_NAMES)

    def _kappa(self):
        if self.alpha is None:
            return self.kappa
        # Its default is no choice of the user that alpha could contradict.
        return kappa_from(None if self.kappa == KAPPA else self.kappa, self.alpha)

    def _params(self):
        """The parameters, with scikit-learn's names for some of them translated."""
        params = self.get_params(deep=False)
        params["kappa"] = self._kappa()
        both = {"codes": self.positive_code, "atoms": self.positive_dict}
        asked = [name for name, wanted in both.items() if wanted]
        if asked:
            params["nonnegative"] = _joined(params["nonnegative"], asked)
        return params

    def _workers(self):
        # Estimators of earlier versions have no device.
        return workers_of_fitted(self.n_jobs, self.device)

    @property
    def _n_features_out(self):
        return len(self.components_)

    def _more_tags(self):
        return {"preserves_dtype": FLOATS}


def _joined(nonnegative, asked):
    """What must not be negative by either spelling."""
    if nonnegative is True:
        return True
    words = nonnegative.split(",") if isinstance(nonnegative, str) else nonnegative or []
    return {*words, *asked} - {"none"}


def _learned(state):
    """The attributes that come with a state of the learner."""
    return {
        "_state": state,
        "components_": state["dictionary"],
        "n_updates_": state["n_updates"],
        "n_replaced_": state["n_replaced"],
    }
