"""`python3 -m tests`: sets up everything and runs lint, types, unit and browser tests.

A virtual environment (.venv) with the pinned tools, the page's runtime from npm, and the browsers
Chromium, Firefox and WebKit: the system's if they are there, else Debian's by apt (as root), else
Playwright's own. Without a Chromium nothing is run. A Firefox or WebKit that cannot be had is named
at the end, and its tests are left out; where CI is set to true that is a failure too. Needs only
the standard library to start.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from tests.browsers import found

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

#: Tests are shared out over two processes, up to four where there are as many processors.
PROCESSES = max(2, min(4, os.cpu_count() or 2))
SHARED_OUT = ["--numprocesses", str(PROCESSES), "--dist", "worksteal"]
#: What is tried once more: a test in a browser; elsewhere only a process that crashed or came too late.
#: The run names them at its end; more than a few second tries fail it (see tests/conftest.py).
SHARED_OUT += ["--reruns", "1", "-rR"]
for reason in ("crashed", "not ready: ", "TimeoutE", "Locator expected", "Page expected"):
    SHARED_OUT += ["--only-rerun", reason]


def main() -> int:
    began = monotonic()
    run("virtual environment", [sys.executable, "-m", "venv", str(VENV)])
    run("pip", [str(PYTHON), "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1"])  # knows groups
    run("tools", [str(PYTHON), "-m", "pip", "install", "--quiet", "--editable", ".", "--group", "test"])
    run("runtime of the page", [str(PYTHON), "-c", "from npuzzle.site import set_up; set_up()"])
    missing = set_up_browsers()
    run("lint", [str(PYTHON), "-m", "ruff", "check", "."])
    run("format", [str(PYTHON), "-m", "ruff", "format", "--check", "."])
    run("types", [str(PYTHON), "-m", "mypy"])
    chosen = " and ".join(f"not {left_out}" for left_out in ["long", *missing])
    run("tests", [str(PYTHON), "-m", "pytest", "-m", chosen, *SHARED_OUT, *sys.argv[1:]])
    for browser in missing:
        print(f"not run here: {found.NAMES[browser]} (not installed)")
    print(f"All done in {monotonic() - began:.0f} s.")
    return 0


def run(what: str, command: Sequence[str]) -> None:
    """Run one step from the root; what fails ends it all with that step's exit code.

    Python stores its bytecode, whatever the environment says: without it each of hundreds of processes would
    compile the same modules anew.
    """
    print(f"--- {what}", flush=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    if code:
        print(f"--- {what} failed ({code})", flush=True)
        sys.exit(code)


def set_up_browsers() -> list[str]:
    """Put there what browsers are missing; those that cannot be had."""
    if packages := [package for browser in found.NAMES for package in found.packages_missing(browser)]:
        set_up_by_apt(packages)
    if found.lacks_windowless():  # apart from the others, which are to be had where this one is not
        set_up_by_apt([found.WINDOWLESS])
    missing = []
    for browser in found.NAMES:
        if found.program(browser) is not None:
            continue
        print(f"--- {found.NAMES[browser]} (Playwright)", flush=True)
        if not can_start_playwrights_own(browser):
            missing.append(browser)
    if "chromium" in missing or (missing and os.environ.get("CI") == "true"):
        print(f"--- no {' and no '.join(found.NAMES[browser] for browser in missing)} can be had", flush=True)
        sys.exit(1)
    return missing


def set_up_by_apt(packages: Sequence[str]) -> None:
    """All of them at once. Where this is not Debian, or not root, or apt fails, nothing changes."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    print("--- browsers (apt)", flush=True)
    install = [apt, "install", "--yes", "--quiet", "--no-install-recommends", *packages]
    for command in ([apt, "update", "--quiet"], install):
        if code := subprocess.run(command, check=False).returncode:
            print(f"--- browsers (apt) failed ({code})", flush=True)
            return


def can_start_playwrights_own(browser: str) -> bool:
    """Whether Playwright has its own, downloaded now if need be, and it starts on this machine."""
    install = [str(PYTHON), "-m", "playwright", "install", browser]
    start = (
        "from playwright.sync_api import sync_playwright\n"
        f"with sync_playwright() as playwright: playwright.{browser}.launch().close()"
    )
    return all(
        subprocess.run(command, cwd=ROOT, check=False).returncode == 0
        for command in (install, [str(PYTHON), "-c", start])
    )


if __name__ == "__main__":
    sys.exit(main())
