# SPDX-License-Identifier: BSD-3-Clause
"""The docstring of SupervisedDictionaryClassifier."""

CLASSIFIER_DOC = """Classifier that learns dictionaries and decision functions together.

    A signal gets the class under which its cost as a sparse sum of atoms is smallest (Mairal,
    Bach, Ponce, Sapiro, Zisserman, "Supervised Dictionary Learning", 2008). Parameters that are
    None are chosen from the data; the chosen values are in ``options_``.

    Parameters
    ----------
    n_atoms : int, optional
        Atoms of a dictionary.
    kappa : float, optional
        Sparsity, ``lambda1 / lambda0``.
    method : {'auto', 'sdl-d', 'sdl-g', 'rec'}, default='auto'
        Joint and discriminative; joint and generative; or a reconstructive dictionary, then
        logistic regression. 'auto' is sdl-d, or rec where signals are few.
    decision : {'auto', 'linear', 'bilinear'}, default='auto'
        Decision functions: linear in the code, or in signal and code.
    strategy : {'auto', 'pairwise', 'multiclass', 'one-vs-rest'}, default='auto'
        One dictionary per pair of classes, one for all classes, or one per class.
    trainer : {'stochastic', 'alternating'}, default='stochastic'
        Mini-batches, or alternately all codes and a projected gradient step, as in the paper.
    members : list of (int, float), optional
        Several (n_atoms, kappa): one model is trained for each, and they vote. A member may say more
        of itself, (n_atoms, kappa, decision, init, lambda2).
    nonnegative : {'none', 'codes', 'atoms', 'codes,atoms'} or bool, default='none'
        What must not be negative; True means both. Preprocessing that subtracts means makes
        negative signals.
    ridge : float, default=0.0
        Weight of ``||code||^2`` relative to that of the reconstruction (elastic net).
    atom_weights : array-like of shape (n_atoms,), optional
        Positive weights of the atoms in the l1 norm; None: 1 for each.
    atoms_on : {'ball', 'sphere'}, default='ball'
        Where atoms are: in the unit ball, or on the unit sphere.
    sparse_atoms : float, default=0.0
        Learned atoms are sparse: ``||atom||^2 + sparse_atoms * ||atom||_1 <= 1``; 0 is the unit
        ball.
    fixed_atoms : array-like of shape (n_fixed, n_features), optional
        Atoms that are not learned, the first of each dictionary, as long as a
        preprocessed signal.
    lambda0 : float, optional
        Weight of the reconstruction.
    lambda2 : float, optional
        Weight of the squared norm of the decision functions.
    mu : float, optional
        Final value of the continuation, from 0 (generative) to 1 (discriminative).
    mu_ramp : float, default=0.3
        Share of the iterations over which mu grows from 0.
    validation_fraction : float, default=0.0
        Share of the signals held out to choose the best point of the training path.
    init : {'reconstructive', 'gaussian', 'signals'}, default='reconstructive'
        Initial dictionary: learned, noise, or training signals.
    first_theta : {'auto', 'zero', 'logistic'}, default='auto'
        Initial decision functions: zero, or logistic regression on the first codes.
    dictionary_epochs : float, optional
        Passes of reconstructive learning for the initial dictionary.
    effort : {'quick', 'standard', 'record'}, default='standard'
        Work that ``max_iter``, ``batch_size`` and ``n_atoms`` ask for where they are None.
    max_iter : int, optional
        Steps (stochastic) or rounds (alternating).
    batch_size : int, optional
        Signals per stochastic step.
    rate_dictionary, rate_theta : float, default=3e-3 and 5e-2
        Initial step lengths for the dictionary and for the decision functions.
    beta2 : float, default=0.95
        Memory of Adam's second moment.
    patience : int, optional
        Stop a part after this many path points without a better validation error.
    augment : dict or str, optional
        Deformations of training signals, drawn anew each time one is used:
        ``{"shift": 1, "rotate": 10, "scale": 0.15, "shear": 0.2, "elastic": 1}`` or
        ``"shift:1,rotate:10,..."``. For images shift, rotate, scale, shear, elastic and mirror; for
        other signals shift, stretch, warp, amplitude and noise. Steps are taken on the CPU.
    augment_shift : int, default=0
        Largest shift, in whole pixels, of training images; needs ``image_shape``.
    class_weight : dict or 'balanced', optional
        Weights of the classes in the training objective.
    vote : {'majority', 'probability'}, default='majority'
        How pairwise parts are combined: one vote each, as in the paper, or the sum of their
        probabilities. With 'majority' labels can be certified, and ``predict`` is faster.
    calibrate : bool, default=True
        Calibrate the probabilities by short training runs without some of the signals. Takes about
        a tenth of the time; labels do not depend on it.
    time_budget : float, optional
        Seconds after which training ends early.
    scaling : {'auto', 'none', 'range', 'standardise'}, default='auto'
        One affine map of all values to [0, 1], or every feature to mean 0 and variance 1. 'auto'
        uses the range for images. The preprocessing is part of the model.
    deskew : bool, default=False
        Shear each image until rows and columns of its ink are uncorrelated, which makes slanted
        writing upright. Needs ``image_shape``.
    remove_mean : bool, default=False
        Subtract the mean of each signal.
    unit_norm : bool, default=True
        Scale each signal to unit length.
    append_constant : float, optional
        Constant appended to a signal before ``unit_norm``, which preserves its length.
    image_shape : tuple of (int, int), optional
        Height and width, if signals are images.
    pad : str or tuple of (int, int), default='auto'
        Size of images with a margin of background; 'none' or, as much as ``augment`` needs, 'auto'.
    solver : {'path', 'cd', 'fista', 'fpc'}, default='path'
        Solver of the coding problems.
    tol : float, default=1e-4
        Relative duality gap of codes while training.
    coding_max_iter : int, default=20000
        Most iterations per coding problem.
    predict_tol : float, default=1e-6
        Relative duality gap of codes after training.
    checkpoint : path-like, optional
        Folder for the state of the run, so that it can be resumed after a stop.
    resume : bool, default=False
        Resume from ``checkpoint``, which must exist; the result is the same as without the stop.
    log : path-like, optional
        File for one JSON line per point of the learning curves.
    n_jobs : int, optional
        Threads, as in joblib: None is 1 outside of a joblib context, -1 every core. The
        result does not depend on it.
    device : str, default='cpu'
        What trains and codes: 'cpu'; a GPU, 'cuda' or 'cuda:NUMBER'; or 'auto', a GPU where there
        is one and the work is worth it. What a GPU does not serve runs on the CPU, and
        ``device_`` says so. Where a fitted estimator finds no such GPU, the CPU predicts
        and a warning says so.
    random_state : int, RandomState or None, default=None
        An integer is the seed, the same as ``--seed`` of the command; otherwise a seed is drawn.
    callback : callable, optional
        Called with a :class:`supdict.Progress` in the thread that called fit. Training stops when
        it returns False.
    verbose : int, default=0
        Above 0, progress messages go to standard error.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    device_ : str
        What took the steps of ``fit``: 'cpu', or a GPU; where a GPU was asked for and did not, why.
    parts_ : list of SupervisedDictionary
        Dictionary and decision functions of every part.
    calibration_ : ndarray of shape (n_members,)
        Factors of the costs in probabilities; 1 if they were not calibrated.
    components_ : ndarray of shape (n_codes, n_features)
        The atoms of all parts; preprocessed signals may have one feature more.
    options_ : dict
        Every option of the library with the value that was used.
    preprocessing_ : str
        Description of the preprocessing.
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
