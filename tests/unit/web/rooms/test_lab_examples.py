"""Each example of the Lab is a registered heuristic or algorithm, or a known mistake, as it claims."""

from __future__ import annotations

import pytest

from npuzzle import HEURISTICS, Board, Problem, Shape, goal_board, random_board, solve
from npuzzle.heuristics import HeuristicCard, maximum
from npuzzle.heuristics.own import instantiate
from npuzzle.lab import EXHIBITS, certify, heuristic_from_source
from npuzzle.own import algorithm_from_source
from tests.support.quick import mostly_slow
from tests.support.strategies import four_goals, shuffled
from web.page.own_code import defines_search
from web.rooms.lab.examples import EXAMPLES, NAMED, Example
from web.rooms.lab.examples import HEURISTICS as HEURISTIC_EXAMPLES
from web.rooms.lab.state import clean
from web.rooms.race.task import iter_boards

SHAPES = (Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(4, 3), Shape(4, 4))


def twin(example: Example) -> HeuristicCard:
    """Return the card whose values the text must give."""
    if example.name == "maximum":
        return maximum("manhattan", "n-max-swap")
    return EXHIBITS[example.name] if example.is_broken else HEURISTICS[example.name]


@pytest.mark.parametrize("example", HEURISTIC_EXAMPLES, ids=lambda example: example.name)
def test_a_text_gives_the_values_of_its_twin(example: Example) -> None:
    card = heuristic_from_source(example.source)
    for shape in (Shape(3, 3),) if example.name == "constant-240" else SHAPES:
        for goal in four_goals(shape):
            mine, theirs = instantiate(card, goal), instantiate(twin(example), goal)
            for seed in range(40):
                state = Problem(shuffled(shape, seed), goal).initial
                assert mine.estimate(state) == pytest.approx(theirs.estimate(state), abs=1e-4), goal


@pytest.mark.parametrize("example", HEURISTIC_EXAMPLES, ids=lambda example: example.name)
def test_a_text_is_right_or_wrong_as_the_menu_says(example: Example) -> None:
    card = heuristic_from_source(example.source)
    if example.is_broken:
        shown = EXHIBITS[example.name]
        goal = goal_board("blank-last", Shape(3, 3))
        h = instantiate(card, goal).estimate(Problem(Board.parse(shown.board), goal).initial)
        assert h == shown.h > shown.distance
        return
    proof = certify(card, "2x3", against=["manhattan", "n-max-swap"])
    assert proof.admissible
    assert proof.consistent
    if example.name == "maximum":
        assert {standing.relation for standing in proof.against.values()} == {"dominates"}


def test_the_menu_has_every_exhibit_and_clean_short_texts() -> None:
    assert {example.name for example in HEURISTIC_EXAMPLES if example.is_broken} == {
        card.name for card in EXHIBITS
    }
    assert len(NAMED) == len(EXAMPLES)
    for example in EXAMPLES:
        assert clean(example.source) == example.source
        assert max(map(len, example.source.splitlines())) <= 80
        assert example.look.endswith((".", "?"))


def test_mending_the_shown_mistake_mends_the_heuristic() -> None:
    wrong = NAMED["pairwise-conflict"].source
    start = wrong.index("def conflicts")
    fewest = NAMED["linear-conflict"].source
    mended = wrong[:start] + fewest[fewest.index("def must_leave") :].replace("must_leave", "conflicts")
    proof = certify(heuristic_from_source(mended), "2x3", against=["linear-conflict"])
    assert proof.against["linear-conflict"].relation == "equal"


# Algorithms

BOARDS = [random_board("3x3", seed=seed) for seed in range(6)]


@pytest.mark.slow
@pytest.mark.parametrize("board", [BOARDS[4], BOARDS[0], BOARDS[1]], ids=str)
def test_breadth_first_search_expands_what_ours_expands(board: Board) -> None:
    algorithm = algorithm_from_source(NAMED["breadth-first"].source)
    mine, ours = solve(board, algorithm=algorithm), solve(board, algorithm="breadth-first")
    assert (mine.length, mine.expanded) == (ours.length, ours.expanded)


ASTAR_RUNS = [("manhattan", BOARDS), ("n-max-swap", BOARDS), ("zero", BOARDS[4:5]), ("zero", BOARDS[:1])]


@pytest.mark.slow
@pytest.mark.parametrize(("heuristic", "boards"), mostly_slow(ASTAR_RUNS, unpack=True))
def test_astar_finds_shortest_paths(heuristic: str, boards: list[Board]) -> None:
    algorithm = algorithm_from_source(NAMED["astar"].source)
    for board in boards:
        assert solve(board, algorithm=algorithm, heuristic=heuristic).length == solve(board).length


@pytest.mark.slow
def test_the_one_that_keeps_the_first_way_is_wrong_on_some_of_the_fifty_boards_of_a_race() -> None:
    goal = goal_board("blank-last", Shape(3, 3))
    dealing = iter_boards(goal, 50, 1)
    while True:
        try:
            next(dealing)
        except StopIteration as end:
            boards: list[tuple[Board, int | None]] = end.value
            break
    algorithm = algorithm_from_source(NAMED["first-way"].source)
    found = [
        (solve(board, algorithm=algorithm, heuristic="manhattan").length, depth) for board, depth in boards
    ]
    assert all(length is not None and depth is not None and length >= depth for length, depth in found)
    assert 0 < sum(length != depth for length, depth in found) < 10


def test_the_page_knows_the_algorithms_by_their_text() -> None:
    assert {example.name for example in EXAMPLES if defines_search(example.source)} == {
        "breadth-first",
        "astar",
        "first-way",
    }
    for text in (
        "def research(problem): yield",
        "    def search(problem): yield",
        "# def search(problem)",
        "",
    ):
        assert not defines_search(text)
