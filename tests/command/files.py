# SPDX-License-Identifier: BSD-3-Clause
"""Small labelled data in every format the command reads. Only the standard library and numpy."""
import gzip
import struct
import zlib

import numpy

SIDE = 6
CLASSES = 3


def bars(count, seed):
    """Noisy bars, (count, 36) bytes, and labels: rows, columns, diagonals. Easy to tell apart."""
    random = numpy.random.default_rng(seed)
    y = numpy.arange(count) % CLASSES
    X = random.integers(0, 60, (count, SIDE, SIDE))
    for x, label, place in zip(X, y, random.integers(0, SIDE, count)):
        if label == 0:
            x[place, :] += 180
        elif label == 1:
            x[:, place] += 180
        else:
            x[numpy.arange(SIDE), (numpy.arange(SIDE) + place) % SIDE] += 180
    return X.reshape(count, -1).astype(numpy.uint8), y


def write_csv(path, X, y, separator=",", header=True):
    with open(path, "w") as file:
        if header:
            names = [f"v{i}" for i in range(X.shape[1])] + ["class"]
            file.write(separator.join(names) + "\n")
        for x, label in zip(X, y):
            file.write(separator.join([*map(str, x), f"bar{label}"]) + "\n")
    return path


def write_plain_csv(path, X):
    numpy.savetxt(path, X, fmt="%d", delimiter=",")
    return path


def write_svmlight(path, X, y):
    with open(path, "w") as file:
        for x, label in zip(X, y):
            pairs = " ".join(f"{i + 1}:{v}" for i, v in enumerate(x) if v)
            file.write(f"{label} {pairs}\n")
    return path


def write_usps(path, X, y):
    with gzip.open(path, "wt") as file:
        for x, label in zip(X, y):
            file.write(f"{label:.4f} " + " ".join(f"{v / 127.5 - 1:.4f}" for v in x) + " \n")
    return path


def write_idx(path, X, y):
    labels = path.parent / path.name.replace("images-idx3", "labels-idx1")
    with gzip.open(path, "wb") as file:
        file.write(struct.pack(">IIII", 0x803, len(X), SIDE, SIDE) + X.tobytes())
    with gzip.open(labels, "wb") as file:
        file.write(struct.pack(">II", 0x801, len(y)) + y.astype(numpy.uint8).tobytes())
    return path


def write_npz(path, X, y):
    numpy.savez(path, X=X.astype(numpy.float64), y=y)
    return path


def write_npy(path, X, y):
    numpy.save(path, numpy.asfortranarray(X.astype(numpy.float32)))
    numpy.save(path.parent / path.name.replace("X", "y"), y)
    return path


def png(pixels):
    """An 8-bit grey PNG."""
    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    height, width = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels.astype(numpy.uint8))
    return (b"\x89PNG\r\n\x1a\n" +
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def write_images(path, X, y):
    for i, (x, label) in enumerate(zip(X, y)):
        folder = path / f"bar{label}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{i}.png").write_bytes(png(x.reshape(SIDE, SIDE)))
    return path
