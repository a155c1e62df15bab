# SPDX-License-Identifier: BSD-3-Clause
"""The reconstructive learner."""
import numpy as np

from supdict import DictionaryLearner


def test_more_epochs_reconstruct_better(digits):
    X = digits[0] / 16
    errors = []
    for epochs in (0.5, 20):
        learner = DictionaryLearner(32, kappa=0.05, epochs=epochs, random_state=0).fit(X)
        errors.append(np.linalg.norm(learner.inverse_transform(learner.transform(X)) - X))
    assert errors[1] < errors[0] < 0.5 * np.linalg.norm(X)
    assert np.linalg.norm(learner.components_, axis=1).max() < 1 + 1e-9
    assert len(learner.objective_) == learner.n_iter_ == 20
    assert learner.objective_[-1] < learner.objective_[0]


def test_partial_fit_continues(digits):
    X = digits[0] / 16
    learner = DictionaryLearner(16, random_state=0)
    for batch in np.array_split(X, 6):
        learner.partial_fit(batch)
    assert learner.n_updates_ == 6
    fitted = DictionaryLearner(16, random_state=0).fit(X)
    before, updates = fitted.components_.copy(), fitted.n_updates_
    fitted.partial_fit(X[:50])
    assert fitted.n_updates_ == updates + 1
    assert 0 < np.abs(fitted.components_ - before).max() < 0.5


def test_a_callback_sees_the_progress_and_stops(digits):
    seen = []

    def callback(fraction):
        seen.append(fraction)
        return len(seen) < 3

    learner = DictionaryLearner(8, batch_size=50, callback=callback).fit(digits[0])
    assert len(seen) == 3 and seen == sorted(seen)
    assert learner.n_updates_ == 3
