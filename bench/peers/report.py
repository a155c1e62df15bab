# SPDX-License-Identifier: BSD-3-Clause
"""Tables and the plot of growth from the measurements of compare.py."""
import json
import os
from math import log10

INTRODUCTION = """# Benchmarks

Written by

```sh
make bench DATA=folder     # mnist/ and usps/ inside; without it MNIST is fetched, USPS left out
```

on {machine}, {simd}, {date}: float32, kappa = 0.15, relative duality gap 1e-6, medians. All rows
come from one run. Machines differ, and so do hours of one machine: trust ratios. The numbers behind the
tables are in [benchmarks.json](benchmarks.json).
"""


def machine():
    return f"{cpu_name()}, {os.cpu_count()} cores"


def cpu_name():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
        return names[0]
    except (OSError, IndexError):
        return "this machine"


def rows(header, lines):
    return "\n".join([f"| {' | '.join(header)} |", "|" + "---|" * len(header)] +
                     [f"| {' | '.join(line)} |" for line in lines]) + "\n"


def limits(result):
    names = (("fma_gflops", "fused multiply-adds in registers, GFLOP/s"),
             ("gemm_gflops", "Eigen's product of 1024 x 1024 matrices, GFLOP/s"),
             ("correlation_gflops", "Eigen's D'X, n = 784, k = 64, GFLOP/s"),
             ("memory_gb_per_second", "reading memory, GB/s"))
    return rows(("limit of the machine", "1 thread", "2 threads"),
                [(text, *(f"{result['limits'][name][t]:.0f}" for t in "12")) for name, text in names])


def floor(run, result):
    """Signals/s if D'x and the steps of LARS ran at the rate of a matrix product."""
    n, k, s = run["n"], run["atoms"], run["lasso"]["1"]["nonzeros"]
    flops = 2 * n * k + k * s**2 + 8 * k * s + 4 / 3 * s**3
    return 1e9 * result["limits"]["gemm_gflops"]["1"] / flops


def lasso(result):
    lines = []
    for run in result["coding"]:
        own = run["lasso"]["1"]["signals_per_second"]
        entries = [(f"supdict, {t} thread{'s' * (t == '2')}", run["lasso"][t]) for t in "12"]
        entries += [(peer["name"], peer) for peer in run["peers"]]
        for coder, entry in entries:
            rate = entry["signals_per_second"]
            share = f"{100 * rate / floor(run, result):.0f} %" if coder == "supdict, 1 thread" else ""
            lines.append((run["name"], str(run["atoms"]), coder, f"{rate:,.0f}", f"{own / rate:.2f}", share,
                          f"{entry['mean_objective']:.5f}", f"{entry['worst_gap']:.0e}"))
    return rows(("data", "k", "coder", "signals/s", "times the time", "of the floor", "mean objective",
                 "worst gap"), lines)


def supervised(result):
    lines = []
    for run in result["coding"]:
        for part in ("two_classes", "all_classes"):
            row = run[part]
            lines.append((run["name"], str(run["atoms"]), str(row["classes"]),
                          f"{row['signals_per_second']:,.0f}", f"{row['times_one_lasso']:.2f}",
                          f"{row['times_one_lasso'] / row['classes']:.2f}", f"{row['worst_gap']:.0e}"))
    return rows(("data", "k", "classes", "signals/s, all hypotheses", "in lasso codings", "per hypothesis",
                 "worst gap"), lines)


def prediction(result):
    return rows(("data", "k", "classifiers", "signals", "all scores, s", "labels only, s"),
                [(run["name"], str(run["atoms"]), str(run["prediction"]["parts"]),
                  str(run["prediction"]["signals"]), f"{run['prediction']['seconds']:.2f}",
                  f"{run['prediction']['label_seconds']:.2f}")
                 for run in result["coding"]])


def learning(result):
    lines = []
    for run in result["learning"]:
        curves = [("supdict, 2 threads", run["curve"])]
        if "scikit_learn" in run:
            curves.append(("scikit-learn mini-batch, 1 thread", run["scikit_learn"]))
        for name, curve in curves:
            text = ", ".join(f"{point['objective']:.5f} ({point['seconds']:.2g} s)" for point in curve)
            lines.append((str(run["atoms"]), name, text))
    return rows(("k", "learner, batches of 512", "held-out objective (after)"), lines)


def solvers(result):
    grouped = {}
    for entry in result["solvers"]["benchmarks"]:
        if entry.get("run_type") == "aggregate":
            continue
        *key, threads = entry["name"].split("/")[:6]
        grouped.setdefault(tuple(key), {})[threads.split(":")[1]] = entry
    lines = []
    for key, by_threads in grouped.items():
        one, two = by_threads.get("1"), by_threads.get("2")
        any_entry = one or two
        rate = [f"{entry['signals/s']:,.0f}" if entry else "" for entry in (one, two)]
        speedup = f"{two['signals/s'] / one['signals/s']:.2f}" if one and two else ""
        lines.append((*(word.split(":")[-1] if not word.startswith("p:") else word for word in key), *rate,
                      speedup, f"{any_entry['worst_gap']:.0e}", f"{any_entry['not_converged']:.0f}"))
    return rows(("solver", "n", "k", "problem", "tolerance", "signals/s, 1 thread", "2 threads", "speed-up",
                 "worst gap", "not converged"), lines)


def growth(result):
    lines = [(str(point["signals"]), str(point["atoms"]), f"{point['nonzeros']:.1f}",
              f"{point['lasso_seconds']:.3f}", f"{point['two_classes_seconds']:.3f}",
              f"{1e6 * point['lasso_seconds'] / point['signals']:.2f}")
             for points in (result["growth"]["by_signals"], result["growth"]["by_atoms"]) for point in points]
    return rows(("signals", "k", "non-zeros", "lasso, s", "two classes, s", "lasso, us per signal"), lines)


def large(result):
    by_atoms = {}
    for point in result["large"]:
        by_atoms.setdefault(point["atoms"], {})[point["threads"]] = point
    lines = []
    for atoms, points in by_atoms.items():
        one, two = points[1], points[2]
        lines.append((str(atoms), f"{one['nonzeros']:.1f}", f"{one['seconds']:.3f}", f"{two['seconds']:.3f}",
                      f"{1e9 * one['seconds'] / one['signals'] / atoms:.1f}", f"{one['data_mb']:.0f}",
                      f"{max(one['added_mb'], two['added_mb']):.0f}",
                      f"{max(one['max_relative_gap'], two['max_relative_gap']):.0e}"))
    return rows(("k", "non-zeros", "1 thread, s", "2 threads, s", "ns per signal and atom", "D + X + codes, MB",
                 "memory added, MB", "optima known to"), lines)


def memory(result):
    return rows(("signals", "data as float32, MB", "peak of training, MB", "ratio"),
                [(str(point["signals"]), f"{point['data_mb']:.0f}", f"{point['peak_mb']:.0f}",
                  f"{point['peak_mb'] / point['data_mb']:.2f}") for point in result["memory"]])


def penalties(result):
    measured = result["penalties"]
    rates = [(str(row["atoms"]), row["penalty"], f"{row['signals_per_second']:,.0f}",
              f"{row['of_plain']:.2f}", f"{row['worst_gap']:.0e}") for row in measured["rates"]]
    lines = []
    for run in measured["learning"]:
        ends = [f"{run[name]['objective']:.5f} ({run[name]['seconds']:.2g} s)"
                for name in ("scikit_learn", "supdict")]
        sooner = "not reached" if run["times_sooner"] is None else f"{run['times_sooner']:.1f}"
        lines.append((str(run["atoms"]), *ends, sooner))
    return (rows(("k", "penalty", "signals/s", "of the plain rate", "optima known to"), rates) + "\n" +
            rows(("k", "scikit-learn, held-out objective (after)", "supdict", "times sooner"), lines))


def panel(points, x_name, series, title, left):
    """One chart with logarithmic axes: `series` against points[x_name], and a line of slope 1."""
    xs = [log10(point[x_name]) for point in points]
    ys = [log10(point[name]) for name, _, _, _ in series for point in points]
    low, high = min(ys) - 0.1, max(max(ys), ys[0] + xs[-1] - xs[0]) + 0.1

    def place(x, y):
        return (left + 50 + 250 * (x - xs[0]) / (xs[-1] - xs[0]), 250 - 200 * (y - low) / (high - low))

    parts = [f'<text x="{left + 50}" y="30" font-weight="bold">{title}</text>']
    parts.append(f'<path d="M{left + 50},50 V250 H{left + 310}" fill="none" stroke="#888"/>')
    for x, point in zip(xs, points):
        parts.append(f'<text x="{place(x, low)[0]:.0f}" y="268" text-anchor="middle">{point[x_name]}</text>')
    first, last = place(xs[0], ys[0]), place(xs[-1], ys[0] + xs[-1] - xs[0])
    parts.append(f'<path d="M{first[0]:.0f},{first[1]:.0f} L{last[0]:.0f},{last[1]:.0f}" stroke="#aaa" '
                 'stroke-dasharray="4 4"/>')
    for at, (name, colour, label, unit) in enumerate(series):
        spots = [place(x, log10(point[name])) for x, point in zip(xs, points)]
        line = " L".join(f"{x:.0f},{y:.0f}" for x, y in spots)
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3" fill="{colour}"/>' for x, y in spots]
        x, y = spots[-1]
        parts.append(f'<text x="{x - 6:.0f}" y="{y - 8:.0f}" text-anchor="end" fill="{colour}">'
                     f'{points[-1][name]:.3g} {unit}</text>')
        parts.append(f'<text x="{left + 60 + 90 * at}" y="48" fill="{colour}">{label}</text>')
    return "".join(parts)


def growth_picture(result):
    blue, red = "#1b6ca8", "#c23b22"
    times = [("lasso_seconds", blue, "lasso", "s"), ("two_classes_seconds", red, "two classes", "s")]
    sizes = [("data_mb", blue, "data", "MB"), ("peak_mb", red, "peak", "MB")]
    body = (panel(result["growth"]["by_signals"], "signals", times, "time against signals (k = 64)", 0) +
            panel(result["growth"]["by_atoms"], "atoms", times, "time against atoms (10000 signals)", 340) +
            panel(result["memory"], "signals", sizes, "memory of training against signals", 680))
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="1020" height="290" font-family="sans-serif" '
            f'font-size="12"><rect width="1020" height="290" fill="white"/>{body}'
            '<text x="60" y="284" fill="#666">logarithmic axes; dashed: proportional growth</text></svg>\n')


def write(result, folder):
    text = INTRODUCTION.format(machine=result["machine"], simd=result["coding"][0]["simd"],
                               date=result["date"])
    sections = [
        ("Limits", limits, "limits"),
        ("Lasso coding, signals per second", lasso, "coding"),
        ("Supervised coding: all hypotheses of one signal", supervised, "coding"),
        ("Classification by all pairs", prediction, "coding"),
        ("Learning a reconstructive dictionary: MNIST, 60000 images", learning, "learning"),
        ("Growth with signals and atoms: MNIST", growth, "growth"),
        ("Large dictionaries: MNIST", large, "large"),
        ("Memory of training", memory, "memory"),
        ("Penalties: MNIST", penalties, "penalties"),
        ("Solvers on generated signals", solvers, "solvers"),
    ]
    notes = {
        "Lasso coding, signals per second":
            "The floor is `D'x` (2 n k flops) and the steps of LARS (k s^2 + 8 k s + 4/3 s^3 flops for s "
            "non-zeros) at the rate of the product of square matrices above; zero pixels are skipped, so it can be beaten.",
        "Supervised coding: all hypotheses of one signal":
            "Against plain lasso codings of the same signals on the same dictionary, one thread; models were "
            "trained for 300 steps.",
        "Classification by all pairs":
            "Two threads. For labels alone, pairs that cannot change them are skipped.",
        "Learning a reconstructive dictionary: MNIST, 60000 images":
            "Mean of `||x - D alpha||^2 + kappa ||alpha||_1` over the test images (the first 2000 of them for "
            "scikit-learn).",
        "Growth with signals and atoms: MNIST":
            "![time and memory against signals, time against atoms](benchmarks-growth.svg)\n\nOne thread, relative gap 1e-6.",
        "Large dictionaries: MNIST":
            "1000 images, sparse lasso codes, atoms from other images; from the dictionary to the codes, all "
            "preparation included. The memory is what the process grows by; the dictionary is not copied.",
        "Penalties: MNIST":
            "One thread, a run of its own (`bench/peers/penalties.py`), as the date in benchmarks.json says. Coding of the same images on the same "
            "dictionary, learned without a penalty; the ridge is 0.1. Then learning without negative codes and "
            "atoms in batches of 512: the mean of `||x - D alpha||^2 + kappa ||alpha||_1` over 2000 test images.",
        "Memory of training":
            "`supdict train`, 45 pairs, 64 atoms, two threads; the promise is twice the data, the models and "
            "some batches.",
    }
    for title, table, key in sections:
        if result.get(key):
            note = notes.get(title, "")
            text += f"\n## {title}\n\n{note}{chr(10) * 2 if note else ''}{table(result)}"
    (folder / "benchmarks.md").write_text(text)
    (folder / "benchmarks.json").write_text(json.dumps(result, indent=1) + "\n")
    if result.get("growth"):
        (folder / "benchmarks-growth.svg").write_text(growth_picture(result))
