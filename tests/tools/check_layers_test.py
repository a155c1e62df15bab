#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""tools/check_layers.py accepts the tree as it is, and names each include that breaks a rule."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class CheckLayers(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="supdict-layers-"))
        self.addCleanup(shutil.rmtree, self.root)
        for folder in ("src", "include", "apps"):
            shutil.copytree(ROOT / folder, self.root / folder)

    def run_tool(self, *words):
        return subprocess.run(
            [sys.executable, "-B", ROOT / "tools/check_layers.py", "--root", self.root, *words],
            capture_output=True, text=True, check=False)

    def add(self, file, include):
        path = self.root / file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#include {include}\n{text}", encoding="utf-8")

    def refused(self, *words):
        done = self.run_tool()
        self.assertEqual(done.returncode, 1, done.stdout)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_the_tree_as_it_is(self):
        done = self.run_tool()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no forbidden include", done.stdout)

    def test_a_room_above(self):
        self.add("src/core/rng.hpp", '"coding/problem.hpp"')
        self.refused("src/core/rng.hpp", "coding/problem.hpp", "nothing but itself")

    def test_kernels_do_not_know_solvers(self):
        self.add("src/simd/level.cpp", '"coding/solver_table.hpp"')
        self.refused("src/simd/level.cpp", "simd may know only: core")

    def test_a_room_above_through_a_public_header(self):
        self.add("src/data/idx.cpp", '"supdict/trainer.hpp"')
        self.refused("src/data/idx.cpp", "supdict/trainer.hpp")

    def test_a_room_nobody_has_declared(self):
        self.add("src/comm/local.cpp", '"core/rng.hpp"')
        self.refused("src/comm", "not in the table ROOMS")

    def test_a_kernel_with_inline_functions_of_others(self):
        self.add("src/coding/homotopy.hpp", "<cmath>")
        self.refused("src/coding/homotopy.hpp", "<cmath>", "once per instruction set")

    def test_a_public_header_that_shows_the_inside(self):
        self.add("include/supdict/coding.hpp", '"coding/prepared.hpp"')
        self.refused("include/supdict/coding.hpp", "only supdict/...")

    def test_a_program_that_looks_inside(self):
        self.add("apps/supdict/train.cpp", '"coding/prepared.hpp"')
        self.refused("apps/supdict/train.cpp", "public headers only")

    def test_a_cuda_header_outside_of_its_room(self):
        self.add("src/model/vote.cpp", "<cuda_runtime.h>")
        self.refused("src/model/vote.cpp", "src/backend/cuda/")

    def test_the_graph_names_every_room_once(self):
        lines = self.run_tool("--graph").stdout.splitlines()
        rooms = [line.split("->")[0].strip() for line in lines]
        folders = {path.parent.relative_to(self.root / "src").as_posix()
                   for path in (self.root / "src").rglob("*.cpp")}
        self.assertEqual(sorted(rooms), sorted(folders))
        graph = dict(zip(rooms, (line.split("->")[1] for line in lines)))
        self.assertNotIn("coding", graph["simd"])


if __name__ == "__main__":
    unittest.main()
