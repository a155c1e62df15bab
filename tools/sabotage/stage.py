# SPDX-License-Identifier: BSD-3-Clause
"""What all kinds of sabotage use: data, runs of train and tune, and their undisturbed results."""
import dataclasses
import pathlib
import sys
import time

from .command import Failed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "command"))
import files  # noqa: E402  (the writers of small data that the tests of the command use)

SIGNALS = 90
CHOSEN = ["--lambda0", "20", "--lambda2", "0.01"]
KINDS_OF_MODELS = {
    "pairs": ["--method", "sdl-d", "--atoms", "8", "--iterations", "100", "--mu", "0.5", *CHOSEN],
    "bilinear": ["--method", "sdl-d", "--decision", "bilinear", "--strategy", "multiclass",
                 "--atoms", "6", "--iterations", "60", "--mu", "0.5", *CHOSEN],
    "rest": ["--method", "sdl-g", "--trainer", "alternating", "--strategy", "one-vs-rest",
             "--atoms", "6", "--iterations", "8", *CHOSEN],
    "rec": ["--method", "rec", "--strategy", "multiclass", "--atoms", "12", "--lambda2", "0.01"],
    "members": ["--method", "sdl-g", "--strategy", "multiclass", "--members", "6:0.15,8:0.2",
                "--iterations", "50", *CHOSEN],
}
# Long enough to be killed in every phase; the first chooses lambda0, lambda2 and mu.
KINDS_OF_RUNS = {
    "chosen": ["--atoms", "10", "--iterations", "200"],
    "threads": [*KINDS_OF_MODELS["pairs"], "--iterations", "1500", "--threads", "3"],
    "rounds": [*KINDS_OF_MODELS["rest"], "--iterations", "40"],
}
TUNE = ["--grid-atoms", "4,8", "--grid-kappa", "0.1,0.2", "--folds", "3", "--keep", "2",
        "--subset", "60", "--iterations", "60", *CHOSEN, "--mu", "0.5"]


@dataclasses.dataclass
class Play:
    """A run of the command that writes one file, with a state to resume from."""

    name: str
    verb: str          # train or tune
    options: list
    result: str        # the file it writes
    state: str         # what it can be resumed from: a folder or a file
    state_option: str
    expected: bytes = b""
    seconds: float = 0

    def words(self, resume=False):
        return [self.verb, "train.csv", "--out", self.result, self.state_option, self.state,
                "--threads", "1", *self.options, *(["--resume"] if resume else [])]

    def began(self, folder):
        """Whether there is a state to resume from."""
        state = folder / self.state
        return (state / "run.json").exists() if self.verb == "train" else state.exists()

    def state_files(self, folder):
        state = folder / self.state
        return sorted(state.iterdir()) if state.is_dir() else [state]

    def has_part(self, folder):
        """Whether the state contains finished work."""
        return self.verb == "tune" or any((folder / self.state).glob("*.part"))


class Stage:
    def __init__(self, command, folder):
        self.command = command
        self.folder = folder
        self.data = {}
        for name, count, seed in [("train.csv", SIGNALS, 1), ("test.csv", 12, 2)]:
            path = files.write_csv(folder / name, *files.bars(count, seed))
            self.data[name] = path.read_bytes()

    def put_data(self, folder, *names):
        for name in names or self.data:
            (folder / name).write_bytes(self.data[name])

    def plays(self, kinds, every=None):
        """Training runs, each with its undisturbed result. `every`: seconds between two states."""
        more = [] if every is None else ["--checkpoint-seconds", every]
        return [self._rehearsed(Play(name, "train", [*options, *more], "m.model", "state",
                                     "--checkpoint"))
                for name, options in kinds.items()]

    def tune_play(self):
        return self._rehearsed(Play("tune", "tune", TUNE, "tuned.json", "state.json", "--state"))

    def _rehearsed(self, play):
        folder = self.folder / f"undisturbed-{play.name}"
        folder.mkdir(exist_ok=True)
        self.put_data(folder, "train.csv")
        begin = time.monotonic()
        run = self.command.run(play.words(), folder)
        play.seconds = time.monotonic() - begin
        run.check()
        if run.code != 0:
            raise Failed("an undisturbed run fails", run)
        play.expected = (folder / play.result).read_bytes()
        return play
