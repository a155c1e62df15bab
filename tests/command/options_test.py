#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of options of the supdict command: config files, flags, threads.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 options_test.py [Config ...]
"""
import json
import pathlib
import re
import resource
import unittest

import numpy

from case import COMMAND, DATA, FAST, FILE, USAGE, Case, allow_four_processes


class Config(Case):
    def options(self, model):
        return json.loads(self.run_command("inspect", model, "--json")[0])["notes"]["options"]

    def test_command_line_wins_over_config_over_default(self):
        data = self.csv()
        config = {"method": "rec", "atoms": 9, "kappa": 0.25, "mu_ramp": 0.5, "seed": 5,
                  "strategy": "multiclass", "out": "c.model"}
        (self.folder / "c.json").write_text(json.dumps(config))
        self.run_command("train", data, "--config", "c.json", "--atoms", "12", "--mu_ramp=0.125")
        used = self.options("c.model")
        self.assertEqual((used["method"], used["atoms"], used["kappa"]), ("rec", 12, 0.25))
        self.assertEqual((used["mu_ramp"], used["seed"], used["beta2"]), (0.125, 5, 0.95))

    def test_penalties_from_the_command_line_and_from_the_model(self):
        weights = self.folder / "weights.txt"
        weights.write_text("\n".join(["1"] * 20 + ["0.5, 2, 1", "3"]) + "\n")
        asked = ["--nonnegative", "codes,atoms", "--ridge", "0.02", "--atom-weights", weights]
        model = self.train(self.csv(), *asked)
        out, _ = self.run_command("inspect", model, "--json")
        part = json.loads(out)["members"][0]["parts"][0]
        self.assertEqual(part["penalty"]["ridge"], 0.02)
        self.assertTrue(part["penalty"]["nonnegative"])
        self.assertEqual(part["penalty"]["atom_weights"][20:], [0.5, 2, 1, 3])
        words = "codes and atoms not negative, ridge 0.02, weights of the atoms 0.5 to 3"
        self.assertIn(f"penalty        {words}\n", self.run_command("inspect", model)[0])
        self.run_command("report", model, "--out", "report.html")
        self.assertIn(f"Penalty: {words}.", (self.folder / "report.html").read_text())
        self.run_command("encode", model, self.csv("more.csv"), "--out", "codes.npy")
        codes = numpy.load(self.folder / "codes.npy")
        self.assertGreaterEqual(codes.min(), 0)
        self.assertGreater(codes.max(), 0)
        self.run_command("evaluate", model, self.csv("more.csv"))
        config = self.folder / "options.json"
        config.write_text(json.dumps(json.loads(out)["notes"]["options"]))
        self.run_command("train", "train.csv", "--out", "again.model", "--config", config)
        self.assertEqual((self.folder / "again.model").read_bytes(), model.read_bytes())
        _, err = self.run_command("train", "train.csv", "--out", "x.model", "--atom-weights",
                                  "nowhere.txt", expect=FILE)
        self.assertIn("nowhere.txt", err)
        weights.write_text("1 two")
        _, err = self.run_command("train", "train.csv", "--out", "x.model", *asked, expect=USAGE)
        self.assertIn("atom_weights is 'two' at entry 1; expected numbers from", err)

    def atoms(self, model):
        """Of the first part, one a row."""
        bytes_ = model.read_bytes()
        length = int.from_bytes(bytes_[:8], "little")
        entry = json.loads(bytes_[8:8 + length])["member0.part0.D"]
        begin, end = entry["data_offsets"]
        return numpy.frombuffer(bytes_[8 + length:][begin:end], "<f4").reshape(entry["shape"])

    def test_rules_for_atoms_from_the_command_line_and_from_the_model(self):
        plain = self.train(self.csv(), out="plain.model")
        self.assertNotIn("atoms_on", self.options(plain))
        given = self.atoms(plain)[:3] / 2
        (self.folder / "atoms.txt").write_text(
            "\n".join(", ".join(repr(float(value)) for value in atom) for atom in given))
        model = self.train("train.csv", "--fixed-atoms", "atoms.txt", "--sparse-atoms", "0.5")
        D = self.atoms(model)
        self.assertEqual(D[:3].tobytes(), given.tobytes())
        self.assertLess(((D[3:]**2).sum(axis=1) + 0.5 * abs(D[3:]).sum(axis=1)).max(), 1 + 1e-5)
        self.assertGreater((D[3:] == 0).mean(), (self.atoms(plain) == 0).mean())
        words = "sparse atoms with gamma 0.5, fixed atoms 3"
        self.assertIn(f"penalty        {words}\n", self.run_command("inspect", model)[0])
        self.run_command("evaluate", model, self.csv("more.csv"))
        (self.folder / "o.json").write_text(json.dumps(self.options(model)))
        self.run_command("train", "train.csv", "--out", "again.model", "--config", "o.json")
        self.assertEqual((self.folder / "again.model").read_bytes(), model.read_bytes())
        sphere = self.train("train.csv", "--atoms-on", "sphere", "--nonnegative", "atoms")
        lengths = numpy.linalg.norm(self.atoms(sphere), axis=1)
        self.assertLess(abs(lengths - 1).max(), 1e-5)
        self.assertGreaterEqual(self.atoms(sphere).min(), 0)

    def test_rules_for_atoms_that_cannot_be_say_why(self):
        self.csv()

        def refused(text, *asked, code):
            (self.folder / "atoms.txt").write_text(text)
            _, err = self.run_command("train", "train.csv", "--out", "x.model", "--fixed-atoms",
                                      "atoms.txt", *FAST, *asked, expect=code)
            return err

        self.assertIn("atom 0 of fixed_atoms is 'x' at entry 1", refused("1 x", code=USAGE))
        self.assertIn("atom 0 of fixed_atoms has the length 2; expected at most 1",
                      refused("2 0", code=USAGE))
        self.assertIn("fixed_atoms has atoms of 2 entries; expected", refused("1 0", code=DATA))
        self.assertIn("expected one of the two", refused(
            "1 0", "--atoms-on", "sphere", "--sparse-atoms", "1", code=USAGE))

    def test_the_options_of_a_model_train_the_same_model(self):
        data = self.csv()
        first = self.train(data, "--seed", "3")
        (self.folder / "o.json").write_text(json.dumps(self.options(first)))
        self.run_command("train", data, "--config", "o.json", "--out", "again.model")
        self.assertEqual(first.read_bytes(), (self.folder / "again.model").read_bytes())

    def test_numbers_that_stood_for_chosen_still_do(self):
        data = self.csv()
        old = {"atoms": 0, "kappa": 0.0, "dictionary_epochs": 0, "batch_size": 0, "time_budget": 0,
               "append_constant": -1, "features": 0, "max_rows": 0}

        def model(*more):
            self.run_command("train", data, "--method", "rec", "--seed", "3", "--out", "m.model",
                             *more)
            return (self.folder / "m.model").read_bytes()

        chosen = model()
        used = self.options("m.model")
        for name in ("atoms", "kappa", "dictionary_epochs", "batch_size", "iterations"):
            self.assertGreater(used[name], 0)
        self.assertEqual((used["time_budget"], used["append_constant"]), (0, -1))
        self.assertEqual(model(*[f"--{name}={value}" for name, value in old.items()]), chosen)
        for values in (old, dict.fromkeys(old)):
            (self.folder / "c.json").write_text(json.dumps(values))
            self.assertEqual(model("--config", "c.json"), chosen)

    def test_threads_do_not_change_the_file(self):
        data = self.csv()
        one = self.train(data, "--strategy", "pairwise")
        two = self.train(data, "--strategy", "pairwise", "--threads", "3", out="two.model")
        self.assertEqual(one.read_bytes(), two.read_bytes())

    def test_devices(self):
        data = self.csv()
        cpu = self.train(data)
        self.assertEqual(self.train(data, "--device", "cpu", out="two.model").read_bytes(),
                         cpu.read_bytes())
        for device in ("gpu", "cuda:", "cuda:x", "cuda:-1", "cuda0"):
            _, err = self.run_command("train", data, "--out", "m", "--device", device,
                                      expect=USAGE)
            self.assertIn("expected auto, cpu, cuda or cuda:NUMBER", err)

    def test_devices_of_every_command_that_computes(self):
        data = self.csv()
        model = self.train(data)
        before = self.names()
        # No machine has as many.
        for words in (["train", data, "--out", "m"], ["tune", data, "--out", "t.json"],
                      ["predict", model, data], ["evaluate", model, data],
                      ["encode", model, data, "--out", "codes.csv"],
                      ["reconstruct", model, data, "--out", "seen.csv"],
                      ["report", model, data, "--out", "page.html"],
                      ["demo", "--data", "textures", "--out", "demo"]):
            with self.subTest(words[0]):
                _, err = self.run_command(*words, "--device", "cuda:999", expect=1)
                self.assertRegex(err, "CUDA|cuda:999|GPU")
                self.assertEqual(self.names(), before)

    def test_little_work_is_left_to_the_cpu(self):
        data = self.csv()
        model = self.train(data, "--device", "auto", out="auto.model")
        self.assertEqual(model.read_bytes(), self.train(data).read_bytes())
        report = json.loads(self.run_command("evaluate", model, data, "--device", "auto",
                                             "--json")[0])
        self.assertRegex(report["device"], r"cpu \((there is no GPU|too little work for a GPU)\)")
        out, _ = self.run_command("inspect", model)
        self.assertRegex(out, r"device +cpu\n")
        self.assertEqual(json.loads(self.run_command("inspect", model, "--json")[0])["device"],
                         "cpu")

    def test_wrong_keys_and_values(self):
        for text, code, word in [('{"atms": 3}', USAGE, "did you mean 'atoms'"),
                                 ('{"atoms": [3]}', USAGE, "atoms is [3]"),
                                 ('{"atoms": "many"}', USAGE, "whole number"),
                                 ('{"atoms": -4}', USAGE, "atoms is -4"),
                                 ('{"atoms": ' + "[" * 10**6, DATA, "nests deeper than"),
                                 ("{", DATA, "not JSON"), ("[1]", DATA, "expected a JSON object")]:
            (self.folder / "c.json").write_text(text)
            _, err = self.run_command("train", "x.csv", "--out", "m", "--config", "c.json",
                                      expect=code)
            self.assertIn(word, err)
        self.run_command("train", "x.csv", "--out", "m", "--config", "none.json", expect=FILE)


class Flags(Case):
    def test_a_flag_may_be_set_to_yes_and_no(self):
        data = self.csv()
        for value, quiet in [("yes", True), ("no", False)]:
            _, err = self.run_command("train", data, "--out", "m.model", *FAST, f"--quiet={value}")
            self.assertEqual(err == "", quiet, err)


class Threads(Case):
    """Threads that can be started are used, with one warning."""

    def setUp(self):
        super().setUp()
        self.data = self.csv()
        self.expected = self.train(self.data).read_bytes()
        self.labels = self.run_command("predict", "m.model", self.data)[0]

    def check(self, threads, **options):
        words = ["--threads", threads]
        _, err = self.run_command("train", self.data, "--out", "m.model", *FAST, *words, **options)
        self.said(err, threads)
        self.assertEqual((self.folder / "m.model").read_bytes(), self.expected)
        out, err = self.run_command("predict", "m.model", self.data, *words, **options)
        self.said(err, threads)
        self.assertEqual(out, self.labels)

    def said(self, err, threads):
        warnings = [line for line in err.splitlines() if "threads" in line and "warning" in line]
        self.assertEqual(len(warnings), 1, err)
        there, wanted = re.search(r"warning: (\d+) of (\d+) threads", warnings[0]).groups()
        self.assertEqual(int(wanted), threads)
        self.assertLess(int(there), threads)

    @unittest.skipIf(b"__asan_" in pathlib.Path(COMMAND).read_bytes(), "needs terabytes of addresses")
    def test_little_memory(self):
        for mebibytes in (300, 500, 1000):
            size = mebibytes << 20
            self.check(1024, preexec_fn=lambda size=size: resource.setrlimit(
                resource.RLIMIT_AS, (size, size)))

    def test_few_processes(self):
        self.folder.chmod(0o777)
        (self.folder / "m.model").unlink()
        self.check(64, preexec_fn=allow_four_processes)

    def test_more_than_there_can_be(self):
        self.check(40000)
        _, err = self.run_command("predict", "m.model", self.data, "--threads", "70000", expect=USAGE)
        self.assertIn("threads is 70000; expected at least 0 and at most 65536", err)


if __name__ == "__main__":
    unittest.main(verbosity=1)
