#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The recipes of vcpkg and Conan run with stand-ins of their tools, up to a configured build."""
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PACKAGING = HERE.parents[1] / "packaging"


class Toolchain:
    """CMakeToolchain: remembers what it would write."""
    latest = None

    def __init__(self, recipe):
        self.cache_variables = {}
        Toolchain.latest = self

    def generate(self):
        pass


class Deps:
    """CMakeDeps and PkgConfigDeps."""

    def __init__(self, recipe):
        pass

    def generate(self):
        pass


def copy(recipe, pattern, src, dst):
    """As conan.tools.files.copy: a pattern with * takes whole folders."""
    if pattern.endswith("/*"):
        shutil.copytree(pathlib.Path(src, pattern[:-2]), pathlib.Path(dst, pattern[:-2]))
    else:
        shutil.copy(pathlib.Path(src, pattern), dst)


def conan_standins():
    contents = {
        "conan": {"ConanFile": object},
        "conan.tools": {},
        "conan.tools.build": {"check_min_cppstd": None},
        "conan.tools.cmake": {"CMake": None, "CMakeDeps": Deps, "CMakeToolchain": Toolchain,
                              "cmake_layout": None},
        "conan.tools.files": {"copy": copy},
        "conan.tools.gnu": {"PkgConfigDeps": Deps},
    }
    for name, members in contents.items():
        module = types.ModuleType(name)
        vars(module).update(members)
        sys.modules[name] = module


def conan_recipe():
    conan_standins()
    path = PACKAGING / "conan/conanfile.py"
    spec = importlib.util.spec_from_file_location("supdict_conanfile", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipe = module.SupdictConan()
    recipe.recipe_folder = str(path.parent)
    recipe.options = types.SimpleNamespace(**recipe.default_options)
    return recipe


def as_cmake(value):
    return {True: "ON", False: "OFF"}.get(value, value)


class RecipesRun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)

    def succeeds(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_port_of_vcpkg_configures_and_names_what_is_installed(self):
        self.succeeds("cmake", f"-DPORT={PACKAGING / 'vcpkg'}", f"-DWORK={self.work}", "-P",
                      HERE / "vcpkg_standins.cmake")

    def test_the_files_that_conan_exports_are_enough_to_configure(self):
        recipe = conan_recipe()
        sources = self.work / "sources"
        sources.mkdir()
        recipe.export_sources_folder = str(sources)
        recipe.export_sources()
        recipe.generate()
        variables = Toolchain.latest.cache_variables
        self.assertGreater(len(variables), 2)
        self.succeeds("cmake", "-S", sources, "-B", self.work / "build", "-G", "Ninja",
                      *(f"-D{name}={as_cmake(value)}" for name, value in variables.items()))
        libraries = [f"lib{name}.a" for name in self.library_names(recipe)]
        ninja = (self.work / "build/build.ninja").read_text(encoding="utf-8")
        for library in libraries:
            self.assertIn(library, ninja)

    def library_names(self, recipe):
        recipe.cpp_info = types.SimpleNamespace(set_property=lambda name, value: None)
        recipe.package_info()
        return recipe.cpp_info.libs


if __name__ == "__main__":
    unittest.main()
