"""Remember which code came with a link, so that Race can ask the user to read that code before it runs.

It remembers a hash in which all white space counts as equal, because an editor may change the line feeds.
"""

from __future__ import annotations

from functools import lru_cache

NOTE = "linked_texts"  # the page's note with the hashes
MOST = 20  # hashes that are remembered: those of the latest texts


def remember_linked(note: str, text: str) -> str:
    """Return the note with the hash of the text added at the end."""
    added = _hash_text(text)
    return " ".join([*(known for known in note.split() if known != added), added][-MOST:])


def is_linked(note: str, text: str) -> bool:
    """Return whether the text came with a link and is still unchanged."""
    return bool(note) and _hash_text(text) in note.split()


@lru_cache(maxsize=4)
def _hash_text(text: str) -> str:
    from hashlib import sha256  # imported late: few visitors have such a link

    return sha256(" ".join(text.split()).encode("utf-8", "replace")).hexdigest()[:16]
