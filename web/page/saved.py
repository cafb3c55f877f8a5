"""Name what the browser has saved, so that a user knows what clearing it removes."""

from __future__ import annotations

from collections.abc import Mapping

from npuzzle.text import count
from web.page.parts.timer import read_timer

#: What the page calls the notes it saves, see `web.room_table`. All others are choices made in a room.
NAMED_NOTES = {
    "source": "The text of the Lab",
    "kept_source": "The text of the Lab that another one replaced",
    "learned": "The lessons you have done",
    "typed_moves": "The moves you typed",
}
CHOICES = "What you chose in the rooms"


def list_saved(
    page: str, notes: Mapping[str, str], timer: str, table_bytes: int, proofs: str = ""
) -> list[str]:
    """List what is saved, each part in words.

    `page`: the fragment of the board; `notes`: of the rooms; `timer`: what `write_timer` wrote;
    `table_bytes`: of the larger tables; `proofs`: those of large boards that were begun.
    """
    found = ["Your board and the path on show"] if page else []
    found += [said for name, said in NAMED_NOTES.items() if notes.get(name)]
    if any(text for name, text in notes.items() if name not in NAMED_NOTES):
        found.append(CHOICES)
    if bests := read_timer(timer)[1] if timer else {}:
        found.append(f"Your best times on {count(len(bests), 'size')}")
    if proofs:
        found.append("The proofs of large boards that you began")
    if table_bytes:
        found.append(f"Larger tables: {table_bytes / 1e6:,.0f} MB")
    return found
