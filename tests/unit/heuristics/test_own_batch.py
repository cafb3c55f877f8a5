"""A heuristic that estimates many boards per call, and the certificate for its estimates."""

from __future__ import annotations

import hashlib
import json
import pickle
from itertools import count
from typing import Any

import numpy
import pytest

from npuzzle import certify, from_batch, solve
from npuzzle.errors import InvalidHeuristicError
from npuzzle.lab import evaluate, measure_errors
from npuzzle.progress import run_to_end
from tests.support.command_line import Call, Save

NETWORK = """\
import numpy
from npuzzle import from_batch

@from_batch
def network(boards, goal):
    tiles, solved = numpy.array(boards), numpy.array(goal)
    return ((tiles != solved) & (tiles != 0)).sum(axis=(1, 2)).astype(numpy.float32)
"""


@from_batch
def rows_of_states(state: list[tuple[int, ...]], home: int) -> Any:
    cells = numpy.array(state)
    return ((cells != numpy.arange(cells.shape[1])) & (cells != home)).sum(axis=1)


def test_a_batch_is_certified_as_its_function_is(call: Call, save: Save) -> None:
    asked = ("--shape", "2x3", "--against", "misplaced", "--json")
    found = call("certify", f"{save(NETWORK, 'net.py')}:network", *asked).json
    proof = certify(rows_of_states, "2x3", against=["misplaced"])
    values = numpy.array(run_to_end(evaluate("misplaced", "2x3")), dtype="<f8")
    assert found["sha256"] == proof.sha256 == hashlib.sha256(values.tobytes()).hexdigest()
    errors = measure_errors("misplaced", "2x3").by_move
    assert found["errors"] == {str(error): number for error, number in errors.items() if number}
    assert found["mean_error"] == pytest.approx(sum(e * n for e, n in errors.items()) / 360)
    assert found["against"]["misplaced"]["relation"] == proof.against["misplaced"].relation == "equal"
    assert json.loads(json.dumps(proof.to_dict())) == {**found, "heuristic": "rows_of_states", "source": ""}


def test_a_search_and_another_process_use_a_batch_too() -> None:
    card = pickle.loads(pickle.dumps(rows_of_states))
    assert card("1 2 3/4 0 5") == rows_of_states("1 2 3/4 0 5") == 1
    assert solve("4 1 2/5 0 3", heuristic=card).length == 5
    certified = certify(card, "2x3", against=[])
    assert solve("4 1 2/5 0 3", heuristic=certified).claim == "proved shortest"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda boards: [0] * len(boards) if len(boards) == 1 else [0], "for 12 boards, got 1$"),
        (lambda boards: numpy.zeros((len(boards), 1)), r"gave \[0.0\] for the board"),
        (lambda boards: numpy.full(len(boards), numpy.nan), "gave nan for the board 1 2/3 0"),
        (lambda boards: dict.fromkeys(range(len(boards))), "for 12 boards, got {0: None"),
        (lambda boards: numpy.float64(3), "for 12 boards, got 3.0"),
        (lambda boards: 1 / 0, r"raised ZeroDivisionError \(division by zero\) for 12 boards"),
    ],
)
def test_a_wrong_batch_is_an_error_even_if_single_boards_work(answer: Any, words: str) -> None:
    with pytest.raises(InvalidHeuristicError, match=words):
        certify(from_batch(answer), "2x2", against=[])


def test_a_function_that_drifts_is_shown_by_its_sha256_and_a_certificate_keeps_its_estimates() -> None:
    calls = count()
    drifting = from_batch(lambda boards: [next(calls)] * len(boards), name="drifting")
    first, second = (certify(drifting, "2x2", against=[]) for _ in range(2))
    assert first.sha256 != second.sha256
    assert (first.admissible, second.admissible) == (True, False)
    assert solve("0 3/2 1", heuristic=first).is_optimal
