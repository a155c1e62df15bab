#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes golden files with a reference implementation that shares only the formulas with the library.

Each code is found by accelerated proximal gradient, then refined by Newton steps on its support until the
optimality conditions hold to about 1e-14. Before a file is written, gradients are compared with central
differences of the optimum.

    tools/make_golden.py [folder, by default tests/golden]
"""
import json
import pathlib
import sys

import numpy as np

INPUT_DIGITS = 6  # of X, D, W, b: keeps the files small; the rounded numbers are what is solved
OUTPUT_DIGITS = 13  # of codes and gradients
KKT_LIMIT = 1e-12  # relative to lambda1 and to the largest gradient entry

# model, n, k, p, m, lambda0, lambda1, lambda2, mu, seed
CASES = [
    ("linear", 64, 300, 2, 3, 50.0, 6.0, 0.02, 0.7, 1),
    ("linear", 40, 100, 10, 3, 25.0, 3.0, 0.01, 0.9, 2),
    ("linear", 7, 1, 2, 4, 4.0, 0.4, 0.3, 0.5, 3),
    ("linear", 1, 3, 3, 5, 10.0, 0.5, 0.0, 1.0, 4),
    ("linear", 20, 16, 4, 4, 200.0, 24.0, 0.03, 0.0, 5),
    ("bilinear", 12, 30, 3, 4, 30.0, 4.5, 0.05, 0.4, 6),
    ("bilinear", 10, 16, 10, 2, 12.0, 1.5, 0.02, 1.0, 7),
    ("bilinear", 5, 1, 2, 3, 6.0, 0.3, 0.1, 0.2, 8),
]

# A case of that kind, lambda3, the spread of the weights (0: all 1), whether codes are >= 0.
PENALISED = [
    (("linear", 30, 80, 2, 3, 20.0, 2.0, 0.02, 0.7, 11), 0.0, 0.0, True),
    (("linear", 24, 60, 6, 3, 20.0, 1.5, 0.02, 0.5, 12), 2.0, 1.5, True),
    (("bilinear", 10, 40, 3, 3, 15.0, 1.5, 0.05, 1.0, 13), 0.5, 1.0, False),
]


def significant(array, digits):
    return np.vectorize(lambda v: float(f"{v:.{digits}g}"))(np.asarray(array, dtype=float))


def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()


def log_loss(z, label):
    """C_l(z) = log sum_j exp(z_j - z_l)."""
    shifted = z - z[label]
    top = shifted.max()
    return top + np.log(np.exp(shifted - top).sum())


class CodingProblem:
    """min_alpha C_l(A alpha + b) + lambda0 ||x - D alpha||^2 + sum_j lambda1 w_j |alpha_j| + lambda3
    ||alpha||^2, over alpha >= 0 where asked."""

    def __init__(self, model, x, label):
        self.x, self.D, self.b, self.label = x, model["D"], model["b"], label
        self.lambda0, self.lambda3 = model["lambda0"], model["lambda3"]
        self.bounds = model["lambda1"] * model["weights"]
        self.nonnegative = model["nonnegative"]
        W = model["W"]
        self.A = W if W.ndim == 2 else np.einsum("lnk,n->lk", W, x)

    def cost(self, alpha):
        r = self.x - self.D @ alpha
        return (log_loss(self.A @ alpha + self.b, self.label) + self.lambda0 * r @ r
                + self.bounds @ np.abs(alpha) + self.lambda3 * alpha @ alpha)

    def smooth_gradient(self, alpha):
        q = softmax(self.A @ alpha + self.b)
        q[self.label] -= 1
        return (self.A.T @ q - 2 * self.lambda0 * self.D.T @ (self.x - self.D @ alpha)
                + 2 * self.lambda3 * alpha)

    def hessian(self, alpha, support):
        q = softmax(self.A @ alpha + self.b)
        A, D = self.A[:, support], self.D[:, support]
        return (A.T @ (np.diag(q) - np.outer(q, q)) @ A + 2 * self.lambda0 * D.T @ D
                + 2 * self.lambda3 * np.eye(support.size))

    def excess(self, g):
        """How far -g of an atom that is 0 is beyond its bound."""
        return (-g if self.nonnegative else np.abs(g)) - self.bounds

    def kkt(self, alpha):
        """Largest distance of -gradient from the subdifferential of the l1 norm."""
        g = self.smooth_gradient(alpha)
        on = alpha != 0
        return max(np.abs(g[on] + self.bounds[on] * np.sign(alpha[on])).max(initial=0),
                   self.excess(g)[~on].max(initial=0))

    def approximate(self, steps=4000):
        """Accelerated proximal gradient with restarts."""
        L = (0.5 * np.linalg.norm(self.A, 2) ** 2 + 2 * self.lambda3
             + 2 * self.lambda0 * np.linalg.norm(self.D, 2) ** 2)
        alpha = y = np.zeros(self.D.shape[1])
        t = 1.0
        for _ in range(steps):
            z = y - self.smooth_gradient(y) / L
            step = np.sign(z) * np.maximum(np.abs(z) - self.bounds / L, 0)
            if self.nonnegative:
                step = np.maximum(step, 0)
            if (y - step) @ (step - alpha) > 0:
                t = 1.0
            t_next = (1 + np.sqrt(1 + 4 * t * t)) / 2
            y = step + (t - 1) / t_next * (step - alpha)
            alpha, t = step, t_next
        return alpha

    def solve(self):
        alpha = self.approximate()
        alpha[np.abs(alpha) < 1e-9] = 0
        for _ in range(200):
            alpha = self.newton(alpha)
            g = self.smooth_gradient(alpha)
            violation = np.where(alpha == 0, self.excess(g), -np.inf)
            worst = int(violation.argmax())
            if violation[worst] <= 1e-13 * self.bounds[worst]:
                break
            if violation[worst] > 0:
                alpha[worst] = -1e-12 * np.sign(g[worst])
        limit = KKT_LIMIT * max(self.bounds.max(), np.abs(2 * self.lambda0 * self.D.T @ self.x).max())
        assert self.kkt(alpha) <= limit, f"not optimal: {self.kkt(alpha)} > {limit}"
        return alpha

    def newton(self, alpha):
        """Newton steps on the support with fixed signs; an entry that reaches 0 leaves the support."""
        for _ in range(30):
            support = np.flatnonzero(alpha)
            if support.size == 0:
                break
            sign = np.sign(alpha[support])
            g = self.smooth_gradient(alpha)[support] + self.bounds[support] * sign
            step = -np.linalg.solve(self.hessian(alpha, support), g)
            with np.errstate(divide="ignore", invalid="ignore"):
                hits = np.where(step * sign < 0, -alpha[support] / step, np.inf)
            length = min(1.0, hits.min())
            alpha = alpha.copy()
            alpha[support] += length * step
            if length < 1:
                alpha[support[hits.argmin()]] = 0
            elif np.abs(step).max() < 1e-15 * np.abs(alpha).max():
                break
        return alpha


def random_model(kind, n, k, p, m, lambda0, lambda1, rng):
    X = rng.normal(size=(m, n))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    D = rng.normal(size=(n, k))
    D *= 0.999 / np.linalg.norm(D, axis=0)
    D[:, ::3] *= 0.7  # atoms inside the ball, too
    W = 1.5 * rng.normal(size=(p, k) if kind == "linear" else (p, n, k))
    b = 0.3 * rng.normal(size=p)
    X, D, W, b = (significant(v, INPUT_DIGITS) for v in (X, D, W, b))
    plain = {"lambda3": 0.0, "weights": np.ones(k), "nonnegative": False}
    return {"D": D, "W": W, "b": b, "lambda0": lambda0, "lambda1": lambda1, **plain}, X


def code_all(model, X):
    p = model["b"].size
    alpha = np.array([[CodingProblem(model, x, l).solve() for l in range(p)] for x in X])
    S = np.array([[CodingProblem(model, x, l).cost(alpha[j, l]) for l in range(p)]
                  for j, x in enumerate(X)])
    return alpha, S


def objective(model, X, y, lambda2, mu):
    _, S = code_all(model, X)
    total = sum(mu * log_loss(-S[j], y[j]) + (1 - mu) * S[j, y[j]] for j in range(len(y)))
    return total + lambda2 * ((model["W"] ** 2).sum() + (model["b"] ** 2).sum())


def gradients(model, X, y, alpha, S, lambda2, mu):
    D, W, b = model["D"], model["W"], model["b"]
    omega = np.array([-mu * softmax(-S[j]) for j in range(len(y))])
    omega[np.arange(len(y)), y] += 1
    grad = {"D": np.zeros_like(D), "W": 2 * lambda2 * W, "b": 2 * lambda2 * b}
    for j, x in enumerate(X):
        for l in range(b.size):
            a = alpha[j, l]
            problem = CodingProblem(model, x, l)
            r = softmax(problem.A @ a + b)
            r[l] -= 1
            grad["D"] = grad["D"] - 2 * model["lambda0"] * omega[j, l] * np.outer(x - D @ a, a)
            grad["b"] = grad["b"] + omega[j, l] * r
            outer = np.outer(r, a) if W.ndim == 2 else np.einsum("q,n,k->qnk", r, x, a)
            grad["W"] = grad["W"] + omega[j, l] * outer
    return omega, grad


def check_gradients(model, X, y, grad, lambda2, mu, rng):
    """Central differences of the optimum along one random direction per parameter."""
    h = 1e-5
    for name in ("D", "W", "b"):
        direction = rng.normal(size=model[name].shape)
        direction /= np.linalg.norm(direction)
        ends = [objective({**model, name: model[name] + s * h * direction}, X, y, lambda2, mu)
                for s in (1, -1)]
        slope = (ends[0] - ends[1]) / (2 * h)
        error = abs(slope - (grad[name] * direction).sum()) / np.linalg.norm(grad[name])
        assert error < 1e-6, f"gradient of {name}: relative error {error}"


def gamma_of(S, y):
    """argmin_{gamma >= 0} sum_j C_{y_j}(-gamma S_j), by bisection on the slope."""
    own = S[np.arange(len(y)), y]

    def slope(gamma):
        return sum(own[j] - softmax(-gamma * S[j]) @ S[j] for j in range(len(y)))

    if slope(0.0) >= 0:
        return 0.0
    assert (own > S.min(axis=1)).any(), "separable: no minimiser; choose other labels"
    low, high = 0.0, 1.0
    while slope(high) < 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return (low + high) / 2


def choose_labels(S, rng):
    """The predicted classes but for one signal, whose label is the runner-up."""
    order = S.argsort(axis=1)
    y = order[:, 0].copy()
    odd = int(rng.integers(len(y)))
    y[odd] = order[odd, 1]
    return y


def write(case, folder, penalty=None):
    kind, n, k, p, m, lambda0, lambda1, lambda2, mu, seed = case
    rng = np.random.default_rng(seed)
    model, X = random_model(kind, n, k, p, m, lambda0, lambda1, rng)
    if penalty is not None:
        lambda3, spread, nonnegative = penalty
        weights = significant(np.exp(spread * rng.uniform(-1, 1, size=k)), INPUT_DIGITS)
        model.update(lambda3=lambda3, weights=weights, nonnegative=nonnegative)
    alpha, S = code_all(model, X)
    y = choose_labels(S, rng)
    omega, grad = gradients(model, X, y, alpha, S, lambda2, mu)
    check_gradients(model, X, y, grad, lambda2, mu, rng)
    kkt = max(CodingProblem(model, x, l).kkt(alpha[j, l])
              for j, x in enumerate(X) for l in range(p))

    def short(values):
        return (significant(values, OUTPUT_DIGITS) + 0.0).tolist()  # + 0.0: no negative zeros

    content = {
        "model": kind, "n": n, "k": k, "p": p, "m": m, "lambda0": lambda0, "lambda1": lambda1,
        "kappa": lambda1 / lambda0, "lambda2": lambda2, "mu": mu, "X": X.tolist(),
        "y": y.tolist(), "D": model["D"].tolist(), "W": model["W"].tolist(),
        "b": model["b"].tolist(),
        "expected": {
            "alpha": short(alpha), "S": S.tolist(), "predicted": S.argmin(axis=1).tolist(),
            "objective": objective(model, X, y, lambda2, mu), "omega": short(omega),
            "grad_D": short(grad["D"]), "grad_W": short(grad["W"]), "grad_b": short(grad["b"]),
            "gamma": gamma_of(S, y), "kkt": float(kkt)}}
    if penalty is not None:
        content.update(lambda3=model["lambda3"], weights=model["weights"].tolist(),
                       nonnegative=model["nonnegative"])
    path = folder / f"{kind}_n{n}_k{k}_p{p}_mu{mu}.json"
    text = json.dumps(content, separators=(",", ":"))
    path.write_text(text + "\n")
    print(f"{path.name}: kkt {kkt:.1e}, gamma {content['expected']['gamma']:.4g}, "
          f"{(alpha != 0).sum(axis=2).mean():.1f} non-zeros, {len(text) // 1024} KiB")


def main():
    default = pathlib.Path(__file__).resolve().parent.parent / "tests" / "golden"
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    for case in CASES:
        write(case, folder)
    (folder / "penalties").mkdir(exist_ok=True)
    for case, *penalty in PENALISED:
        write(case, folder / "penalties", penalty)


if __name__ == "__main__":
    main()
