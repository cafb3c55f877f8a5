"""A heuristic in a Python file of the user, named as FILE.py:NAME."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType

from npuzzle.errors import UsageError
from npuzzle.heuristics import HeuristicLike, as_card
from npuzzle.heuristics.combine import is_formula


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A heuristic in a Python file, with the content of the file, so that it can be sent to another computer.

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


@cache  # run a file once
def load(own: OwnFile) -> HeuristicLike:
    """Run the file and return the heuristic of that name. Raises UsageError."""
    folder = str(own.path.parent)
    module = ModuleType(f"<{own.path}>")
    module.__file__ = str(own.path)
    sys.modules[module.__name__] = module  # pickle looks its classes up here
    sys.path.insert(0, folder)  # for imports of modules beside it
    try:
        exec(compile(own.source, own.path, "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise UsageError(f"cannot load {own.file}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(folder)
    if folder not in sys.path:
        sys.path.append(folder)  # for imports inside its functions; last, so that it hides no other module
    names = vars(module)
    if own.name not in names:
        known = [n for n, value in names.items() if callable(value) and not n.startswith("_")]
        raise UsageError(f"{own.file} has no {own.name}; it has {', '.join(known) or 'nothing to call'}")
    found: HeuristicLike = names[own.name]
    text = own.source.decode("utf-8", "surrogateescape")
    return replace(as_card(found), text=f"{own.name}\n{text}")
