# SPDX-License-Identifier: BSD-3-Clause
"""The classifier of the library as an estimator of scikit-learn."""
import os

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, ClassNamePrefixFeaturesOutMixin
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from . import _labels, _notes, _options, _supdict
from ._arrays import FLOATS, aligned
from ._classifier_doc import CLASSIFIER_DOC
from ._incremental import IncrementalMixin
from ._model_file import stored_dtype
from ._pickles import LoadsEarlierPickles
from ._predictions import PredictionsMixin
from ._progress import training_listener
from ._warnings import warn_convergence


class SupervisedDictionaryClassifier(
    LoadsEarlierPickles,
    IncrementalMixin,
    PredictionsMixin,
    ClassNamePrefixFeaturesOutMixin,
    ClassifierMixin,
    BaseEstimator,
):
    __doc__ = CLASSIFIER_DOC

    def __init__(
        self,
        n_atoms=None,
        kappa=None,
        *,
        method="auto",
        decision="auto",
        strategy="auto",
        trainer="stochastic",
        members=None,
        nonnegative="none",
        ridge=0.0,
        atom_weights=None,
        atoms_on="ball",
        sparse_atoms=0.0,
        fixed_atoms=None,
        lambda0=None,
        lambda2=None,
        mu=None,
        mu_ramp=0.3,
        validation_fraction=0.0,
        init="reconstructive",
        first_theta="auto",
        dictionary_epochs=None,
        effort="standard",
        max_iter=None,
        batch_size=None,
        rate_dictionary=3e-3,
        rate_theta=5e-2,
        beta2=0.95,
        patience=None,
        augment=None,
        augment_shift=0,
        class_weight=None,
        vote="majority",
        calibrate=True,
        time_budget=None,
        scaling="auto",
        deskew=False,
        remove_mean=False,
        unit_norm=True,
        append_constant=None,
        image_shape=None,
        pad="auto",
        solver="path",
        tol=1e-4,
        coding_max_iter=20000,
        predict_tol=1e-6,
        checkpoint=None,
        resume=False,
        log=None,
        n_jobs=None,
        device="cpu",
        random_state=None,
        callback=None,
        verbose=0,
    ):
        self.n_atoms = n_atoms
        self.kappa = kappa
        self.method = method
        self.decision = decision
        self.strategy = strategy
        self.trainer = trainer
        self.members = members
        self.nonnegative = nonnegative
        self.ridge = ridge
        self.atom_weights = atom_weights
        self.atoms_on = atoms_on
        self.sparse_atoms = sparse_atoms
        self.fixed_atoms = fixed_atoms
        self.lambda0 = lambda0
        self.lambda2 = lambda2
        self.mu = mu
        self.mu_ramp = mu_ramp
        self.validation_fraction = validation_fraction
        self.init = init
        self.first_theta = first_theta
        self.dictionary_epochs = dictionary_epochs
        self.effort = effort
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.rate_dictionary = rate_dictionary
        self.rate_theta = rate_theta
        self.beta2 = beta2
        self.patience = patience
        self.augment = augment
        self.augment_shift = augment_shift
        self.class_weight = class_weight
        self.vote = vote
        self.calibrate = calibrate
        self.time_budget = time_budget
        self.scaling = scaling
        self.deskew = deskew
        self.remove_mean = remove_mean
        self.unit_norm = unit_norm
        self.append_constant = append_constant
        self.image_shape = image_shape
        self.pad = pad
        self.solver = solver
        self.tol = tol
        self.coding_max_iter = coding_max_iter
        self.predict_tol = predict_tol
        self.checkpoint = checkpoint
        self.resume = resume
        self.log = log
        self.n_jobs = n_jobs
        self.device = device
        self.random_state = random_state
        self.callback = callback
        self.verbose = verbose

    def fit(self, X, y, sample_weight=None):
        """Learn dictionaries and decision functions together.

        Ctrl-C stops it and leaves the estimator fitted with what has been learned; parts whose
        training has not started then get a quick approximate model. With ``checkpoint`` a
        stopped fit can be resumed.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            float32 stays float32; a C-ordered array of floats is not copied.
        y : array-like of shape (n_samples,)
            Labels of at least two classes.
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the signals in the training objective.

        Returns
        -------
        SupervisedDictionaryClassifier
            The estimator itself.
        """
        X, y = self._validate_data(X, y, dtype=FLOATS, order="C", ensure_min_samples=2)
        X = aligned(X)
        check_classification_targets(y)
        for earlier in ("_model", "_learner"):
            self.__dict__.pop(earlier, None)
        classes, y = np.unique(y, return_inverse=True)
        names = _labels.names_of(classes)
        model, summary, error = _supdict.train(
            X,
            _labels.training_names(names),
            y.astype(np.intc),
            self._train_options(),
            self._weights(X, classes, y, sample_weight),
            _options.workers_from(self.n_jobs, self.device),
            training_listener(type(self).__name__, self.callback, self.verbose),
            os.fspath(self.log or ""),
            os.fspath(self.checkpoint or ""),
            bool(self.resume),
        )
        model.class_names = names
        self._adopt(model, classes)
        self.n_iter_ = max(1, summary["n_iter"])
        self.device_ = summary["device"]
        if error is not None:
            raise error
        self._warn_about(summary)
        return self

    def save(self, path):
        """Write the model to a safetensors file, which the command ``supdict`` reads too.

        float64 models are written as float64; the command computes with float32.

        Parameters
        ----------
        path : str or path-like
        """
        check_is_fitted(self)
        self._model.save(os.fspath(path))

    @classmethod
    def load(cls, path, dtype=None):
        """Read a model written by :meth:`save` or by the command.

        Labels come back as integers if all of them are integers, as numbers if all are numbers,
        else as text.

        Parameters
        ----------
        path : str or path-like
        dtype : dtype, optional
            numpy.float32 or numpy.float64, for computing; None: as in the file.

        Returns
        -------
        SupervisedDictionaryClassifier
            Fitted, with the parameters the model was trained with.
        """
        path = os.fspath(path)
        dtype = np.dtype(stored_dtype(path) if dtype is None else dtype)
        if dtype not in FLOATS:
            raise ValueError(f"dtype is {dtype}; expected float32 or float64")
        single = dtype == np.float32
        model = (_supdict.ClassifierFloat if single else _supdict.ClassifierDouble).load(path)
        estimator = cls(**_options.train_params(_notes.note(model, "options")))
        estimator.n_features_in_ = model.n_features
        estimator._adopt(model, _labels.classes_from(model.class_names))
        curves = [part["path"] for part in _notes.curves(model)]
        estimator.n_iter_ = max([1, *(path[-1]["iteration"] for path in curves if path)])
        return estimator

    def __sklearn_is_fitted__(self):
        return "_model" in self.__dict__

    def _adopt(self, model, classes):
        self.__dict__.update(self._learned(model, classes))

    @staticmethod
    def _learned(model, classes):
        """The attributes that come with a model."""
        return {
            "_model": model,
            "classes_": classes,
            "options_": _notes.note(model, "options"),
            "preprocessing_": model.preprocessing["description"],
        }

    def _weights(self, X, classes, y, sample_weight):
        """One weight per signal, or None."""
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        if isinstance(self.class_weight, dict):
            of_class = compute_sample_weight(self.class_weight, classes[y])
            sample_weight = of_class if sample_weight is None else of_class * sample_weight
        return sample_weight

    def _train_options(self):
        seed = _options.seed_from(self.random_state)
        return _options.train_options(self.get_params(deep=False), seed)

    def _warn_about(self, summary):
        for warning in summary["warnings"]:
            warn_convergence(warning)
        if summary["status"] == "time budget":
            warn_convergence(
                f"time_budget={self.time_budget} ended the training early: the classifier is less "
                "accurate than it could be; give it more time, more threads or a smaller max_iter"
            )

    def _workers(self):
        return _options.workers_of_fitted(self.n_jobs, self.device)

    def _more_tags(self):
        return {
            "preserves_dtype": FLOATS,
            "_xfail_checks": {
                # A separate test has the other half of this check, weights of one.
                "check_sample_weights_invariance": (
                    "random choices depend on the number and order of the signals, so a signal of "
                    "weight 0 is not the same as no signal"
                ),
            },
        }
