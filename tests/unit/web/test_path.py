"""The path on show: its moves as a list and as texts, and the estimates along it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    Job,
    Notation,
    Problem,
    Shape,
    parse_moves,
    single_tile_length,
)
from npuzzle.puzzle.play import MAX_RUN
from tests.support.long_paths import long_path
from web.page import move_list
from web.page.commands import initial_state, update
from web.page.commands.board import give_board
from web.page.commands.link_path import give_path
from web.page.commands.solving import change_solver, choose_option, finish_search, start_search
from web.page.commands.stepping import (
    choose_grouping,
    choose_notation,
    choose_path,
    choose_speed,
    jump_to,
    press_play,
    tick,
    type_step,
)
from web.page.move_list import (
    FORMATS,
    LISTED,
    MOST_LISTED,
    NEAR,
    list_moves,
    parts,
    stretch,
    stretch_text,
    why_no_format,
)
from web.page.parts.answer import Answer
from web.page.parts.search import ON
from web.page.path_chart import (
    MARKER,
    UNESTIMATED,
    describe_chart,
    estimates,
    explain_estimates,
    make_chart,
    marker,
    table_rows,
)
from web.page.state import Phase, UiState
from web.page.words import describe_lengths
from web.rooms.solve.task import SolveTask

BOARD = "8 6 7/2 5 4/3 0 1"
FOUR_BY_FIVE = Shape(4, 5)


def solve_state(board: str = BOARD, **options: str) -> UiState:
    state = update(initial_state(Board.parse(board)), change_solver(ready=True))
    for name, value in options.items():
        state = update(state, choose_option(name, value))
    state = update(state, start_search())
    assert state.phase is Phase.SOLVING, state.spoken
    return update(state, finish_search(answer_to(state.job())))


def answer_to(job: Job) -> Answer:
    """Return the worker's answer, after a round trip through JSON."""
    task = SolveTask(job.to_dict())
    while task.answer() is None:
        task.step(1)
    return Answer(**json.loads(json.dumps(task.answer())))


@pytest.mark.slow
@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("grouped", [False, True])
def test_the_list_covers_the_path_once(grouped: bool, notation: Notation) -> None:
    state = update(update(solve_state(), choose_grouping(grouped)), choose_notation(notation))
    entries = list_moves(state)
    covered = [at for entry in entries for at in range(entry.first, entry.last + 1)]
    assert covered == list(range(1, 32))
    letters = " ".join(entry.text.split()[-1] for entry in entries)
    assert parse_moves(letters, notation) == state.player.path
    tiles = [tile for entry in entries for tile in entry.text.split()[:-1]]
    assert tiles == [str(move.tile) for move in state.moves(1, len(state.player.path))]
    assert (len(entries) < 31) == grouped
    for entry in entries:
        assert entry.label.startswith(entry.text + ", move")


def test_entries_say_their_moves() -> None:
    state = solve_state("1 2 3/4 5 6/0 7 8")
    assert [entry.label for entry in list_moves(state)] == [
        "7 L, move 1: tile 7 left",
        "8 L, move 2: tile 8 left",
    ]
    grouped = list_moves(update(state, choose_grouping(True)))
    assert grouped == [(1, 2, "7 8 L2", "7 8 L2, moves 1 to 2: tiles 7 8 left")]
    assert describe_lengths(31, 25) == "31 single moves; 25 line moves in this path, another may have fewer."


@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("grouped", [False, True])
def test_what_is_copied_reads_back(grouped: bool, notation: Notation) -> None:
    state = update(update(solve_state(), choose_grouping(grouped)), choose_notation(notation))
    text, table, data = ("".join(parts(state, kind)) for kind in FORMATS)
    assert parse_moves(text, notation) == state.player.path
    lines = [line.split(",") for line in table.splitlines()]
    assert {len(line) for line in lines} == {8}
    assert parse_moves("".join(line[2] for line in lines[1:]), notation) == state.player.path
    assert lines[-1][-1] == str(state.goal.board)
    assert [int(line[1]) for line in lines[1:]] == [
        move.tile for move in state.moves(1, len(state.player.path))
    ]
    assert lines[1][3:7] == ["2", "2", "3", "2"]
    told = json.loads(data)
    assert parse_moves(told["moves"], Notation(told["notation"])) == state.player.path
    assert (told["board"], told["claim"], told["length"]) == (BOARD, "proved shortest", 31)


def long(moves: int, *, grouped: bool = False, step: int = 0, shape: Shape = FOUR_BY_FIVE) -> UiState:
    """Return a page at this step of a path of so many moves from a link."""
    board, goal, path = long_path(shape, moves, seed=moves)
    state = update(update(initial_state(board), give_board(board, goal)), give_path(path, step))
    return update(state, choose_grouping(grouped))


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("step", [0, 1, 149, 150, 2_500, 4_850, 5_000])
def test_of_a_long_path_the_moves_around_the_step_are_listed(step: int, grouped: bool) -> None:
    state = long(5_000, grouped=grouped, step=step)
    numbers = stretch(state)
    assert numbers[0] <= max(1, step)
    assert step <= numbers[-1]
    assert LISTED <= len(numbers) <= LISTED + 2 * MAX_RUN
    entries = list_moves(state, numbers)
    assert [at for entry in entries for at in range(entry.first, entry.last + 1)] == [*numbers]
    assert set(entries) <= set(list_moves(state)), "the entries must be those of the whole list"
    assert stretch_text(state, numbers).startswith(f"The list shows moves {numbers[0]:,} to")


def test_the_stretch_stays_until_the_step_comes_near_its_end() -> None:
    state = long(5_000, step=2_500)
    first, changes = stretch(state), 0
    numbers = first
    for step in range(2_500, 5_001):
        before, numbers = numbers, stretch(replace(state, player=replace(state.player, step=step)), numbers)
        changes += numbers != before
        assert numbers[0] + NEAR <= step
        assert step <= numbers[-1] - NEAR or numbers[-1] == 5_000
    assert 10 < changes < 25
    assert stretch(replace(state, player=replace(state.player, step=2_490)), first) is first
    assert stretch(replace(state, player=replace(state.player, step=0)), numbers)[0] == 1


def test_a_shorter_path_is_listed_as_a_whole() -> None:
    state = long(MOST_LISTED, step=1_000)
    assert stretch(state) == range(1, MOST_LISTED + 1)
    assert stretch_text(state, stretch(state)) == ""


@pytest.mark.parametrize("grouped", [False, True])
def test_texts_are_made_in_pieces(grouped: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    state = long(3_000, grouped=grouped)
    whole = {kind: "".join(parts(state, kind)) for kind in FORMATS}
    monkeypatch.setattr(move_list, "PIECE", 7)
    monkeypatch.setattr(move_list, "CSV_PIECE", 7)
    for kind in ("text", "CSV"):
        pieces = list(parts(state, kind))
        assert len(pieces) > 300
        assert "".join(pieces) == whole[kind] == "".join(parts(state, kind))
    lines = whole["CSV"].splitlines()
    assert lines[-1].endswith(str(state.goal.board))
    assert lines[1_234].endswith(f",{update(state, jump_to(1_234)).current_board}")


def test_a_csv_that_is_too_large_is_refused_and_nothing_else() -> None:
    state = long(20_000, shape=Shape(40, 40))
    assert why_no_format(state, "CSV").startswith(
        "The CSV has a whole board per move, here about 138 million"
    )
    assert [why_no_format(state, kind) for kind in ("text", "JSON")] == ["", ""]
    assert why_no_format(long(3_000), "CSV") == ""


@pytest.mark.parametrize(
    ("text", "step"), [("0", 0), ("3000", 3_000), ("1,234", 1_234), (" 2 345 ", 2_345), ("007", 7)]
)
def test_the_number_of_a_move_can_be_typed(text: str, step: int) -> None:
    state = update(update(long(3_000, step=5), type_step("x")), type_step(text))
    assert (state.player.step, state.player.step_problem) == (step, "")


@pytest.mark.parametrize("text", ["3001", "-1", "", "x", "1.5", "٣", "9" * 5_000])
def test_what_is_not_a_number_of_a_move_changes_nothing(text: str) -> None:
    state = update(long(3_000, step=5), type_step(text))
    assert state.player.step == 5
    assert (
        state.player.step_problem
        == state.spoken
        == f"The number of a move must be from 0 to 3,000, got {text[:15]!r}."
    )


def test_a_playback_may_go_many_moves_at_a_time() -> None:
    state = update(update(long(3_000), choose_speed("10000")), press_play())
    assert state.player.is_skipping_frames
    state = update(state, tick(1_700))
    assert (state.player.step, state.player.is_playing, state.spoken) == (1_700, True, "")
    assert stretch_text(state, range(1, 301)) == "The list appears when the playback pauses."
    state = update(state, tick(1_700))
    assert (state.player.step, state.player.is_playing, state.current_board) == (
        3_000,
        False,
        state.goal.board,
    )
    assert state.spoken.endswith("solved.")
    assert not update(update(state, choose_speed("faster")), press_play()).player.is_skipping_frames


def test_why_a_path_has_no_estimates() -> None:
    assert "fewer than 2,000 moves; this one has 5,000" in explain_estimates(long(5_000))
    assert explain_estimates(long(50)) == UNESTIMATED


@pytest.mark.slow
def test_a_path_of_the_solver_that_is_too_long_has_no_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, there in ((32, True), (31, False)):
        for module in ("web.rooms.solve.task", "web.page.path_chart"):
            monkeypatch.setattr(f"{module}.MOST_ESTIMATES", most)
        state = solve_state()
        assert bool(estimates(state)) == bool(table_rows(state)) == there
        assert ("fewer than 31 moves; this one has 31" in explain_estimates(state)) != there


@pytest.mark.parametrize("heuristic", [*HEURISTICS], ids=lambda card: card.name)
def test_estimates_are_the_heuristics_own(heuristic: object) -> None:
    name = heuristic.name  # type: ignore[attr-defined]
    state = solve_state("2 0 3/1 4 6/7 5 8", algorithm="astar", heuristic=name)
    assert state.player.answer is not None
    assert state.board.check.board is not None
    assert state.goal.board is not None
    assert state.player.answer.estimated_by == name
    made = HEURISTICS[name].make(state.goal.board)
    boards = [
        Problem(state.board.check.board, state.goal.board).replay(state.player.path[:at])
        for at in range(len(state.player.path) + 1)
    ]
    assert estimates(state) == pytest.approx(
        [made.estimate(Problem(b, state.goal.board).initial) for b in boards]
    )
    fs = [float(row[4]) for row in table_rows(state)]
    if HEURISTICS[name].consistent:
        assert fs == sorted(fs)
    if HEURISTICS[name].admissible:
        assert max(fs) == single_tile_length(state.player.path)


@pytest.mark.slow_cases("depth-first")
@pytest.mark.parametrize("algorithm", [card.name for card in ALGORITHMS if not card.informed])
def test_without_a_heuristic_linear_conflict_is_shown_and_named(algorithm: str) -> None:
    state = solve_state("1 2 3/4 5 6/0 7 8", algorithm=algorithm, heuristic="misplaced")
    assert explain_estimates(state).startswith("This algorithm uses no heuristic; h shows Linear conflict")
    assert estimates(state)[-1] == 0


def test_the_chart_and_its_table_follow_the_path_on_show() -> None:
    state = solve_state(algorithm="weighted-astar", heuristic="manhattan", weight="3")
    length = len(state.player.path)
    assert "multiplied h" in explain_estimates(state)
    drawn = make_chart(state)
    assert [len(line["data"]) for line in drawn["data"]["datasets"]] == [length + 1] * 3 + [2]
    assert len(table_rows(state)) == length + 1
    assert table_rows(state)[0][1] == "Start"
    assert str(length) in describe_chart(state)
    moved = update(state, jump_to(7))
    assert {point["x"] for point in marker(moved)} == {7}
    assert make_chart(moved)["data"]["datasets"][MARKER]["data"] == marker(moved)
    json.dumps(drawn, allow_nan=False)


def test_each_of_all_shortest_paths_has_its_estimates() -> None:
    state = solve_state(every=ON)
    assert len(state.player.paths) > 1
    for choice in range(len(state.player.paths)):
        chosen = update(state, choose_path(choice))
        assert len(estimates(chosen)) == 32
        assert estimates(chosen)[0] == 23
    assert state.player.answer is not None
    assert state.player.answer.estimates is not None
    answer = replace(state.player.answer, estimates=state.player.answer.estimates[:1])
    fewer = replace(state, player=replace(state.player, answer=answer))
    assert estimates(update(fewer, choose_path(1))) == []
    assert "first paths" in explain_estimates(update(fewer, choose_path(1)))


def test_nothing_found_has_no_chart() -> None:
    state = solve_state(algorithm="astar", depth="5")
    assert state.player.answer is not None
    assert (state.player.answer.estimates, estimates(state), table_rows(state), explain_estimates(state)) == (
        None,
        [],
        [],
        "",
    )
    assert marker(state) == [{"x": 0, "y": 0}, {"x": 0, "y": 0.0}]
    assert "estimates" in asdict(state.player.answer)
    at_goal = solve_state("1 2 3/4 5 6/7 8 0")
    assert estimates(at_goal) == []


def test_the_promise_says_what_may_end_the_search_first() -> None:
    state = initial_state(Board.parse("15 11 8 12/14 10 13 9/2 7 4 5/3 6 1 0"))
    assert state.promise == (
        "Finds a shortest path and proves it. The hardest boards may take longer than 60 seconds."
    )
    state = update(state, choose_option("algorithm", "breadth-first"))
    assert state.promise == (
        "Finds a shortest path and proves it. It may run out of time (60 seconds) or memory first: "
        "this size has 10,461,394,944,000 boards."
    )
    state = update(state, choose_option("seconds", "1"))
    assert "out of time (1 second) or" in state.promise


def test_the_promise_follows_the_options() -> None:
    state = initial_state(Board.parse(BOARD))
    assert state.promise == "Finds a shortest path and proves it."
    for algorithm, said in {
        "weighted-astar": "Finds a path at most 1.5 times as long as the shortest.",
        "beam": "May give up",
        "greedy": "Finds a path quickly",
        "bidirectional": "Finds a shortest path and proves it.",
    }.items():
        assert update(state, choose_option("algorithm", algorithm)).promise.startswith(said)
    weighted = update(state, choose_option("algorithm", "weighted-astar"))
    assert "at most 2 times" in update(weighted, choose_option("weight", "2")).promise
    assert update(weighted, choose_option("weight", "x")).promise == ""
