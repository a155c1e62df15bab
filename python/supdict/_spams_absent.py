# SPDX-License-Identifier: BSD-3-Clause
"""The functions of SPAMS that supdict has not, and what does their work."""
from ._spams_columns import refuse

_LINEAR_MODELS = (
    "lasso, lassoWeighted and nnsc of this module for the l1 norm, or sklearn.linear_model "
    "(ElasticNet, MultiTaskLasso, LogisticRegression)"
)
_PROXIMAL = "numpy: the l1 norm is np.sign(U) * np.maximum(np.abs(U) - lambda1, 0)"
_GROUPS = "the l1 norm: groups, trees and graphs of variables are not served"

INSTEAD = {
    "bayer": "numpy slices of the image",
    "conjGrad": "scipy.sparse.linalg.cg(A, b)",
    "fistaFlat": _LINEAR_MODELS,
    "fistaGraph": _GROUPS,
    "fistaTree": _GROUPS,
    "graphOfGroupStruct": _GROUPS,
    "groupStructOfString": _GROUPS,
    "l1L2BCD": "sklearn.linear_model.MultiTaskLasso for each group of signals",
    "proximalFlat": _PROXIMAL,
    "proximalGraph": _GROUPS,
    "proximalTree": _GROUPS,
    "readGroupStruct": _GROUPS,
    "simpleGroupTree": _GROUPS,
    "somp": "omp of this module, which chooses the atoms of each signal by itself",
    "sparseProject": "lasso(U, numpy.eye(len(U)), lambda1=thrs, mode=0) for the l1 ball",
    "structTrainDL": "trainDL for the l1 norm and, with lambda2, the elastic net",
    "treeOfGroupStruct": _GROUPS,
}


def absent(name):
    """A function that says what to use instead."""

    def call(*args, **kwargs):
        refuse(True, name, INSTEAD[name])

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"Not served; use {INSTEAD[name]}."
    return call
