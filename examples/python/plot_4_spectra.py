# SPDX-License-Identifier: BSD-3-Clause
"""
Signals that are not images: spectra with a weak marker
========================================================

Spectra are sums of a few peaks: sparse by nature. scikit-learn's ``make_sparse_coded_signal`` draws
which substances a sample contains and how much of each; the script adds their spectra and noise. One
class also contains a little of a marker, hidden among the peaks of the others.
"""
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_sparse_coded_signal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import normalize

import supdict

rng = np.random.RandomState(0)
channels = np.linspace(0, 1, 100)


def substance(positions, width=0.012):
    """A spectrum of peaks at some positions, of unit length."""
    return normalize(sum(np.exp(-((channels - p) ** 2) / (2 * width**2)) for p in positions)[None])


substances = np.vstack([substance(rng.uniform(0.05, 0.95, size=3)) for _ in range(20)])
marker = substance([0.37, 0.66])

_, _, amounts = make_sparse_coded_signal(
    n_samples=1200, n_components=20, n_features=100, n_nonzero_coefs=4, random_state=0,
    data_transposed=False,
)
y = np.where(rng.uniform(size=1200) < 0.5, "marked", "plain")
X = np.abs(amounts) @ substances + 0.05 * rng.standard_normal((1200, 100))
X += 0.5 * (y == "marked")[:, None] * marker
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=0)

# %%
figure, ax = plt.subplots(figsize=(8, 2.8), constrained_layout=True)
for name in ("plain", "marked"):
    ax.plot(channels, X_train[y_train == name][0], label=name)
ax.plot(channels, 0.5 * marker[0], color="black", linewidth=0.8, label="the marker alone")
ax.set_xlabel("channel")
ax.legend()
plt.show()

# %%
# The amplitude of a peak matters, so signals keep their length: ``unit_norm=False`` and no scaling.
classifier = supdict.SupervisedDictionaryClassifier(
    n_atoms=32, kappa=0.15, max_iter=400, scaling="none", unit_norm=False, n_jobs=2, random_state=0
).fit(X_train, y_train)
for name, rival in {
    "SDL-D": classifier,
    "logistic regression": LogisticRegression(max_iter=1000).fit(X_train, y_train),
    "nearest neighbour": KNeighborsClassifier(1).fit(X_train, y_train),
}.items():
    print(f"{name:20} {100 * (1 - rival.score(X_test, y_test)):5.2f} % wrong")

# %%
# The atoms recover the substances without knowing them. How well the best atom matches each of the
# twenty spectra that were put in (1 is a perfect match):
atoms = normalize(classifier.components_)
match = np.abs(substances @ atoms.T).max(axis=1)
print("median match of a substance:", round(float(np.median(match)), 3))
print("match of the marker:        ", round(float(np.abs(marker @ atoms.T).max()), 3))

# %%
part = classifier.parts_[0]
contrast = np.abs(part.weights[1] - part.weights[0])
figure, axes = plt.subplots(2, 1, figsize=(8, 4), sharex=True, constrained_layout=True)
axes[0].plot(channels, part.dictionary[np.argmin(contrast)])
axes[0].set_title("the atom that decides least")
axes[1].plot(channels, part.dictionary[np.argmax(contrast)], label="atom")
axes[1].plot(channels, marker[0], color="black", linewidth=0.8, label="the marker")
axes[1].set_title("the atom that decides most")
axes[1].set_xlabel("channel")
axes[1].legend()
plt.show()
