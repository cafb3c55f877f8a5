"""The interface for pages that embed this page in a frame: their requests, and the answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Limits, NPuzzleError
from web.page.door import (
    ASKED,
    LONGEST,
    MOST_CELLS,
    MOST_SECONDS,
    Question,
    read_question,
    tell_answer,
    tell_progress,
    tell_ready,
    tell_refusal,
)
from web.rooms.solve.task import SolveTask

BOARD = "8 6 7/2 5 4/3 0 1"


def ask(**fields: Any) -> Question | None:
    return read_question(json.dumps({"npuzzle": 1, "id": "a", "ask": "solve", **fields}))


def test_a_question_is_a_search_with_limits_and_is_answered_with_its_claim() -> None:
    question = ask(board=BOARD, metric="tiles", seconds=5)
    assert question is not None
    assert question.job is not None
    assert (question.id, question.job.limits) == ("a", Limits(seconds=5))
    task = SolveTask(question.job.to_dict())
    while (answer := task.answer()) is None:
        task.step(1)
        news = tell_progress(question.id, task.progress())
        assert (news["kind"], news["id"]) == ("progress", "a")
    told = tell_answer(question.id, answer)
    assert (told["kind"], told["claim"], told["length"], told["lower_bound"]) == (
        *("answer", "proved shortest"),
        *(31, 31),
    )
    json.dumps([told, news, tell_ready(), tell_refusal("a", "why")])


def test_stop_has_no_search_and_no_bounds() -> None:
    assert read_question('{"npuzzle": 1, "id": "b", "ask": "stop"}') == Question("b", None)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"npuzzle": 2}, "version 1, got '2'"),
        ({"ask": "clear"}, "ask must be 'solve' or 'stop', got 'clear'"),
        ({"algorithm": "astar"}, "unknown key 'algorithm'"),
        ({"source": "import os"}, "unknown key 'source'"),
        ({"board": "1 2 3/4"}, "row"),
        ({"board": "1 1/2 0"}, "1"),
        ({"board": 5}, "the board of a job must be text"),
        ({"goal": "spirals"}, "spirals"),
        ({"metric": "knots"}, "knots"),
        ({"seconds": 0}, "seconds must be above 0"),
        ({"seconds": MOST_SECONDS + 1}, "at most 60, got 61"),
        ({"seconds": True}, "got True"),
        ({"seconds": "9"}, "got 9"),
        ({"expanded": -1}, "-1"),
        ({"expanded": "all"}, "all"),
        (
            {"board": "/".join(" ".join(str(r * 11 + c) for c in range(11)) for r in range(11))},
            str(MOST_CELLS),
        ),
    ],
)
def test_what_goes_beyond_the_bounds_is_refused_with_its_reason(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(NPuzzleError) as refused:
        ask(**{"board": BOARD, **fields})
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "5", "[]", '"x"', "{}", '{"ask": "solve"}', "[" * 99, "x" * (LONGEST + 1)]
)
def test_messages_for_others_are_ignored(text: str) -> None:
    assert read_question(text) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(BOARD),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(ASKED)), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(ASKED)), JSON))
def test_any_message_is_a_question_within_bounds_or_is_refused(fields: dict[str, Any]) -> None:
    for message in (fields, {"npuzzle": 1, "ask": "solve", "board": BOARD, **fields}):
        try:
            question = read_question(json.dumps(message))
        except NPuzzleError:
            continue
        if question is not None and question.job is not None:
            assert 0 < (question.job.limits.seconds or 0) <= MOST_SECONDS
            assert question.job.board.shape.cells <= MOST_CELLS
            assert len(question.id) <= 100
