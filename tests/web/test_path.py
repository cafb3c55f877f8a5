"""The path on show: its moves as a list and as texts, and the estimates along it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Board, Job, Notation, Problem, parse_moves, single_tile_length
from web.events import (
    Finished,
    GroupingChosen,
    JumpedTo,
    NotationChosen,
    OptionChosen,
    PathChosen,
    SolvePressed,
    SolverChanged,
)
from web.movelist import FORMATS, listed, taken
from web.pathchart import MARKER, estimates, marker, remark, rows, sentence, spec
from web.solving import Answer, SolveTask
from web.state import ON, Phase, UiState
from web.updates import initial_state, update
from web.words import lengths

BOARD = "8 6 7/2 5 4/3 0 1"


def solved(board: str = BOARD, **options: str) -> UiState:
    state = update(initial_state(Board.parse(board)), SolverChanged(ready=True))
    for name, value in options.items():
        state = update(state, OptionChosen(name, value))
    state = update(state, SolvePressed())
    assert state.phase is Phase.SOLVING, state.spoken
    return update(state, Finished(answered(state.job())))


def answered(job: Job) -> Answer:
    """As the worker gives it, through JSON."""
    task = SolveTask(job.to_dict())
    while task.answer() is None:
        task.step(1)
    return Answer(**json.loads(json.dumps(task.answer())))


@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("grouped", [False, True])
def test_the_list_covers_the_path_once(grouped: bool, notation: Notation) -> None:
    state = update(update(solved(), GroupingChosen(grouped)), NotationChosen(notation))
    entries = listed(state)
    covered = [at for entry in entries for at in range(entry.first, entry.last + 1)]
    assert covered == list(range(1, 32))
    letters = " ".join(entry.text.split()[-1] for entry in entries)
    assert parse_moves(letters, notation) == state.path
    tiles = [tile for entry in entries for tile in entry.text.split()[:-1]]
    assert tiles == [str(move.tile) for move in state.moves(1, len(state.path))]
    assert (len(entries) < 31) == grouped
    for entry in entries:
        assert entry.label.startswith(entry.text + ", move")


def test_entries_say_their_moves() -> None:
    state = solved("1 2 3/4 5 6/0 7 8")
    assert [entry.label for entry in listed(state)] == [
        "7 L, move 1: tile 7 left",
        "8 L, move 2: tile 8 left",
    ]
    grouped = listed(update(state, GroupingChosen(True)))
    assert grouped == [(1, 2, "7 8 L2", "7 8 L2, moves 1 to 2: tiles 7 8 left")]
    assert lengths(2, 1) == "2 single moves; 1 if a whole line may slide at once."


@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("grouped", [False, True])
def test_what_is_copied_reads_back(grouped: bool, notation: Notation) -> None:
    state = update(update(solved(), GroupingChosen(grouped)), NotationChosen(notation))
    text, table, data = (taken(state, kind) for kind in FORMATS)
    assert parse_moves(text, notation) == state.path
    lines = [line.split(",") for line in table.splitlines()]
    assert {len(line) for line in lines} == {8}
    assert parse_moves("".join(line[2] for line in lines[1:]), notation) == state.path
    assert lines[-1][-1] == str(state.goal)
    assert [int(line[1]) for line in lines[1:]] == [move.tile for move in state.moves(1, len(state.path))]
    assert lines[1][3:7] == ["2", "2", "3", "2"]
    told = json.loads(data)
    assert parse_moves(told["moves"], Notation(told["notation"])) == state.path
    assert (told["board"], told["claim"], told["length"]) == (BOARD, "proved shortest", 31)


@pytest.mark.parametrize("heuristic", [*HEURISTICS], ids=lambda card: card.name)
def test_estimates_are_the_heuristics_own(heuristic: object) -> None:
    name = heuristic.name  # type: ignore[attr-defined]
    state = solved("2 0 3/1 4 6/7 5 8", algorithm="astar", heuristic=name)
    assert state.answer is not None
    assert state.check.board is not None
    assert state.goal is not None
    assert state.answer.estimated_by == name
    made = HEURISTICS[name].make(state.goal)
    boards = [
        Problem(state.check.board, state.goal).replay(state.path[:at]) for at in range(len(state.path) + 1)
    ]
    assert estimates(state) == pytest.approx([made.estimate(Problem(b, state.goal).initial) for b in boards])
    fs = [float(row[4]) for row in rows(state)]
    if HEURISTICS[name].consistent:
        assert fs == sorted(fs)
    if HEURISTICS[name].admissible:
        assert max(fs) == single_tile_length(state.path)


@pytest.mark.parametrize("algorithm", [card.name for card in ALGORITHMS if not card.informed])
def test_without_a_heuristic_linear_conflict_is_shown_and_named(algorithm: str) -> None:
    state = solved("1 2 3/4 5 6/0 7 8", algorithm=algorithm, heuristic="misplaced")
    assert remark(state).startswith("This algorithm uses no heuristic; h is that of Linear conflict")
    assert estimates(state)[-1] == 0


def test_the_chart_and_its_table_follow_the_path_on_show() -> None:
    state = solved(algorithm="weighted-astar", heuristic="manhattan", weight="3")
    length = len(state.path)
    assert "counted h more" in remark(state)
    drawn = spec(state)
    assert [len(line["data"]) for line in drawn["data"]["datasets"]] == [length + 1] * 3 + [2]
    assert len(rows(state)) == length + 1
    assert rows(state)[0][1] == "Start"
    assert str(length) in sentence(state)
    moved = update(state, JumpedTo(7))
    assert {point["x"] for point in marker(moved)} == {7}
    assert spec(moved)["data"]["datasets"][MARKER]["data"] == marker(moved)
    json.dumps(drawn, allow_nan=False)


def test_each_of_all_shortest_paths_has_its_estimates() -> None:
    state = solved(every=ON)
    assert len(state.paths) > 1
    for choice in range(len(state.paths)):
        chosen = update(state, PathChosen(choice))
        assert len(estimates(chosen)) == 32
        assert estimates(chosen)[0] == 23
    assert state.answer is not None
    assert state.answer.estimates is not None
    fewer = replace(state, answer=replace(state.answer, estimates=state.answer.estimates[:1]))
    assert estimates(update(fewer, PathChosen(1))) == []
    assert "first paths" in remark(update(fewer, PathChosen(1)))


def test_nothing_found_has_no_chart() -> None:
    state = solved(algorithm="astar", expanded="5")
    assert state.answer is not None
    assert (state.answer.estimates, estimates(state), rows(state), remark(state)) == (None, [], [], "")
    assert marker(state) == [{"x": 0, "y": 0}, {"x": 0, "y": 0.0}]
    assert "estimates" in asdict(state.answer)
    at_goal = solved("1 2 3/4 5 6/7 8 0")
    assert estimates(at_goal) == []


def test_the_promise_follows_the_options() -> None:
    state = initial_state(Board.parse(BOARD))
    assert state.promise == "Finds a shortest path and proves it."
    for algorithm, said in {
        "weighted-astar": "Finds a path at most 1.5 times as long as the shortest.",
        "beam": "May give up",
        "greedy": "Finds a path quickly",
        "bidirectional": "Finds a shortest path and proves it.",
    }.items():
        assert update(state, OptionChosen("algorithm", algorithm)).promise.startswith(said)
    weighted = update(state, OptionChosen("algorithm", "weighted-astar"))
    assert "at most 2 times" in update(weighted, OptionChosen("weight", "2")).promise
    assert update(weighted, OptionChosen("weight", "x")).promise == ""
