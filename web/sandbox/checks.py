"""Read the sandbox's replies. The sandbox is untrusted, so the form of each value is checked.

The claims in a reply are not trusted: the task in the solver derives them again, see `web.solver.work`. Only
counts and times are taken from the sandbox, if they are in range.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from npuzzle import NPuzzleError
from web.solver.wire import Reply
from web.untrusted import read_json

LARGEST = 10**15  # the largest valid count, or number of seconds
LONGEST_TEXT = 1_000  # characters of an untrusted sentence that are shown
NO_SENSE = "The interpreter of your code gave an answer that makes no sense."


class UntrustedAnswerError(NPuzzleError, ValueError):
    """Report, in a sentence for users, that the sandbox's answer does not fit the request."""


def read_reply(text: str) -> Reply:
    """Read an untrusted text as a reply. Raises UntrustedAnswerError if it is not a valid reply."""
    try:
        data = read_json(text)
    except ValueError:
        raise UntrustedAnswerError(NO_SENSE) from None
    if type(data) is not dict or set(data) != set(Reply.__dataclass_fields__):
        raise UntrustedAnswerError(NO_SENSE)
    for name in ("progress", "answer"):
        if data[name] is not None and type(data[name]) is not dict:
            raise UntrustedAnswerError(NO_SENSE)
    if data["helpers"] is not None or data["asks"] is not None:
        raise UntrustedAnswerError(NO_SENSE)
    if data["problem"] is not None:
        data["problem"] = read_text(data["problem"]) or NO_SENSE
    return Reply(**data)


def read_text(value: object) -> str:
    """Read a text as one line, and cut it if it is long."""
    if type(value) is not str:
        raise UntrustedAnswerError(NO_SENSE)
    return " ".join(value[:LONGEST_TEXT].encode("utf-8", "replace").decode().split())


def read_count(value: object) -> int:
    """Read a whole number, 0 or more."""
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise UntrustedAnswerError(NO_SENSE)
    return value


def read_seconds(value: object) -> float:
    """Read a number of seconds, 0 or more."""
    if type(value) not in (int, float) or not isinstance(value, (int, float)):
        raise UntrustedAnswerError(NO_SENSE)
    if not 0 <= value <= LARGEST:
        raise UntrustedAnswerError(NO_SENSE)
    return float(value)


def read_list(value: object, length: int | None = None) -> list[Any]:
    """Read a list. If `length` is given, the list must have that length."""
    if type(value) is not list or (length is not None and len(value) != length):
        raise UntrustedAnswerError(NO_SENSE)
    return value


def read_dict(value: object) -> dict[str, Any]:
    if type(value) is not dict:
        raise UntrustedAnswerError(NO_SENSE)
    return value


def read_progress(progress: Mapping[str, Any] | None, *names: str) -> tuple[int, ...]:
    """Read the counts of these names from a progress report. Without a report, they are zero."""
    return tuple(read_count(read_dict(progress).get(name)) if progress else 0 for name in names)
