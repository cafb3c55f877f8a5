"""The built site on hosts that know nothing of it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Page, expect

from npuzzle import site
from tests.browser.conftest import Watch
from tests.browser.lab import READY, Lab

pytestmark = [pytest.mark.browser, pytest.mark.fresh]

WORKFLOW = site.ROOT / ".github/workflows/pages.yml"


@pytest.fixture
def site_folder(tmp_path: Path) -> Path:
    """What the commands of the workflow for GitHub Pages make, below a folder of the repository's name."""
    jobs = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    steps = [step for job in jobs.values() for step in job.get("steps", [])]
    commands = [shlex.split(step["run"]) for step in steps if "run" in step]
    assert commands
    for program, *arguments in commands:
        assert program == "python3"
        command, environment = [sys.executable, *arguments], {**os.environ, "PYTHONPATH": str(site.ROOT)}
        subprocess.run(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, check=True)
    (folder,) = [step["with"]["path"] for step in steps if "upload-pages" in step.get("uses", "")]
    (tmp_path / "host").mkdir()
    (tmp_path / folder).rename(tmp_path / "host/repository")
    return tmp_path / "host"


@pytest.fixture
def address(site_folder: Path) -> Iterator[str]:
    """Python's own static server, which anybody has."""
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "0"]
    with subprocess.Popen(
        command, cwd=site_folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as serving:
        assert serving.stdout is not None
        try:
            port = serving.stdout.readline().split("port ")[1].split()[0]
            yield f"http://127.0.0.1:{port}/repository/"
        finally:
            serving.terminate()


def test_what_github_pages_gets_works_from_a_subfolder_of_a_plain_host(
    page: Page, watch: Watch, address: str
) -> None:
    lab = Lab(page).open(address)
    lab.solve("Solved in 31 moves", "Proved shortest")
    expect(page.get_by_test_id("offline")).to_have_text("Ready offline", timeout=READY)
    lab.type_board("3 11 1 15/7 6 4 9/8 12 0 2/13 14 10 5")
    lab.button("Solve").click()
    lab.expect_badge("Proved shortest")
