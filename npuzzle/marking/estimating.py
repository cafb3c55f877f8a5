"""The program of a process that asks a student's heuristic for its estimates. It judges nothing.

A new interpreter gets this module as source code, so that nothing in the process leads to the files of
npuzzle. The process imports npuzzle only for heuristics that use npuzzle. Estimates are written to a copy of
standard output; anything that the student's code prints is dropped. The student's code can write to the copy
too, but the parent process accepts only estimates, and checks them.
"""

import inspect
import os
import sys
import traceback
from array import array
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from numbers import Real
from types import ModuleType
from typing import Any

FORMS = {"rows": "as a list of rows", "flat": "as a flat tuple", "npuzzle": "as a Board"}


def main(file: str, name: str, form: str, goal: str) -> None:
    """Read boards from standard input. Write their estimates, as doubles, or the error that prevents them."""
    given = sys.stdin.buffer.read()  # read before the student's code can read it
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    board, values, cols = b"", array("d"), len(goal.split("/")[0].split())
    try:
        estimate = load(file, name, form, goal)
        cells = len(goal.split("/")) * cols
        for at in range(0, len(given), cells):
            board = given[at : at + cells]
            value = estimate(board)
            if not isinstance(value, Real):
                raise TypeError(f"expected a number, got {value!r}")
            values.append(float(value))
        answer = b"V" + values.tobytes()
    except BaseException as error:
        rows = [" ".join(map(str, board[at : at + cols])) for at in range(0, len(board), cols)]
        where = f", for the board {'/'.join(rows)}, given {FORMS[form]} (--as)" if rows else ""
        answer = b"E" + describe(error, file, where)
    while answer:
        answer = answer[os.write(out, answer) :]
    os._exit(0)  # so that no thread or exit handler of the student's code runs afterwards


def load(file: str, name: str, form: str, goal: str) -> Callable[[bytes], Any]:
    """Run the student's file. Return a function that estimates a board, given as bytes."""
    sys.path.insert(0, os.getcwd())  # for imports of the student's other files
    module = sys.modules["student"] = ModuleType("student")
    module.__file__ = os.path.abspath(file)
    SourceFileLoader("student", file).exec_module(module)
    if not callable(function := getattr(module, name, None)):
        known = [key for key, value in vars(module).items() if inspect.isfunction(value)]
        others = f", only {', '.join(known)}" if known else ""
        raise NameError(f"there is no function {name}{others}")
    if form == "npuzzle":
        return adapt(function, goal)
    rows = [bytes(map(int, row.split())) for row in goal.split("/")]
    cols = len(rows[0])

    def convert(board: bytes) -> Any:
        parts = [[*board[at : at + cols]] for at in range(0, len(board), cols)]
        return tuple(board) if form == "flat" else parts

    taken = inspect.signature(function).parameters.values()
    needed = [one for one in taken if one.default is one.empty and one.kind is not one.VAR_KEYWORD]
    if len(needed) == 2:  # the board and the goal
        return lambda board: function(convert(board), convert(b"".join(rows)))
    return lambda board: function(convert(board))


def adapt(function: Any, goal: str) -> Callable[[bytes], Any]:
    """Turn a function of a `Board`, or a class of heuristics, into a function of bytes."""
    from npuzzle import Board
    from npuzzle.heuristics import as_card
    from npuzzle.heuristics.own import iter_prepare

    board = Board.parse(goal)
    heuristic = as_card(function).make(board)
    for _ in iter_prepare(heuristic, "it"):
        pass
    return lambda tiles: heuristic.estimate(tuple(map(board.tiles.index, tiles)))


def describe(error: BaseException, file: str, board: str) -> bytes:
    """Describe an error, with the line in the student's file and the board that caused the error."""
    try:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if os.path.basename(frame.filename) == file]
        where = f" in line {lines[-1]}" if lines else ""
        said = f"{type(error).__name__}{where}: {error}".removesuffix(": ")
        return (said + board).encode(errors="replace")
    except BaseException:  # the error may be of a student's class, whose `__str__` may raise anything
        return b"an error that has no text"


if __name__ == "__main__":
    main(*sys.argv[1:])
