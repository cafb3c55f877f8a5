"""`Result` as plain data, in words and as a drawing."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from npuzzle import Notation, Outcome, Problem, Result, Snapshot, check, goal_board, random_board, solve
from npuzzle.solving.driver import MEASURED_SLICES
from npuzzle.solving.every import Every
from tests.unit.search.common import Clock, finish
from tests.unit.search.runs import EASY, HARD, LAST, run_of

SVG = "{http://www.w3.org/2000/svg}"


def told(path: str | None = "UL", lower_bound: int | None = 2, **parts: Any) -> Result:
    """Make a result by hand. Its path is not replayed."""
    options: dict[str, Any] = {
        "outcome": Outcome.CANCELLED if path is None else Outcome.SOLVED,
        "snapshot": Snapshot(expanded=1234),
        "seconds": 0.0123456789,
        "algorithm": "mine",
        "heuristic": None,
        **parts,
    }
    return Result(problem=Problem(EASY, LAST), path=path, lower_bound=lower_bound, **options)


def test_a_result_has_defaults() -> None:
    plain = told()
    assert (plain.numbers, plain.promised, plain.every, plain.ended) == ({}, None, None, None)
    assert plain.asked_for_every is False
    assert (plain.lengths, plain.why, plain.slept, plain.note) == ((), "", 0.0, "")
    assert type(plain.slept) is float


@pytest.mark.parametrize(
    ("result", "headline"),
    [
        (told("", 0), "Solved in 0 moves: proved shortest"),
        (told("U", 1), "Solved in 1 move: proved shortest"),
        (told("UL", 2), "Solved in 2 moves: proved shortest"),
        (told("UL" * 1000, 0), "Solved in 2,000 moves: at most 2,000 longer than the shortest"),
        (told("ULUL", 2), "Solved in 4 moves: at most 2 longer than the shortest"),
        (told(None), "Not solved: cancelled"),
        (told(None, None, outcome=Outcome.UNSOLVABLE), "Not solved: unsolvable"),
        (told(None, outcome=Outcome.NO_PATH), "Not solved: no path within the depth limit"),
    ],
)
def test_the_headline(result: Result, headline: str) -> None:
    assert result.headline == headline


def test_a_path_may_be_so_many_times_the_shortest() -> None:
    assert told("ULULUL", 4).times_shortest == 1.5
    assert told("ULULUL", 6).times_shortest == 1
    assert told("", 0).times_shortest == 1
    assert told(None).times_shortest is None


NOT_ALL = "Other paths were not looked for, as this one is not proved shortest."
SLEPT = "The computer seems to have slept for 7,200 seconds during the search; they are not counted."
ONE = Every(1, ("UL",), complete=True)


@pytest.mark.parametrize(
    ("result", "note"),
    [
        (told(snapshot=Snapshot(note="Slowly.")), "Slowly."),
        (told(slept=7199.6), SLEPT),
        (told("ULUL", asked_for_every=True), NOT_ALL),
        (told("UL", asked_for_every=True, every=ONE), ""),
        (told("UL", every=None), ""),
        (told(None, asked_for_every=True), ""),
        (told(None), ""),
        (told(lengths=((0.5, 4),)), "The first path had 4 moves."),
        (told("U", 1, lengths=((0.5, 1),)), "The first path had 1 move."),
        (told(lengths=((0.5, 2),)), "The first path had 2 moves."),
        (told(lengths=((0.5, 5432), (1, 2))), "The first path had 5,432 moves."),
        (told("ULUL", lengths=((0.5, 4),)), "The first path had 4 moves. Ended: nothing is left to try."),
        (
            told("ULUL", lengths=((0.5, 4),), ended=Outcome.OUT_OF_TIME),
            "The first path had 4 moves. Ended: out of time.",
        ),
        (
            told("UL", lengths=((0.5, 4),), ended=Outcome.CANCELLED),
            "The first path had 4 moves. You stopped it.",
        ),
        (
            told(
                "ULUL",
                snapshot=Snapshot(note="Slowly."),
                lengths=((0.5, 4),),
                ended=Outcome.CANCELLED,
                asked_for_every=True,
                slept=7200.0,
            ),
            f"Slowly. The first path had 4 moves. You stopped it. {NOT_ALL} {SLEPT}",
        ),
    ],
)
def test_the_note_says_what_its_user_should_know_in_whole_sentences(result: Result, note: str) -> None:
    assert result.note == note


def test_seconds_and_lengths_as_plain_data_are_rounded() -> None:
    data = told(
        lengths=((1.23456789, 4), (2, 2)),
        snapshot=Snapshot(tables="6-6-3"),
        ended=Outcome.OUT_OF_NODES,
        every=Every(1, ("UL",), complete=True, expanded=7, seconds=0.0123456789),
        why="It is small.",
    ).to_dict(Notation.BLANK)
    assert (data["seconds"], data["lengths"]) == (0.012346, [[1.235, 4], [2, 2]])
    assert (data["tables"], data["ended"], data["why"]) == ("6-6-3", "out of nodes", "It is small.")
    assert data["every"] == {
        "count": 1,
        "complete": True,
        "expanded": 7,
        "seconds": 0.012346,
        "paths": ["DR"],
    }
    plain = told().to_dict()
    assert plain["tables"] is plain["ended"] is plain["every"] is None
    assert (ONE.expanded, ONE.seconds) == (0, 0.0)
    assert ONE.to_dict()["seconds"] == 0


def drawn(result: Result, notation: Notation = Notation.TILE) -> list[str]:
    """Return the text lines of a drawing, without the boards."""
    picture = ElementTree.fromstring(result.svg(notation))
    return [text.text or "" for text in picture.findall(f"{SVG}text")]


def colours(svg: str) -> list[str]:
    """Return the colours of the tiles, in order."""
    return [tile.attrib["fill"] for tile in ElementTree.fromstring(svg).iter(f"{SVG}rect")]


def test_a_drawing_has_the_boards_what_is_certain_the_moves_and_what_it_took() -> None:
    took = "mine: 1,234 expanded, 0.012 seconds"
    assert drawn(told()) == ["Board", "Goal", "Solved in 2 moves: proved shortest.", "UL", took]
    assert drawn(told(), Notation.BLANK)[3] == "DR"
    assert drawn(told("", 0))[2:] == ["Solved in 0 moves: proved shortest.", took]
    assert drawn(told(None))[2:] == ["Not solved: cancelled.", took]
    assert drawn(told(heuristic="manhattan"))[-1] == took.replace("mine", "mine with manhattan")
    assert colours(told().svg()) == [*colours(EASY.svg(LAST)), *colours(LAST.svg(LAST))]
    assert len(set(colours(EASY.svg(LAST)))) == 2, "tiles at home have another colour"


@pytest.mark.parametrize("moves", [1, 4, 5, 6, 59, 60, 61, 239, 240, 241, 1500])
def test_moves_are_drawn_in_fives_sixty_to_a_line_and_240_at_most(moves: int) -> None:
    path = "".join(Random(moves).choices("ULDR", k=moves))
    lines = drawn(told(path, 0))[3:-1]
    more = [f"... and {moves - 240:,} more"] if moves > 240 else []
    assert lines[4:] == more
    assert "".join(lines[:4]).replace(" ", "") == path[:240]
    assert all(len(line.replace(" ", "")) == 60 for line in lines[: min(moves, 240) // 60])
    for line in lines[:4]:
        groups = line.split(" ")
        assert all(len(group) == 5 for group in groups[:-1])
        assert 1 <= len(groups[-1]) <= 5


def test_a_result_as_plain_data() -> None:
    result = finish(run_of(EASY, "idastar", clock=Clock(0.25)))
    data = result.to_dict()
    assert list(data) == [
        *("board", "goal", "outcome", "claim", "assumes", "lower_bound", "length", "moves", "notation"),
        *("metric", "expanded", "generated", "peak_frontier", "frontier", "stored", "deepest", "memory"),
        *("seconds", "algorithm", "heuristic"),
        *("option", "promised", "engine", "tables", "workers", "note", "every", "ended", "lengths", "why"),
        "iterations",
    ]
    assert data["board"] == "1 2 3/4 0 6/7 5 8"
    assert data["goal"] == "1 2 3/4 5 6/7 8 0"
    assert (data["outcome"], data["claim"]) == ("solved", "proved shortest")
    assert (data["lower_bound"], data["length"], data["moves"]) == (2, 2, "UL")
    assert (data["algorithm"], data["heuristic"], data["engine"]) == ("idastar", "manhattan", "python")
    assert (data["notation"], data["seconds"]) == ("tile", result.seconds)
    assert data["option"] is data["promised"] is None
    in_blank = result.to_dict(Notation.BLANK)
    assert (in_blank["moves"], in_blank["notation"]) == ("DR", "blank")
    assert {**in_blank, "moves": "UL", "notation": "tile"} == data


def test_a_result_says_that_the_computer_slept() -> None:
    clock = Clock(0.02)
    run = run_of(HARD, clock=clock)
    for _ in range(MEASURED_SLICES + 1):
        run.step(0)
    assert run.result is None
    readings = iter([0.02, 0.02, 7200.0])  # ticks in a step: at its start, before its slice, after it

    def night() -> float:
        clock.now += next(readings, 0.02)
        return clock.now

    run._drive._clock = night  # type: ignore[union-attr]
    run.step(0)
    result = run.cancel()
    assert result.seconds < 3
    assert "The computer seems to have slept for 7,200 seconds during the search" in result.note
    assert "slept" not in run_of(HARD).cancel().note


def test_what_people_ask_of_a_result_first(capsys: pytest.CaptureFixture[str]) -> None:
    result = solve("1 2 3/4 5 6/0 7 8", algorithm="astar", heuristic="manhattan")
    assert result
    assert result.solved
    assert [move.letter for move in result.moves] == ["L", "L"]
    assert [(move.tile, move.src, move.dst) for move in result.moves] == [(7, 7, 6), (8, 8, 7)]
    assert [str(board) for board in result.boards] == [
        "1 2 3/4 5 6/0 7 8",
        "1 2 3/4 5 6/7 0 8",
        "1 2 3/4 5 6/7 8 0",
    ]
    assert (result.expanded, result.generated, result.peak_frontier) == (2, 5, 3)
    assert repr(result) == "<Result: Solved in 2 moves: proved shortest; astar with manhattan>"
    print(result)
    first, second, last = capsys.readouterr().out.splitlines()
    assert (first, second) == ("Solved in 2 moves: proved shortest.", "LL")
    assert last.startswith("astar with manhattan: 2 expanded, ")


def test_a_solved_board_is_solved_and_an_unsolvable_one_is_not() -> None:
    solved, unsolvable = solve("1 2 3/4 5 6/7 8 0"), solve("1 2 3/4 5 6/8 7 0")
    assert (bool(solved), list(solved.moves), len(solved.boards)) == (True, [], 1)
    assert (bool(unsolvable), list(unsolvable.moves), list(unsolvable.boards)) == (
        False,
        [],
        [unsolvable.problem.start],
    )
    assert repr(unsolvable).startswith("<Result: Not solved: unsolvable; ")
    found = check("1 2 3/4 5 6/8 7 0")
    assert str(unsolvable).splitlines()[:2] == ["Not solved: unsolvable.", found.reason]
    assert str(found).splitlines()[:2] == [found.reason, "Repair: swap tiles 8 and 7"]
    assert solved.moves == unsolvable.moves == ()


@pytest.mark.parametrize("outcome", Outcome)
def test_a_result_shows_itself_in_one_short_line(outcome: Outcome) -> None:
    path = "UL" * 3_000_000 if outcome is Outcome.SOLVED else None
    result = told(path, 1, outcome=outcome, algorithm="a" * 300, heuristic="max(" + "h, " * 300 + ")")
    assert len(repr(result)) < 200
    assert "\n" not in repr(result)
    words = "6,000,000 moves: at most 5,999,999 longer" if path else outcome.value
    assert words in repr(result)
    assert repr(result) == f"{result!r}" != str(result)
    rests = replace(result, assumes=(f"{'h' * 300} is admissible",))
    assert len(repr(rests)) < 200
    assert words[:9] in repr(rests)


@pytest.mark.slow
def test_moves_and_boards_of_a_very_long_path_are_there_at_once() -> None:
    board = random_board(goal_board("blank-last", "60x60"), Random(1))
    result = solve(board)
    assert len(result.moves) == result.length
    assert len(result.boards) == len(result.moves) + 1
    assert result.boards[-1] == result.problem.goal
    assert result.boards[0].move(result.moves[0]) == result.boards[1]
    assert len(repr(result)) < 200
    assert len(str(result)) < 1000
