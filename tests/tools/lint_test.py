#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tools/lint.py checks changed sources again, and no others: a project of two sources, with a fake
clang-tidy that records its arguments and complains about the word BAD."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
NINJA = """rule cc
  command = c++ -MD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
build one.o: cc ../src/one.cpp
build two.o: cc ../src/two.cpp
"""
CLANG_TIDY = """#!/bin/sh
if [ "$1" = --version ]; then echo "clang-tidy ${TIDY_VERSION:-1}"; exit; fi
for last; do :; done
echo "$last" >> "$LOG"
! grep BAD "$last"
"""


class Lint(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="supdict-lint-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/clang-tidy").write_text(CLANG_TIDY)
        (self.folder / "bin/clang-tidy").chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
                            "LOG": str(self.folder / "log"), "XDG_CACHE_HOME": str(self.folder)}
        self.root = self.project("first")

    def project(self, name):
        root = self.folder / name
        for folder in ["src", "build", "tools"]:
            (root / folder).mkdir(parents=True)
        for tool in ["lint.py", "lint_cache.py", "compiled_from.py"]:
            shutil.copy(TOOLS / tool, root / "tools")
        (root / ".clang-tidy").write_text("Checks: '*'\n")
        (root / ".gitignore").write_text("build/\ntools/\n")
        (root / "src/two.hpp").write_text("int two();  // more than one\n")
        (root / "src/one.cpp").write_text('#include "two.hpp"\nint one() { return two() - 1; }\n')
        (root / "src/two.cpp").write_text('#include "two.hpp"\nint two() { return 2; }\n')
        (root / "build/build.ninja").write_text(NINJA)
        entries = [{"directory": str(root / "build"), "file": str(root / f"src/{name}.cpp"),
                    "command": f"c++ -I{root}/src -o {name}.o -c {root}/src/{name}.cpp"}
                   for name in ["one", "two"]]
        (root / "build/compile_commands.json").write_text(json.dumps(entries))
        return root

    def lint(self, *words, root=None, expect=0, build=True, **environment):
        """Names of the sources that clang-tidy was asked to check."""
        root = root or self.root
        (self.folder / "log").write_text("")
        if build:
            subprocess.run(["ninja", "-C", root / "build"], check=True, capture_output=True)
        done = subprocess.run(["/usr/bin/python3", "-B", root / "tools/lint.py", "--build",
                               root / "build", *words], capture_output=True, text=True, check=False,
                              env={**self.environment, **environment})
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return sorted(pathlib.Path(line).stem for line in (self.folder / "log").read_text().split())

    def git(self, *words):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=x", "-c", "user.email=x", *words],
                       check=True, capture_output=True)

    def test_clean_sources_are_not_checked_again(self):
        self.assertEqual(self.lint(), ["one", "two"])
        self.assertEqual(self.lint(), [])
        self.assertEqual(self.lint(root=self.project("second")), [], "another clone")

    def test_changed_sources_are_checked_again(self):
        self.lint()
        (self.root / "src/one.cpp").write_text("int one() { return 1; }\n")
        self.assertEqual(self.lint(), ["one"])
        (self.root / "src/two.hpp").write_text("int two();\nint three();\n")
        self.assertEqual(self.lint(), ["two"])
        (self.root / "src/two.hpp").write_text("int two();\nint four();\n")
        self.assertEqual(self.lint(build=False), ["two"], "a build that is out of date")
        self.assertEqual(self.lint(TIDY_VERSION="2"), ["one", "two"])
        (self.root / ".clang-tidy").write_text("Checks: 'bugprone-*'\n")
        self.assertEqual(self.lint(), ["one", "two"])

    def test_only_comments_that_clang_tidy_reads_count(self):
        self.lint()
        source = self.root / "src/two.cpp"
        source.write_text('#include "two.hpp"\n// A pair.\nint two() { return 2; }  /* that is it */\n')
        self.assertEqual(self.lint(), [])
        source.write_text('#include "two.hpp"\nint two() { return 2; }  // NOLINT\n')
        self.assertEqual(self.lint(), ["two"])
        source.write_text('#include "two.hpp"\nconst char* text = "// a";\nint two() { return 2; }\n')
        self.assertEqual(self.lint(), ["two"])
        source.write_text('#include "two.hpp"\nconst char* text = "// b";\nint two() { return 2; }\n')
        self.assertEqual(self.lint(), ["two"])

    def test_findings_are_found_until_they_are_gone(self):
        (self.root / "src/one.cpp").write_text("int BAD;\n")
        self.assertEqual(self.lint(expect=1), ["one", "two"])
        self.assertEqual(self.lint(expect=1), ["one"])

    def test_since_a_commit(self):
        self.git("init")
        self.git("add", "-A")
        self.git("commit", "-m", "first")
        self.assertEqual(self.lint("--since", "HEAD"), [])
        (self.root / "src/two.hpp").write_text("int two();\nint three();\n")
        self.assertEqual(self.lint("--since", "HEAD"), ["two"], "a header, through its source")
        (self.root / "src/one.cpp").write_text("int one();\n")
        self.assertEqual(self.lint("--since", "HEAD"), ["one"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
