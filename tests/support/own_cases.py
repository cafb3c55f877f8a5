"""A pytest plugin for a copy with additions: it selects their cases of each test, or else one quick case.

The other cases belong to parts that the project's own run tests.
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
        for case in own:  # run these even if they are slow
            case.own_markers[:] = [mark for mark in case.own_markers if mark.name != "slow"]
        chosen += own or [case for case in cases if case.get_closest_marker("slow") is None][:1]
    items[:] = chosen
