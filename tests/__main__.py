"""`python3 -m tests`: set up everything, then run the linter, the type checker and all tests.

The set-up creates a virtual environment (.venv) with the pinned tools, and gets the page's runtime from npm.
It uses the system's Chromium, Firefox and WebKit. A missing browser is installed from Debian by apt (as root)
or else from Playwright. No test runs without Chromium. Without Firefox or WebKit, their tests are skipped and
the last lines say so; if CI is "true", that is a failure too. To start, only the standard library is needed.
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

#: Tests run in two processes, or in up to four on a machine with that many processors.
PROCESSES = max(2, min(4, os.cpu_count() or 2))
SHARED_OUT = ["--numprocesses", str(PROCESSES), "--dist", "worksteal"]
#: A failed browser test is retried once. Other tests are retried only after a crash or a timeout. The end of
#: the output lists the retried tests, and more than a few fail the run (see tests/conftest.py).
SHARED_OUT += ["--reruns", "1", "-rR"]
for reason in ("crashed", "not ready: ", "TimeoutE", "Locator expected", "Page expected"):
    SHARED_OUT += ["--only-rerun", reason]


def main() -> int:
    began = monotonic()
    run("virtual environment", [sys.executable, "-m", "venv", str(VENV)])
    run("pip", [str(PYTHON), "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1"])  # for --group
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
    """Run one step in the root folder. If it fails, exit with its exit code.

    Python stores its bytecode, whatever the environment says: otherwise each of hundreds of processes would
    compile the same modules again.
    """
    print(f"--- {what}", flush=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    if code:
        print(f"--- {what} failed ({code})", flush=True)
        sys.exit(code)


def set_up_browsers() -> list[str]:
    """Install the missing browsers, and return those that could not be installed."""
    if packages := [package for browser in found.NAMES for package in found.packages_missing(browser)]:
        set_up_by_apt(packages)
    if found.lacks_windowless():  # by itself: not every Debian has it
        set_up_by_apt([found.WINDOWLESS])
    missing = []
    for browser in found.NAMES:
        if found.program(browser) is not None:
            continue
        print(f"--- {found.NAMES[browser]} (Playwright)", flush=True)
        if not can_start_playwrights_own(browser):
            missing.append(browser)
    if "chromium" in missing or (missing and os.environ.get("CI") == "true"):
        print(f"--- could not install {' and '.join(found.NAMES[name] for name in missing)}", flush=True)
        sys.exit(1)
    return missing


def set_up_by_apt(packages: Sequence[str]) -> None:
    """Install all packages in one call. Do nothing if this is not Debian or not root; tolerate a failure."""
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
    """Download Playwright's own browser if necessary, and return whether it starts on this machine."""
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
