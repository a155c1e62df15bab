# SPDX-License-Identifier: BSD-3-Clause
"""
Certified predictions
=====================

A code is the solution of an optimisation problem, found up to some accuracy. Its duality gap says
how far from the optimum it can be, and if the gaps of all classes allow only one cheapest class, the label
is proven to be that of the exact optimum, whatever the solver did.
"""
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import supdict

X, y = load_digits(n_class=4, return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
classifier = supdict.SupervisedDictionaryClassifier(
    n_atoms=24, strategy="multiclass", max_iter=200, image_shape=(8, 8), n_jobs=2, random_state=0
).fit(X_train, y_train)
certified = classifier.certified(X_test)
print(f"{certified.sum()} of {len(certified)} labels are certified, "
      f"{100 * (1 - classifier.score(X_test, y_test)):.2f} % are wrong")

# %%
# A certificate is about arithmetic, not about truth: it says that this model prefers this label, not
# that the label is right.
#
# One signal, all classes
# -----------------------
# ``parts_`` holds what was learned. :func:`supdict.supervised_encode` codes a signal under the
# hypothesis of each class. The cost of a class lies between ``lower`` and ``upper``.
part = classifier.parts_[0]
signals = classifier.preprocess(X_test)
for tol in (1.0, 1e-2, 1e-6):
    codes = supdict.supervised_encode(signals[:1], part, tol=tol, solver="cd")
    print(f"tol = {tol:g}")
    for label, lower, upper in zip(classifier.classes_, codes.lower[0], codes.upper[0]):
        print(f"    class {label}: between {lower:8.5f} and {upper:8.5f}")
    print("    certified" if codes.certified[0] else "    not certified")

# %%
# How much accuracy does a proof need?
# ------------------------------------
# The looser the tolerance, the fewer labels are proven. Certified labels never change with a smaller
# tolerance.
exact = supdict.supervised_encode(signals, part, tol=1e-10, solver="cd")
tolerances = 10.0 ** np.arange(0, -8, -1)
share, iterations = [], []
for tol in tolerances:
    codes = supdict.supervised_encode(signals, part, tol=tol, solver="cd")
    assert np.array_equal(codes.label[codes.certified], exact.label[codes.certified])
    share.append(codes.certified.mean())
    iterations.append(codes.n_iter.mean())
    print(f"tol {tol:7.0e}: {100 * share[-1]:5.1f} % certified, {iterations[-1]:5.1f} passes, "
          f"{(codes.label != exact.label).sum()} labels differ from the exact ones")

# %%
figure, ax = plt.subplots(figsize=(7, 3), constrained_layout=True)
ax.semilogx(tolerances, 100 * np.array(share), marker="o")
ax.invert_xaxis()
ax.set_xlabel("tolerance (relative duality gap)")
ax.set_ylabel("certified labels, %")
plt.show()

# %%
# Lasso codes have the same bounds
# --------------------------------
codes = supdict.sparse_encode(signals, part.dictionary, kappa=part.lambda1 / part.lambda0)
print("largest relative gap:", f"{(codes.gap / codes.upper).max():.1e}")
