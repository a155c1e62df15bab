# SPDX-License-Identifier: BSD-3-Clause
"""
Digits as sums of their parts
=============================

Ink is added, never taken away. With codes and atoms that are not negative, an image is a sum of strokes,
and atoms are strokes; with signs, atoms correct one another, and one alone means little. Dictionary and
classifier are learned together, once with signs and once without.
"""
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import supdict

X, y = load_digits(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)


def learned(nonnegative):
    """A classifier of images whose background stays zero."""
    return supdict.SupervisedDictionaryClassifier(
        n_atoms=49, kappa=0.002, strategy="multiclass", scaling="none", remove_mean=False, lambda2=0.003,
        mu=1.0, max_iter=300, image_shape=(8, 8), nonnegative=nonnegative, random_state=0,
    ).fit(X_train, y_train)


classifiers = {"with signs": learned(False), "without": learned(True)}
errors, empty = {}, {}
for name, classifier in classifiers.items():
    ink = np.abs(classifier.components_)
    errors[name] = 100 * (1 - classifier.score(X_test, y_test))
    empty[name] = 100 * np.mean(ink < 0.05 * ink.max(axis=1, keepdims=True))
    print(f"{name:10} {errors[name]:.2f} % wrong, {empty[name]:.0f} % of the pixels of an atom are empty")

# %%
# All atoms: red adds ink, blue takes it away.
figure, axes = plt.subplots(1, 2, figsize=(8, 4), constrained_layout=True)
for ax, (name, classifier) in zip(axes, classifiers.items()):
    atoms = classifier.components_ / np.abs(classifier.components_).max(axis=1, keepdims=True)
    tiles = np.pad(atoms.reshape(7, 7, 8, 8), ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=np.nan)
    picture = ax.imshow(tiles.swapaxes(1, 2).reshape(70, 70), cmap="RdBu_r", vmin=-1, vmax=1)
    ax.set_title(f"atoms {name}")
    ax.set_axis_off()
plt.show()

# %%
# Some test digits, put together stroke by stroke from the seven largest coefficients of their codes.
parts = classifiers["without"]
chosen = [np.flatnonzero(y_test == digit)[1] for digit in (0, 2, 4, 5)]
signals, codes = parts.preprocess(X_test[chosen]), parts.transform(X_test[chosen])
figure, axes = plt.subplots(len(chosen), 9, figsize=(8, 3.6), constrained_layout=True)
for line, signal, code in zip(axes, signals, codes):
    largest = np.argsort(-code)[:7]
    strokes = code[largest, None] * parts.components_[largest]
    for ax, image in zip(line, [signal, *strokes, strokes.sum(axis=0)]):
        ax.imshow(image.reshape(8, 8), cmap="gray_r", vmin=0, vmax=signal.max())
        ax.set_axis_off()
for ax, title in zip(axes[0], ["digit", *("+",) * 7, "sum"]):
    ax.set_title(title)
plt.show()
