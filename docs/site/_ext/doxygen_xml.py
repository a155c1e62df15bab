# SPDX-License-Identifier: BSD-3-Clause
"""Runs doxygen and reads from its XML what each header declares."""
import collections
import pathlib
import subprocess
import xml.etree.ElementTree as ElementTree

from sphinx.errors import ExtensionError
from sphinx.util import logging

logger = logging.getLogger(__name__)

# Kinds of doxygen, and the directives of breathe that show them.
DIRECTIVES = {
    "class": "doxygenclass",
    "struct": "doxygenstruct",
    "enum": "doxygenenum",
    "typedef": "doxygentypedef",
    "variable": "doxygenvariable",
    "function": "doxygenfunction",
}


def run_doxygen(settings_file, headers, xml):
    """Writes the XML; complaints of doxygen become warnings of the build."""
    xml.parent.mkdir(parents=True, exist_ok=True)
    settings = settings_file.read_text(encoding="utf-8")
    settings += f"\nINPUT = {headers}\nSTRIP_FROM_PATH = {headers}\nOUTPUT_DIRECTORY = {xml.parent}\n"
    done = subprocess.run(["doxygen", "-"], input=settings, capture_output=True, text=True,
                          check=False)
    for line in done.stderr.splitlines():
        logger.warning("doxygen: %s", line)
    if done.returncode != 0:
        raise ExtensionError(f"doxygen failed with the exit code {done.returncode}")


def _compound(path):
    return ElementTree.parse(path).getroot().find("compounddef")


def _place(definition):
    location = definition.find("location")
    return location.get("file"), int(location.get("line"))


def declarations(xml):
    """For every header: (directive, name) of all declarations in namespaces, in order."""
    found = []
    for namespace in map(_compound, sorted(xml.glob("namespacesupdict*.xml"))):
        scope = namespace.findtext("compoundname")
        for inner in namespace.iter("innerclass"):
            definition = _compound(pathlib.Path(xml, inner.get("refid") + ".xml"))
            found.append((*_place(definition), DIRECTIVES[definition.get("kind")], inner.text))
        members = list(namespace.iter("memberdef"))
        names = collections.Counter(member.findtext("name") for member in members)
        for member in members:
            name = member.findtext("name")
            # Overloads differ in their arguments.
            arguments = member.findtext("argsstring") if names[name] > 1 else ""
            directive = DIRECTIVES[member.get("kind")]
            found.append((*_place(member), directive, f"{scope}::{name}{arguments}"))
    headers = collections.defaultdict(list)
    for header, _, directive, name in sorted(found):
        headers[header].append((directive, name))
    return headers
