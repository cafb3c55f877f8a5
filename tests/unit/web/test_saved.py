"""The page names the saved data before it clears any."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.translations import FILES, misses
from web.page.saved import CHOICES, NAMED_NOTES, describe_unreadable, find_unreadable, list_saved
from web.room_table import NOTES, OWN_NOTES


def test_nothing_saved_is_nothing_named() -> None:
    assert list_saved("", {"source": "", "race": ""}, {}, 0) == []


@pytest.mark.parametrize("note", [*NOTES, *OWN_NOTES])
def test_each_note_of_a_room_is_named(note: str) -> None:
    (said,) = list_saved("", {note: "something"}, {}, 0)
    assert said == NAMED_NOTES.get(note, CHOICES)


def test_proofs_that_were_begun_and_the_language_are_named() -> None:
    assert list_saved("", {}, {"proofs": "[{}]", "language": "zh"}, 0) == [
        "Your unfinished proofs of large boards",
        "The language of the page",
    ]


def test_board_and_tables_are_named() -> None:
    assert list_saved("board=1_2/3_0", {}, {}, 67_400_000) == [
        "Your board and the path on show",
        "Larger tables: 67 MB",
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_said_in_every_language(file: Path) -> None:
    unreadable = describe_unreadable(find_unreadable("[", "["))
    assert misses(file, [unreadable, *list_saved("", {}, {"proofs": "[{}]", "language": "zh"}, 0)]) == []
