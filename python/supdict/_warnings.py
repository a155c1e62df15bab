# SPDX-License-Identifier: BSD-3-Clause
"""Numerical outcomes become warnings that say the consequence and the cure."""
import sys
import warnings

from sklearn.exceptions import ConvergenceWarning


def _depth_of_user():
    """Frames from our caller to the first line that is neither ours nor of scikit-learn."""
    frame = sys._getframe(1)
    depth = 0
    while frame.f_back is not None and (
        frame.f_globals.get("__name__", "").partition(".")[0] in ("supdict", "sklearn")
    ):
        frame = frame.f_back
        depth += 1
    return depth


def warn_convergence(message):
    """A ConvergenceWarning that points at the line of the user."""
    warnings.warn(message, ConvergenceWarning, stacklevel=_depth_of_user() + 1)


def warn_if_unfinished(summary, option):
    """Codes that ran into the limit of iterations."""
    if not summary["usable"]:
        warn_convergence(
            f"{summary['message']}: these codes are not optimal, their gaps say by how much; "
            f"try a larger {option}"
        )
