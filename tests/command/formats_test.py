#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of the data that the supdict command reads.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 formats_test.py [Formats ...]
"""
import json
import unittest

import numpy

import files
from case import DATA, FAST, Case


class Formats(Case):
    """Train, evaluate, predict, encode, report on each input format."""

    def check(self, train, test, *reading):
        model = self.train(train, *reading)
        result = json.loads(self.run_command("evaluate", model, test, "--json", *reading)[0])
        self.assertLess(result["error"], 0.15)
        self.assertEqual(result["n"], len(self.y_test))
        self.assertEqual(numpy.sum(result["confusion"]), len(self.y_test))
        self.assertEqual(len(result["labels"]), files.CLASSES)
        self.assertGreater(result["seconds"], 0)
        self.assertTrue(result["interval"][0] <= result["error"] <= result["interval"][1])
        lines = self.run_command("predict", model, test, *reading)[0].split()
        self.assertEqual(lines[0], "label")
        self.assertEqual(len(lines), 1 + len(self.y_test))
        self.assertTrue(set(lines[1:]) <= set(result["labels"]))
        self.run_command("encode", model, test, "--out", "codes.npy", *reading)
        codes = numpy.load(self.folder / "codes.npy")
        self.assertEqual(codes.shape, (len(self.y_test), 24))
        self.run_command("report", model, test, "--out", "report.html", *reading)
        self.assertIn("</html>", (self.folder / "report.html").read_text())
        return model

    def both(self, write, train, test):
        return (write(self.folder / train, self.X, self.y),
                write(self.folder / test, self.X_test, self.y_test))

    def test_csv(self):
        self.check(*self.both(files.write_csv, "train.csv", "test.csv"))

    def test_tsv_without_header(self):
        def write(path, X, y):
            return files.write_csv(path, X, y, "\t", False)
        self.check(*self.both(write, "train.tsv", "test.tsv"))

    def test_svmlight(self):
        self.check(*self.both(files.write_svmlight, "train.svm", "test.svm"))

    def test_usps(self):
        self.check(*self.both(files.write_usps, "zip.train.gz", "zip.test.gz"))

    def test_npz(self):
        self.check(*self.both(files.write_npz, "train.npz", "test.npz"))

    def test_npy(self):
        self.check(*self.both(files.write_npy, "X_train.npy", "X_test.npy"))

    def test_idx_gives_the_image_shape_to_the_model(self):
        model = self.check(*self.both(files.write_idx, "train-images-idx3-ubyte.gz",
                                      "t10k-images-idx3-ubyte.gz"))
        shown = json.loads(self.run_command("inspect", model, "--json")[0])
        self.assertEqual(shown["image"], [files.SIDE, files.SIDE])
        self.run_command("atoms", model, "--out", "atoms.png")
        self.assertTrue((self.folder / "atoms.png").read_bytes().startswith(b"\x89PNG"))

    def test_image_folders(self):
        self.X_test, self.y_test = files.bars(30, 2)
        self.check(*self.both(files.write_images, "train", "test"))


class Tables(Case):
    """Typical tables: the label column is found, or the command asks for it."""

    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(3)
        self.y6 = random.integers(1, 7, 400)
        # Six classes, 36 whole numbers each, some hundred values: like satellite images.
        self.X6 = (random.integers(0, 60, (400, 36)) +
                   40 * (numpy.arange(36) % 6 == self.y6[:, None] - 1)).astype(int)

    def table(self, name, *columns, separator=","):
        rows = numpy.column_stack(columns)
        (self.folder / name).write_text(
            "".join(separator.join(map(str, row)) + "\n" for row in rows.tolist()))
        return name

    def trained(self, name, *more):
        out, err = self.run_command("train", name, "--out", "m.model", "--json", *FAST, *more)
        return json.loads(out), err

    def learned(self):
        """The model without the name of its data."""
        bytes_ = (self.folder / "m.model").read_bytes()
        length = int.from_bytes(bytes_[:8], "little")
        header = json.loads(bytes_[8:8 + length])
        for key in ("note.data", "checksum"):
            del header["__metadata__"][key]
        return header, bytes_[8 + length:]

    def test_a_table_of_blanks_is_no_image(self):
        wanted, _ = self.trained(self.table("a.csv", self.y6, self.X6))
        model = self.learned()
        self.assertEqual(wanted["labels"], list("123456"))
        found, err = self.trained(self.table("a.trn", self.y6, self.X6, separator=" "))
        self.assertNotIn("image", err)
        self.assertEqual(found["preprocessing"], wanted["preprocessing"])
        self.assertEqual(self.learned(), model)
        _, err = self.trained("a.trn", "--image-height", "6", "--image-width", "6")
        self.assertNotEqual(self.learned(), model)

    def test_label_first_and_last(self):
        last, err = self.trained(self.table("last.csv", self.X6, self.y6))
        self.assertIn("label in column 37", err)
        first, err = self.trained(self.table("first.csv", self.y6, self.X6))
        self.assertIn("label in column 1", err)
        self.assertEqual(first["data_hash"], last["data_hash"])
        self.assertEqual(first["labels"], list("123456"))
        many = self.table("many.csv", numpy.arange(400) % 26, self.X6 + 0.5)
        self.assertEqual(len(self.trained(many)[0]["labels"]), 26)

    def test_an_unclear_table_stops_with_the_candidates(self):
        codes = numpy.random.default_rng(5).integers(0, 2, (200, 9))
        name = self.table("codes.csv", codes)
        _, err = self.run_command("train", name, "--out", "m.model", expect=DATA)
        self.assertIn("codes.csv: which column holds the labels is not clear", err)
        for part in ["column 1 has 2 different whole numbers: ",
                     "column 9 has 2 different whole numbers: ", "--label-column"]:
            self.assertIn(part, err)
        self.assertFalse((self.folder / "m.model").exists())
        self.assertEqual(self.trained(name, "--label-column", "9")[0]["features"], 8)

    def test_a_model_knows_its_signals(self):
        self.trained(self.table("train.csv", self.y6, self.X6))
        few, labels = self.X6[:7], self.y6[:7]
        self.table("plain.csv", few)
        self.table("last.csv", few, labels)
        self.table("first.csv", labels, few)
        expected = self.run_command("predict", "m.model", "plain.csv")[0]
        self.assertEqual(len(expected.split()), 8)
        for name in ["last.csv", "first.csv"]:
            self.assertEqual(self.run_command("predict", "m.model", name)[0], expected)
            data = (self.folder / name).read_bytes()
            self.assertEqual(self.run_command("predict", "m.model", "-", input=data)[0], expected)
            result = json.loads(self.run_command("evaluate", "m.model", name, "--json")[0])
            self.assertEqual(result["n"], 7)
        _, err = self.run_command("evaluate", "m.model", "plain.csv", expect=DATA)
        self.assertIn("plain.csv, no label column: has no labels", err)
        self.table("wide.csv", numpy.arange(7) + 0.5, few, labels)
        _, err = self.run_command("predict", "m.model", "wide.csv", expect=DATA)
        self.assertIn("38 features per sample; the model expects 36", err)
        # A column named like labels takes precedence: it is not the 36th feature.
        (self.folder / "named.csv").write_text(
            ",".join([f"v{i}" for i in range(35)] + ["label"]) + "\n" +
            (self.folder / "plain.csv").read_text())
        _, err = self.run_command("predict", "m.model", "named.csv", expect=DATA)
        self.assertIn("35 features per sample; the model expects 36 (if no column holds labels: "
                      "--label-column none)", err)

    def test_a_constant_feature_that_changes_does_no_harm(self):
        # Neighbouring floats: a constant after some arithmetic.
        constant = numpy.resize([0.1, 0.10000001], len(self.y6))
        self.trained(self.table("train.csv", self.X6[:300], constant[:300], self.y6[:300]))
        errors = []
        for value in [0.1, 0.11]:
            self.table("test.csv", self.X6[300:], numpy.full(100, value), self.y6[300:])
            out, _ = self.run_command("evaluate", "m.model", "test.csv", "--json")
            errors.append(json.loads(out)["error"])
        self.assertEqual(errors[0], errors[1])
        self.assertLess(errors[0], 0.1)

    def test_tiny_and_huge_units_are_as_good_as_any(self):
        train, test = slice(0, 300), slice(300, 400)
        errors = []
        for unit in ["", "e30", "e-30"]:
            X = numpy.array([[f"{value}{unit}" for value in row] for row in self.X6])
            self.trained(self.table("train.csv", X[train], self.y6[train]), "--scaling", "none")
            self.table("test.csv", X[test], self.y6[test])
            out, _ = self.run_command("evaluate", "m.model", "test.csv", "--json")
            errors.append(json.loads(out)["error"])
        self.assertLess(max(errors), 0.1)
        self.assertLess(max(errors) - min(errors), 0.03)


if __name__ == "__main__":
    unittest.main(verbosity=1)
