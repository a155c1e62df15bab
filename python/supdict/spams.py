# SPDX-License-Identifier: BSD-3-Clause
"""The functions of SPAMS that supdict can compute, under the names and conventions of SPAMS.

    import supdict.spams as spams

runs programs that were written for it, as far as the table in docs/python.md goes. Signals and
atoms are columns; codes are ``scipy.sparse.csc_matrix``. SPAMS halves the squared error, so its
``lambda1`` is ``kappa / 2`` and its ``lambda2`` is ``ridge``. What is not served raises
NotImplementedError and names what to use instead. Unlike SPAMS, every code is optimal: ``lasso``
and ``lassoWeighted`` warn where one is not. All of it is deterministic but learning for a time.
"""
from ._spams_absent import INSTEAD, absent
from ._spams_archetypes import archetypalAnalysis, decompSimplex
from ._spams_coding import cd, lasso, lassoMask, lassoWeighted
from ._spams_columns import L1COEFFS, L2ERROR, L2ERROR2, PENALTY, PENALTY2, SPARSITY
from ._spams_learning import nmf, nnsc, trainDL, trainDL_Memory
from ._spams_linalg import (
    calcAAt,
    calcXAt,
    calcXtY,
    calcXY,
    calcXYt,
    displayPatches,
    im2col_sliding,
    invSym,
    mult,
    normalize,
    sort,
)
from ._spams_pursuit import omp, ompMask

__all__ = [
    "L1COEFFS", "L2ERROR", "L2ERROR2", "PENALTY", "PENALTY2", "SPARSITY", "archetypalAnalysis",
    "calcAAt", "calcXAt", "calcXY", "calcXYt", "calcXtY", "cd", "decompSimplex", "displayPatches",
    "im2col_sliding", "invSym", "lasso", "lassoMask", "lassoWeighted", "mult", "nmf", "nnsc",
    "normalize", "omp", "ompMask", "sort", "trainDL", "trainDL_Memory",
]


def __getattr__(name):
    if name in INSTEAD:
        return absent(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
