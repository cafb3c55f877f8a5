"""Name the data that the browser has saved, so that a user knows what clearing removes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from web.untrusted import read_json

#: The names on the page of the notes it saves, see `web.room_table`. All others are choices made in a room.
NAMED_NOTES = {
    "source": "The text of the Lab",
    "kept_source": "The earlier text of the Lab, which was replaced",
    "days": "Your results on the boards of the day",
    "practice": "Your session in Practice",
    "learned": "The lessons you have done",
    "typed_moves": "The moves you typed",
}
CHOICES = "Your choices in the tabs"


#: The names of unreadable texts, see `find_unreadable`.
NOTES, PROOFS = "your texts and choices in the tabs", "your unfinished proofs"


def find_unreadable(notes: str, proofs: str) -> list[str]:
    """Name the saved data that cannot be read: another page of the same origin may have written it."""
    saved = ((NOTES, notes), (PROOFS, proofs))
    return [name for name, text in saved if text and not _is_readable(text)]


def describe_unreadable(names: Sequence[str]) -> str:
    """Report that the data named by `find_unreadable` is dropped, or "" if it named nothing."""
    return f"Saved data could not be read and was dropped: {', '.join(names)}." if names else ""


def _is_readable(text: str) -> bool:
    try:
        read_json(text)
    except ValueError:
        return False
    return True


def list_saved(page: str, notes: Mapping[str, str], shared: Mapping[str, str], table_bytes: int) -> list[str]:
    """List the saved data, each part in words.

    `page`: the fragment of the board. `notes`: the notes of the rooms. `shared`: the texts `proofs` and
    `language`. `table_bytes`: the bytes of the larger tables.
    """
    found = ["Your board and the path on show"] if page else []
    found += [said for name, said in NAMED_NOTES.items() if notes.get(name)]
    if any(text for name, text in notes.items() if name not in NAMED_NOTES):
        found.append(CHOICES)
    if shared.get("proofs"):
        found.append("Your unfinished proofs of large boards")
    if shared.get("language"):
        found.append("The language of the page")
    if table_bytes:
        found.append(f"Larger tables: {table_bytes / 1e6:,.0f} MB")
    return found
