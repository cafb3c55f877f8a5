"""Arguments of an unexpected type either work or raise an error of this package that names the problem."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from npuzzle import (
    ALGORITHMS,
    GOALS,
    HEURISTICS,
    Board,
    InvalidBoardError,
    InvalidHeuristicError,
    InvalidJobError,
    InvalidShapeError,
    Job,
    Limits,
    Notation,
    NPuzzleError,
    Problem,
    Result,
    Shape,
    UnknownNameError,
    best_first,
    check,
    explore,
    format_moves,
    from_function,
    goal_board,
    inversion_pairs,
    maximum,
    multi_tile_length,
    parse_moves,
    random_board,
    random_walk,
    single_tile_length,
    solve,
    start,
    verify,
    weighted,
)
from npuzzle.errors import UnknownOptionError
from npuzzle.lab import (
    Contender,
    boards_at_depths,
    certify,
    compare,
    contenders,
    effective_branching,
    enumerate_states,
    evaluate,
    heuristic_from_source,
    judge,
    trace,
)
from npuzzle.solving.driver import Found
from npuzzle.solving.limits import LIMITS
from npuzzle.solving.many import solve_many
from npuzzle.solving.options import JobOptions

ROOT = Path(__file__).parents[2]
TEXT = "1 2 3/4 0 5"
BOARD, GOAL = Board.parse(TEXT), goal_board("blank-last", Shape(2, 3))
SHORT = ("weight", "width", *LIMITS)  # allowed in addition to `numbers` and `limits`
OPTIONS: dict[str, Any] = {
    "board": TEXT,
    "goal": "blank-last",
    "algorithm": "beam",
    "heuristic": "manhattan",
    "weight": 1.5,
    "width": 10,
    "numbers": {},
    "seconds": 60,
    "expanded": None,
    "stored": None,
    "depth": None,
    "limits": Limits(expanded=10),
    "notation": Notation.TILE,
    "engine": "auto",
    "every": False,
    "within": None,
}


def listed(function: Callable[..., Any]) -> Callable[..., list[Any]]:
    """Return a function that lists the items of `function`'s iterator."""

    def all_of(**arguments: Any) -> list[Any]:
        return list(function(**arguments))

    return all_of


def limits(**arguments: Any) -> Any:
    return Limits(**arguments)


#: Everything that can be called, with valid arguments.
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "solve": (solve, OPTIONS),
    "Job.create": (lambda **options: Job.create(**options).to_dict(), OPTIONS),
    "Job": (
        lambda **options: Job(**options).to_dict(),
        {**{name: OPTIONS[name] for name in OPTIONS if name not in SHORT}, "board": BOARD, "goal": GOAL},
    ),
    "Job.from_dict": (Job.from_dict, {"data": Job.create(TEXT).to_dict()}),
    "start": (start, {"job": Job.create(TEXT)}),
    "solve_many": (listed(solve_many), {"jobs": [], "executor": None, "ahead": 1}),
    "Limits": (limits, {"seconds": 1, "expanded": 1, "stored": 1, "depth": 1}),
    "Board": (Board, {"shape": BOARD.shape, "tiles": BOARD.tiles}),
    "Board.parse": (Board.parse, {"text": TEXT}),
    "Board.from_rows": (Board.from_rows, {"rows": [[1, 2], [3, 0]]}),
    "Board.from_words": (Board.from_words, {"rows": [["1", "2"], ["3", "0"]]}),
    "Board.slide": (BOARD.slide, {"src": 3}),
    "Board.swap": (BOARD.swap, {"a": 1, "b": 2}),
    "Board.svg": (BOARD.svg, {"goal": GOAL, "width": 100.0}),
    "Board.picture": (BOARD.picture, {"goal": GOAL}),
    "Shape": (Shape, {"rows": 2, "cols": 3}),
    "Shape.parse": (Shape.parse, {"text": "2x3"}),
    "goal_board": (goal_board, {"goal": "spiral", "shape": Shape(2, 3)}),
    "Problem": (Problem, {"start": BOARD, "goal": GOAL}),
    "Problem.replay": (Problem(BOARD, GOAL).replay, {"path": "R"}),
    "verify": (verify, {"board": TEXT, "moves": [5], "goal": "blank-last", "seconds": 60}),
    "random_board": (random_board, {"goal": GOAL, "random": Random(1)}),
    "random_walk": (random_walk, {"goal": GOAL, "moves": 3, "random": Random(1)}),
    "check": (check, {"board": TEXT, "goal": "blank-last"}),
    "inversion_pairs": (listed(inversion_pairs), {"board": BOARD}),
    "format_moves": (format_moves, {"path": "UDD", "notation": Notation.TILE}),
    "parse_moves": (parse_moves, {"text": "UDD", "notation": Notation.TILE}),
    "single_tile_length": (single_tile_length, {"path": "UDD"}),
    "multi_tile_length": (multi_tile_length, {"path": "UDD"}),
    "from_function": (
        from_function,
        {"function": lambda board: 0, "name": "mine", "admissible": True, "consistent": True},
    ),
    "maximum": (lambda part: maximum("mix", part), {"part": "misplaced"}),
    "weighted": (lambda weight, part: weighted(weight, part), {"weight": 0.5, "part": "misplaced"}),
    "best_first": (
        lambda **options: explore(best_first(Problem(BOARD, GOAL), **options), Limits(expanded=10)),
        {"weight": 1, "cost": lambda *_: 1, "estimate": None, "priority": None, "max_depth": None},
    ),
    "explore": (lambda limits: explore(best_first(Problem(BOARD, GOAL)), limits), {"limits": Limits()}),
    "certify": (
        certify,
        {"heuristic": "zero", "shape": "2x2", "goal": "blank-last", "against": ["mix"]},
    ),
    "evaluate": (listed(evaluate), {"heuristic": "zero", "shape": "2x2", "goal": "blank-last"}),
    "judge": (
        listed(judge),
        {"name": "mine", "goal": Board.parse("1 2/3 0"), "values": [0] * 12, "against": ["mix"]},
    ),
    "enumerate_states": (enumerate_states, {"shape": Shape(2, 2), "home": 3}),
    "boards_at_depths": (
        listed(boards_at_depths),
        {"goal": Board.parse("1 2/3 0"), "each": 1, "random": Random(1)},
    ),
    "contenders": (contenders, {"algorithms": ["astar"], "heuristics": ["mix"]}),
    "compare": (compare, {"boards": [TEXT], "ways": [Contender()], "goal": "blank-last"}),
    "effective_branching": (effective_branching, {"generated": 100, "depth": 5}),
    "trace": (trace, {"board": TEXT, "goal": "blank-last", "algorithm": "astar", "heuristic": "mix"}),
    "heuristic_from_source": (
        heuristic_from_source,
        {"text": "def h(board):\n    return 0\n", "name": "mine"},
    ),
    "HEURISTICS": (HEURISTICS.__getitem__, {"name": "mix"}),
    "ALGORITHMS": (ALGORITHMS.__contains__, {"name": "mix"}),
    "GOALS": (GOALS.__getitem__, {"name": "spiral"}),
}


class Strange:
    """An object of an unrelated class."""


ODD: list[Any] = [
    *(
        None,
        True,
        0,
        5,
        -1,
        10**400,
        10**5000,
        1.5,
        nan,
        inf,
        1j,
        "",
        "2",
        "blank",
        "\ud800",
        b"2x3",
        Decimal(2),
    ),
    *(Fraction(1, 2), (), [], {}, set(), [[1, 2], [3, 0]], [1, 2, 3, 0], ([1],), {"seconds": 3}, (3, 3)),
    *(int, Strange, Strange(), len, range(4), Ellipsis, ALGORITHMS["astar"], HEURISTICS["mix"], BOARD),
    *(BOARD.shape, Limits(), Notation.BLANK, Random(1), Job.create(TEXT), lambda: 0, iter([])),
]

OWN_FUNCTIONS = ("cost", "estimate", "priority")
PLACES = [(name, place) for name, (_, arguments) in CALLS.items() for place in arguments]


@pytest.mark.slow_cases("evaluate-shape", "enumerate_states-shape", "certify-shape")
@pytest.mark.parametrize(("name", "place"), PLACES, ids=lambda word: word)
def test_an_argument_of_any_type_works_or_is_refused_in_words(name: str, place: str) -> None:
    call, arguments = CALLS[name]
    said: list[str] = []
    for odd in ODD:
        if place in OWN_FUNCTIONS and callable(odd):
            continue  # an error raised inside a user's own function is passed on
        try:
            call(**{**arguments, place: odd})
        except NPuzzleError as error:
            said.append(str(error))
    assert all(said)
    assert "object at 0x" not in " ".join(said)


WHOLE = [
    *((name, place) for name, place in PLACES if type(CALLS[name][1][place]) is int),
    *(("solve", place) for place in ("expanded", "stored", "depth")),
]


@pytest.mark.parametrize("kind", [float, np.int64, np.float32], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(("name", "place"), WHOLE, ids=lambda word: word)
def test_a_number_of_any_class_counts_as_that_number(
    name: str, place: str, kind: Callable[[int], Any]
) -> None:
    call, arguments = CALLS[name]
    value = arguments[place] or 10
    given, plain = (call(**{**deepcopy(arguments), place: number}) for number in (kind(value), value))
    assert _without_time(given) == _without_time(plain)


def _without_time(value: Any) -> Any:
    """Return the value without its time, which differs from run to run."""
    return replace(value, seconds=0) if isinstance(value, Result | Found) else value


@pytest.mark.parametrize("name", CALLS)
def test_the_right_arguments_are_right(name: str) -> None:
    call, arguments = CALLS[name]
    call(**arguments)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: Board.parse([[1, 2], [3, 0]]), InvalidBoardError, "not a board: expected text, such as"),  # type: ignore[arg-type]
        (lambda: solve("1 2/0 3", goal=5), InvalidBoardError, "the goal is not a board: expected text"),  # type: ignore[arg-type]
        (lambda: solve("1 2/0 3", algorithm=5), InvalidJobError, "the algorithm must be a name, .* got 5"),  # type: ignore[arg-type]
        (lambda: solve("1 2/0 3", limits=3), InvalidJobError, r"Limits\(seconds=10\), or a mapping, got 3"),  # type: ignore[arg-type]
        (
            lambda: solve("1 2/0 3", limits={"time": 3}),
            InvalidJobError,
            "unknown limit 'time'; known: sec",
        ),  # type: ignore[typeddict-unknown-key]
        (
            lambda: solve("1 2/0 3", seconds=3, limits=Limits(seconds=4)),
            InvalidJobError,
            "twice: 3, and 4 in",
        ),
        (
            lambda: solve("1 2/0 3", algorithm="weighted-astar", weight=3, numbers={"weight": 2}),
            InvalidJobError,
            "the weight is given twice: 3, and 2 in numbers",
        ),
        (
            lambda: Job.from_dict({"board": "1 2/0 3", "weight": 3, "numbers": {"weight": 2}}),
            InvalidJobError,
            "the weight is given twice: 3, and 2 in numbers",
        ),
        (
            lambda: contenders(["weighted-astar"], ["mix"], weight=3, numbers={"weight": 2}),
            InvalidJobError,
            "the weight is given twice: 3, and 2 in numbers",
        ),
        (lambda: solve("1 2/0 3", notation="blank"), InvalidJobError, "Notation.BLANK, got 'blank'"),  # type: ignore[arg-type]
        (lambda: goal_board("spiral", (3, 3, 3)), InvalidShapeError, r"text like 3x4, .* got \(3, 3, 3\)"),
        (lambda: random_walk(4, 4, Random(1)), InvalidBoardError, "the goal is not a board: .* got 4"),  # type: ignore[arg-type]
        (lambda: format_moves("U", "tile"), InvalidJobError, "Notation.TILE or Notation.BLANK, got 'tile'"),  # type: ignore[arg-type]
        (lambda: BOARD.svg(width=nan), InvalidJobError, "1 to 100,000 px wide, got nan"),  # type: ignore[arg-type]
        (lambda: start("1 2/0 3"), InvalidJobError, "a job must be a Job"),  # type: ignore[arg-type]
        (lambda: certify("mix", against="zero"), InvalidHeuristicError, "a list of heuristics, got 'zero'"),
        (lambda: HEURISTICS[5], UnknownNameError, "unknown heuristic 5; known: zero"),  # type: ignore[index]
        (lambda: Board(Strange()), InvalidBoardError, "got an object of the class Strange"),  # type: ignore[arg-type]
    ],
)
def test_it_is_said_what_was_expected_and_what_came(
    call: Callable[[], object], error: type[NPuzzleError], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize(
    ("word", "said"),
    [
        *((word, "did you mean seconds?") for word in ("timeout", "time_limit", "tme_limit")),
        ("algoritm", "did you mean algorithm?"),
        ("heuristics", "did you mean heuristic?"),
        ("max_nodes", "did you mean expanded?"),
        ("target", "did you mean goal?"),
        ("all", "did you mean every?"),
        ("Engine", "did you mean engine?"),
        ("zzz", "It has: board, goal, algorithm"),
    ],
)
@pytest.mark.parametrize("function", [solve, Job.create], ids=lambda function: function.__qualname__)
def test_an_unknown_option_is_refused_with_the_nearest_right_word(
    function: Callable[..., object], word: str, said: str
) -> None:
    with pytest.raises(UnknownOptionError) as caught:
        function("1 2/0 3", **{word: 3})
    assert f"{function.__qualname__} has no option '{word}'" in str(caught.value)
    assert said in str(caught.value)
    assert isinstance(caught.value, TypeError)


def test_the_options_of_solve_and_create_are_the_fields_of_a_job() -> None:
    names = [field.name for field in fields(Job) if field.init]
    assert sorted(["board", "goal", *JobOptions.__annotations__]) == sorted([*names, *SHORT])
