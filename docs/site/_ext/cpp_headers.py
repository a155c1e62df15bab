# SPDX-License-Identifier: BSD-3-Clause
"""The C++ reference: one page per public header.

A page holds the comment at the top of the header, which states its contract, and then everything
the header declares. New headers get a page automatically.
"""
import pathlib
import re

import doxygen_xml

PAGE = """{title}
{line}

.. code-block:: cpp

   #include <{title}>

{about}

{declarations}
"""

INDEX = """C++ reference
=============

``#include <supdict/supdict.hpp>`` includes everything; each header can be included alone. The text
before the declarations is the comment of the header. What the fields of option structs mean is in
:doc:`/parameters`.

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
    """Paragraphs as text; indented blocks (formulas, code, tables) as literal blocks."""
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


def write(path, text):
    """Writes only if the text has changed, so that Sphinx rereads only changed files."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def directive(kind, name):
    members = "\n   :members:\n   :undoc-members:" if kind in ("doxygenclass", "doxygenstruct") else ""
    return f".. {kind}:: {name}{members}\n"


def generate(app):
    folder = pathlib.Path(app.config.cpp_headers_folder)
    xml = pathlib.Path(app.config.breathe_projects["supdict"])
    doxygen_xml.run_doxygen(pathlib.Path(app.confdir, "Doxyfile"), folder, xml)
    pages = pathlib.Path(app.srcdir, app.config.cpp_headers_pages)
    pages.mkdir(parents=True, exist_ok=True)
    declared = doxygen_xml.declarations(xml)
    for title in sorted(declared):
        header = folder / title
        about = as_rst(top_comment(header.read_text(encoding="utf-8")))
        body = "\n".join(directive(kind, name) for kind, name in declared[title])
        write(pages / f"{header.stem}.rst",
              PAGE.format(title=title, line="=" * len(title), about=about, declarations=body))
    entries = "\n".join(f"   {pathlib.Path(title).stem}" for title in sorted(declared))
    write(pages / "index.rst", INDEX.format(entries=entries))


def setup(app):
    app.add_config_value("cpp_headers_folder", "", "env")
    app.add_config_value("cpp_headers_pages", "cpp", "env")
    app.connect("builder-inited", generate)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
