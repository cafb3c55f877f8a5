"""Import the page's modules in slices of time, so that the browser can draw and react in between."""

from __future__ import annotations

import asyncio
import pkgutil
import sys
from importlib import import_module
from time import perf_counter

ORDER = "import_order.txt"  # a file of the bundle, see npuzzle/site/bundle.py
SLICE = 0.02  # seconds: browsers call a task of 50 ms or more long


async def import_in_slices() -> None:
    """Import the modules that the page starts with, and pause after each slice of time."""
    listed = pkgutil.get_data("web.page", ORDER) or b""
    begun = perf_counter()
    for name in listed.decode().split():
        if name not in sys.modules:
            import_module(name)
            if perf_counter() - begun > SLICE:
                await asyncio.sleep(0)
                begun = perf_counter()
