# SPDX-License-Identifier: BSD-3-Clause
"""Builds the extension module with CMake; everything else is in pyproject.toml."""
import os
import pathlib
import re
import shlex
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    """One call of CMake for the library and the module, so that no source is listed twice."""

    def build_extension(self, ext):
        output = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        build = pathlib.Path(self.build_temp).resolve()
        build.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["cmake", "-S", str(ROOT), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release",
             "-DSUPDICT_DEVELOPER=OFF", "-DSUPDICT_COMMAND=OFF", "-DSUPDICT_PYTHON_MODULE=ON",
             f"-DPYTHON_EXECUTABLE={sys.executable}", f"-DSUPDICT_PYTHON_OUTPUT={output}",
             *shlex.split(os.environ.get("CMAKE_ARGS", ""))],
            check=True)
        jobs = str(self.parallel or os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", str(build), "--target", "supdict_python", "-j", jobs],
                       check=True)


def version():
    """The version in CMakeLists.txt."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(supdict VERSION ([0-9.]+)", text).group(1)


setup(version=version(), ext_modules=[Extension("supdict._supdict", sources=[])],
      cmdclass={"build_ext": CMakeBuild})
