# SPDX-License-Identifier: BSD-3-Clause
"""The examples of quantities that are never negative find what was put in."""
import pathlib
import runpy

import matplotlib.pyplot as plt
import numpy as np
import pytest

import supdict

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python" / "nonnegative"

# A source distribution has the tests and not the examples.
pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="no examples here")


@pytest.fixture
def run(monkeypatch):
    """Runs an example and gives its names; every figure it shows has something drawn."""

    def show():
        for number in plt.get_fignums():
            figure = plt.figure(number)
            figure.canvas.draw()
            pixels = np.asarray(figure.canvas.buffer_rgba())
            assert pixels[..., :3].std() > 5
        shown.extend(plt.get_fignums())
        plt.close("all")

    shown = []
    monkeypatch.setattr(plt, "show", show)

    def run_example(name, n_figures):
        names = runpy.run_path(str(FOLDER / name))
        assert len(shown) == n_figures
        return names

    return run_example


def test_stains(run):
    names = run("plot_1_stains.py", 1)
    assert (names["angles"] < [4, 1.5]).all()
    assert names["error"] < 0.12
    assert names["found"].min() >= 0


def test_unmixing(run):
    names = run("plot_2_unmixing.py", 1)
    assert names["angles"].max() < 5
    assert names["error"] < 0.03
    np.testing.assert_allclose(names["found"].sum(axis=-1), 1)


def test_substances(run):
    names = run("plot_4_substances.py", 1)
    assert names["likeness"].min() > 0.93 and np.median(names["likeness"]) > 0.99
    assert names["error"] < 12
    # Caffeine speaks for robusta, lipids for arabica.
    votes, nearest = names["votes"], names["nearest"]
    assert votes[nearest == 0].min() > 0 > votes[nearest == 2].max()


def test_parts(run, monkeypatch):
    # Few steps on few images: what is tested is that strokes are sparse, not how well they classify.
    fit = supdict.SupervisedDictionaryClassifier.fit
    monkeypatch.setattr(supdict.SupervisedDictionaryClassifier, "fit",
                        lambda self, X, y: fit(self.set_params(max_iter=60), X[:700], y[:700]))
    names = run("plot_3_parts.py", 2)
    assert names["empty"]["without"] > 1.5 * names["empty"]["with signs"]
    assert max(names["errors"].values()) < 12
    assert names["parts"].components_.min() >= 0 and names["codes"].min() >= 0
