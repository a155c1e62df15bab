# SPDX-License-Identifier: BSD-3-Clause
"""
From Python to the command and back
===================================

A model is one file that holds no code. The command reads models saved in Python, and vice versa.
"""
import os
import pathlib
import shutil
import subprocess
import tempfile

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import supdict

X, y = load_digits(n_class=4, return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X.astype(np.float32), y, random_state=0)
classifier = supdict.SupervisedDictionaryClassifier(
    n_atoms=16, max_iter=150, image_shape=(8, 8), n_jobs=2, random_state=0
).fit(X_train, y_train)

folder = tempfile.TemporaryDirectory()
home = pathlib.Path(folder.name)
classifier.save(home / "digits.model")
np.save(home / "X_test.npy", X_test)
np.save(home / "y_test.npy", y_test)

# %%
# The command is ``supdict`` once it is installed; ``SUPDICT_COMMAND`` gives another path.
command = os.environ.get("SUPDICT_COMMAND") or shutil.which("supdict")


def run(*words):
    """Run the command in the folder and print the command line and its output."""
    print("$ supdict", *words)
    done = subprocess.run([command, *words], cwd=home, capture_output=True, text=True, check=True)
    print(done.stdout)


run("evaluate", "digits.model", "X_test.npy", "--quiet")

# %%
# Python gives the same error:
print(f"Python: {100 * (1 - classifier.score(X_test, y_test)):.2f} % wrong")

# %%
# Now the command trains, and Python reads the model:
np.save(home / "X_train.npy", X_train)
np.save(home / "y_train.npy", y_train)
run("train", "X_train.npy", "--out", "other.model", "--atoms", "16", "--iterations", "150",
    "--seed", "1", "--quiet")
other = supdict.SupervisedDictionaryClassifier.load(home / "other.model")
print("classes:", other.classes_, "parts:", len(other.parts_))
print(f"{100 * (1 - other.score(X_test, y_test)):.2f} % wrong")

# %%
# The atoms of its first pair of classes:
figure, ax = plt.subplots(figsize=(3, 3.2), constrained_layout=True)
supdict.plot.atoms(other, shape=(8, 8), ax=ax)
plt.show()
folder.cleanup()
