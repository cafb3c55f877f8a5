"""The tables of heuristics.md are correct, and so are its claims, as far as a small board can show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import HEURISTICS, Board, Heuristic, Problem, Shape, goal_board, random_board, random_walk
from npuzzle.heuristics.walking import solve_table
from npuzzle.lab import EXHIBITS, certify
from npuzzle.lab.space import enumerate_states
from tests.support.documents import FOLDER, Document
from tests.support.known_cards import HEURISTICS_TOLD
from tests.support.oracles import distances
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals

HEURISTICS_DOC = Document.at(FOLDER / "heuristics.md")
NAMES = [card.name for card in HEURISTICS]
#: Heuristics that each move changes by exactly 1, as the document says.
BY_ONE = ("manhattan", "linear-conflict")


def listed(cell: str, before: set[str]) -> set[str]:
    """Return the names in a cell; `all of those` means the names in the row of Manhattan."""
    return set(re.findall(r"[a-z]+(?:-[a-z]+)*", cell)) & set(NAMES) | (before if "all of" in cell else set())


def dominance() -> dict[str, tuple[set[str], set[str]]]:
    """Return, for each heuristic, the ones that it dominates on every board, and on 3x3 only."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for name, ever, there in HEURISTICS_DOC.table_after("## What dominates what"):
        before = found["manhattan"][0] if "manhattan" in found else set()
        found[name] = listed(ever, before), listed(there, set())
    return found


DOMINANCE = dominance()


ROWS = HEURISTICS_DOC.table_after("# Heuristics")
GLANCE = {row[0].split("`")[0]: row[1:] for row in ROWS}


def test_every_heuristic_is_listed_in_the_order_of_the_cards_with_its_value_of_the_example() -> None:
    assert list(GLANCE) == list(DOMINANCE) == [name for name in NAMES if name in GLANCE]
    assert set(GLANCE) >= set(HEURISTICS_TOLD)
    for name, (names, *_) in zip(GLANCE, ROWS):
        assert all(alias in names.replace("_", "-") for alias in HEURISTICS[name].aliases)
    said = re.search(r"value on `(.*?)`, goal (\S+) (\S+), (\d+) moves away", HEURISTICS_DOC.flat)
    assert said is not None
    board = Board.parse(said[1])
    problem = Problem(board, goal_board(f"{said[2]}-{said[3]}", board.shape))
    assert distances(problem.goal)[board.tiles] == int(said[4])
    for name, (_, value, *_) in GLANCE.items():
        assert f"{HEURISTICS[name].make(problem.goal).estimate(problem.initial):.5g}" == value, name


def test_every_source_of_a_card_is_listed() -> None:
    sources = HEURISTICS_DOC.text.split("## Sources")[1]
    for card in map(HEURISTICS.__getitem__, HEURISTICS_TOLD):
        if card.source:
            authors, year = card.source.rsplit(", ", 1)
            line = next(
                line
                for line in sources.splitlines()
                if year in line and authors.split()[0].strip(",") in line
            )
            assert all(author in line for author in re.findall(r"[A-Z][a-z]+", authors))


def held_to_dominance(problem: Problem, heuristics: dict[str, Heuristic]) -> None:
    h = {name: heuristic.estimate(problem.initial) for name, heuristic in heuristics.items()}
    for name, (ever, _) in DOMINANCE.items():
        assert all(h[name] >= h[other] for other in ever), (name, str(problem.start))


@pytest.mark.slow
@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 2)], ids=str)
def test_dominance_that_is_claimed_for_any_board_holds_on_all_small_ones(shape: Shape) -> None:
    for goal in four_goals(shape):
        heuristics = {card.name: card.make(goal) for card in HEURISTICS}
        for tiles in distances(goal):
            held_to_dominance(Problem(Board(shape, tiles), goal), heuristics)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    walked=st.none() | st.integers(0, 40),
    goal=st.sampled_from([*four_goals(Shape(3, 4)), *four_goals(Shape(2, 5)), *four_goals(Shape(4, 4))]),
)
def test_dominance_that_is_claimed_for_any_board_holds_on_larger_ones(
    seed: int, walked: int | None, goal: Board
) -> None:
    random = Random(seed)
    board = random_board(goal, random) if walked is None else random_walk(goal, walked, random)
    held_to_dominance(Problem(board, goal), {card.name: card.make(goal) for card in HEURISTICS})


def test_what_is_claimed_for_the_3x3_alone_need_not_hold_on_larger_boards() -> None:
    said = re.search(r"elsewhere: on `(.*)` `(.*)` is (.*) and `(.*)` is (\d+)", HEURISTICS_DOC.flat)
    assert said is not None
    text, lower, low, higher, high = said.groups()
    board = Board.parse(text)
    problem = Problem(board, goal_board("blank-last", board.shape))
    assert problem.is_solvable
    h = [HEURISTICS[name].make(problem.goal).estimate(problem.initial) for name in (lower, higher)]
    assert h == [float(low), float(high)]
    assert h[0] < h[1]
    assert higher in DOMINANCE[lower][1]


@pytest.mark.slow
def test_dominance_on_the_3x3_is_as_documented_and_all_else_is_incomparable() -> None:
    wrong = {"value-euclidean": (False, False), "pattern-tables": (True, False)}
    for name, (ever, there) in DOMINANCE.items():
        proof = certify(name)
        assert (proof.admissible, proof.consistent) == wrong.get(name, (True, True))
        against = proof.against
        assert [f"{proof.mean:.2f}", f"{proof.maximum:.4g}"] == GLANCE[name][2:]
        assert {
            other for other, standing in against.items() if standing.relation == "dominates"
        } == ever | there
        assert not any(standing.relation == "equal" for standing in against.values())


def test_the_table_of_exhibits_is_true() -> None:
    rows = HEURISTICS_DOC.table_after("## Five that are wrong")
    assert [row[0] for row in rows] == [exhibit.name for exhibit in EXHIBITS]
    for (_, _, board, h, truth), exhibit in zip(rows, EXHIBITS):
        assert (board, int(truth)) == (exhibit.board, exhibit.distance)
        assert float(h) == pytest.approx(exhibit.h, abs=0.051)


@pytest.mark.slow
def test_the_table_of_exhibits_counts_right() -> None:
    for row in HEURISTICS_DOC.table_after("## Five that are wrong"):
        assert certify(EXHIBITS[row[0]], against=[]).bad_states == int(row[1].replace(",", ""))


@pytest.mark.parametrize("name", BY_ONE)
@pytest.mark.parametrize("shape", mostly_slow([Shape(2, 3), Shape(3, 3)]), ids=str)
def test_a_move_changes_it_by_exactly_one(name: str, shape: Shape) -> None:
    goal = goal_board("blank-last", shape)
    known, heuristic = enumerate_states(shape, goal.blank), HEURISTICS[name].make(goal)
    h = [heuristic.estimate(state) for state in known.states]
    assert {abs(h[here] - h[there]) for here, there in zip(*known.arcs)} == {1}


def jumps_home(state: tuple[int, ...], home: int) -> int:
    """Return the fewest exchanges of the blank with any tile, found breadth-first."""
    solved = tuple(range(len(state)))
    seen, edge, far = {state}, [state], 0
    while solved not in seen:
        far, further = far + 1, []
        for each in edge:
            gap = each.index(home)
            for cell in range(len(each)):
                other = list(each)
                other[gap], other[cell] = other[cell], other[gap]
                if tuple(other) not in seen:
                    seen.add(tuple(other))
                    further.append(tuple(other))
        edge = further
    return far


@pytest.mark.slow
@pytest.mark.parametrize("text", mostly_slow(["0 1 2/3 4 5", "1 2 3/0 4 5"]))
def test_n_max_swap_is_the_distance_in_the_graph_of_jumps(text: str) -> None:
    heuristic = HEURISTICS["n-max-swap"].make(Board.parse(text))
    for state in permutations(range(6)):
        assert heuristic.estimate(state) == jumps_home(state, heuristic.home), state


@pytest.mark.slow
def test_the_inconsistent_move_that_is_documented_is_the_nearest() -> None:
    arc = certify("pattern-tables", against=[]).arc
    assert arc is not None
    said = f"`{arc.board}` has h = {arc.h:g}, and one move from it `{arc.other}` has h = {arc.other_h:g}"
    assert said in HEURISTICS_DOC.flat


class WalkingAndConflicts(Heuristic):
    """Walking distance plus the amount that linear conflict adds to Manhattan."""

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        names = ("walking-distance", "linear-conflict", "manhattan")
        self.walking, self.conflict, self.manhattan = [HEURISTICS[name].make(goal) for name in names]

    def estimate(self, state: Sequence[int]) -> float:
        return self.walking.estimate(state) + self.conflict.estimate(state) - self.manhattan.estimate(state)


@pytest.mark.slow
def test_walking_distance_and_conflicts_do_not_add_up() -> None:
    bad = certify(WalkingAndConflicts, against=[]).bad_states
    assert f"is too large on {bad} states" in HEURISTICS_DOC.flat


def test_tables_of_walking_distance_have_the_sizes_documented() -> None:
    for width, heights, said in ((3, (1, 1, 1), "105 for"), (4, (1, 1, 1, 1), "24,964 for")):
        table = solve_table(width, heights, 0)
        assert table is not None
        assert said == f"{len(table.distance):,} {said.split()[1]}"
        assert said in HEURISTICS_DOC.flat


@pytest.mark.slow
@pytest.mark.parametrize("goal", four_goals(Shape(3, 3)), ids=str)
def test_misplaced_with_the_blank_is_too_large_by_one_at_most(goal: Board) -> None:
    assert certify(EXHIBITS["misplaced-with-blank"], goal.shape, goal, against=[]).worst_excess == 1
