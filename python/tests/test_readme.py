# SPDX-License-Identifier: BSD-3-Clause
"""The examples and statements of the documents are true."""
import doctest
import pathlib
import re

import pytest

import supdict
from supdict import _coding, _dictionary, _supdict

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_the_example_of_the_readme(tmp_path, monkeypatch, capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    example = re.search(r"<!-- example: python -->\n```python\n(.*?)```", text, re.DOTALL).group(1)
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    assert float(capsys.readouterr().out.split()[0]) > 0.9
    assert (tmp_path / "digits.safetensors").exists()


@pytest.mark.parametrize("thing", [
    _coding.sparse_encode, _dictionary.DictionaryLearner, supdict.SupervisedDictionaryClassifier])
def test_examples_of_docstrings(thing):
    for example in doctest.DocTestFinder(recurse=False).find(thing, thing.__name__):
        assert doctest.DocTestRunner().run(example).failed == 0


def test_the_stubs_name_what_there_is():
    stubs = pathlib.Path(supdict.__file__).with_name("_supdict.pyi").read_text(encoding="utf-8")
    for name in dir(_supdict):
        if not name.startswith("_"):
            assert re.search(rf"^(def |class )?{name}\b", stubs, re.MULTILINE), name
    for name in dir(_supdict.ClassifierFloat):
        if not name.startswith("_"):
            assert re.search(rf"^    (def )?{name}\b", stubs, re.MULTILINE), name
