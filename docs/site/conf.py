# SPDX-License-Identifier: BSD-3-Clause
"""The documentation site. `make docs` builds it; the pages are docs/*.md and docs/site/."""
import os
import pathlib
import re
import sys

from sphinx_gallery.sorting import FileNameSortKey

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE / "_ext"))

project = "supdict"
copyright = "the authors of supdict, BSD licence"
version = release = re.search(
    r"project\(supdict VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
).group(1)

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_parser",
    "breathe",
    "sphinx_gallery.gen_gallery",
    "cpp_headers",
    "live_page",
    "mathml",
]
exclude_patterns = ["site/gallery/**/*.ipynb", "site/gallery/*.py"]
root_doc = "index"

html_theme = "furo"
html_title = f"supdict {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_math_renderer = "mathml"

# Links to headings, which the pages have for readers of the repository.
myst_heading_anchors = 3
myst_enable_extensions = ["dollarmath"]

autodoc_member_order = "bysource"
numpydoc_show_class_members = False

cpp_headers_folder = str(ROOT / "include")
cpp_headers_pages = "site/api/cpp"
breathe_projects = {"supdict": str(ROOT / "build/docs/doxygen/xml")}
breathe_default_project = "supdict"


sphinx_gallery_conf = {
    "examples_dirs": str(ROOT / "examples/python"),
    "gallery_dirs": "site/gallery",
    "filename_pattern": r"plot_",
    "within_subsection_order": FileNameSortKey,
    # Examples run again in every build, also when only the library has changed.
    "run_stale_examples": True,
    "abort_on_example_error": True,
    "download_all_examples": False,
    "show_memory": False,
    "remove_config_comments": True,
    "min_reported_time": 1e9,
}
os.environ.setdefault("SUPDICT_COMMAND", str(ROOT / "build/release/apps/supdict/supdict"))
