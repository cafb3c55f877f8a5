"""The messages between this page in a frame and the page around it: questions and answers. No browser here.

A question is an object with `npuzzle` (the version of the messages), `id` (chosen by the asking page) and
`ask`:
    "solve"    `board`, and optionally `goal`, `metric` ("tiles" or "lines"), `seconds`, `expanded` (limits)
    "stop"     no other field: the search stops, and its answer has the results so far
An answer has `npuzzle`, the question's `id`, and `kind`: "progress", "answer", or "refused" with `why`. The
frame sends "ready" once it can answer. Anybody may ask, so every question is limited in size and effort, and
no question changes the data that the browser saves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from npuzzle import Job
from npuzzle.errors import InvalidJobError
from web.untrusted import read_json

VERSION = 1
LONGEST = 20_000  # characters of a question
MOST_SECONDS, USUAL_SECONDS = 60.0, 10.0
MOST_CELLS = 100
ASKED = {"npuzzle", "id", "ask", "board", "goal", "metric", "seconds", "expanded"}
TOLD = (
    *("board", "goal", "metric", "outcome", "claim", "length", "lower_bound", "moves", "notation"),
    *("expanded", "generated", "seconds", "algorithm", "heuristic", "why", "assumes"),
)


class Question(NamedTuple):
    """Hold a question: the `id` that the asking page gave it, and the search asked for (None: "stop")."""

    id: str
    job: Job | None


def read_question(text: str) -> Question | None:
    """Return a question from its JSON, or None for any other message.

    Raises NPuzzleError, which quotes the message and describes the expected form.
    """
    try:
        sent = read_json(text, LONGEST)
    except ValueError:
        return None
    if not isinstance(sent, dict) or "npuzzle" not in sent or "ask" not in sent:
        return None
    if sent["npuzzle"] != VERSION:
        raise InvalidJobError(f"this page answers version {VERSION}, got {str(sent['npuzzle'])[:20]!r}")
    if sent["ask"] not in ("solve", "stop"):
        raise InvalidJobError(f"ask must be 'solve' or 'stop', got {str(sent['ask'])[:20]!r}")
    if strange := sorted(set(sent) - ASKED):
        raise InvalidJobError(f"unknown key {strange[0][:20]!r}; known: {', '.join(sorted(ASKED))}")
    return Question(read_id(text), None if sent["ask"] == "stop" else _read_job(sent))


def read_id(text: str) -> str:
    """Return the `id` of a question, or "" if it is missing or too long."""
    try:
        sent = read_json(text, LONGEST)
    except ValueError:
        return ""
    name = sent.get("id") if isinstance(sent, dict) else ""
    return name if isinstance(name, str) and len(name) <= 100 else ""


def _read_job(sent: Mapping[str, Any]) -> Job:
    seconds = sent.get("seconds", USUAL_SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= MOST_SECONDS:
        raise InvalidJobError(
            f"seconds must be above 0 and at most {MOST_SECONDS:g}, got {str(seconds)[:20]}"
        )
    asked = {name: sent[name] for name in ("board", "goal", "metric") if name in sent}
    job = Job.from_dict({**asked, "limits": {"seconds": seconds, "expanded": sent.get("expanded")}})
    if job.board.shape.cells > MOST_CELLS:
        raise InvalidJobError(f"a board can have at most {MOST_CELLS} cells, got {job.board.shape.cells}")
    return job


def tell_progress(name: str, news: Mapping[str, Any]) -> dict[str, Any]:
    """Make the message about a search's progress: states, seconds, lower bound, best length so far."""
    lengths = news["lengths"]
    told = {each: news[each] for each in ("expanded", "seconds", "lower_bound")}
    return _tell(name, "progress", length=lengths[-1] if lengths else None, **told)


def tell_answer(name: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Make the message with a search's answer. Its fields mean the same as in the command line's JSON."""
    return _tell(name, "answer", **{each: answer.get(each) for each in TOLD})


def tell_refusal(name: str, why: str) -> dict[str, Any]:
    return _tell(name, "refused", why=why)


def tell_ready() -> dict[str, Any]:
    return {"npuzzle": VERSION, "kind": "ready"}


def _tell(name: str, kind: str, **told: Any) -> dict[str, Any]:
    return {"npuzzle": VERSION, "id": name, "kind": kind, **told}
