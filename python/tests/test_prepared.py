# SPDX-License-Identifier: BSD-3-Clause
"""What an estimator prepares for prediction: once, and again only when necessary."""
import copy
import pickle
import threading

import numpy as np
from sklearn.base import clone


def prepared_bytes(classifier):
    """Bytes that are prepared for the model."""
    return classifier._model.prepared_bytes


def test_prediction_is_prepared_once(digits, quick):
    X, y, X_test, _ = digits
    classifier = quick().fit(X, y)
    assert prepared_bytes(classifier) == 0
    labels = classifier.predict(X_test[:1])
    bytes_held = prepared_bytes(classifier)
    # At least the size of the dictionaries, and for float64 nothing is added later.
    assert bytes_held > classifier.components_.nbytes
    for call in (classifier.predict_proba, classifier.decision_function, classifier.transform,
                 classifier.certified):
        call(X_test)
        assert prepared_bytes(classifier) == bytes_held
    np.testing.assert_array_equal(classifier.predict(X_test)[:1], labels)


def test_other_coding_options_prepare_again(digits, quick):
    X, y, X_test, _ = digits
    classifier = quick().fit(X, y)
    fine = classifier.decision_function(X_test)
    rough = classifier.set_params(predict_tol=0.5, solver="fista").decision_function(X_test)
    assert np.any(rough != fine)
    again = classifier.set_params(predict_tol=1e-6, solver="path").decision_function(X_test)
    np.testing.assert_array_equal(again, fine)


def test_another_fit_predicts_with_the_new_model(digits, quick):
    X, y, X_test, _ = digits
    classifier = quick().fit(X, y)
    classifier.predict(X_test)
    names = np.array(["none", "one", "two"])
    expected = quick(n_atoms=12).fit(X, names[y])
    classifier.set_params(n_atoms=12).fit(X, names[y])
    np.testing.assert_array_equal(classifier.predict(X_test), expected.predict(X_test))
    np.testing.assert_array_equal(classifier.predict_proba(X_test), expected.predict_proba(X_test))


def test_partial_fit_predicts_with_the_new_model(digits, quick):
    X, y, X_test, _ = digits
    watched = quick().partial_fit(X, y, classes=[0, 1, 2])
    unwatched = quick().partial_fit(X, y, classes=[0, 1, 2])
    before = watched.predict_proba(X_test)
    watched.partial_fit(X, y)
    unwatched.partial_fit(X, y)
    assert prepared_bytes(watched) == 0
    after = watched.predict_proba(X_test)
    assert np.any(after != before)
    np.testing.assert_array_equal(after, unwatched.predict_proba(X_test))


def test_copies_and_pickles_predict_the_same(digits, quick):
    X, y, X_test, _ = digits
    classifier = quick().fit(X, y)
    fresh = len(pickle.dumps(classifier))
    expected = classifier.predict_proba(X_test)
    assert len(pickle.dumps(classifier)) == fresh
    for twin in (pickle.loads(pickle.dumps(classifier)), copy.deepcopy(classifier),
                 copy.copy(classifier), clone(classifier).fit(X, y)):
        np.testing.assert_array_equal(twin.predict_proba(X_test), expected)


def test_threads_share_one_estimator(digits, quick):
    X, y, X_test, _ = digits
    X, X_test = X.astype(np.float32), X_test.astype(np.float32)
    expected = quick().fit(X, y).predict_proba(X_test)
    classifier = quick().fit(X, y)
    found = {}

    def work(i):
        one_by_one = [classifier.predict_proba(x) for x in X_test[i::4, None]]
        found[i] = np.concatenate(one_by_one)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i in range(4):
        np.testing.assert_array_equal(found[i], expected[i::4])
