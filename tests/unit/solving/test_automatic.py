"""What Automatic chooses: which algorithm and heuristic for which board, and why, in words."""

from __future__ import annotations

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, Metric, Shape
from npuzzle.solving.plan import AUTOMATIC, AUTOMATIC_LINES, choose_algorithm, choose_heuristic

TILES, LINES = Metric.TILES, Metric.LINES


@pytest.mark.parametrize(
    ("shape", "metric", "algorithm", "heuristic", "why"),
    [
        (
            "2x2",
            TILES,
            "astar",
            "linear-conflict",
            "4 cells are few enough for it to prove the shortest path at once",
        ),
        (
            "3x3",
            TILES,
            "astar",
            "linear-conflict",
            "9 cells are few enough for it to prove the shortest path at once",
        ),
        (
            "2x5",
            TILES,
            "idastar",
            "pattern-tables",
            "with pattern databases it proves the shortest path of any board of 10 cells",
        ),
        (
            "4x4",
            TILES,
            "idastar",
            "pattern-tables",
            "with pattern databases it proves the shortest path of any board of 16 cells",
        ),
        (
            "5x5",
            TILES,
            "anytime",
            "linear-conflict",
            "a proof for 25 cells may take too long, so it improves a path until it ends",
        ),
        (
            "127x127",
            TILES,
            "constructive",
            "linear-conflict",
            "with 16,129 cells any path is long, and this one is there at once",
        ),
        (
            "3x3",
            LINES,
            "astar",
            "line-walking-distance",
            "9 cells are few enough for it to prove the fewest line moves",
        ),
        (
            "4x4",
            LINES,
            "beam",
            "line-walking-distance",
            "a proof in line moves may take long for 16 cells, and this finds a path in seconds",
        ),
    ],
)
def test_every_rule_is_met_by_some_shape(
    shape: str, metric: Metric, algorithm: str, heuristic: str, why: str
) -> None:
    card, sentence = choose_algorithm(Shape.parse(shape), metric=metric)
    assert card is ALGORITHMS[algorithm]
    assert sentence == f"{card.label} was chosen: {why}."
    assert choose_heuristic(card, Shape.parse(shape), metric).name == heuristic


def test_a_named_heuristic_and_a_time_decide_too() -> None:
    named = [
        choose_algorithm(Shape.parse(shape), has_heuristic=True)[0].name for shape in ("3x3", "4x4", "9x9")
    ]
    assert named == ["astar", "idastar", "idastar"]
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
