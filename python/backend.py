# SPDX-License-Identifier: BSD-3-Clause
"""The build backend: setuptools, found without a network.

pip builds in an isolated environment, which hides the packages of the system, and would download
setuptools instead. Where setuptools is hidden, the folder of Debian's packages is added.
"""
import sys

DEBIAN_PACKAGES = "/usr/lib/python3/dist-packages"

try:
    import setuptools  # noqa: F401
    import wheel  # noqa: F401
except ImportError:
    sys.path.append(DEBIAN_PACKAGES)

from setuptools.build_meta import (  # noqa: E402
    build_editable,
    build_sdist,
    build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def get_requires_for_build_wheel(config_settings=None):
    """Nothing to download; setuptools would request wheel."""
    return []


get_requires_for_build_sdist = get_requires_for_build_wheel
get_requires_for_build_editable = get_requires_for_build_wheel
