"""Names of students: which are the same."""

from __future__ import annotations

from unicodedata import normalize


def comparison_key(name: str) -> str:
    """The name as it is compared: without regard to capitals, spaces, and how its characters are coded.

    >>> comparison_key("JOSE\\u0301  Díaz") == comparison_key("José Díaz")
    True
    """
    return " ".join(normalize("NFKC", normalize("NFKD", name).casefold()).split())
