#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tools/sections.sh makes targets one after the other, stops at the first that fails, and ends with the
times and the verdict of the tests; tools/setup.sh refuses groups it does not know."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
# Makes whatever it is asked for, but not `broken`.
MAKE = """#!/bin/sh
for target; do :; done
echo "made $target"
[ "$target" != broken ] || exit 7
if [ "$target" = test ]; then
  mkdir -p build
  printf 'much\\n100%% tests passed, 0 tests failed out of 9\\nTotal\\n' > build/test.log
fi
"""


class Sections(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="supdict-sections-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "tools").mkdir()
        shutil.copy(TOOLS / "sections.sh", self.folder / "tools")
        (self.folder / "make").write_text(MAKE)
        (self.folder / "make").chmod(0o755)

    def run_sections(self, *targets):
        done = subprocess.run([self.folder / "tools/sections.sh", *targets], cwd="/",
                              env={**os.environ, "MAKE": str(self.folder / "make")},
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_every_target_in_its_order_and_the_times_at_the_end(self):
        status, output = self.run_sections("format", "layers", "lint")
        self.assertEqual(status, 0)
        made = [line.split()[1] for line in output.splitlines() if line.startswith("made")]
        self.assertEqual(made, ["format", "layers", "lint"])
        table = output.splitlines()[-4:]
        self.assertRegex(table[0], r"^ +\d+ s  format$")
        self.assertRegex(table[2], r"^ +\d+ s  lint$")
        self.assertRegex(table[3], r"^ +\d+ s  in all$")

    def test_a_failure_ends_it_with_its_status(self):
        status, output = self.run_sections("format", "broken", "lint")
        self.assertEqual(status, 7)
        self.assertNotIn("made lint", output)
        self.assertRegex(output, r"s  format\n +\d+ s  broken  FAILED\n$")

    def test_the_verdict_of_the_tests_comes_last(self):
        status, output = self.run_sections("test", "format")
        self.assertEqual(status, 0)
        self.assertTrue(output.endswith("100% tests passed, 0 tests failed out of 9\nTotal\n"))

    def test_an_unknown_group_of_packages(self):
        done = subprocess.run([TOOLS / "setup.sh", "tset"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown group 'tset'", done.stderr)


if __name__ == "__main__":
    unittest.main()
