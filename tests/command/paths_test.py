#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of what the supdict command does with files and folders, before and after its work.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 paths_test.py [Outputs ...]
"""
import os
import pathlib
import resource
import signal
import subprocess
import time
import unittest

import files
from case import COMMAND, DATA, FAST, FILE, OK, USAGE, Case

LEFT = "supdict-partial-abcdefghij23"  # the name of an OutputFile of a killed process


class Outputs(Case):
    """Outputs that cannot or must not be written are found before the work begins."""

    # {}: the path. The inputs do not exist, so that only what comes before reading can find it.
    FILES = ["train none.csv --out {}", "train none.csv --out m --log {}", "tune none.csv --out {}",
             "tune none.csv --out c --state {}", "predict none none.csv --out {}",
             "encode none none.csv --out {}", "reconstruct none none.csv --out {}",
             "report none --out {}", "page none --out {}", "atoms none --out {}"]
    FOLDERS = ["train none.csv --out m --checkpoint {}", "demo --out {}",
               "reproduce figure4 --out {}", "datasets fetch textures --folder {}"]

    def setUp(self):
        super().setUp()
        self.data = self.csv()

    def refused(self, code, pattern, *words, **options):
        before = self.names()
        _, err = self.run_command(*words, expect=code, **options)
        self.assertRegex(err, pattern)
        self.assertEqual(self.names(), before)

    def test_what_cannot_be_written(self):
        (self.folder / "folder").mkdir()
        (self.folder / "dangling").symlink_to("nothing")
        bad_files = {"folder": "it is a folder", "nowhere/x": "there is no folder 'nowhere'",
                     "dangling": "link to 'nothing', which is not there",
                     "train.csv/x": "Not a directory", "/proc/x": "cannot write '/proc/x'"}
        bad_folders = {"train.csv": "is no folder", "train.csv/x": "is no folder",
                       "dangling": "is no folder", "/proc/x": "cannot write '/proc/x'"}
        for commands, bad in [(self.FILES, bad_files), (self.FOLDERS, bad_folders)]:
            for command in commands:
                for path, why in bad.items():
                    with self.subTest(command=command, path=path):
                        self.refused(FILE, why, *command.format(path).split())

    def test_no_permission(self):
        def nobody():
            if os.geteuid() == 0:
                os.setuid(65534)  # root may write everywhere

        closed = self.folder / "closed"
        closed.mkdir()
        (self.folder / "locked").touch(mode=0o444)
        closed.chmod(0o555)
        self.folder.chmod(0o777)
        for path in ["closed/x", "locked"]:
            for command in self.FILES:
                with self.subTest(command=command, path=path):
                    self.refused(FILE, "Permission denied", *command.format(path).split(),
                                 preexec_fn=nobody)
        closed.chmod(0o755)

    def test_empty_and_standard_paths(self):
        for command in [*self.FILES, *self.FOLDERS]:
            option = command.split()[-2]
            with self.subTest(command=command):
                words = command.split()[:-1]
                self.refused(USAGE, f"{option} is empty; expected a path", *words, "")
                self.refused(USAGE, f"{option} is empty; expected a path", *words[:-1],
                             f"{option}=", "--quiet")
                for more in ([], ["--quiet"], ["--threads=2"]):
                    self.refused(USAGE, f"{option} has no value; expected {option} ", *words, *more)
                if words[0] not in ("predict", "encode", "reconstruct", "report", "page", "atoms"):
                    self.refused(USAGE, f"{option} is '-'; expected a path", *words, "-")
        self.refused(USAGE, "DATA is empty; expected a path", "train", "", "--out", "m")

    def test_a_name_of_another_kind(self):
        self.refused(USAGE, "'a.jpg', but what is written is PNG", *"atoms none --out a.jpg".split())
        self.refused(USAGE, "'a.pdf', but what is written is HTML", *"report none --out a.pdf".split())
        for name, command in [("a.json", "encode"), ("a.png", "reconstruct")]:
            self.refused(USAGE, f"'{name}', but what is written is CSV, NPY, NPZ or svmlight", command,
                         "none", "none.csv", "--out", name)
        self.refused(USAGE, "'a.npy', but what is written is CSV", *"predict none none.csv --out a.npy".split())
        self.refused(USAGE, "'a.npy', but what is written is JSON",
                     *"predict none none.csv --json --out a.npy".split())

    def test_known_files_in_a_folder_of_results(self):
        (self.folder / "r" / "figure4.html").mkdir(parents=True)
        self.refused(FILE, "figure4.html': it is a folder", "reproduce", "figure4", "--quick", "--out", "r")
        (self.folder / "d" / "sdl-d.model").mkdir(parents=True)
        self.refused(FILE, "sdl-d.model': it is a folder", "demo", "--data", "textures", "--out", "d",
                     "--iterations", "1")

    def test_an_output_must_not_be_an_input(self):
        model = self.train(self.data)
        os.link(self.data, self.folder / "hard.csv")
        (self.folder / "soft.csv").symlink_to("train.csv")
        (self.folder / "c.json").write_text('{"atoms": 24}')
        (self.folder / "w.txt").write_text("1 2 3\n")
        before = {name: (self.folder / name).read_bytes() for name in self.names()}
        same = "the same file as"
        for command in ["train train.csv --out {}", "train train.csv --out new --log {}",
                        "tune train.csv --out {}", "tune train.csv --out new --state {}",
                        "predict m.model train.csv --out {}", "encode m.model train.csv --out {}",
                        "reconstruct m.model train.csv --out {}", "report m.model train.csv --out {}",
                        "page m.model train.csv --out {}"]:
            for path in ["train.csv", "./train.csv", "hard.csv", "soft.csv"]:
                with self.subTest(command=command, path=path):
                    self.refused(USAGE, same + " DATA", *command.format(path).split())
        for command in ["predict m.model train.csv", "encode m.model train.csv", "report m.model",
                        "atoms m.model"]:
            self.refused(USAGE, same + " MODEL", *command.split(), "--out", model)
        self.refused(USAGE, same + " --config", "train", self.data, "--config", "c.json", "--out", "c.json")
        for option in ["--atom-weights", "--fixed-atoms"]:
            for words in ["train train.csv --out ./w.txt", "train train.csv --out new --log w.txt",
                          "tune train.csv --out w.txt"]:
                self.refused(USAGE, f"{same} {option} \\('w.txt'\\)", *words.split(), option, "w.txt")
            self.refused(USAGE, f"{option} is empty; expected a path", *"train x.csv --out new".split(), option, "")
        self.refused(USAGE, same + " --labels", *"train x.npy --labels train.csv --out train.csv".split())
        for words in ["--log m", "--checkpoint m", "--log ./m"]:
            self.refused(USAGE, same, "train", self.data, "--out", "m", *words.split())
        with open(self.data, "rb") as stdin:
            self.refused(USAGE, same + " DATA", "train", "-", "--out", "hard.csv", stdin=stdin)
        self.assertEqual(before, {name: (self.folder / name).read_bytes() for name in self.names()})

    def test_the_state_of_a_run_is_kept_apart(self):
        (self.folder / "ck").mkdir()
        for name in ["0.part", "17.part", "run.json"]:
            path = f"ck/{name}"
            (self.folder / path).write_bytes(self.data.read_bytes())
            for words in [["train", path, "--out", "m"], ["train", self.data, "--out", path],
                          ["train", self.data, "--out", "m", "--log", f"./{path}"]]:
                with self.subTest(words=words):
                    self.refused(USAGE, "where --checkpoint .*keeps the state", *words, "--checkpoint", "ck/")
            self.assertEqual((self.folder / path).read_bytes(), self.data.read_bytes())
            (self.folder / path).unlink()
        self.refused(USAGE, "keeps the state", "train", self.data, "--out", "new/run.json", "--checkpoint", "new")

    def test_a_checkpoint_replaces_no_file_of_the_user(self):
        folder = self.folder / "ck"
        folder.mkdir()
        words = [self.data, "--checkpoint", "ck", "--lambda2", "0.01"]
        (folder / "movie.part").write_text("mine")
        (folder / "run.json").write_text('{"mine": 1}')
        self.refused(FILE, "'ck/run.json' is no intact state of a run", "train", *words, "--out", "m", *FAST)
        self.assertEqual((folder / "run.json").read_text(), '{"mine": 1}')
        (folder / "run.json").unlink()
        for _ in range(2):
            self.train(*words)
            self.assertEqual((folder / "movie.part").read_text(), "mine")

    def test_labels_beside_the_data_are_inputs(self):
        model = self.train(self.data)
        files.write_npy(self.folder / "X_test.npy", self.X_test, self.y_test)
        images = files.write_idx(self.folder / "a-images-idx3-ubyte", self.X_test, self.y_test)
        labels = "a-labels-idx1-ubyte"
        for command, data, out in [("encode", "X_test.npy", "y_test.npy"), ("predict", images, labels),
                                   ("report", images, labels)]:
            self.refused(USAGE, f"{out}', which is read with the data", command, model, data, "--out", out)
        for data in ["a-images-idx3-ubyte", "a-labels-idx1-ubyte"]:
            self.refused(USAGE, "the same file as", "train", data, "--out", "a-labels-idx1-ubyte")
            self.refused(USAGE, "the same file as", "train", data, "--out", images)

    def test_a_picture_of_the_data_is_an_input(self):
        pictures = files.write_images(self.folder / "set", self.X_test[:9], self.y_test[:9])
        self.refused(USAGE, "the same file as DATA", "train", "set", "--out", pictures / "bar0" / "0.png")

    def test_a_link_stays_and_what_it_leads_to_is_replaced(self):
        (self.folder / "store").mkdir()
        (self.folder / "store" / "real.model").write_text("old")
        (self.folder / "m.model").symlink_to("store/real.model")
        self.train(self.data)
        self.assertEqual(os.readlink(self.folder / "m.model"), "store/real.model")
        self.run_command("evaluate", "store/real.model", self.data)
        self.assertEqual([path.name for path in (self.folder / "store").iterdir()], ["real.model"])

    def partial(self):
        return list(self.folder.glob("labels.csv.*"))

    def begun_prediction(self):
        """It waits for the rest of its input."""
        before = len(self.partial())
        process = self.start("predict", "m.model", "-", "--out", "labels.csv",
                             "--label-column", "none", stdin=subprocess.PIPE)
        self.addCleanup(process.communicate)
        # More than the command reads before it knows the format.
        process.stdin.write(20 * files.write_plain_csv(self.folder / "p.csv", self.X_test).read_bytes())
        process.stdin.flush()
        deadline = time.time() + 60
        while len(self.partial()) == before and time.time() < deadline:
            time.sleep(0.01)
        self.assertFalse((self.folder / "labels.csv").exists())
        return process

    def test_leftovers_of_a_killed_run_are_removed_by_the_next(self):
        self.train(self.data)
        killed = self.begun_prediction()
        alive = self.begun_prediction()
        killed.kill()
        killed.communicate()
        self.assertEqual(len(self.partial()), 2)
        self.run_command("predict", "m.model", self.data, "--out", "labels.csv")
        self.assertEqual(len(self.partial()), 1, "of the run that goes on")
        alive.communicate()
        self.assertEqual(alive.returncode, OK)
        self.assertEqual(self.partial(), [])

    def test_leftovers_of_a_killed_training_are_removed_by_the_resumed_one(self):
        state = self.folder / "state"
        state.mkdir()
        left = [self.folder / f"m.model.{LEFT}", state / f"0.part.{LEFT}", state / f"run.json.{LEFT}"]
        for path in left:
            path.write_text("half")
        self.train(self.data, "--checkpoint", "state", "--resume")
        self.assertFalse(any(path.exists() for path in left))

    def test_rights_are_those_of_the_umask_or_of_the_file_replaced(self):
        self.run_command("train", self.data, "--out", "m.model", *FAST, umask=0o027)
        self.assertEqual((self.folder / "m.model").stat().st_mode & 0o777, 0o640)
        (self.folder / "m.model").chmod(0o600)
        self.run_command("train", self.data, "--out", "m.model", *FAST, umask=0o022)
        self.assertEqual((self.folder / "m.model").stat().st_mode & 0o777, 0o600)


class Resumes(Case):
    LONG = ["--method", "sdl-d", "--atoms", "32", "--iterations", "2500", "--batch-size", "90",
            "--threads", "1", "--checkpoint-seconds", "0.05"]
    CHOSEN = ["--mu", "1", "--lambda2", "0.01"]

    def setUp(self):
        super().setUp()
        self.data = self.csv()
        self.words = ["train", self.data, "--out", "m.model", "--checkpoint", "state", *self.LONG]

    def wait_for(self, pattern):
        deadline = time.time() + 60
        while not list(self.folder.glob(pattern)) and time.time() < deadline:
            time.sleep(0.005)

    def test_there_must_be_something_to_resume(self):
        out = ["--out", "new", "--resume"]
        for name, words in {
                "state": ["train", self.data, "--checkpoint", "state", *out],
                "state.json": ["tune", self.data, "--state", "state.json", *out],
                "new": ["reproduce", "figure4", "--quick", *out]}.items():
            _, err = self.run_command(*words, expect=FILE)
            self.assertRegex(err, f"no .*'{name}'.*leave out (--)?resume")
        self.assertEqual(self.names(), ["train.csv"])

    def test_resuming_from_an_empty_folder_says_so(self):
        (self.folder / "state").mkdir()
        _, err = self.run_command("train", self.data, "--out", "m.model", "--checkpoint", "state", "--resume",
                                  *FAST)
        self.assertIn("nothing was saved in 'state' yet: the run starts from the beginning", err)

    def test_a_stop_before_anything_is_saved_says_so(self):
        process = self.start(*self.words)
        self.wait_for("state")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        saved = bool(list(self.folder.glob("state/*.part")))
        self.assertIn(b"the state is in 'state'" if saved else b"nothing was saved in 'state' yet", err)

    def test_a_search_stopped_before_its_first_trial_says_so(self):
        process = self.start("tune", self.data, "--out", "c.json", "--state", "t.json", *self.LONG[4:8])
        process.stderr.readline()  # what was read; the search begins
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        saved = (self.folder / "t.json").exists()
        self.assertIn(b"the finished trials are in 't.json'" if saved else b"nothing was saved in 't.json'",
                      err)

    def test_a_hangup_saves_the_state_and_stops(self):
        process = self.start(*self.words, *self.CHOSEN)
        self.wait_for("state/*.part")
        time.sleep(0.15)
        process.send_signal(signal.SIGHUP)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 129, err)
        self.assertIn(b"--resume", err)
        self.run_command(*self.words, *self.CHOSEN, "--resume")
        self.run_command("train", self.data, "--out", "whole.model", *self.LONG, *self.CHOSEN)
        self.assertEqual((self.folder / "m.model").read_bytes(), (self.folder / "whole.model").read_bytes())

    def test_under_nohup_a_hangup_is_ignored(self):
        process = self.start(*self.words, *self.CHOSEN,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_for("state/*.part")
        process.send_signal(signal.SIGHUP)
        _, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, OK, err)


class Inputs(Case):
    """Inputs of another kind than expected."""

    def setUp(self):
        super().setUp()
        self.data = self.csv()
        self.model = self.train(self.data)

    def refused(self, code, pattern, *words):
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))
        # AddressSanitizer needs terabytes of addresses.
        limit = None if b"__asan_" in pathlib.Path(COMMAND).read_bytes() else little_memory
        _, err = self.run_command(*words, expect=code, preexec_fn=limit)
        self.assertRegex(err, pattern)

    def test_what_has_no_end(self):
        zero = "/dev/zero"
        train = ["train", self.data, "--out", "new"]
        for command in ["predict", "evaluate", "encode", "reconstruct", "report"]:
            self.refused(FILE, "'/dev/zero': it is a device", command, zero, self.data)
            self.refused(DATA, "/dev/zero: begins with", command, self.model, zero)
        self.refused(FILE, "'/dev/zero': it is a device", "inspect", zero)
        self.refused(FILE, "'/dev/zero': it is a device", "atoms", zero)
        self.refused(FILE, "'/dev/zero': it is a device", *train, "--config", zero)
        self.refused(FILE, "'/dev/zero': it is a device", "tune", self.data, "--out", "new", "--resume",
                     "--state", zero)
        for name in ["csv", "tsv", "usps", "svmlight"]:
            self.refused(DATA, "NUL byte at byte 0", "train", zero, "--out", "new", "--format", name)
        for name in ["npy", "npz", "idx", "images"]:
            self.refused(DATA, "/dev/zero", "train", zero, "--out", "new", "--format", name)
        (self.folder / "set" / "a").mkdir(parents=True)
        (self.folder / "set" / "a" / "1.png").symlink_to(zero)
        self.refused(DATA, "1.png: is neither PNG nor JPEG", "train", "set", "--out", "new")

    def test_a_pipe_without_end(self):
        os.mkfifo(self.folder / "pipe")
        endless = subprocess.Popen(["bash", "-c", "yes > pipe"], cwd=self.folder, stderr=subprocess.DEVNULL)
        self.addCleanup(endless.wait)
        self.refused(FILE, "'pipe': it has no end within 16777216 bytes", "train", self.data, "--out", "new",
                     "--config", "pipe")

    def test_swapped_arguments(self):
        swapped = "'m.model' looks like a model: are MODEL and DATA swapped"
        for command in ["predict", "evaluate", "encode", "reconstruct", "report", "page"]:
            self.refused(DATA, "train.csv' is not a valid model file: .*" + swapped, command, "train.csv",
                         "m.model")
        (self.folder / "pictures").mkdir()
        self.refused(FILE, swapped, "predict", "pictures", "m.model")
        self.refused(DATA, "'m.model' is a model; expected data", "train", "m.model", "--out", "new")
        self.refused(DATA, "does not begin with the length of a header", "inspect", "train.csv")

    def test_files_that_are_not_text(self):
        text = self.data.read_text()
        for name, data, why in [("le.csv", text.encode("utf-16"), "is UTF-16 text; expected UTF-8"),
                                ("be.csv", text.encode("utf-16-be"), "is UTF-16 text"),
                                ("le.txt", text.encode("utf-16-le"), "is UTF-16 text"),
                                ("cr.csv", text.replace("\n", "\r").encode(), "ends its lines with CR alone"),
                                ("nul.txt", text.replace("class", "cl\0ss").encode(), "has a NUL byte"),
                                ("late.csv", (text + 30 * text.split("\n", 1)[1]).encode() + b"\0", "has a NUL byte at byte")]:
            (self.folder / name).write_bytes(data)
            self.refused(DATA, f"{name}: {why}", "train", name, "--out", "new")
            self.refused(DATA, f"{name}: .*{why}", "predict", self.model, name, "--quiet")
        (self.folder / "c.json").write_bytes('{"atoms": 3}'.encode("utf-16"))
        self.refused(DATA, "'c.json' is UTF-16 text", "train", self.data, "--out", "new", "--config", "c.json")

    def test_the_report_keeps_the_memory_limit(self):
        self.refused(DATA, "memory_limit", "report", self.model, self.data, "--memory-limit", "1e-5")
        self.assertFalse((self.folder / "report.html").exists())


if __name__ == "__main__":
    unittest.main(verbosity=1)
