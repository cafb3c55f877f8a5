"""Bind HTML to a model: an element names values of the model, and changed values are written into it.

    <p data-bind="text=problems.size"></p>
    <button data-bind="enabled=can_undo">Undo</button>
    <label data-bind="shown=has_limits">Seconds <input data-bind="value=options.seconds"></label>

The target is left of `=`: `text`, `shown`, `hidden`, `enabled`, `disabled`, `checked`, `value`, `choice` (of
radio buttons), or an attribute, such as `aria-invalid`, which is true if the value names a problem. Right of
`=` is a path to a value of the model: a part of the state, or a computed value. A room's values have the
room's name in front, as in `text=explore.problem`. Other values are the page's.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from web.room_table import PLACES
from web.ui.press import PAGE, touched

if TYPE_CHECKING:
    from web.ui.protocols import Element

UNSET: Any = object()


class Bindings:
    """The elements within `root` that are bound to a place: to a room, to a part of one, or to the page."""

    def __init__(self, root: Any, place: str = PAGE) -> None:
        self._bound: dict[str, tuple[Callable[[object], object], list[tuple[Element, str]]]] = {}
        self._shown: dict[str, object] = {}
        self._fields: set[str] = set()
        for element in root.querySelectorAll(f"[data-bind*='={place}.']" if place else "[data-bind]"):
            for pair in element.dataset.bind.split():
                what, path = pair.split("=")
                named, _, rest = path.partition(".")
                of, path = (named, rest) if named in PLACES else (PAGE, path)
                if of != place:
                    continue
                self._bound.setdefault(path, (attrgetter(path), []))[1].append((element, what))
                if what in ("value", "checked", "choice"):
                    self._fields.add(element.id)

    def draw(self, model: object) -> None:
        """Write each value that has changed since it was last written, or that the user has changed."""
        changed = self._fields & touched
        touched.difference_update(changed)
        for path, (read, places) in self._bound.items():
            value = read(model)
            is_new = self._shown.get(path, UNSET) != value
            if is_new:
                self._shown[path] = value
            for element, what in places:
                if is_new or (changed and element.id in changed):
                    _write(element, what, value)


def _write(element: Any, what: str, value: Any) -> None:
    match what:
        case "text":
            element.textContent = value
        case "shown" | "hidden":
            element.hidden = bool(value) == (what == "hidden")
        case "enabled" | "disabled":
            element.disabled = bool(value) == (what == "disabled")
        case "checked":
            element.checked = bool(value)
        case "value":
            if element.value != (text := str(value)):  # otherwise the cursor would move
                element.value = text
        case "aria-invalid":
            element.setAttribute(what, str(bool(value)).lower())
        case "choice":
            element.querySelector(f'[value="{value}"]').checked = True
        case _:
            text = value if isinstance(value, str) else str(value).lower()
            element.setAttribute(what, text)
