"""Pattern databases of chosen groups: their claims, rejected groups, and the goals that they work for."""

from __future__ import annotations

import json
import pickle

import pytest

from npuzzle import (
    HEURISTICS,
    Board,
    HeuristicCard,
    InvalidHeuristicError,
    Job,
    Problem,
    Shape,
    goal_board,
    random_board,
    solve,
)
from npuzzle.cli.main import main
from npuzzle.heuristics import as_card, maximum, patterns
from npuzzle.lab import certify
from npuzzle.pattern_databases import chosen
from npuzzle.pattern_databases.table import PatternDatabase
from tests.support import oracles
from tests.support.options import select_used
from tests.unit.pattern_databases.common import Raced

HARD = "8 6 7/2 5 4/3 0 1"
HALVES = "patterns(1 2 3 4 | 5 6 7 8)"


@pytest.mark.parametrize(
    ("text", "shape", "goal"),
    [
        ("patterns(1 2 | 3 4 5)", "2x3", "blank-last"),
        ("patterns(1 3 5 | 2 4)", "3x2", "blank-first"),
        ("patterns(2 4 5)", "2x3", "blank-last"),
        ("patterns(1 | 2 | 3 | 4 | 5)", "2x3", "blank-last"),
        ("patterns(1 2 3 4 5)", "2x3", "blank-first"),
        ("max(patterns(1 2 | 3 4), patterns(1 5), manhattan)", "2x3", "blank-last"),
        pytest.param(HALVES, "3x3", "spiral", marks=pytest.mark.slow),
        pytest.param("patterns(1 5 8 | 2 3)", "3x3", "blank-first", marks=pytest.mark.slow),
    ],
)
def test_its_claims_hold_on_every_state(text: str, shape: str, goal: str) -> None:
    """`certify` also compares `step` with `estimate`."""
    card = as_card(text)
    proof = certify(card, shape, goal, against=["manhattan"])
    assert proof.admissible
    assert proof.consistent or not card.consistent
    assert proof.against["manhattan"].lower == 0
    assert (card.admissible, card.assumes) == (True, ())


def test_a_group_of_all_tiles_is_the_distance() -> None:
    assert certify("patterns(1 2 3 4 5)", "2x3", against=[]).exact == 1


def test_single_tiles_are_manhattan_and_consistent() -> None:
    card = patterns(*[(tile,) for tile in range(1, 9)])
    manhattan = HEURISTICS["manhattan"]
    assert card.consistent
    for seed in range(20):
        board = random_board("3x3", seed=seed)
        assert card(board) == manhattan(board)


def test_two_tiles_in_a_group_can_make_it_inconsistent() -> None:
    assert not patterns("1 2 3 4 | 5 6 7 8").consistent
    assert not certify(patterns("1 2 | 3 4 5"), "2x3", against=[]).consistent


def test_an_entry_is_the_least_number_of_moves_of_the_group() -> None:
    card, goal = patterns("1 2 | 3"), goal_board("blank-last", "2x3")
    for seed in range(10):
        board = random_board("2x3", seed=seed)
        pair = oracles.pattern_moves(2, 3, goal.blank, (goal.tiles.index(1), goal.tiles.index(2)))
        others = sum(
            goal.shape.distance(board.tiles.index(tile), goal.tiles.index(tile)) for tile in (3, 4, 5)
        )
        assert card(board) == pair[board.tiles.index(1), board.tiles.index(2)] + others


def test_every_search_with_it_is_proved_shortest() -> None:
    for algorithm in ("astar", "idastar", "rbfs"):
        result = solve(HARD, **select_used(algorithm, heuristic=HALVES))
        assert (result.length, result.claim) == (31, "proved shortest")
        assert result.heuristic == "patterns(1,2,3,4|5,6,7,8)"


def test_it_reads_numbers_of_tiles_whatever_the_goal() -> None:
    board, goal = Board.parse("2 8 1/0 4 3/7 6 5"), goal_board("spiral", "3x3")
    by_cells = Problem(board, goal).initial
    heuristic = patterns("1 2 3 4").make(goal)
    assert heuristic.estimate(by_cells) == patterns("1 2 3 4")(board, goal)
    assert heuristic.patterns == (tuple(sorted(goal.tiles.index(tile) for tile in (1, 2, 3, 4))),)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("patterns(1 2 | 2 3)", "tile 2 is in the groups twice: its moves would be counted twice"),
        ("patterns(1 1)", "tile 1 is in the groups twice"),
        ("patterns()", "each group needs at least one tile"),
        ("patterns(1 | | 2)", "each group needs at least one tile"),
        ("patterns(0 1)", "0 is the blank"),
        ("patterns(1 b)", "got 'b'"),
        ("patterns(1 -2)", "got '-2'"),
        ("patterns(1000)", "got '1000'"),
        ("patterns(1 2", "look at character 9, '\\('"),
        ("patterns(1 9)", "a 3x3 board has the tiles 1 to 8, not 9"),
        ("max(zero, patterns(9))", "a 3x3 board has the tiles 1 to 8, not 9"),
        ("patterns(1 2 3 4 5 6 7 8)", "needs 43,046,721 entries; the largest group that can be built has 7"),
    ],
)
def test_what_is_refused_and_why(text: str, why: str) -> None:
    with pytest.raises(InvalidHeuristicError, match=why):
        Job.create(HARD, heuristic=text)


def test_what_it_costs_is_known_before() -> None:
    groups = chosen.parse_groups("1 2 3 | 4 5")
    kept, most = chosen.count_bytes(groups, Shape(3, 3))
    tables = [*chosen_tables((0, 1, 2)), *chosen_tables((3, 4))]
    assert sum(len(table.data) for table in tables) == kept == 9**3 + 9**2
    assert most > kept
    assert chosen.count_placements(groups, Shape(3, 3)) == 9 * 8 * 7 + 9 * 8


def test_it_is_built_once_a_session_and_the_oldest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen.forget_chosen()
    first, second = (0, 1), (2, 3, 4)
    built = chosen_tables(first)
    assert chosen.is_built(Shape(3, 3), 8, (first,))
    assert chosen_tables(first)[0] is built[0]
    monkeypatch.setattr(chosen, "MOST_KEPT", 9**3)
    assert len(chosen_tables(second)) == 1
    assert not chosen.is_built(Shape(3, 3), 8, (first,))
    assert chosen.is_built(Shape(3, 3), 8, (second,))


def test_another_thread_may_remove_what_this_one_has_built(monkeypatch: pytest.MonkeyPatch) -> None:
    def keep(*_: object) -> None:
        """Save nothing, as if another thread had removed it at once."""

    monkeypatch.setattr(chosen, "_keep", keep)
    monkeypatch.setattr(chosen, "_session", Raced())
    assert len(chosen_tables((0, 1))) == 1
    monkeypatch.setattr(chosen, "_session", Raced({(Shape(3, 3), 8, (0, 1)): chosen_tables((0, 1))[0]}))
    assert len(chosen_tables((0, 1))) == 1


def chosen_tables(pattern: tuple[int, ...]) -> tuple[PatternDatabase, ...]:
    work = chosen.iter_build_chosen(Shape(3, 3), 8, (pattern,))
    while True:
        try:
            next(work)
        except StopIteration as end:
            return tuple(end.value)


def test_it_goes_to_other_processes_and_back_from_its_name() -> None:
    card = patterns((4, 3, 1), (2, 5))
    again: HeuristicCard = pickle.loads(pickle.dumps(card))
    assert again.name == as_card(card.name).name == "patterns(1,3,4|2,5)"
    assert again(HARD) == card(HARD)
    assert maximum(card, "zero")(HARD) == card(HARD)
    job = Job.create(HARD, heuristic=HALVES)
    assert Job.from_dict(json.loads(json.dumps(job.to_dict()))).to_dict() == job.to_dict()


def test_the_command_line_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", HARD, "--algorithm", "astar", "--heuristic", HALVES, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["length"], said["claim"], said["tables"]) == (31, "proved shortest", "4-4")
    assert main(["solve", HARD, "--heuristic", "patterns(1 2 | 2 3)"]) == 2
    assert "tile 2 is in the groups twice" in capsys.readouterr().err
