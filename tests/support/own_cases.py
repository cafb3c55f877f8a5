"""A plugin of pytest for a copy with additions: their own cases of each test, or else its first case.

The other cases are of parts that were there before: the project's own run has them.
"""

from __future__ import annotations

from itertools import groupby

import pytest

OWN = ("farthest-tile", "hill-climbing", "descending", "daily")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    chosen: list[pytest.Item] = []
    for _, group in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(group)
        chosen += [case for case in cases if any(name in case.nodeid for name in OWN)] or cases[:1]
    items[:] = chosen
