"""Users' heuristics: the arguments of a function, its card, and errors in its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import nan
from typing import Any

import pytest

from npuzzle import HEURISTICS, Board, Heuristic, HeuristicCard, NPuzzleError, Problem, Shape, solve
from npuzzle.errors import SOURCE, InvalidHeuristicError, describe_exception
from npuzzle.heuristics import as_card, from_function
from npuzzle.heuristics.base import is_built_in
from npuzzle.heuristics.own import PARAMETERS, instantiate
from npuzzle.heuristics.simple import Manhattan
from tests.support.command_line import Call, Save
from tests.support.strategies import four_goals, shuffled, walk
from tests.unit.heuristics.own_heuristics import GOAL, START, answer, of_board_and_goal


def of_board(board: Board) -> int:
    return board.tiles.index(0)


def of_state(state: Sequence[int]) -> int:
    return 100 * state[0] + state[1]


def of_shape_and_home(shape: Shape, home: int) -> int:
    return 1000 * shape.rows + 100 * shape.cols + home


def of_all(board: Board, goal: Board, state: Sequence[int], shape: Shape, home: int) -> int:
    assert board.shape == goal.shape == shape
    assert tuple(goal.tiles[label] for label in state) == board.tiles
    return abs(state.index(home) - home)


@pytest.mark.parametrize(
    ("function", "h"),
    [
        (of_board, 3),
        (of_board_and_goal, 5),
        (of_state, 100 * 1 + 0),
        (of_shape_and_home, 3304),
        (of_all, 1),
        (lambda board: board.shape.cells, 9),
        (lambda goal: goal.blank, 4),
    ],
)
def test_a_function_gets_what_its_parameters_name(function: Callable[..., Any], h: float) -> None:
    assert answer(function) == h


def test_a_board_comes_in_the_goals_own_numbering_along_walks_of_tuples_and_lists() -> None:
    """Manhattan distance written for boards equals the built-in one."""

    def by_hand(board: Board, goal: Board, shape: Shape) -> int:
        return sum(shape.distance(board.tiles.index(t), goal.tiles.index(t)) for t in range(1, shape.cells))

    for goal in four_goals(Shape(3, 4)):
        mine, manhattan = from_function(by_hand).make(goal), Manhattan(goal)
        problem = Problem(shuffled(goal.shape, 1), goal)
        h = mine.estimate(problem.initial)
        for slide, state in walk(problem, 50, seed=6):
            h = mine.step(h, list(state), slide)
            assert h == mine.estimate(state) == manhattan.estimate(state)


def test_what_is_offered_is_given_even_where_there_is_a_default_and_the_rest_is_left_alone() -> None:
    def function(board: Board, weight: int = 3, *rest: int, goal: Board | None = None, **more: int) -> int:
        assert goal == GOAL
        assert not rest
        assert not more
        return weight * board.blank

    assert answer(function) == 9


def test_methods_and_callable_objects_are_functions_too() -> None:
    class Blank:
        def at(self, board: Board) -> int:
            return board.blank

        __call__ = at

    assert answer(Blank().at) == answer(Blank()) == 3
    assert as_card(Blank().at).name == "at"
    assert as_card(Blank()).name == "Blank"


def positional_only(state: Sequence[int], /) -> int:
    return 0


@pytest.mark.parametrize(
    ("function", "takes"),
    [
        (lambda board, tiles, other: 0, "has the unknown parameters tiles, other"),
        (lambda goal, tiles: 0, "has the unknown parameter tiles"),
        (lambda state, target: 0, "has the unknown parameter target"),
        (lambda *, tiles: 0, "has the unknown parameter tiles"),
        (lambda: 0, "takes nothing"),
        (lambda *args, **more: 0, "takes nothing"),
        (lambda weight=3: 0, "takes nothing"),
        (positional_only, "has the unknown parameter state"),
    ],
)
def test_an_unknown_argument_of_a_function_is_refused_with_the_known_ones(
    function: Callable[..., Any], takes: str
) -> None:
    with pytest.raises(InvalidHeuristicError) as caught:
        from_function(function)
    assert str(caught.value).endswith(takes)
    assert ", ".join(PARAMETERS) in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, NPuzzleError)


@pytest.mark.parametrize("thing", [None, 3, 2.5, ("manhattan",), GOAL], ids=repr)
def test_what_cannot_be_called_is_no_heuristic(thing: Any) -> None:
    with pytest.raises(InvalidHeuristicError, match="a name, a card, a class or a function, got "):
        as_card(thing)


@pytest.mark.parametrize("thing", [max, int, dict])
def test_what_does_not_say_what_it_takes_is_no_heuristic(thing: Any) -> None:
    with pytest.raises(InvalidHeuristicError, match=r"cannot determine the parameters of .*"):
        as_card(thing)


class Mine(Heuristic):
    """Twice nothing.

    And a second line.
    """

    def estimate(self, state: Sequence[int]) -> float:
        return 0


def test_names_cards_and_classes_are_cards() -> None:
    assert as_card("Hamming") is as_card("misplaced") is HEURISTICS["misplaced"]
    card = HEURISTICS["manhattan"]
    assert as_card(card) is card
    mine = as_card(Mine)
    assert mine.name == mine.label == "Mine"
    assert mine.summary == "Twice nothing."
    assert type(mine.make(GOAL)) is Mine
    assert mine.make(GOAL).goal is GOAL


def test_functions_and_classes_claim_nothing_unless_told() -> None:
    for card in (as_card(of_board), as_card(Mine), from_function(of_board)):
        assert (card.admissible, card.consistent) == (False, False)
    card = from_function(of_board, name="mine", admissible=True)
    assert (card.name, card.admissible, card.consistent) == ("mine", True, False)
    assert from_function(of_board, consistent=True).consistent


def test_a_card_is_named_after_its_function_and_says_its_first_line() -> None:
    def twice(board: Board) -> int:
        """Twice the blank.

        More of it.
        """
        return 2 * board.blank

    card = from_function(twice)
    assert (card.name, card.label, card.summary) == ("twice", "twice", "Twice the blank.")
    assert from_function(lambda board: 0).name == "lambda"
    assert from_function(lambda board: 0).summary
    assert from_function(twice, name="other").name == "other"


class Faulty(Heuristic):
    """Estimates only the goal; its step modifies its argument."""

    def estimate(self, state: Sequence[int]) -> Any:
        assert isinstance(state, tuple)
        return 0 if state[0] == 0 else "far"

    def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
        return -h - 1


def test_a_class_of_ones_own_is_watched_as_a_function_is() -> None:
    heuristic = instantiate(as_card(Faulty), GOAL)
    assert heuristic.estimate(list(range(9))) == 0
    with pytest.raises(InvalidHeuristicError, match=f"Faulty gave 'far' for the board {START}"):
        heuristic.estimate(Problem(START, GOAL).initial)
    with pytest.raises(InvalidHeuristicError, match=f"Faulty gave -3 for the board {START}"):
        heuristic.step(2, list(Problem(START, GOAL).initial), (3, 4))


def test_what_is_built_in_is_trusted_and_its_name_is_not_enough() -> None:
    manhattan = HEURISTICS["manhattan"]
    assert is_built_in(manhattan)
    assert type(instantiate(manhattan, GOAL)) is Manhattan
    borrowed = from_function(lambda board: -1, name="manhattan")
    assert not is_built_in(borrowed)
    assert not is_built_in(as_card(Mine))
    with pytest.raises(InvalidHeuristicError, match="manhattan gave -1"):
        instantiate(borrowed, GOAL).estimate(range(9))


TEXT = """\
def inner(board):
    return 1 // board.tiles.index(1)


def outer(board):
    return inner(board)


def far(board):
    return int("far")
"""


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("outer", 2, "ZeroDivisionError: integer division or modulo by zero"),
        ("far", 10, "ValueError: invalid literal for int() with base 10: 'far'"),
    ],
)
def test_an_error_in_a_text_is_reported_with_its_innermost_line(name: str, line: int, said: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(TEXT, SOURCE, "exec"), names)
    start = Board.parse("1 2/3 0")
    with pytest.raises(InvalidHeuristicError) as caught:
        answer(names[name], start, start)
    assert str(caught.value) == f"line {line}: {said}, for the board {start}"
    assert caught.value.line == line
    assert caught.value.__cause__ is not None
    assert describe_exception(caught.value.__cause__) == f"line {line}: {said}"


def test_an_error_of_a_function_in_a_file_blames_no_line() -> None:
    with pytest.raises(InvalidHeuristicError) as caught:
        answer(lambda board: 1 // 0)
    assert caught.value.line is None


def test_an_error_in_a_file_names_the_file_and_its_line(call: Call, save: Save) -> None:
    off = save(
        "def off(state):\n    return worse(state)\n\ndef worse(state):\n    return state[9]\n", "off.py"
    )
    for words in (("certify",), ("solve", "1 2 3/4 5 6/7 0 8", "--heuristic")):
        code, _, err = call(*words, f"{off}:off")
        assert code == 2
        assert "line 5 of off.py: IndexError: tuple index out of range, for the board" in err
    bad = save("x = 1\ny = 1 // 0\n", "bad.py")
    assert "line 2 of bad.py: ZeroDivisionError" in call("certify", f"{bad}:off").err


def test_a_certificate_names_the_usual_causes_of_a_wrong_goal(call: Call, save: Save) -> None:
    file = save("def h(board): return sum(a != b for a, b in zip(board.tiles, range(9)) if a)", "h.py")
    causes = "at the goal  8, where it should be 0; usual causes: it counts the blank, its goal has"
    assert causes in call("certify", f"{file}:h").out
    assert "usual causes" not in call("certify", f"{file}:h", "--goal", "blank-first").out


def test_an_error_without_a_text_is_reported_by_its_name() -> None:
    assert describe_exception(AssertionError()) == "AssertionError"
    assert describe_exception(AssertionError("ends in: ")) == "AssertionError: ends in"


def test_what_cannot_show_itself_is_called_by_its_class() -> None:
    class Shy:
        def __repr__(self) -> str:
            raise RuntimeError("not today")

    with pytest.raises(InvalidHeuristicError, match="lambda gave an object of the class Shy for the board "):
        answer(lambda board: Shy())


def test_a_name_keeps_its_letters_and_a_function_without_a_text_a_summary() -> None:
    def nameless(board: Board) -> int:
        return 0

    nameless.__name__ = "<X>"
    assert from_function(nameless).name == "X"
    assert from_function(nameless).summary == "your own heuristic"


def test_a_class_that_is_watched_gets_the_slide_and_a_tuple() -> None:
    got: list[object] = []

    class Curious(Heuristic):
        """Records the arguments it gets."""

        def estimate(self, state: Sequence[int]) -> float:
            return 0

        def step(self, h: float, state: Sequence[int], slide: tuple[int, int]) -> float:
            got.append((h, state, slide))
            return h + 1

    assert instantiate(as_card(Curious), GOAL).step(2, list(range(9)), (3, 4)) == 3
    assert got == [(2, tuple(range(9)), (3, 4))]


@pytest.fixture
def registered() -> Iterator[HeuristicCard]:
    """Register a user's card that falsely claims to be admissible and then returns nan."""
    card = from_function(lambda board: 0, name="wrong", admissible=True)
    HEURISTICS.add(replace(card, make=Unchecked))
    yield HEURISTICS["wrong"]
    HEURISTICS._cards.pop()
    del HEURISTICS._by_name["wrong"]


class Unchecked(Heuristic):
    """Its values are checked only if the package checks them."""

    def estimate(self, state: Sequence[int]) -> float:
        return nan


def test_a_card_that_somebody_registered_is_checked_as_any_other_of_theirs(
    registered: HeuristicCard,
) -> None:
    assert not is_built_in(registered)
    board = "1 2 3/4 5 6/0 7 8"
    with pytest.raises(InvalidHeuristicError, match="wrong gave nan for the board 1 2 3/4 5 6/0 7 8"):
        solve(board, algorithm="astar", heuristic="wrong")
    with pytest.raises(InvalidHeuristicError, match="wrong claims to be admissible and is not: "):
        solve("1 2 3/4 0 6/7 5 8", algorithm="astar", heuristic=replace(registered, make=TooLarge))


class TooLarge(Heuristic):
    def estimate(self, state: Sequence[int]) -> float:
        return 0 if list(state) == sorted(state) else 1_000
