"""Heuristics from text: the function that is meant, and the line that errors name."""

from __future__ import annotations

import pytest

from npuzzle import Board, Problem, goal_board, solve
from npuzzle.errors import InvalidHeuristicError
from npuzzle.heuristics.own import instantiate
from npuzzle.lab import certify, heuristic_from_source

GOAL = Board.parse("1 2 3/4 5 6/7 8 0")
START = Board.parse("8 6 7/2 5 4/3 0 1")


def answer(text: str) -> float:
    return instantiate(heuristic_from_source(text), GOAL).estimate(Problem(START, GOAL).initial)


@pytest.mark.parametrize(
    ("text", "h"),
    [
        ("def one(board): return 1\ndef two(board): return 2", 2),
        ("def heuristic(board): return 1\ndef two(board): return 2", 1),
        ("def two(board): return 2\none = lambda board: 1", 1),
        ("def one(board): return 5\ndef two(board): return 2\ndef one(board): return 1", 1),
        ("from math import sqrt\ndef one(board): return sqrt(1)\nfrom operator import add", 1),
        ("import functools\n@functools.cache\ndef one(board): return 1", 1),
        (
            "from npuzzle import Heuristic\nclass Mine(Heuristic):\n    def estimate(self, state):"
            "\n        return state.index(self.home)",
            7,
        ),
        (
            "def helper(cell): return cell\nfrom npuzzle import Heuristic\nclass Mine(Heuristic):"
            "\n    def estimate(self, state): return helper(3)\nclass Other: pass",
            3,
        ),
        ("heuristic = max(1, 2)\ndef one(board): return heuristic", 2),
        ("def one(board):\n    'x is 3'\n    return 1 if board is 3 else 1", 1),
    ],
)
def test_the_last_function_is_meant_or_the_one_called_heuristic(text: str, h: float) -> None:
    assert answer(text) == h


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("def h(board)\n    return 1", 1, "line 1: SyntaxError: "),
        ("def h(board):\nreturn 1", 2, "line 2: IndentationError: expected an indented block"),
        ("x = 1\n\nfoo()\ndef h(board): return 1", 3, "line 3: NameError: name 'foo' is not defined"),
        ("import there_is_none", 1, "line 1: ModuleNotFoundError: No module named 'there_is_none'"),
        ("def f():\n    raise SystemExit\nf()", 2, "line 2: SystemExit"),
        (
            "def h(a, b, tiles): return 1",
            None,
            "board, goal, .*this one has the unknown parameters a, b, tiles",
        ),
        ("def h(): return 1", None, "this one takes nothing"),
        ("x = 1", None, "the text defines no function"),
        ("class Mine:\n    def estimate(self, state): return 1", None, "the text defines no function"),
        (" \n\n", None, "there is no heuristic yet"),
        ("\0", None, "null bytes"),
        ("\ud800", None, "Python cannot read the text"),
        (
            "from npuzzle import Heuristic\nclass H(Heuristic):\n    def f(self): return 1",
            None,
            "no estimate",
        ),
        ("from npuzzle import Board\nBoard.parse('nonsense')", 2, "not a board"),
    ],
)
def test_text_that_is_not_a_heuristic_is_refused_with_its_line(
    text: str, line: int | None, message: str
) -> None:
    with pytest.raises(InvalidHeuristicError, match=message) as caught:
        heuristic_from_source(text)
    assert caught.value.line == line


@pytest.mark.parametrize("text", ["(" * 500, "-" * 200_000 + "1", "x = " + "1+" * 100_000 + "1"])
def test_text_nested_too_deeply_is_refused_or_run_and_nothing_breaks(text: str) -> None:
    with pytest.raises(InvalidHeuristicError):
        heuristic_from_source(text)


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("    total = 0\n    return total / 0", 3, "line 3: ZeroDivisionError: division by zero, for the"),
        (
            "    return foo",
            2,
            "line 2: NameError: name 'foo' is not defined, for the board 8 6 7/2 5 4/3 0 1",
        ),
        ("    return board.tiles.index(99)", 2, "line 2: ValueError: "),
        ("    assert board is None", 2, "line 2: AssertionError, for the board"),
        ("    return h(board)", 2, "line 2: RecursionError"),
        ("    exit()", 2, "line 2: (SystemExit|NameError)"),
        ("    pass", None, "yours gave None for the board 8 6 7/2 5 4/3 0 1"),
        ("    return -1", None, "yours gave -1 for the board"),
    ],
)
def test_an_error_when_asked_names_its_line_and_the_board(body: str, line: int | None, message: str) -> None:
    with pytest.raises(InvalidHeuristicError, match=message) as caught:
        answer(f"def h(board):\n{body}")
    assert caught.value.line == line


def test_an_error_inside_another_function_of_the_text_names_the_innermost_line() -> None:
    with pytest.raises(InvalidHeuristicError, match=r"line 2: TypeError"):
        answer("def helper(board):\n    return board + 1\ndef h(board):\n    return helper(board)")


@pytest.mark.parametrize(
    ("init", "line", "message"),
    [
        ("self.far = 1 / 0", 4, "line 4: ZeroDivisionError: division by zero"),
        ("self.far = 1", None, r"class Mine must call super\(\).__init__\(goal\)"),
    ],
)
def test_a_class_that_cannot_be_made_is_reported(init: str, line: int | None, message: str) -> None:
    text = (
        "from npuzzle import Heuristic\nclass Mine(Heuristic):\n    def __init__(self, goal):\n"
        f"        {init}\n    def estimate(self, state): return 0"
    )
    card = heuristic_from_source(text)
    with pytest.raises(InvalidHeuristicError, match=message) as caught:
        card.make(GOAL)
    assert caught.value.line == line


def test_text_is_certified_and_searched_with_like_any_other() -> None:
    card = heuristic_from_source(
        "def far(board, goal, shape):\n"
        "    return sum(shape.distance(board.tiles.index(t), goal.tiles.index(t))\n"
        "               for t in board.tiles if t != 0)",
        name="mine",
    )
    proof = certify(card, "2x3", against=["manhattan"])
    assert (proof.heuristic, proof.admissible, proof.against["manhattan"].relation) == ("mine", True, "equal")
    goal = goal_board("blank-first", START.shape)
    assert solve(Board.parse("3 1 2/4 7 5/0 6 8"), goal, heuristic=card).length is not None
    with pytest.raises(InvalidHeuristicError, match="line 2: KeyError: 3, for the board"):
        certify(heuristic_from_source("def h(board):\n    return {}[3]"), "2x2", against=[])
