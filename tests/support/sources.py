"""The syntax trees of our modules for several tests: each file is parsed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def parse(path: Path) -> ast.Module:
    """Parse a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all statements in it: a tenth of the nodes that `ast.walk` yields."""
    yield node
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for below in getattr(node, name, ()):
            yield from statements(below)
