#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""clang-tidy over the library, the examples, the benchmarks and the tools.

    tools/lint.py --build build/release [--jobs 2] [FILE ...]

Sources that are compiled once per instruction set are looked at once. Prints only findings.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

FOLDERS = ("src", "examples", "bench", "tools", "apps", "python")


def commands_of(build, root):
    """First compile command of every source in FOLDERS."""
    chosen = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = pathlib.Path(entry["file"]).resolve()
        if path.is_relative_to(root) and path.relative_to(root).parts[0] in FOLDERS:
            chosen.setdefault(str(path), entry)
    return chosen


def tidy(path, database):
    done = subprocess.run(["clang-tidy", "-p", str(database), "--quiet",
                           "--extra-arg=-Wno-unknown-warning-option", path],
                          capture_output=True, text=True, check=False)
    return path, done.returncode, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="*", help="only these")
    arguments = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    commands = commands_of(arguments.build, root)
    if arguments.files:
        wanted = {str(pathlib.Path(name).resolve()) for name in arguments.files}
        commands = {path: entry for path, entry in commands.items() if path in wanted}
    database = arguments.build / "lint"
    database.mkdir(exist_ok=True)
    (database / "compile_commands.json").write_text(json.dumps(list(commands.values())),
                                                    encoding="utf-8")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for path, status, output in pool.map(lambda path: tidy(path, database), commands):
            if status != 0:
                failed += 1
                print(f"--- {pathlib.Path(path).relative_to(root)}\n{output}", flush=True)
    print(f"lint: {len(commands)} files, {failed} with findings")
    return 1 if failed or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
