#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The recipes in packaging/ name the version, the options and the dependencies of this tree."""
import ast
import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


VERSION = re.search(r"project\(supdict VERSION ([0-9.]+)", text_of("CMakeLists.txt"))[1]
OPTIONS = set(re.findall(r"^\w+\((SUPDICT_\w+)", text_of("cmake/Options.cmake"), re.M))
# What the build looks for, and how the recipes may call it.
DEPENDENCIES = {"eigen3": r"eigen3?", "nlohmann_json": r"nlohmann[-_]json", "zlib": "zlib",
                "libpng": "libpng", "libjpeg": "libjpeg-turbo", "libzip": "libzip"}


class Recipes(unittest.TestCase):
    def needs_everything(self, names):
        for wanted, pattern in DEPENDENCIES.items():
            self.assertTrue(any(re.fullmatch(pattern, name) for name in names), wanted)

    def test_the_list_of_dependencies_is_that_of_the_build(self):
        build = text_of("CMakeLists.txt") + text_of("src/data/CMakeLists.txt")
        for name in DEPENDENCIES:
            self.assertRegex(build.lower(), rf"\b{name}\b")

    def test_options_exist(self):
        found = 0
        for path in PACKAGING.rglob("*"):
            if path.is_file() and path.suffix in (".py", ".cmake", ".yaml"):
                for name in re.findall(r"SUPDICT_[A-Z_]+", path.read_text(encoding="utf-8")):
                    self.assertIn(name, OPTIONS, path)
                    found += 1
        self.assertGreater(found, 3)

    def test_vcpkg(self):
        port = json.loads(text_of("packaging/vcpkg/vcpkg.json"))
        self.assertEqual(port["version"], VERSION)
        self.needs_everything([entry if isinstance(entry, str) else entry["name"]
                               for entry in port["dependencies"]])

    def test_conan(self):
        text = text_of("packaging/conan/conanfile.py")
        ast.parse(text)
        self.assertIn(f'version = "{VERSION}"', text)
        self.needs_everything(re.findall(r'self\.requires\("([^/]+)/', text))
        parts = ast.literal_eval(re.search(r"^PARTS = (\(.*\))$", text, re.M)[1])
        for part in parts:
            self.assertTrue((ROOT / part.removesuffix("/*")).exists(), part)
        ast.parse(text_of("packaging/conan/test_package/conanfile.py"))

    def test_conda(self):
        text = text_of("packaging/conda-forge/meta.yaml")
        self.assertIn(f'{{% set version = "{VERSION}" %}}', text)
        self.needs_everything(re.findall(r"^    - ([\w-]+)", text, re.M))
        project = text_of("pyproject.toml")
        wanted = re.search(r"^dependencies = \[(.*)\]$", project, re.M)[1]
        run = text.partition("\n  run:\n")[2].partition("\n\n")[0]
        for requirement in re.findall(r'"([^"]+)"', wanted):
            self.assertIn(re.match(r"[\w-]+", requirement)[0], run)


if __name__ == "__main__":
    unittest.main()
