"""The browsers installed on this machine. Needs only the standard library, because the set-up imports it."""

from __future__ import annotations

import shutil
from pathlib import Path

NAMES = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKit"}

#: For each browser, Debian's packages, each with a program that shows that it is installed.
PACKAGES = {
    "chromium": {"chromium": "chromium"},
    "firefox": {"firefox-esr": "firefox-esr"},
    "webkit": {"webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb"},
}

#: Debian's Chromium without windows, both package and program. It starts a page in two thirds of the time.
WINDOWLESS = "chromium-headless-shell"


def packages_missing(browser: str) -> list[str]:
    """List the Debian packages that this machine lacks for the browser."""
    if program(browser) is not None:
        return []
    return [package for package, brings in PACKAGES[browser].items() if shutil.which(brings) is None]


def lacks_windowless() -> bool:
    """Return whether Debian's Chromium is installed, but not the one without windows."""
    return shutil.which("chromium") is not None and shutil.which(WINDOWLESS) is None


def program(browser: str) -> str | None:
    """Return the system's browser; for WebKit, WebKitGTK's small browser if its driver and Xvfb exist."""
    if browser == "chromium":
        return shutil.which("chromium") or shutil.which("chromium-browser")
    if browser == "firefox":
        return shutil.which("firefox-esr")
    small = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    complete = small and all(map(shutil.which, PACKAGES[browser].values()))
    return str(small[-1]) if complete else None
