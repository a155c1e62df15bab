# SPDX-License-Identifier: BSD-3-Clause
"""Random damage to the bytes of a file, drawn from a random.Random."""
import re

SECTOR = 512
# The JSON header of a model: where a wrong byte is most likely to mean something else.
HEADER = 2048


def _place(random, data):
    """A random place; half of them in the header."""
    return random.randrange(min(HEADER, len(data)) if random.random() < 0.5 else len(data))


def _run(random, data):
    begin = _place(random, data)
    return begin, min(len(data), begin + random.choice((1, 2, 4, 8, 64, SECTOR)))


def flip_a_bit(random, data):
    place, bit = _place(random, data), random.randrange(8)
    return (data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1:],
            f"bit {bit} of byte {place} flipped")


def flip_bits(random, data):
    damaged = bytearray(data)
    places = [_place(random, data) for _ in range(random.randrange(2, 20))]
    for place in places:
        damaged[place] ^= 1 << random.randrange(8)
    return bytes(damaged), f"bits of bytes {sorted(places)} flipped"


def zeros(random, data):
    begin, end = _run(random, data)
    return data[:begin] + bytes(end - begin) + data[end:], f"bytes {begin} to {end} are zero"


def noise(random, data):
    begin, end = _run(random, data)
    return (data[:begin] + random.randbytes(end - begin) + data[end:],
            f"bytes {begin} to {end} are noise")


def cut(random, data):
    end = random.choice((random.randrange(len(data)), _place(random, data), len(data) - 1))
    return data[:end], f"cut to {end} bytes"


def lose(random, data):
    begin, end = _run(random, data)
    return data[:begin] + data[end:], f"bytes {begin} to {end} are lost"


def repeat(random, data):
    begin, end = _run(random, data)
    return data[:end] + data[begin:], f"bytes {begin} to {end} are there twice"


def append(random, data):
    more = random.randbytes(random.choice((1, 8, SECTOR)))
    return data + more, f"{len(more)} bytes of noise at the end"


def swap(random, data):
    size = min(random.choice((8, 64, SECTOR)), len(data) // 2)
    a = random.randrange(len(data) - 2 * size + 1)
    b = random.randrange(a + size, len(data) - size + 1)
    return (data[:a] + data[b:b + size] + data[a + size:b] + data[a:a + size] + data[b + size:],
            f"{size} bytes at {a} and {b} changed places")


def change_a_character(random, data, pattern, others, kind):
    """Another character of a kind somewhere in the text of the file: it stays well formed."""
    places = [found.start() for found in re.finditer(pattern, data[:HEADER])]
    if not places:
        return flip_a_bit(random, data)
    place = random.choice(places)
    other = random.choice(others)
    return (data[:place] + bytes([other]) + data[place + 1:],
            f"{kind} {chr(data[place])} at byte {place} is {chr(other)}")


def change_a_number(random, data):
    return change_a_character(random, data, rb"\d", b"0123456789", "digit")


def change_a_word(random, data):
    """In a name or a text."""
    return change_a_character(random, data, rb"[a-zA-Z_-]", b"abcdefghijklmnopqrstuvwxyzFU", "letter")


KINDS = (flip_a_bit, flip_a_bit, flip_a_bit, flip_bits, zeros, noise, cut, lose, repeat, append,
         swap, change_a_number, change_a_number, change_a_word)


def damaged(random, data):
    """(damaged bytes, description of the damage), for data of at least two bytes."""
    while True:
        result, what = random.choice(KINDS)(random, data)
        if result != data:
            return result, what
