"""Node.js, which runs the tests of the page's own JavaScript."""

from __future__ import annotations

import shutil


def find_node() -> str:
    found = shutil.which("node")
    assert found is not None, "Node.js 20 or newer must be on the PATH to test the page's JavaScript"
    return found
