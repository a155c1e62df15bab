# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of codes with their certificates."""
from copy import deepcopy
from typing import Optional, get_type_hints

import numpy as np
from scipy.sparse import csr_matrix


class _Certificates:
    """What the result of every coding has as attributes."""

    objective: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    gap: np.ndarray
    n_iter: np.ndarray
    converged: np.ndarray
    device: str


class _LassoCertificates(_Certificates):
    level: Optional[np.ndarray]


class _CertifiedCodes(np.ndarray):
    """Codes as an array, with certificates as attributes.

    The certificates belong to the whole result: copies and pickles keep them, results of arithmetic
    and indexing are plain arrays, and other views (``.T``) have no certificates.
    """

    __array_priority__ = -1.0  # of an array and codes an array is made

    def __new__(cls, codes, **certificates):
        self = np.asarray(codes).view(cls)
        vars(self).update(certificates)
        return self

    @property
    def codes(self):
        """The same numbers as a plain array."""
        return self.view(np.ndarray)

    def __getattr__(self, name):
        if name in get_type_hints(type(self)):
            raise AttributeError(
                f"this array was made from {type(self).__name__} and has no '{name}'; expected the "
                "result of the coding itself"
            )
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __getitem__(self, key):
        return self.codes[key]

    def __array_wrap__(self, array, context=None, return_scalar=False):
        plain = np.asarray(array)
        return plain[()] if plain.ndim == 0 else plain

    def __reduce__(self):
        return _restored, (type(self), self.codes, vars(self))

    def copy(self, order="C"):
        """A copy of the codes, with the same certificates."""
        return _restored(type(self), self.codes.copy(order), vars(self))

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return _restored(type(self), self.codes.copy(), deepcopy(vars(self), memo))


def _restored(cls, codes, certificates):
    return cls(codes, **certificates)


class SparseCodes(_LassoCertificates, _CertifiedCodes):
    """Lasso codes, an array of shape (n_samples, n_atoms), and their certificates.

    Use it like any array: ``codes.shape``, ``codes @ dictionary``, ``np.asarray(codes)``,
    ``codes[codes > 0]``. The results are plain arrays; the attributes below belong to the original
    codes, row by row.

    Attributes
    ----------
    codes : ndarray of shape (n_samples, n_atoms)
        The same numbers as a plain array.
    objective : ndarray of shape (n_samples,)
        ``||x - codes @ dictionary||^2 + kappa * ||codes||_1``.
    lower, upper : ndarray of shape (n_samples,)
        The optimum lies in ``[lower, upper]``, rounding errors included.
    gap : ndarray of shape (n_samples,)
        ``upper - lower``.
    n_iter : ndarray of shape (n_samples,)
    converged : ndarray of shape (n_samples,)
        True where the duality gap, as computed, is at most ``tol * objective``.
    device : str
        What ran: 'cpu', or a GPU; where a GPU was asked for and did not serve, why.
    level : ndarray of shape (n_samples,) or None
        Of codes with few non-zeros (``max_nonzeros`` or ``solver='omp'``). No atom has a larger
        ``abs(2 * atom @ residual)``; with 'path' it is also the kappa of objective and bounds.
    """


class CsrCodes(_LassoCertificates, csr_matrix):
    """Lasso codes of a large dictionary, a scipy matrix of shape (n_samples, n_atoms).

    Use it like any ``scipy.sparse.csr_matrix``: ``codes @ dictionary``, ``codes[3]``,
    ``scipy.sparse.save_npz("codes.npz", codes)``. The attributes below, as of
    :class:`SparseCodes`, belong to the result of the coding; what is computed from it has none.

    Attributes
    ----------
    objective, lower, upper, gap, n_iter, converged : ndarray of shape (n_samples,)
    device : str
    level : ndarray of shape (n_samples,) or None
    """

    @classmethod
    def of(cls, entries, shape, certificates):
        """From the data, indices and starts of the rows."""
        self = cls(entries, shape=shape)
        vars(self).update(certificates)
        return self


class SupervisedCodes(_Certificates, _CertifiedCodes):
    """Codes under class hypotheses, an array of shape (n_samples, n_hypotheses, n_atoms).

    Use it like any array, as :class:`SparseCodes`: ``codes @ dictionary`` are the reconstructions
    under each hypothesis. The attributes are the certificates; their second axis is the hypothesis.

    Attributes
    ----------
    codes : ndarray of shape (n_samples, n_hypotheses, n_atoms)
        The same numbers as a plain array.
    objective : ndarray of shape (n_samples, n_hypotheses)
        The cost of the signal under the hypothesis. The cheapest class wins.
    lower, upper : ndarray of shape (n_samples, n_hypotheses)
        The least cost lies in ``[lower, upper]``, rounding errors included.
    gap : ndarray of shape (n_samples, n_hypotheses)
        ``upper - lower``.
    posterior : ndarray of shape (n_samples, n_hypotheses, n_classes)
        Softmax of the decision functions at the code.
    n_iter : ndarray of shape (n_samples, n_hypotheses)
    converged : ndarray of shape (n_samples, n_hypotheses)
    label : ndarray of shape (n_samples,)
        The hypothesis of least cost, as a class number of the model.
    certified : ndarray of shape (n_samples,)
        True where no other hypothesis can be cheaper within the bounds: the label is that of the
        exact optimum.
    device : str
        What ran, as for :class:`SparseCodes`.
    """

    posterior: np.ndarray
    label: np.ndarray
    certified: np.ndarray
