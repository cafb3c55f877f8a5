"""Remember which texts came with a link, so that Race can ask to read such a text before it runs.

They are remembered by their hashes, as white space in them may change: an editor has its own line feeds.
"""

from __future__ import annotations

from functools import lru_cache

NOTE = "linked_texts"  # the note of the page that holds the hashes
MOST = 20  # hashes of the latest texts


def remember_linked(note: str, text: str) -> str:
    """Return the note with the text added at its end."""
    added = _hash_text(text)
    return " ".join([*(known for known in note.split() if known != added), added][-MOST:])


def is_linked(note: str, text: str) -> bool:
    """Return whether the text came with a link, and the user has not changed it since."""
    return bool(note) and _hash_text(text) in note.split()


@lru_cache(maxsize=4)
def _hash_text(text: str) -> str:
    from hashlib import sha256  # imported late: only visitors with such a link pay for it

    return sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:16]
