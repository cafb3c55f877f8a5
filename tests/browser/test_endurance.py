"""After a thousand solves the page needs hardly more memory, and random use meets no error or dead end.

This is a short part of `python -m tests.endurance`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import screenshots
from tests.endurance import solves, walk

SOLVES, EACH = 60, 4
WALK = 20  # seconds


def test_sixty_solves_in_one_page_are_right_and_leave_nothing_behind(browser: Browser, base_url: str) -> None:
    with solves.gauged_driver(browser, base_url) as (driver, watch):
        run = solves.Solves(driver)
        for _ in run.readings_of(SOLVES, every=EACH, undo_is_full=False):
            pass
        print(solves.table(run.readings))
        assert run.faults(watch.unexpected()) == []
    assert len(run.readings) == 9, "counted from the 28th solve: the first solves fill caches"


def test_a_short_walk_meets_no_error_and_no_dead_end(browser: Browser, base_url: str, tmp_path: Path) -> None:
    with walk.walking(browser, base_url, tmp_path / "walk.jsonl") as walked:
        try:
            for _ in walked.run(WALK, walk.SEED):
                pass
        except walk.StuckError as error:
            pytest.fail(f"{error}\n{walk.told(walked, screenshots() / 'walk.png')}")
    assert walked.left
