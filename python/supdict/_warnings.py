# SPDX-License-Identifier: BSD-3-Clause
"""Warnings about numerical results: the consequence and what to do."""
import sys
import warnings

from sklearn.exceptions import ConvergenceWarning


def _depth_of_user():
    """Number of frames up to the first line that is neither ours nor scikit-learn's."""
    frame = sys._getframe(1)
    depth = 0
    while frame.f_back is not None and (
        frame.f_globals.get("__name__", "").partition(".")[0] in ("supdict", "sklearn")
    ):
        frame = frame.f_back
        depth += 1
    return depth


def warn_convergence(message):
    """A ConvergenceWarning for the line of the user's code."""
    warnings.warn(message, ConvergenceWarning, stacklevel=_depth_of_user() + 1)


_shortage_was_said = False


def warn_of_shortage(message):
    """Fewer threads than requested: one warning per process."""
    global _shortage_was_said
    if not _shortage_was_said:
        _shortage_was_said = True
        warnings.warn(message, RuntimeWarning, stacklevel=_depth_of_user() + 1)


_devices_said = set()


def warn_of_device(device, problem):
    """A GPU that is not there: one warning per device and process."""
    if device not in _devices_said:
        _devices_said.add(device)
        warnings.warn(
            f"device {device!r} cannot be used here, the CPU is: {problem}",
            RuntimeWarning,
            stacklevel=_depth_of_user() + 1,
        )


def warn_if_unfinished(summary, option):
    """Warns about codes that reached the iteration limit."""
    if not summary["usable"]:
        warn_convergence(
            f"{summary['message']}: these codes are not optimal, their gaps say by how much; "
            f"try a larger {option}"
        )
