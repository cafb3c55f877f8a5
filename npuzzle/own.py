"""Your own algorithm as a function, and your own heuristic or algorithm as source code or in a file.

Each of these gets a card, the object that describes a heuristic or an algorithm to the package.
`as_algorithm` makes the card of a function. `heuristic_from_source` and `algorithm_from_source` run source
code first, and `load` runs the file of a heuristic that is named as FILE.py:NAME. If a heuristic is a
function, `npuzzle.heuristics.own` makes its card: combinations of heuristics, a layer below the searches,
accept functions, too.

No code here decides what a result may claim: `npuzzle.heuristics.base` and `npuzzle.search.base` do, by the
identity of a card. Every value that a user's code returns is checked, and an error in that code is reported
with its line.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from npuzzle.errors import (
    SOURCE,
    InvalidHeuristicError,
    InvalidJobError,
    NPuzzleError,
    UsageError,
    describe_exception,
    line_of,
    name_module,
    quote,
    require,
)
from npuzzle.heuristics import Heuristic, HeuristicCard, as_card, from_function
from npuzzle.heuristics.combine import is_formula
from npuzzle.heuristics.own import describe_own, list_parameters
from npuzzle.numbers import whole_number
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem
from npuzzle.puzzle.shape import Shape, slides
from npuzzle.search import ALGORITHMS, AlgorithmCard, SearchOptions, Stats
from npuzzle.search.base import Path as Route
from npuzzle.search.base import Search

#: The argument of `as_algorithm`: a name, a card or a function.
AlgorithmLike = str | AlgorithmCard | Callable[..., Search]

#: The arguments of a function that searches, in this order. The function may take just the first one or two.
GIVEN = "the problem, the heuristic and the options"
MOST_GIVEN = 3

#: The counts in `Stats` that the driver reads at each yield, and the largest value of each.
COUNTS = (
    *("expanded", "elsewhere", "generated", "frontier", "peak_frontier"),
    *("stored", "peak_stored", "deepest", "workers", "report_at"),
)
MOST_COUNTED = 10**15

#: The texts in `Stats` that the driver reads. `best` may also be None.
TEXTS = ("best", "engine", "note", "tables")

_counts_of, _texts_of = attrgetter(*COUNTS), attrgetter(*TEXTS)  # for each expansion: faster than `getattr`

MARKED_NAME = "heuristic"  # a function or class of this name is chosen, even if it is not the last one
SEARCH_NAME = "search"  # a function of this name is an algorithm


# A function that searches


def as_algorithm(algorithm: AlgorithmLike) -> AlgorithmCard:
    """Return the card of an algorithm. The card of a function claims nothing, not even that it finds a path.

    A function takes the problem, or the problem and the heuristic, or the problem, the heuristic and the
    options. It is a generator that yields its `Stats` and returns the path, as in `npuzzle.search.base`.

    >>> as_algorithm("A*").name
    'astar'

    Raises UnknownNameError or InvalidJobError.
    """
    if isinstance(algorithm, AlgorithmCard):
        return algorithm
    if isinstance(algorithm, str):
        return ALGORITHMS[algorithm]
    if not callable(algorithm):
        raise InvalidJobError(
            f"the algorithm must be a name, such as 'astar', a card or a function, got {quote(algorithm)}"
        )
    takes, words = _count_parameters(algorithm), describe_own(algorithm, "algorithm")
    search = _FunctionSearch(words["name"], algorithm, takes)
    return AlgorithmCard(**words, search=search, informed=takes > 1, complete=False)


def name_if_registered(algorithm: AlgorithmLike) -> AlgorithmLike:
    """Return the name of a registered algorithm instead of the card, so that a job is plain data."""
    if not isinstance(algorithm, AlgorithmCard):
        return algorithm
    return algorithm.name if any(card is algorithm for card in ALGORITHMS) else algorithm


def _count_parameters(function: Callable[..., object]) -> int:
    """Count the arguments that a function takes. Raises InvalidJobError if they are not those of a search."""
    parameters = list_parameters(function, InvalidJobError)
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return MOST_GIVEN
    placed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p.name for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    by_name = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.name in needed]
    if not placed or by_name or len(needed) > MOST_GIVEN:
        takes = f"takes {', '.join(needed)}" if needed else "takes nothing"
        raise InvalidJobError(
            f"the function of an algorithm must take {GIVEN}, or the first of them; this one {takes}"
        )
    return min(len(placed), MOST_GIVEN)


@dataclass(frozen=True, slots=True)
class _FunctionSearch:
    """The search of a user's function. Its errors name the function. Picklable if the function is."""

    name: str
    function: Callable[..., Any]
    takes: int

    def __call__(self, problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
        rule = f"{self.name} must be a generator of Stats that returns its path"
        try:
            running = self.function(*(problem, heuristic, options)[: self.takes])
            require(running, Generator, rule)
            stats = Stats()
            while True:
                try:
                    stats = next(running)
                except StopIteration as end:
                    self._check(stats)  # it may have counted more since the last check
                    return self._read_path(end.value, problem.shape)
                require(stats, Stats, rule)
                self._check(stats)
                yield stats
        except (NPuzzleError, MemoryError):
            raise
        except Exception as error:
            line = line_of(error)
            where = "" if line is None else f", line {line}"
            raise InvalidJobError(f"{self.name} raised {type(error).__name__} ({error}){where}") from error

    def _check(self, stats: Stats) -> None:
        """Turn the counts into plain whole numbers. Raises InvalidJobError for invalid counts or texts."""
        for count, value in zip(COUNTS, _counts_of(stats)):
            if type(value) is int and 0 <= value <= MOST_COUNTED:
                continue
            number = whole_number(value)
            if number is None or not 0 <= number <= MOST_COUNTED:
                raise InvalidJobError(
                    f"{self.name} must count in whole numbers from 0 to {MOST_COUNTED:,}, "
                    f"got {quote(value)} as {count}"
                )
            setattr(stats, count, number)
        for text, value in zip(TEXTS, _texts_of(stats)):
            if not isinstance(value, str) and (text != "best" or value is not None):
                raise InvalidJobError(
                    f"the {text} in the stats of {self.name} must be text, got {quote(value)}"
                )

    def _read_path(self, path: Any, shape: Shape) -> Route | None:
        """Return the path that the function found, if it is text or has slides of this shape."""
        if path is None or isinstance(path, str):
            return path
        with suppress(TypeError, ValueError):  # not pairs, or pairs of other values
            found = tuple([(src, dst) for src, dst in path]) if isinstance(path, (list, tuple)) else (None,)
            if {*found} <= {slide for of_blank in slides(shape) for slide in of_blank}:
                return found
        raise InvalidJobError(
            f"{self.name} must return a path, as text of U D L R or as slides from cell to cell, or None, "
            f"got {quote(path)}"
        )


# Source code


def heuristic_from_source(text: str, *, name: str = "yours") -> HeuristicCard:
    """Run source code. Make a card of its last function, or of its last class that derives from Heuristic.

    >>> heuristic_from_source("def h(board, goal): return 2 * (board != goal)").name
    'yours'

    A function or class called `heuristic` is chosen even if it is not the last one. If the code also has a
    function `search`, which is an algorithm, the heuristic must be called `heuristic`. An error in the code,
    or later in a call of the heuristic, raises InvalidHeuristicError, such as `line 1: NameError: name 'foo'
    is not defined`. The error's `line` is the number of the faulty line.
    """
    require(text, str, "a heuristic must be written as text", InvalidHeuristicError)
    require(name, str, "the name of a heuristic must be text", InvalidHeuristicError)
    if not text.strip():
        raise InvalidHeuristicError("there is no heuristic yet: write a function that takes a board")
    meant = _choose(_run_text(text, name))
    with _naming_lines():
        if not (isinstance(meant, type) and issubclass(meant, Heuristic)):
            return replace(from_function(meant, name=name), text=text)
        if meant.estimate is Heuristic.estimate:
            raise InvalidHeuristicError(f"class {meant.__name__} defines no estimate(self, state)")
        card = replace(as_card(meant), name=name, label=name, text=text)
        return replace(card, make=lambda goal: _instantiate(meant, goal))


def algorithm_from_source(text: str, *, name: str = "yours") -> AlgorithmCard:
    """Run source code. Make a card of its function `search`, as `as_algorithm` does.

    >>> algorithm_from_source("def search(problem): yield").informed
    False

    An error in the code raises InvalidJobError, which names the faulty line: `line 1: NameError: name 'foo'
    is not defined`. So does an error in the search when it runs later.
    """
    require(text, str, "an algorithm must be written as text")
    require(name, str, "the name of an algorithm must be text")
    try:
        function = _run_text(text, name).get(SEARCH_NAME)
    except InvalidHeuristicError as error:
        raise InvalidJobError(str(error)) from error
    if not callable(function):
        raise InvalidJobError("the text has no algorithm: write a function search(problem)")
    return as_algorithm(function)


@contextmanager
def _naming_lines() -> Iterator[None]:
    """Turn an error in a user's code into an InvalidHeuristicError that names the faulty line."""
    try:
        yield
    except (Exception, SystemExit) as error:
        line = line_of(error)
        if line is None and isinstance(error, InvalidHeuristicError):
            raise
        raise InvalidHeuristicError(describe_exception(error), line) from error


def _run_text(text: str, name: str) -> dict[str, Any]:
    """Run source code as a module of that name, and return its namespace. Raises InvalidHeuristicError."""
    namespace: dict[str, Any] = {"__name__": name, "__builtins__": __builtins__}
    with _naming_lines(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            code = compile(text, SOURCE, "exec", dont_inherit=True)
        except Exception as error:
            if line_of(error) is not None:
                raise
            raise InvalidHeuristicError(f"Python cannot read the text: {describe_exception(error)}") from None
        exec(code, namespace)  # running the user's own code is the purpose
    return namespace


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
    last = max(lines, key=lambda name: lines[name], default="")
    if not lines.get(last):
        raise InvalidHeuristicError("the text defines no function: write one that takes a board")
    return namespace[last]


def _first_line(value: object) -> int:
    """Return the number of the first line of a function or of a Heuristic class, or 0 for anything else."""
    if isinstance(value, type):
        own = issubclass(value, Heuristic)
        return max(map(_first_line, vars(value).values()), default=0) if own else 0
    inner = inspect.unwrap(value) if callable(value) else None
    is_ours = isinstance(inner, FunctionType) and inner.__code__.co_filename == SOURCE
    return inner.__code__.co_firstlineno if isinstance(inner, FunctionType) and is_ours else 0


def _instantiate(kind: type[Heuristic], goal: Board) -> Heuristic:
    """Instantiate a heuristic class for a goal. An error in `__init__` is raised with its line."""
    with _naming_lines():
        heuristic = kind(goal)
    if getattr(heuristic, "goal", None) != goal:
        raise InvalidHeuristicError(f"class {kind.__name__} must call super().__init__(goal) in its __init__")
    return heuristic


# A file


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A definition in a Python file, with the file's content, so that another computer can run it.

    `file`: the name as typed. `path`: where the file is.
    """

    file: str
    path: Path
    name: str
    source: bytes


def read_own_file(text: str, kind: str = "heuristic") -> OwnFile | None:
    """Read the file of FILE.py:NAME. Return None for other text, such as a name. Raises UsageError.

    A text such as `0.5*manhattan + 0.5*mine.py:h` is a combination, unless there is a file of that name.
    """
    own = re.fullmatch(r"(.+\.py):(\w+)", text)
    if is_formula(text) and not (own and os.path.exists(own[1])):
        return None
    if own is None:
        if text.strip().endswith(".py"):
            raise UsageError(f"which {kind} of {text}? Write {text}:NAME")
        return None
    path = Path(own[1]).resolve()
    try:
        return OwnFile(own[1], path, own[2], path.read_bytes())
    except OSError as error:
        raise UsageError(f"cannot load {own[1]}: {type(error).__name__}: {error}") from None


@cache
def load(own: OwnFile) -> HeuristicCard:
    """Run the file and return the heuristic that `own` names. Raises UsageError or InvalidHeuristicError."""
    text = own.source.decode("utf-8", "surrogateescape")
    return replace(as_card(find_in_file(own)), text=f"{own.name}\n{text}")


def find_in_file(own: OwnFile) -> Any:
    """Run the file and return the object that `own` names. Raises UsageError."""
    names = _run_file(own.file, own.path, own.source)
    if own.name not in names:
        known = [n for n, value in names.items() if callable(value) and not n.startswith("_")]
        raise UsageError(f"{own.file} has no {own.name}; it has {', '.join(known) or 'nothing to call'}")
    return names[own.name]


@cache  # each file is run once
def _run_file(file: str, path: Path, source: bytes) -> dict[str, Any]:
    """Run a file and return its namespace. Raises UsageError."""
    folder = str(path.parent)
    module = ModuleType(name_module(path))
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # where pickle looks up the file's classes
    sys.path.insert(0, folder)  # for imports from the file's folder
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        said = describe_exception(error)
        del sys.modules[module.__name__]
        raise UsageError(f"cannot load {file}: {said}") from None
    finally:
        sys.path.remove(folder)
    if folder not in sys.path:
        sys.path.append(folder)  # for imports when a function runs; last, so that it hides no other module
    return vars(module)
