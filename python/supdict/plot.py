# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of dictionaries and classifiers, with matplotlib. Every function returns axes."""
import math

import matplotlib.pyplot as plt
import numpy as np
from sklearn.metrics import ConfusionMatrixDisplay
from sklearn.utils.validation import check_is_fitted

from . import _notes

__all__ = ["atoms", "confusion_matrix", "curves", "weights"]


def _grid(count, columns):
    columns = math.ceil(math.sqrt(count)) if columns is None else columns
    return math.ceil(count / columns), columns


def _mosaic(rows, shape, columns):
    """Images side by side, each scaled to [-1, 1], with a gap of one pixel."""
    height, width = shape
    if rows.shape[1] < height * width:
        raise ValueError(f"shape is {shape}; expected at most {rows.shape[1]} pixels")
    lines, columns = _grid(len(rows), columns)
    canvas = np.full((lines * (height + 1) - 1, columns * (width + 1) - 1), np.nan)
    for i, row in enumerate(rows):
        # The constant appended to preprocessed signals is not a pixel.
        image = row[: height * width].reshape(height, width)
        top, left = (i // columns) * (height + 1), (i % columns) * (width + 1)
        canvas[top : top + height, left : left + width] = image / (np.abs(image).max() or 1)
    return canvas


def _draw_curves(ax, rows, columns):
    """Curves side by side, each scaled to [-1, 1], in cells of size 1."""
    _, columns = _grid(len(rows), columns)
    along = np.linspace(0.05, 0.95, rows.shape[1])
    for i, row in enumerate(rows):
        height = 0.45 * row / (np.abs(row).max() or 1)
        ax.plot(i % columns + along, height - i // columns, color="k", linewidth=0.8)


def atoms(estimator, part=0, *, shape=None, columns=None, ax=None, cmap="gray"):
    """Atoms as images, or as curves if signals are not images.

    Parameters
    ----------
    estimator : SupervisedDictionaryClassifier or DictionaryLearner
        Fitted.
    part : int, default=0
        Which of ``parts_`` of a classifier.
    shape : tuple of (int, int), optional
        Height and width of an image; None means ``image_shape`` of the estimator, if it has one.
    columns : int, optional
        Atoms in a row.
    ax : matplotlib.axes.Axes, optional
    cmap : str, default='gray'

    Returns
    -------
    matplotlib.axes.Axes
    """
    check_is_fitted(estimator)
    shape = getattr(estimator, "image_shape", None) if shape is None else shape
    has_parts = hasattr(estimator, "parts_")
    rows = estimator.parts_[part].dictionary if has_parts else estimator.components_
    ax = plt.gca() if ax is None else ax
    if shape is None:
        _draw_curves(ax, rows, columns)
    else:
        ax.imshow(_mosaic(rows, shape, columns), cmap=cmap, vmin=-1, vmax=1)
    ax.set_axis_off()
    ax.set_title(f"{len(rows)} atoms" + (f" of {_part_name(estimator, part)}" if has_parts else ""))
    return ax


def _class_names(classifier, part):
    numbers = classifier.parts_[part].classes
    return ["rest" if number < 0 else str(classifier.classes_[number]) for number in numbers]


def _part_name(classifier, part):
    names = _class_names(classifier, part)
    return " vs ".join(names) if len(names) < 4 else f"{len(names)} classes"


def weights(classifier, part=0, *, ax=None, cmap="RdBu_r"):
    """Weights of the linear decision functions: classes against atoms.

    For a bilinear decision, the norm of the weights of each atom.

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
    names = _class_names(classifier, part)
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
    for number, part in enumerate(_notes.curves(classifier._model)):
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
    """Confusion matrix: true and predicted classes.

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
