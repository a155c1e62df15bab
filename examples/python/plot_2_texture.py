# SPDX-License-Identifier: BSD-3-Clause
"""
Textures that no linear method separates
========================================

Patches of two generated textures, the ones ``supdict datasets fetch textures`` writes. A pixel has
the same mean in both classes, and a patch is as likely as its negative: weights on pixels are of no
use, and neither are weights on codes, whose signs flip with the patch. The bilinear decision function
(``decision="bilinear"``) multiplies signal and code, so the signs cancel. This is the texture
experiment of the paper with generated data.
"""
import matplotlib.pyplot as plt
import numpy as np
from sklearn.linear_model import LogisticRegression

import supdict

train = supdict.datasets.generated_textures(per_class=1500, patch_size=12, seed=1)
test = supdict.datasets.generated_textures(per_class=1000, patch_size=12, seed=2)
print(train.source)
print("patches:", train.X.shape, train.X.dtype, "classes:", np.unique(train.y))

# %%
figure, axes = plt.subplots(2, 8, figsize=(8, 2.4), constrained_layout=True)
for row, name in zip(axes, np.unique(train.y)):
    for ax, patch in zip(row, train.X[train.y == name]):
        ax.imshow(patch.reshape(train.image_shape), cmap="gray")
        ax.set_axis_off()
    row[0].set_title(f"class {name}", loc="left")
plt.show()

# %%
# Logistic regression on the pixels guesses:
pixels = LogisticRegression(max_iter=1000).fit(train.X, train.y)
print(f"pixels, linear          {100 * (1 - pixels.score(test.X, test.y)):5.2f} % wrong")

# %%
# The mean of a patch is its brightness, which says nothing about texture: ``remove_mean``.
classifiers = {}
for method, decision in [("rec", "linear"), ("rec", "bilinear"),
                         ("sdl-d", "linear"), ("sdl-d", "bilinear")]:
    classifier = supdict.SupervisedDictionaryClassifier(
        n_atoms=32, kappa=0.15, method=method, decision=decision, max_iter=600, remove_mean=True,
        image_shape=train.image_shape, n_jobs=2, random_state=0,
    )
    classifiers[method, decision] = classifier.fit(train.X, train.y)
    error = 1 - classifier.score(test.X, test.y)
    print(f"{method:6} {decision:16} {100 * error:5.2f} % wrong")

# %%
# The atoms of the joint model, and the length of the weights that the bilinear decision gives to
# each of them:
best = classifiers["sdl-d", "bilinear"]
figure, axes = plt.subplots(1, 2, figsize=(8, 3.6), constrained_layout=True)
supdict.plot.atoms(best, ax=axes[0])
supdict.plot.weights(best, ax=axes[1])
plt.show()
