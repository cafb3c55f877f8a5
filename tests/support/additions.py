"""Additions that a contributor might make: invented parts, each with exactly the files that it needs."""

from __future__ import annotations

from tests.support.checkout import Checkout

#: A room with a panel, a style, a button, a task and a note. It shows whether the board of the day was taken.
DAILY = {
    "web/rooms/daily/__init__.py": '"""The Daily room: one board for everybody, a new one each day."""\n',
    "web/rooms/daily/panel.html": """\
<section aria-labelledby="daily-title">
  <h2 id="daily-title">A board a day</h2>
  <p id="daily-said" data-testid="daily-said">Not taken yet today.</p>
  <div class="bar"><button type="button" id="daily-take" class="strong">Take it</button></div>
</section>
""",
    "web/rooms/daily/style.css": "/* Daily */\n#daily-said { border-left: 4px solid rgb(1, 2, 3); }\n",
    "web/rooms/daily/view.py": '''\
"""The Daily room on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyscript import when

from npuzzle import Board
from web.page.api import PageApi, RoomView
from web.solver.client import in_background
from web.ui.dom import by_id

if TYPE_CHECKING:
    from web.page.state import UiState
    from web.ui.protocols import Event

NOTE = "daily"

_room: DailyRoom


class DailyRoom(RoomView):
    def __init__(self, desk: PageApi) -> None:
        global _room
        _room = self
        self._desk = desk

    def enter(self) -> None:
        self.draw()

    def follow(self, before: UiState, state: UiState, event: object) -> None:
        self.draw()

    def draw(self) -> None:
        taken = self._desk.notes.get(NOTE) == "taken"
        by_id("daily-said").textContent = "Taken today." if taken else "Not taken yet today."

    async def take(self) -> None:
        answer = await self._desk.solver.run("daily", {}, lambda progress: None)
        self._desk.note(NOTE, "taken")
        self._desk.give(Board.parse(answer["board"]))


@when("click", "#daily-take")
def on_take(event: Event) -> None:
    in_background(_room.take())
''',
    "web/rooms/daily/task.py": '''\
"""The worker's side of the Daily room: find the board of the day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class DailyTask:
    needs = None

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._board = ""

    def step(self, seconds: float) -> None:
        self._board = "1 2 3/4 5 6/0 7 8"

    def cancel(self) -> None:
        self.step(0)

    def progress(self) -> dict[str, Any]:
        return {}

    def answer(self) -> dict[str, Any] | None:
        return {"board": self._board} if self._board else None
''',
}
ROOM_LINE = """\
    Room(
        "daily",
        "Daily",
        view="DailyRoom",
        note="daily",
        tasks=(RoomTask("daily", "DailyTask", "The choice of a board"),),
    ),
"""
ROOM_CHINESE = {
    "Daily": "每日",
    "A board a day": "每天一个局面",
    "Not taken yet today": "今天还没有取",
    "Taken today": "今天已取",
    "Take it": "取来",
    "the choice of a board is in progress": "正在选择局面",
}
MADE = ("index.html", "web/style.css")
DOORS = "tests/laws/doors/test_every_door.py"


def add_room(checkout: Checkout) -> set[str]:
    """Add the Daily room as `npuzzle/docs/adding.md` says; return the files changed by hand."""
    for name, text in DAILY.items():
        checkout.write(name, text)
    checkout.insert_before("web/room_table.py", ")\n\nBY_NAME", ROOM_LINE)
    checkout.insert_before(DOORS, "    ],\n    ASKED:", '        "messages: daily",\n')
    checkout.translate(ROOM_CHINESE)
    checkout.run("-m", "npuzzle.site.pages")
    return {*DAILY, "web/room_table.py", "web/languages/zh.json", DOORS}


#: A heuristic: the distance of the tile that is farthest from its home.
FARTHEST = '''\
"""Farthest tile: how far the tile is from its home that is farthest."""

from __future__ import annotations

from collections.abc import Sequence

from npuzzle.heuristics.base import Heuristic
from npuzzle.lazy import loadable


@loadable
class FarthestTile(Heuristic):
    """Return the largest Manhattan distance of a tile from its home: that tile has to go there."""

    def estimate(self, state: Sequence[int]) -> int:
        distance = self.shape.distance
        return max(distance(cell, tile) for cell, tile in enumerate(state) if tile != self.home)

'''
FARTHEST_CARD = """\
farthest_tile = HeuristicCard(
    name="farthest-tile",
    label="Farthest tile",
    summary="the largest distance of a tile from its home",
    admissible=True,
    consistent=True,
    make=lazy("npuzzle.heuristics.farthest.FarthestTile"),
)
"""

#: An algorithm with its own numeric option.
HILL_CLIMBING = '''\
"""Hill climbing: always the child that looks nearest."""

from __future__ import annotations

from operator import itemgetter

from npuzzle.heuristics.base import Heuristic
from npuzzle.puzzle.problem import Problem, State
from npuzzle.lazy import loadable
from npuzzle.search.base import Parents, Search, SearchOptions, Stats, path_to


@loadable
def hill_climbing(problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
    """Go to the child of least h that was not met yet; give up after too many moves that come no nearer."""
    state, h = problem.initial, heuristic.estimate(problem.initial)
    parent: Parents[State] = {state: None}
    stats = Stats(bound=h, frontier=1, peak_frontier=1, stored=1)
    yield stats
    depth = sideways = 0
    while not problem.is_goal(state):
        if depth == options.max_depth or sideways > options.numbers["sideways"]:
            return None
        yield stats
        stats.expanded, stats.deepest = stats.expanded + 1, depth + 1
        children = []
        for move, child in problem.successors(state):
            stats.generated += 1
            if child not in parent:
                children.append((heuristic.step(h, child, move), child, move))
        if not children:
            return None
        nearest, child, move = min(children, key=itemgetter(0))
        sideways = sideways + 1 if nearest >= h else 0
        parent[child] = (move, state)
        state, h, depth = child, nearest, depth + 1
        stats.hold(1, len(parent))
    return path_to(state, parent)

'''
HILL_CLIMBING_CARD = """\
    AlgorithmCard(
        name="hill-climbing",
        label="Hill climbing",
        summary="always the child that looks nearest; often gives up",
        search=lazy("npuzzle.search.hill_climbing.hill_climbing"),
        informed=True,
        numbers=(
            Number(
                name="sideways",
                label="Moves in a row that come no nearer",
                kind=int,
                least=0,
                most=1_000,
                default=10,
                help="moves in a row that come no nearer",
            ),
        ),
        complete=False,
    ),
"""

#: A goal: the numbers descend, and the blank is last.
DESCENDING = """\
GOALS.add(
    GoalCard(
        name="descending",
        label="Descending",
        summary="the largest number first, then one less each time, the blank at the end",
        tiles=lambda shape: tuple(range(shape.cells - 1, -1, -1)),
    )
)

"""


def add_heuristic(checkout: Checkout) -> set[str]:
    """Add a heuristic: its module, its card and its place among the cards, its Chinese texts."""
    checkout.write("npuzzle/heuristics/farthest.py", FARTHEST)
    place = "npuzzle/heuristics/__init__.py"
    checkout.insert_before(place, "misplaced = HeuristicCard(\n", FARTHEST_CARD)
    checkout.insert_before(place, "    misplaced,\n", "    farthest_tile,\n")
    checkout.translate(
        {
            "Farthest tile": "最远方块",
            "the largest distance of a tile from its home": "方块到目标位置的最大距离",
        }
    )
    return {"npuzzle/heuristics/farthest.py", "npuzzle/heuristics/__init__.py", "web/languages/zh.json"}


def add_algorithm(checkout: Checkout) -> set[str]:
    """Add an algorithm: its module, its card among the cards, its Chinese texts."""
    checkout.write("npuzzle/search/hill_climbing.py", HILL_CLIMBING)
    name = "npuzzle/search/__init__.py"
    before = '    AlgorithmCard(\n        name="constructive",\n'
    checkout.insert_before(name, before, HILL_CLIMBING_CARD)
    checkout.translate(
        {
            "Hill climbing": "爬山法",
            "always the child that looks nearest; often gives up": "总是走看起来最近的子状态；常常放弃",
            "Moves in a row that come no nearer": "连续未接近目标的步数",
        }
    )
    return {"npuzzle/search/hill_climbing.py", name, "web/languages/zh.json"}


def add_goal(checkout: Checkout) -> set[str]:
    """Add a goal: its card, its Chinese texts."""
    checkout.insert_before("npuzzle/puzzle/goals.py", 'DEFAULT_GOAL = "blank-last"', DESCENDING)
    summary = "the largest number first, then one less each time, the blank at the end"
    checkout.translate({"Descending": "递减", summary: "从最大的数开始依次递减，空格在最后"})
    return {"npuzzle/puzzle/goals.py", "web/languages/zh.json"}
