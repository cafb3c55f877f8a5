"""The browser's copies of the page, in this tab's own store and in the store that all tabs share."""

from __future__ import annotations

from typing import Any

from tests.unit.web.fake_page import FakePage, Storage, views


def tab(shared: Storage) -> tuple[Any, Storage]:
    """Return a new tab's storage module and its own store."""
    fake, own = FakePage(), Storage()
    fake.window.localStorage, fake.window.sessionStorage = shared, own
    with views(fake, "page.storage") as [kept]:
        return kept, own


def test_only_the_tab_used_last_keeps_what_a_new_tab_takes_up() -> None:
    shared = Storage()
    (first, own), (second, others) = tab(shared), tab(shared)
    first.use()
    assert first.write("board=1", "") == {}
    second.use()
    assert second.write("board=2", "") == {}
    assert first.write("board=3", "") == {}, "its own store must accept it"
    assert (own["npuzzle"], others["npuzzle"], shared["npuzzle"]) == ("board=3", "board=2", "board=2")
    assert tab(shared)[0].read() == ("board=2", "")
    assert first.read() == ("board=3", "")
    first.use()
    first.write("board=4", "")
    assert shared["npuzzle"] == "board=4"


def test_a_full_store_is_reported_and_an_older_page_does_not_come_back() -> None:
    shared = Storage()
    kept, own = tab(shared)
    kept.use()
    kept.write("board=1", "")
    own.is_full = True
    assert kept.write("board=2", "") == {"sessionStorage": "full"}
    assert kept.read() == ("board=2", ""), "it must come from the shared store"
    shared.is_full = True
    assert set(kept.write("board=3", "")) == {"sessionStorage", "localStorage"}
