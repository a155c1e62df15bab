# SPDX-License-Identifier: BSD-3-Clause
"""The parameter device, mostly on machines without a GPU."""
import pickle

import numpy as np
import pytest

import supdict
from supdict import _supdict

HAS_GPU = not _supdict.device_problem("cuda")
without_gpu = pytest.mark.skipif(HAS_GPU, reason="there is a GPU")


def some_signals():
    return np.random.default_rng(3).normal(size=(20, 6)).astype(np.float32)


def test_the_cpu_is_the_default(digits, quick):
    X, y, _, _ = digits
    assert supdict.sparse_encode(some_signals(), np.eye(6), 0.1).device == "cpu"
    assert quick().fit(X, y).device_ == "cpu"


@pytest.mark.parametrize("device", ["gpu", "", "CUDA", "cuda:", "cuda:x", "cuda:-1"])
def test_unknown_devices_are_refused(device, digits, quick):
    X, y, _, _ = digits
    words = f"device is '{device}'; expected auto, cpu, cuda or cuda:NUMBER"
    with pytest.raises(ValueError, match=words):
        supdict.sparse_encode(some_signals(), np.eye(6), 0.1, device=device)
    with pytest.raises(ValueError, match=words):
        quick(device=device).fit(X, y)
    with pytest.raises(ValueError, match=words):
        supdict.DictionaryLearner(4, device=device).fit(X)


@pytest.mark.parametrize("device", [None, 0, ("cuda",)])
def test_a_device_is_a_name(device):
    with pytest.raises(TypeError, match="device is .*; expected 'auto'"):
        supdict.sparse_encode(some_signals(), np.eye(6), 0.1, device=device)


def test_a_gpu_that_is_not_there_is_an_error_where_it_was_asked_for(digits, quick):
    X, y, _, _ = digits
    for work in (
        lambda: supdict.sparse_encode(some_signals(), np.eye(6), 0.1, device="cuda:999"),
        lambda: quick(device="cuda:999").fit(X, y),
        lambda: supdict.DictionaryLearner(4, device="cuda:999").fit(X),
        lambda: supdict.tune(X, y, quick(device="cuda:999")),
    ):
        with pytest.raises(RuntimeError, match="CUDA|cuda:999|GPU"):
            work()


@without_gpu
def test_auto_says_that_there_is_no_gpu(digits, quick):
    X, y, _, _ = digits
    codes = supdict.sparse_encode(some_signals(), np.eye(6), 0.1, device="auto")
    assert codes.device == "cpu (there is no GPU)"
    model = supdict.SupervisedDictionary(np.eye(6), np.zeros((2, 6)), np.zeros(2), 1.0, 0.1)
    assert supdict.supervised_encode(some_signals(), model, device="auto").device == codes.device
    fitted = quick(device="auto").fit(X, y)
    assert fitted.device_ == codes.device
    assert np.array_equal(fitted.predict(X), quick().fit(X, y).predict(X))


def test_a_fitted_estimator_predicts_without_its_gpu(digits, quick, monkeypatch):
    X, y, X_test, _ = digits
    fitted = quick().fit(X, y)
    learner = supdict.DictionaryLearner(4, epochs=1, random_state=0).fit(X)
    expected = fitted.predict(X_test)
    monkeypatch.setattr("supdict._warnings._devices_said", set())
    there = pickle.loads(pickle.dumps(fitted.set_params(device="cuda:999")))
    with pytest.warns(RuntimeWarning, match="device 'cuda:999' cannot be used here, the CPU is"):
        assert np.array_equal(there.predict(X_test), expected)
    assert np.array_equal(there.predict_proba(X_test), fitted.predict_proba(X_test))
    assert learner.set_params(device="cuda:999").transform(X_test).shape == (len(X_test), 4)


def test_estimators_of_earlier_versions_have_no_device(digits, quick):
    X, y, X_test, _ = digits
    learner = supdict.DictionaryLearner(4, epochs=1, random_state=0)
    for fitted, call in ((quick().fit(X, y), "predict"), (learner.fit(X), "transform")):
        expected = getattr(fitted, call)(X_test)
        state = fitted.__getstate__()
        del state["device"]
        loaded = type(fitted).__new__(type(fitted))
        loaded.__setstate__(state)
        assert loaded.device == "cpu"
        assert np.array_equal(getattr(loaded, call)(X_test), expected)


@pytest.mark.skipif(not HAS_GPU, reason="there is no GPU")
def test_a_gpu_gives_the_codes_of_the_cpu():
    X = some_signals()
    gpu = supdict.sparse_encode(X, np.eye(6), 0.1, device="cuda")
    assert gpu.device.startswith("cuda:0")
    assert np.allclose(gpu, supdict.sparse_encode(X, np.eye(6), 0.1), atol=1e-4)
