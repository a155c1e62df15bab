# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of dictionaries and classifiers, with matplotlib. Every function returns axes."""
import math

import matplotlib.pyplot as plt
import numpy as np
from sklearn.metrics import ConfusionMatrixDisplay
from sklearn.utils.validation import check_is_fitted

__all__ = ["atoms", "confusion_matrix", "curves", "weights"]


def _image_shape(n_features, shape):
    """The shape given, or the square that n_features (perhaps and a constant) fill."""
    if shape is not None:
        return shape
    side = math.isqrt(n_features)
    if side * side != n_features:
        raise ValueError(
            f"{n_features} features are no square image; expected shape=(height, width)"
        )
    return side, side


def _shape_of(estimator, shape):
    if shape is None:
        shape = getattr(estimator, "image_shape", None)
    return _image_shape(estimator.n_features_in_, shape)


def _mosaic(rows, shape, columns):
    """Images side by side, each scaled to [-1, 1], with a gap of one pixel."""
    height, width = shape
    if rows.shape[1] < height * width:
        raise ValueError(f"shape is {shape}; expected at most {rows.shape[1]} pixels")
    columns = math.ceil(math.sqrt(len(rows))) if columns is None else columns
    lines = math.ceil(len(rows) / columns)
    canvas = np.full((lines * (height + 1) - 1, columns * (width + 1) - 1), np.nan)
    for i, row in enumerate(rows):
        # What is appended to preprocessed signals is no pixel.
        image = row[: height * width].reshape(height, width)
        top, left = (i // columns) * (height + 1), (i % columns) * (width + 1)
        canvas[top : top + height, left : left + width] = image / (np.abs(image).max() or 1)
    return canvas


def atoms(estimator, part=0, *, shape=None, columns=None, ax=None, cmap="gray"):
    """Atoms as images.

    Parameters
    ----------
    estimator : SupervisedDictionaryClassifier or DictionaryLearner
        Fitted.
    part : int, default=0
        Which of ``parts_`` of a classifier.
    shape : tuple of (int, int), optional
        Height and width; None means ``image_shape`` of the estimator, or a square.
    columns : int, optional
        Atoms in a row.
    ax : matplotlib.axes.Axes, optional
    cmap : str, default='gray'

    Returns
    -------
    matplotlib.axes.Axes
    """
    check_is_fitted(estimator)
    shape = _shape_of(estimator, shape)
    has_parts = hasattr(estimator, "parts_")
    rows = estimator.parts_[part].dictionary if has_parts else estimator.components_
    ax = plt.gca() if ax is None else ax
    ax.imshow(_mosaic(rows, shape, columns), cmap=cmap, vmin=-1, vmax=1)
    ax.set_axis_off()
    ax.set_title(f"{len(rows)} atoms" + (f" of {_part_name(estimator, part)}" if has_parts else ""))
    return ax


def _part_name(classifier, part):
    numbers = classifier.parts_[part].classes
    names = ["rest" if number < 0 else str(classifier.classes_[number]) for number in numbers]
    return " vs ".join(names) if len(names) < 4 else f"{len(names)} classes"


def weights(classifier, part=0, *, ax=None, cmap="RdBu_r"):
    """Weights of the linear decision functions: classes against atoms.

    For a bilinear decision, the length of the weights of each atom.

    Parameters
    ----------
    classifier : SupervisedDictionaryClassifier
        Fitted.
    part : int, default=0
        Which of ``parts_``.
    ax : matplotlib.axes.Axes, optional
    cmap : str, default='RdBu_r'

    Returns
    -------
    matplotlib.axes.Axes
    """
    check_is_fitted(classifier)
    model = classifier.parts_[part]
    linear = model.decision == "linear"
    values = model.weights if linear else np.linalg.norm(model.weights, axis=2)
    limit = float(np.abs(values).max()) or 1.0
    ax = plt.gca() if ax is None else ax
    image = ax.imshow(values, cmap=cmap, vmin=-limit, vmax=limit, aspect="auto")
    ax.figure.colorbar(image, ax=ax)
    names = ["rest" if number < 0 else str(classifier.classes_[number]) for number in model.classes]
    ax.set_yticks(range(len(names)), names)
    ax.set_xlabel("atom")
    ax.set_ylabel("class")
    ax.set_title(f"{'weights' if linear else 'length of weights'}, {_part_name(classifier, part)}")
    return ax


def curves(classifier, what="objective", *, ax=None):
    """Learning curves of all parts.

    Parameters
    ----------
    classifier : SupervisedDictionaryClassifier
        Fitted, or loaded from a file.
    what : str, default='objective'
        A field of :class:`supdict.PathPoint`: 'objective', 'train_error', 'validation_error',
        'mean_nonzeros', 'mu' or 'lambda0'.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes
    """
    check_is_fitted(classifier)
    ax = plt.gca() if ax is None else ax
    for number, part in enumerate(classifier._curves()):
        points = part["path"]
        values = [math.nan if point[what] is None else point[what] for point in points]
        ax.plot([point["iteration"] for point in points], values, marker=".",
                label=_part_name(classifier, number))
    ax.set_xlabel("iteration")
    ax.set_ylabel(what.replace("_", " "))
    if 0 < len(ax.lines) <= 10:
        ax.legend()
    return ax


def confusion_matrix(classifier, X, y, *, ax=None, normalize=None):
    """True against predicted classes.

    Parameters
    ----------
    classifier : SupervisedDictionaryClassifier
        Fitted.
    X : array-like of shape (n_samples, n_features)
    y : array-like of shape (n_samples,)
    ax : matplotlib.axes.Axes, optional
    normalize : {'true', 'pred', 'all'}, optional
        As in scikit-learn.

    Returns
    -------
    matplotlib.axes.Axes
    """
    display = ConfusionMatrixDisplay.from_estimator(classifier, X, y, ax=ax, normalize=normalize)
    return display.ax_
