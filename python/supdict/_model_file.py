# SPDX-License-Identifier: BSD-3-Clause
"""The precision of a model file; the library itself reads and checks it."""
import json
import struct

import numpy as np


def stored_dtype(path):
    """float64 if the file says that its dictionaries are, else float32."""
    try:
        with open(path, "rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(min(length, 1 << 26)))
        wide = header["member0.part0.D"]["dtype"] == "F64"
    except (OSError, ValueError, KeyError, TypeError, RecursionError, struct.error):
        wide = False  # not a model: the library reports the error
    return np.float64 if wide else np.float32
