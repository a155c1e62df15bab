# SPDX-License-Identifier: BSD-3-Clause
"""Writes live.html beside the pages: one to try a model in, if the command was built with the module."""
import csv
import os
import pathlib
import subprocess
import tempfile

from sklearn.datasets import load_digits
from sphinx.util import logging

WITHOUT = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>No live page</title>
<p>These pages were built without the WebAssembly module: <code>make live docs</code> builds them with it.</p>
</html>"""


def run(*words, folder):
    return subprocess.run([os.environ["SUPDICT_COMMAND"], *words], cwd=folder, capture_output=True,
                          text=True, check=False)


def write_digits(path):
    digits = load_digits()
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["label", *(f"x{i}" for i in range(digits.data.shape[1]))])
        writer.writerows([label, *row] for label, row in zip(digits.target, digits.data))


def write_page(app, error):
    if error is not None or app.builder.format != "html":
        return
    with tempfile.TemporaryDirectory() as folder:
        write_digits(pathlib.Path(folder) / "digits.csv")
        trained = run("train", "digits.csv", "--out", "digits.model", "--image-height", "8",
                      "--image-width", "8", "--scaling", "range", "--atoms", "16", "--iterations",
                      "200", "--quiet", folder=folder)
        if trained.returncode != 0:
            raise RuntimeError(trained.stderr)
        written = run("page", "digits.model", "digits.csv", "--out", "-", folder=folder)
    page = written.stdout
    if written.returncode != 0:
        if "without the WebAssembly module" not in written.stderr:
            raise RuntimeError(written.stderr)
        logging.getLogger(__name__).info("no live page: the command was built without the module")
        page = WITHOUT
    (pathlib.Path(app.outdir) / "live.html").write_text(page, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
