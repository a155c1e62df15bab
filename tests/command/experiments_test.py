#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of 'supdict reproduce'.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 experiments_test.py [Experiments ...]
"""
import json
import shutil
import signal
import time
import unittest

import numpy

import files
from case import DATA, FILE, USAGE, Case, allow_four_processes


class Reproduce(Case):
    """How `supdict reproduce` answers to wrong use."""

    def test_a_wrong_data_folder_is_not_replaced_in_silence(self):
        for folder in ["nowhere", "."]:
            _, err = self.run_command("reproduce", "table1", "--quick", "--data", folder, "--out", "r",
                                      expect=FILE)
            self.assertIn(f"--data '{folder}' has none of the folders", err)
        self.assertFalse((self.folder / "r").exists())

    def test_wrong_words(self):
        _, err = self.run_command("reproduce", "tabel1", "--out", "r", expect=USAGE)
        self.assertIn("did you mean 'table1'", err)
        _, err = self.run_command("reproduce", "table1", expect=USAGE)
        self.assertIn("--out is missing", err)


class Experiments(Case):
    """The experiments of the paper, on bars in place of digits."""

    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"
        for name in ["mnist", "usps"]:
            (self.data / name).mkdir(parents=True)
        digits = numpy.array([0, 1, 9])  # figure 3 wants a 9
        write = {"mnist": (files.write_idx, "train-images-idx3-ubyte.gz", "t10k-images-idx3-ubyte.gz"),
                 "usps": (files.write_usps, "zip.train.gz", "zip.test.gz")}
        for name, (writer, train, test) in write.items():
            X, X_test = self.X, self.X_test
            if name == "usps":
                X, X_test = (numpy.pad(images.reshape(-1, files.SIDE, files.SIDE),
                                       [(0, 0), (5, 5), (5, 5)]).reshape(len(images), -1)
                             for images in (X, X_test))
            writer(self.data / name / train, X, digits[self.y])
            writer(self.data / name / test, X_test, digits[self.y_test])

    def reproduce(self, what, *more, **options):
        out, _ = self.run_command("reproduce", what, "--quick", "--data", self.data, "--out", "r",
                                  "--json", *more, **options)
        result = json.loads(out)
        self.assertEqual(result, json.loads((self.folder / "r" / f"{what}.json").read_text()))
        self.assertEqual(result["experiment"], what)
        self.assertIn("--quick", result["command"])
        self.assertGreater(result["seconds"], 0)
        self.assertTrue(all(entry["train_hash"].startswith("fnv1a64:") for entry in result["data"]))
        page = (self.folder / "r" / f"{what}.html").read_text()
        self.assertIn("</html>", page)
        self.assertIn(result["data"][0]["train_hash"], page)
        return result["results"]

    def test_table1(self):
        results = self.reproduce("table1")
        for data in ["MNIST", "USPS"]:
            rows = results[data]["rows"]
            self.assertEqual(set(rows), {"REC L", "SDL-G L", "SDL-D L", "REC BL", "SDL-D L, shifts",
                                         "SDL-D L, deskewed", "k-NN", "SVM-Gauss"})
            self.assertEqual(len(rows["SDL-D L"]["members"]), 3)
            for name in ["SDL-D L", "REC BL", "SVM-Gauss"]:
                self.assertLess(rows[name]["error"], 0.2, (data, name))
        for name in ["", "-deskewed"]:
            self.run_command("evaluate", f"r/mnist-sdl-d-l{name}.model",
                             self.data / "mnist" / "t10k-images-idx3-ubyte.gz")

    def test_figures_of_digits(self):
        errors = self.reproduce("figure2")
        self.assertEqual(set(errors), {"0", "0.5", "1"})
        self.assertTrue(all(len(at["errors"]) == 3 for at in errors.values()))
        self.assertLess(max(errors["1"]["errors"]), 0.25)
        self.reproduce("figure3")
        for name in ["rec", "sdl-d"]:
            self.assertTrue((self.folder / "r" / f"figure3-{name}.png").read_bytes().startswith(b"\x89PNG"))
        harmed = self.reproduce("robustness")
        for method in ["rec", "sdl-g", "sdl-d"]:
            for harm in ["noise", "occlusion"]:
                self.assertEqual(len(harmed[method][harm]), 6)
            self.assertEqual(harmed[method]["noise"][0], harmed[method]["occlusion"][0])
            self.assertLess(harmed[method]["noise"][0], harmed[method]["noise"][-1])

    def test_records(self):
        results = self.reproduce("records")
        for data, recipes in [("MNIST", 3), ("USPS", 2)]:
            self.assertEqual(len(results[data]), recipes)
            for row in results[data].values():
                self.assertEqual(len(row["errors"]), 2)
                self.assertLess(max(row["together"], *row["errors"]), 0.35)
        self.assertEqual(len([path for path in (self.folder / "r").iterdir()
                              if path.suffix == ".model"]), 10)

    def test_textures(self):
        rows = self.reproduce("table2")["grain-weave"]
        self.assertEqual(list(rows), ["300", "1500"])
        linear, bilinear = (numpy.mean(rows["1500"][f"SDL-D {kind}"]) for kind in ["L", "BL"])
        self.assertLess(bilinear, 0.1)
        self.assertGreater(linear, 0.3)
        kernels = self.reproduce("fisher")["M = 300, noise 0"]
        self.assertLess(numpy.mean(kernels["K"]), 0.1)
        self.reproduce("figure4")
        made = {path.name for path in (self.folder / "r").iterdir()}
        self.assertTrue({"figure4-grain.png", "figure4-weave.png", "figure4-rec.png"} <= made)

    def test_few_processes(self):
        self.folder.chmod(0o777)
        few = self.reproduce("figure2", "--threads", "64", preexec_fn=allow_four_processes)
        shutil.rmtree(self.folder / "r")
        self.assertEqual({mu: at["errors"] for mu, at in few.items()},
                         {mu: at["errors"] for mu, at in self.reproduce("figure2").items()})

    def test_an_interrupted_run_continues(self):
        words = ["reproduce", "figure2", "--quick", "--data", self.data, "--out", "r"]
        process = self.start(*words)
        deadline = time.time() + 60
        while not (self.folder / "r" / "figure2.steps.json").exists() and time.time() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn(b"--resume", err)
        self.assertFalse((self.folder / "r" / "figure2.json").exists())
        _, err = self.run_command(*words, "--resume", "--seed", "2", expect=USAGE)
        self.assertIn("other options", err)
        steps = self.folder / "r" / "figure2.steps.json"
        good = steps.read_text()
        wrong_types = {**json.loads(good), "steps": {name: {"errors": "few", "seconds": 1}
                                                     for name in json.loads(good)["steps"]}}
        for bad in ["{", "5", good.replace('"steps"', '"step"'), json.dumps(wrong_types)]:
            steps.write_text(bad)
            _, err = self.run_command(*words, "--resume", expect=DATA)
            self.assertIn("figure2.steps.json' is damaged", err)
        steps.write_text(good)
        resumed = self.reproduce("figure2", "--resume")
        whole = self.reproduce("figure2", "--threads", "1")
        self.assertEqual([at["errors"] for at in resumed.values()],
                         [at["errors"] for at in whole.values()])
        self.assertFalse((self.folder / "r" / "figure2.steps.json").exists())

    def test_missing_data_are_named(self):
        shutil.rmtree(self.data / "usps")
        _, err = self.run_command("reproduce", "table1", "--quick", "--data", self.data, "--out", "r",
                                  "--json")
        self.assertIn("USPS is left out: give --data DIR with zip.train.gz", err)


if __name__ == "__main__":
    unittest.main(verbosity=1)
