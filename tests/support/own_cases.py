"""A plugin of pytest for a copy with additions: their own cases of each test, or else its first quick case.

The other cases are of parts that were there before: the project's own run has them.
"""

from __future__ import annotations

from itertools import groupby

import pytest

OWN = ("farthest-tile", "hill-climbing", "descending", "daily")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    chosen: list[pytest.Item] = []
    for _, group in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(group)
        own = [case for case in cases if any(name in case.nodeid for name in OWN)]
        for case in own:  # they are run, slow or not
            case.own_markers[:] = [mark for mark in case.own_markers if mark.name != "slow"]
        chosen += own or [case for case in cases if case.get_closest_marker("slow") is None][:1]
    items[:] = chosen
