"""The rules for every message."""

from __future__ import annotations

import unicodedata

LONGEST_MESSAGE = 2_000  # characters; one message lists up to eight defects
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")  # Unicode categories without a visible shape


def assert_plain(message: str, most: int = LONGEST_MESSAGE) -> None:
    """Assert that a message can be shown: it is short, all of it is visible, and Python did not write it."""
    assert 0 < len(message) <= most, f"a message of {len(message):,} characters: {message[:300]!r}"
    unseen = {mark for mark in message if unicodedata.category(mark) in UNSEEN}
    assert not unseen, f"{unseen!r} in {message!r}"
    assert "integer string conversion" not in message, "the message names a limit of Python"
