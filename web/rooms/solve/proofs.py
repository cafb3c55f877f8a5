"""The saved proofs of large boards, which the browser stores as one text for a few boards."""

from __future__ import annotations

import json
from typing import Any

from npuzzle import NPuzzleError, Problem
from npuzzle.solving.resume import Proof
from web.untrusted import read_json

MOST = 4  # boards, the latest ones
LONGEST = 1_000_000  # characters that are read


def find_proof(text: str, problem: Problem) -> Proof | None:
    """Return the saved proof of a board, or None without a usable one."""
    for record in _read(text):
        try:
            return Proof.from_dict(record, problem)
        except NPuzzleError:
            continue
    return None


def replace_proof(text: str, board: str, goal: str, *records: dict[str, Any]) -> str:
    """Return the text with these records first, and without older records of the same board."""
    others = [
        other
        for other in _read(text)
        if isinstance(other, dict) and (other.get("board"), other.get("goal")) != (board, goal)
    ]
    proofs = [*records, *others][:MOST]
    return json.dumps(proofs) if proofs else ""


def _read(text: str) -> list[Any]:
    """Return the records in a text, which anybody may have written."""
    try:
        found = read_json(text, LONGEST)
    except ValueError:
        return []
    return found if isinstance(found, list) else []
