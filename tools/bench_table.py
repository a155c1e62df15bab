#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Turns the JSON of the coding benchmark into a Markdown table.

    tools/bench_table.py build/bench/coding.json [--out build/bench/coding.md]

One row per (solver, n, k, problem, tolerance); the two-thread column gives the speed-up too.
"""
import argparse
import json
import sys


def read_rows(data):
    """{(solver, n, k, problem, tol): {threads: benchmark}}, in the order of the file."""
    rows = {}
    for entry in data["benchmarks"]:
        if entry.get("run_type") == "aggregate":
            continue
        solver, n, k, problem, tol, threads = entry["name"].split("/")[:6]
        key = (solver, *(part.split(":")[-1] if ":" in part and not part.startswith("p:") else part
                         for part in (n, k, problem, tol)))
        rows.setdefault(key, {})[int(threads.split(":")[1])] = entry
    return rows


def rate(entry):
    return f"{entry['signals/s']:,.0f}" if entry else ""


def table(data):
    context = data["context"]
    lines = [
        "# Sparse coding, signals per second",
        "",
        f"{context['num_cpus']} CPUs at {context['mhz_per_cpu']} MHz, kernels: "
        f"{context.get('simd', '?')}, {context['date']}. float, kappa = 0.15; supervised problems "
        "count one signal for all its p hypotheses.",
        "",
        "| solver | n | k | problem | tolerance | 1 thread | 2 threads | speed-up | non-zeros "
        "| iterations | worst gap | not converged |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for key, by_threads in read_rows(data).items():
        one, two = by_threads.get(1), by_threads.get(2)
        any_entry = one or two
        speedup = f"{two['signals/s'] / one['signals/s']:.2f}" if one and two else ""
        lines.append(
            "| " + " | ".join(key) + f" | {rate(one)} | {rate(two)} | {speedup} "
            f"| {any_entry['nonzeros']:.1f} | {any_entry['iterations_per_problem']:.1f} "
            f"| {any_entry['worst_gap']:.1e} | {any_entry['not_converged']:.0f} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("json")
    parser.add_argument("--out", help="also write the table to this file")
    arguments = parser.parse_args()
    with open(arguments.json, encoding="utf-8") as file:
        text = table(json.load(file))
    if arguments.out:
        with open(arguments.out, "w", encoding="utf-8") as file:
            file.write(text)
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
