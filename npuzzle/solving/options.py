"""The options of `solve`, with their types; and the error for an option that a function does not have."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import Any, TypedDict, TypeVar, cast

from npuzzle.errors import UnknownOptionError
from npuzzle.heuristics import HeuristicLike
from npuzzle.own import AlgorithmLike
from npuzzle.puzzle.metric import Metric
from npuzzle.puzzle.moves import Notation
from npuzzle.registry import AUTO
from npuzzle.search.base import known_numbers
from npuzzle.solving.limits import LIMITS, LimitOptions, Limits

F = TypeVar("F", bound=Callable[..., Any])


class WayOptions(LimitOptions, total=False):
    """The options of one of several ways to solve boards; see `solve` for their meaning."""

    weight: float | None
    width: int | None
    numbers: Mapping[str, float] | None
    limits: Limits | LimitOptions | None
    engine: str


class JobOptions(WayOptions, total=False):
    """The options of a search, besides the board and the goal; see `solve` for their meaning."""

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


#: The options in the order of a signature, each with its default.
DEFAULTS: JobOptions = {
    "algorithm": AUTO,
    "heuristic": AUTO,
    "weight": None,
    "width": None,
    "numbers": None,
    "seconds": None,
    "expanded": None,
    "stored": None,
    "depth": None,
    "limits": None,
    "notation": Notation.TILE,
    "engine": AUTO,
    "every": False,
    "within": None,
    "metric": Metric.TILES,
    "processes": 1,
    "order": "",
}

KINDS = (JobOptions, WayOptions, TraceOptions)

#: Other names that people use for options.
OTHER_NAMES = {
    "algo": "algorithm",
    "all": "every",
    "all_paths": "every",
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
    "jobs": "processes",
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


def explain_options(function: F) -> F:
    """Decorate a function with `**options: Unpack[JobOptions]`, or another of KINDS; its signature lists all.

    The function raises UnknownOptionError for any other option; the numbers of algorithms that users
    registered are options, too.
    """
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    takes = next(str(p.annotation) for p in signature.parameters.values() if p.kind is p.VAR_KEYWORD)
    types = next(kind for kind in KINDS if kind.__name__ in takes).__annotations__
    options = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=default,
            annotation=getattr(types[name], "__forward_arg__", types[name]),
        )
        for name, default in DEFAULTS.items()
        if name in types
    ]
    known = [parameter.name for parameter in (*own, *options) if parameter.name != "cls"]

    @wraps(function)
    def call(*arguments: Any, **given: Any) -> Any:
        others = (name for name in given if name not in known and name not in known_numbers())
        _refuse(function, others, known)
        return function(*arguments, **given)

    call.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
    return cast(F, call)


def suggest_options(function: F) -> F:
    """Decorate a function, so that it raises UnknownOptionError for an option that it does not have."""
    known = list(inspect.signature(function).parameters)

    @wraps(function)
    def call(*arguments: Any, **given: Any) -> Any:
        _refuse(function, (name for name in given if name not in known), known)
        return function(*arguments, **given)

    return cast(F, call)


def _refuse(function: Callable[..., Any], names: Iterator[str], known: Sequence[str]) -> None:
    """Raise UnknownOptionError for the first of the names, if there is one."""
    for name in names:
        raise UnknownOptionError(function.__qualname__, name, known, nearest_option(name, known))


def nearest_option(name: str, options: Sequence[str]) -> str:
    """Return the option that was probably meant; an empty text if none is near.

    >>> [nearest_option(name, list(DEFAULTS)) for name in ("algoritm", "max_seconds", "timeout", "zzz")]
    ['algorithm', 'seconds', 'seconds', '']
    """
    plain = name.lower()
    if meant := OTHER_NAMES.get(plain):
        meant = meant if meant in options or meant not in LIMITS else "limits"
        return meant if meant in options else ""  # it is an option of another function
    contained = [option for option in options if option in plain]
    others = [other for other, option in OTHER_NAMES.items() if option in options]
    near = contained or get_close_matches(plain, [*options, *others], n=1)
    return OTHER_NAMES.get(near[0], near[0]) if near else ""
