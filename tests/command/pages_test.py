#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pages and pictures that the command writes, read by strict parsers of their formats.

    SUPDICT_COMMAND=build/release/apps/supdict/supdict python3 pages_test.py [Pages]
"""
import base64
import html.parser
import json
import re
import struct
import unittest
import zlib
from xml.etree import ElementTree

import files
from case import Case

VOID = {"meta", "link", "img", "br", "hr"}
# Inside SVG a tag may close itself.
DRAWING = {"path", "polyline", "polygon", "circle", "rect"}
ODD = ['<b>&amp;"', "na\u00efve \u20ac", "it's 100%"]


class Page(html.parser.HTMLParser):
    """Tags that fit together, tables as lists of rows, text of headings."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tables, self.ids, self.links, self.headings = [], [], [], [], []
        self.addresses = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_startendtag(self, tag, attrs):
        assert tag in DRAWING | VOID, tag
        self.handle_attributes(attrs)

    def handle_starttag(self, tag, attrs):
        self.handle_attributes(attrs)
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append((dict(attrs).get("class", ""), []))
        elif tag == "tr":
            self.tables[-1][1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][1][-1].append("")
        elif tag in ("h1", "h2", "h3"):
            self.headings.append("")

    def handle_attributes(self, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), names
        for name, value in attrs:
            assert not name.startswith("on"), name
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src"):
                (self.links if value.startswith("#") else self.addresses).append(value)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open[-3:])
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][1][-1][-1] += data
        if self.open and self.open[-1] in ("h1", "h2", "h3"):
            self.headings[-1] += data

    def table(self, kind):
        (found,) = [rows for name, rows in self.tables if name == kind]
        return found


def unfiltered(rows):
    """Undoes the filters of PNG for one byte per pixel."""
    above = bytes(len(rows[0]) - 1)
    for kind, *row in rows:
        for x, value in enumerate(row):
            left, up = row[x - 1] if x else 0, above[x]
            corner = above[x - 1] if x else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
            row[x] = (value + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
        above = bytes(row)
        yield above


def decoded_png(data):
    """Width, height and rows of greys or palette entries; every checksum is looked at."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, []
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        checksum, = struct.unpack(">I", data[at + 8 + length:at + 12 + length])
        assert zlib.crc32(kind + body) == checksum, kind
        chunks.append((kind, body))
        at += 12 + length
    assert chunks[0][0] == b"IHDR" and chunks[-1] == (b"IEND", b"")
    width, height, depth, colour = struct.unpack(">IIBB", chunks[0][1][:10])
    assert depth == 8 and colour in (0, 3)
    packed = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    assert len(packed) == height * (width + 1)
    rows = list(unfiltered([packed[y * (width + 1):(y + 1) * (width + 1)] for y in range(height)]))
    if colour == 3:
        assert max(map(max, rows)) < len(dict(chunks)[b"PLTE"]) // 3
    return width, height, rows


class Pages(Case):
    def odd_csv(self, name, X, y):
        """A table whose labels need quotes and escapes."""
        text = ",".join(f"v{i}" for i in range(X.shape[1])) + ",class\n"
        for x, label in zip(X, y):
            quoted = ODD[label].replace('"', '""')
            text += ",".join(map(str, x)) + f',"{quoted}"\n'
        (self.folder / name).write_text(text)
        return name

    def report(self, *words):
        self.run_command("report", *words, "--out", "report.html")
        text = (self.folder / "report.html").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("<!DOCTYPE html>\n"))
        return text, Page(text)

    def check(self, text, page):
        self.assertEqual([address for address in page.addresses if not address.startswith("data:")],
                         [])
        self.assertEqual(len(page.ids), len(set(page.ids)))
        self.assertEqual({link[1:] for link in page.links} - set(page.ids), set())
        drawings = re.findall(r"(?s)<svg.*?</svg>", text)
        for drawing in drawings:
            ElementTree.fromstring(drawing)
        pictures = re.findall(r"data:image/png;base64,([A-Za-z0-9+/=]*)", text)
        for picture in pictures:
            decoded_png(base64.b64decode(picture, validate=True))
        self.assertNotRegex(text, r"https?://")
        self.assertNotRegex(re.sub(r"base64,[A-Za-z0-9+/=]*", "", text), r"\b(nan|inf|NaN)\b")
        return len(drawings), len(pictures)

    def test_the_numbers_are_those_of_evaluate_whatever_the_labels(self):
        train = self.odd_csv("train.csv", self.X, self.y)
        test = self.odd_csv("test.csv", self.X_test, self.y_test)
        for strategy in ("pairwise", "multiclass", "one-vs-rest"):
            model = self.train(train, "--method", "sdl-d", "--strategy", strategy)
            told = json.loads(self.run_command("evaluate", model, test, "--json")[0])
            self.assertEqual(set(told["labels"]), set(ODD))
            text, page = self.report(model, test)
            drawings, _ = self.check(text, page)
            self.assertGreater(drawings, 6)
            head, *rows = page.table("confusion")
            self.assertEqual(head[1:], told["labels"])
            self.assertEqual([row[0] for row in rows], told["labels"])
            self.assertEqual([[int(cell) for cell in row[1:]] for row in rows], told["confusion"])
            self.assertIn(f"{100 * told['error']:.2f} %", text)
            self.assertIn(f"{100 * told['calibration_error']:.2f} %", text)

    def test_options_in_the_page_are_those_of_the_run(self):
        model = self.train(self.csv(), "--kappa", "0.125")
        notes = json.loads(self.run_command("inspect", model, "--json")[0])["notes"]
        _, page = self.report(model)
        shown = {row[0]: row[1] for kind, rows in page.tables if kind == "words" for row in rows
                 if len(row) == 2}
        self.assertEqual(shown["kappa"], "0.125")
        for name, value in notes["options"].items():
            if isinstance(value, str) and value:
                self.assertEqual(shown[name].strip('"'), value)

    def test_pictures_of_images_and_of_other_signals(self):
        idx = files.write_idx(self.folder / "train-images-idx3-ubyte.gz", self.X, self.y)
        _, pictures = self.check(*self.report(self.train(idx), idx))
        self.assertGreater(pictures, 3)
        for data in (idx, self.csv()):
            self.run_command("atoms", self.train(data), "--out", "atoms.png")
            width, height, rows = decoded_png((self.folder / "atoms.png").read_bytes())
            self.assertGreater(min(width, height), 20)
            self.assertGreater(len(set(b"".join(rows))), 5)

    def test_zoom_and_columns_are_exact(self):
        idx = files.write_idx(self.folder / "train-images-idx3-ubyte.gz", self.X, self.y)
        model = self.train(idx)
        sizes = {}
        for columns in (4, 6, 24):
            for zoom in (1, 3):
                self.run_command("atoms", model, "--out", "a.png", "--columns", columns, "--zoom",
                                 zoom)
                sizes[columns, zoom] = decoded_png((self.folder / "a.png").read_bytes())[:2]
        for zoom in (1, 3):
            # Each further column is as wide as every other.
            step = (sizes[24, zoom][0] - sizes[6, zoom][0]) / 18
            self.assertEqual(sizes[6, zoom][0] - sizes[4, zoom][0], 2 * step)
            self.assertGreaterEqual(step, files.SIDE * zoom)
        for columns in (4, 6):
            self.assertGreater(sizes[columns, 3][0], 2 * sizes[columns, 1][0])

    def test_the_same_page_every_time(self):
        data = self.csv()
        model = self.train(data)
        first, _ = self.report(model, data, "--threads", "1")
        second, _ = self.report(model, data, "--threads", "3")
        self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main(verbosity=1)
