# SPDX-License-Identifier: BSD-3-Clause
"""
Signals that are not images: measurements
==========================================

A signal is any list of numbers. Here it is a list of measurements of a cell sample (thirty numbers,
two classes) or of a wine (thirteen numbers, three classes), both from scikit-learn. Their units
differ, so the classifier scales every feature by itself (``scaling="auto"`` does that for signals
that are not images), and appends a constant that preserves the length of a signal.
"""
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import supdict

rivals = {
    "SDL-D": supdict.SupervisedDictionaryClassifier(n_atoms=12, max_iter=200, random_state=0),
    "nearest neighbour": make_pipeline(StandardScaler(), KNeighborsClassifier(1)),
    "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
}
folds = StratifiedKFold(5, shuffle=True, random_state=0)
for load in (load_breast_cancer, load_wine):
    X, y = load(return_X_y=True)
    print(load.__name__, X.shape)
    for name, rival in rivals.items():
        scores = cross_val_score(rival, X, y, cv=folds)
        print(f"    {name:20} {100 * (1 - scores.mean()):5.2f} % wrong")

# %%
# For small tables of well-chosen features like these two, logistic regression is hard to beat. A
# dictionary pays off where signals are longer and sums of parts, as in the next example.
#
# The preprocessing is part of the model:
data = load_wine()
classifier = supdict.SupervisedDictionaryClassifier(
    n_atoms=8, strategy="multiclass", max_iter=200, random_state=0
).fit(data.data, data.target)
print(classifier.preprocessing_)

# %%
# An atom is a pattern of measurements that occur together. The three that weigh most in the
# decision:
part = classifier.parts_[0]
strongest = np.argsort(-np.ptp(part.weights, axis=0))[:3]
figure, ax = plt.subplots(figsize=(8, 4.6), constrained_layout=True)
places = np.arange(data.data.shape[1])
for shift, atom in zip((-0.25, 0, 0.25), strongest):
    ax.barh(places + shift, part.dictionary[atom, : len(places)], height=0.25, label=f"atom {atom}")
ax.set_yticks(places, data.feature_names)
ax.axvline(0, color="black", linewidth=0.8)
ax.legend()
plt.show()

# %%
figure, ax = plt.subplots(figsize=(7, 2.4), constrained_layout=True)
supdict.plot.weights(classifier, ax=ax)
plt.show()
