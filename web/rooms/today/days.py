"""The boards of a date. They depend on the date alone, so everybody gets the same boards, without a server.

The date is the visitor's local date, which changes at midnight there.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from npuzzle import Board, goal_board

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

#: For each weekday, the board and the harder board: the size, and the moves of a shortest solution.
BOARDS = (("3x3", 12), ("3x3", 14), ("3x3", 16), ("3x3", 18), ("3x3", 20), ("3x3", 22), ("4x4", 20))
HARDER = (("3x3", 24), ("4x4", 22), ("4x4", 24), ("4x4", 26), ("4x4", 28), ("4x4", 30), ("4x4", 34))

DETOUR = 8  # extra moves of a random walk from the goal, as few walks are shortest paths
MOST_EXPANDED = 30_000  # expansions after which the search gives up and another board is tried


class Dealt(NamedTuple):
    """A board, and the length of a shortest solution, which was proved when the board was dealt."""

    board: Board
    length: int


def deal(day: date, *, harder: bool = False) -> Dealt:
    """Deal the board of a date: a board on a shortest solution, with the weekday's number of moves left.

    This works because the rest of a shortest solution is itself shortest.
    """
    from npuzzle import Limits, random_walk, solve  # late: only the worker deals boards

    size, length = (HARDER if harder else BOARDS)[day.weekday()]
    goal, random = goal_board("blank-last", size), Random(day.toordinal())
    while True:
        start = goal.shuffled(random) if size == "3x3" else random_walk(goal, length + DETOUR, random)
        found = solve(
            start, algorithm="idastar", heuristic="linear-conflict", limits=Limits(expanded=MOST_EXPANDED)
        )
        if found.is_optimal and found.path is not None and len(found.path) >= length:
            return Dealt(start.play(found.path[: len(found.path) - length]), length)


def week_of(day: date) -> list[date]:
    """List the dates of the week that contains `day`, from Monday."""
    monday = day - timedelta(days=day.weekday())
    return [monday + timedelta(days=number) for number in range(7)]


class Bar(NamedTuple):
    """The bar of one weekday: the day's name, the result, the height in percent, and the `kind` of result."""

    name: str
    result: str
    height: int
    kind: str  # "shortest", "longer", "open" for a day without a result, "today", "later"


def draw_week(day: date, results: Mapping[date, tuple[int, int]]) -> list[Bar]:
    """Make a bar for each day of the week of `day` (today). A bar's height shows the user's moves.

    `results`: for each date, how many moves the user made, and how many a shortest solution has.
    """
    days = week_of(day)
    shown = {each: results[each] for each in days if each in results and each <= day}
    most = max((moves for moves, _ in shown.values()), default=1)
    return [_draw_day(each, day, shown.get(each), most) for each in days]


def _draw_day(day: date, today: date, result: tuple[int, int] | None, most: int) -> Bar:
    name = DAYS[day.weekday()][:3]
    if day > today:
        return Bar(name, "", 8, "later")
    if result is None:
        is_today = day == today
        return Bar(name, "today" if is_today else "\N{EN DASH}", 8, "today" if is_today else "open")
    moves, least = result
    if moves == least:
        return Bar(name, "best", 100 * moves // most, "shortest")
    return Bar(name, f"+{moves - least}", 100 * moves // most, "longer")
