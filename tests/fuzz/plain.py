"""What every message is held to."""

from __future__ import annotations

import unicodedata

LONGEST_MESSAGE = 2_000  # characters; one message lists up to eight defects
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")  # kinds of characters that are not drawn


def assert_plain(message: str, most: int = LONGEST_MESSAGE) -> None:
    """A message that can be shown: not long, nothing in it that cannot be seen, no words of Python's own."""
    assert 0 < len(message) <= most, f"a message of {len(message):,} characters: {message[:300]!r}"
    unseen = {mark for mark in message if unicodedata.category(mark) in UNSEEN}
    assert not unseen, f"{unseen!r} in {message!r}"
    assert "integer string conversion" not in message, "Python's own limit is no word for a user"
