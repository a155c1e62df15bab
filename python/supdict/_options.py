# SPDX-License-Identifier: BSD-3-Clause
"""Parameters of the estimators and options of the library.

The library declares its options once; this module has only the names that differ in scikit-learn.
None leaves the choice to the library.
"""
import numbers

import numpy as np
from joblib import effective_n_jobs
from sklearn.utils import check_random_state

from . import _supdict
from ._warnings import warn_of_device

# Name in the library -> name in Python, where they differ.
TRAIN_NAMES = {
    "atoms": "n_atoms",
    "iterations": "max_iter",
    "validation": "validation_fraction",
    "tolerance": "tol",
    "max_iterations": "coding_max_iter",
}
DICTIONARY_NAMES = {"atoms": "n_atoms"}
CODING_NAMES = {"tolerance": "tol", "max_iterations": "coding_max_iter"}

# Options of the library whose parameters have another form: random_state, image_shape.
INDIRECT = {"seed", "image_height", "image_width"}
YES_OR_NO = {"deskew", "remove_mean", "unit_norm", "calibrate"}


def _to_library(name, value):
    if name in YES_OR_NO and not isinstance(value, str):
        return "yes" if value else "no"
    if name == "members" and not isinstance(value, str):
        return ",".join(":".join(map(str, member)) for member in value)
    if name == "augment" and not isinstance(value, str):
        return ",".join(f"{deformation}:{float(amount)!r}" for deformation, amount in value.items())
    if name == "pad" and not isinstance(value, str):
        return "{}x{}".format(*value)
    if name == "nonnegative" and not isinstance(value, str):
        return _nonnegative(value)
    if name == "atom_weights" and not isinstance(value, str):
        return _line(np.ravel(value))
    if name == "fixed_atoms" and not isinstance(value, str):
        return "\n".join(_line(atom) for atom in np.atleast_2d(value))
    return value


def _line(numbers):
    return " ".join(repr(float(number)) for number in numbers)


def _nonnegative(value):
    """'none', 'codes', 'atoms' or 'codes,atoms' from True, False or some of the two names."""
    if isinstance(value, (bool, np.bool_)):
        return "codes,atoms" if value else "none"
    return ",".join(sorted(map(str, value), reverse=True)) or "none"


def _member(text):
    atoms, kappa, *rest = text.split(":")
    if not rest:
        return int(atoms), float(kappa)
    decision, init, lambda2 = rest
    return int(atoms), float(kappa), decision, init, float(lambda2)


def _numbers(text):
    return [float(word) for word in text.replace(",", " ").split()]


def _to_python(name, value):
    if name in YES_OR_NO:
        return value == "yes"
    if name == "members":
        return [_member(text) for text in value.split(",") if text] or None
    if name == "augment":
        return value or None
    if name == "atom_weights":
        return _numbers(value) or None
    if name == "fixed_atoms":
        return [_numbers(line) for line in value.split("\n") if line.strip()] or None
    if name == "class_weight":
        return None if value == "none" else value
    if name == "lambda0":
        return value or None  # in models of version 1.0, 0 stands for "found by the gamma rule"
    return value


def collect(kind, params, names):
    """Options of one ``kind`` from parameters; those that are None are left to the library."""
    options = {}
    for field in _supdict.OPTIONS[kind]:
        name = field["name"]
        value = params.get(names.get(name, name))
        if value is not None and name not in INDIRECT:
            options[name] = _to_library(name, value)
    return options


def kappa_from(kappa, alpha):
    """kappa, or twice the ``alpha`` of scikit-learn, whose objective is half of ours."""
    if alpha is None:
        return kappa
    if kappa is not None:
        raise ValueError(f"kappa is {kappa} and alpha is {alpha}; expected one of them: "
                         "alpha, as in scikit-learn, is kappa / 2")
    return 2 * float(alpha)


def train_options(params, seed):
    """Options of a training run. A dictionary of class weights is no option of the library: it
    becomes weights of the samples."""
    options = collect("train", params, TRAIN_NAMES)
    options["seed"] = seed
    if isinstance(options.get("class_weight"), dict):
        del options["class_weight"]
    if params.get("image_shape") is not None:
        options["image_height"], options["image_width"] = params["image_shape"]
    return options


def _has_form(field, value):
    """Whether a value of a file is text or a number where its option is. The library checks which
    when it is used."""
    if field["choices"] or isinstance(field["default"], str):
        return isinstance(value, str)
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _of_the_form(options):
    fields = {field["name"]: field for field in _supdict.OPTIONS["train"]}
    return {name: value for name, value in options.items()
            if name in fields and _has_form(fields[name], value)}


def train_params(options):
    """Parameters from the options of training in a model file; defaults are left out, and so is
    what has another form than such a file gives it."""
    params = {}
    options = _of_the_form(options)
    for field in _supdict.OPTIONS["train"]:
        name = field["name"]
        value = options.get(name, field["default"])
        if value is not None and value == field["open"]:
            value = None  # as files spell it
        if value == field["default"] or name in INDIRECT:
            continue
        try:
            params[TRAIN_NAMES.get(name, name)] = _to_python(name, value)
        except ValueError:
            pass
    if options.get("image_height") and options.get("image_width"):
        params["image_shape"] = (options["image_height"], options["image_width"])
    if "seed" in options:
        params["random_state"] = options["seed"]
    return params


def seed_from(random_state):
    """An integer is the seed itself, as in the command; otherwise a seed is drawn."""
    if isinstance(random_state, numbers.Integral):
        if not 0 <= random_state < 2**64:
            raise ValueError(f"random_state is {random_state}; expected 0 to 2**64 - 1")
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))


def workers_from(n_jobs, device):
    """What a call works with: the number of threads, and the name of a device."""
    if not isinstance(device, str):
        raise TypeError(f"device is {device!r}; expected 'auto', 'cpu', 'cuda' or 'cuda:NUMBER'")
    return threads_from(n_jobs), device


def workers_of_fitted(n_jobs, device):
    """The same for an estimator that was fitted, maybe on another machine: without its GPU the
    CPU does what it did, and a warning says so."""
    threads, device = workers_from(n_jobs, device)
    problem = _supdict.device_problem(device)
    if problem:
        warn_of_device(device, problem)
        device = "cpu"
    return threads, device


def threads_from(n_jobs):
    """The number of threads, as in joblib: None is 1 outside of its contexts, -1 is every core."""
    if n_jobs is not None and not isinstance(n_jobs, numbers.Integral):
        raise TypeError(f"n_jobs is {n_jobs!r}; expected an integer, or None")
    threads = effective_n_jobs(n_jobs)
    if threads > _supdict.MOST_THREADS_ASKED_FOR:
        raise ValueError(
            f"n_jobs is {n_jobs}; expected at most {_supdict.MOST_THREADS_ASKED_FOR}, or -1 for "
            "every core"
        )
    return threads
