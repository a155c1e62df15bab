#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks which room (folder of src/) includes which, by a grep over #include.

    tools/check_layers.py            fails with a list of all forbidden includes
    tools/check_layers.py --graph    prints the actual graph

docs/architecture.md explains the rules. A new room is one line in ROOMS.
"""
import argparse
import pathlib
import re
import sys

# Room of src/ -> rooms whose headers it may include, all of them further up in the table, so that the
# graph has no cycle.
ROOMS = {
    "core": [],
    "simd": ["core"],
    "signals": ["core", "simd"],
    "decision": ["core"],
    "coding": ["core", "simd", "decision"],
    "dictionary": ["core", "simd", "signals", "coding"],
    "objective": ["core", "simd", "decision", "coding"],
    "backend/cuda": ["core", "simd", "decision", "coding"],
    "backend/cuda/training": ["core", "decision", "coding", "backend/cuda"],
    "model": ["core", "simd", "signals", "decision", "coding", "dictionary", "objective"],
    "data": ["core"],
    "c": ["core", "coding", "model"],
}

# The rooms of src/training/, which may include all rooms above except the readers of files.
BELOW_TRAINING = [room for room in ROOMS if room not in ("data", "backend/cuda", "c")]
ROOMS |= {
    "training/progress": BELOW_TRAINING,
    "training/part": [*BELOW_TRAINING, "training/progress"],
    "training/methods": [*BELOW_TRAINING, "training/progress", "training/part"],
    "training/rules": [*BELOW_TRAINING, "training/progress", "training/part", "training/methods"],
    "training": [*BELOW_TRAINING, "training/progress", "training/part", "training/methods",
                 "training/rules"],
    "training/incremental": [*BELOW_TRAINING, "training/progress", "training/part",
                             "training/methods", "training/rules"],
    "training/tuning": [*BELOW_TRAINING, "training/progress", "training/part", "training"],
}

# Public header -> its room, so that a reader of files cannot include a solver through a public
# header. Headers that are not listed here belong to core and may be included by every room.
PUBLIC = {
    "augment.hpp": "signals",
    "preprocessing.hpp": "signals",
    "decision.hpp": "decision",
    "dictionary.hpp": "dictionary",
    "coding.hpp": "coding",
    "solvers.hpp": "coding",
    "objective.hpp": "objective",
    "predict.hpp": "model",
    "predictor.hpp": "model",
    "model.hpp": "model",
    "trainer.hpp": "training/progress",
    "incremental.hpp": "training/incremental",
    "tune.hpp": "training/tuning",
    "logistic.hpp": "training/methods",
    "classifier.hpp": "model",
    "model_file.hpp": "model",
    "dataset.hpp": "data",
    "supdict.hpp": "everything",
    "supdict.h": "c",
}

# These folders may include public headers only, which shows that these suffice.
PUBLIC_ONLY = ["examples", "apps", "bench", "tools", "python"]
# But for this one: signals that stay on a device have no public entry.
BEHIND_THE_HEADERS = "bench/cuda/"

# What kernel sources, compiled once per instruction set, may include from outside: headers without
# inline functions (src/simd/target.hpp says why), and one whose functions never leave their caller.
KERNEL_SYSTEM = {"cstddef", "cstdint", "immintrin.h"}

# Include pattern -> the only place that may use it.
AT_HOME = {
    r"omp\.h": "nowhere (threads come from core/thread_pool.hpp)",
    r"mpi\.h": "src/comm/mpi.cpp",
    r"cuda.*|cublas.*": "src/backend/cuda/",
    # All other files in src/simd/ use the compiler's vector types.
    r"(immintrin|x86intrin)\.h": "src/simd/nonzeros.hpp",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(<[^>]+>|"[^"]+")', re.MULTILINE)


def includes(path):
    """[(text without brackets, is_quoted)] of a file."""
    found = INCLUDE.findall(path.read_text(encoding="utf-8"))
    return [(text[1:-1], text[0] == '"') for text in found]


def sources(root, folder):
    return sorted(path for path in (root / folder).rglob("*")
                  if path.suffix in {".cpp", ".hpp", ".cu", ".cuh", ".c", ".h"} and path.is_file())


def sources_of(root, room):
    """The files of the room, without those of rooms inside it."""
    return [path for path in sources(root, f"src/{room}") if path.parent == root / "src" / room]


def room_of(include):
    """Room of an include, or None when it comes from outside the project."""
    folder, _, name = include.rpartition("/")
    if folder == "supdict":
        return PUBLIC.get(name, "core")
    return folder if folder in ROOMS else None


def check_table():
    known = set()
    for room, below in ROOMS.items():
        for other in below:
            if other not in known:
                yield f"the table ROOMS: {room} may know {other}, which is not above it in the table"
        known.add(room)


def check_rooms(root):
    for path in sources(root, "src"):
        name = path.relative_to(root).as_posix()
        room = path.parent.relative_to(root / "src").as_posix()
        if room not in ROOMS:
            yield f"{name}: the room src/{room} is not in the table ROOMS"
            continue
        for include, quoted in includes(path):
            target = room_of(include)
            if not quoted or target is None or target == room:
                continue
            if target not in ROOMS[room]:
                allowed = ", ".join(ROOMS[room]) or "nothing but itself"
                yield f"{name}: includes {include}, but {room} may know only: {allowed}"


def check_public(root):
    for path in sources(root, "include"):
        name = path.relative_to(root).as_posix()
        room = PUBLIC.get(path.name, "core")
        for include, quoted in includes(path):
            target = room_of(include)
            if quoted and not include.startswith("supdict/"):
                yield f"{name}: includes {include}, but public headers include only supdict/..."
            elif quoted and room in ROOMS and target not in [room, *ROOMS[room]]:
                yield (f"{name}: includes {include} of {target}, which {room} may not know "
                       "(the table PUBLIC names the room of each public header)")
    for folder in PUBLIC_ONLY:
        for path in sources(root, folder):
            if path.relative_to(root).as_posix().startswith(BEHIND_THE_HEADERS):
                continue
            for include, _ in includes(path):
                if include.rpartition("/")[0] in ROOMS and not (path.parent / include).exists():
                    yield (f"{path.relative_to(root).as_posix()}: includes {include}, "
                           f"but {folder}/ uses public headers only")


def kernel_files(root):
    """The kernel sources and every project header they reach."""
    listed = re.search(r"supdict_add_simd_sources\(\w+\s+([^)]*)\)",
                       (root / "src/CMakeLists.txt").read_text(encoding="utf-8"))
    waiting = [root / "src" / source for source in listed.group(1).split()]
    seen = []
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.append(path)
        for include, quoted in includes(path):
            for base in ("src", "include"):
                if quoted and (root / base / include).exists():
                    waiting.append(root / base / include)
    return sorted(seen)


def check_kernels(root):
    for path in kernel_files(root):
        name = path.relative_to(root).as_posix()
        for include, quoted in includes(path):
            if not quoted and include not in KERNEL_SYSTEM:
                yield (f"{name}: includes <{include}>, but what is compiled once per instruction "
                       f"set may include only: {', '.join(sorted(KERNEL_SYSTEM))}")


def check_at_home(root):
    for folder in ["include", "src", *PUBLIC_ONLY]:
        for path in sources(root, folder):
            name = path.relative_to(root).as_posix()
            for include, _ in includes(path):
                for pattern, home in AT_HOME.items():
                    if re.fullmatch(pattern, include) and not name.startswith(home):
                        yield f"{name}: includes <{include}>, which belongs in {home}"


def graph(root):
    """room -> rooms it includes."""
    edges = {room: set() for room in ROOMS if (root / "src" / room).is_dir()}
    for room, targets in edges.items():
        headers = [root / "include/supdict" / name for name, home in PUBLIC.items() if home == room]
        for path in [*sources_of(root, room), *(h for h in headers if h.exists())]:
            targets.update(room_of(include) for include, quoted in includes(path) if quoted)
        targets -= {room, None}
    return edges


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graph", action="store_true", help="print the graph as it is")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    root = arguments.root
    if arguments.graph:
        for room, targets in graph(root).items():
            print(f"{room:<20} -> {', '.join(sorted(targets)) or '(nothing)'}")
        return 0
    faults = [*check_table(), *check_rooms(root), *check_public(root), *check_kernels(root),
              *check_at_home(root)]
    for fault in faults:
        print(f"check_layers: {fault}", file=sys.stderr)
    if not faults:
        print(f"check_layers: {len(graph(root))} rooms, {len(kernel_files(root))} kernel files, "
              "no forbidden include")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
