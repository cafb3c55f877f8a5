"""Call a user's heuristic: check what it returns, and describe what it raises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isnan
from numbers import Real
from typing import cast

from npuzzle.errors import InvalidHeuristicError, quote
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import board_of

SOURCE = "<heuristic>"  # the file name under which text is compiled, to find its lines in a traceback
MAX_ESTIMATE = 1e15  # a larger estimate is refused: it would make sums inexact


def call_heuristic(ask: Callable[[], object], name: str, state: Sequence[int], goal: Board) -> float:
    """Return `ask()`, a number, 0 or more. Raises InvalidHeuristicError, with the board, otherwise."""
    try:
        value = ask()
        if type(value) is not int and type(value) is not float and isinstance(value, Real):
            value = _plain(value)  # from numpy, or a Fraction
    except InvalidHeuristicError:
        raise
    except (Exception, SystemExit) as error:
        line = line_of(error)
        what = (
            f"{name} raised {type(error).__name__} ({error})"
            if line is None
            else f"{describe_exception(error)},"
        )
        raise InvalidHeuristicError(f"{what} for the board {board_of(state, goal)}", line) from error
    if isinstance(value, (int, float)) and 0 <= value <= MAX_ESTIMATE:
        return value
    raise InvalidHeuristicError(describe_refused(value, name, board_of(state, goal)))


def are_estimates(values: Sequence[object]) -> bool:
    """Whether all are valid: plain numbers from 0 to MAX_ESTIMATE."""
    if not set(map(type, values)) <= {int, float}:
        return False
    plain = cast(Sequence[float], values)
    return min(plain) >= 0 and max(plain) <= MAX_ESTIMATE and not any(map(isnan, plain))


def describe_refused(value: object, name: str, board: Board) -> str:
    """Say what is wrong with a value that is not an estimate: of the wrong kind, negative, or too large."""
    rule = "a heuristic gives a number, 0 or more"
    if isinstance(value, (int, float)) and MAX_ESTIMATE < value < inf:
        rule = f"an estimate is at most {MAX_ESTIMATE:,.0f}"
    return f"{rule}; {name} gave {_brief(value)} for the board {board}"


def _plain(value: Real) -> float:
    """Return a number of any kind as a plain one; one too large for that as a whole number."""
    try:
        return float(value)
    except OverflowError:
        return int(value)  # type: ignore[call-overload, no-any-return]


def line_of(error: BaseException) -> int | None:
    """Find the innermost line of the text named SOURCE in a traceback; None if there is none."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == SOURCE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def describe_exception(error: BaseException) -> str:
    """Describe an error as the last line of a traceback does, after the number of the line at fault.

    >>> describe_exception(KeyError("off"))
    "KeyError: 'off'"
    """
    line = line_of(error)
    where = "" if line is None else f"line {line}: "
    return f"{where}{type(error).__name__}: {error}".removesuffix(": ")


def _brief(value: object) -> str:
    """Return a short text for any value."""
    if isinstance(value, int):
        return quote(value)
    try:
        return f"{value!r:.40}"
    except Exception:  # a user's class whose repr raises
        return f"a {type(value).__name__}"
