#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""clang-tidy over the library, the command, the bindings, the examples, the benchmarks and the tools.

    tools/lint.py --build build/release [--jobs 2] [--since COMMIT] [FILE ...]

The build folder must be configured; a finished build saves time. Sources that are compiled once per
instruction set are checked once. A source without findings is checked again only when something it depends
on has changed (tools/lint_cache.py). Prints only findings.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

import compiled_from
import lint_cache

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "examples", "bench", "tools", "apps", "python")


def without_precompiled(command):
    """Without the header the compiler has precompiled: it is GCC's own, and a source must include
    what it uses."""
    return re.sub(r" -Winvalid-pch| -include \S+/cmake_pch\.hxx", "", command)


def commands_of(build):
    """First compile command of every source in FOLDERS."""
    chosen = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = pathlib.Path(entry["file"]).resolve()
        if not path.is_relative_to(ROOT) or build in path.parents:
            continue
        if path.relative_to(ROOT).parts[0] in FOLDERS:
            chosen.setdefault(str(path), {**entry, "command": without_precompiled(entry["command"])})
    return chosen


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True,
                          check=True).stdout.split()


def changed_since(commit):
    """Files that differ from the point where this branch left `commit`, including new ones."""
    names = git("diff", "--name-only", "--diff-filter=d", "--merge-base", commit)
    names += git("ls-files", "--others", "--exclude-standard")
    return {str(ROOT / name) for name in names}


def sources_of(files, reads):
    """The sources with which clang-tidy checks `files`: a header is checked with the source of its
    name, or else with the first that includes it. `reads`: source -> files."""
    chosen = set()
    for file in files:
        readers = [source for source in reads if file in reads[source]]
        namesakes = [source for source in readers
                     if pathlib.Path(source).stem == pathlib.Path(file).stem]
        chosen.update((namesakes or readers)[:1])
    return chosen


def tidy(path, database):
    done = subprocess.run(["clang-tidy", "-p", str(database), "--quiet",
                           "--extra-arg=-Wno-unknown-warning-option", path],
                          capture_output=True, text=True, check=False)
    return path, done.returncode, done.stdout


def look_at(commands, build, jobs):
    """Prints what clang-tidy finds; yields the sources in which it found nothing."""
    database = build / "lint"
    database.mkdir(exist_ok=True)
    (database / "compile_commands.json").write_text(json.dumps(list(commands.values())),
                                                    encoding="utf-8")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for path, status, output in pool.map(lambda path: tidy(path, database), commands):
            if status == 0:
                yield path
            else:
                print(f"--- {pathlib.Path(path).relative_to(ROOT)}\n{output}", flush=True)


def tidy_version():
    return subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True,
                          check=True).stdout


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--since", metavar="COMMIT",
                        help="only files changed since the branch left COMMIT")
    parser.add_argument("files", nargs="*", help="only these files")
    return parser.parse_args()


def main():
    arguments = parse()
    build = arguments.build.resolve()
    commands = commands_of(build)
    if not commands:
        sys.exit(f"lint: {build} has no compile commands of this project")
    reads = compiled_from.files_of(build, commands, arguments.jobs)
    if arguments.files or arguments.since:
        wanted = {str(pathlib.Path(name).resolve()) for name in arguments.files}
        wanted |= changed_since(arguments.since) if arguments.since else set()
        chosen = sources_of(wanted, {path: {path, *files} for path, files in reads.items()})
        commands = {path: entry for path, entry in commands.items() if path in chosen}

    cache = lint_cache.Cache(ROOT, tidy_version())
    keys = {path: cache.key(entry["command"], reads[path])
            for path, entry in commands.items() if reads[path]}
    todo = {path: entry for path, entry in commands.items()
            if path not in keys or not cache.is_clean(keys[path])}
    failed = len(todo)
    for path in look_at(todo, build, arguments.jobs):
        failed -= 1
        if path in keys:
            cache.remember_clean(keys[path])
    print(f"lint: {len(commands)} files, {len(todo)} checked, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
