#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the manual and --help promise is there: examples run, options and keys exist.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 manual_test.py [Manual Help]
"""
import collections
import gzip
import json
import os
import pathlib
import re
import subprocess
import unittest

import files
from case import COMMAND, USAGE, Case

ROOT = pathlib.Path(__file__).parents[2]
MANUAL = (ROOT / "docs" / "command.md").read_text()
README = (ROOT / "README.md").read_text()
# The examples take minutes with what is chosen for real data.
SHORT = {"train": ["--iterations", "5"],
         "tune": ["--iterations", "5", "--grid-atoms", "4,6", "--grid-kappa", "0.15",
                  "--folds", "2"]}
# They fetch from the network, run the experiments of the paper, or need the WebAssembly module
# (tests/wasm/page_test.sh).
ELSEWHERE = ("datasets fetch", "reproduce", "page")


def section(text, heading):
    return text.split(f"\n{heading}\n")[1].split("\n## ")[0]


def blocks(text, language):
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```", text)


def keys_of(json_value):
    """All keys of an object and of what it contains."""
    inside = json_value.values() if isinstance(json_value, dict) else json_value
    nested = [keys_of(value) for value in inside if isinstance(value, (dict, list))]
    return set().union(json_value if isinstance(json_value, dict) else (), *nested)


def commands_in(text):
    lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
    return [line for line in lines
            if line.startswith("supdict ") and not line[8:].startswith(ELSEWHERE)]


class Manual(Case):
    def setUp(self):
        super().setUp()
        for name in ["digits.csv", "train.csv", "test.csv"]:
            files.write_csv(self.folder / name, self.X[:60], self.y[:60])
        for name in ["more.csv", "new.csv"]:
            files.write_plain_csv(self.folder / name, self.X_test)
        mnist = self.folder / ".cache" / "supdict" / "mnist"
        mnist.mkdir(parents=True)
        for kind in ["train", "t10k"]:
            files.write_idx(mnist / f"{kind}-images-idx3-ubyte.gz", self.X[:60], self.y[:60])
        for path in mnist.iterdir():
            path.with_suffix("").write_bytes(gzip.decompress(path.read_bytes()))
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "supdict").symlink_to(os.path.abspath(COMMAND))
        self.environment = {**os.environ, "PATH": f"{tools}:/usr/bin:/bin",
                            "HOME": str(self.folder)}

    def run_line(self, line):
        line = line.split("  #")[0]
        line = re.sub(r"^supdict (\w+)",
                      lambda found: " ".join([found[0], *SHORT.get(found[1], [])]), line)
        done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr}")

    def test_examples_run_in_their_order(self):
        for text in [section(MANUAL, "## A session"), section(MANUAL, "## Choosing parameters"),
                     section(README, "## The command")]:
            lines = commands_in(text)
            self.assertGreater(len(lines), 1, text)
            for line in lines:
                with self.subTest(line=line):
                    self.run_line(line)

    def test_the_config_file_is_taken(self):
        (text,) = blocks(section(MANUAL, "## Options"), "json")
        (self.folder / "file.json").write_text(text)
        self.run_line("supdict train digits.csv --out m.model --config file.json")
        notes = json.loads(self.run_command("inspect", "m.model", "--json")[0])["notes"]
        for name, value in json.loads(text).items():
            self.assertEqual(notes["options"][name], value)

    def test_the_options_of_a_model_make_the_same_model_again(self):
        model = self.train("digits.csv", "--method", "sdl-d", "--kappa", "0.30000000000000004")
        notes = json.loads(self.run_command("inspect", model, "--json")[0])["notes"]
        (self.folder / "again.json").write_text(json.dumps(notes["options"]))
        self.run_command("train", "digits.csv", "--out", "again.model", "--config", "again.json")
        self.assertEqual((self.folder / "again.model").read_bytes(), model.read_bytes())

    def test_keys_and_columns_are_those_that_are_listed(self):
        self.train("digits.csv", "--method", "sdl-d", "--strategy", "pairwise", out="m.model")
        text = section(MANUAL, "## What goes where")
        listed = re.search(r"(?s)`evaluate --json` prints one object: (.*?)\n\n", text)[1]
        result = json.loads(self.run_command("evaluate", "m.model", "test.csv", "--json")[0])
        known = keys_of(result)
        self.assertEqual(set(re.findall(r"`(\w+)`", listed)) - known, set())
        head = self.run_command("predict", "m.model", "test.csv", "--proba", "--scores", "--costs",
                                "--certified", "--top", "2")[0].splitlines()[0].split(",")
        listed = re.search(r"(?s)`predict` prints the columns (.*?)(?:\n\n|$)", text)[1]
        kinds = set(re.findall(r"`([a-z]+)", listed))
        self.assertEqual({re.match("[a-z]+", column)[0] for column in head}, kinds)

    def test_commands_and_their_arguments_are_those_of_the_table(self):
        table = re.findall(r"(?m)^\| `supdict (\w+)([^`]*)` \|", MANUAL)
        known = re.findall(r"(?m)^  (\w+) {5,}", self.run_command("--help")[0])
        self.assertEqual(set(known) - {"completion", "man", "reproduce"},
                         {name for name, _ in table} - {"reproduce"})
        for name, arguments in table:
            if name not in known:
                continue
            text = self.run_command(name, "--help")[0]
            for word in re.findall(r"--([\w-]+)", arguments):
                self.assertRegex(text, rf"(?m)^  (?:-\w, )?--{word}\b")

    def test_options_that_are_named_exist(self):
        known = set()
        for name in re.findall(r"(?m)^  (\w+) {5,}", self.run_command("--help")[0]):
            known |= set(re.findall(r"(?m)^  (?:-\w, )?--([\w-]+)",
                                    self.run_command(name, "--help")[0]))
        named = set(re.findall(r"`--([a-z][\w-]*)", MANUAL))
        self.assertGreater(len(named), 30)
        experiments = {"data", "quick"} - known  # those of reproduce, where it is left out
        self.assertEqual({name.replace("_", "-") for name in named} - known - experiments, set())

    def test_exit_codes_are_those_of_the_man_page(self):
        listed = set()
        for cell in re.findall(r"(?m)^\| ([\d, ]+) \|", section(MANUAL, "## Exit codes")):
            listed |= {int(code) for code in cell.split(", ")}
        page = self.run_command("man")[0].split(".SH EXIT STATUS")[1].split(".SH")[0]
        self.assertEqual(listed, {int(code) for code in re.findall(r"(?<!\d)\d+", page)})


class Help(Case):
    """--help, the man page and the completions come from the same tables and say the same."""

    def setUp(self):
        super().setUp()
        names = re.findall(r"(?m)^  (\w+) {5,}", self.run_command("--help")[0])
        self.texts = {name: self.run_command(name, "--help")[0] for name in names}
        self.options = {name: re.findall(r"(?m)^  (?:-\w, )?--([\w-]+)", text)
                        for name, text in self.texts.items()}

    def test_every_option_is_named_once(self):
        for name, options in self.options.items():
            twice = [option for option, n in collections.Counter(options).items() if n > 1]
            self.assertEqual(twice, [], name)
            letters = re.findall(r"(?m)^  -(\w), --", self.texts[name])
            self.assertEqual(len(letters), len(set(letters)), name)
        self.assertEqual(self.texts["train"].count("\n  --lambda2 "), 1)

    def test_every_text_is_whole(self):
        for name, text in self.texts.items():
            with self.subTest(name=name):
                self.assertTrue(text.startswith(f"usage: supdict {name}"))
                self.assertIn("\nExamples:\n", text)
                self.assertLessEqual(max(map(len, text.split("Examples:")[0].splitlines())), 88)
                self.assertNotRegex(text, r"[^\n -~]", "not ASCII")
                self.assertNotIn("()", text)
                self.assertEqual(self.run_command("help", name)[0], text)
                self.assertRegex(text.split("Examples:")[1], rf"(?m)^  .*\bsupdict {name}\b")

    def test_the_man_page_has_the_same_options(self):
        page = self.run_command("man")[0].replace("\\-", "-")
        self.assertEqual(page.count(".SS supdict "), len(self.texts))
        for part in page.split(".SS supdict ")[1:]:
            name = part.split()[0]
            found = re.findall(r"(?m)^\\fB(?:-\w, )?--([\w-]+)", part.split(".SH")[0])
            self.assertEqual(found, [option for option in self.options[name] if option != "help"],
                             name)

    def test_completions_offer_the_same_options(self):
        script = self.run_command("completion", "bash")[0]
        (self.folder / "supdict.bash").write_text(script)
        fish = self.run_command("completion", "fish")[0]
        for name, options in self.options.items():
            ask = (f"source ./supdict.bash; COMP_WORDS=(supdict {name} --); COMP_CWORD=2; _supdict; "
                   "printf '%s\\n' ${COMPREPLY[@]}")
            answer = subprocess.run(["bash", "-c", ask], cwd=self.folder, capture_output=True,
                                    check=True, text=True).stdout.split()
            self.assertEqual({word.lstrip("-") for word in answer}, set(options), name)
            of_fish = re.findall(
                rf"(?m)^complete .*__fish_seen_subcommand_from {name}\b.* -l ([\w-]+)", fish)
            self.assertEqual(set(options) - {"help"} - set(of_fish), set(), name)

    def test_unknown_words_and_misspellings_name_the_nearest(self):
        data = self.csv()
        for name, options in self.options.items():
            for option in options[:3]:
                if len(option) < 5:
                    continue
                wrong = option[:2] + option[3:]
                if wrong in options:
                    continue
                with self.subTest(command=name, option=wrong):
                    _, err = self.run_command(name, f"--{wrong}", "1", expect=USAGE)
                    self.assertIn(f"--{option}", err)
        _, err = self.run_command("train", data, "--out", "m", "--mu_rmap", "1", expect=USAGE)
        self.assertIn("--mu-ramp", err)

    def test_both_spellings_and_both_ways_to_give_a_value_are_one(self):
        data = self.csv()
        models = []
        for words in [["--mu-ramp", "0.5"], ["--mu_ramp", "0.5"], ["--mu-ramp=0.5"]]:
            models.append(self.train(data, "--method", "sdl-d", *words).read_bytes())
        self.assertEqual(models[0], models[1])
        self.assertEqual(models[0], models[2])

    def test_defaults_that_are_shown_are_allowed(self):
        data = self.csv()
        text = self.texts["train"].replace("\n                            ", " ")
        shown = re.findall(r"(?m)^  --([\w-]+) [A-Z]+ .*\(.*default ([^)]+)\)$", text)
        self.assertGreater(len(shown), 20)
        words = []
        for option, value in shown:
            if option not in {"atoms", "iterations", "batch-size", "strategy", "method", "threads"}:
                words += [f"--{option}", value]
        model = self.train(data).read_bytes()
        self.assertEqual(self.train(data, *words).read_bytes(), model)


if __name__ == "__main__":
    unittest.main(verbosity=1)
