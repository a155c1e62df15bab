#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tries to break the command: kill -9, damaged files, odd data.

    tools/saboteur.py                       everything, ten minutes or so
    tools/saboteur.py --quick               a little of everything; `make test` runs this
    tools/saboteur.py --only models --models 100000 --seed 7

train, tune    killed at random moments and resumed: the result must have the same bytes
checkpoints    damaged states of train and tune: an error, or the same result
models         damaged models: an error, or the same answers to the last bit
files          odd data: read, or an error with a documented exit code and a message that names the
               file; no half-written output

The seed determines options, moments and damage; the state at a kill also depends on the machine. Exit code
1 if a case failed: its files are kept, with a file `why` that describes the failure.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile
import time

from sabotage import kills, odd_files, stored
from sabotage.command import Command, Failed
from sabotage.stage import KINDS_OF_MODELS, KINDS_OF_RUNS, Stage

ROOT = pathlib.Path(__file__).resolve().parents[1]
COUNTS = {"train": (100, 3), "tune": (100, 2), "checkpoints": (1000, 60), "models": (10000, 300),
          "files": (250, 60)}
MOST_KEPT = 50


def prepare(what, stage, count, seed):
    """The cases of one kind: functions that take an empty folder."""
    if what == "train":
        return kills.cases(stage, stage.plays(KINDS_OF_RUNS, every=0.02), count, seed)
    if what == "tune":
        return kills.cases(stage, [stage.tune_play()], count, seed)
    if what == "checkpoints":
        plays = [*stage.plays(KINDS_OF_MODELS, every=0), stage.tune_play()]
        return stored.checkpoint_cases(stage, plays, count, seed)
    if what == "models":
        return stored.model_cases(stage, stage.plays(KINDS_OF_MODELS), count, seed)
    model = stage.plays({"pairs": KINDS_OF_MODELS["pairs"]})[0].expected
    return odd_files.cases(stage, model, count, seed)


class Tally:
    """The results of the cases of one kind."""

    def __init__(self, what, keep):
        self.what = what
        self.keep = keep
        self.outcomes = collections.Counter()
        self.failures = []
        self.seconds = 0

    def play(self, cases, folder, jobs):
        begin = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            places = [folder / f"{self.what}-{number}" for number in range(len(cases))]
            for place, failed, outcome in pool.map(self._one, cases, places):
                if failed:
                    self._note(place, failed)
                else:
                    self.outcomes[outcome] += 1
        self.seconds = time.monotonic() - begin

    @staticmethod
    def _one(case, place):
        place.mkdir()
        try:
            outcome = case(place)
        except Failed as failed:
            return place, failed, None
        shutil.rmtree(place)
        return place, None, outcome

    def _note(self, place, failed):
        self.failures.append(failed.what)
        if len(self.failures) > MOST_KEPT:
            return
        self.keep.mkdir(parents=True, exist_ok=True)
        kept = self.keep / place.name
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(place, kept, symlinks=True)
        (kept / "why").write_text(f"{failed.what}\n{failed.run or ''}\n", encoding="utf-8")
        print(f"FAILED {self.what}: {failed.what}\n       kept in {kept}", file=sys.stderr)
        if len(self.failures) == MOST_KEPT:
            print(f"       more failures of {self.what} are only counted", file=sys.stderr)

    def row(self):
        outcomes = ", ".join(f"{count} {name}" for name, count in sorted(self.outcomes.items()))
        cases = sum(self.outcomes.values()) + len(self.failures)
        return (f"{self.what:<12} {cases:>6}  {outcomes:<42} {len(self.failures):>6}  "
                f"{self.seconds:>7.1f}")


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--command", default=ROOT / "build/release/apps/supdict/supdict",
                        help="the supdict to sabotage (default: that of the release build)")
    parser.add_argument("--quick", action="store_true", help="a little of everything")
    parser.add_argument("--only", choices=COUNTS, action="append", help="this kind; repeatable")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs side by side")
    parser.add_argument("--keep", type=pathlib.Path, default=ROOT / "build/saboteur-failures",
                        help="folder for what failed (default: %(default)s)")
    for what, (count, quick) in COUNTS.items():
        parser.add_argument(f"--{what}", type=int, metavar="N",
                            help=f"cases of this kind (default: {count}, --quick: {quick})")
    return parser.parse_args()


def main():
    given = parsed()
    if not os.access(given.command, os.X_OK):
        sys.exit(f"saboteur: there is no command '{given.command}'; build it, or give --command PATH")
    failed = False
    print("sabotage      cases  outcome                                     failed  seconds")
    with tempfile.TemporaryDirectory(prefix="supdict-saboteur-") as scratch:
        for what, counts in COUNTS.items():
            if given.only and what not in given.only:
                continue
            folder = pathlib.Path(scratch) / what
            folder.mkdir()
            count = getattr(given, what)
            count = counts[given.quick] if count is None else count
            tally = Tally(what, given.keep)
            try:
                cases = prepare(what, Stage(Command(given.command), folder), count, given.seed)
            except Failed as error:
                sys.exit(f"saboteur: cannot prepare {what}: {error.what}\n{error.run or ''}")
            tally.play(cases, folder, given.jobs)
            print(tally.row(), flush=True)
            failed = failed or bool(tally.failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
