"""Make a heuristic from Python text; every error names its line."""

from __future__ import annotations

import inspect
import warnings
from dataclasses import replace
from types import CodeType, FunctionType
from typing import Any

from npuzzle.errors import InvalidHeuristicError, NPuzzleError, require
from npuzzle.heuristics import Heuristic, HeuristicCard, as_card, from_function
from npuzzle.heuristics.guard import SOURCE, describe_exception, line_of
from npuzzle.puzzle.board import Board

MARKED_NAME = "heuristic"  # a function or class of this name is chosen, even if it is not the last one
SEARCH_NAME = "search"  # a function of this name is an algorithm, see `npuzzle.search.from_source`


def heuristic_from_source(text: str, *, name: str = "yours") -> HeuristicCard:
    """Run `text`; make a card of its last function, or its last class that derives from Heuristic.

    >>> heuristic_from_source("def h(board, goal): return 2 * (board != goal)").name
    'yours'

    A function or class called `heuristic` is chosen even if it is not the last one; it must be called so in
    a text with a function `search`, which is an algorithm. Raises
    InvalidHeuristicError, whose `line` is the line at fault: `line 1: NameError: name 'foo' is not defined`.
    So does the heuristic of the card when it is called.
    """
    require(text, str, "a heuristic is written as text", InvalidHeuristicError)
    require(name, str, "the name of a heuristic is text", InvalidHeuristicError)
    if not text.strip():
        raise InvalidHeuristicError("there is no heuristic yet: write a function that takes a board")
    namespace = run_source(text, name)
    try:
        return replace(_make_card(_choose(namespace), name), text=text)
    except NPuzzleError as error:
        raise InvalidHeuristicError(str(error), line_of(error)) from error
    except (Exception, SystemExit) as error:
        raise InvalidHeuristicError(describe_exception(error), line_of(error)) from error


def run_source(text: str, name: str) -> dict[str, Any]:
    """Run a text as a module of that name; return what it defines. Raises InvalidHeuristicError."""
    code = _compile(text)
    namespace: dict[str, Any] = {"__name__": name, "__builtins__": __builtins__}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(code, namespace)  # to run the user's own code is the purpose
    except (Exception, SystemExit) as error:
        raise InvalidHeuristicError(describe_exception(error), line_of(error)) from error
    return namespace


def _compile(text: str) -> CodeType:
    """Compile the text. Raises InvalidHeuristicError with the line at fault."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(text, SOURCE, "exec", dont_inherit=True)
    except SyntaxError as error:
        where = f"line {error.lineno}: " if error.lineno else ""
        raise InvalidHeuristicError(
            f"{where}{type(error).__name__}: {error.msg}", error.lineno or None
        ) from None
    except Exception as error:  # it is not text for Python, or nested too deeply
        raise InvalidHeuristicError(f"Python cannot read the text: {error}") from None


def _choose(namespace: dict[str, Any]) -> Any:
    """Choose the function or class that is the heuristic."""
    if callable(namespace.get(MARKED_NAME)):
        return namespace[MARKED_NAME]
    if callable(namespace.get(SEARCH_NAME)):
        raise InvalidHeuristicError(
            "the text has an algorithm, the function search, and no function called heuristic: "
            "race the algorithm, or write such a function"
        )
    lines = {name: _first_line(value) for name, value in namespace.items() if name != "__builtins__"}
    defined = [name for name, line in lines.items() if line]
    if not defined:
        raise InvalidHeuristicError("the text defines no function: write one that takes a board")
    return namespace[max(defined, key=lambda name: lines[name])]


def _first_line(value: object) -> int:
    """Return the first line of a function, or of a class that derives from Heuristic; else 0."""
    if isinstance(value, type):
        own = issubclass(value, Heuristic)
        return max(map(_first_line, vars(value).values()), default=0) if own else 0
    inner = inspect.unwrap(value) if callable(value) else None
    is_ours = isinstance(inner, FunctionType) and inner.__code__.co_filename == SOURCE
    return inner.__code__.co_firstlineno if isinstance(inner, FunctionType) and is_ours else 0


def _make_card(meant: Any, name: str) -> HeuristicCard:
    if not (isinstance(meant, type) and issubclass(meant, Heuristic)):
        return from_function(meant, name=name)
    if meant.estimate is Heuristic.estimate:
        raise InvalidHeuristicError(f"class {meant.__name__} defines no estimate(self, state)")
    return replace(as_card(meant), name=name, label=name, make=lambda goal: _instantiate(meant, goal))


def _instantiate(kind: type[Heuristic], goal: Board) -> Heuristic:
    """Make the heuristic of a class for a goal; an error in its `__init__` names its line."""
    try:
        heuristic = kind(goal)
    except (Exception, SystemExit) as error:
        raise InvalidHeuristicError(describe_exception(error), line_of(error)) from error
    if getattr(heuristic, "goal", None) != goal:
        raise InvalidHeuristicError(f"class {kind.__name__} must call super().__init__(goal) in its __init__")
    return heuristic
