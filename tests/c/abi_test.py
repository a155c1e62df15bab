#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The C interface as another language sees it: the shared library through ctypes, without the header.

    tests/c/abi_test.py LIBRARY GOLDEN_MODELS HEADER SYMBOLS
"""
import csv
import ctypes
import json
import pathlib
import re
import sys
import unittest

from supdict_c import Classification, Codes, Costs, Matrix, Part, address, opened

LIBRARY, GOLDEN, HEADER, SYMBOLS = (pathlib.Path(argument) for argument in sys.argv[1:5])
# Both were coded to a tolerance and printed with seven digits (tests/golden/old_models_test.cpp).
SAME_COST = 1e-3


def declared():
    text = re.sub(r"//.*", "", HEADER.read_text(encoding="utf-8"))
    return set(re.findall(r"SUPDICT_EXPORT[^;]*?\b(supdict_\w+)\(", text))


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[1:]


class Abi(unittest.TestCase):
    library = opened(LIBRARY)

    def ok(self, status):
        self.assertEqual(status, 0, self.library.supdict_last_error())

    def load(self, path, options=b'{"precision": "double"}'):
        model = ctypes.c_void_p()
        self.ok(self.library.supdict_model_load(str(path).encode(), options, ctypes.byref(model)))
        self.addCleanup(self.library.supdict_model_free, model)
        return model

    @staticmethod
    def matrix(rows):
        flat = [float(value) for row in rows for value in row]
        values = (ctypes.c_double * len(flat))(*flat)
        return values, Matrix(address(values), len(rows[0]), len(rows), 0, 8)

    def costs(self, model, matrix):
        """Of all parts, a row for each signal."""
        found = [[] for _ in range(matrix.cols)]
        for number in range(self.library.supdict_model_parts(model)):
            part = Part()
            self.ok(self.library.supdict_part(model, ctypes.c_int64(number), ctypes.byref(part)))
            costs = (ctypes.c_double * (part.classes * matrix.cols))()
            self.ok(self.library.supdict_costs(model, ctypes.c_int64(number), ctypes.byref(matrix),
                                               ctypes.byref(Costs(address(costs), None, None))))
            for j, row in enumerate(found):
                row.extend(costs[j * part.classes:(j + 1) * part.classes])
        return found

    def test_every_declared_function_is_exported_with_a_version(self):
        names = set(re.findall(r"^\s+(supdict_\w+);", SYMBOLS.read_text(encoding="utf-8"), re.M))
        self.assertEqual(names, declared())
        self.assertGreater(len(names), 20)
        for name in names:
            self.assertTrue(hasattr(self.library, name), name)

    def test_models_predict_what_they_predicted_when_they_were_made(self):
        models = sorted(GOLDEN.glob("models-*/*.safetensors"))
        self.assertEqual(len(models), 4)
        for path in models:
            with self.subTest(model=path.name):
                model = self.load(path)
                _values, matrix = self.matrix(rows_of(path.parent / "signals.csv"))
                labels = (ctypes.c_int32 * matrix.cols)()
                out = Classification(address(labels), None, None, None)
                self.ok(self.library.supdict_classify(model, ctypes.byref(matrix),
                                                      ctypes.byref(out)))
                then = rows_of(path.with_suffix(".csv"))
                names = [self.library.supdict_model_class_name(model, ctypes.c_int64(label)).decode()
                         for label in labels]
                self.assertEqual(names, [row[0] for row in then])
                for found, row in zip(self.costs(model, matrix), then):
                    for cost, expected in zip(found, map(float, row[1:]), strict=True):
                        self.assertLess(abs(cost - expected), SAME_COST * max(1, abs(expected)))

    def test_a_code_explains_its_signal(self):
        model = self.load(GOLDEN / "models-1.1/pairwise.safetensors")
        values, matrix = self.matrix(rows_of(GOLDEN / "models-1.1/signals.csv")[:1])
        part = Part()
        self.ok(self.library.supdict_part(model, ctypes.c_int64(0), ctypes.byref(part)))
        signal = (ctypes.c_double * part.features)()
        atoms = (ctypes.c_double * (part.features * part.atoms))()
        self.ok(self.library.supdict_preprocess(model, ctypes.byref(matrix), signal))
        self.ok(self.library.supdict_part_contents(model, ctypes.c_int64(0), None, atoms))
        coder = ctypes.c_void_p()
        self.ok(self.library.supdict_part_coder(model, ctypes.c_int64(0), ctypes.byref(coder)))
        code, value = (ctypes.c_double * part.atoms)(), (ctypes.c_double * 1)()
        out = Codes(address(code), address(value), None, None, None, None)
        seen = Matrix(address(signal), part.features, 1, 0, 8)
        self.ok(self.library.supdict_lasso(coder, ctypes.byref(seen), ctypes.byref(out)))
        residual = [signal[i] - sum(atoms[a * part.features + i] * code[a]
                                    for a in range(part.atoms)) for i in range(part.features)]
        objective = (sum(r * r for r in residual) +
                     part.lambda1 / part.lambda0 * sum(map(abs, code)))
        self.assertAlmostEqual(objective, value[0], delta=1e-9)
        self.assertGreater(sum(map(abs, code)), 0)
        self.library.supdict_coder_free(coder)
        del values

    def test_a_model_says_what_it_is(self):
        model = self.load(GOLDEN / "models-1.0/multiclass.safetensors")
        description = json.loads(self.library.supdict_model_description(model))
        self.assertEqual(description["method"], "rec")
        self.assertEqual(description["labels"], ["ash", "elm", "oak"])
        self.assertEqual(self.library.supdict_model_features(model), 9)

    def test_errors_have_a_status_and_a_message(self):
        model = ctypes.c_void_p()
        status = self.library.supdict_model_parse(b"no model", ctypes.c_size_t(8), b"a.model", None,
                                                  ctypes.byref(model))
        self.assertEqual(status, 5)
        self.assertFalse(model)
        self.assertIn(b"'a.model'", self.library.supdict_last_error())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
