# SPDX-License-Identifier: BSD-3-Clause
"""Odd binary files, folders and special files.

Each entry is name -> (bytes, or a function that makes the file at a path; what train must do).
"""
import gzip
import io
import os
import pathlib
import random
import struct
import sys
import zipfile

import numpy

from .odd_tables import EITHER, READ, REFUSE, table

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "fuzz"))
import make_corpus as seeds  # noqa: E402  (the writers of the seeds of the fuzzers)
from .stage import files  # noqa: E402

COUNT = 30
X = (numpy.arange(COUNT * 6).reshape(COUNT, 6) * 7 % 11).astype(numpy.float32)
Y = (numpy.arange(COUNT) % 3).astype(numpy.int64)
HUGE = 1 << 62


def saved(array, **options):
    buffer = io.BytesIO()
    numpy.save(buffer, array, **options)
    return buffer.getvalue()


def archive(**arrays):
    buffer = io.BytesIO()
    numpy.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def arrays_beside(samples, labels):
    """X.npy is the odd file; its labels are in a file next to it."""
    def make(path):
        path.write_bytes(samples)
        (path.parent / path.name.replace("X", "y", 1)).write_bytes(labels)
    return make


def npys():
    good = saved(X)
    text = numpy.array(["a", "b", "c"])[Y]
    numbers = X.tobytes()
    odd = {
        "plain": (arrays_beside(good, saved(Y)), READ),
        "text_labels": (arrays_beside(good, saved(text)), READ),
        "no_labels": (good, REFUSE),
        "fewer_labels": (arrays_beside(good, saved(Y[:-1])), REFUSE),
        "more_labels": (arrays_beside(good, saved(numpy.append(Y, 1))), REFUSE),
        "labels_of_two_axes": (arrays_beside(good, saved(numpy.stack([Y, Y], 1))), REFUSE),
        "labels_with_nan": (arrays_beside(good, saved(numpy.where(Y == 1, numpy.nan, Y))), EITHER),
        "labels_cut": (arrays_beside(good, saved(Y)[:-3]), REFUSE),
        "version_9": (good[:6] + b"\x09" + good[7:], REFUSE),
        "header_cut": (good[:40], REFUSE),
        "header_is_a_program": (good[:10] + good[10:128].replace(b"{'desc", b"__impo") + good[128:],
                                REFUSE),
        "negative_shape": (seeds.npy("<f4", (-3, 6), numbers), REFUSE),
        "huge_shape": (seeds.npy("<f4", (HUGE, 6), numbers), REFUSE),
        "gigabytes_claimed": (seeds.npy("<f8", (10**9, 10), numbers), REFUSE),
        "overflowing_shape": (seeds.npy("<f4", (1 << 33, 1 << 33), numbers), REFUSE),
        "no_axes": (saved(numpy.float32(3)), REFUSE),
        "one_axis": (saved(X[0]), REFUSE),
        "five_axes": (saved(X.reshape(3, 2, 5, 3, 2)), REFUSE),
        "no_rows": (arrays_beside(saved(X[:0]), saved(Y[:0])), REFUSE),
        "no_columns": (arrays_beside(saved(X[:, :0]), saved(Y)), REFUSE),
        "objects": (saved(X.astype(object), allow_pickle=True), REFUSE),
        "complex": (arrays_beside(saved(X.astype(complex)), saved(Y)), REFUSE),
        "texts": (arrays_beside(saved(X.astype(str)), saved(Y)), REFUSE),
        "structures": (arrays_beside(saved(numpy.zeros(COUNT, "f4,i4")), saved(Y)), REFUSE),
        "big_endian": (arrays_beside(saved(X.astype(">f8")), saved(Y)), READ),
        "nan": (arrays_beside(saved(numpy.where(X > 9, numpy.nan, X)), saved(Y)), REFUSE),
        "infinite": (arrays_beside(saved(numpy.where(X > 9, numpy.inf, X)), saved(Y)), REFUSE),
        "too_large_for_float": (arrays_beside(saved(X.astype(float) * 1e300), saved(Y)), REFUSE),
        "cut": (arrays_beside(good[:-5], saved(Y)), REFUSE),
        "longer": (arrays_beside(good + b"more", saved(Y)), EITHER),
    }
    return {f"X_{name}.npy": entry for name, entry in odd.items()}


def npzs():
    good = archive(X=X, y=Y)
    lying = good.replace(struct.pack("<I", len(saved(X))), struct.pack("<I", 1 << 30))
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as out:
        with out.open("X.npy", "w", force_zip64=True) as entry:
            entry.write(saved(numpy.zeros((0, 6), numpy.float32)).replace(b"(0, 6)", b"(9, 6)"))
            for _ in range(64):
                entry.write(bytes(1 << 20))
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    odd = {
        "plain": (good, READ), "empty": (empty.getvalue(), REFUSE), "cut": (good[:-30], REFUSE),
        "cut_early": (good[:50], REFUSE), "only_labels": (archive(y=Y), REFUSE),
        "no_labels": (archive(X=X), REFUSE), "fewer_labels": (archive(X=X, y=Y[:9]), REFUSE),
        "nan": (archive(X=X * numpy.nan, y=Y), REFUSE), "lying_sizes": (lying, EITHER),
        "bomb": (bomb.getvalue(), REFUSE),
        "only_the_mark": (b"PK\3\4", REFUSE),
        "encrypted": (good.replace(b"PK\1\2", b"PK\1\2", 1).replace(b"\0\0\x08\0", b"\1\0\x08\0"),
                      EITHER),
        "unknown_method": (good.replace(b"\x08\0", b"\x63\0"), REFUSE),
    }
    return {f"npz_{name}.npz": entry for name, entry in odd.items()}


def idx_beside(images, labels):
    def make(path):
        path.write_bytes(images)
        (path.parent / path.name.replace("images-idx3", "labels-idx1")).write_bytes(labels)
    return make


def idxs():
    images, y = files.bars(COUNT, 3)
    good = struct.pack(">IIII", 0x803, COUNT, 6, 6) + images.tobytes()
    labels = struct.pack(">II", 0x801, COUNT) + y.astype(numpy.uint8).tobytes()
    zipped = gzip.compress(good, mtime=0)
    odd = {
        "plain": (idx_beside(good, labels), READ),
        "no_labels": (good, REFUSE),
        "fewer_labels": (idx_beside(good, struct.pack(">II", 0x801, 5) + labels[8:13]), REFUSE),
        "labels_cut": (idx_beside(good, labels[:-3]), REFUSE),
        "labels_are_images": (idx_beside(good, good), REFUSE),
        "huge_sizes": (idx_beside(struct.pack(">IIII", 0x803, *[2**32 - 1] * 3), labels), REFUSE),
        "no_images": (idx_beside(struct.pack(">IIII", 0x803, 0, 6, 6),
                                 struct.pack(">II", 0x801, 0)), REFUSE),
        "no_pixels": (idx_beside(struct.pack(">IIII", 0x803, COUNT, 0, 6), labels), REFUSE),
        "unknown_type": (idx_beside(b"\0\0\x07\x03" + good[4:], labels), REFUSE),
        "too_many_axes": (idx_beside(b"\0\0\x08\xff" + good[4:], labels), REFUSE),
        "cut": (idx_beside(good[:-7], labels), REFUSE),
        "longer": (idx_beside(good + b"more", labels), EITHER),
        "gzip_cut": (idx_beside(zipped[:-20], labels), REFUSE),
        "gzip_wrong_sum": (idx_beside(zipped[:-8] + b"\0\0\0\0" + zipped[-4:], labels), REFUSE),
        "gzip_then_noise": (idx_beside(zipped + b"noise", labels), EITHER),
        "gzip_twice": (idx_beside(gzip.compress(zipped, mtime=0), labels), REFUSE),
        "gzip_of_nothing": (idx_beside(gzip.compress(b"", mtime=0), labels), REFUSE),
        "gzip_header_only": (idx_beside(zipped[:10], labels), REFUSE),
    }
    return {f"{name}-images-idx3-ubyte": entry for name, entry in odd.items()}


def picture_folder(change=None):
    """Two classes of three pictures; `change` does something to the folder."""
    def make(path):
        for label in ("one", "two"):
            (path / label).mkdir(parents=True)
            for i in range(3):
                pixels = (numpy.arange(36).reshape(6, 6) * (i + 2 + len(label)) % 251)
                (path / label / f"{i}.png").write_bytes(files.png(pixels))
        if change is not None:
            change(path)
    return make


def pictures():
    good = files.png(numpy.arange(36).reshape(6, 6))

    def replaced(data, name="one/1.png"):
        return picture_folder(lambda path: (path / name).write_bytes(data))

    claim = seeds.png(0x7FFFFFFF, 0x7FFFFFFF, 8, 0, seeds.png_rows(5, 6))
    odd = {
        "plain": (picture_folder(), READ),
        "cut": (replaced(good[:-20]), REFUSE),
        "empty_picture": (replaced(b""), REFUSE),
        "noise": (replaced(random.Random(1).randbytes(500)), REFUSE),
        "wrong_sum": (replaced(good[:45] + b"\0" + good[46:]), REFUSE),
        "gigapixels_claimed": (replaced(claim), REFUSE),
        "no_width": (replaced(seeds.png(0, 6, 8, 0, b"")), REFUSE),
        "odd_depth": (replaced(seeds.png(6, 6, 3, 0, seeds.png_rows(6, 6))), REFUSE),
        "no_palette": (replaced(seeds.png(6, 6, 8, 3, seeds.png_rows(6, 6))), REFUSE),
        "other_size": (replaced(files.png(numpy.zeros((7, 7)))), REFUSE),
        "jpeg_cut": (replaced(seeds.JPEG_GREY[:60], "one/1.jpg"), REFUSE),
        "jpeg_named_png": (replaced(seeds.JPEG_GREY), EITHER),
        "a_text_among_them": (replaced(b"see below", "one/notes.txt"), EITHER),
        "a_class_without_pictures": (picture_folder(lambda path: (path / "three").mkdir()), EITHER),
        "nothing_inside": (lambda path: path.mkdir(), REFUSE),
        "one_class": (picture_folder(lambda path: (path / "two").rename(path.parent / "away")),
                      EITHER),
        "a_link_to_itself": (picture_folder(lambda path: (path / "one/9.png").symlink_to("9.png")),
                             EITHER),
    }
    return {f"pictures_{name}": entry for name, entry in odd.items()}


EXTENSIONS = ("csv", "tsv", "txt", "npy", "npz", "gz", "png", "jpg", "svmlight", "idx3-ubyte",
              "model", "json", "dat")


def noise():
    """Noise under every name, and behind the first bytes of every format."""
    chance = random.Random(2)
    odd = {f"noise.{end}": (chance.randbytes(chance.randrange(20, 3000)), REFUSE)
           for end in EXTENSIONS}
    marks = {"npy": b"\x93NUMPY\1\0", "zip": b"PK\3\4", "gzip": b"\x1f\x8b\x08\0", "idx": b"\0\0\x08\3",
             "png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff\xe0"}
    for name, mark in marks.items():
        odd[f"noise_after_{name}"] = (mark + chance.randbytes(700), REFUSE)
    return odd


def special():
    """Paths that are not regular files."""
    return {
        "missing.csv": (lambda path: None, REFUSE),
        "dangling.csv": (lambda path: path.symlink_to("nowhere.csv"), REFUSE),
        "circle.csv": (lambda path: path.symlink_to(path.name), REFUSE),
        "null.csv": (lambda path: path.symlink_to(os.devnull), REFUSE),
        "zeros.csv": (lambda path: path.symlink_to("/dev/zero"), REFUSE),
        "folder.csv": (lambda path: path.mkdir(), REFUSE),
        "a model.csv": (lambda path: path.write_bytes((path.parent / "whole.model").read_bytes()),
                        REFUSE),
        "name with ' and blanks.csv": (table().encode(), READ),
        "name\nwith a line end.csv": (table(cell="x").encode(), REFUSE),
        "n\u00e4me \U0001f600.csv": (table(cell="x").encode(), REFUSE),
    }


def odd_binaries():
    return {**npys(), **npzs(), **idxs(), **pictures(), **noise(), **special()}
