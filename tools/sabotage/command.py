# SPDX-License-Identifier: BSD-3-Clause
"""Runs of the command, and checks that apply to all of them."""
import dataclasses
import os
import re
import signal
import subprocess
import tempfile
import threading

OK, USAGE, FILE, DATA = 0, 2, 3, 4
DOCUMENTED = {OK, USAGE, FILE, DATA}
SECONDS_ALLOWED = 120
MEBIBYTES_ALLOWED = 1500

# Words of a message that tells people what to do.
CURE = re.compile(r"expected|;|--[a-z]|\b(try|use|give|set|needs?|must|choose)\b")


class Failed(Exception):
    """A failed case: a description and, if it was a run of the command, the run."""

    def __init__(self, what, run=None):
        super().__init__(what)
        self.what = what
        self.run = run


@dataclasses.dataclass
class Run:
    words: list
    code: int
    out: str
    err: str
    mebibytes: float
    timed_out: bool

    def __str__(self):
        return (f"supdict {' '.join(map(str, self.words))}\nexit code {self.code}, "
                f"{self.mebibytes:.0f} MiB\nstandard error:\n{self.err}")

    def check(self):
        """Raises Failed for behaviour that is wrong for any input."""
        if self.timed_out:
            raise Failed(f"still running after {SECONDS_ALLOWED} s", self)
        if self.code < 0:
            raise Failed(f"died of {signal.Signals(-self.code).name}", self)
        if self.code not in DOCUMENTED:
            raise Failed(f"exit code {self.code}, which is not for mistakes of the user", self)
        if self.mebibytes > MEBIBYTES_ALLOWED:
            raise Failed(f"took {self.mebibytes:.0f} MiB of memory", self)
        if "internal" in self.err:
            raise Failed("speaks of an internal error", self)

    def check_refusal(self, names, codes):
        """An error of one of `codes` that names one of `names`."""
        if self.code not in codes:
            wanted = " or ".join(map(str, sorted(codes)))
            raise Failed(f"exit code {self.code}; expected {wanted}", self)
        if not any(name in self.err for name in names):
            raise Failed(f"the message names none of {', '.join(names)}", self)

    def check_help(self):
        """The error must say what was expected or how to proceed, or pass on the system's reason."""
        if self.code in (USAGE, DATA) and not CURE.search(self.err):
            raise Failed("the message says nothing that helps", self)


class Command:
    def __init__(self, path):
        self.path = os.path.abspath(path)

    def start(self, words, folder, out=subprocess.DEVNULL, err=subprocess.DEVNULL, **options):
        return subprocess.Popen([self.path, *map(str, words)], cwd=folder,
                                env={**os.environ, "NO_COLOR": "1"}, stdin=subprocess.DEVNULL,
                                stdout=out, stderr=err, **options)

    def run(self, words, folder):
        """Waits for the end and records memory and signals."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = self.start(words, folder, out, err)
            late = threading.Event()

            def end():
                late.set()
                process.kill()

            timer = threading.Timer(SECONDS_ALLOWED, end)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            return Run(list(words), process.returncode, out.read().decode(errors="replace"),
                       err.read().decode(errors="replace"), usage.ru_maxrss / 1024,
                       late.is_set())
