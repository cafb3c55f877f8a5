"""Which browsers are on this machine. Needs only the standard library: the set-up asks too."""

from __future__ import annotations

import shutil
from pathlib import Path

NAMES = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKit"}

#: For each browser Debian's packages, and the program in each by which one knows that it is here.
PACKAGES = {
    "chromium": {"chromium": "chromium"},
    "firefox": {"firefox-esr": "firefox-esr"},
    "webkit": {"webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb"},
}

#: Debian's Chromium without windows: package and program. A page starts in two thirds of the time.
WINDOWLESS = "chromium-headless-shell"


def packages_missing(browser: str) -> list[str]:
    """The Debian packages that this machine lacks for that browser."""
    if program(browser) is not None:
        return []
    return [package for package, brings in PACKAGES[browser].items() if shutil.which(brings) is None]


def lacks_windowless() -> bool:
    """Whether Debian's Chromium is here, and the one without windows is not."""
    return shutil.which("chromium") is not None and shutil.which(WINDOWLESS) is None


def program(browser: str) -> str | None:
    """The system's own; of WebKit the small browser of WebKitGTK, with its driver and a display for it."""
    if browser == "chromium":
        return shutil.which("chromium") or shutil.which("chromium-browser")
    if browser == "firefox":
        return shutil.which("firefox-esr")
    small = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    complete = small and all(map(shutil.which, PACKAGES[browser].values()))
    return str(small[-1]) if complete else None
