# SPDX-License-Identifier: BSD-3-Clause
"""Dictionary classifiers of the literature, compactly, as scikit-learn estimators.

Signals are rows. Each class names its paper; where a paper leaves something open, the simplest choice
is taken.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.decomposition import MiniBatchDictionaryLearning, sparse_encode
from sklearn.linear_model import LogisticRegression, orthogonal_mp_gram


def unit(X):
    """Rows of unit length."""
    return X / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-12)


class ByResidual(ClassifierMixin, BaseEstimator):
    """The class whose share of the code leaves the smallest residual."""

    def fit(self, X, y):
        self.atoms_ = unit(X)
        self.classes_, self.owner_ = np.unique(y, return_inverse=True)
        self.prepare()
        return self

    def prepare(self):
        pass

    def predict(self, X):
        X = unit(X)
        codes = self.encode(X)
        residuals = np.empty((len(X), len(self.classes_)))
        for label in range(len(self.classes_)):
            own = self.owner_ == label
            rest = X - codes[:, own] @ self.atoms_[own]
            residuals[:, label] = self.scaled(np.linalg.norm(rest, axis=1), codes[:, own])
        return self.classes_[residuals.argmin(axis=1)]

    def scaled(self, residual, codes):
        return residual


class SRC(ByResidual):
    """Wright, Yang, Ganesh, Sastry, Ma: Robust face recognition via sparse representation, 2009."""

    def __init__(self, alpha=0.01):
        self.alpha = alpha

    def encode(self, X):
        return sparse_encode(X, self.atoms_, algorithm="lasso_lars", alpha=self.alpha)


class CRC(ByResidual):
    """Zhang, Yang, Feng: Sparse representation or collaborative representation, 2011."""

    def __init__(self, ridge=0.01):
        self.ridge = ridge

    def prepare(self):
        gram = self.atoms_ @ self.atoms_.T + self.ridge * np.eye(len(self.atoms_))
        self.projection_ = np.linalg.solve(gram, self.atoms_)

    def encode(self, X):
        return X @ self.projection_.T

    def scaled(self, residual, codes):
        return residual / np.maximum(np.linalg.norm(codes, axis=1), 1e-12)


class CodesAndLogistic(ClassifierMixin, BaseEstimator):
    """MiniBatchDictionaryLearning and logistic regression: what scikit-learn has."""

    def __init__(self, atoms=64, alpha=0.1, C=10.0):
        self.atoms = atoms
        self.alpha = alpha
        self.C = C

    def fit(self, X, y):
        self.learner_ = MiniBatchDictionaryLearning(
            min(self.atoms, len(X)), alpha=self.alpha, max_iter=20, batch_size=256,
            transform_algorithm="lasso_lars", random_state=0).fit(unit(X))
        self.logistic_ = LogisticRegression(C=self.C, max_iter=500)
        self.logistic_.fit(self.learner_.transform(unit(X)), y)
        self.classes_ = self.logistic_.classes_
        return self

    def predict(self, X):
        return self.logistic_.predict(self.learner_.transform(unit(X)))


class DKSVD(ClassifierMixin, BaseEstimator):
    """Zhang, Li: Discriminative K-SVD for dictionary learning in face recognition, 2010."""

    def __init__(self, per_class=5, nonzeros=5, gamma=1.0, rounds=10):
        self.per_class = per_class
        self.nonzeros = nonzeros
        self.gamma = gamma
        self.rounds = rounds

    def fit(self, X, y):
        X = unit(X)
        self.classes_, number = np.unique(y, return_inverse=True)
        labels = np.sqrt(self.gamma) * np.eye(len(self.classes_))[number]
        both = np.hstack([X, labels])
        D = np.vstack([both[number == label][:self.per_class] for label in range(len(self.classes_))])
        D = unit(D)
        for _ in range(self.rounds):
            codes = self.codes(both, D)
            self.update(both, D, codes)
        n = X.shape[1]
        lengths = np.maximum(np.linalg.norm(D[:, :n], axis=1, keepdims=True), 1e-12)
        self.atoms_, self.weights_ = D[:, :n] / lengths, D[:, n:] / lengths
        return self

    def codes(self, X, D):
        most = min(self.nonzeros, len(D))
        return orthogonal_mp_gram(D @ D.T, D @ X.T, n_nonzero_coefs=most).reshape(len(D), -1).T

    @staticmethod
    def update(X, D, codes):
        """One pass of K-SVD over the atoms, with one power iteration each."""
        rest = X - codes @ D
        for k in range(len(D)):
            users = codes[:, k] != 0
            if not users.any():
                continue
            own = rest[users] + np.outer(codes[users, k], D[k])
            D[k] = codes[users, k] @ own
            D[k] /= max(np.linalg.norm(D[k]), 1e-12)
            codes[users, k] = own @ D[k]
            rest[users] = own - np.outer(codes[users, k], D[k])

    def predict(self, X):
        scores = self.codes(unit(X), self.atoms_) @ self.weights_
        return self.classes_[scores.argmax(axis=1)]


class DPL(ClassifierMixin, BaseEstimator):
    """Gu, Zhang, Zuo, Feng: Projective dictionary pair learning for pattern classification, 2014."""

    def __init__(self, per_class=5, tau=0.05, ridge=0.003, gamma=1e-4, rounds=20):
        self.per_class = per_class
        self.tau = tau
        self.ridge = ridge
        self.gamma = gamma
        self.rounds = rounds

    def fit(self, X, y):
        X = unit(X)
        # All D and P lie in the span of the training signals.
        self.basis_ = np.linalg.qr(X.T)[0] if len(X) < X.shape[1] else np.eye(X.shape[1])
        X = X @ self.basis_
        self.classes_ = np.unique(y)
        rng = np.random.default_rng(0)
        total = X.T @ X
        self.pairs_ = []
        for label in self.classes_:
            own = X[y == label]
            within = own.T @ own
            outside = total - within
            analysis = np.linalg.inv(
                self.tau * within + self.ridge * outside + self.gamma * np.eye(X.shape[1]))
            D = unit(rng.normal(size=(self.per_class, X.shape[1])))
            P = unit(rng.normal(size=(self.per_class, X.shape[1])))
            for _ in range(self.rounds):
                codes = np.linalg.solve(D @ D.T + self.tau * np.eye(len(D)),
                                        D @ own.T + self.tau * P @ own.T)
                P = self.tau * codes @ own @ analysis
                D = np.linalg.solve(codes @ codes.T + 1e-6 * np.eye(len(D)), codes @ own)
                D /= np.maximum(np.linalg.norm(D, axis=1, keepdims=True), 1)
            self.pairs_.append((D, P))
        return self

    def predict(self, X):
        X = unit(X) @ self.basis_  # what is outside the span is the same for all classes
        residuals = [np.linalg.norm(X - X @ P.T @ D, axis=1) for D, P in self.pairs_]
        return self.classes_[np.argmin(residuals, axis=0)]
