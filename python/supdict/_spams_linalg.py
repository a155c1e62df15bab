# SPDX-License-Identifier: BSD-3-Clause
"""Small helpers of SPAMS that programs call around coding and learning."""
import numpy as np
import scipy.sparse as sp

from ._spams_columns import refuse


def sort(X, mode=True):
    """A sorted copy of a vector; decreasing with ``mode=False``."""
    ordered = np.sort(X)
    return ordered if mode else ordered[::-1].copy()


def normalize(A):
    """A with columns of length 1; those of length 0 stay."""
    A = np.asarray(A)
    lengths = np.linalg.norm(A, axis=0)
    return np.asfortranarray(A / np.where(lengths > 0, lengths, 1))


def mult(X, Y, transX=False, transY=False):
    """The product of two matrices, each transposed where asked, column-major."""
    product = (X.T if transX else X) @ (Y.T if transY else Y)
    return np.asfortranarray(product.toarray() if sp.issparse(product) else product)


def calcXY(X, Y):
    """X Y."""
    return mult(X, Y)


def calcXYt(X, Y):
    """X Y'."""
    return mult(X, Y, transY=True)


def calcXtY(X, Y):
    """X' Y."""
    return mult(X, Y, transX=True)


def calcAAt(A):
    """A A'."""
    return mult(A, A, transY=True)


def calcXAt(X, A):
    """X A'."""
    return mult(X, A, transY=True)


def invSym(A):
    """The inverse of a symmetric matrix."""
    return np.asfortranarray(np.linalg.inv(A))


def im2col_sliding(A, m, n, RGB=False):
    """All patches of m x n pixels of an image as columns, each column by column."""
    refuse(RGB, "RGB=True", "im2col_sliding of each channel, and numpy.vstack")
    windows = np.lib.stride_tricks.sliding_window_view(A, (m, n))
    # Rows of the image vary fastest, in a patch and from patch to patch.
    return np.asfortranarray(windows.transpose(3, 2, 1, 0).reshape(m * n, -1))


def displayPatches(D):
    """The columns of D, square patches of 1 or 3 channels, as one picture with values in [0, 1].

    Returns
    -------
    ndarray of shape (height, width, n_channels)
    """
    D = np.asarray(D)
    channels = 1 if round(np.sqrt(len(D))) ** 2 == len(D) else 3
    side = round(np.sqrt(len(D) / channels))
    if side**2 * channels != len(D):
        raise ValueError(f"D has {len(D)} rows; expected a square number, or three times one")
    low, high = D.min(), D.max()
    grey = (D - low) / (high - low if high > low else 1)
    edge = int(np.ceil(np.sqrt(D.shape[1])))
    picture = np.zeros((edge * (side + 1) + 1, edge * (side + 1) + 1, channels))
    for at, patch in enumerate(grey.T):
        top, left = ((side + 1) * place + 1 for place in divmod(at, edge))
        picture[top:top + side, left:left + side] = patch.reshape((side, side, channels), order="F")
    return picture
