# SPDX-License-Identifier: BSD-3-Clause
"""Which files the preprocessor reads for each source of a build: from the records of ninja or, if these
are out of date, from the compiler."""
import concurrent.futures
import functools
import os
import re
import subprocess


@functools.lru_cache(maxsize=None)
def changed_at(file):
    """The time of the last change; infinity for a file that does not exist."""
    try:
        return os.stat(file).st_mtime_ns
    except FileNotFoundError:
        return float("inf")


def noted(build):
    """Object -> files, for the objects that are newer than all of their files."""
    text = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True,
                          check=True).stdout
    found = {}
    for block in text.split("\n\n"):
        head, *files = block.splitlines() or [""]
        name, _, state = head.partition(": #deps")
        files = [os.path.normpath(build / file.strip()) for file in files]
        # The list also names the files that a precompiled header was made from.
        files = [file for file in files if "cmake_pch.hxx" not in file]
        if state.endswith("(VALID)") and max(map(changed_at, files)) <= changed_at(build / name):
            found[name] = files
    return found


def asked(entry):
    """The same from the compiler. Empty if the source cannot be preprocessed."""
    command = re.sub(r" -o \S+", " -M", entry["command"])
    rule = subprocess.run(command, shell=True, cwd=entry["directory"], capture_output=True, text=True,
                          check=False).stdout
    files = rule.replace("\\\n", " ").partition(":")[2].split()
    return [os.path.normpath(os.path.join(entry["directory"], file)) for file in files]


def files_of(build, commands, jobs):
    """Source -> files. `commands`: source -> its entry in compile_commands.json."""
    known = noted(build)

    def files(entry):
        return known.get(re.search(r" -o (\S+)", entry["command"]).group(1)) or asked(entry)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(zip(commands, pool.map(files, commands.values())))
