#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The pages for developers name files and rooms that exist, and the tree has what they say of it."""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402

PAGES = ["docs/architecture.md", "docs/add-a-part.md", "docs/gpu.md", "CONTRIBUTING.md",
         *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs/adr").glob("*.md"))]
# Where a page may mean a path to begin.
BASES = ["", "src", "include", "src/backend/cuda", "docs", "apps/supdict", "apps/supdict/reproduce",
         "python"]
# Examples, plans, and what a build makes.
NOT_THERE = {"src/coding/my_solver.hpp", "src/comm/", "comm/", "math/", "backend/",
             "build/saboteur-failures/"}


def named_paths(page):
    """Paths in `backticks` outside of blocks of code."""
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    words = {match.split()[0] for match in re.findall(r"`([^`\n]+)`", text) if match.strip()}
    return sorted(word for word in words if "/" in word and re.fullmatch(r"[\w.-]+(/[\w.-]*)+", word))


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


class Pages(unittest.TestCase):
    def test_every_path_that_a_page_names_is_there(self):
        found = 0
        for page in PAGES:
            for name in named_paths(page):
                if name in NOT_THERE or name[0].isdigit():
                    continue
                found += 1
                with self.subTest(page=page, path=name):
                    self.assertTrue(any((ROOT / base / name).exists() for base in BASES))
        self.assertGreater(found, 50)

    def test_every_room_is_built_and_described(self):
        built = re.search(r"foreach\(room ([^)]*)\)", text_of("src/CMakeLists.txt")).group(1).split()
        self.assertEqual(sorted(built), sorted(check_layers.ROOMS))
        for room in built:
            with self.subTest(room=room):
                self.assertIn(f"| `src/{room}/` |", text_of("docs/architecture.md"))

    def test_every_source_is_built(self):
        for path in sorted((ROOT / "src").rglob("*.c*")):
            if path.suffix not in {".cpp", ".cu"}:
                continue
            room = path.parent.relative_to(ROOT).as_posix()
            lists = text_of(f"{room}/CMakeLists.txt") + text_of("src/CMakeLists.txt")
            with self.subTest(source=str(path)):
                self.assertRegex(lists, rf"\b{re.escape(path.name)}")

    def test_every_decision_is_in_the_list_of_decisions(self):
        for path in (ROOT / "docs/adr").glob("*.md"):
            self.assertRegex(path.read_text(encoding="utf-8"), r"(?s)\*\*Context\..*"
                             r"\*\*Decision\..*\*\*Consequences\.", path.name)

    def test_one_header_includes_every_public_one(self):
        everything = text_of("include/supdict/supdict.hpp")
        # fields_json.hpp is for users of a JSON library.
        for header in (ROOT / "include/supdict").glob("*.hpp"):
            if header.name not in {"supdict.hpp", "fields_json.hpp"}:
                self.assertIn(f'"supdict/{header.name}"', everything)


if __name__ == "__main__":
    unittest.main()
