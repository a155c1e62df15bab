# SPDX-License-Identifier: BSD-3-Clause
"""Arguments of callbacks, and the messages of ``verbose``."""
import sys
import time
from typing import NamedTuple, Optional

SECONDS_BETWEEN_LINES = 1.0


class PathPoint(NamedTuple):
    """The state of one part of a classifier after some iterations.

    ``objective`` is the mean cost per signal; ``validation_error`` is NaN without held-out signals.
    ``n_left_out`` counts signals that a GPU had to leave out of steps so far.
    """

    iteration: int
    mu: float
    lambda0: float
    objective: float
    train_error: float
    validation_error: float
    mean_nonzeros: float
    seconds: float
    n_left_out: int


class Progress(NamedTuple):
    """The progress of a training run.

    ``eta`` is the time left in seconds, or None if unknown. ``fraction`` is 0 while
    parameters are chosen. ``point`` is a new point of the learning curve of ``part_name``, or None.
    """

    fraction: float
    seconds: float
    eta: Optional[float]
    part: int
    n_parts: int
    part_name: str
    point: Optional[PathPoint]


class TuneProgress(NamedTuple):
    """The progress of a search for parameters; ``what`` describes the current trial."""

    fraction: float
    seconds: float
    eta: Optional[float]
    what: str


class _Printer:
    """One line on standard error, at most every second."""

    def __init__(self, name):
        self.name = name
        self.last = time.monotonic()

    def line(self, fraction, eta, what):
        now = time.monotonic()
        if now - self.last < SECONDS_BETWEEN_LINES:
            return
        self.last = now
        left = "" if eta is None else f", {eta:.0f} s left"
        print(f"[{self.name}] {100 * fraction:3.0f} %{left}  {what}", file=sys.stderr, flush=True)


def _training_progress(raw):
    point = raw["point"]
    return Progress(**{**raw, "point": None if point is None else PathPoint(**point)})


def _listener(make, describe, name, callback, verbose):
    """A function for the library, or None if there are no callback and no messages."""
    if callback is None and not verbose:
        return None
    printer = _Printer(name)

    def listen(raw):
        progress = make(raw)
        if verbose:
            printer.line(progress.fraction, progress.eta, describe(progress))
        return None if callback is None else callback(progress)

    return listen


def training_listener(name, callback, verbose):
    """For training runs: ``callback`` gets a Progress."""

    def describe(progress):
        if progress.point is None:
            return progress.part_name
        return f"{progress.part_name}: error {100 * progress.point.train_error:.2f} %"

    return _listener(_training_progress, describe, name, callback, verbose)


def tuning_listener(callback, verbose):
    """For searches: ``callback`` gets a TuneProgress."""
    return _listener(
        lambda raw: TuneProgress(**raw), lambda progress: progress.what, "tune", callback, verbose
    )


def fraction_listener(name, callback, verbose):
    """For dictionary learning: ``callback`` gets the finished share."""
    if callback is None and not verbose:
        return None
    printer = _Printer(name)

    def listen(fraction):
        if verbose:
            printer.line(fraction, None, "")
        return None if callback is None else callback(fraction)

    return listen
