"""The values that the HTML of the rooms names: each exists, and values shown as text are texts."""

from __future__ import annotations

import re
from operator import attrgetter

from npuzzle import site

_HTML = "".join(path.read_text(encoding="utf-8") for path in (site.ROOT / "web/rooms").glob("*/*.html"))
_PAIRS = [pair.split("=") for pairs in re.findall(r'data-bind="([^"]+)"', _HTML) for pair in pairs.split()]


def check_bound_values(room: str, model: object) -> None:
    """Assert that the room's model has every value that its HTML names."""
    bound = [(what, path.removeprefix(f"{room}.")) for what, path in _PAIRS if path.startswith(f"{room}.")]
    assert bound
    for what, path in bound:
        value = attrgetter(path)(model)
        assert isinstance(value, str) or what != "text", path
