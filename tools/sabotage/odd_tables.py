# SPDX-License-Identifier: BSD-3-Clause
"""Odd tables: CSV, TSV, svmlight and USPS text that a person, a spreadsheet or a crash could make.

Each entry is name -> (bytes, what train must do): READ, REFUSE or EITHER.
"""
READ, REFUSE, EITHER = "read", "refuse", "either"

ROWS = [[(7 * i + 3 * j + (i % 3) * (j == i % 3) * 9) % 11 for j in range(6)] for i in range(30)]
NAMES = ["a", "b", "c", "d", "e", "f", "class"]


def table(rows=None, names=NAMES, separator=",", end="\n", cell=None, label="k{}".format):
    """A table of 30 rows with 3 classes; `cell` replaces the fourth number of the tenth row."""
    lines = [separator.join(names)] if names else []
    for i, row in enumerate(ROWS if rows is None else rows):
        cells = [*map(str, row), label(i % 3)]
        if cell is not None and i == 9:
            cells[3] = cell
        lines.append(separator.join(cells))
    return end.join(lines) + end


def _texts():
    plain = table()
    lines = plain.splitlines()
    wide = [[i % 7, *([1, 2, 3] * 33333)] for i in range(6)]
    return {
        "plain": (plain, READ),
        "header_only": (lines[0] + "\n", REFUSE),
        "header_without_end": (lines[0], REFUSE),
        "one_row": ("\n".join(lines[:2]) + "\n", REFUSE),
        "two_rows": ("\n".join(lines[:3]) + "\n", EITHER),
        "short_row": ("\n".join([*lines[:9], "1,2,3", *lines[9:]]), REFUSE),
        "long_row": ("\n".join([*lines[:9], lines[9] + ",4,5", *lines[10:]]), REFUSE),
        "last_row_cut": (plain[:-9], REFUSE),
        "comma_at_each_end": (plain.replace("\n", ",\n"), EITHER),
        "comma_at_one_end": ("\n".join([*lines[:9], lines[9] + ",", *lines[10:]]), REFUSE),
        "no_label": ("\n".join(line.rsplit(",", 1)[0] for line in lines) + "\n", EITHER),
        "one_class": (table(label=lambda i: "same"), REFUSE),
        "labels_of_one_signal": ("\n".join(f"{i},{i * i % 7},n{i}" for i in range(30)), EITHER),
        "two_label_columns": (table(names=[*NAMES[:5], "y", "class"]), EITHER),
        "names_twice": (table(names=["a"] * 6 + ["class"]), EITHER),
        "names_are_numbers": (table(names=["1", "2", "3", "4", "5", "6", "class"]), EITHER),
        "names_are_empty": (table(names=[""] * 6 + ["class"]), EITHER),
        "all_zero": (table(rows=[[0] * 6] * 30), EITHER),
        "all_constant": (table(rows=[[5] * 6] * 30), EITHER),
        "one_feature": (table(rows=[[i % 7] for i in range(30)], names=["a", "class"]), EITHER),
        "same_signals_other_labels": (table(rows=[[1, 2, 3, 4, 5, 6]] * 30), EITHER),
        "blank_lines_between": (plain.replace("\n", "\n\n"), EITHER),
        "blank_lines_in_the_end": (plain + "\n\n\n", READ),
        "blanks_around_cells": (plain.replace(",", " , "), EITHER),
        "comments": ("# made by hand\n" + plain, EITHER),
        "only_blanks": (" " * 999, REFUSE),
        "only_line_ends": ("\n" * 999, REFUSE),
        "only_commas": ((",,,\n") * 99, REFUSE),
        "semicolons": (table(separator=";"), READ),
        "pipes": (table(separator="|"), EITHER),
        "tabs": (table(separator="\t"), READ),
        "separators_mixed": (plain.replace(",", ";", 100), REFUSE),
        "windows_lines": (table(end="\r\n"), READ),
        "old_mac_lines": (table(end="\r"), REFUSE),
        "lines_mixed": (plain.replace("\n", "\r\n", 9), EITHER),
        "quotes_everywhere": (_quoted(plain), READ),
        "quote_left_open": (plain.replace("k1", '"k1', 1), REFUSE),
        "quote_left_open_at_the_end": (plain[:-1] + '"', REFUSE),
        "quote_in_a_number": (table(cell='4"2'), REFUSE),
        "number_in_half_quotes": (table(cell='"42'), REFUSE),
        "text_after_a_quote": (table(cell='"4"2'), EITHER),
        "quoted_line_end": (plain.replace("k1", '"k\n1"'), EITHER),
        "quoted_comma": (plain.replace("k1", '"k,1"'), READ),
        "doubled_quotes": (plain.replace("k1", '"k""1"'), READ),
        "emoji_labels": (plain.replace("k1", "\U0001f600").replace("k2", "\u00e9"), READ),
        "right_to_left_labels": (plain.replace("k1", "\u202ek1\u202c"), EITHER),
        "zero_width_labels": (plain.replace("k1", "k\u200b0"), EITHER),
        "long_labels": (plain.replace("k1", "k" * 10000), EITHER),
        "empty_labels": (plain.replace("k1", ""), EITHER),
        "hundred_thousand_columns": (table(rows=wide, names=None), EITHER),
        "one_endless_line": ("1," * 300000, REFUSE),
        "many_rows": ("a,class\n" + "".join(f"{i % 9},k{i % 2}\n" for i in range(20000)), EITHER),
        "a_web_page": ("<!DOCTYPE html>\n<html><body><p>404, not found</p></body></html>\n", REFUSE),
        "a_json_object": ('{"rows": [[1, 2, 3], [4, 5, 6]], "labels": [0, 1]}\n', REFUSE),
        "a_program": ("import sys\nfor i in range(9):\n    print(i, file=sys.stderr)\n", REFUSE),
    }


def _quoted(text):
    return "".join(",".join(f'"{cell}"' for cell in line.split(",")) + "\n"
                   for line in text.splitlines())


CELLS = {
    "nan": REFUSE, "NaN": REFUSE, "inf": REFUSE, "-Infinity": REFUSE, "NA": REFUSE, "": REFUSE,
    "?": REFUSE, "null": REFUSE, "1e400": REFUSE, "-1e400": REFUSE, "1e308": EITHER,
    "3e38": EITHER, "1e39": EITHER, "1e-400": EITHER, "1e-320": EITHER, "1e-45": EITHER,
    "9" * 400: REFUSE, "0." + "0" * 400 + "1": EITHER, "0x10": REFUSE, "1_000": REFUSE,
    "1 000": REFUSE, "1.2.3": REFUSE, "--1": REFUSE, "+1": EITHER, "1e": REFUSE, "1e+": REFUSE,
    ".": REFUSE, "-": REFUSE, "\uff11": REFUSE, "\u221e": REFUSE, "true": REFUSE,
    "2024-01-31": REFUSE, "=1+1": REFUSE, "5%": REFUSE, "$5": REFUSE, "1d5": REFUSE,
    "-0": READ, "1E2": READ, "01": READ,
}

BYTES = {
    "empty": (b"", REFUSE),
    **{f"one_byte_{byte:02x}": (bytes([byte]), REFUSE) for byte in b"0,\n\"\0\xff "},
    "utf8_mark": (b"\xef\xbb\xbf" + table().encode(), READ),
    "utf8_mark_only": (b"\xef\xbb\xbf", REFUSE),
    "utf16": (table().encode("utf-16"), REFUSE),
    "utf16_be": (b"\xfe\xff" + table().encode("utf-16-be"), REFUSE),
    "utf32": (table().encode("utf-32"), REFUSE),
    "latin_labels": (table(label="\u00e4{}".format).encode("latin-1"), REFUSE),
    "latin_names": (table(names=["\u00e4", *NAMES[1:]]).encode("latin-1"), EITHER),
    "nul_in_a_number": (table(cell="4\0002").encode(), REFUSE),
    "nul_in_a_label": (table().replace("k1", "k\0001").encode(), REFUSE),
    "nul_at_the_end": (table().encode() + b"\0", REFUSE),
    "nuls_at_the_end": (table().encode() + bytes(4096), REFUSE),
    "only_nuls": (bytes(4096), REFUSE),
    "half_a_letter": (table().encode() + "\u00e9".encode()[:1], REFUSE),
    "end_of_file_of_dos": (table().encode() + b"\x1a", REFUSE),
    "form_feed": (table().replace("\n", "\n\f", 3).encode(), REFUSE),
}

SVMLIGHT = {
    "plain": ("".join(f"{i % 3} 1:{i} 3:{i % 5}\n" for i in range(30)), READ),
    "index_zero_and_text": ("1 0:1 a:2\n", REFUSE),
    "index_descending": ("1 3:1 2:1\n0 1:1\n", REFUSE),
    "index_twice": ("1 2:1 2:1\n0 1:1\n", REFUSE),
    "index_negative": ("1 -2:1\n0 1:1\n", REFUSE),
    "index_huge": ("1 99999999999999999999:1\n0 1:1\n", REFUSE),
    "index_of_gigabytes": ("1 4294967295:1\n0 1:1\n", REFUSE),
    "index_large": ("".join(f"{i % 2} 1:{i} 500000:1\n" for i in range(40)), EITHER),
    "no_value": ("1 2:\n0 1:1\n", REFUSE),
    "no_index": ("1 :2\n0 1:1\n", REFUSE),
    "two_colons": ("1 2:3:4\n0 1:1\n", REFUSE),
    "value_nan": ("1 2:nan\n0 1:1\n", REFUSE),
    "value_huge": ("1 2:1e999\n0 1:1\n", REFUSE),
    "no_pairs": ("1\n0\n1\n0\n", REFUSE),
    "no_label": ("1:2 3:4\n1:1 2:2\n", REFUSE),
    "cut": ("1 2:3 4:5\n0 1:2 4", REFUSE),
}

USPS = {
    "ragged": ("6 -1 0.5\n3 1\n", REFUSE),
    "label_is_no_number": ("six -1 0.5\n3 1 1\n", EITHER),
    "label_is_huge": ("1e18 -1 0.5\n3 1 1\n", EITHER),
    "nan": ("6 nan 0.5\n3 1 1\n", REFUSE),
    "labels_only": ("6\n3\n6\n", REFUSE),
}


def _as_bytes(content):
    return content if isinstance(content, bytes) else content.encode()


def odd_tables():
    """name -> (bytes, what train must do)."""
    odd = {f"{name}.csv": entry for name, entry in {**_texts(), **BYTES}.items()}
    for number, (cell, wanted) in enumerate(CELLS.items()):
        odd[f"cell_{number:02}.csv"] = (table(cell=cell), wanted)
    odd.update({f"svm_{name}.svmlight": entry for name, entry in SVMLIGHT.items()})
    odd.update({f"usps_{name}.txt": entry for name, entry in USPS.items()})
    return {name: (_as_bytes(content), wanted) for name, (content, wanted) in odd.items()}
