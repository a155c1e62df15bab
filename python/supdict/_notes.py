# SPDX-License-Identifier: BSD-3-Clause
"""What model files note about their training. Anybody may have written a file, and predictions need
no notes: those of another form than training writes are taken for absent, as the library does."""
import json


def note(model, key):
    """The object noted under a key; empty if there is none."""
    try:
        found = json.loads(model.notes.get(key, "{}"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def curves(model):
    """The classes and the learning curve of every part."""
    try:
        parts = [part for member in note(model, "training").get("members", [])
                 for part in member["parts"]]
        iterations = [point["iteration"] for part in parts for point in part["path"]]
    except (KeyError, TypeError):
        return []
    return parts if all(isinstance(number, int) for number in iterations) else []
