#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of the supdict command.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 command_test.py [Formats ...]
"""
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import numpy
import scipy.sparse

import files

COMMAND = os.environ.get("SUPDICT_COMMAND", "supdict")
# Enough to learn bars in a fraction of a second.
FAST = ["--method", "sdl-g", "--strategy", "multiclass", "--atoms", "24", "--iterations", "60",
        "--batch-size", "60", "--threads", "1"]
OK, USAGE, FILE, DATA = 0, 2, 3, 4


def allow_four_processes():
    if os.geteuid() == 0:
        os.setuid(65534)  # root has no limit
    resource.setrlimit(resource.RLIMIT_NPROC, (4, 4))


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="supdict-command-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.X, self.y = files.bars(180, 1)
        self.X_test, self.y_test = files.bars(90, 2)

    def start(self, *words, **options):
        environment = {**os.environ, "NO_COLOR": "1", "XDG_CACHE_HOME": str(self.folder / "cache"),
                       **options.pop("environment", {})}
        return subprocess.Popen([COMMAND, *map(str, words)], cwd=self.folder, env=environment,
                                stdin=options.pop("stdin", subprocess.DEVNULL),
                                stdout=options.pop("stdout", subprocess.PIPE),
                                stderr=options.pop("stderr", subprocess.PIPE), **options)

    def run_command(self, *words, expect=OK, **options):
        """Standard output and standard error as text."""
        data = options.pop("input", None)
        if data is not None:
            options["stdin"] = subprocess.PIPE
        process = self.start(*words, **options)
        out, err = process.communicate(data, timeout=200)
        out, err = (out or b"").decode(), err.decode()
        self.assertEqual(process.returncode, expect, f"supdict {' '.join(map(str, words))}\n{err}")
        return out, err

    def train(self, data, *more, out="m.model"):
        self.run_command("train", data, "--out", out, *FAST, *more)
        return self.folder / out

    def csv(self, name="train.csv"):
        return files.write_csv(self.folder / name, self.X, self.y)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())


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


class Stops(Case):
    # About a second of work, so that a stop falls inside it.
    LONG = ["--method", "sdl-d", "--atoms", "32", "--iterations", "2500", "--batch-size", "90",
            "--threads", "1", "--checkpoint-seconds", "0.05"]

    def setUp(self):
        super().setUp()
        self.data = self.csv()

    def begin(self, *more):
        process = self.start("train", self.data, "--out", "m.model", "--checkpoint", "state",
                             *self.LONG, *more)
        deadline = time.time() + 60
        while not list(self.folder.glob("state/*.part")) and time.time() < deadline:
            time.sleep(0.01)
        time.sleep(0.15)
        return process

    def whole(self):
        self.run_command("train", self.data, "--out", "whole.model", *self.LONG)
        return (self.folder / "whole.model").read_bytes()

    def resume(self):
        self.run_command("train", self.data, "--out", "m.model", "--checkpoint", "state",
                         "--resume", *self.LONG)
        return (self.folder / "m.model").read_bytes()

    def test_killed_and_interrupted_runs_resume_to_the_same_file(self):
        process = self.begin()
        process.kill()
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertFalse((self.folder / "m.model").exists())
        process = self.begin("--resume")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn(b"--resume", err)
        self.assertFalse((self.folder / "m.model").exists())
        self.assertEqual(self.resume(), self.whole())

    def test_a_checkpoint_of_other_options_is_refused(self):
        process = self.begin()
        process.kill()
        process.communicate()
        _, err = self.run_command("train", self.data, "--out", "m.model", "--checkpoint", "state",
                                  "--resume", *FAST, expect=USAGE)
        self.assertIn("other data or options", err)

    def test_a_damaged_checkpoint_is_named(self):
        process = self.begin()
        process.kill()
        process.communicate()
        again = ["train", self.data, "--out", "m.model", "--checkpoint", "state", "--resume",
                 *self.LONG]
        for name in ["run.json", "0.part"]:
            path = self.folder / "state" / name
            good = path.read_bytes()
            for bad in [good[:-2], b"", b'{"key": 5}', good[:-20] + b"\x55" + good[-19:]]:
                path.write_bytes(bad)
                _, err = self.run_command(*again, expect=DATA)
                self.assertIn(f"checkpoint 'state/{name}' is damaged", err)
                self.assertIn("train without resume", err)
            path.write_bytes(good)
        path.unlink()
        self.assertEqual(self.resume(), self.whole())

    def test_a_damaged_state_of_tune_is_named(self):
        words = ["tune", self.data, "--out", "c.json", "--state", "s.json", "--grid-atoms", "2,4",
                 "--grid-kappa", "0.15", "--folds", "2", "--iterations", "5", "--threads", "1"]
        self.run_command(*words)
        state, chosen = self.folder / "s.json", (self.folder / "c.json").read_bytes()
        good = state.read_bytes()
        for bad in [good[:-9], b"5", good.replace(b'"mu":1', b'"mu":0'), good.replace(b"[[", b"[[1,")]:
            state.write_bytes(bad)
            _, err = self.run_command(*words, "--resume", expect=DATA)
            self.assertIn("state 's.json' is damaged", err)
        state.write_bytes(good)
        self.run_command(*words, "--resume")
        self.assertEqual((self.folder / "c.json").read_bytes(), chosen)

    def test_the_time_budget_ends_training_with_a_model(self):
        out, _ = self.run_command("train", self.data, "--out", "m.model", *self.LONG,
                                  "--time-budget", "0.2", "--json")
        self.assertEqual(json.loads(out)["status"], "time budget")
        self.run_command("evaluate", "m.model", self.data)

    def test_the_time_budget_covers_everything(self):
        """Choice of parameters, 45 parts, calibration and the last judging."""
        random = numpy.random.default_rng(4)
        y = numpy.arange(6000) % 10
        X = random.integers(0, 256, (10, 400))[y] // 2 + random.integers(0, 128, (6000, 400))
        numpy.save(self.folder / "X_train.npy", X.astype(numpy.uint8))
        numpy.save(self.folder / "y_train.npy", y)
        budget = 1.5
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out, _ = self.run_command("train", "X_train.npy", "--out", "m.model", "--threads", "1",
                                  "--time-budget", budget, "--json")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(json.loads(out)["status"], "time budget")
        # Seconds of work of its one thread: on a busy machine the clock says more.
        worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.assertLess(worked, budget + 1)

    def test_an_interrupted_prediction_leaves_no_file(self):
        self.train(self.data)
        process = self.start("predict", "m.model", "-", "--out", "labels.csv",
                             stdin=subprocess.PIPE)
        process.stdin.write(files.write_plain_csv(self.folder / "p.csv", self.X_test).read_bytes())
        process.stdin.flush()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
        process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertEqual([name for name in self.names() if "labels" in name], [])


class BadInput(Case):
    """Clear message, documented exit code, no half-written output."""

    def setUp(self):
        super().setUp()
        self.data = self.csv()
        self.model = self.train(self.data)
        self.before = self.names()

    def check(self, code, message, *words, **options):
        _, err = self.run_command(*words, expect=code, **options)
        self.assertRegex(err, message)
        self.assertEqual(err.count("\n"), len(err.splitlines()))
        self.assertNotIn("internal", err)
        self.assertEqual(self.names(), self.before)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        self.before = self.names()
        return name

    def test_table(self):
        train = ["train", self.data, "--out", "new.model"]
        for code, message, *words in [
                (USAGE, "no command given"),
                (USAGE, "did you mean 'train'", "trian"),
                (USAGE, "did you mean '--atoms'", *train, "--atms", "3"),
                (USAGE, "did you mean '--label-column'", "predict", self.model, self.data,
                 "--lable-column", "1"),
                (USAGE, "DATA is missing", "train"),
                (USAGE, "--out is missing", "train", self.data),
                (USAGE, "unexpected argument 'b'", *train, "b"),
                (USAGE, "atoms is 'many'; expected a whole number", *train, "--atoms", "many"),
                (USAGE, "kappa is nan", *train, "--kappa", "nan"),
                (USAGE, "mu is 2; expected at least 0 and at most 1; it may be left out",
                 *train, "--mu", "2"),
                (USAGE, "mu is -0.5; expected at least 0", *train, "--mu", "-0.5"),
                (USAGE, "lambda2 is -0.5; expected at least 0", *train, "--lambda2", "-0.5"),
                (USAGE, "lambda0 is 0; expected above 0", *train, "--lambda0", "0"),
                (USAGE, "mu is 0.5 and the method is sdl-g.*expected the method sdl-d, or no mu",
                 *train, "--method", "sdl-g", "--mu", "0.5"),
                (USAGE, "mu is 1 and the method is rec", "tune", self.data, "--out", "new.json",
                 "--method", "rec", "--mu", "1"),
                (USAGE, "unknown method 'sld-d'.*'sdl-d'", *train, "--method", "sld-d"),
                (USAGE, "--resume needs --checkpoint", *train, "--resume"),
                (USAGE, "first word is '-q'; expected a command", "-q", "train"),
                (USAGE, "quiet is 'false'; expected yes or no", *train, "--quiet=false"),
                (USAGE, "resume is 'maybe'; expected yes or no", *train, "--resume=maybe"),
                (USAGE, "atoms is 99999999999; expected at most 2147483647", *train, "--atoms",
                 "99999999999"),
                (USAGE, "seed is 18446744073709551616; expected at most 18446744073709551615",
                 *train, "--seed", "18446744073709551616"),
                (USAGE, "batch_size is 2147483647; expected at least 1", *train, "--batch-size",
                 "2147483647"),
                (USAGE, "append_constant is 1e[+]308; expected at least 0 and at most", *train,
                 "--append-constant", "1e308"),
                (USAGE, "labels is 'y.npy'; .*train.csv has csv data.*for idx npy", *train,
                 "--labels", "y.npy"),
                (USAGE, "key is 'X'; .*train.csv has csv data.*for npz", "predict", self.model,
                 self.data, "--key", "X"),
                (USAGE, "subset is 1; expected 0 or at least 2", "tune", self.data, "--out",
                 "new.json", "--subset", "1"),
                (DATA, "line 1 is 'v0,.*expected a label and index:value", "predict", self.model,
                 self.data, "--format", "svmlight"),
                (USAGE, "part is 7", "encode", self.model, self.data, "--out", "c.npy", "--part",
                 "7"),
                (USAGE, "did you mean 'mnist'", "datasets", "fetch", "mnst"),
                (FILE, "none.csv: cannot open: No such file", "train", "none.csv", "--out", "new"),
                (FILE, "no folder", "train", self.data, "--out", "nowhere/new.model"),
                (FILE, "cannot open 'none.model'", "predict", "none.model", self.data),
                (FILE, "cannot write 'nowhere/x.npy'", "encode", self.model, self.data, "--out",
                 "nowhere/x.npy"),
                (DATA, "not a valid model", "predict", self.data, self.data),
        ]:
            with self.subTest(words=words):
                self.check(code, message, *words)

    def test_wrong_shape(self):
        wide = numpy.hstack([self.X_test, self.X_test])
        files.write_csv(self.folder / "wide.csv", wide, self.y_test)
        self.before = self.names()
        for command in ["predict", "evaluate"]:
            self.check(DATA, "has 72 features per sample; the model expects 36", command,
                       self.model, "wide.csv")

    def test_not_a_number_in_row_17_column_3(self):
        lines = self.data.read_text().splitlines()
        cells = lines[16].split(",")
        cells[2] = "nan"
        lines[16] = ",".join(cells)
        name = self.write("nan.csv", "\n".join(lines) + "\n")
        self.check(DATA, r"(?s)(sample|row) 17.*(feature|column) 3", "train", name, "--out",
                   "new.model")
        self.check(DATA, r"(?s)(sample|row) 17.*(feature|column) 3", "predict", self.model, name,
                   "--out", "labels.csv")

    def test_labels_missing_or_unknown(self):
        plain = files.write_plain_csv(self.folder / "plain.csv", self.X)
        files.write_csv(self.folder / "odd.csv", self.X_test, self.y_test + 1)
        self.before = self.names()
        self.check(DATA, "no labels", "train", plain, "--label-column", "none", "--out", "new")
        self.check(DATA, "no labels", "evaluate", self.model, plain, "--label-column", "none")
        for command in ("evaluate", "report"):
            self.check(DATA, "odd.csv.*: sample 3 has the label 'bar3', which the model was not "
                       "trained with; expected one of bar0, bar1, bar2", command, self.model, "odd.csv")

    def test_labels_that_are_not_utf8(self):
        (self.folder / "latin.csv").write_bytes(self.data.read_bytes().replace(b"bar1", b"b\xe4r"))
        self.before = self.names()
        self.check(DATA, "sample 2 is not UTF-8 text; convert the file", "train", "latin.csv",
                   "--out", "new.model")

    def test_damaged_models(self):
        whole = self.model.read_bytes()
        for cut in [0, 7, 100, len(whole) // 2, len(whole) - 1]:
            (self.folder / "cut.model").write_bytes(whole[:cut])
            self.before = self.names()
            self.check(DATA, "cut.model", "predict", "cut.model", self.data)

    def test_hand_made_models(self):
        bytes_ = self.model.read_bytes()
        length = int.from_bytes(bytes_[:8], "little")
        for key, old, new, message in [
                ("method", "sdl-g", "sdl-x", "unknown method 'sdl-x'"),
                ("labels", "bar1", "bar0", "labels names 'bar0' twice"),
                ("members", '"kappa":0.', '"kappa":-0.', r"members\[0\].kappa is -0"),
                ("members", '"classes":[0,1,2]', '"classes":[0,1,4611686018427387904]',
                 r"members\[0\].parts\[0\].classes\[2\] is 4611686018427387904"),
                ("preprocessing", '"image_width":0', '"image_width":-6', "image_width is -6"),
                ("checksum", "fnv1a64:", "fnv1a64;", "damaged: its checksum")]:
            header = json.loads(bytes_[8:8 + length])
            metadata = header["__metadata__"]
            self.assertIn(old, metadata[key])
            metadata[key] = metadata[key].replace(old, new)
            if key != "checksum":  # as docs/model-format.md says
                del metadata["checksum"]
                metadata["format_version"] = "1.0"
            text = json.dumps(header).encode()
            (self.folder / "made.model").write_bytes(
                len(text).to_bytes(8, "little") + text + bytes_[8 + length:])
            self.before = self.names()
            self.check(DATA, "'made.model' is not a valid model file: .*" + message, "predict",
                       "made.model", self.data)

    def test_disk_full(self):
        with open("/dev/full", "wb") as full:
            self.check(FILE, "standard output: No space left", "predict", self.model, self.data,
                       stdout=full)
            self.check(FILE, "standard output: No space left", "evaluate", self.model, self.data,
                       stdout=full)
        self.check(FILE, "No space left", "predict", self.model, self.data, "--out", "/dev/full")
        self.check(FILE, "No space left", "train", self.data, "--out", "/dev/full", *FAST)

        def small_files_only():
            resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
        self.check(FILE, "cannot write 'new.model'", "train", self.data, "--out", "new.model",
                   *FAST, preexec_fn=small_files_only)
        self.check(FILE, "cannot write 'labels.csv'", "predict", self.model, self.data, "--proba",
                   "--out", "labels.csv", preexec_fn=small_files_only)

    def test_closed_pipe(self):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            self.check(FILE, "standard output: Broken pipe", "predict", self.model, self.data,
                       stdout=writing)
        finally:
            os.close(writing)


    def test_a_word_among_the_numbers_of_the_first_row_is_no_name(self):
        first, *rest = self.data.read_text().split("\n", 1)[1].split("\n")
        for word in ["\u2212" + first, "1O," + first.split(",", 1)[1]]:
            name = self.write("odd.csv", "\n".join([word, *rest]))
            self.check(DATA, "row 1, column 1 has the value", "train", name, "--out", "new.model",
                       "--label-column", "-1")


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


class WithoutExperiments(Case):
    """A command that was built without the experiments of the paper."""

    def test_reproduce_says_how_to_get_it(self):
        self.assertNotIn("reproduce", self.run_command("--help")[0])
        for words in [["reproduce", "table1", "--out", "r"], ["help", "reproduce"]]:
            _, err = self.run_command(*words, expect=USAGE)
            self.assertIn("-DSUPDICT_EXPERIMENTS=ON", err)

    def test_the_rest_is_there(self):
        self.run_command("evaluate", self.train(self.csv()), self.csv())


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
