#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Targets of the Makefile that run some kinds of tests build the programs of these kinds only: a test of
such a kind that needs another program would fail on a fresh clone."""
import json
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# CMake's own checks of object files, and what is built with the unit tests.
COMPANIONS = {"cmake", "supdict_data_tests", "supdict_hostile_c_test"}


def kinds(name):
    return re.search(rf"(?m)^{name} = (.*)$", (ROOT / "Makefile").read_text()).group(1).split()


class Labels(unittest.TestCase):
    def test_kinds_of_tests_need_their_own_programs_only(self):
        for name in ("QUICK_TESTS", "TSAN_TESTS"):
            listed = subprocess.run(["ctest", "--show-only=json-v1", "-L",
                                     f"^({'|'.join(kinds(name))})$"],
                                    cwd=os.environ["SUPDICT_BUILD"], capture_output=True, text=True,
                                    check=True).stdout
            tests = json.loads(listed)["tests"]
            self.assertGreater(len(tests), 10, name)
            built = {f"supdict_{kind}_tests" for kind in kinds(name)} | COMPANIONS
            for test in tests:
                program = pathlib.Path(test.get("command", ["nothing"])[0]).name
                self.assertIn(program, built, f"{test['name']} is one of {name}")


if __name__ == "__main__":
    unittest.main()
