"""The browser's copies of the page, in several tabs: `web/page/storage.py` in a small fake browser."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from npuzzle import site
from web.page.words import FORBIDDEN, FULL

FILE = site.ROOT / "web/page/storage.py"


class Storage:
    """One of a browser's stores. A full store accepts nothing new."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.is_full = False

    def getItem(self, name: str) -> str | None:  # noqa: N802
        return self.texts.get(name)

    def setItem(self, name: str, text: str) -> None:  # noqa: N802
        if self.is_full:
            raise RuntimeError("QuotaExceededError")
        self.texts[name] = text

    def removeItem(self, name: str) -> None:  # noqa: N802
        self.texts.pop(name, None)


class Tab:
    """A tab: the module, with its own store and the store that all tabs share."""

    def __init__(self, shared: Storage | None, own: Storage | None) -> None:
        self.own, self.shared = own, shared
        self.listeners: dict[str, list[Callable[..., object]]] = {}
        window = SimpleNamespace(sessionStorage=own, localStorage=shared, addEventListener=self._listen)
        pyscript, ffi = ModuleType("pyscript"), ModuleType("pyscript.ffi")
        vars(pyscript).update(window=window, ffi=ffi)
        vars(ffi).update(create_proxy=lambda function: function)
        before = {name: sys.modules.get(name) for name in ("pyscript", "pyscript.ffi")}
        sys.modules |= {"pyscript": pyscript, "pyscript.ffi": ffi}
        try:
            spec = spec_from_file_location("kept_of_a_tab", FILE)
            assert spec is not None
            assert spec.loader is not None
            self.module: Any = module_from_spec(spec)
            spec.loader.exec_module(self.module)
        finally:
            for name, module in before.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module
        self.module.claim_when_used()

    def _listen(self, kind: str, on_progress: Callable[..., object], *options: object) -> None:
        self.listeners.setdefault(kind, []).append(on_progress)

    def fire(self, kind: str, **event: object) -> None:
        for on_progress in self.listeners.get(kind, []):
            on_progress(SimpleNamespace(**event))


class Browser:
    def __init__(self) -> None:
        self.shared = Storage()

    def open(self) -> Tab:
        return Tab(self.shared, Storage())

    def reload(self, tab: Tab) -> Tab:
        return Tab(self.shared, tab.own)


@pytest.fixture
def fake() -> Iterator[Browser]:
    yield Browser()
    assert "pyscript" not in sys.modules


def test_what_is_kept_is_read_after_a_reload(fake: Browser) -> None:
    tab = fake.open()
    assert tab.module.read() == ("", "")
    assert tab.module.write("board=1", "notes") == {}
    assert fake.reload(tab).module.read() == ("board=1", "notes")


def test_a_new_tab_takes_up_what_the_tab_used_last_has_left(fake: Browser) -> None:
    first, second = fake.open(), fake.open()
    second.module.write("board=2", "")
    first.module.write("board=1", "")  # in the background, such as when a search ends there
    assert fake.open().module.read() == ("board=2", "")
    first.fire("keydown")
    first.module.write("board=1", "")
    assert fake.open().module.read() == ("board=1", "")


@pytest.mark.parametrize("press", ["keydown", "pointerdown"])
def test_a_press_makes_a_tab_the_one_used_last(fake: Browser, press: str) -> None:
    first, second = fake.open(), fake.open()
    first.fire(press)
    first.module.write("board=1", "")
    second.module.write("board=2", "")
    assert fake.open().module.read() == ("board=1", "")


def test_a_reload_brings_back_the_tabs_own_board(fake: Browser) -> None:
    first, second = fake.open(), fake.open()
    first.module.write("board=1", "")
    second.module.write("board=2", "")
    assert fake.reload(first).module.read() == ("board=1", "")


def test_what_is_forgotten_is_forgotten_in_other_tabs_too(fake: Browser) -> None:
    first, second = fake.open(), fake.open()
    first.module.write("board=1", "")
    second.module.write("board=2", "")
    on_progress = []
    first.module.on_forgotten(lambda: on_progress.append("forgotten"))
    first.fire("storage", key="npuzzle", newValue="board=2")
    assert on_progress == []
    second.module.forget()
    first.fire("storage", key="npuzzle", newValue=None)
    assert on_progress == ["forgotten"]
    assert [fake.reload(tab).module.read() for tab in (first, second)] == [("", "")] * 2


def test_no_open_tab_saves_anything_once_the_saved_data_is_cleared(fake: Browser) -> None:
    """Otherwise the next press in an open tab would save its contents again, such as finished lessons."""
    first, second = fake.open(), fake.open()
    first.module.on_forgotten(lambda: None)
    second.module.write("board=2", "notes")
    fake.shared.texts |= {"npuzzle-language": "zh", "npuzzle-proofs": "[]"}
    second.module.forget()
    first.fire("storage", key="npuzzle", newValue=None)
    for tab in (first, second):
        tab.fire("pointerdown")
        assert tab.module.write("board=1", "notes") == {}
        tab.module.write_shared("npuzzle-proofs", "[]")
    assert [store.texts for store in (fake.shared, first.own, second.own) if store] == [{}, {}, {}]
    fake.reload(first).module.write("board=1", "")
    assert fake.open().module.read() == ("board=1", "")


def test_a_full_store_is_named_and_brings_back_no_older_page(fake: Browser) -> None:
    tab = fake.open()
    tab.module.write("board=1", "notes")
    assert tab.own is not None
    tab.own.is_full = True
    assert tab.module.write("board=2", "notes") == {"sessionStorage": FULL}
    again = fake.reload(tab)
    assert again.module.read() == ("board=2", "notes")  # from the shared store
    fake.shared.is_full = True
    assert again.module.write("board=3", "") == {"sessionStorage": FULL, "localStorage": FULL}


def test_forbidden_stores_are_named_and_nothing_fails() -> None:
    tab = Tab(None, None)
    assert tab.module.read() == ("", "")
    assert tab.module.write("board=1", "") == {"sessionStorage": FORBIDDEN, "localStorage": FORBIDDEN}
    tab.module.forget()
