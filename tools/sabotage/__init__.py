# SPDX-License-Identifier: BSD-3-Clause
"""The parts of tools/saboteur.py."""
