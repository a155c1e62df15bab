# SPDX-License-Identifier: BSD-3-Clause
"""
What is in a pixel: unmixing a hyperspectral scene
==================================================

A pixel seen from the air is larger than a tree or a roof, so that its spectrum is a mixture: the share
of each material times what it reflects. Spectra and shares are not negative. The scene is made here,
80 x 80 pixels of 90 bands from 0.4 to 2.4 micrometres, with the features that make materials
recognisable; the shares are known, so that the error of unmixing can be said.
"""
import matplotlib.pyplot as plt
import numpy as np
from scipy.ndimage import gaussian_filter
from scipy.optimize import linear_sum_assignment
from scipy.special import expit

import supdict

rng = np.random.RandomState(0)
bands = np.linspace(0.4, 2.4, 90)


def dip(at, width, depth):
    """Absorption around a wavelength."""
    return 1 - depth * np.exp(-((bands - at) ** 2) / (2 * width**2))


water_in_leaves = dip(1.45, 0.06, 0.6) * dip(1.94, 0.08, 0.75) * dip(2.4, 0.25, 0.5)
chlorophyll = 0.04 + 0.07 * np.exp(-((bands - 0.55) ** 2) / (2 * 0.03**2))
spectra = {
    "grass": chlorophyll + 0.48 * expit((bands - 0.715) / 0.015) * water_in_leaves,
    "soil": (0.06 + 0.36 * (1 - np.exp(-(bands - 0.35) / 0.7))) * dip(1.93, 0.05, 0.2),
    "water": 0.02 + 0.1 * np.exp(-((bands - 0.48) ** 2) / (2 * 0.09**2)),
    "roofs": (0.07 + 0.3 * expit((bands - 0.6) / 0.03)) * dip(0.87, 0.09, 0.3) * dip(2.2, 0.06, 0.5),
}
names, endmembers = list(spectra), np.vstack(list(spectra.values()))

# %%
# A map with a river, fields and houses. Blurring mixes them at the borders; the sun does not shine alike
# on every slope, and the camera has noise.
side = 80
row, column = np.mgrid[:side, :side]
land = np.zeros((side, side), int)
land[gaussian_filter(rng.standard_normal((side, side)), 7) > 0.01] = 1
land[np.abs(column - 40 - 14 * np.sin(row / 13)) < 5] = 2
for _ in range(26):
    y, x, tall, wide = (rng.randint(low, high) for low, high in ((0, 76), (0, 76), (5, 9), (5, 9)))
    block = land[y:y + tall, x:x + wide]
    block[block != 2] = 3
shares = np.stack([gaussian_filter((land == i).astype(float), 1.3) for i in range(4)], axis=-1)
light = 1 + 0.15 * gaussian_filter(rng.standard_normal((side, side, 1)), (9, 9, 0)) / 0.03
scene = (light * shares) @ endmembers + 0.004 * rng.standard_normal((side, side, len(bands)))
pixels = np.maximum(scene.reshape(-1, len(bands)), 0)

# %%
# Nothing is given but the number of materials. Pixels of unit length forget how much sun there was.
lengths = np.linalg.norm(pixels, axis=1, keepdims=True)
learner = supdict.DictionaryLearner(
    n_atoms=4, kappa=0.05, nonnegative=True, epochs=30, random_state=0
).fit(pixels / lengths)
atoms = learner.components_
unit = endmembers / np.linalg.norm(endmembers, axis=1, keepdims=True)
order = linear_sum_assignment(-unit @ atoms.T)[1]
atoms = atoms[order]
angles = np.degrees(np.arccos(np.clip((unit * atoms).sum(axis=1), -1, 1)))
for name, angle in zip(names, angles):
    print(f"{name:6} {angle:4.1f} degrees from its true spectrum")

# %%
# Codes are shares up to the brightness of each material, which the sum of all shares tells: it is 1.
codes = supdict.sparse_encode(pixels, atoms, kappa=1e-4, nonnegative=True).codes
brightness = np.linalg.lstsq(codes, np.ones(len(codes)), rcond=None)[0]
found = codes * brightness
found = (found / found.sum(axis=1, keepdims=True)).reshape(shares.shape)
error = np.abs(found - shares).mean()
print(f"mean error of a share: {100 * error:.1f} percentage points")

# %%
colours = np.array([[0.35, 0.65, 0.2], [0.75, 0.6, 0.4], [0.15, 0.35, 0.75], [0.75, 0.2, 0.15]])
figure, axes = plt.subplots(2, 4, figsize=(9, 4.6), constrained_layout=True)
at = [np.abs(bands - wavelength).argmin() for wavelength in (0.65, 0.55, 0.47)]
axes[0, 0].imshow(np.clip(scene[..., at] / 0.35, 0, 1) ** 0.7)
axes[0, 0].set_title("as the eye sees it")
axes[0, 1].imshow(shares @ colours)
axes[0, 1].set_title("true shares")
axes[0, 2].imshow(np.clip(found @ colours, 0, 1))
axes[0, 2].set_title("shares that were found")
axes[0, 3].imshow(np.abs(found - shares).sum(axis=-1) / 2, cmap="magma", vmin=0, vmax=1)
axes[0, 3].set_title("what is at the wrong place")
for ax in axes[0]:
    ax.set_axis_off()
for ax, name, atom, truth, colour in zip(axes[1], names, atoms, unit, colours):
    ax.plot(bands, truth, color="0.75", linewidth=4, label="true spectrum")
    ax.plot(bands, atom, color=colour, label="atom")
    ax.set_title(name)
    ax.set_xlabel("wavelength, um")
    ax.set_yticks([])
    ax.set_ylim(0)
axes[1, 0].legend(fontsize=7)
plt.show()
