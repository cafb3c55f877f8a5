"""The proofs of large boards that were begun, as the browser keeps them: one text, a few boards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from npuzzle import NPuzzleError, Problem
from npuzzle.solving.earlier import Earlier, read_earlier
from web.untrusted import read_json

MOST = 4  # boards whose proofs are kept, the latest ones
LONGEST = 1_000_000  # characters that are read


def find_proof(text: str, problem: Problem) -> Earlier | None:
    """Return what is kept of a board; None if nothing is, or if it cannot be true."""
    for record in _read(text):
        try:
            return read_earlier(record, problem)
        except NPuzzleError:
            continue
    return None


def add_proof(text: str, record: Mapping[str, Any]) -> str:
    """Return the text with this record, in place of an older one of its board."""
    others = _others(text, record["board"], record["goal"])
    return json.dumps([record, *others[: MOST - 1]])


def remove_proof(text: str, board: str, goal: str) -> str:
    """Return the text without a board."""
    others = _others(text, board, goal)
    return json.dumps(others) if others else ""


def _others(text: str, board: str, goal: str) -> list[Any]:
    return [
        other
        for other in _read(text)
        if isinstance(other, dict) and (other.get("board"), other.get("goal")) != (board, goal)
    ]


def _read(text: str) -> list[Any]:
    """Return the records of a text that others may have written."""
    try:
        found = read_json(text, LONGEST)
    except ValueError:
        return []
    return found if isinstance(found, list) else []
