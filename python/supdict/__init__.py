# SPDX-License-Identifier: BSD-3-Clause
"""Supervised dictionary learning, with estimators that follow scikit-learn.

A signal is written as a sparse sum of a few learned atoms, and its class is the one under which
that costs least. Dictionary and classifier are learned together (Mairal, Bach, Ponce, Sapiro,
Zisserman, 2008).
"""
from . import datasets
from ._classifier import SupervisedDictionaryClassifier
from ._coding import (
    CsrCodes,
    SparseCodes,
    SupervisedCodes,
    SupervisedDictionary,
    kappa_max,
    sparse_encode,
    supervised_encode,
)
from ._dictionary import DictionaryLearner
from ._progress import PathPoint, Progress, TuneProgress
from ._solvers import SolverInfo, solvers
from ._supdict import __version__, simd_level
from ._tune import TunePoint, TuneResult, tune

__all__ = [
    "CsrCodes",
    "DictionaryLearner",
    "PathPoint",
    "Progress",
    "SolverInfo",
    "SparseCodes",
    "SupervisedCodes",
    "SupervisedDictionary",
    "SupervisedDictionaryClassifier",
    "TunePoint",
    "TuneProgress",
    "TuneResult",
    "__version__",
    "datasets",
    "kappa_max",
    "plot",
    "simd_level",
    "solvers",
    "sparse_encode",
    "supervised_encode",
    "tune",
]


def __getattr__(name):
    # matplotlib is loaded when it is first used.
    if name == "plot":
        import importlib

        return importlib.import_module(".plot", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
