"""The options of `solve` and similar functions, with their types, and the error for an unknown option.

The fields of `Job` define their meanings and defaults.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from difflib import get_close_matches
from functools import wraps
from typing import Any, TypedDict, TypeVar, cast

from npuzzle.errors import InvalidJobError, UnknownOptionError, quote, require
from npuzzle.heuristics import HeuristicLike
from npuzzle.own import AlgorithmLike
from npuzzle.puzzle.moves import Notation
from npuzzle.puzzle.problem import Metric
from npuzzle.search.base import known_numbers
from npuzzle.solving.limits import LIMITS, Limits

F = TypeVar("F", bound=Callable[..., Any])


class LimitOptions(TypedDict, total=False):
    """The limits as options of a function. An option that is None counts as not given."""

    seconds: float | None
    expanded: int | None
    stored: int | None
    depth: int | None


class WayOptions(LimitOptions, total=False):
    """The options for one of several ways to solve boards. `solve` explains them."""

    weight: float | None
    width: int | None
    numbers: Mapping[str, float] | None
    limits: Limits | LimitOptions | None
    engine: str


class JobOptions(WayOptions, total=False):
    """The options of a search, apart from the board and the goal. `solve` explains them."""

    algorithm: AlgorithmLike
    heuristic: HeuristicLike
    notation: Notation
    every: bool
    within: float | None
    metric: Metric | str
    processes: int
    order: str


class TraceOptions(TypedDict, total=False):
    """The options of a trace."""

    algorithm: AlgorithmLike
    heuristic: HeuristicLike
    weight: float | None
    width: int | None
    numbers: Mapping[str, float] | None
    depth: int | None
    limits: Limits | LimitOptions | None
    engine: str


#: Names on the command line that functions accept, too, and the option that each stands for.
ALIASES = {
    "max_seconds": "seconds",
    "max_expanded": "expanded",
    "max_stored": "stored",
    "max_depth": "depth",
    "time_budget": "within",
    "all_paths": "every",
    "jobs": "processes",
}

#: Names that people use by mistake, and the option that each probably means.
OTHER_NAMES = {
    "algo": "algorithm",
    "all": "every",
    "difficulty": "depth",
    "distance": "depth",
    "cores": "processes",
    "h": "heuristic",
    "max_memory": "stored",
    "max_nodes": "expanded",
    "max_states": "stored",
    "max_time": "seconds",
    "memory": "stored",
    "method": "algorithm",
    "moves": "walk",
    "n_jobs": "processes",
    "node_limit": "expanded",
    "nodes": "expanded",
    "random_seed": "seed",
    "random_state": "seed",
    "rng": "seed",
    "search": "algorithm",
    "solver": "algorithm",
    "steps": "walk",
    "target": "goal",
    "time": "seconds",
    "time_limit": "seconds",
    "timeout": "seconds",
    "workers": "processes",
}


def read_options(function: str, kind: type, given: Mapping[str, Any], *own: str) -> dict[str, Any]:
    """Return the options given to `function`, under their names in `kind`, one of the classes above.

    Limits given as separate options are collected in `limits`, numbers of algorithms in `numbers`. Numbers of
    algorithms that users registered are options, too. `own`: the function's other parameters, which the error
    message names. Raises UnknownOptionError, or InvalidJobError for an option that is given twice.
    """
    if not given:
        return {}
    known, numbers = kind.__annotations__, known_numbers()
    found: dict[str, Any] = {}
    for name, value in given.items():
        option = ALIASES.get(name, name)
        if option not in known and option not in numbers:
            names = [*own, *sorted(known)]
            raise UnknownOptionError(function, name, names, nearest_option(name, names))
        if option in found:
            raise InvalidJobError(f"{option} is given twice: it is the same as {name}, leave one of them out")
        found[option] = value
    for group, members, join in (("numbers", numbers, join_numbers), ("limits", LIMITS, join_limits)):
        named = {name: found.pop(name) for name in members if name in found}
        if named or group in found:
            found[group] = join(found.get(group), named)
    return found


def join_limits(limits: Limits | Mapping[str, Any] | None, named: Mapping[str, float | None]) -> Limits:
    """Join limits with limits given by name. `limits` may be a mapping such as {"seconds": 1}.

    >>> join_limits({"seconds": 1}, {"expanded": 100})
    Limits(seconds=1, expanded=100, stored=None, depth=None)

    Raises InvalidJobError for an unknown limit, and for a limit given twice with different values.
    """
    limits = Limits() if limits is None else limits
    if not isinstance(limits, (Limits, Mapping)):
        raise InvalidJobError(
            f"the limits must be Limits, such as Limits(seconds=10), or a mapping, got {quote(limits)}"
        )
    given = asdict(limits) if isinstance(limits, Limits) else dict(limits)
    for name in given:
        if name not in LIMITS:
            raise InvalidJobError(f"unknown limit {quote(name)}; known: {', '.join(LIMITS)}")
    return Limits(**_join(asdict(Limits(**given)), named, "the {} limit", "limits"))


def join_numbers(numbers: Mapping[str, float] | None, named: Mapping[str, float | None]) -> dict[str, float]:
    """Join the numbers of a mapping with numbers given by name. Raises the same errors as `join_limits`."""
    numbers = {} if numbers is None else numbers
    require(numbers, Mapping, 'the numbers must be a mapping, such as {"weight": 2}')
    return _join(numbers, named, "the {}", "numbers")


def _join(
    given: Mapping[str, float | None], named: Mapping[str, float | None], called: str, place: str
) -> dict[str, Any]:
    """Join options of a mapping with options given by name. An option that is None counts as not given."""
    named = {name: value for name, value in named.items() if value is not None}
    for name, value in named.items():
        before = given.get(name)
        if before is not None and value != before:
            raise InvalidJobError(
                f"{called.format(name)} is given twice: {quote(value)}, and {quote(before)} in {place}"
            )
    return {**given, **named}


def suggest_options(function: F) -> F:
    """Decorate a function so that it raises UnknownOptionError for an unknown keyword argument."""
    known = list(inspect.signature(function).parameters)

    @wraps(function)
    def call(*arguments: Any, **given: Any) -> Any:
        for name in given:
            if name not in known:
                raise UnknownOptionError(function.__qualname__, name, known, nearest_option(name, known))
        return function(*arguments, **given)

    return cast(F, call)


def nearest_option(name: str, options: Sequence[str]) -> str:
    """Return the option that the user probably meant, or "" if none is similar.

    >>> [nearest_option(name, ["algorithm", "seconds"]) for name in ("algoritm", "timeout", "zzz")]
    ['algorithm', 'seconds', '']
    """
    plain = name.lower()
    if meant := OTHER_NAMES.get(plain):
        meant = meant if meant in options or meant not in LIMITS else "limits"
        return meant if meant in options else ""  # "" if only another function has this option
    contained = [option for option in options if option in plain]
    others = [other for other, option in OTHER_NAMES.items() if option in options]
    near = contained or get_close_matches(plain, [*options, *others], n=1)
    return OTHER_NAMES.get(near[0], near[0]) if near else ""
