# SPDX-License-Identifier: BSD-3-Clause
"""The codes of one signal at every change of its active set."""
import numpy as np

# Atoms whose correlation falls no slower than the level never reach it.
_PARALLEL = 1e-12
# Below this share of the first level, correlations are rounding errors.
_LEAST = 1e-9


def lasso_path(gram, products, least, positive, most_steps):
    """The homotopy of ``1/2 a'Ga - p'a + level ||a||_1`` from the largest level down to ``least``.

    Returns
    -------
    ndarray of shape (n_atoms, n_steps)
        The codes where an atom enters or leaves, and at the end, without the zero at the beginning.
    """
    code, rest = np.zeros(len(products)), products.astype(np.float64)
    first = np.argmax(rest if positive else np.abs(rest))
    active, left = [first], None
    level = rest[first] if positive else abs(rest[first])
    least = max(least, _LEAST * level)
    path = []
    while level > least and len(path) < most_steps:
        way = np.zeros_like(code)
        way[active] = np.linalg.solve(gram[np.ix_(active, active)], np.sign(rest[active]))
        slope = gram @ way
        step, atom = _next_change(code, rest, way, slope, level, active, left, positive)
        if step >= level - least:
            path.append(code + (level - least) * way)
            break
        code, rest, level = code + step * way, rest - step * slope, level - step
        left = None
        if atom in active:
            code[atom] = 0
            active.remove(atom)
            left = atom
        else:
            active.append(atom)
        path.append(code)
    return np.transpose(path) if path else code[:, None]


def _next_change(code, rest, way, slope, level, active, left, positive):
    """How far the level falls before an atom enters or leaves, and which one."""
    steps = np.full(len(code), np.inf)
    for sign in (1,) if positive else (1, -1):
        towards = 1 - sign * slope
        with np.errstate(divide="ignore", invalid="ignore"):
            enters = np.where(towards > _PARALLEL, (level - sign * rest) / towards, np.inf)
        if left is not None and sign * rest[left] > 0:
            enters[left] = np.inf  # it is at the level, and moves away from it
        steps = np.minimum(steps, np.maximum(enters, 0))
    steps[active] = np.inf
    for atom in active:
        if code[atom] * way[atom] < 0:
            steps[atom] = -code[atom] / way[atom]
    atom = int(np.argmin(steps))
    return steps[atom], atom
