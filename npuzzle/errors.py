"""Every error that this package raises on purpose; all are `NPuzzleError`.

Each also derives from the builtin that a caller would expect. Running out of time, being stopped and
"there is no path" are outcomes of a search, not errors: see `npuzzle.solving.limits.Outcome`.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from npuzzle.puzzle.defects import Defect

T = TypeVar("T")

SHOWN = 8  # defects that one message lists; the others are counted
DIGITS = 40  # the most digits of a number that a message shows whole
LONGEST = 600  # the most characters of a message that repeats what was typed


class NPuzzleError(Exception):
    """Base of all errors raised on purpose; its text can be shown to a user."""


class InvalidShapeError(NPuzzleError, ValueError):
    """A size that no board has: not two numbers, or outside 2..127."""


class InvalidBoardError(NPuzzleError, ValueError):
    """Text or numbers that are not a board; `defects` has every fault, `rows` what was read."""

    def __init__(
        self, defects: Sequence[Defect], rows: Sequence[Sequence[str]] = (), *, subject: str = ""
    ) -> None:
        self.defects = tuple(defects)
        self.rows = tuple(tuple(row) for row in rows)
        shown = [defect.message for defect in self.defects[:SHOWN]]
        if len(self.defects) > SHOWN:
            shown.append(f"and {len(self.defects) - SHOWN} more faults")
        super().__init__(f"{subject} is not a board: ".removeprefix(" is ") + "; ".join(shown))


class GoalMismatchError(NPuzzleError, ValueError):
    """Board and goal differ in shape."""


class IllegalMoveError(NPuzzleError, ValueError):
    """A move that no tile next to the blank can make."""


class InvalidMovesError(NPuzzleError, ValueError):
    """Text that is not a list of moves."""


class InvalidJobError(NPuzzleError, ValueError):
    """A request that cannot be carried out as asked: a limit, weight or field out of range."""


class UnknownOptionError(InvalidJobError, TypeError):
    """An option that a function does not have; the text says which is meant, if one is near."""

    def __init__(self, function: str, name: str, known: Iterable[str], meant: str) -> None:
        perhaps = f"; did you mean {meant}?" if meant else "."
        super().__init__(f"{function} has no option {name[:40]!r}{perhaps} It has: {', '.join(known)}.")


class BrokenPoolError(NPuzzleError, RuntimeError):
    """The executor for many jobs is gone: a process was killed, a pool shut down, a cluster lost."""


class InvalidHeuristicError(NPuzzleError, ValueError):
    """A heuristic that cannot be used, or that returned something other than a number of 0 or more.

    `line`: the line of its source text that is at fault, if it came as text and the line is known.
    """

    def __init__(self, text: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(text)


class WrongAnswerError(NPuzzleError, AssertionError):
    """A search returned a wrong answer: a fault of this package, found before the answer was shown."""


class KernelSyntaxError(NPuzzleError, SyntaxError):
    """Python outside the subset of kernels; the text gives the file, the line and what to write instead."""


class KernelError(NPuzzleError, ArithmeticError):
    """A kernel did what kernels must not do, such as dividing by zero; or it cannot run here."""


class KernelMemoryError(KernelError, MemoryError):
    """A kernel asks for more memory than it may have, or than there is."""


class KernelCompileError(KernelError):
    """An engine cannot compile a valid kernel; another engine may run it."""


class PatternFileError(NPuzzleError, ValueError):
    """A file that is damaged, cut short, or not a file of pattern databases; the text says which."""


class UsageError(NPuzzleError, ValueError):
    """A command line that does not say what to do, or names what is not there."""

    def __init__(self, text: str) -> None:
        super().__init__(brief(text))


class SiteError(NPuzzleError, RuntimeError):
    """The page cannot be served or built here; the text says what is missing."""


class InvalidTableError(NPuzzleError, ValueError):
    """A table of answers, or the key of a set of exercises, that cannot be read; the text says where."""

    def __init__(self, text: str) -> None:
        super().__init__(brief(text))


class MissingLibraryError(NPuzzleError, ImportError):
    """An optional library that is needed for this is not installed; the text says which."""


class DuplicateNameError(NPuzzleError, ValueError):
    """A name or alias that another registered card already has."""


class UnknownNameError(NPuzzleError, KeyError):
    """A name that is not registered; the message lists those that are."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        given = repr(name[:40]) if isinstance(name, str) else shown(name)
        near = _nearest(name, known) if isinstance(name, str) else None
        perhaps = f"; did you mean {near}? Known" if near else "; known"
        super().__init__(f"unknown {kind} {given}{perhaps}: {', '.join(known)}")

    def __str__(self) -> str:
        """Return the text; a KeyError would put it in quotes."""
        return str(self.args[0])


def _nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like a mistyped one; None if none is like it."""
    from difflib import get_close_matches  # programs that make no mistakes start without it

    typed = name[:40].strip().lower().replace("_", "-")
    by_plain = {one.lower().replace("_", "-"): one for one in known}
    return next((by_plain[plain] for plain in get_close_matches(typed, by_plain, 1)), None)


def brief(text: str, most: int = LONGEST) -> str:
    """Shorten a text to its beginning and its end, if it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most * 2 // 3]} ... {text[-(most // 3) :]}"


class _Shown(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 60

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if abs(x) < 10**DIGITS else f"a number of more than {DIGITS} digits"

    def repr_instance(self, x: object, level: int) -> str:
        plain = type(x).__repr__ is object.__repr__  # it would give the address in memory
        return f"an object of the class {type(x).__name__}" if plain else super().repr_instance(x, level)


#: Write a value as Python does, for a message; the text is short, whatever the value is.
shown = _Shown().repr


def require(
    value: object, kind: type | tuple[type, ...], rule: str, error: type[NPuzzleError] = InvalidJobError
) -> None:
    """Raise `error` unless `value` is of this kind; `rule` says what is expected: "the board is a Board"."""
    if not isinstance(value, kind):
        raise error(f"{rule}, got {shown(value)}")


def require_several(value: Iterable[T], rule: str, error: type[NPuzzleError] = InvalidJobError) -> list[T]:
    """Return the values as a list; raise `error` for a single value, such as one name."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise error(f"{rule}, got {shown(value)}")
    return list(value)


def sentence(error: NPuzzleError) -> str:
    """Write the error's text as a sentence: a capital first, a full stop last."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
