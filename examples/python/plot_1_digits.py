# SPDX-License-Identifier: BSD-3-Clause
"""
Handwritten digits: three ways to learn a dictionary
====================================================

The 1797 digits of scikit-learn, 8 x 8 pixels, ten classes. The same classifier is learned in the
three ways of the paper: a dictionary for reconstruction with a logistic regression on top (REC),
dictionary and classifier together as a generative model (SDL-G), and together as a discriminative
model (SDL-D).
"""
import matplotlib.pyplot as plt
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import supdict

digits = load_digits()
X_train, X_test, y_train, y_test = train_test_split(
    digits.data, digits.target, test_size=0.5, stratify=digits.target, random_state=0
)
print(f"{len(X_train)} training digits, {len(X_test)} test digits")

# %%
# One dictionary for all ten classes (``strategy="multiclass"``) is quick to learn and easy to look
# at. ``image_shape`` says that signals are images: values are then scaled together, not one by one.
classifiers = {}
for method in ("rec", "sdl-g", "sdl-d"):
    classifier = supdict.SupervisedDictionaryClassifier(
        n_atoms=32, method=method, strategy="multiclass", max_iter=300, image_shape=(8, 8),
        n_jobs=2, random_state=0,
    )
    classifiers[method] = classifier.fit(X_train, y_train)
    print(f"{method:6} {100 * (1 - classifier.score(X_test, y_test)):5.2f} % wrong")

# %%
# What is learned
# ---------------
# Atoms of REC reconstruct digits. SDL-D starts from the same atoms and changes them so that they
# separate the classes.
figure, axes = plt.subplots(1, 2, figsize=(8, 4.2), constrained_layout=True)
for ax, method in zip(axes, ("rec", "sdl-d")):
    supdict.plot.atoms(classifiers[method], ax=ax)
    ax.set_title(f"{method}: 32 atoms")
plt.show()

# %%
# How it was learned
# ------------------
# The weight mu moves training from the generative to the discriminative objective, and the error
# on the training digits falls with it.
best = classifiers["sdl-d"]
figure, axes = plt.subplots(1, 2, figsize=(8, 3), constrained_layout=True)
supdict.plot.curves(best, "mu", ax=axes[0])
supdict.plot.curves(best, "train_error", ax=axes[1])
plt.show()

# %%
# Its errors
# ----------
figure, ax = plt.subplots(figsize=(5, 5), constrained_layout=True)
supdict.plot.confusion_matrix(best, X_test, y_test, ax=ax)
plt.show()

# %%
# Parameters that were not given were chosen from the data:
for name in ("kappa", "lambda2", "mu", "batch_size"):
    print(f"{name:10} {best.options_[name]:.4g}")
print(f"lambda0    {best.parts_[0].lambda0:.4g}")
