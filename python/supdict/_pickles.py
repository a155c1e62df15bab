# SPDX-License-Identifier: BSD-3-Clause
"""What makes estimators pickled by earlier versions load."""

from inspect import Parameter, signature


class LoadsEarlierPickles:
    """For estimators: parameters that a pickle does not know, because they are newer, get their
    defaults."""

    def __setstate__(self, state):
        parameters = signature(type(self).__init__).parameters.values()
        defaults = {p.name: p.default for p in parameters if p.default is not Parameter.empty}
        super().__setstate__({**defaults, **state})
