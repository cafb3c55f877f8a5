# ruff: noqa: N802 - the browser's own names
"""A small fake of the page for its views: a window, and elements by id, which are created on request."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch


class Element:
    """An element that stores every property; `writes` counts how often each one was set."""

    def __init__(self, name: str = "") -> None:
        vars(self).update(id=name, writes=Counter(), value="", hidden=False, disabled=False, textContent="")
        vars(self).update(attributes={}, children=[], dataset=SimpleNamespace(), _within={})
        vars(self).update(style=SimpleNamespace(setProperty=lambda name, value: None))

    def __setattr__(self, name: str, value: object) -> None:
        vars(self)[name] = value
        self.writes[name] += 1

    def setAttribute(self, name: str, value: str) -> None:
        self.attributes[name] = value

    def hasAttribute(self, name: str) -> bool:
        return name in self.attributes

    def toggleAttribute(self, name: str, there: bool) -> None:
        self.attributes.pop(name, None)
        if there:
            self.attributes[name] = ""

    def append(self, *children: Any) -> None:
        self.children.extend(children)

    def replaceChildren(self, *children: Any) -> None:
        self.children[:] = children

    def querySelector(self, which: str) -> Element:
        """Return one element per selector, always the same."""
        return self._within.setdefault(which, Element(which))

    def querySelectorAll(self, which: str) -> list[Element]:
        return [child.children[1] for child in self.children if which == "dd"]

    @property
    def parentElement(self) -> Element:
        return self.querySelector("..")

    def remove(self) -> None:
        pass

    click = focus = remove


class FakePage:
    """A document and a window; `events` records the views' requests to the window."""

    def __init__(self) -> None:
        self.elements: dict[str, Element] = {}
        self.events: list[tuple[str, object]] = []
        self.handlers: dict[tuple[str, str], Callable[..., object]] = {}
        self.head = Element("head")
        self.window = SimpleNamespace(URL=SimpleNamespace(), Blob=SimpleNamespace(new=lambda *given: given))
        self.window.addEventListener = partial(self.listen, "window")
        self.window.URL.createObjectURL = lambda blob: "blob:1"
        self.window.URL.revokeObjectURL = lambda address: self.events.append(("revoked", address))

    def by_id(self, name: str) -> Element:
        return self.elements.setdefault(name, Element(name))

    def make(self, tag: str) -> Element:
        element = Element()
        vars(element)["click"] = lambda: self.events.append(("clicked", element.attributes.get("href")))
        return element

    def select(self, selector: str) -> list[Any]:
        """Return no element for an attribute; for other selectors, one that records its listeners."""
        if selector.startswith("["):
            return []
        return [SimpleNamespace(addEventListener=partial(self.listen, selector))]

    def listen(self, place: str, kind: str, handler: Callable[..., object]) -> None:
        self.handlers[kind, place] = handler

    def modules(self) -> dict[str, ModuleType]:
        pyscript, ffi = ModuleType("pyscript"), ModuleType("pyscript.ffi")
        document = SimpleNamespace(getElementById=self.by_id, createElement=self.make, head=self.head)
        document.body = Element("body")
        document.querySelectorAll = self.select
        document.addEventListener = lambda kind, handler: None
        vars(ffi).update(create_proxy=lambda function: function, to_js=lambda data: data)
        vars(pyscript).update(document=document, window=self.window, ffi=ffi)
        vars(pyscript).update(create_named_worker=None, js_import=None, workers={})
        return {"pyscript": pyscript, "pyscript.ffi": ffi}


@contextmanager
def views(page: FakePage, *names: str) -> Iterator[list[Any]]:
    """Yield these modules of `web`, imported afresh on that page and not shared with other tests."""
    fresh = {name: module for name, module in sys.modules.items() if not name.startswith(SHELLS)}
    with patch.dict(sys.modules, {**fresh, **page.modules()}, clear=True):
        yield [import_module(f"web.{name}") for name in names]


#: The modules that bind to the page on which they are imported.
SHELLS = (
    "web.app",
    "web.page.storage",
    "web.page.store",
    "web.page.views.",
    "web.rooms.race.view",
    "web.rooms.shell",
    "web.rooms.solve.proofs_view",
    "web.rooms.solve.view",
    "web.solver.browser",
    "web.ui.",
)


class Storage(dict[str, str]):
    """A browser's store; if it `is_full`, it accepts nothing more."""

    is_full = False

    def __bool__(self) -> bool:
        return True

    def getItem(self, name: str) -> str | None:
        return self.get(name)

    def setItem(self, name: str, text: str) -> None:
        if self.is_full:
            raise OSError("QuotaExceededError")
        self[name] = text

    def removeItem(self, name: str) -> None:
        self.pop(name, None)
