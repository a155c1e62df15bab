# SPDX-License-Identifier: BSD-3-Clause
"""Numerical outcomes become warnings that say the consequence and the cure."""
import warnings

from sklearn.exceptions import ConvergenceWarning


def warn_convergence(message, stacklevel=3):
    """A ConvergenceWarning that points at the line of the user."""
    warnings.warn(message, ConvergenceWarning, stacklevel=stacklevel)


def warn_if_unfinished(summary, option, stacklevel=4):
    """Codes that ran into the limit of iterations."""
    if not summary["usable"]:
        warn_convergence(
            f"{summary['message']}: these codes are not optimal, their gaps say by how much; "
            f"try a larger {option}, or the solver 'path'",
            stacklevel,
        )
