"""Find and make elements of the page, and write only changes to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyscript import document, window

if TYPE_CHECKING:
    from web.ui.protocols import Element


def by_id(name: str) -> Element:
    element: Element = document.getElementById(name)
    return element


def has_touch() -> bool:
    """Return whether the user touches the screen with fingers."""
    return bool(window.matchMedia("(pointer: coarse)").matches)


def wants_still() -> bool:
    """Return whether the user wants no motion."""
    return bool(window.matchMedia("(prefers-reduced-motion: reduce)").matches)


def bring_into_view(name: str) -> None:
    """Scroll as little as needed to see an element. Do not scroll to a hidden element."""
    by_id(name).scrollIntoView(block="nearest")


def make(tag: str, text: str = "", **attributes: object) -> Element:
    """Make an element with these attributes. `_` in a name stands for `-`."""
    element: Element = document.createElement(tag)
    if text:
        element.textContent = text
    for name, value in attributes.items():
        element.setAttribute(name.replace("_", "-"), str(value))
    return element


def wrap_in_label(field: Element, name: str, label: str, described_by: str) -> Element:
    """Give a field the id `name` and a description, and wrap it in a label with the id `name`-field."""
    field.id = name
    field.setAttribute("aria-describedby", described_by)
    holder = make("label", f"{label} ", id=f"{name}-field", **{"class": "block"})
    holder.append(field)
    return holder


def write_sentences(name: str, sentences: Iterable[str]) -> None:
    """Fill the element of that id with one element per sentence."""
    by_id(name).replaceChildren()
    for sentence in sentences:
        by_id(name).append(make("span", sentence), " ")


class Dom:
    """Write to elements by id: remember the last values, and touch the page only for changes.

    Each view has a `Dom`, which can also remember other values: `if dom.has_changed("grid", size): ...`.
    """

    def __init__(self) -> None:
        self._written: dict[object, object] = {}

    def has_changed(self, key: object, value: object) -> bool:
        """Remember the value of a key, and return whether it differs from the key's last value."""
        if key in self._written and self._written[key] == value:
            return False
        self._written[key] = value
        return True

    def forget(self, part: str = "") -> None:
        """Forget all keys that contain `part`, because their elements are new."""
        self._written = {key: value for key, value in self._written.items() if part not in str(key)}

    def text(self, name: str, text: str) -> None:
        """Set the text of an element."""
        if self.has_changed(("text", name), text):
            by_id(name).textContent = text

    def attribute(self, name: str, attribute: str, value: str) -> None:
        """Set an attribute of an element."""
        if self.has_changed((attribute, name), value):
            by_id(name).setAttribute(attribute, value)

    def set(self, name: str, attribute: str, value: object) -> None:
        """Set a property of an element."""
        if self.has_changed((attribute, name), value):
            setattr(by_id(name), attribute, value)

    def hide(self, name: str, hidden: object) -> None:
        """Hide an element, or show it."""
        self.set(name, "hidden", bool(hidden))

    def enable(self, name: str, enabled: object) -> None:
        """Enable a control, or disable it."""
        self.set(name, "disabled", not enabled)

    def value(self, name: str, value: str) -> None:
        """Set a field's value, unless the field, which users change too, has that value already."""
        field = by_id(name)
        if field.value != value:
            field.value = value

    def fill(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        """Fill a menu with pairs of a value and a label. The chosen value stays if it is among them."""
        field, options = by_id(name), []
        chosen = field.value
        for value, label in choices:
            option = make("option", label)
            option.value = value
            options.append(option)
        field.replaceChildren(*options)
        if any(option.value == chosen for option in options):
            field.value = chosen

    def figures(self, name: str, figures: Sequence[tuple[str, str]]) -> None:
        """List terms with their figures, and write only figures that have changed."""
        terms = [term for term, _ in figures]
        listed = by_id(name)
        if self.has_changed(f"terms {name}", terms):
            listed.replaceChildren()
            for term in terms:
                pair = make("div")
                pair.append(make("dt", term), make("dd"))
                listed.append(pair)
        for (_, figure), shown in zip(figures, listed.querySelectorAll("dd"), strict=True):
            if shown.textContent != figure:
                shown.textContent = figure
