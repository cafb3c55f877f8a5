"""With a certified heuristic an answer is proved shortest, for the certified shape and goal only."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import partial
from math import nan
from pathlib import Path
from random import Random
from typing import Any

import pytest

from npuzzle import Board, Heuristic, HeuristicCard, InvalidHeuristicError, Outcome, goal_board, solve
from npuzzle.heuristics import as_card
from npuzzle.lab import Certificate, boards_at_depths, certify, compare, contenders, heuristic_from_source
from npuzzle.lab.certificate import digest_of
from npuzzle.own import load, read_own_file
from tests.support.oracles import distances

GOAL = goal_board("blank-last", "2x3")
FAR = max(distances(GOAL).items(), key=lambda item: item[1])[0]
BOARD = Board(GOAL.shape, FAR)
FILE = "def off(board, goal):\n    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)\n"


def off(board: Board, goal: Board) -> int:
    """Count the tiles that are not in place."""
    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)


def too_much(board: Board, goal: Board) -> int:
    return 3 * off(board, goal)


def scaled(factor: int, board: Board, goal: Board) -> int:
    return factor * off(board, goal)


class Off(Heuristic):
    """The same heuristic as a class."""

    def estimate(self, state: tuple[int, ...]) -> int:  # type: ignore[override]
        return sum(label != cell for cell, label in enumerate(state) if label != self.home)


@pytest.mark.parametrize(
    "heuristic", [off, Off, lambda board, goal: off(board, goal)], ids=["function", "class", "lambda"]
)
def test_what_was_not_proved_is_proved_with_the_certificate(heuristic: object) -> None:
    certificate = certify(heuristic, "2x3", against=[])  # type: ignore[arg-type]
    plain = solve(BOARD, algorithm="astar", heuristic=heuristic)  # type: ignore[arg-type]
    certified = solve(BOARD, algorithm="astar", heuristic=certificate)
    assert (plain.is_optimal, certified.is_optimal) == (False, True)
    assert certified.length == distances(GOAL)[FAR]
    assert certified.snapshot.expanded == plain.snapshot.expanded
    assert certified.heuristic == plain.heuristic


@pytest.mark.slow
def test_every_board_and_algorithm_agrees_with_the_distances() -> None:
    certificate = certify(off, "2x3", against=[])
    for board in boards_at_depths(GOAL, 2, Random(3)):
        for algorithm in ("astar", "idastar", "rbfs"):
            result = solve(board, algorithm=algorithm, heuristic=certificate)
            assert (result.length, result.is_optimal) == (distances(GOAL)[board.tiles], True)


def test_the_heuristic_is_not_asked_again() -> None:
    asked = []

    def fickle(board: Board, goal: Board) -> int:
        asked.append(board)
        return off(board, goal) if len(asked) <= 360 else 1_000

    certificate = certify(fickle, "2x3", against=[])
    assert len(asked) == 360
    assert solve(BOARD, algorithm="astar", heuristic=certificate).is_optimal
    assert len(asked) == 360


def test_a_heuristic_that_is_not_admissible_stays_so() -> None:
    certificate = certify(too_much, "2x3", against=[])
    assert not certificate.card.admissible
    assert solve(BOARD, algorithm="astar", heuristic=certificate).outcome is Outcome.SOLVED


@pytest.mark.parametrize(
    ("board", "goal", "message"),
    [
        (
            "5 4 3/2 1 0",
            "blank-first",
            "the goal 1 2 3/4 5 0; the goal here is 0 1 2/3 4 5",
        ),
        (
            "1 2/3 4/0 5",
            "blank-last",
            "was certified for 2x3 and the goal 1 2 3/4 5 0; the goal here is 1 2",
        ),
        ("1 2 3/4 5 6/0 7 8", "blank-last", "off needs a board of up to 6 cells; 3x3 has 9"),
    ],
)
def test_it_is_for_its_shape_and_goal_only(board: str, goal: str, message: str) -> None:
    with pytest.raises(InvalidHeuristicError, match=message):
        solve(board, goal, algorithm="astar", heuristic=certify(off, "2x3", against=[]))


def test_one_that_was_read_is_a_report_and_proves_nothing() -> None:
    certificate = certify(off, "2x3", against=[])
    read = Certificate.from_dict(json.loads(json.dumps(certificate.to_dict())))
    assert read == certificate
    with pytest.raises(InvalidHeuristicError, match="which has no estimates: certify off again to use it"):
        solve(BOARD, algorithm="astar", heuristic=read)


@pytest.mark.parametrize(
    "heuristic",
    [lambda board: 0, partial(scaled, 1), heuristic_from_source(FILE).make],
    ids=["lambda", "partial", "make"],
)
def test_a_source_that_does_not_say_all_is_not_known(heuristic: object) -> None:
    assert digest_of(heuristic) == ""  # type: ignore[arg-type]


def test_the_text_of_a_file_and_of_a_source_is_known(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    found = []
    for text in (FILE, FILE, FILE + "# changed\n"):
        path.write_text(text, encoding="utf-8")
        own = read_own_file(f"{path}:off")
        assert own is not None
        found.append(certify(load(own), "2x2", against=[]).source)
    assert found[0] == found[1] != found[2]
    texts = FILE, FILE.replace("if a", "if b")
    first, second = (certify(heuristic_from_source(text), "2x2", against=[]) for text in texts)
    assert "" != first.source != second.source != ""


def test_a_built_in_heuristic_is_named_with_its_version() -> None:
    certificate = certify("manhattan", "2x2", against=[])
    assert "" != certificate.source != certify("misplaced", "2x2", against=[]).source


@pytest.mark.parametrize(
    "forge",
    [
        lambda proof: replace(proof, bad_states=0),
        lambda proof: replace(proof, bad_states=0, values=list(proof.values)),
        lambda proof: replace(certify(off, "2x3", against=[]), values=proof.values),
        lambda proof: replace(proof.card, admissible=True, make=replace(proof.card.make, admissible=True)),
    ],
    ids=range(4),
)
def test_estimates_above_the_distances_are_refused_though_a_certificate_calls_them_admissible(
    forge: Any,
) -> None:
    forged = forge(certify(too_much, "2x3", against=[]))
    with pytest.raises(InvalidHeuristicError, match="is not admissible, though its certificate says so: "):
        solve(BOARD, algorithm="astar", heuristic=forged)


@pytest.mark.parametrize("values", [(0,) * 359, (0,) * 361, (0, -1) * 180, (0, nan) * 180, ("0",) * 360])
def test_estimates_that_are_none_are_refused(values: Any) -> None:
    forged = replace(certify(off, "2x3", against=[]), values=values)
    with pytest.raises(InvalidHeuristicError, match="needs an estimate, a number from 0, for each of 360"):
        solve(BOARD, algorithm="astar", heuristic=forged)


def test_it_goes_through_pickle_and_is_compared() -> None:
    certificate = pickle.loads(pickle.dumps(certify(off, "2x3", against=[])))
    assert isinstance(certificate.card, HeuristicCard)
    rows = compare([BOARD], contenders(["astar"], [off, certificate])).rows
    assert [row.result.is_optimal for row in rows] == [False, True]


def test_an_author_is_no_program_text() -> None:
    assert digest_of(replace(as_card(off), source="A. Author, 2026")) == ""


def test_a_function_whose_file_holds_no_python_is_certified_too(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("(It isn't Python:\n" * 9, encoding="utf-8")
    namespace: dict[str, Any] = {"__name__": "page"}
    exec(compile("\n" + FILE, page, "exec"), namespace)
    certificate = certify(namespace["off"], "2x3", against=[])
    assert (certificate.source, certificate.admissible) == ("", True)
