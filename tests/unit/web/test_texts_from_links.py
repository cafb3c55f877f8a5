"""The page remembers which texts came with a link, until the user changes them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.translations import FILES, misses
from web.page.texts_from_links import MOST, is_linked, remember_linked
from web.rooms.race.state import LINKED_RUNS


def test_the_last_texts_that_came_are_remembered_each_once() -> None:
    note = ""
    for text in [*map(str, range(MOST + 5)), "7"]:
        note = remember_linked(note, text)
    assert len(note.split()) == MOST
    assert is_linked(note, "7")
    assert not is_linked(note, "4")
    assert is_linked(note, "5")


@given(st.text(), st.text())
def test_another_text_is_the_users_own(text: str, other: str) -> None:
    note = remember_linked("", text)
    assert is_linked(note, text)
    assert is_linked(note, text.replace("\n", "\r\n") + "\n")
    assert is_linked(note, other) is (text.split() == other.split())
    assert not is_linked("", text)


def test_its_warning_has_its_chinese() -> None:
    assert misses(FILES[0], [LINKED_RUNS]) == []


def test_a_note_that_somebody_has_edited_remembers_nothing_by_mistake() -> None:
    assert not is_linked("no hashes, 0 1 2", "0")
