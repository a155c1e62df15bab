# SPDX-License-Identifier: BSD-3-Clause
"""The C++ reference: runs doxygen and writes one page per public header.

A page holds the comment at the top of the header, which carries its contract, and then everything
the header declares. A new header gets its page by being there.
"""
import pathlib
import re
import subprocess

from sphinx.errors import ExtensionError
from sphinx.util import logging

logger = logging.getLogger(__name__)

PAGE = """{title}
{line}

.. code-block:: cpp

   #include <{title}>

{about}

.. doxygenfile:: {title}
   :sections: briefdescription detaileddescription innerclass enum func typedef var public-attrib public-func public-static-func public-type user-defined
"""

INDEX = """C++
===

``#include <supdict/supdict.hpp>`` brings all of it; each header can be included alone. The words
before the declarations are those of the header itself.

.. toctree::
   :maxdepth: 1

{entries}
"""


def top_comment(text):
    """The comment lines before the include guard, without the licence."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(re.sub(r"^// ?", "", line))
    return [line for line in lines if not line.startswith("SPDX-")]


def as_rst(lines):
    """Sentences as they are; indented stretches (formulas, code, tables) as literal blocks."""
    out, literal = [], False
    for line in lines:
        indented = line.startswith(" ") or (literal and not line)
        if indented and not literal:
            out += ["", ".. code-block:: none", ""]
        elif literal and not indented:
            out.append("")
        literal = indented
        # Sentences are plain text: nothing in them is markup, except `code`.
        plain = re.sub(r"([*|_\\])", r"\\\1", line)
        out.append(f"   {line}" if literal else re.sub(r"`([^`]*)`", r"``\1``", plain))
    return "\n".join(out)


def run_doxygen(folder, xml):
    xml.parent.mkdir(parents=True, exist_ok=True)
    settings = (pathlib.Path(__file__).parents[1] / "Doxyfile").read_text(encoding="utf-8")
    settings += f"\nINPUT = {folder}\nSTRIP_FROM_PATH = {folder}\nOUTPUT_DIRECTORY = {xml.parent}\n"
    done = subprocess.run(["doxygen", "-"], input=settings, capture_output=True, text=True,
                          check=False)
    for line in done.stderr.splitlines():
        logger.warning("doxygen: %s", line)
    if done.returncode != 0:
        raise ExtensionError(f"doxygen failed with the exit code {done.returncode}")


def write(path, text):
    """Only if it changed, so that Sphinx reads again what it must."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def generate(app):
    folder = pathlib.Path(app.config.cpp_headers_folder)
    run_doxygen(folder, pathlib.Path(app.config.breathe_projects["supdict"]))
    pages = pathlib.Path(app.srcdir, app.config.cpp_headers_pages)
    pages.mkdir(parents=True, exist_ok=True)
    entries = []
    for header in sorted(folder.glob("supdict/*.hpp")):
        if header.stem == "supdict":
            continue
        title = f"supdict/{header.name}"
        about = as_rst(top_comment(header.read_text(encoding="utf-8")))
        write(pages / f"{header.stem}.rst", PAGE.format(title=title, line="=" * len(title),
                                                        about=about))
        entries.append(f"   {header.stem}")
    write(pages / "index.rst", INDEX.format(entries="\n".join(entries)))


def setup(app):
    app.add_config_value("cpp_headers_folder", "", "env")
    app.add_config_value("cpp_headers_pages", "cpp", "env")
    app.connect("builder-inited", generate)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
