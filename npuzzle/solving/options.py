"""`explain_options`: an option that a function does not have is refused, with the word that is meant."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import wraps
from typing import ParamSpec, TypeVar

from npuzzle.errors import UnknownOptionError

P = ParamSpec("P")
R = TypeVar("R")


def explain_options(limits: Sequence[str]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function: it raises UnknownOptionError for a keyword that it does not have.

    `limits`: what its option `limits` is made of, which is often given as an option itself.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        options = [name for name in inspect.signature(function).parameters if name != "cls"]

        @wraps(function)
        def call(*arguments: P.args, **given: P.kwargs) -> R:
            for name in given:
                if name not in options:
                    meant = nearest_option(name, options, limits)
                    raise UnknownOptionError(function.__qualname__, name, options, meant)
            return function(*arguments, **given)

        return call

    return decorate


def nearest_option(name: str, options: Sequence[str], limits: Sequence[str]) -> str:
    """The option that is probably meant, as it is to be written; empty if none is near.

    >>> nearest_option("algoritm", ["algorithm", "limits"], ["seconds"])
    'algorithm'
    >>> nearest_option("max_seconds", ["algorithm", "limits"], ["seconds"])
    'limits=Limits(seconds=...)'
    """
    plain = name.lower()
    within = [limit for limit in limits if limit in plain]
    near = within or get_close_matches(plain, [*options, *limits], n=1)
    if not near:
        return ""
    return f"limits=Limits({near[0]}=...)" if near[0] in limits else near[0]
