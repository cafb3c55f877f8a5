"""A state with a task: the behaviour that all of them share, whatever the task."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.command import perform
from web.rooms.lab import patterns_state
from web.rooms.lab import state as lab
from web.rooms.learn import class_form
from web.rooms.solve import tables_state
from web.running import Phase, Running, TaskState

ALL: list[tuple[TaskState, Any]] = [
    (lab.LabState(), lab.command),
    (patterns_state.PatternsState(), patterns_state.command),
    (tables_state.TablesState(), tables_state.command),
    (class_form.ClassState(), class_form.command),
]
NEWS = st.fixed_dictionaries({"done": st.integers(0, 9), "total": st.integers(9, 99)})


@pytest.mark.parametrize(("free", "command"), ALL, ids=lambda each: type(each).__name__)
@given(steps=st.lists(st.one_of(st.just("stop"), st.sampled_from(["", "A search is in progress."]), NEWS)))
def test_a_task_is_stopped_once_and_free_again_after_its_loss(
    free: TaskState, command: Any, steps: list[Any]
) -> None:
    assert perform(free, command.stop()) is perform(free, command.take_progress({"done": 1})) is free
    state: Any = replace(free, run=Running())
    for step in steps:
        before = state
        if step == "stop":
            state = perform(state, command.stop())
            assert state.is_stopping
        elif isinstance(step, str):
            state = perform(state, command.take_solver(step))
            assert state.why_not == step
        else:
            state = perform(state, command.take_progress(step))
            assert state.share == step["done"] / step["total"] <= 1
        assert state.phase is Phase.RUNNING
        assert state.is_stopping >= before.is_stopping, "Stop must stay pressed"
        assert (state.can_start, state.why_not_now) == (False, "")
    lost = perform(state, command.by_name["fail"]("It was lost."))
    assert (lost.phase, lost.is_stopping, lost.share) == (Phase.FREE, False, 0)
    assert (lost.can_start, lost.why_not_now) == (not state.why_not, state.why_not)
