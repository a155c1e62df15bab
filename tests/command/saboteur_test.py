#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tools/saboteur.py finds the faults of commands that were broken on purpose.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 saboteur_test.py
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

COMMAND = os.path.abspath(os.environ.get("SUPDICT_COMMAND", "supdict"))
SABOTEUR = pathlib.Path(__file__).resolve().parents[2] / "tools" / "saboteur.py"
FAULTS = {
    "crash": 'if [ "$2" = damaged.model ] && [ -f what ]; then kill -SEGV $$; fi',
    "careless": 'if [ "$1" = predict ]; then md5sum <"$2"; exit 0; fi',
    "forgetful": 'case "$*" in *--resume*) echo other >m.model; exit 0;; esac',
    "sloppy": 'if [ "$1" = predict ]; then touch labels.csv.partial; fi',
    "mute": 'if [ "$1" = predict ]; then echo "no good" >&2; exit 4; fi',
}
# No fault: rec takes long from its second run on, as on a machine that got busy.
SLOWER = ('case "$*" in *"--method rec"*) '
          'if [ -f "$0.seen" ]; then sleep 0.4; fi; touch "$0.seen";; esac')


class Saboteur(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="supdict-saboteur-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def faulty(self, fault):
        path = self.folder / fault
        path.write_text(f'#!/bin/bash\n{FAULTS.get(fault, SLOWER)}\nexec "{COMMAND}" "$@"\n')
        path.chmod(0o755)
        return path

    def sabotage(self, fault, what, count):
        return subprocess.run(
            [sys.executable, "-B", str(SABOTEUR), "--command", str(self.faulty(fault)), "--only", what,
             f"--{what}", str(count), "--keep", str(self.folder / "kept"), "--jobs", "1"],
            capture_output=True, text=True, check=False)

    def check(self, fault, what, count, why):
        done = self.sabotage(fault, what, count)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stderr, why)
        self.assertRegex(done.stdout, rf"(?m)^{what} +{count} ")
        reports = [path.read_text() for path in (self.folder / "kept").glob("*/why")]
        self.assertGreater(len(reports), 0)
        self.assertTrue(any("supdict " in report for report in reports))

    def test_a_machine_that_gets_slower_is_no_fault(self):
        done = self.sabotage("slower", "checkpoints", 4)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_crash(self):
        self.check("crash", "models", 3, "died of SIGSEGV")

    def test_a_silent_difference(self):
        self.check("careless", "models", 3, "silently gives another result")

    def test_a_resumed_run_with_other_bytes(self):
        self.check("forgetful", "train", 3, "m.model has other bytes than without the kill")

    def test_something_half_written(self):
        self.check("sloppy", "files", 3, r"wrote \['labels.csv', 'labels.csv.partial'\]|left over")

    def test_a_message_that_names_nothing(self):
        self.check("mute", "files", 3, "the message names none of")


if __name__ == "__main__":
    unittest.main(verbosity=1)
