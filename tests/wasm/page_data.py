# SPDX-License-Identifier: BSD-3-Clause
"""Writes digits.csv, curves.csv, table.csv and odd.csv: data for the tests of the live page."""
import csv
import math
import random

from sklearn.datasets import load_digits, load_iris

rng = random.Random(3)


def write(name, rows, labels):
    with open(name, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["label", *(f"x{i}" for i in range(len(rows[0])))])
        writer.writerows([label, *row] for label, row in zip(labels, rows))


def bump(place):
    return [math.exp(-((i - place) / 3) ** 2) + rng.gauss(0, 0.05) for i in range(40)]


digits = load_digits()
write("digits.csv", digits.data.tolist(), digits.target)
names = ["early", "middle", "late"] * 30
write("curves.csv", [bump({"early": 8, "middle": 20, "late": 32}[name]) for name in names], names)
iris = load_iris()
write("table.csv", iris.data.tolist(), [iris.target_names[label] for label in iris.target])
# Labels that would be elements, entities or the end of a script, if they were not text.
ODD = ["<img src=x onerror=\"document.title='run'\">", "</script><h1>&amp;</h1><!--", "\u00e4 {{model}} \U0001f600"]
write("odd.csv", iris.data.tolist(), [ODD[label] for label in iris.target])
