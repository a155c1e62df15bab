# SPDX-License-Identifier: BSD-3-Clause
"""
Reconstruction: removing noise from an image
============================================

A dictionary learned for reconstruction alone. Patches of a noisy picture are written as sparse sums
of atoms; noise has no sparse code and is left out. The atoms are learned from the noisy
picture itself.
"""
import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_sample_image
from sklearn.feature_extraction.image import extract_patches_2d, reconstruct_from_patches_2d

import supdict

picture = load_sample_image("china.jpg").mean(axis=2)[100:260, 200:420].astype(np.float32) / 255
noisy = picture + 0.1 * np.random.RandomState(0).standard_normal(picture.shape).astype(np.float32)


def quality(image):
    """Peak signal-to-noise ratio in decibel."""
    return -10 * np.log10(np.mean((image - picture) ** 2))


side = 8
patches = extract_patches_2d(noisy, (side, side)).reshape(-1, side * side)
means = patches.mean(axis=1, keepdims=True)
patches = patches - means

# %%
# ``kappa`` is the cost of using an atom: if it is too small, codes follow the noise; if it is too
# large, they lose the picture.
learner = supdict.DictionaryLearner(n_atoms=96, kappa=0.3, epochs=1, n_jobs=2, random_state=0)
codes = learner.fit(patches).transform(patches)
clean = learner.inverse_transform(codes) + means
clean = reconstruct_from_patches_2d(clean.reshape(-1, side, side), noisy.shape)
print(f"{len(patches)} patches, {np.count_nonzero(codes) / len(codes):.1f} atoms per patch")
print(f"noisy {quality(noisy):.1f} dB, clean {quality(clean):.1f} dB")

# %%
figure, axes = plt.subplots(1, 3, figsize=(9, 2.6), constrained_layout=True)
for ax, image, name in zip(axes, (picture, noisy, clean), ("original", "noisy", "clean")):
    ax.imshow(image, cmap="gray", vmin=0, vmax=1)
    ax.set_title(name)
    ax.set_axis_off()
plt.show()

# %%
figure, ax = plt.subplots(figsize=(5, 5), constrained_layout=True)
supdict.plot.atoms(learner, shape=(side, side), ax=ax)
plt.show()
