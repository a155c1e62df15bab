# SPDX-License-Identifier: BSD-3-Clause
"""Conversion of classes of any type to the texts of the library and of model files."""
import numpy as np

from . import _supdict


def names_of(classes):
    """The text of each class, as the command prints it. The texts must differ."""
    names = [str(value) for value in classes.tolist()]
    for name in names:
        if any("\ud800" <= letter <= "\udfff" for letter in name):
            raise ValueError(f"the class {name!r} is no text that UTF-8 can hold; expected such text")
    if len(set(names)) < len(names):
        raise ValueError(
            f"two classes have the same text: {names}; expected labels of one type"
        )
    return names


def training_names(names):
    """Texts that the library sorts as numpy sorts the classes: the names if possible, or numbers.

    The library sorts texts by value if all are numbers; numpy always sorts them as text.
    """
    return names if _supdict.class_order(names) == names else [str(i) for i in range(len(names))]


def classes_from(names):
    """Integers if all names are integers, else numbers if all are numbers, else text."""
    for number in (int, float):
        try:
            values = [number(name) for name in names]
        except ValueError:
            continue
        if [str(value) for value in values] == list(names):
            return np.array(values)
    return np.array(names)
