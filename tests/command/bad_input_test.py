#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of data, models and outputs that are not as they should be.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 bad_input_test.py [BadInput ...]
"""
import json
import os
import resource
import unittest

import numpy

import files
from case import DATA, FAST, FILE, USAGE, Case


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

    def test_one_class_only(self):
        rows = "".join(f"{i},{i % 7}.5,a\n" for i in range(9))
        for command in ("train", "tune"):
            for name, text in [("same.csv", rows), ("one.csv", "1.5,2.5,a\n")]:
                self.write(name, text)
                self.check(DATA, f"{name}, label in column 3.*: all labels are 'a'; expected at "
                           "least two classes .*--label-column", command, name, "--out", "new")

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


if __name__ == "__main__":
    unittest.main(verbosity=1)
