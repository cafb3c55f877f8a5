"""Automatic: the algorithm and heuristic that it chooses for each board, and its reason in words."""

from __future__ import annotations

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Job, Metric, Shape, goal_board, start
from npuzzle.solving.plan import AUTOMATIC, AUTOMATIC_LINES, choose_algorithm, choose_heuristic

TILES, LINES = Metric.TILES, Metric.LINES
FEW = "{} cells are few enough for it to prove the shortest path quickly"
TABLES = "with pattern databases it proves the shortest path of any board of {} cells"
IMPROVED = "a proof for {} cells may take too long, so it improves a path until it ends"
LONG = "with {} cells any path is long, and this algorithm finds one immediately"
FEW_LINES = "{} cells are few enough for it to prove the fewest line moves"
MANY_LINES = "with line tables it proves the fewest line moves of most boards of {} cells"


@pytest.mark.parametrize(
    ("shapes", "metric", "algorithm", "heuristic", "why"),
    [
        ("2x2 3x3 2x4", TILES, "astar", "linear-conflict", FEW),
        ("2x5 3x4 4x4 2x8", TILES, "idastar", "pattern-tables", TABLES),
        ("3x6 5x5 14x14 64x64", TILES, "anytime", "linear-conflict", IMPROVED),
        ("64x65 127x127", TILES, "constructive", "linear-conflict", LONG),
        ("3x3", LINES, "astar", "line-tables", FEW_LINES),
        ("3x4 2x8 4x4", LINES, "idastar", "line-tables", MANY_LINES),
    ],
)
def test_every_rule_is_met_by_some_shapes(
    shapes: str, metric: Metric, algorithm: str, heuristic: str, why: str
) -> None:
    for shape in map(Shape.parse, shapes.split()):
        card, sentence = choose_algorithm(shape, metric=metric)
        assert card is ALGORITHMS[algorithm]
        assert sentence == f"{card.label} was chosen: {why.format(f'{shape.cells:,}')}."
        assert choose_heuristic(card, shape, metric).name == heuristic
        run = start(Job(board=goal_board("spiral", shape), goal=goal_board("spiral", shape), metric=metric))
        assert (run.algorithm.name, run.heuristic.name) == (algorithm, heuristic)


@pytest.mark.parametrize(
    ("algorithm", "shapes", "heuristic"),
    [
        ("idastar", "2x2 3x3 2x13 3x9 5x6", "linear-conflict"),
        ("idastar", "2x5 4x4 3x6 4x5 2x12 5x5", "pattern-tables"),
        *((name, "4x4", "linear-conflict") for name in ("astar", "greedy", "rbfs")),
    ],
)
def test_an_algorithm_with_a_kernel_asks_pattern_tables_wherever_there_can_be_any(
    algorithm: str, shapes: str, heuristic: str
) -> None:
    for shape in shapes.split():
        assert choose_heuristic(ALGORITHMS[algorithm], Shape.parse(shape)).name == heuristic


def test_a_named_heuristic_and_a_time_decide_too() -> None:
    named = [choose_algorithm(Shape.parse(shape), has_heuristic=True) for shape in ("3x3", "4x4", "20x20")]
    assert [card.name for card, _ in named] == ["astar", "idastar", "idastar"]
    assert named[-1][1] == "IDA* was chosen: it uses the heuristic that was named."
    card, sentence = choose_algorithm(Shape(4, 4), within=1)
    assert (card.name, sentence) == (
        "anytime",
        "Anytime was chosen: the best path within 1 second was asked for.",
    )
    assert choose_algorithm(Shape(3, 3), within=2)[0].name == "astar"
    assert choose_algorithm(Shape(4, 4), within=1, has_heuristic=True)[0].name == "idastar"


def test_the_rules_in_words_name_what_is_chosen() -> None:
    for words in (AUTOMATIC, AUTOMATIC_LINES):
        assert set(words) == {"algorithm", "heuristic"}
    assert AUTOMATIC["algorithm"].startswith("A* for boards of up to 9 cells, IDA* up to 16: ")
    assert HEURISTICS["linear-conflict"].label.lower() in AUTOMATIC["heuristic"].lower()
