# SPDX-License-Identifier: BSD-3-Clause
"""The table of solvers is the same in Python, the command and the docstrings."""
import json
import re

import numpy as np
import pytest

import supdict


def test_the_solvers_are_those_of_the_command(command):
    listed = json.loads(command("solvers", "--json"))
    assert [solver._asdict() for solver in supdict.solvers()] == listed


@pytest.mark.parametrize("documented, penalties", [
    (supdict.sparse_encode, {"l1", "count"}), (supdict.SupervisedDictionaryClassifier, {"l1"}),
    (supdict.DictionaryLearner, {"l1"})])
def test_docstrings_name_every_solver_that_serves(documented, penalties):
    named = re.search(r"solver : \{([^}]*)\}, default='(\w+)'", documented.__doc__)
    names = [solver.name for solver in supdict.solvers() if penalties & set(solver.penalties)]
    assert re.findall(r"'(\w+)'", named[1]) == names
    assert named[2] == names[0]


def test_every_solver_codes_what_it_serves():
    rng = np.random.RandomState(2)
    dictionary = rng.randn(12, 8)
    dictionary /= np.linalg.norm(dictionary, axis=1, keepdims=True)
    X = rng.randn(6, 8)
    types = {"float": np.float32, "double": np.float64}
    for solver in supdict.solvers():
        for precision in solver.precisions:
            signals = X.astype(types[precision])
            codes = supdict.sparse_encode(signals, dictionary, 0.3, solver=solver.name, tol=1e-4)
            assert codes.dtype == types[precision]
            assert codes.converged.all()
