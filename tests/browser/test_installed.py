"""The page of the installed package works, served by its own command from an empty folder."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.page_driver import PageDriver
from tests.support.installed import Environment, pythons

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Iterator[str]:
    """Yield the address that `npuzzle serve` prints, after it has downloaded the runtime with npm."""
    folder = tmp_path_factory.mktemp("installed")
    newest = list(pythons().values())[-1]
    environment = Environment(folder, newest, wheel)
    command = environment.command("npuzzle", ["serve", "--no-open", "--port", "0", "--json"])
    with subprocess.Popen(
        command, cwd=environment.folder, env=environment.variables, stdout=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout is not None
        try:
            yield json.loads(serving.stdout.readline())["address"]
        finally:
            serving.terminate()
    assert [path.name[:5] for path in (folder / "cache").iterdir()] == ["page-"]


def test_the_page_of_the_installed_package_solves(page: Page, address: str) -> None:
    driver = PageDriver(page).open(address)
    driver.type_board("8 6 7/2 5 4/3 0 1")
    driver.solve("Solved in 31 moves", "Proved shortest")
    driver.type_board("2 8 1/0 4 3/7 6 5")
    driver.expect_verdict("Not solvable")
