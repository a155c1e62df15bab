# SPDX-License-Identifier: BSD-3-Clause
"""What the end-to-end tests of the command share: the command, in a folder of its own."""
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import unittest

import files

COMMAND = os.environ.get("SUPDICT_COMMAND", "supdict")
INSTRUMENTED = os.environ.get("SUPDICT_INSTRUMENTED", "0") == "1"
# Enough to learn bars in a fraction of a second.
FAST = ["--method", "sdl-g", "--strategy", "multiclass", "--atoms", "24", "--iterations", "60",
        "--batch-size", "60", "--threads", "1"]
OK, USAGE, FILE, DATA = 0, 2, 3, 4


def allow_four_processes():
    if os.geteuid() == 0:
        os.setuid(65534)  # root has no limit
    resource.setrlimit(resource.RLIMIT_NPROC, (4, 4))


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="supdict-command-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.X, self.y = files.bars(180, 1)
        self.X_test, self.y_test = files.bars(90, 2)

    def start(self, *words, **options):
        environment = {**os.environ, "NO_COLOR": "1", "XDG_CACHE_HOME": str(self.folder / "cache"),
                       **options.pop("environment", {})}
        return subprocess.Popen([COMMAND, *map(str, words)], cwd=self.folder, env=environment,
                                stdin=options.pop("stdin", subprocess.DEVNULL),
                                stdout=options.pop("stdout", subprocess.PIPE),
                                stderr=options.pop("stderr", subprocess.PIPE), **options)

    def run_command(self, *words, expect=OK, **options):
        """Standard output and standard error as text."""
        data = options.pop("input", None)
        if data is not None:
            options["stdin"] = subprocess.PIPE
        process = self.start(*words, **options)
        out, err = process.communicate(data, timeout=200)
        out, err = (out or b"").decode(), err.decode()
        self.assertEqual(process.returncode, expect, f"supdict {' '.join(map(str, words))}\n{err}")
        return out, err

    def train(self, data, *more, out="m.model"):
        self.run_command("train", data, "--out", out, *FAST, *more)
        return self.folder / out

    def csv(self, name="train.csv"):
        return files.write_csv(self.folder / name, self.X, self.y)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())
