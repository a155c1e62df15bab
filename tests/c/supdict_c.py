# SPDX-License-Identifier: BSD-3-Clause
"""The C interface through ctypes, for tests: written by hand from the contract in supdict/supdict.h."""
import ctypes


class Matrix(ctypes.Structure):
    _fields_ = [("values", ctypes.c_void_p), ("rows", ctypes.c_int64), ("cols", ctypes.c_int64),
                ("stride", ctypes.c_int64), ("scalar", ctypes.c_int32)]


class Classification(ctypes.Structure):
    _fields_ = [("labels", ctypes.c_void_p), ("probabilities", ctypes.c_void_p),
                ("scores", ctypes.c_void_p), ("certified", ctypes.c_void_p)]


class Costs(ctypes.Structure):
    _fields_ = [("costs", ctypes.c_void_p), ("lower", ctypes.c_void_p), ("upper", ctypes.c_void_p)]


class Part(ctypes.Structure):
    _fields_ = [("features", ctypes.c_int64), ("atoms", ctypes.c_int64), ("classes", ctypes.c_int64),
                ("lambda0", ctypes.c_double), ("lambda1", ctypes.c_double)]


class Codes(ctypes.Structure):
    _fields_ = [("codes", ctypes.c_void_p), ("values", ctypes.c_void_p), ("lower", ctypes.c_void_p),
                ("upper", ctypes.c_void_p), ("iterations", ctypes.c_void_p),
                ("is_converged", ctypes.c_void_p)]


def opened(path):
    library = ctypes.CDLL(str(path))
    for name in ("version", "last_error", "model_description", "model_class_name"):
        getattr(library, f"supdict_{name}").restype = ctypes.c_char_p
    for name in ("model_features", "model_classes", "model_parts", "coder_atoms"):
        getattr(library, f"supdict_{name}").restype = ctypes.c_int64
    return library


def address(array):
    return ctypes.cast(array, ctypes.c_void_p)
