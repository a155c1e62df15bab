# SPDX-License-Identifier: BSD-3-Clause
"""Classes of any type here, texts in the library and in model files."""
import numpy as np

from . import _supdict


def names_of(classes):
    """The text of each class, as the command prints it. Must tell the classes apart."""
    names = [str(value) for value in classes.tolist()]
    if len(set(names)) < len(names):
        raise ValueError(
            f"two classes have the same text: {names}; expected labels of one type"
        )
    return names


def training_names(names):
    """Texts that the library sorts as numpy sorts the classes: the names, if it does, or numbers.

    The library sorts texts that are all numbers by value, numpy sorts texts by letters.
    """
    return names if _supdict.class_order(names) == names else [str(i) for i in range(len(names))]


def classes_from(names):
    """Integers if all names are integers, else numbers if all are numbers, else texts."""
    for number in (int, float):
        try:
            values = [number(name) for name in names]
        except ValueError:
            continue
        if [str(value) for value in values] == list(names):
            return np.array(values)
    return np.array(names)
