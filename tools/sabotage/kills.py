# SPDX-License-Identifier: BSD-3-Clause
"""kill -9 at random moments of train and tune; the resumed run must give the same bytes."""
import random
import re
import shutil
import subprocess

from .command import Failed

TRIES = 20
EXPECTED_NAMES = {"train": re.compile(r"train\.csv|m\.model|state|run\.json|\d+\.part"),
                  "tune": re.compile(r"train\.csv|tuned\.json|state\.json")}


def cases(stage, plays, count, seed):
    """`count` functions of a folder, each with a kill at another moment."""
    return [lambda folder, i=i: _killed_and_resumed(
        stage, plays[i % len(plays)], random.Random(f"{seed} kill {plays[0].verb} {i}"), folder)
        for i in range(count)]


def _killed_and_resumed(stage, play, chance, folder):
    stage.put_data(folder, "train.csv")
    for _ in range(chance.choice((1, 1, 2))):
        kill_once(stage.command, play, chance, folder)
    run = stage.command.run(play.words(resume=play.began(folder)), folder)
    run.check()
    if run.code != 0:
        raise Failed(f"{play.name}: what was killed cannot be resumed", run)
    _check_result(play, folder, run)
    known = EXPECTED_NAMES[play.verb]
    left = [str(path.relative_to(folder)) for path in folder.rglob("*")
            if not known.fullmatch(path.name)]
    if left:
        raise Failed(f"{play.name}: left over: {', '.join(sorted(left))}", run)
    return "same bytes"


def kill_once(command, play, chance, folder):
    """Kills a run before its end; if the run was faster, tries again with an earlier kill."""
    most = play.seconds
    for _ in range(TRIES):
        process = command.start(play.words(resume=play.began(folder)), folder)
        try:
            process.wait(chance.uniform(0, most))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            if (folder / play.result).exists():
                _check_result(play, folder, None)
            return
        if process.returncode != 0:
            raise Failed(f"{play.name}: exit code {process.returncode} before it was killed")
        _check_result(play, folder, None)
        _start_over(play, folder)
        most *= 0.7
    raise Failed(f"{play.name}: {TRIES} runs ended before they were killed")


def _start_over(play, folder):
    (folder / play.result).unlink()
    for path in play.state_files(folder):
        path.unlink()
    if play.verb == "train":
        shutil.rmtree(folder / play.state)


def _check_result(play, folder, run):
    path = folder / play.result
    if not path.exists():
        raise Failed(f"{play.name}: no {play.result}", run)
    if path.read_bytes() != play.expected:
        raise Failed(f"{play.name}: {play.result} has other bytes than without the kill", run)
