"""`Earlier`: what searches of one board have shown so far, as plain data, so that a later one can go on.

A bound that is kept is not proved again: a program that can write the text can write a wrong one. So a
result that rests on it says so, and what cannot be true is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from npuzzle.errors import IllegalMoveError, InvalidJobError, quote, require
from npuzzle.pattern_databases.table import MAX_PATTERN_CELLS
from npuzzle.puzzle.problem import Problem
from npuzzle.search.pattern_ida import DEEPEST
from npuzzle.search.refuted import Refuted, Ways
from npuzzle.search.subtrees import SHARE
from npuzzle.solving.splitting import can_split
from npuzzle.text import count
from npuzzle.version import __version__

if TYPE_CHECKING:
    from npuzzle.solving.plan import Plan

LEAST_CELLS = 17  # smaller boards are proved in seconds
LONGEST = 1_000_000  # letters of their text
MOST_SECONDS = 10**10  # three centuries
MOST_SUBTREES = 20_000  # of one bound; there are 600 to some thousand
KEPT = "what was kept"
WRONG = "what was kept of an earlier search is wrong, solve the board anew"
ROUNDS = 4  # how many rises of the bound are kept, to estimate what is left

#: Subtrees in a text: the ways that the blank goes from the start, and a size.
_SUBTREES = re.compile("(?:[0-3]+:[0-9]{1,15}(?: [0-3]+:[0-9]{1,15})*)?", re.ASCII)


def can_go_on(plan: Plan) -> bool:
    """Whether a search can go on where an earlier one of its board ended: the proof of a large board."""
    problem = plan.problem
    if plan.options.order:  # the subtrees are those of the usual order
        return False
    is_large = LEAST_CELLS <= problem.shape.cells <= MAX_PATTERN_CELLS
    return is_large and not problem.counts_lines and can_split(plan.algorithm, plan.heuristic, problem.shape)


def go_on(plan: Plan, earlier: Earlier, where: str) -> Plan:
    """Return the plan of a search that goes on from `earlier`, which was kept there."""
    refuted = Refuted(earlier.bound, dict(earlier.done), dict(earlier.sizes))
    options = replace(plan.options, refuted=refuted, known_path=earlier.path)
    return replace(plan, options=options, earlier=earlier.say(where))


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What was shown of `problem`, in single moves.

    `bound`: every shorter path is ruled out; `done`, `sizes`: see `Refuted`. `path`: the best one, in tile
    letters; empty if there is none. `seconds`: of all searches together. `rises`: the last rises of the
    bound, each with the new bound and the seconds until then.
    """

    problem: Problem
    bound: int = 0
    done: Mapping[Ways, int] = field(default_factory=dict)
    sizes: Mapping[Ways, int] = field(default_factory=dict)
    path: str = ""
    seconds: float = 0.0
    rises: tuple[tuple[int, float], ...] = ()

    @property
    def is_worth_keeping(self) -> bool:
        """Whether a later search saves something by it: a bound that took some time."""
        return len(self.rises) > 1 or bool(self.done)

    def after(self, refuted: Refuted, path: str, seconds: float) -> Earlier:
        """Return what is known after so many seconds of all searches together."""
        rises, path = self.rises, min(filter(None, [path, self.path]), key=len, default="")
        if refuted.bound > self.bound:
            rises = (*rises, (refuted.bound, seconds))[-ROUNDS:]
        return replace(
            self,
            bound=refuted.bound,
            done=dict(refuted.done),
            sizes=_keep_large(refuted.sizes),
            path=path if len(path) > refuted.bound else "",  # one as long as the bound would end the proof
            seconds=seconds,
            rises=rises,
        )

    def say(self, where: str) -> str:
        """Say what a result that goes on from here rests on; `where` that was kept."""
        if not self.bound:
            return ""
        parts = f", and {count(len(self.done), 'part')} of those of {self.bound}," if self.done else ""
        took = count(max(1, round(self.seconds)), "second")
        return (
            f"Paths of fewer than {self.bound} moves{parts} were ruled out earlier, {where}, in {took}; "
            "this search went on from there."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON, which `read_earlier` reads."""
        data = {
            "version": __version__,
            "board": str(self.problem.start),
            "goal": str(self.problem.goal),
            "metric": "tiles",
            "bound": self.bound,
            "done": _write_subtrees(self.done),
            "sizes": _write_subtrees(self.sizes),
            "path": self.path,
            "seconds": round(self.seconds, 3),
            "rises": [[bound, round(seconds, 3)] for bound, seconds in self.rises],
        }
        return seal(data)


def seal(data: Mapping[str, Any]) -> dict[str, Any]:
    """Add a checksum, which detects damage, but no forgery."""
    fields = {name: value for name, value in data.items() if name != "checksum"}
    text = json.dumps(fields, sort_keys=True)
    return {**fields, "checksum": sha256(text.encode()).hexdigest()}


def read_earlier(data: Any, problem: Problem) -> Earlier:
    """Read what `to_dict` wrote of that problem. Raises InvalidJobError for what cannot be true of it."""
    require(data, Mapping, "what was kept of a board is a mapping, such as to_dict gives")
    expected = {"version": __version__, "board": str(problem.start), "goal": str(problem.goal)}
    for name, text in {**expected, "metric": "tiles"}.items():
        if data.get(name) != text:
            raise InvalidJobError(f"{name} is {text!r} here, {KEPT} has {quote(data.get(name))}")
    if seal(data)["checksum"] != data.get("checksum"):
        raise InvalidJobError(f"{KEPT} was changed: it has another checksum")
    path = _read_path(problem, data.get("path"))
    most = DEEPEST if not path else len(path) - 1
    bound, seconds = data.get("bound"), data.get("seconds")
    if type(bound) is not int or not 0 <= bound <= most or (bound and bound % 2 != problem.parity):
        raise InvalidJobError(
            f"the bound of {KEPT} is below its path, and even or odd like it: {quote(bound)}"
        )
    if type(seconds) not in (int, float) or not 0 <= seconds <= MOST_SECONDS:
        raise InvalidJobError(
            f"the seconds of {KEPT} are a number, 0 to {MOST_SECONDS:,}, got {quote(seconds)}"
        )
    return Earlier(
        problem=problem,
        bound=bound,
        done=_read_subtrees(data.get("done")),
        sizes=_read_subtrees(data.get("sizes")),
        path=path,
        seconds=float(seconds),
        rises=_read_rises(data.get("rises"), bound, seconds),
    )


def _read_path(problem: Problem, path: object) -> str:
    """Return a path that leads to the goal, or none."""
    if not isinstance(path, str):
        raise InvalidJobError(f"the path of {KEPT} is text, got {quote(path)}")
    try:
        if not path or problem.replay(path) == problem.goal:
            return path
    except IllegalMoveError:
        pass
    raise InvalidJobError(f"the path of {KEPT} does not lead to the goal")


def _read_rises(rises: Any, bound: int, seconds: float) -> tuple[tuple[int, float], ...]:
    """Return pairs (bound, seconds) that rise, up to these two."""
    pairs: list[Any] = rises if isinstance(rises, list) and len(rises) <= ROUNDS else [None]
    before = (-1, 0.0)
    found: list[tuple[int, float]] = []
    for pair in pairs:
        now = tuple(pair) if isinstance(pair, list) and len(pair) == 2 else (None, None)
        if type(now[0]) is not int or type(now[1]) not in (int, float):
            raise InvalidJobError(f"the rises of {KEPT} are pairs (bound, seconds), got {quote(rises)}")
        if not (before[0] < now[0] <= bound and before[1] <= now[1] <= seconds):
            raise InvalidJobError(f"the rises of {KEPT} do not rise to its bound: {quote(rises)}")
        before = (now[0], float(now[1]))
        found.append(before)
    return tuple(found)


def _keep_large(sizes: Mapping[Ways, int]) -> dict[Ways, int]:
    """Return the subtrees that are large enough to be divided further."""
    least = sum(sizes.values()) / (2 * SHARE)
    return {ways: size for ways, size in sizes.items() if size > least}


def _write_subtrees(subtrees: Mapping[Ways, int]) -> str:
    """Write the ways that lead to each subtree, and its size.

    >>> _write_subtrees({(2, 2): 7, (0, 3, 1): 60})
    '031:60 22:7'
    """
    return " ".join(sorted(f"{''.join(map(str, ways))}:{size}" for ways, size in subtrees.items()))


def _read_subtrees(text: object) -> dict[Ways, int]:
    """Read what `_write_subtrees` wrote. Raises InvalidJobError."""
    if isinstance(text, str) and len(text) <= LONGEST and _SUBTREES.fullmatch(text):
        pairs = [subtree.split(":") for subtree in text.split()]
        found = {tuple(map(int, ways)): int(size) for ways, size in pairs}
        if len(found) <= MOST_SUBTREES and all(len(ways) <= DEEPEST for ways in found):
            return found
    form = "ways of the blank with a size, such as '031:60 22:7'"
    raise InvalidJobError(f"the subtrees of {KEPT} are {form}, got {quote(text)}")
