"""Answer the page's messages inside the sandbox's interpreter."""

from __future__ import annotations

from npuzzle import Shape
from npuzzle.pattern_databases import catalogue
from web.room_table import ROOMS
from web.solver.wire import Reply, TaskRunner

#: The tasks that run a user's code. Only the sandbox's interpreter imports this table and these modules.
TASKS = {name: f"web.rooms.{room.name}.sandboxed:{name}" for room in ROOMS for name in room.sandboxed}

_runner = TaskRunner(TASKS)


def handle(text: str) -> str:
    """Answer one message. An error in the user's code becomes an answer, too."""
    try:
        return _runner.handle(text)
    except BaseException as error:
        return Reply(problem=f"Your code's interpreter failed: {type(error).__name__}.").to_text()


def give_tables(shape: str, data: bytes) -> None:
    """Load `data`, the package's file of pattern databases for a shape such as 4x4."""
    catalogue.provide_shipped(Shape.parse(shape), bytes(data))
