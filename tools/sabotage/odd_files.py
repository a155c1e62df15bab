# SPDX-License-Identifier: BSD-3-Clause
"""Odd data files, for train and for predict: read, or refused with a message that helps."""
import random

from .command import DATA, FILE, OK, USAGE, Failed
from .odd_binaries import odd_binaries
from .odd_tables import READ, REFUSE, EITHER, odd_tables

SHORT = ["--method", "sdl-g", "--strategy", "multiclass", "--atoms", "4", "--iterations", "3",
         "--lambda0", "20", "--lambda2", "0.01", "--dictionary-epochs", "1", "--threads", "1"]


def cases(stage, model, count, seed):
    """The known odd files and, if there are fewer than `count`, truncated ones."""
    known = {**odd_tables(), **odd_binaries()}
    chance = random.Random(f"{seed} odd")
    whole = [name for name, (content, _) in known.items()
             if isinstance(content, bytes) and len(content) > 2]
    while len(known) < count:
        name = chance.choice(whole)
        content = known[name][0]
        end = chance.randrange(1, len(content))
        known[f"cut_{end}_{name}"] = (content[:end], EITHER)
    chosen = sorted(known) if count >= len(known) else sorted(chance.sample(sorted(known), count))
    return [lambda folder, name=name: _odd(stage, model, name, *known[name], folder)
            for name in chosen]


def beside(name):
    """Where the labels of a file of samples are."""
    return [path for path in (name.replace("X_", "y_"), name.replace("images-idx3", "labels-idx1"))
            if path != name]


def _odd(stage, model, name, content, wanted, folder):
    (folder / "whole.model").write_bytes(model)
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        content(path)
    outcome = _train(stage, name, wanted, folder)
    _predict(stage, name, folder)
    return outcome


def _train(stage, name, wanted, folder):
    run = _whole_or_nothing(stage, ["train", name, "--out", "new.model", *SHORT], name, "new.model",
                            folder)
    if wanted == REFUSE and run.code == OK:
        raise Failed(f"{name} was trained with, as if it were sound", run)
    if wanted == READ and run.code != OK:
        raise Failed(f"{name} is sound, and refused", run)
    if run.code == OK:
        stage.command.run(["inspect", "new.model"], folder).check()
    return "read" if run.code == OK else "refused"


def _predict(stage, name, folder):
    _whole_or_nothing(stage, ["predict", "whole.model", name, "--out", "labels.csv"], name,
                      "labels.csv", folder)


def _whole_or_nothing(stage, words, name, result, folder):
    before = set(folder.rglob("*"))
    run = stage.command.run(words, folder)
    run.check()
    new = {path.name for path in set(folder.rglob("*")) - before}
    if run.code == OK and new != {result}:
        raise Failed(f"{name}: wrote {sorted(new)}; expected {result}", run)
    if run.code != OK:
        run.check_refusal([name, *beside(name)], {USAGE, FILE, DATA})
        run.check_help()
        if new:
            raise Failed(f"{name}: left over: {', '.join(sorted(new))}", run)
    return run
