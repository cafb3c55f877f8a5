"""Name the data that the browser has saved, so that users know what Clear removes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from web.untrusted import read_json

#: The page's words for saved notes, see `web.room_table`. Any other note is a choice made in a room.
NAMED_NOTES = {
    "source": "The text of the Lab",
    "kept_source": "The earlier text of the Lab, which was replaced",
    "days": "Your results on the boards of the day",
    "practice": "Your session in Practice",
    "learned": "The lessons you have done",
    "typed_moves": "The moves you typed",
}
CHOICES = "Your choices in the tabs"


#: The page's words for saved texts that can be unreadable, see `find_unreadable`.
NOTES, PROOFS = "your texts and choices in the tabs", "your unfinished proofs"


def find_unreadable(notes: str, proofs: str) -> list[str]:
    """Name the saved data that is unreadable, perhaps because another page of the origin wrote it."""
    saved = ((NOTES, notes), (PROOFS, proofs))
    return [name for name, text in saved if text and not _is_readable(text)]


def describe_unreadable(names: Sequence[str]) -> str:
    """Report that the data with these names was dropped, or return "" without names."""
    return f"Saved data could not be read and was dropped: {', '.join(names)}." if names else ""


def _is_readable(text: str) -> bool:
    try:
        read_json(text)
    except ValueError:
        return False
    return True


def list_saved(page: str, notes: Mapping[str, str], shared: Mapping[str, str], table_bytes: int) -> list[str]:
    """List the parts of the saved data, in words.

    `page`: the saved fragment. `notes`: the rooms' notes. `shared`: the texts `proofs` and `language`.
    `table_bytes`: how many bytes the larger tables take.
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
