"""Presses: HTML names the command of a control, and one listener for the whole document calls the command.

    <button data-press="undo">Undo</button>
    <select data-press="choose_option" data-name="algorithm">...</select>
    <button data-press="race.add_lane">Add a lane</button>

A name without a dot is a command of the page, or a function marked with `press`. With a dot, it is a command
of a room or of a part of a room, or a method of the view there. The call gets the words of `data-name`, and
then the value: the text of a field, whether a box is ticked, the choice in a menu, or the `value` of a
button. A form is pressed when it is submitted, a text field at each key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from pyscript import document

from web.command import Call, Command
from web.ui.events import run, when

if TYPE_CHECKING:
    from web.ui.protocols import Element, Event

F = TypeVar("F", bound=Callable[..., object])
PAGE = ""  # the place of the page itself, outside all rooms

_places: dict[str, Callable[[str], Callable[..., object]]] = {}
_marked: dict[str, Callable[..., object]] = {}
touched: set[str] = set()  # the ids of fields that the user has changed since the last drawing


def press(function: F) -> F:
    """Allow HTML to name this function."""
    _marked[function.__name__] = function
    return function


def offer(
    place: str,
    commands: Mapping[str, Command[Any, Any]],
    dispatch: Callable[[Call], None],
    view: object = None,
) -> None:
    """Allow HTML to name a place's commands, and the methods of `view` or, without it, marked functions."""

    def find(name: str) -> Callable[..., object]:
        if name in commands:
            command = commands[name]
            return lambda *args: dispatch(command.read(*args))
        if view is None:
            return _marked[name]
        found: Callable[..., object] = getattr(view, name)
        return found

    _places[place] = find


def _kind_of(element: Element) -> str:
    """Return the kind of event that presses an element."""
    match element.tagName:
        case "FORM":
            return "submit"
        case "SELECT" | "FIELDSET":
            return "change"
        case "INPUT" if element.type in ("checkbox", "radio", "file"):
            return "change"
        case "INPUT" | "TEXTAREA":
            return "input"
    return "click"


def _arguments(element: Element, target: Element) -> list[object]:
    named: list[object] = [*(element.getAttribute("data-name") or "").split()]
    if element.tagName in ("INPUT", "FIELDSET"):
        field = target if element.tagName == "FIELDSET" else element
        return [*named, field.checked if field.type == "checkbox" else field.value]
    if element.tagName in ("SELECT", "TEXTAREA"):
        return [*named, element.value]
    return [*named, element.getAttribute("value")] if element.hasAttribute("value") else named


def _hear(event: Event) -> None:
    element = event.target.closest("[data-press]")
    if event.type in ("input", "change"):
        touched.update({event.target.id, element.id if element else ""})  # for radio buttons: their container
    if not element or _kind_of(element) != event.type:
        return
    if event.type == "submit":
        event.preventDefault()
    place, _, name = (element.getAttribute("data-press") or "").rpartition(".")
    run(_places[place](name)(*_arguments(element, event.target)))


for kind in ("click", "input", "change", "submit"):
    when(kind, document)(_hear)
