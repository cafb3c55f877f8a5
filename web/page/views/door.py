"""Answer the page around this one, which is in a frame. `web.page.door` defines the messages."""

from __future__ import annotations

import json
from typing import Any

from pyscript import window

from npuzzle import NPuzzleError
from npuzzle.errors import sentence
from web.page import door
from web.solver.client import SolverClient
from web.solver.task_run import TaskRun
from web.ui.events import when

ONE_AT_A_TIME = "A search is in progress: wait for its answer, or ask to stop it."


class Door:
    """Receive questions from the page around this one, run one search at a time, and send the answers."""

    def __init__(self, solver: SolverClient) -> None:
        self._id, self._origin = "", "*"
        self._run = TaskRun(
            solver,
            "solve",
            lambda answer: self._post(door.tell_answer(self._id, answer)),
            lambda problem: self._post(door.tell_refusal(self._id, problem)),
            on_progress=lambda news: self._post(door.tell_progress(self._id, news)),
        )
        when("message", window)(self._hear)
        self._post(door.tell_ready())

    def _hear(self, event: Any) -> None:
        if event.source != window.parent:
            return
        text = _write_json(event.data)
        origin = "*" if event.origin == "null" else event.origin
        try:
            question = door.read_question(text)
        except NPuzzleError as error:
            self._post(door.tell_refusal(door.read_id(text), sentence(error)), origin)
            return
        if question is None:
            return
        if question.job is None:
            self._run.stop()
        elif self._run.is_running:
            self._post(door.tell_refusal(question.id, ONE_AT_A_TIME), origin)
        else:
            self._id, self._origin = question.id, origin
            self._run.start(question.job.to_dict())

    def _post(self, message: dict[str, Any], origin: str = "") -> None:
        window.parent.postMessage(window.JSON.parse(json.dumps(message)), origin or self._origin)


def _write_json(data: Any) -> str:
    try:
        return window.JSON.stringify(data) or ""
    except Exception:  # the data contains itself, or a number that JSON lacks
        return ""
