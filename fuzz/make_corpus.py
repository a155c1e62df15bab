#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the seeds of the fuzzers: small files of every format, some of them with wrong headers.

    fuzz/make_corpus.py            fills fuzz/corpus/<format>/ with the files named here

Files that fuzzing has found, and models with two atoms per part from `supdict train`, were added to the
folders by hand and are not changed. The bytes after LABEL_MARK are the label file of the data
(fuzz/read_bytes.hpp). Checkpoints and states of searches belong to the runs of fuzz/resume_bytes.hpp.
"""
import base64
import gzip
import io
import json
import math
import pathlib
import struct
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent / "corpus"
LABEL_MARK = b"\xff\xfelabels\xfe\xff"

# Pictures of 9 x 7 pixels: grey baseline, colour progressive.
JPEG_GREY = base64.b85decode(
    '|JeWF01!$>Nk#wx0RR9200961|JwjV01XKW3knDg3knMk4h;_zAQcl55)&sJ9v2`kDKRiEDJ?8BI!Zn>HbyrrEkI'
    'X6ModmpQ&KWMT47pHU`kO^PyfIG3kU!Q00{vB5di<h02KfM0RR910000000000000041^>hV8xQ~i1Oos7000000'
    '0000000010t6uj7E%A&00;pA002J#ix(YjQVrKz#6SPp')
JPEG_COLOUR = base64.b85decode(
    '|JeWF01!$>Nk#wx0RR9200961|JwjV01XKW3knDg3knMk4h;_zAQcl55)&sJ9v2`kDKRiEDJ?8BI!Zn>HbyrrEkI'
    'X6ModmpQ&KWMT47pHU`kO^PygEhLjevB4iga*CKVMXPc<zyPft%zPft%zPft%zPft%zPft%zPft%zPft%zPft%zP'
    'ft%zPft%zPft%zPft%zPf!2C01*fP2LK5J0U`hb5di}c0sq7R761VO0RR910000000000000011^>hV6afJM0000'
    '0000000000000061+5ij#0RRFJ0}ucJ0h)q;|HJ?n5CH%K000000000000000000976#v=)2mt{A0R;kryF35H02'
    'C1c00000000000000000000|Jncu0RsU6KLLOL!~hf#0RR910000000000000000RP$m2mt~C0Y3qM|HJ?k5CH%H'
    '00000000000000001*G$00;pA00ut-KmWu47Z3pe0{{R30000000000000015h4HD00;pA00BQCj}?Fa+5ij#0RR'
    'F30{{R35Oe>;02C1c00000000000000000000|Jncu0RsU6KM;Ta!~hf#0RR910000000000000000RP$m2mt~C0'
    'Y4Cb|HJ?n5C8)K0000000000000000003&VgK3y2mt{A0Y4Ccj1m9Y')

def idx(code, pack, sizes, values):
    header = struct.pack(">BBBB", 0, 0, code, len(sizes)) + struct.pack(f">{len(sizes)}I", *sizes)
    return header + struct.pack(f">{len(values)}{pack}", *values)


def npy(descr, shape, data, fortran=False, version=1):
    text = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}".encode()
    size = 2 if version == 1 else 4
    text += b" " * (-(8 + size + len(text) + 1) % 64) + b"\n"
    return (b"\x93NUMPY" + bytes([version, 0])
            + struct.pack("<H" if version == 1 else "<I", len(text)) + text + data)


def npz(method, **arrays):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in arrays.items():
            archive.writestr(zipfile.ZipInfo(name + ".npy"), data, compress_type=method)
    return buffer.getvalue()


def png(width, height, depth, colour, rows, interlace=0, palette=b""):
    def chunk(name, data):
        return (struct.pack(">I", len(data)) + name + data
                + struct.pack(">I", zlib.crc32(name + data)))
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    if palette:
        data += chunk(b"PLTE", palette)
    return data + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def zipped(data):
    return gzip.compress(data, 9, mtime=0)


def png_rows(height, row_bytes):
    return b"".join(bytes([0]) + bytes((7 * y + 11 * x) % 256 for x in range(row_bytes))
                    for y in range(height))


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"fnv1a64:{value:016x}"


def line(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sealed(**content):
    """A JSON object with a checksum of itself."""
    return line({**content, "checksum": fnv(line(content).encode())}).encode() + b"\n"


def tensors(metadata, arrays):
    """A safetensors file with the checksum of docs/model-format.md; arrays: name -> (dtype, shape)."""
    header, data, hashed = {}, b"", b""
    for key in sorted(metadata):
        hashed += f"{key}\0{metadata[key]}\0".encode()
    for name in sorted(arrays):
        dtype, shape = arrays[name]
        values = [((7 * i + len(name)) % 11 - 5) / 8 for i in range(math.prod(shape))]
        if name.endswith((".v", "lambda", "numbers")):
            values = [abs(value) + 1 for value in values]
        packed = struct.pack(f"<{len(values)}{'f' if dtype == 'F32' else 'd'}", *values)
        header[name] = {"dtype": dtype, "shape": shape,
                        "data_offsets": [len(data), len(data) + len(packed)]}
        data += packed
        hashed += "".join(f"{word}\0" for word in [name, dtype, *shape]).encode() + packed
    text = line({**header, "__metadata__": {**metadata, "checksum": fnv(hashed)}}).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def checkpoint(key="fuzz", finished=False, iteration=5, chosen=1, shapes=None):
    arrays = {"steps": ("F64", [1, 2])}
    sizes = {"D": [2, 4], "W": [2, 2], "b": [1, 2]}
    for model in ["model", "best"]:
        arrays.update({f"{model}.{name}": ("F32", size) for name, size in sizes.items()})
        arrays[f"{model}.lambda"] = ("F64", [1, 2])
    for name in [] if finished else sizes:
        arrays[f"adam.{name}.m"] = arrays[f"adam.{name}.v"] = ("F32", sizes[name])
    arrays.update(shapes or {})
    points = [{"iteration": i, "mu": 0.5, "lambda0": 20.0, "objective": 3.5, "train_error": 0.25,
               "validation_error": None, "mean_nonzeros": 1.5, "seconds": 0.125} for i in (1, 2)]
    summary = {"classes": [0, 1], "path": points, "chosen": chosen, "n_signals": 12,
               "weight": 12.0, "n_validation": 0, "n_replaced_atoms": 0, "lambda0": 20.0, "gammas": [1.5],
               "seconds": 0.25}
    state = {"part": 0, "iteration": iteration, "finished": finished, "summary": summary}
    return tensors({"key": key, "state": line(state)}, arrays)


def tune_state(key="fuzz", lambda2=0.02, mu=1.0, errors=((0.25, 0.5), (0.125,), ())):
    return sealed(key=key, lambda2=lambda2, mu=mu, errors=errors)


FLOATS = struct.pack("<6f", 1, 2.5, -3, 0, 1e9, 6)
IMAGES = idx(8, "B", (4, 2, 3), range(24))
X = npy("<f4", (3, 2), FLOATS)
Y = npy("<i8", (3,), struct.pack("<3q", 0, 1, 1))

SEEDS = {
    "idx": {
        "images": IMAGES,
        "labelled": IMAGES + LABEL_MARK + idx(8, "B", (4,), (0, 1, 2, 1)),
        "labels_first": idx(8, "B", (4,), (0, 1, 2, 1)) + LABEL_MARK + IMAGES,
        "gzip": zipped(IMAGES),
        "float": idx(0x0D, "f", (2, 3), (1, 2, 3, 4, 5, 6)),
        "double": idx(0x0E, "d", (1, 2, 2), (1, 2, 3, 4)),
        "short": idx(0x0B, "h", (2, 2), (-1, 2, 3, -4)),
        "int": idx(0x0C, "i", (2, 2), (-1, 2, 3, -4)),
        "lying": idx(8, "B", (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF), range(9)),
        "lying_gzip": zipped(idx(8, "B", (60000, 28, 28), [0] * 2000)),
        "cut": IMAGES[:-3],
    },
    "usps": {
        "train": b"6.0000 -1.0000 0.5000 1.0000 -0.25 \n3.0000 1 1 1 1\n",
        "test": b"6 -1 0.5 1 0\n3 1 1 1 1\r\n\n",
        "gzip": zipped(b"6 -1 0.5\n3 1 1\n"),
        "ragged": b"6 -1 0.5\n3 1\n",
        "nan": b"6 nan 0.5\n3 1 inf\n",
    },
    "csv": {
        "header": b"a,b,label\n1,2,x\n3,4,y\n5,6,x\n",
        "quoted": b'"a","b ""c""","label"\r\n1,"2","x\ny"\r\n3,4,"z,w"\r\n',
        "semicolon": b"1.5;2;0\n3;4;1\n5;6;1\n7;8;0\n\n",
        "missing": b"a,b\n1,\n2,3\n",
        "ragged": b"1,2,3\n4,5\n",
        "open_quote": b'a,b\n1,2\n3,"4\n5,6\n',
        "bom": b"\xef\xbb\xbfy,a\n0,1e3\n1,-2E-3\n",
    },
    "tsv": {
        "header": b"a\tb\tclass\n1\t2\tx\n3\t4\ty\n",
        "numbers": b"0\t1.5\t2\n1\t3\t4\n1\t3\t4\n0\t1\t1\n",
    },
    "svmlight": {
        "one": b"+1 1:2 3:4.5 # comment\n-1 qid:3 2:1\n# nothing\n+1\n",
        "zero": b"0 0:1 5:2\n1 1:3\n",
        "huge": b"1 16777216:1\n",
        "descending": b"1 3:1 2:1\n",
        "bad": b"1 a:1\n",
    },
    "npy": {
        "float": X,
        "labelled": X + LABEL_MARK + Y,
        "text_labels": X + LABEL_MARK + npy("<U2", (3,), "a\0bbcd".encode("utf-32-le")),
        "byte_labels": X + LABEL_MARK + npy("|S2", (3, 1), b"a\0bbcd"),
        "fortran": npy("<f8", (3, 2), struct.pack("<6d", *range(6)), fortran=True),
        "fortran_images": npy("|u1", (2, 2, 3), bytes(range(12)), fortran=True, version=2),
        "fortran_gzip": zipped(npy(">i2", (3, 2), struct.pack(">6h", *range(6)), fortran=True)),
        "half": npy("<f2", (2, 2), struct.pack("<4e", 1, 2, -0.5, 6e-8), version=3),
        "bool": npy("|b1", (2, 2), bytes([0, 1, 1, 0])),
        "lying": npy("<f8", (9223372036854775807, 3), FLOATS),
        "objects": npy("|O", (2, 2), FLOATS),
        "cut": X[:-5],
        "nan": npy("<f4", (1, 2), struct.pack("<2f", float("nan"), 1)),
    },
    "npz": {
        "stored": npz(zipfile.ZIP_STORED, X=X, y=Y),
        "deflated": npz(zipfile.ZIP_DEFLATED, x_train=X, y_train=Y),
        "single": npz(zipfile.ZIP_DEFLATED, something=X),
        "no_samples": npz(zipfile.ZIP_STORED, a=X, b=Y),
        "cut": npz(zipfile.ZIP_STORED, X=X, y=Y)[:-30],
    },
    "images": {
        "grey.png": png(6, 5, 8, 0, png_rows(5, 6)),
        "bits.png": png(9, 5, 1, 0, png_rows(5, 2)),
        "deep.png": png(5, 5, 16, 0, png_rows(5, 10)),
        "colour.png": png(5, 6, 8, 2, png_rows(6, 15)),
        "alpha.png": png(5, 4, 8, 6, png_rows(4, 20)),
        "palette.png": png(6, 5, 2, 3, png_rows(5, 2), palette=bytes(range(12))),
        "interlaced.png": png(1, 4, 8, 0, png_rows(4, 1), interlace=1),
        "lying.png": png(0x7FFFFFFF, 0x7FFFFFFF, 8, 0, png_rows(5, 6)),
        "cut.png": png(6, 5, 8, 0, png_rows(5, 6))[:-20],
        "grey.jpg": JPEG_GREY,
        "colour.jpg": JPEG_COLOUR,
        "cut.jpg": JPEG_GREY[:-9],
    },
    "checkpoint": {
        "begun": checkpoint(),
        "finished": checkpoint(finished=True, iteration=20),
        "chosen": checkpoint(chosen=10**9),
        "iteration": checkpoint(iteration=-3),
        "shape": checkpoint(shapes={"adam.W.v": ("F32", [1, 4])}),
        "other_run": checkpoint(key="other"),
        "damaged": checkpoint()[:-1] + b"\0",
        "cut": checkpoint()[:-9],
    },
    "tune_state": {
        "begun": tune_state(),
        "other_search": tune_state(key="other"),
        "folds": tune_state(errors=[[0.5] * 3] * 3),
        "points": tune_state(errors=[[0.5]]),
        "types": tune_state(lambda2="much", errors=[[True], {}, 3]),
        "damaged": tune_state().replace(b"0.02", b"0.03"),
        "cut": tune_state()[:-9],
    },
    "config": {
        "options": b'{"method": "sdl-d", "atoms": 64, "mu_ramp": 3e-1, "resume": true, "log": null}',
        "comment": b'{"atoms": 64 /* per pair */}\n',
        "nested": b'{"atoms": [64, {"kappa": 0.15}]}',
        "deep": b'{"atoms": ' + b"[" * 500 + b"]" * 500 + b"}",
        "huge": b'{"kappa": 1e999}',
        "latin": b'{"label_column": "Gr\xf6\xdfe"}',
        "list": b"[1]",
        "open": b'{"atoms"',
    },
}
# The fuzzer of the detection starts from one file of each format.
SEEDS["auto"] = {name: next(iter(seeds.values())) for name, seeds in SEEDS.items()
                 if name not in ("checkpoint", "tune_state", "config")}


def main():
    for name, seeds in SEEDS.items():
        folder = ROOT / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, data in seeds.items():
            (folder / file).write_bytes(data)


if __name__ == "__main__":
    main()
