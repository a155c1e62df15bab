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

import files

COMMAND = os.environ.get("SUPDICT_COMMAND", "supdict")
# Enough to learn bars, in a fraction of a second.
FAST = ["--method", "sdl-g", "--strategy", "multiclass", "--atoms", "24", "--iterations", "60",
        "--batch-size", "60", "--threads", "1"]
OK, USAGE, FILE, DATA = 0, 2, 3, 4


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
                                stderr=subprocess.PIPE, **options)

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

    def test_codes_and_reconstructions(self):
        model = self.train(self.csv(), "--strategy", "pairwise")
        test = files.write_csv(self.folder / "test.csv", self.X_test, self.y_test)
        self.run_command("encode", model, test, "--out", "all.npy")
        self.run_command("encode", model, test, "--out", "one.csv", "--part", "1")
        both = numpy.load(self.folder / "all.npy")
        one = numpy.genfromtxt(self.folder / "one.csv", delimiter=",", skip_header=1)[:, :-1]
        self.assertEqual(both.shape, (90, 72))
        numpy.testing.assert_allclose(both[:, 24:48], one, rtol=1e-6)
        self.run_command("reconstruct", model, test, "--out", "seen.npy")
        seen = numpy.load(self.folder / "seen.npy")
        self.assertEqual(seen.shape, self.X_test.shape)
        correlation = numpy.corrcoef(seen.ravel(), self.X_test.ravel())[0, 1]
        self.assertGreater(correlation, 0.6)


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

    def test_the_options_of_a_model_train_the_same_model(self):
        data = self.csv()
        first = self.train(data, "--seed", "3")
        (self.folder / "o.json").write_text(json.dumps(self.options(first)))
        self.run_command("train", data, "--config", "o.json", "--out", "again.model")
        self.assertEqual(first.read_bytes(), (self.folder / "again.model").read_bytes())

    def test_threads_do_not_change_the_file(self):
        data = self.csv()
        one = self.train(data, "--strategy", "pairwise")
        two = self.train(data, "--strategy", "pairwise", "--threads", "3", out="two.model")
        self.assertEqual(one.read_bytes(), two.read_bytes())

    def test_wrong_keys_and_values(self):
        for text, code, word in [('{"atms": 3}', USAGE, "did you mean 'atoms'"),
                                 ('{"atoms": [3]}', USAGE, "atoms is [3]"),
                                 ('{"atoms": "many"}', USAGE, "whole number"),
                                 ('{"atoms": -4}', USAGE, "atoms is -4"),
                                 ("{", DATA, "not JSON"), ("[1]", DATA, "no JSON object")]:
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

    def test_the_time_budget_ends_training_with_a_model(self):
        out, _ = self.run_command("train", self.data, "--out", "m.model", *self.LONG,
                                  "--time-budget", "0.2", "--json")
        self.assertEqual(json.loads(out)["status"], "time budget")
        self.run_command("evaluate", "m.model", self.data)

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
                (USAGE, "which command"),
                (USAGE, "did you mean 'train'", "trian"),
                (USAGE, "did you mean '--atoms'", *train, "--atms", "3"),
                (USAGE, "did you mean '--label-column'", "predict", self.model, self.data,
                 "--lable-column", "1"),
                (USAGE, "DATA is missing", "train"),
                (USAGE, "--out is missing", "train", self.data),
                (USAGE, "unexpected argument 'b'", *train, "b"),
                (USAGE, "atoms is 'many'; expected a whole number", *train, "--atoms", "many"),
                (USAGE, "kappa is nan", *train, "--kappa", "nan"),
                (USAGE, "mu is 2; expected at least -1 and at most 1", *train, "--mu", "2"),
                (USAGE, "unknown method 'sld-d'.*'sdl-d'", *train, "--method", "sld-d"),
                (USAGE, "--resume needs --checkpoint", *train, "--resume"),
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
        self.check(DATA, "label 'bar3', which the model was not trained with", "evaluate",
                   self.model, "odd.csv")

    def test_labels_that_are_not_utf8(self):
        (self.folder / "latin.csv").write_bytes(self.data.read_bytes().replace(b"bar1", b"b\xe4r"))
        self.before = self.names()
        self.check(DATA, "sample 2 is not UTF-8", "train", "latin.csv", "--out", "new.model")

    def test_damaged_models(self):
        whole = self.model.read_bytes()
        for cut in [0, 7, 100, len(whole) // 2, len(whole) - 1]:
            (self.folder / "cut.model").write_bytes(whole[:cut])
            self.before = self.names()
            self.check(DATA, "cut.model", "predict", "cut.model", self.data)

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
        self.assertIn("-l method -r -f -a 'rec sdl-g sdl-d'",
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


class Reproduce(Case):
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

    def test_a_wrong_data_folder_is_not_replaced_in_silence(self):
        for folder in ["nowhere", "."]:
            _, err = self.run_command("reproduce", "table1", "--quick", "--data", folder, "--out", "r",
                                      expect=FILE)
            self.assertIn(f"--data '{folder}' has none of the folders", err)
        self.assertFalse((self.folder / "r").exists())

    def test_an_interrupted_run_goes_on(self):
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
        resumed = self.reproduce("figure2", "--resume")
        whole = self.reproduce("figure2", "--threads", "1")
        self.assertEqual([at["errors"] for at in resumed.values()],
                         [at["errors"] for at in whole.values()])
        self.assertFalse((self.folder / "r" / "figure2.steps.json").exists())

    def test_what_is_missing_is_said(self):
        shutil.rmtree(self.data / "usps")
        _, err = self.run_command("reproduce", "table1", "--quick", "--data", self.data, "--out", "r",
                                  "--json")
        self.assertIn("USPS is left out: give --data DIR with zip.train.gz", err)
        _, err = self.run_command("reproduce", "tabel1", "--out", "r", expect=USAGE)
        self.assertIn("did you mean 'table1'", err)
        _, err = self.run_command("reproduce", "table1", expect=USAGE)
        self.assertIn("--out is missing", err)


class Examples(Case):
    """What --help shows as examples runs as it stands."""

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
                if name == "demo":  # minutes long: Manners runs a short one
                    continue
                with self.subTest(line=line):
                    done = subprocess.run(["bash", "-c", line], cwd=self.folder, env=environment,
                                          capture_output=True, text=True, timeout=200)
                    self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
