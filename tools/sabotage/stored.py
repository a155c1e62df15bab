# SPDX-License-Identifier: BSD-3-Clause
"""Damaged models, checkpoints and states of tune: refused with a documented error, or harmless."""
import random
import shutil
import time

from .command import DATA, FILE, USAGE, Failed
from .damage import damaged

ALL_THERE_IS = ["--json", "--proba", "--scores", "--costs", "--certified", "--quiet"]


def model_cases(stage, plays, count, seed):
    """Models that are damaged and used."""
    undamaged = [(play.expected, _answers(stage, play.expected)) for play in plays]
    return [lambda folder, i=i: _damaged_model(
        stage, undamaged, random.Random(f"{seed} model {i}"), folder) for i in range(count)]


def _look(stage, folder, words):
    run = stage.command.run(words, folder)
    run.check()
    return run


def _answers(stage, model):
    """The output of commands that use a model, to the last bit."""
    folder = stage.folder / "answers"
    folder.mkdir(exist_ok=True)
    stage.put_data(folder, "test.csv")
    (folder / "damaged.model").write_bytes(model)
    return [_look(stage, folder, words).out for words in _questions()]


def _questions():
    return (["predict", "damaged.model", "test.csv", *ALL_THERE_IS],
            ["encode", "damaged.model", "test.csv", "--quiet"],
            ["inspect", "damaged.model", "--json"])


def _damaged_model(stage, undamaged, chance, folder):
    model, answers = chance.choice(undamaged)
    bytes_, what = damaged(chance, model)
    stage.put_data(folder, "test.csv")
    (folder / "damaged.model").write_bytes(bytes_)
    (folder / "what").write_text(what + "\n")
    for words, expected in zip(_questions(), answers):
        run = _look(stage, folder, words)
        if run.code != 0:
            run.check_refusal(["damaged.model"], {DATA})
            return "refused"
        if run.out != expected:
            raise Failed(f"{what}: {words[0]} silently gives another result", run)
    return "same result"


def checkpoint_cases(stage, plays, count, seed):
    """States of killed runs that are damaged and resumed."""
    states = [_state(stage, play, number, seed) for play in plays for number in range(2)]
    return [lambda folder, i=i: _damaged_state(
        stage, states, random.Random(f"{seed} checkpoint {i}"), folder) for i in range(count)]


def _state(stage, play, number, seed):
    """What a run leaves that is killed soon after it has saved finished work."""
    chance = random.Random(f"{seed} state {play.name} {number}")
    folder = stage.folder / f"state-{play.name}-{number}"
    folder.mkdir()
    stage.put_data(folder, "train.csv")
    process = stage.command.start(play.words(), folder)
    while process.poll() is None and not (play.began(folder) and play.has_part(folder)):
        time.sleep(0.001)
    time.sleep(chance.uniform(0, number * play.seconds / 2))
    process.kill()
    process.wait()
    if not (play.began(folder) and play.has_part(folder)):
        raise Failed(f"{play.name}: left no state of its work")
    (folder / play.result).unlink(missing_ok=True)  # of a run that was faster than the kill
    return play, folder


def _damaged_state(stage, states, chance, folder):
    play, killed = chance.choice(states)
    shutil.copytree(killed, folder, dirs_exist_ok=True)
    path = chance.choice([path for path in play.state_files(folder) if path.stat().st_size > 1])
    bytes_, what = damaged(chance, path.read_bytes())
    path.write_bytes(bytes_)
    before = sorted(folder.rglob("*"))
    run = _look(stage, folder, play.words(resume=True))
    if run.code != 0:
        (folder / "what").write_text(f"{path.name}: {what}\n")
        run.check_refusal([path.name, f"'{play.state}'"], {USAGE, FILE, DATA})
        if (folder / play.result).exists():
            raise Failed(f"{play.name}, {path.name}: {what}: a result in spite of the error", run)
        left = sorted(set(folder.rglob("*")) - set(before) - {folder / "what"})
        if left:
            raise Failed(f"{play.name}: left over: {', '.join(path.name for path in left)}", run)
        return "refused"
    if (folder / play.result).read_bytes() != play.expected:
        raise Failed(f"{play.name}, {path.name}: {what}: silently resumed to another result",
                     run)
    return "same result"
