"""Names of students: when two names mean the same student."""

from __future__ import annotations

from unicodedata import normalize


def comparison_key(name: str) -> str:
    """Return what is compared of a name: capitals, spaces and Unicode forms make no difference.

    >>> comparison_key("JOSE\\u0301  Díaz") == comparison_key("José Díaz")
    True
    """
    return " ".join(normalize("NFKC", normalize("NFKD", name).casefold()).split())
