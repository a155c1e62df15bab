# SPDX-License-Identifier: BSD-3-Clause
"""The sparse coding solvers and what they serve."""
from typing import List, NamedTuple

from . import _supdict


class SolverInfo(NamedTuple):
    """One value of ``solver`` and what it serves; anything else is refused before the work begins.

    Attributes
    ----------
    name : str
    summary : str
    class_terms : list of str
        ``"none"`` (:func:`sparse_encode`), ``"binary"`` (two classes), ``"softmax"`` (more).
    penalties : list of str
        The penalties on codes; anything but ``"l1"`` is asked for by name.
    penalties_without_gram, penalties_on_gpu : list of str
        Those of them served without the Gram matrix, and on a GPU; others are coded with the Gram
        matrix, on the CPU.
    precisions : list of str
        ``"float"`` is float32, ``"double"`` is float64.
    devices : list of str
    warm_starts : bool
        Whether it accepts ``init``.
    max_nonzeros : bool
        Whether the number of non-zeros may be limited.
    """

    name: str
    summary: str
    class_terms: List[str]
    penalties: List[str]
    penalties_without_gram: List[str]
    penalties_on_gpu: List[str]
    precisions: List[str]
    devices: List[str]
    warm_starts: bool
    max_nonzeros: bool


def solvers():
    """The sparse coding solvers, the default first.

    Returns
    -------
    list of SolverInfo

    Examples
    --------
    >>> [solver.name for solver in solvers()]
    ['path', 'cd', 'fista', 'fpc', 'omp']
    """
    return [SolverInfo(**row) for row in _supdict.solvers()]
