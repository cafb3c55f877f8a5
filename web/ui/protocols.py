"""The properties and methods of the browser's elements and events that our views use, for type checkers.

The names are the browser's own. In JavaScript, a property is undefined on elements that lack it, so views
read `value` only from fields, `checked` only from tick boxes, and so on.
"""
# ruff: noqa: N802, N803, N815

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol


class Style(Protocol):
    """The inline style of an element."""

    def setProperty(self, name: str, value: str) -> None: ...


class Element(Protocol):
    """An element of the page."""

    id: str
    tagName: str
    type: str  # of a field
    className: str
    textContent: str
    hidden: bool
    tabIndex: int
    disabled: bool
    value: str
    checked: bool
    style: Style
    dataset: Any  # its `data-` attributes, each a property
    clientWidth: float
    clientHeight: float
    scrollLeft: float
    scrollTop: float
    width: float  # of a canvas
    height: float
    open: bool  # of details and of a dialog

    @property
    def firstElementChild(self) -> Element: ...
    @property
    def lastElementChild(self) -> Element: ...
    @property
    def firstChild(self) -> object: ...
    @property
    def parentElement(self) -> Element: ...
    @property
    def previousElementSibling(self) -> Any: ...  # here and below, Any is an Element, or None at the end
    @property
    def nextElementSibling(self) -> Any: ...

    def append(self, *children: Element | str) -> None: ...
    def replaceChildren(self, *children: Element) -> None: ...
    def cloneNode(self, deep: bool) -> Element: ...
    def remove(self) -> None: ...
    def getAttribute(self, name: str) -> str | None: ...
    def hasAttribute(self, name: str) -> bool: ...
    def setAttribute(self, name: str, value: str) -> None: ...
    def removeAttribute(self, name: str) -> None: ...
    def toggleAttribute(self, name: str, wanted: bool) -> bool: ...
    def matches(self, selector: str) -> bool: ...
    def closest(self, selector: str) -> Element | None: ...
    def querySelector(self, selector: str) -> Any: ...
    def querySelectorAll(self, selector: str) -> Iterable[Element]: ...
    def focus(self, *, preventScroll: bool = False) -> None: ...
    def scrollIntoView(self, *, block: str = "start") -> None: ...
    def click(self) -> None: ...
    def select(self) -> None: ...
    def setSelectionRange(self, start: int, end: int) -> None: ...
    def showModal(self) -> None: ...
    def close(self) -> None: ...
    def getContext(self, kind: str) -> Any: ...  # the pen of a canvas


class Event(Protocol):
    """An event on the element `target`, which is `currentTarget` or inside it."""

    target: Element
    currentTarget: Element
    key: str
    type: str
    ctrlKey: bool
    altKey: bool
    metaKey: bool

    def preventDefault(self) -> None: ...


class CodeEditor(Protocol):
    """The Lab's editor, see `web/js/lab_editor.js`."""

    def set(self, text: str) -> None:
        """Replace the text."""

    def mark(self, line: int) -> None:
        """Underline a line, from 1, or 0 for none."""

    def go(self, line: int) -> None:
        """Put the cursor at the start of a line, from 1, and the focus into the editor."""
