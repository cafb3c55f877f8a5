"""`python3 -m tests`: sets up everything and runs lint, types, unit and browser tests.

A virtual environment (.venv) with the pinned tools, the page's runtime from npm, and a Chromium:
the system's if there is one, else Debian's by apt, else Playwright's own. Needs only the standard
library to start.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

#: Tests are shared out over two processes. A renderer of the browser that crashes (seen once in a thousand
#: pages, before anything was asked of it) costs that test one more try, which the run's summary counts.
SHARED_OUT = ["--numprocesses", "2", "--dist", "worksteal", "--reruns", "1", "--only-rerun", "Page crashed"]


def main() -> int:
    began = monotonic()
    run("virtual environment", [sys.executable, "-m", "venv", str(VENV)])
    run("tools", [str(PYTHON), "-m", "pip", "install", "--quiet", "--editable", ".[test]"])
    run("runtime of the page", [str(PYTHON), "-c", "from npuzzle.site import set_up; set_up()"])
    set_up_browser()
    run("lint", [str(PYTHON), "-m", "ruff", "check", "."])
    run("format", [str(PYTHON), "-m", "ruff", "format", "--check", "."])
    run("types", [str(PYTHON), "-m", "mypy"])
    run(
        "tests",
        [str(PYTHON), "-m", "pytest", "-m", "browser or slow or not slow", *SHARED_OUT, *sys.argv[1:]],
    )
    print(f"All done in {monotonic() - began:.0f} s.")
    return 0


def run(what: str, command: Sequence[str]) -> None:
    """Run one step from the root; what fails ends it all with that step's exit code."""
    print(f"--- {what}", flush=True)
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if code:
        print(f"--- {what} failed ({code})", flush=True)
        sys.exit(code)


def set_up_browser() -> None:
    """A Chromium, unless there is one."""
    if shutil.which("chromium") or shutil.which("chromium-browser"):
        return
    apt = shutil.which("apt-get")
    if apt is not None and hasattr(os, "geteuid") and os.geteuid() == 0:
        run("browser (apt)", [apt, "update", "--quiet"])
        run("browser (apt)", [apt, "install", "--yes", "--quiet", "--no-install-recommends", "chromium"])
    else:
        run("browser (Playwright)", [str(PYTHON), "-m", "playwright", "install", "chromium"])


if __name__ == "__main__":
    sys.exit(main())
