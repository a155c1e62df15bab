# SPDX-License-Identifier: BSD-3-Clause
"""
Two stains in one image of tissue
=================================

Haematoxylin colours nuclei blue, eosin colours the rest pink, and a pixel shows both at once. By the
law of Beer and Lambert, light falls exponentially with the amount of stain on its way, so that
``-log(light)`` is a sum: amounts times the colours of the stains, neither of them negative. That is a
dictionary of two atoms. The image is made here, so that the truth is known; the colours put in are
those that Ruifrok and Johnston measured.
"""
import matplotlib.pyplot as plt
import numpy as np
from scipy.ndimage import gaussian_filter
from scipy.special import expit

import supdict

rng = np.random.RandomState(0)
height, width = 160, 220
haematoxylin = np.array([0.650, 0.704, 0.286])
eosin = np.array([0.072, 0.990, 0.105])
stains = np.vstack([v / np.linalg.norm(v) for v in (haematoxylin, eosin)])


def cloud(size):
    """Smooth noise between 0 and 1."""
    noise = gaussian_filter(rng.standard_normal((height, width)), size)
    return (noise - noise.min()) / np.ptp(noise)


# Tissue with fibres and some empty space; nuclei are ellipses with grainy chromatin.
row, column = np.mgrid[:height, :width]
tissue = np.clip(8 * (cloud(12) - 0.35), 0, 1)
pink = tissue * (0.35 + 0.5 * cloud((1, 6)) + 0.3 * cloud(4))
nuclei = np.zeros((height, width))
for _ in range(110):
    y, x, turn = rng.uniform(0, height), rng.uniform(0, width), rng.uniform(0, np.pi)
    long, short = rng.uniform(5, 7.5), rng.uniform(3, 5)
    along = (column - x) * np.cos(turn) + (row - y) * np.sin(turn)
    across = (row - y) * np.cos(turn) - (column - x) * np.sin(turn)
    inside = expit(8 * (1 - (along / long) ** 2 - (across / short) ** 2))
    nuclei = np.maximum(nuclei, rng.uniform(0.7, 1.3) * inside)
blue = nuclei * (tissue > 0.3) * (0.7 + 0.6 * cloud(1)) + 0.03 * tissue
pink *= 1 - 0.85 * np.minimum(nuclei, 1)
amounts = np.stack([blue, pink], axis=-1)

# %%
# What the camera sees: photons that are counted, in three channels of eight bits.
photons = rng.poisson(4000 * np.exp(-amounts @ stains))
image = np.clip(255 * photons / 4000, 0, 255).astype(np.uint8)

# %%
# The other way: the logarithm, and a dictionary of two atoms. ``kappa`` prefers pixels with one stain to
# mixtures, which is what makes the two colours unique.
absorbed = -np.log((image.reshape(-1, 3) + 0.5) / 255.5)
learner = supdict.DictionaryLearner(
    n_atoms=2, kappa=0.02, nonnegative=True, epochs=10, random_state=0
).fit(absorbed[absorbed.sum(axis=1) > 0.3])
atoms = learner.components_ / np.linalg.norm(learner.components_, axis=1, keepdims=True)
atoms = atoms[np.argsort(-atoms[:, 0])]  # haematoxylin absorbs red
angles = np.degrees(np.arccos(np.clip((atoms * stains).sum(axis=1), -1, 1)))
print(f"angle to the true colour: haematoxylin {angles[0]:.1f} degrees, eosin {angles[1]:.1f} degrees")

# %%
# The amount of each stain in each pixel, with hardly any penalty, and its error:
found = supdict.sparse_encode(absorbed, atoms, kappa=1e-3, nonnegative=True).codes
found = found.reshape(amounts.shape)
error = np.abs(found - amounts).mean() / amounts.mean()
print(f"mean error of the amounts: {100 * error:.1f} % of the mean amount")

# %%
# One stain alone is the image that the other has been washed out of:
figure, axes = plt.subplots(2, 3, figsize=(9, 4.6), constrained_layout=True)
axes[0, 0].imshow(image)
axes[0, 0].set_title("the image")
for stain, name in enumerate(("haematoxylin", "eosin")):
    alone = np.exp(-found[..., stain, None] * atoms[stain])
    axes[0, stain + 1].imshow(np.clip(alone, 0, 1))
    axes[0, stain + 1].set_title(f"{name} alone")
    axes[1, stain + 1].imshow(found[..., stain], cmap="magma", vmin=0, vmax=1.3)
    axes[1, stain + 1].set_title(f"amount of {name}")
shown = rng.permutation(len(absorbed))[:3000]
ax = axes[1, 0]
ax.scatter(absorbed[shown, 0], absorbed[shown, 1], s=2, c=image.reshape(-1, 3)[shown] / 255)
for atom, truth in zip(atoms, stains):
    ax.plot(*np.outer(truth[:2], [0, 2]), color="0.7", linewidth=4)
    ax.plot(*np.outer(atom[:2], [0, 2]), color="black", linewidth=1)
ax.set_xlim(0, 1.2)
ax.set_ylim(0, 1.6)
ax.set_title("absorbed red and green;\ngrey: true colours, black: atoms", fontsize=9)
for ax in [*axes[0], *axes[1, 1:]]:
    ax.set_axis_off()
plt.show()
