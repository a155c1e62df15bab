# SPDX-License-Identifier: BSD-3-Clause
"""What a fitted classifier says of signals, and what it consists of."""
import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.validation import check_is_fitted

from . import _options, _supdict
from ._arrays import FLOATS, aligned
from ._coding import SupervisedDictionary
from ._warnings import warn_if_unfinished


# A TransformerMixin, because set_output() wraps only the transform() of a class that is one.
class PredictionsMixin(TransformerMixin):
    """Adds predictions and codes to a classifier that keeps its model in ``_model``."""

    def predict(self, X):
        """Labels of signals.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        X = self._signals(X)
        label, summary = self._model.label(X, self._coding_options(), self._workers())
        warn_if_unfinished(summary, "coding_max_iter")
        return self.classes_[label]

    def predict_proba(self, X):
        """Probabilities of the classes; each row sums to 1.

        Costs are multiplied by ``calibration_`` before they become probabilities, and those of
        pairs are coupled. The most probable class is that of :meth:`predict`.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        return self._classify(X)["probabilities"]

    def decision_function(self, X):
        """Scores of the classes; the largest wins.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            With two classes, positive numbers mean ``classes_[1]``.
        """
        found = self._classify(X)
        if len(self.classes_) > 2:
            return found["scores"]
        # One-vs-rest scores of two classes come from two parts: only probabilities are comparable.
        scores = found["probabilities" if self._model.strategy == "one-vs-rest" else "scores"]
        return scores[:, 1] - scores[:, 0]

    def certified(self, X):
        """Whether the label of each signal is proven to be that of the exact optimum.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of bool of shape (n_samples,)
            Never True for method='rec', whose labels do not come from costs, nor for
            strategy='pairwise' with vote='probability', where sums of probabilities decide.
        """
        return self._classify(X)["certified"]

    def transform(self, X):
        """Sparse codes of signals under the dictionaries of all parts, side by side.

        Lasso codes with the kappa of the model, after its preprocessing, as the command
        ``supdict encode`` writes them.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_codes)
            A column per row of ``components_``.
        """
        X = self._validated(X)
        codes, summary = self._model.encode(
            self._in_own_precision(X), self._coding_options(), self._workers()
        )
        warn_if_unfinished(summary, "coding_max_iter")
        return codes.astype(X.dtype, copy=False)

    def preprocess(self, X):
        """Signals as the dictionaries see them: scaled, perhaps with a constant appended.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_features) or (n_samples, n_features + 1)
        """
        X = self._signals(X)
        return self._model.preprocess(X)

    @property
    def parts_(self):
        """list of SupervisedDictionary: the parts, member after member."""
        check_is_fitted(self)
        return [
            SupervisedDictionary(
                dictionary=part["dictionary"],
                weights=part["weights"],
                bias=part["bias"],
                lambda0=part["lambda0"],
                lambda1=part["lambda1"],
                nonnegative=part["nonnegative"],
                ridge=part["ridge"],
                atom_weights=tuple(part["atom_weights"]) or None,
                classes=tuple(part["classes"]),
                member=part["member"],
            )
            for part in self._model.parts()
        ]

    @property
    def calibration_(self):
        """ndarray of shape (n_members,): factors of the costs in probabilities."""
        check_is_fitted(self)
        return np.array(self._model.calibration)

    @property
    def components_(self):
        """ndarray of shape (n_codes, n_features): the atoms of all parts, one per row.

        They belong to preprocessed signals, which may have one feature more.
        """
        if not self.__sklearn_is_fitted__():
            raise AttributeError("components_ exists only after fit")
        return np.concatenate([part["dictionary"] for part in self._model.parts()])

    def _validated(self, X):
        check_is_fitted(self)
        return self._validate_data(X, dtype=FLOATS, order="C", reset=False)

    def _in_own_precision(self, X):
        single = isinstance(self._model, _supdict.ClassifierFloat)
        return aligned(X.astype(np.float32 if single else np.float64, copy=False))

    def _signals(self, X):
        return self._in_own_precision(self._validated(X))

    def _classify(self, X):
        X = self._signals(X)
        found = self._model.classify(X, self._coding_options(), self._workers())
        warn_if_unfinished(found["summary"], "coding_max_iter")
        return found

    def _coding_options(self):
        params = {**self.get_params(deep=False), "tol": self.predict_tol}
        return _options.collect("coding", params, _options.CODING_NAMES)

    @property
    def _n_features_out(self):
        return sum(len(part["dictionary"]) for part in self._model.parts())
