# SPDX-License-Identifier: BSD-3-Clause
"""Remembers in which sources clang-tidy found nothing, in the user's cache folder.

The key of a source depends on everything that affects the verdict: clang-tidy and its configuration, the
compile command, and the text of every file the preprocessor reads. Paths inside the project are
made relative, so that another clone gets the same keys. Of the comments in files of the project, only those
that clang-tidy reads are included.
"""
import functools
import hashlib
import os
import pathlib
import re
import time

KEPT_SECONDS = 90 * 24 * 3600

# Tokens that may contain // or /* come first; the names are those of the standard's grammar.
TOKENS = re.compile(r"""
      (?P<code> R"([^()\\\s]{0,16})\(.*?\)\2"          # raw string
              | "(?:\\.|[^"\\\n])*"                    # string
              | \.?[0-9](?:[eEpP][+-]|'?[\w.])*        # number, may hold '
              | '(?:\\.|[^'\\\n])*'                    # character
              | (?!R"|(?:u8|u|U|L)R")\w+ | u8 | u | U | L )
    | (?P<comment> //(?:\\\n|[^\n])* | /\*.*?\*/ )
""", re.VERBOSE | re.DOTALL)
# Comments with a meaning for clang-tidy: suppressions and names of arguments.
TELLING = re.compile(r"NOLINT|^/\*\s*\w+\s*=\s*\*/$")


def without_comments(text):
    """The text of a C++ source, line by line, without what clang-tidy ignores."""
    def kept(token):
        comment = token.group("comment")
        return token.group() if comment is None or TELLING.search(comment) else " "

    lines = (line.rstrip() for line in TOKENS.sub(kept, text).split("\n"))
    return "\n".join(line for line in lines if line)


def folder():
    caches = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(caches) / "supdict-lint"


class Cache:
    """Keys and verdicts of one project and one build."""

    def __init__(self, root, tidy_version):
        self.root = root
        self.folder = folder()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.common = tidy_version + (root / ".clang-tidy").read_text(encoding="utf-8")
        self.drop_old()

    @functools.lru_cache(maxsize=None)
    def digest(self, file):
        """Name and hash of the text of a file."""
        path = pathlib.Path(file)
        content = path.read_bytes()
        if path.is_relative_to(self.root):
            content = without_comments(content.decode("utf-8")).encode("utf-8")
            file = path.relative_to(self.root).as_posix()
        return f"{file} {hashlib.sha256(content).hexdigest()}\n"

    def key(self, command, files):
        """`command`: the compile command; `files`: what was read, the source itself among them."""
        text = self.common + command.replace(str(self.root), ".")
        text += "".join(sorted(map(self.digest, files)))
        return hashlib.sha256(text.encode("utf-8")).hexdigest()

    def is_clean(self, key):
        try:
            os.utime(self.folder / key)
        except FileNotFoundError:
            return False
        return True

    def remember_clean(self, key):
        (self.folder / key).touch()

    def drop_old(self):
        oldest = time.time() - KEPT_SECONDS
        for path in self.folder.iterdir():
            if path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
