"""Load a heuristic or an algorithm from a user's Python file, named as FILE.py:NAME."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from npuzzle.errors import UsageError
from npuzzle.heuristics import HeuristicCard, as_card
from npuzzle.heuristics.combine import is_formula


@dataclass(frozen=True, slots=True)
class OwnFile:
    """What a Python file defines, with the content of the file, so that it can be sent to another computer.

    `file` is what was typed, `path` where the file is.
    """

    file: str
    path: Path
    name: str
    source: bytes


def read_own_file(text: str) -> OwnFile | None:
    """Read the file of FILE.py:NAME; return None for any other text. Raises UsageError.

    A text such as `0.5*manhattan + 0.5*mine.py:h` is a combination, unless there is a file of that name.
    """
    own = re.fullmatch(r"(.+\.py):(\w+)", text)
    if own is None or (is_formula(text) and not os.path.exists(own[1])):
        return None
    path = Path(own[1]).resolve()
    try:
        return OwnFile(own[1], path, own[2], path.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot load {own[1]}: {type(error).__name__}: {error}") from None


@cache
def load(own: OwnFile) -> HeuristicCard:
    """Run the file and return the heuristic of that name. Raises UsageError or InvalidHeuristicError."""
    text = own.source.decode("utf-8", "surrogateescape")
    return replace(as_card(find_in_file(own)), text=f"{own.name}\n{text}")


def find_in_file(own: OwnFile) -> Any:
    """Run the file and return what has that name. Raises UsageError."""
    names = _run(own.file, own.path, own.source)
    if own.name not in names:
        known = [n for n, value in names.items() if callable(value) and not n.startswith("_")]
        raise UsageError(f"{own.file} has no {own.name}; it has {', '.join(known) or 'nothing to call'}")
    return names[own.name]


@cache  # each file is run once
def _run(file: str, path: Path, source: bytes) -> dict[str, Any]:
    """Run a file and return what it defines. Raises UsageError."""
    folder = str(path.parent)
    module = ModuleType(f"<{path}>")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # pickle looks its classes up here
    sys.path.insert(0, folder)  # for imports of modules beside it
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise UsageError(f"cannot load {file}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(folder)
    if folder not in sys.path:
        sys.path.append(folder)  # for imports inside its functions; last, so that it hides no other module
    return vars(module)
