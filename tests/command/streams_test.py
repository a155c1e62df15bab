#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of what goes through the supdict command: signals, codes, deformations.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 streams_test.py [Streams ...]
"""
import json
import unittest

import numpy
import scipy.sparse

import files
from case import FAST, USAGE, Case


class Streams(Case):
    def test_standard_input_to_standard_output(self):
        model = self.train(self.csv())
        text = files.write_plain_csv(self.folder / "plain.csv", self.X_test).read_bytes()
        out, err = self.run_command("predict", model, "-", "--label-column", "none", input=text)
        from_file = self.run_command("predict", model, "plain.csv", "--quiet")
        self.assertEqual(out, from_file[0])
        self.assertEqual(from_file[1], "")
        self.assertIn("90 signals", err)

    def test_training_from_standard_input(self):
        text = self.csv().read_bytes()
        self.run_command("train", "-", "--out", "m.model", *FAST, input=text)
        self.assertTrue((self.folder / "m.model").exists())

    def test_columns_and_json_lines_agree(self):
        model = self.train(self.csv(), "--method", "sdl-d", "--strategy", "pairwise")
        test = files.write_csv(self.folder / "test.csv", self.X_test, self.y_test)
        what = ["--proba", "--scores", "--costs", "--certified", "--top", "2"]
        table = self.run_command("predict", model, test, *what)[0].splitlines()
        lines = self.run_command("predict", model, test, *what, "--json")[0].splitlines()
        self.assertEqual(len(table), 1 + len(lines))
        names = table[0].split(",")
        self.assertEqual(len(names), 1 + 1 + 2 + 3 + 3 + 6)
        for row, line in zip(table[1:], map(json.loads, lines)):
            cells = dict(zip(names, row.split(",")))
            self.assertEqual(cells["label"], line["label"])
            self.assertEqual(cells["top1"], line["label"])
            self.assertEqual([cells["top1"], cells["top2"]], line["top"])
            self.assertEqual(cells["certified"] == "1", line["certified"])
            self.assertAlmostEqual(sum(line["proba"].values()), 1, places=6)
            self.assertAlmostEqual(float(cells["proba:bar1"]), line["proba"]["bar1"], places=5)
            self.assertEqual(len(line["costs"]), 3)

    def test_the_label_is_the_most_probable_class(self):
        test = files.write_csv(self.folder / "test.csv", self.X_test, self.y_test)
        for strategy in ("pairwise", "multiclass", "one-vs-rest"):
            for vote in ("majority", "probability"):
                model = self.train(self.csv(), "--method", "sdl-d", "--strategy", strategy,
                                   "--vote", vote)
                labels = self.run_command("predict", model, test)[0].splitlines()[1:]
                names, *rows = [line.split(",") for line in self.run_command(
                    "predict", model, test, "--proba")[0].splitlines()]
                for label, row in zip(labels, rows):
                    probabilities = [float(cell) for cell in row[1:]]
                    best = names[1 + probabilities.index(max(probabilities))]
                    self.assertEqual(best, f"proba:{label}")
                    self.assertEqual(row[0], label)

    def test_calibration_is_found_shown_and_measured(self):
        data = self.csv()
        test = files.write_csv(self.folder / "test.csv", self.X_test, self.y_test)
        pairs = ["--method", "sdl-d", "--strategy", "pairwise"]
        told = json.loads(self.run_command("train", data, "--out", "yes.model", *FAST, *pairs,
                                           "--json")[0])
        out, _ = self.run_command("train", data, "--out", "no.model", *FAST, *pairs,
                                  "--calibrate", "no")
        self.assertIn("calibration    1, not estimated", out)
        (found,) = told["calibration"]
        self.assertGreater(found["signals"], 0)
        for model, factor in [("yes.model", found["factor"]), ("no.model", 1)]:
            shown = json.loads(self.run_command("inspect", model, "--json")[0])
            self.assertEqual(shown["members"][0]["calibration"], factor)
            self.assertIn(f"calibration {factor:.4g}", self.run_command("inspect", model)[0])
            result = json.loads(self.run_command("evaluate", model, test, "--json")[0])
            self.assertGreater(result["log_loss"], 0)
            bins = result["reliability"]
            self.assertEqual(len(bins), 15)
            self.assertEqual(sum(bin["n"] for bin in bins), result["n"])
            expected = sum(bin["n"] * abs(bin["accuracy"] - bin["confidence"])
                           for bin in bins if bin["n"] > 0) / result["n"]
            self.assertAlmostEqual(result["calibration_error"], expected)
            text, _ = self.run_command("evaluate", model, test)
            self.assertIn(f"log-loss   {result['log_loss']:.4f}, expected calibration error "
                          f"{100 * expected:.2f} % (15 bins)", text)
        self.assertEqual(*[self.run_command("predict", model, test)[0]
                           for model in ("yes.model", "no.model")])

    def test_codes_and_reconstructions(self):
        model = self.train(self.csv(), "--strategy", "pairwise")
        test = files.write_csv(self.folder / "test.csv", self.X_test, self.y_test)
        self.run_command("encode", model, test, "--out", "all.npy")
        self.run_command("encode", model, test, "--out", "one.csv", "--part", "1")
        both = numpy.load(self.folder / "all.npy")
        one = numpy.genfromtxt(self.folder / "one.csv", delimiter=",", skip_header=1)[:, :-1]
        self.assertEqual(both.shape, (90, 72))
        numpy.testing.assert_allclose(both[:, 24:48], one, rtol=1e-6)
        self.run_command("encode", model, test, "--out", "all.npz")
        sparse = scipy.sparse.load_npz(self.folder / "all.npz")
        self.assertEqual((sparse.format, sparse.dtype), ("csr", numpy.float32))
        numpy.testing.assert_array_equal(sparse.toarray(), both)
        self.run_command("encode", model, test, "--out", "all.svm", "--gram", "none")
        lines = (self.folder / "all.svm").read_text().splitlines()
        self.assertEqual([line.split()[0] for line in lines],
                         [f"bar{y}" for y in self.y_test])
        entries = [[entry.split(":") for entry in line.split()[1:]] for line in lines]
        read = numpy.zeros_like(both)
        for row, pairs in zip(read, entries):
            for place, value in pairs:
                row[int(place) - 1] = float(value)
        numpy.testing.assert_allclose(read, both, atol=2e-3)
        self.run_command("reconstruct", model, test, "--out", "seen.npy")
        seen = numpy.load(self.folder / "seen.npy")
        self.assertEqual(seen.shape, self.X_test.shape)
        correlation = numpy.corrcoef(seen.ravel(), self.X_test.ravel())[0, 1]
        self.assertGreater(correlation, 0.6)
        self.run_command("reconstruct", model, test, "--out", "seen.NPY")
        numpy.testing.assert_array_equal(numpy.load(self.folder / "seen.NPY"), seen)

    def test_reconstructions_of_constant_features_and_of_odd_units(self):
        for unit in [1, 1e-30, 1e30]:
            X = unit * self.X.astype(float)
            X[:, 3] = 0.25 * unit
            data = files.write_csv(self.folder / "train.csv", X, self.y)
            model = self.train(data)
            self.run_command("reconstruct", model, data, "--out", "seen.npy")
            seen = numpy.load(self.folder / "seen.npy")
            numpy.testing.assert_allclose(seen[:, 3], X[:, 3], rtol=1e-6)
            self.assertGreater(numpy.corrcoef((seen / unit).ravel(), (X / unit).ravel())[0, 1], 0.6)


class Deformed(Case):
    """supdict augment, and training with what it shows."""

    RECIPE = "shift:1,rotate:10,elastic:0.5"

    @staticmethod
    def png_size(data):
        assert data.startswith(b"\x89PNG")
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")

    def test_a_sheet_of_images_and_one_of_curves(self):
        images = files.write_idx(self.folder / "bars-images-idx3-ubyte", self.X, self.y)
        words = ["augment", images, "--augment", self.RECIPE, "--signals", "4", "--draws", "3",
                 "--pad", "none", "--out"]
        _, err = self.run_command(*words, "a.png")
        self.assertIn(self.RECIPE, err)
        # Bars of 6 x 6 pixels, each 14 times as large.
        self.assertEqual(self.png_size((self.folder / "a.png").read_bytes()),
                         (12 + 15 + 4 * 87 - 3, 12 + 4 * 87 - 3))
        self.run_command(*words, "again.png")
        self.run_command(*words, "other.png", "--seed", "9")
        sheets = [(self.folder / f"{name}.png").read_bytes() for name in ["a", "again", "other"]]
        self.assertEqual(sheets[0], sheets[1])
        self.assertNotEqual(sheets[0], sheets[2])
        _, err = self.run_command(*words[:-3], "--out", "padded.png")
        self.assertIn("images padded to", err)
        files.write_plain_csv(self.folder / "plain.csv", self.X[:3])
        self.run_command("augment", "plain.csv", "--augment", "shift:1,noise:0.1", "--out", "c.png")

    def test_what_does_not_go_is_an_error(self):
        data = self.csv()
        for text, words in [("", "expected deformations to draw"),
                            ("rotat:1", "did you mean 'rotate'"),
                            ("rotate:1", "for images, but the signals have no image shape")]:
            _, err = self.run_command("augment", data, "--augment", text, expect=USAGE)
            self.assertIn(words, err)
        _, err = self.run_command("train", data, "--out", "m.model", "--augment", "shift:1",
                                  "--method", "rec", expect=USAGE)
        self.assertIn("codes each signal once", err)
        self.assertEqual(self.names(), ["train.csv"])

    def test_a_model_knows_how_it_was_trained_and_pads_what_it_predicts(self):
        images = files.write_idx(self.folder / "bars-images-idx3-ubyte", self.X, self.y)
        model = self.train(images, "--augment", self.RECIPE)
        inspected = json.loads(self.run_command("inspect", model, "--json")[0])
        self.assertEqual(inspected["notes"]["options"]["augment"], self.RECIPE)
        self.assertEqual(inspected["features"], files.SIDE**2)
        self.assertRegex(inspected["preprocessing"], "images padded to [0-9]+x[0-9]+")
        result = json.loads(self.run_command("evaluate", model, images, "--json")[0])
        self.assertLess(result["error"], 0.15)
        self.run_command("report", model, images, "--out", "r.html")
        self.run_command("reconstruct", model, images, "--out", "seen.npy")
        self.assertEqual(numpy.load(self.folder / "seen.npy").shape, self.X.shape)

    def test_a_long_run_says_its_price_first(self):
        process = self.start("train", self.csv(), "--out", "m.model", "--iterations", "1000000")
        line = process.stderr.readline() + process.stderr.readline() + process.stderr.readline()
        process.kill()
        process.communicate()
        self.assertRegex(line.decode(), r"effort standard: [0-9.e+]+ codings, about .* threads")


if __name__ == "__main__":
    unittest.main(verbosity=1)
