# SPDX-License-Identifier: BSD-3-Clause
"""Parameters of the estimators and options of the library.

The library declares its options once; here stand only the names that scikit-learn spells otherwise.
None means: as the library chooses.
"""
import numbers

from joblib import effective_n_jobs
from sklearn.utils import check_random_state

from . import _supdict

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

# Options of the library that a parameter of another form stands for: random_state, image_shape.
INDIRECT = {"seed", "image_height", "image_width"}
YES_OR_NO = {"deskew", "remove_mean", "unit_norm"}


def _to_library(name, value):
    if name in YES_OR_NO and not isinstance(value, str):
        return "yes" if value else "no"
    if name == "members" and not isinstance(value, str):
        return ",".join(f"{atoms}:{kappa!r}" for atoms, kappa in value)
    return value


def _to_python(name, value):
    if name in YES_OR_NO:
        return value == "yes"
    if name == "members":
        pairs = [pair.split(":") for pair in value.split(",") if pair]
        return [(int(atoms), float(kappa)) for atoms, kappa in pairs] or None
    if name == "class_weight":
        return None if value == "none" else value
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


def train_options(params, seed):
    """Options of a training run. A dictionary of class weights is not one: it becomes
    weights of the samples."""
    options = collect("train", params, TRAIN_NAMES)
    options["seed"] = seed
    if isinstance(options.get("class_weight"), dict):
        del options["class_weight"]
    if params.get("image_shape") is not None:
        options["image_height"], options["image_width"] = params["image_shape"]
    return options


def train_params(options):
    """Parameters from options of a training run, as a model file keeps them; defaults left out."""
    params = {}
    for field in _supdict.OPTIONS["train"]:
        name = field["name"]
        value = options.get(name, field["default"])
        if value != field["default"] and name not in INDIRECT:
            params[TRAIN_NAMES.get(name, name)] = _to_python(name, value)
    if options.get("image_height") and options.get("image_width"):
        params["image_shape"] = (options["image_height"], options["image_width"])
    if "seed" in options:
        params["random_state"] = options["seed"]
    return params


def seed_from(random_state):
    """An integer is the seed itself, as the command spells it; else a seed is drawn."""
    if isinstance(random_state, numbers.Integral):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))


def threads_from(n_jobs):
    """As joblib reads n_jobs: None is 1 outside of its contexts, -1 is every core."""
    return effective_n_jobs(n_jobs)
