"""The translation files, and the texts that they do not cover."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from npuzzle import site

FOLDER = site.ROOT / "web/languages"


FILES = sorted(FOLDER.glob("*.json"))


#: Texts that are the same in every language.
INTERNATIONAL = re.compile(
    r"n-puzzle|\d+x\d+|A\*|IDA\*|[\d\W]*|\W*\w\W*|b\*|g \+ h|f = g \+ h|CSV|JSON|PNG|SVG"
)


#: The pattern of each kind of placeholder, as in language.js; any other kind is a clause.
PLACES = {"n": r"-?\d+(?:[.,]\d+)*", "b": r"\d[\d /]*\d", "w": r"\S+", "s": "s?"}


CUTS = (r"[.!?] (?=[^a-z])", ": ", "; ", ", ")


def pairs(file: Path) -> list[tuple[str, str]]:
    return [*json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)]


def places(text: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", text)


def misses(file: Path, texts: list[str]) -> list[str]:
    return [text for text in texts if text and not is_covered(text, patterns(file))]


def is_covered(text: str, known: re.Pattern[str]) -> bool:
    """Return whether the text, or each part of it, is known, as in language.js; ignore placeholders."""
    bare = re.sub(r"(?<=[^.])[.!?]$", "", text.strip())
    if any(INTERNATIONAL.fullmatch(bare) or known.fullmatch(small(said)) for said in (text.strip(), bare)):
        return True
    parts = next((found for cut in CUTS if len(found := re.split(cut, bare, maxsplit=1)) > 1), None)
    return parts is not None and all(is_covered(part, known) for part in parts)


def small(text: str) -> str:
    return text[:1].lower() + text[1:]


@cache
def patterns(file: Path) -> re.Pattern[str]:
    return re.compile(
        "|".join(_pattern(small(key.split(" @")[0])) for key, _ in pairs(file) if len(key) > 1), re.DOTALL
    )


def _pattern(key: str) -> str:
    fixed, *rest = re.split(r"\{([a-z]+)\d?\}", key)
    return re.escape(fixed) + "".join(
        PLACES.get(kind, ".+?") + re.escape(after) for kind, after in zip(rest[::2], rest[1::2])
    )
