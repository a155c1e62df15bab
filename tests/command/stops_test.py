#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""End-to-end tests of runs that are stopped and resumed.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 stops_test.py [Stops ...]
"""
import json
import os
import resource
import signal
import subprocess
import time
import unittest

import numpy

import files
from case import DATA, FAST, FILE, INSTRUMENTED, USAGE, Case


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

    def test_a_pipe_in_place_of_a_state_is_not_waited_for(self):
        words = ["train", self.data, "--out", "m.model", "--checkpoint", "state", "--lambda2", "0.01", *FAST]
        self.run_command(*words)
        for name in ["0.part", "run.json"]:
            (self.folder / "state" / name).unlink()
            os.mkfifo(self.folder / "state" / name)
            _, err = self.run_command(*words, "--resume", expect=FILE)
            self.assertIn(f"'state/{name}': it is a pipe; expected a file", err)
        os.mkfifo(self.folder / "tuned")
        _, err = self.run_command("tune", self.data, "--out", "c.json", "--state", "tuned", "--resume", *FAST,
                                  expect=FILE)
        self.assertIn("'tuned': it is a pipe", err)

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
        self.assertLess(worked, budget + (10 if INSTRUMENTED else 1))

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


if __name__ == "__main__":
    unittest.main(verbosity=1)
