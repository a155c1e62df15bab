# SPDX-License-Identifier: BSD-3-Clause
"""Formulas as MathML, which browsers draw themselves: no script, no network."""
from docutils import nodes
from docutils.utils.math import latex2mathml


def _inline(self, node):
    self.body.append(latex2mathml.tex2mathml(node.astext(), inline=True))
    raise nodes.SkipNode


def _block(self, node):
    formula = latex2mathml.tex2mathml(node.astext(), inline=False)
    self.body.append(f'<div class="math">{formula}</div>\n')
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
