#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of the manners of the supdict command, and of its examples.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 command_test.py [Manners ...]
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import numpy

import files
from case import COMMAND, FAST, FILE, OK, USAGE, Case


class Manners(Case):
    def test_results_on_stdout_talk_on_stderr(self):
        data = self.csv()
        out, err = self.run_command("train", data, "--out", "m.model", *FAST)
        self.assertRegex(out, r"(?m)^seed +1$")
        self.assertIn("180 samples of 36 features, 3 classes", err)
        self.assertNotIn("\r", err)
        self.assertNotIn("\033", out + err)
        out, err = self.run_command("train", data, "--out", "m.model", *FAST, "-q", "--json")
        self.assertEqual(err, "")
        self.assertEqual(json.loads(out)["labels"], ["bar0", "bar1", "bar2"])

    def test_a_log_that_cannot_be_written_to_its_end_is_a_warning(self):
        _, err = self.run_command("train", self.csv(), "--out", "m.model", *FAST, "--quiet",
                                  "--log", "/dev/full")
        self.assertIn("the log '/dev/full' is not complete", err)
        self.assertTrue((self.folder / "m.model").exists())

    def test_a_page_to_try_or_how_to_get_one(self):
        """Most builds have no WebAssembly module; tests/wasm/page_test.sh looks at pages."""
        model, data = self.train(self.csv()), self.csv("test.csv")
        for words in [["page", model, data], ["report", model, data, "--live"]]:
            process = self.start(*words, "--out", "page.html")
            err = process.communicate(timeout=200)[1].decode()
            page = self.folder / "page.html"
            if process.returncode == OK:
                self.assertNotIn("{{", page.read_text())
                page.unlink()
            else:
                self.assertEqual(process.returncode, FILE, err)
                self.assertIn("built without the WebAssembly module", err)
                self.assertIn("'make live'", err)
                self.assertFalse(page.exists())

    def test_inspect_reads_a_pipe(self):
        model = self.train(self.csv())
        for more in [[], ["--json"]]:
            piped = self.run_command("inspect", "/dev/stdin", *more, input=model.read_bytes())[0]
            self.assertEqual(piped.replace("/dev/stdin", "m.model"),
                             self.run_command("inspect", "m.model", *more)[0])

    def test_log_has_one_json_line_per_point(self):
        self.train(self.csv(), "--log", "log.jsonl")
        lines = [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
        self.assertGreater(len(lines), 1)
        self.assertIn("objective", lines[0])

    def test_the_model_opens_with_any_safetensors_reader(self):
        bytes_ = self.train(self.csv()).read_bytes()
        length = int.from_bytes(bytes_[:8], "little")
        header = json.loads(bytes_[8:8 + length])
        self.assertEqual(header["__metadata__"]["format"], "supdict-model")
        tensor = header["member0.part0.D"]
        begin, end = tensor["data_offsets"]
        D = numpy.frombuffer(bytes_[8 + length:][begin:end], numpy.float32)
        self.assertEqual(D.size, numpy.prod(tensor["shape"]))
        training = json.loads(header["__metadata__"]["note.training"])
        self.assertGreater(len(training["members"][0]["parts"][0]["path"]), 1)

    def test_version_man_and_completion(self):
        self.assertRegex(self.run_command("--version")[0], r"^supdict \d+\.\d+\.\d+\n$")
        page = self.run_command("man")[0]
        self.assertIn(".SH EXIT STATUS", page)
        self.assertIn("\\-\\-mu\\-ramp", page)
        script = self.run_command("completion", "bash")[0]
        (self.folder / "supdict.bash").write_text(script)
        ask = ("source ./supdict.bash; COMP_WORDS=(supdict train --method s); COMP_CWORD=3; "
               "_supdict; echo ${COMPREPLY[*]}")
        answer = subprocess.run(["bash", "-c", ask], cwd=self.folder, capture_output=True,
                                check=True, text=True).stdout
        self.assertEqual(answer, "sdl-g sdl-d\n")
        self.assertIn("bashcompinit", self.run_command("completion", "zsh")[0])
        self.assertIn("-l method -r -f -a 'auto rec sdl-g sdl-d'",
                      self.run_command("completion", "fish")[0])
        self.run_command("completion", "cmd", expect=USAGE)

    def test_datasets(self):
        self.assertIn("mnist", self.run_command("datasets")[0])
        train, test = self.run_command("datasets", "fetch", "textures")[0].split()
        self.assertTrue(pathlib.Path(train).exists() and pathlib.Path(test).exists())

    def test_the_demo_without_network_says_so(self):
        empty = self.folder / "bin"
        empty.mkdir()
        for tool in ["sha256sum", "tar"]:
            (empty / tool).symlink_to(shutil.which(tool))
        out, err = self.run_command("demo", "--iterations", "5", "--json",
                                    environment={"PATH": str(empty)})
        self.assertIn("generated textures", err)
        result = json.loads(out)
        self.assertEqual(result["data"], "textures")
        self.assertEqual([row["method"] for row in result["results"]], ["rec", "sdl-g", "sdl-d"])
        made = {path.name for path in (self.folder / "supdict-demo").iterdir()}
        self.assertTrue({"sdl-d.model", "report.html", "atoms.png"} <= made)
        # With the module there is a page to try the model in; without it, its absence is said.
        self.assertIn("open supdict-demo/live.html" if "live.html" in made
                      else "no supdict-demo/live.html", err)


class WithoutExperiments(Case):
    """A command that was built without the experiments of the paper."""

    def test_reproduce_says_how_to_get_it(self):
        self.assertNotIn("reproduce", self.run_command("--help")[0])
        for words in [["reproduce", "table1", "--out", "r"], ["help", "reproduce"]]:
            _, err = self.run_command(*words, expect=USAGE)
            self.assertIn("-DSUPDICT_EXPERIMENTS=ON", err)

    def test_the_rest_is_there(self):
        self.run_command("evaluate", self.train(self.csv()), self.csv())


class Examples(Case):
    """The examples of --help run as they are."""

    def test_all(self):
        files.write_csv(self.folder / "digits.csv", self.X[:60], self.y[:60])
        files.write_csv(self.folder / "test.csv", self.X_test, self.y_test)
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "supdict").symlink_to(os.path.abspath(COMMAND))
        environment = {**os.environ, "PATH": f"{tools}:/usr/bin:/bin",
                       "XDG_CACHE_HOME": str(self.folder / "cache")}
        names = re.findall(r"(?m)^  (\w+) {5,}", self.run_command("--help")[0])
        self.assertGreater(len(names), 10)
        names.sort(key=lambda name: name != "train")  # its models are used by the others
        for name in names:
            text = self.run_command(name, "--help")[0]
            lines = re.findall(r"(?m)^  ((?:supdict|cat) .*)$", text.split("Examples:")[1])
            self.assertGreater(len(lines), 0, name)
            for line in lines:
                # One takes minutes (Manners runs a short one), the other needs the WebAssembly
                # module (tests/wasm/page_test.sh).
                if name in ("demo", "page"):
                    continue
                with self.subTest(line=line):
                    done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=environment,
                                          capture_output=True, text=True, timeout=200)
                    self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
