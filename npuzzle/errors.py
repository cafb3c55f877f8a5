"""The errors that this package raises on purpose, all of them `NPuzzleError`s, and the defects of a board.

Each error also derives from the built-in exception that a caller would expect. Running out of time, being
stopped and finding no path are outcomes of a search, not errors: see `npuzzle.solving.limits.Outcome`.
"""

from __future__ import annotations

import os.path
import re
import reprlib
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")

LISTED_DEFECTS = 8  # defects that a message lists; it only counts the rest
DIGITS = 40  # a longer number is not written out in a message
LONGEST = 600  # characters of the longest message that repeats user input
SOURCE = "<heuristic>"  # the file name for a user's code when it is compiled, to find its lines in tracebacks


def see_other_rules(wish: str) -> str:
    """Point to the chapter Other rules of the documentation, for a wish that `Board` cannot fulfil."""
    return f"for {wish}, see Other rules in the documentation"


class NPuzzleError(Exception):
    """Base of all errors raised on purpose. Its text can be shown to a user."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the text and the fields, so that the error reaches the process that waits for it."""
        return _restore, (type(self), self.args, vars(self))


def _restore(kind: type[NPuzzleError], args: tuple[Any, ...], fields: dict[str, Any]) -> NPuzzleError:
    """Restore a pickled error without `__init__`, which would compose its text again from other arguments."""
    error = kind.__new__(kind, *args)
    builtin: Any = next(base for base in kind.__mro__ if base.__module__ == "builtins")
    builtin.__init__(error, *args)
    vars(error).update(fields)
    return error


class InvalidShapeError(NPuzzleError, ValueError):
    """A size that no board has: it is not two numbers, or a number is not from 2 to 127."""


#: Row and column of a cell, both from 0. Cells have no numbers here, because rows may differ in length.
Place = tuple[int, int]


class Fault(Enum):
    """The kinds of defect.

    `unreadable`: no rows can be recognized.
    `not-a-rectangle`: rows differ in length.
    `bad-size`: there is only one row or column, or there are more than 127.
    `not-a-number`: a word is not a number.
    `out-of-range`: no tile of a board of that size has this number.
    `repeated`: a tile occurs more than once.
    `missing`: a tile does not occur.
    `no-blank`: there is no blank.
    `several-blanks`: there is more than one blank.
    """

    UNREADABLE = "unreadable"
    NOT_A_RECTANGLE = "not-a-rectangle"
    BAD_SIZE = "bad-size"
    NOT_A_NUMBER = "not-a-number"
    OUT_OF_RANGE = "out-of-range"
    REPEATED = "repeated"
    MISSING = "missing"
    NO_BLANK = "no-blank"
    SEVERAL_BLANKS = "several-blanks"


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect: its kind, a sentence about it, and the cells where it is. A missing tile has no cell."""

    fault: Fault
    message: str
    places: tuple[Place, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON.

        `message`: a sentence. `cells`: pairs [row, column], counted from 1, as in the message.
        """
        cells = [[row + 1, col + 1] for row, col in self.places]
        return {"fault": self.fault.value, "message": self.message, "cells": cells}


class InvalidBoardError(NPuzzleError, ValueError):
    """Text or numbers that are not a board. `defects` lists every defect, `rows` holds the input cells."""

    def __init__(
        self, defects: Sequence[Defect], rows: Sequence[Sequence[str]] = (), *, subject: str = ""
    ) -> None:
        self.defects = tuple(defects)
        self.rows = tuple(tuple(row) for row in rows)
        faults = [defect.message for defect in self.defects[:LISTED_DEFECTS]]
        if len(self.defects) > LISTED_DEFECTS:
            faults.append(f"and {len(self.defects) - LISTED_DEFECTS} more defects")
        if subject == "the goal" and any("*" in row for row in self.rows):
            faults.append(see_other_rules("cells that do not matter"))
        elif any(defect.fault.value == "several-blanks" for defect in self.defects):
            faults.append(see_other_rules("several blanks"))
        super().__init__(f"{subject} is not a board: ".removeprefix(" is ") + "; ".join(faults))


class GoalMismatchError(NPuzzleError, ValueError):
    """Board and goal differ in shape."""


class IllegalMoveError(NPuzzleError, ValueError):
    """A move that no tile next to the blank can make."""


class InvalidMovesError(NPuzzleError, ValueError):
    """Text that is not a list of moves."""


class InvalidJobError(NPuzzleError, ValueError):
    """A request that cannot be carried out, for example because a limit or a weight is out of range."""


class UnknownOptionError(InvalidJobError, TypeError):
    """An option that a function does not have. The text suggests a similar one, if there is any."""

    def __init__(self, function: str, name: str, known: Iterable[str], meant: str) -> None:
        perhaps = f"; did you mean {meant}?" if meant else "."
        super().__init__(f"{function} has no option {name[:40]!r}{perhaps} It has: {', '.join(known)}.")


class NotProvedError(NPuzzleError, RuntimeError):
    """A distance was not proved in time. `at_least` and `at_most` are its bounds; `at_most` may be None."""

    def __init__(self, at_least: int, at_most: int | None) -> None:
        self.at_least, self.at_most = at_least, at_most
        known = f"at least {at_least:,}" + ("" if at_most is None else f", at most {at_most:,}")
        text = f"the time was too short for a proof: the distance is {known} moves; "
        super().__init__(f"{text}give more seconds, or use solve, whose result has a claim")


class BrokenPoolError(NPuzzleError, RuntimeError):
    """The executor of `solve_many` stopped working: a process was killed or a pool was shut down."""


class InvalidHeuristicError(NPuzzleError, ValueError):
    """A heuristic that cannot be used, or that did not return a number of at least 0.

    `line`: the number of the faulty line in the heuristic's code, from 1, or None if that is not known.
    """

    def __init__(self, text: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(text)


class WrongAnswerError(NPuzzleError, AssertionError):
    """A search returned a wrong answer: a bug in this package, found before the answer was shown."""


class SavedBoundError(WrongAnswerError):
    """A path is shorter than a saved lower bound allows, so the file of the saved proof was edited."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the saved proof of this board is wrong: {why}. Solve the board again")


class KernelSyntaxError(NPuzzleError, SyntaxError):
    """Python code that kernels may not contain. The text names the file, the line and a replacement."""


class KernelError(NPuzzleError, ArithmeticError):
    """A kernel failed, for example by dividing by zero, or it cannot run here."""


class KernelMemoryError(KernelError, MemoryError):
    """A kernel needs more memory than it is allowed, or than is free."""


class KernelCompileError(KernelError):
    """An engine cannot compile a valid kernel. Another engine may be able to run it."""


class PatternFileError(NPuzzleError, ValueError):
    """A file that is damaged, cut short, or not a file of pattern databases. The text says which."""


class UsageError(NPuzzleError, ValueError):
    """A command line that is incomplete, or names something that does not exist."""

    def __init__(self, text: str) -> None:
        super().__init__(brief(text))


class SiteError(NPuzzleError, RuntimeError):
    """The page cannot be served or built on this machine. The text says what is missing."""


class InvalidTableError(NPuzzleError, ValueError):
    """A table of answers or an answer key that cannot be read. The text says where."""

    def __init__(self, text: str) -> None:
        super().__init__(brief(text))


class MissingLibraryError(NPuzzleError, ImportError):
    """A feature needs an optional library that is not installed. The text names it."""


class DuplicateNameError(NPuzzleError, ValueError):
    """A name or alias that another registered card already has."""


class UnknownNameError(NPuzzleError, KeyError):
    """A name that is not registered. The message lists the registered names."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        given = repr(name[:40]) if isinstance(name, str) else quote(name)
        near = nearest(name, known) if isinstance(name, str) else None
        perhaps = f"; did you mean {near}? Known" if near else "; known"
        super().__init__(f"unknown {kind} {given}{perhaps}: {', '.join(known)}")

    def __str__(self) -> str:
        """Return the text without the quotes that KeyError puts around it."""
        return str(self.args[0])


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most similar to a mistyped one, or None if none is similar."""
    from difflib import get_close_matches  # slow to import, and only needed after a typing error

    typed = name[:40].strip().lower().replace("_", "-")
    by_plain = {one.lower().replace("_", "-"): one for one in known}
    return next((by_plain[plain] for plain in get_close_matches(typed, by_plain, 1)), None)


def brief(text: str, most: int = LONGEST) -> str:
    """Keep only the beginning and the end of a text that is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most * 2 // 3]} ... {text[-(most // 3) :]}"


class _ShortRepr(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 60

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if abs(x) < 10**DIGITS else f"a number of more than {DIGITS} digits"

    def repr_instance(self, x: object, level: int) -> str:
        shown = super().repr_instance(x, level)  # has a memory address if x has no repr or its repr raises
        is_plain = type(x).__repr__ is object.__repr__ or re.fullmatch(r"<\w+ instance at 0x\w+>", shown)
        return f"an object of the class {type(x).__name__}" if is_plain else shown


_short_repr = _ShortRepr()


def quote(value: object) -> str:
    """Write any value for a message, as `repr` does, but short.

    >>> quote("eight"), quote(10**50)
    ("'eight'", 'a number of more than 40 digits')
    """
    return _short_repr.repr(value)


def require(
    value: object, kind: type | tuple[type, ...], rule: str, error: type[NPuzzleError] = InvalidJobError
) -> None:
    """Raise `error` unless `value` is of this kind. `rule` names the expected values."""
    if not isinstance(value, kind):
        raise error(f"{rule}, got {quote(value)}")


def require_several(value: Iterable[T], rule: str, error: type[NPuzzleError] = InvalidJobError) -> list[T]:
    """Return the values as a list. Raise `error` for a single value, such as one name."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise error(f"{rule}, got {quote(value)}")
    return list(value)


def sentence(error: NPuzzleError) -> str:
    """Write the error's text as a sentence, with a capital letter and a full stop."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def line_of(error: BaseException) -> int | None:
    """Return the number of the innermost line of a user's code that caused the error, or None."""
    return _find_place(error)[1]


def name_module(file: object) -> str:
    """Return the name under which a user's file is in `sys.modules`."""
    return f"<{file}>"


def _find_place(error: BaseException) -> tuple[str, int | None]:
    """Return the file and the line number of the user's code that caused the error, or "" and None."""
    place: tuple[str, int | None] = ("", None)
    if isinstance(error, SyntaxError) and error.filename == SOURCE:
        place = (SOURCE, error.lineno or None)
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file == SOURCE or name_module(file) in sys.modules:
            place = (file, trace.tb_lineno)
        trace = trace.tb_next
    return place


def describe_exception(error: BaseException) -> str:
    """Describe an error as the last line of a traceback does, after the file and the faulty line, if known.

    >>> describe_exception(KeyError("off"))
    "KeyError: 'off'"
    """
    file, line = _find_place(error)
    of = "" if file == SOURCE else f" of {os.path.basename(file)}"
    where = "" if line is None else f"line {line}{of}: "
    text = error.msg if isinstance(error, SyntaxError) and error.filename == SOURCE else error
    return f"{where}{type(error).__name__}: {text}".removesuffix(": ")
