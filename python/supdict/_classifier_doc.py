# SPDX-License-Identifier: BSD-3-Clause
"""The docstring of SupervisedDictionaryClassifier."""

CLASSIFIER_DOC = """Classifier that learns dictionaries and decision functions together.

    A signal gets the class under which it costs least to write it as a sparse sum of atoms (Mairal,
    Bach, Ponce, Sapiro, Zisserman, "Supervised Dictionary Learning", 2008). Parameters that are
    None are chosen from the data; what was chosen is in ``options_``.

    Parameters
    ----------
    n_atoms : int, optional
        Atoms of a dictionary.
    kappa : float, optional
        Sparsity, ``lambda1 / lambda0``.
    method : {'sdl-d', 'sdl-g', 'rec'}, default='sdl-d'
        Joint and discriminative; joint and generative; or a reconstructive dictionary, then
        logistic regression.
    decision : {'linear', 'bilinear'}, default='linear'
        Decision functions: linear in the code, or in signal and code.
    strategy : {'pairwise', 'multiclass', 'one-vs-rest'}, default='pairwise'
        How several classes are told apart: a dictionary per pair of classes, one for all, or one
        per class.
    trainer : {'stochastic', 'alternating'}, default='stochastic'
        Mini-batches, or all codes and then a projected gradient, as in the paper.
    members : list of (int, float), optional
        Several (n_atoms, kappa) that are trained and vote together.
    lambda0 : float, optional
        Weight of the reconstruction.
    lambda2 : float, optional
        Weight of the squared norm of the decision functions.
    mu : float, optional
        End of the continuation, from 0 (generative) to 1 (discriminative).
    mu_ramp : float, default=0.3
        Share of the iterations over which mu grows from 0.
    validation_fraction : float, default=0.0
        Share of the signals held out to keep the best point of the path.
    init : {'reconstructive', 'gaussian'}, default='reconstructive'
        First dictionary.
    dictionary_epochs : float, optional
        Passes of reconstructive learning for the first dictionary.
    max_iter : int, optional
        Steps (stochastic) or rounds (alternating).
    batch_size : int, optional
        Signals per stochastic step.
    rate_dictionary, rate_theta : float, default=3e-3 and 5e-2
        First step lengths on the dictionary and on the decision functions.
    beta2 : float, default=0.95
        Memory of Adam's second moment.
    patience : int, optional
        Stop a part after this many path points without a better validation error.
    augment_shift : int, default=0
        Largest shift, in pixels, of training images; needs ``image_shape``.
    class_weight : dict or 'balanced', optional
        Weights of the classes in the training objective.
    vote : {'majority', 'probability'}, default='probability'
        How pairwise parts are combined. With 'majority', the default of the command, as in the
        paper, ``predict`` is faster, but the class of most votes is not always the most probable
        one, which scikit-learn expects.
    time_budget : float, optional
        Seconds after which training ends early.
    scaling : {'auto', 'none', 'range', 'standardise'}, default='auto'
        One affine map of all values to [0, 1], or every feature to mean 0 and variance 1. 'auto'
        takes the range for images. The preprocessing is part of the model.
    deskew : bool, default=False
        Shear each image until rows and columns of its ink are uncorrelated, which sets slanted
        writing upright. Needs ``image_shape``.
    remove_mean : bool, default=False
        Subtract the mean of each signal.
    unit_norm : bool, default=True
        Scale each signal to unit length.
    append_constant : float, optional
        Constant appended to a signal before ``unit_norm``, which keeps its length visible.
    image_shape : tuple of (int, int), optional
        Height and width, if signals are images.
    solver : {'path', 'cd', 'fista', 'fpc'}, default='path'
        Solver of the coding problems.
    tol : float, default=1e-4
        Relative duality gap of codes while training.
    coding_max_iter : int, default=20000
        Most iterations per coding problem.
    predict_tol : float, default=1e-6
        Relative duality gap of codes after training.
    checkpoint : path-like, optional
        Folder for the state of the run, so that it can go on after a stop.
    resume : bool, default=False
        Go on from ``checkpoint``; the result is the same as without the stop.
    log : path-like, optional
        File for one JSON line per point of the learning curves.
    n_jobs : int, optional
        Threads, as joblib counts them: None is 1 outside of a joblib context, -1 every core. The
        result does not depend on it.
    random_state : int, RandomState or None, default=None
        An integer is the seed, the same as ``--seed`` of the command; else one is drawn.
    callback : callable, optional
        Called with a :class:`supdict.Progress` in the thread that called fit. Training stops when
        it returns False.
    verbose : int, default=0
        Above 0, lines about the progress go to standard error.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    parts_ : list of SupervisedDictionary
        Dictionary and decision functions of every part.
    components_ : ndarray of shape (n_codes, n_features)
        The atoms of all parts; preprocessed signals may have one feature more.
    options_ : dict
        Every option of the library with the value that was used.
    preprocessing_ : str
        The preprocessing in words.
    n_iter_ : int
        Most iterations of a part.
    n_features_in_ : int
        Features of a signal.
    feature_names_in_ : ndarray of str
        Their names, if X had any.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from supdict import SupervisedDictionaryClassifier
    >>> X, y = load_digits(n_class=3, return_X_y=True)
    >>> classifier = SupervisedDictionaryClassifier(n_atoms=16, max_iter=200, random_state=0)
    >>> bool(classifier.fit(X[:400], y[:400]).score(X[400:], y[400:]) > 0.95)
    True
    """
