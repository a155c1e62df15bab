#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Keeps the graph of rooms true: a grep over #include.

    tools/check_layers.py            fails and names every forbidden include
    tools/check_layers.py --graph    prints which room includes which today

The rules, in words, are in docs/architecture.md. A new room is one line in ROOMS.
"""
import argparse
import pathlib
import re
import sys

# Room of src/ -> rooms whose headers it may include. Only downwards: the table has no cycle.
ROOMS = {
    "core": [],
    "simd": ["core"],
    "signals": ["core"],
    "decision": ["core"],
    "coding": ["core", "simd", "decision"],
    "dictionary": ["core", "simd", "signals", "coding"],
    "objective": ["core", "simd", "decision", "coding"],
    "model": ["core", "simd", "signals", "decision", "coding", "dictionary", "objective"],
    "training": ["core", "simd", "signals", "decision", "coding", "dictionary", "objective",
                 "model"],
    "data": ["core"],
}

# (file, include) pairs that break the table on purpose.
EXCEPTIONS = {
    # The table of instruction sets holds the solvers compiled for each; this header is their
    # contract: raw views, no code.
    ("src/simd/level.hpp", "coding/problem.hpp"),
}

# Public header -> its room, so that a reader of files cannot learn of a solver through the front
# door. Headers that are not named here belong to core and may be included by every room.
PUBLIC = {
    "preprocessing.hpp": "signals",
    "decision.hpp": "decision",
    "dictionary.hpp": "dictionary",
    "coding.hpp": "coding",
    "objective.hpp": "objective",
    "predict.hpp": "model",
    "model.hpp": "model",
    "trainer.hpp": "training",
    "incremental.hpp": "training",
    "tune.hpp": "training",
    "logistic.hpp": "training",
    "classifier.hpp": "model",
    "model_file.hpp": "model",
    "dataset.hpp": "data",
    "supdict.hpp": "everything",
}

# These folders prove that the public headers suffice.
PUBLIC_ONLY = ["examples", "apps", "bench", "tools", "python"]

# What kernel sources, compiled once per instruction set, may include from outside: headers without
# inline functions (src/simd/target.hpp says why), and one whose functions never leave their caller.
KERNEL_SYSTEM = {"cstddef", "cstdint", "immintrin.h"}

# Include pattern -> the only place that may use it.
AT_HOME = {
    r"omp\.h": "nowhere (threads come from core/thread_pool.hpp)",
    r"mpi\.h": "src/comm/mpi.cpp",
    r"cuda.*|cublas.*": "src/backend/cuda/",
    # All else in src/simd/ uses the compiler's vector types.
    r"(immintrin|x86intrin)\.h": "src/simd/nonzeros.hpp",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(<[^>]+>|"[^"]+")', re.MULTILINE)


def includes(path):
    """[(text without brackets, is_quoted)] of a file."""
    found = INCLUDE.findall(path.read_text(encoding="utf-8"))
    return [(text[1:-1], text[0] == '"') for text in found]


def sources(root, folder):
    return sorted(path for path in (root / folder).rglob("*")
                  if path.suffix in {".cpp", ".hpp", ".cu"} and path.is_file())


def room_of(include):
    """Room of an include, or None when it comes from outside the project."""
    head, _, rest = include.partition("/")
    if head == "supdict":
        return PUBLIC.get(rest, "core")
    return head if head in ROOMS else None


def check_rooms(root):
    for path in sources(root, "src"):
        name = path.relative_to(root).as_posix()
        room = name.split("/")[1]
        if room not in ROOMS:
            yield f"{name}: the room src/{room} is not in the table ROOMS"
            continue
        for include, quoted in includes(path):
            target = room_of(include)
            if not quoted or target is None or target == room or (name, include) in EXCEPTIONS:
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
            for include, _ in includes(path):
                if include.partition("/")[0] in ROOMS and not (path.parent / include).exists():
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
    """room -> rooms it includes today."""
    edges = {room: set() for room in ROOMS if (root / "src" / room).is_dir()}
    for room, targets in edges.items():
        headers = [root / "include/supdict" / name for name, home in PUBLIC.items() if home == room]
        for path in [*sources(root, f"src/{room}"), *(h for h in headers if h.exists())]:
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
            print(f"{room:<11} -> {', '.join(sorted(targets)) or '(nothing)'}")
        return 0
    faults = [fault for check in (check_rooms, check_public, check_kernels, check_at_home)
              for fault in check(root)]
    for fault in faults:
        print(f"check_layers: {fault}", file=sys.stderr)
    if not faults:
        print(f"check_layers: {len(graph(root))} rooms, {len(kernel_files(root))} kernel files, "
              "no forbidden include")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
