# SPDX-License-Identifier: BSD-3-Clause
"""
Spectra with atoms a chemist can read
=====================================

An infrared spectrum of coffee is a sum: the amount of each substance times what it absorbs. With codes
and atoms that are not negative, a classifier of two sorts learns the spectra of the substances, with
peaks that can be looked up, and says which of them speak for which sort. The spectra are made here from
the strongest bands of five substances: robusta has more caffeine, arabica more lipids, and amounts vary
much within a sort.
"""
import matplotlib.pyplot as plt
import numpy as np
from scipy.signal import find_peaks
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import normalize

import supdict

rng = np.random.RandomState(0)
wavenumbers = np.linspace(800, 1900, 276)
bands = {  # wavenumber, width, height
    "caffeine": [(1700, 9, 1), (1657, 10, 0.9), (1550, 9, 0.5), (1238, 8, 0.35), (975, 7, 0.25)],
    "chlorogenic acid": [(1690, 14, 0.5), (1600, 11, 0.6), (1520, 10, 0.6), (1285, 13, 0.8),
                         (1180, 11, 0.6), (815, 8, 0.4)],
    "lipids": [(1745, 9, 1), (1465, 9, 0.4), (1378, 8, 0.2), (1163, 13, 0.6)],
    "carbohydrates": [(1150, 13, 0.4), (1075, 22, 0.9), (1032, 20, 1), (890, 10, 0.25)],
    "water": [(1640, 40, 1)],
}


def spectrum(peaks):
    return sum(h * np.exp(-((wavenumbers - at) ** 2) / (2 * width**2)) for at, width, h in peaks)


substances = normalize([spectrum(peaks) for peaks in bands.values()])
usual = {"arabica": [0.5, 0.7, 1.6, 1.5, 0.8], "robusta": [1.5, 1.1, 0.5, 1.5, 0.8]}
y = np.repeat(list(usual), 150)
amounts = np.array([usual[sort] for sort in y]) * rng.lognormal(0, 0.5, (len(y), len(bands)))
X = amounts @ substances + 0.006 * rng.standard_normal((len(y), len(wavenumbers)))
X = np.maximum(X + 0.01 * rng.uniform(size=(len(y), 1)), 0)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, stratify=y, random_state=0)

# %%
# What all coffees have in common says nothing of the sort: in each channel, the lowest value of the
# training spectra is subtracted. That leaves no negative number, as subtracting the mean would, and
# peaks stay peaks. Lengths are amounts, so they are kept.
common = X_train.min(axis=0)
scale = np.sqrt(((X_train - common) ** 2).sum(axis=1).mean())
X_train, X_test = (np.maximum(part - common, 0) / scale for part in (X_train, X_test))

# %%
# With so small a ``kappa``, nearly nothing but the signs keeps the codes unique.
classifier = supdict.SupervisedDictionaryClassifier(
    n_atoms=6, kappa=0.001, nonnegative=True, method="sdl-d", strategy="multiclass", decision="linear",
    scaling="none", remove_mean=False, unit_norm=False, max_iter=500, lambda2=0.003, mu=0.8,
    dictionary_epochs=100, random_state=0,
).fit(X_train, y_train)
error = 100 * (1 - classifier.score(X_test, y_test))
atoms = normalize(classifier.components_)
likeness = (substances @ atoms.T).max(axis=1)
print(f"{error:.1f} % wrong")
for name, value in zip(bands, likeness):
    print(f"{name:17} cosine to the nearest atom {value:.3f}")

# %%
# Each atom with its highest peaks, over the true spectrum of the substance it is most like; beside it,
# what a unit of it says about the sort.
part = classifier.parts_[0]
votes = part.weights[1] - part.weights[0]
nearest = (atoms @ substances.T).argmax(axis=1)
figure, axes = plt.subplots(
    len(atoms), 2, figsize=(9, 8), constrained_layout=True, sharex="col", width_ratios=[5, 1]
)
for (ax, bar), j in zip(axes, np.argsort(nearest)):
    ax.fill_between(wavenumbers, substances[nearest[j]], color="0.85")
    ax.plot(wavenumbers, atoms[j], color="tab:red")
    peaks = find_peaks(atoms[j], height=0.2 * atoms[j].max(), prominence=0.1 * atoms[j].max())[0]
    for peak in peaks:
        ax.annotate(f"{wavenumbers[peak]:.0f}", (wavenumbers[peak], atoms[j, peak]), fontsize=7,
                    ha="center", va="bottom")
    ax.set_ylim(0, 1.25 * max(atoms[j].max(), substances[nearest[j]].max()))
    ax.set_yticks([])
    ax.set_title(f"like {list(bands)[nearest[j]]}", fontsize=9, loc="left")
    bar.barh(0, votes[j], color="tab:brown" if votes[j] > 0 else "tab:green")
    bar.axvline(0, color="black", linewidth=0.8)
    bar.set_yticks([])
axes[0, 0].invert_xaxis()  # as in every infrared spectrum
axes[-1, 0].set_xlabel("wavenumber, 1/cm (grey: true spectrum, red: atom)")
axes[-1, 1].set_xlabel("arabica <  > robusta")
limit = 1.1 * np.abs(votes).max()
axes[-1, 1].set_xlim(-limit, limit)
plt.show()
