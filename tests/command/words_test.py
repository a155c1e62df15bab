#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The output of the supdict command, and the statements of its manual.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 words_test.py [Words]
"""
import json
import os
import pathlib
import pty
import re
import unittest

import numpy

import files
from case import OK, Case

MANUAL = pathlib.Path(__file__).parents[2] / "docs" / "command.md"


class Words(Case):
    def test_general_options_are_those_of_all_commands(self):
        """The table of docs/command.md agrees with every --help."""
        commands = re.findall(r"(?m)^  (\w+) {5,}", self.run_command("--help")[0])
        self.assertGreater(len(commands), 10)
        known = {name: set(re.findall(r"(?m)^  (?:-\w, )?--([\w-]+)", self.run_command(name, "--help")[0]))
                 for name in commands}
        section = MANUAL.read_text().split("## Options\n")[1].split("\n## ")[0]
        rows = re.findall(r"(?m)^\| `--([\w-]+)[^|]*\| ([^|]+) \|", section)
        self.assertIn("help", dict(rows))
        for option, where in rows:
            with self.subTest(option=option):
                # Without the experiments of the paper there is no reproduce.
                named = set(re.findall(r"`(\w+)`", where)) & set(commands)
                expected = set(commands) - named if where.startswith("every") else named
                self.assertEqual({name for name in commands if option in known[name]}, expected)
        shared = set.intersection(*known.values())
        self.assertEqual({option for option, where in rows if where == "every command"}, shared)

    def test_the_session_of_the_manual_says_how_long_it_takes(self):
        session = MANUAL.read_text().split("## A session\n")[1].split("```")[1]
        steps = re.findall(r"(?m)^(.*)\n(supdict .*)$", session)
        self.assertEqual(len(steps), session.count("\nsupdict "))
        for comment, step in steps:
            with self.subTest(step=step):
                self.assertRegex(comment, r"^# .*\b(second|minute|hour)")

    def test_the_manual_names_what_evaluate_prints(self):
        model = self.train(self.csv())
        said = json.loads(self.run_command("evaluate", model, self.csv(), "--json")[0])
        paragraph = MANUAL.read_text().split("`evaluate --json` prints")[1].split("\n\n")[0]
        self.assertEqual(set(said) | set(said["classes"][0]) | set(said["reliability"][0]),
                         set(re.findall("`([a-z_]+)`", paragraph)))

    def on_a_terminal(self, *words):
        """The exit code and everything written to the terminal."""
        ours, theirs = pty.openpty()
        process = self.start(*words, stderr=theirs)
        os.close(theirs)
        drawn = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not chunk:
                break
            drawn += chunk
        process.communicate()
        os.close(ours)
        return process.returncode, drawn.decode()

    def test_the_bar_says_how_far_the_choice_of_parameters_is(self):
        code, drawn = self.on_a_terminal("train", self.csv(), "--out", "m.model", "--method", "sdl-d",
                                         "--atoms", "48", "--iterations", "400", "--threads", "1")
        self.assertEqual(code, OK, drawn)
        self.assertIn("choosing lambda2, ", drawn)
        shares = [int(text) for text in re.findall(r"choosing mu, (\d+) %", drawn)]
        self.assertGreater(len(set(shares)), 2, drawn)
        self.assertEqual(shares, sorted(shares))
        self.assertLessEqual(shares[-1], 100)
        code, drawn = self.on_a_terminal("tune", self.csv(), "--out", "c.json", "--grid-atoms", "24",
                                         "--grid-kappa", "0.15", "--folds", "2", "--iterations", "200")
        self.assertEqual(code, OK, drawn)
        self.assertRegex(drawn, "choosing lambda2, [0-9]+ %, fold 1 of 2, atoms")

    def test_an_absent_class_has_no_recall(self):
        model = self.train(self.csv())
        present = self.y_test != 1
        test = files.write_csv(self.folder / "test.csv", self.X_test[present], self.y_test[present])
        text = self.run_command("evaluate", model, test)[0]
        rows = dict(re.findall(r"(?m)^(bar\d) +(\d+ .*)$", text.split("confusion")[0]))
        self.assertRegex(rows["bar1"], r"^0 +(-|0\.00 %) +-$")
        self.assertRegex(rows["bar0"], r"^\d+ +\d+\.\d\d % +\d+\.\d\d %$")
        never = self.y_test == 0
        test = files.write_csv(self.folder / "test.csv", self.X_test[never][:1], self.y_test[never][:1])
        text = self.run_command("evaluate", model, test)[0]
        self.assertEqual(numpy.sum([line.endswith(" -") for line in text.splitlines()]), 2, text)


if __name__ == "__main__":
    unittest.main(verbosity=1)
