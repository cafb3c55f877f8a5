"""The built site works in a subfolder on every host that hosting.md names; the tests imitate each host."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Page, expect

from npuzzle import site
from npuzzle.site.build import build
from tests.browser.conftest import Watch
from tests.browser.offline import IN_VAIN, forget_http_cache
from tests.browser.page_driver import READY, PageDriver
from tests.browser.static_hosts import HOSTS, StaticHost, put_copies_beside

pytestmark = [pytest.mark.browser, pytest.mark.fresh]

WORKFLOW = site.ROOT / ".github/workflows/pages.yml"


def build_by_workflow(folder: Path) -> None:
    """Build the site with the commands of the GitHub Pages workflow."""
    jobs = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    steps = [step for job in jobs.values() for step in job.get("steps", [])]
    commands = [shlex.split(step["run"]) for step in steps if "run" in step]
    assert commands
    work = folder.parent / "work"
    work.mkdir(parents=True)
    for program, *arguments in commands:
        assert program == "python3"
        command, environment = [sys.executable, *arguments], {**os.environ, "PYTHONPATH": str(site.ROOT)}
        subprocess.run(command, cwd=work, env=environment, stdout=subprocess.DEVNULL, check=True)
    (made,) = [step["with"]["path"] for step in steps if "upload-pages" in step.get("uses", "")]
    (work / made).rename(folder)


def build_with_copies(folder: Path) -> None:
    build(folder)
    put_copies_beside(folder)


#: How the site is built for each host.
BUILDS: dict[str, Callable[[Path], object]] = {
    "GitHub Pages": build_by_workflow,
    "Cloudflare Pages": build,
    "nginx": build_with_copies,
}


@pytest.mark.parametrize("name", HOSTS)
def test_page_and_documents_work_in_a_folder_of_a_host(
    page: Page, watch: Watch, tmp_path: Path, name: str
) -> None:
    rules = HOSTS[name]
    BUILDS[name](tmp_path / "repository")
    with StaticHost(tmp_path, rules) as host:
        address = f"{host.address}repository/"
        opened = page.goto(address.removesuffix("/"))
        assert opened is not None
        assert opened.headers["content-encoding"] == rules.encoding
        expect(page).to_have_url(address)
        driver = PageDriver(page).wait_ready()
        driver.solve("Solved in 31 moves", "Proved shortest")
        expect(page.get_by_test_id("offline")).to_have_text("Ready offline", timeout=READY)
        page.get_by_role("link", name="Documentation").click()
        expect(page).to_have_url(f"{address}docs/")
        expect(page.get_by_text("These documents are ready offline.")).to_be_visible()
        page.goto(f"{address}docs/hosting/index.html")
        expect(page.get_by_role("heading", level=1)).to_have_text("Putting the page on a web host")
        host.stop()
    watch.allowed = IN_VAIN
    forget_http_cache(page)
    page.get_by_role("link", name="How npuzzle makes Python this fast").click()
    expect(page).to_have_url(f"{address}docs/speed/")
    page.get_by_role("link", name="Open the puzzle").click()
    expect(page).to_have_url(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("n-puzzle")
