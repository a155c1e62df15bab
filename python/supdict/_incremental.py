# SPDX-License-Identifier: BSD-3-Clause
"""partial_fit of the classifier: incremental training."""
import numpy as np

from . import _labels, _options, _supdict
from ._arrays import FLOATS, aligned


class IncrementalMixin:
    """Adds partial_fit to a classifier that keeps its model in ``_model``."""

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Continue training with one pass over more signals.

        The first call starts a classifier: preprocessing and initial dictionaries come from its
        signals, so these should be many and of all classes. After ``fit``, ``load`` or unpickling
        it continues from there, with shorter steps. max_iter, mu_ramp, validation_fraction,
        patience and time_budget have no effect; mu is 1 for method='sdl-d' unless given.

        Ctrl-C ends it within a moment; the estimator is then as it was before the call.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        classes : array-like of shape (n_classes,), optional
            All labels that will ever occur; required in the first call.
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        SupervisedDictionaryClassifier
            The estimator itself.
        """
        first = not self.__sklearn_is_fitted__()
        classes = self._classes_of_partial_fit(classes, first)
        X, y = self._validate_data(X, y, dtype=FLOATS, order="C", reset=first)
        X = aligned(X) if first else self._in_own_precision(X)
        y = _positions(y, classes)
        weights = self._weights(X, classes, y, sample_weight)
        learner = self._learner_in_step() or self._new_learner(X, y, classes, first)
        model = learner.update(X, y, weights)
        # One statement, because Ctrl-C may come between any two.
        self.__dict__.update(
            self._learned(model, classes),
            _learner=learner,
            _learner_updates=learner.n_updates,
            n_iter_=1 if first else self.n_iter_ + 1,
        )
        return self

    def _learner_in_step(self):
        """The learner of earlier calls, unless Ctrl-C came before the estimator had its update."""
        learner = getattr(self, "_learner", None)
        if learner is not None and learner.n_updates == self._learner_updates:
            return learner
        return None

    def _classes_of_partial_fit(self, classes, first):
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit")
        if first:
            return np.unique(classes)
        if classes is not None and not np.array_equal(np.unique(classes), np.unique(self.classes_)):
            raise ValueError(f"classes={classes!r} are not those of earlier calls: {self.classes_}")
        return self.classes_

    def _new_learner(self, X, y, classes, first):
        single = X.dtype == np.float32
        make = _supdict.IncrementalFloat if single else _supdict.IncrementalDouble
        options = self._train_options()
        workers = self._workers()
        if first:
            return make(X, _labels.names_of(classes), y, options, workers)
        return make(self._model, options, workers)

    def __getstate__(self):
        """Without the learner, which owns threads; training can continue from the model."""
        state = super().__getstate__()
        return {name: value for name, value in state.items() if name != "_learner"}


def _positions(y, classes):
    place = {value: i for i, value in enumerate(classes.tolist())}
    unknown = [value for value in y.tolist() if value not in place]
    if unknown:
        raise ValueError(f"the label {unknown[0]!r} is not one of the classes {classes}")
    return np.array([place[value] for value in y.tolist()], dtype=np.intc)
