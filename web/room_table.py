"""List the rooms of the page. Links, tabs, index.html, the solver and the tests read this table.

To add a room, add its folder `web/rooms/NAME` and its line here, then run `python -m npuzzle.site.pages`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoomTask:
    """A task that a room asks the solver for. Messages to the solver contain the task's name."""

    name: str
    made_by: str  # the task's class, which the worker imports at the first request
    label: str  # the words for the running task
    module: str = "task"  # the room's module with the class
    gives_way: bool = False  # whether the task ends, like a hint, as soon as another task is requested


@dataclass(frozen=True, slots=True)
class Room:
    """A room. Its folder, its tab `tab-NAME`, its panel `room-NAME` and links contain its name."""

    name: str
    label: str  # the label of the room's tab
    group: str = ""  # the tab above the room's own tab; the rooms of a group are consecutive
    view: str = ""  # the class in its view.py, imported when the room is first opened (none for Solve)
    note: str = ""  # the name of the room's choices in links and in the saved data
    own_note: str = ""  # the name of the room's other saved data, which links never contain
    tasks: tuple[RoomTask, ...] = ()  # the room's tasks for the solver
    sandboxed: tuple[str, ...] = ()  # tasks that run a user's code: classes in the room's sandboxed.py
    stops: tuple[str, ...] = ()  # the ids of the buttons that stop the room's tasks
    old_names: tuple[str, ...] = ()  # what earlier versions called the room and its note
    parts: tuple[str, ...] = ()  # its parts with their own state, as `data-bind` and `data-press` name them

    @property
    def module(self) -> str:
        """Return the name of the module with the room's view."""
        return f"web.rooms.{self.name}.view"


#: The rooms, in the order of their tabs. A first visit opens the first room.
ROOMS = (
    Room(
        "today",
        "Today",
        view="TodayRoom",
        own_note="days",
        tasks=(RoomTask("day", "DayTask", "The deal of the day's boards", gives_way=True),),
    ),
    Room(
        "solve",
        "Solve",
        own_note="typed_moves",
        tasks=(
            RoomTask("solve", "SolveTask", "A search"),
            RoomTask("verify", "VerifyTask", "A check of moves", module="verify_task"),
            RoomTask("review", "ReviewTask", "A review of moves", module="review_task", gives_way=True),
            RoomTask("tables", "TablesTask", "A build of larger tables", module="tables_task"),
        ),
        stops=("stop", "moves-stop", "larger-stop"),
        parts=("larger",),
    ),
    Room(
        "practice",
        "Practice",
        view="PracticeRoom",
        own_note="practice",
        tasks=(
            RoomTask("prove", "AnalyseTask", "The proof of a solve", gives_way=True),
            RoomTask("list", "AnalyseTask", "The analysis of a list"),
        ),
        stops=("practice-stop",),
    ),
    Room(
        "race",
        "Race",
        group="See",
        view="RaceRoom",
        note="race",
        own_note="linked_texts",
        tasks=(
            RoomTask("race", "RaceTask", "A race"),
            RoomTask("compare", "CompareTask", "A comparison"),
            RoomTask("clouds", "CloudsTask", "The picture of a race", module="clouds_task", gives_way=True),
        ),
        sandboxed=("RaceTask", "CompareTask"),
        stops=("race-stop", "compare-stop"),
        parts=("clouds",),
    ),
    Room(
        "explore",
        "Explore",
        group="See",
        view="ExploreRoom",
        note="explore",
        tasks=(
            RoomTask("trace", "TraceTask", "A search for the tree"),
            RoomTask("space", "SpaceTask", "A search for the picture", module="space_task"),
        ),
        sandboxed=("EstimatesTask", "RequestsTask"),
        stops=("explore-stop", "space-stop"),
        old_names=("explorer",),
        parts=("space", "pair"),
    ),
    Room(
        "lab",
        "Lab",
        group="See",
        view="LabRoom",
        note="source",
        own_note="kept_source",
        tasks=(
            RoomTask("certify", "CertifyTask", "A certificate"),
            RoomTask("patterns", "PatternsTask", "A build of pattern databases", module="patterns_task"),
        ),
        sandboxed=("EvaluateTask",),
        stops=("lab-stop", "patterns-stop"),
        old_names=("bench",),
        parts=("patterns",),
    ),
    Room(
        "learn",
        "Learn",
        view="LearnRoom",
        note="learn",
        own_note="learned",
        tasks=(RoomTask("exercises", "ExercisesTask", "A set of exercises"),),
        stops=("class-stop",),
        old_names=("tour",),
        parts=("class", "codes"),
    ),
)

BY_NAME = {room.name: room for room in ROOMS}
GROUPS = tuple({room.group.lower(): None for room in ROOMS if room.group})
HOME = "solve"  # the room that a link opens if it names none
PLACES = frozenset(place for room in ROOMS for place in (room.name, *room.parts))
NEW_NAMES = {old: room.name for room in ROOMS for old in room.old_names}
NOTES = tuple(room.note for room in ROOMS if room.note)
OWN_NOTES = tuple(room.own_note for room in ROOMS if room.own_note)
TASKS = {task.name: task for room in ROOMS for task in room.tasks}
HINT = "hint"  # the only task outside the rooms
GIVING_WAY = (HINT, *(name for name, task in TASKS.items() if task.gives_way))
