"""The sandbox's end of the wire, inside its interpreter."""

from __future__ import annotations

from npuzzle import Shape
from npuzzle.pattern_databases import catalogue
from web.sandbox.tasks import TASKS
from web.solver.wire import Reply, TaskRunner

_solver = TaskRunner(TASKS)


def handle(text: str) -> str:
    """Answer one message; whatever a stranger's text raises is an answer too."""
    try:
        return _solver.handle(text)
    except BaseException as error:
        return Reply(problem=f"Your code's interpreter failed: {type(error).__name__}.").to_text()


def give_tables(shape: str, data: bytes) -> None:
    """Take the package's file of pattern tables for that shape, such as 4x4."""
    catalogue.give(Shape.parse(shape), bytes(data))
