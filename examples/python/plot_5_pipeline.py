# SPDX-License-Identifier: BSD-3-Clause
"""
Pipelines and grid search
=========================

The estimators follow scikit-learn's interface, so its tools work with them: a
:class:`~supdict.DictionaryLearner` as a step of a pipeline, ``GridSearchCV`` over the classifier, and
the search of the paper, :func:`supdict.tune`.
"""
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer

import supdict

X, y = load_digits(n_class=4, return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)

# %%
# Codes as features
# -----------------
# Scale, learn a dictionary without labels, classify the codes:
pipeline = make_pipeline(
    Normalizer(),
    supdict.DictionaryLearner(random_state=0),
    LogisticRegression(C=100, max_iter=2000),
)
search = GridSearchCV(
    pipeline,
    {"dictionarylearner__n_atoms": [16, 32, 64], "dictionarylearner__kappa": [0.05, 0.15]},
    cv=3,
)
search.fit(X_train, y_train)
print(search.best_params_)
print(f"test error {100 * (1 - search.score(X_test, y_test)):.2f} %")

# %%
# Searching for the supervised classifier
# ---------------------------------------
# ``lambda2`` and ``mu`` are chosen again in every fit unless they are given, which takes most of
# the time of a small fit. Threads go either to the search (``GridSearchCV(n_jobs=...)``) or to
# the classifier (its own ``n_jobs``), not to both.
classifier = supdict.SupervisedDictionaryClassifier(
    strategy="multiclass", lambda2=0.003, mu=1.0, max_iter=100, image_shape=(8, 8), random_state=0
)
grid = {"n_atoms": [8, 16, 24], "kappa": [0.1, 0.15, 0.2]}
search = GridSearchCV(classifier, grid, cv=3, n_jobs=2)
search.fit(X_train, y_train)
print(search.best_params_)
print(f"test error {100 * (1 - search.score(X_test, y_test)):.2f} %")

# %%
# The mean error over the folds at every point of the grid:
errors = 100 * (1 - search.cv_results_["mean_test_score"])
table = np.empty((len(grid["n_atoms"]), len(grid["kappa"])))
for params, error in zip(search.cv_results_["params"], errors):
    table[grid["n_atoms"].index(params["n_atoms"]), grid["kappa"].index(params["kappa"])] = error
figure, ax = plt.subplots(figsize=(5, 3), constrained_layout=True)
picture = ax.imshow(table, cmap="viridis_r")
ax.set_xticks(range(len(grid["kappa"])), grid["kappa"])
ax.set_yticks(range(len(grid["n_atoms"])), grid["n_atoms"])
ax.set_xlabel("kappa")
ax.set_ylabel("n_atoms")
figure.colorbar(picture, label="error, %")
plt.show()

# %%
# The search of the paper
# -----------------------
# :func:`supdict.tune` keeps the best few points of the grid, which then vote together.
found = supdict.tune(
    X_train, y_train, classifier, grid_atoms=[16, 24], grid_kappa=[0.1, 0.15], folds=3, keep=2
)
for point in found.points:
    print(f"{point.n_atoms} atoms, kappa {point.kappa}: {100 * point.error:.2f} %")
voters = found.best_estimator.fit(X_train, y_train)
print("members:", found.best_params["members"])
print(f"test error of their vote {100 * (1 - voters.score(X_test, y_test)):.2f} %")
