"""Larger tables on the page: the sentences about them, and the effect of each call."""

from __future__ import annotations

import pytest

from npuzzle import Shape, goal_board
from npuzzle.pattern_databases.catalogue import find_larger
from tests.support.bound import check_bound_values
from tests.support.translations import FILES, misses
from web.command import Call, perform
from web.rooms.solve.tables_state import (
    TablesState,
    fail,
    forget_file,
    start,
    stop,
    suggest_larger,
    take_answer,
    take_board,
    take_look,
    take_progress,
    take_solver,
)

LARGE, OTHER = find_larger(Shape(5, 5), 0), find_larger(Shape(4, 5), 0)
NAME = "5x5-home0-6-6-6-6.tables"
DONE = {"stopped": False, "seconds": 20.04, "problem": ""}


def after(*calls: Call, state: TablesState | None = None) -> TablesState:
    state = state or TablesState()
    for call in calls:
        state = perform(state, call)
        check_bound_values("larger", state)
        assert (bool(state.run), state.is_offered, state.can_remove).count(True) == 1
    return state


def test_what_they_cost_is_said_before_and_what_they_take_afterwards() -> None:
    assert after().summary == ""
    before = after(take_board(LARGE))
    assert before.summary.startswith("Larger tables for 5x5: groups of 6-6-6-6, 122 MB, about ")
    kept = after(take_look(NAME, is_kept=True), state=before)
    assert kept.summary.startswith("The larger tables for 5x5 are saved in this browser: groups of 6-6-6-6")
    assert after(take_look("another.tables", is_kept=True), state=before) is before


def test_they_are_built_once_and_stopped() -> None:
    building = after(take_board(LARGE), start())
    assert (building.building, building.how_far) == (LARGE, "Starting.")
    assert after(start(), state=building) is building
    assert (
        after(take_progress({"doing": "build", "done": 0.5, "total": 1}), state=building).how_far
        == "Building: 50%."
    )
    storing = after(take_progress({"doing": "keep", "done": 1, "total": 1}), state=building)
    assert storing.how_far == "Storing them in this browser."
    stopped = after(stop(), take_answer({"stopped": True}), state=building)
    assert (stopped.run, stopped.note) == (None, "Stopped: no tables were built.")
    assert after(start(), state=stopped).note == ""
    assert after(take_answer(DONE), state=building).note == "Built in 20.0 seconds."
    assert after(fail("It ended."), state=building).note == "It ended."
    assert after(take_board(LARGE), take_look(NAME, is_kept=True), start()).run is None
    assert after(take_board(LARGE), take_solver("A race is in progress."), start()).run is None


def test_another_board_changes_nothing_of_a_build() -> None:
    building = after(take_board(LARGE), start())
    other = after(take_board(OTHER), state=building)
    assert (other.larger, other.building) == (OTHER, LARGE)
    assert after(take_answer(DONE), state=other).note == "Built in 20.0 seconds."
    gone = after(take_answer(DONE), take_board(None), state=other)
    assert (gone.larger, gone.note) == (None, "")


def test_they_are_suggested_where_a_search_without_them_proved_nothing() -> None:
    goal = str(goal_board("blank-last", Shape(5, 5)))
    assert suggest_larger(goal, "5-5-5-5-4") == (
        "With larger tables, which you can build under How, a proof on 5x5 is shorter."
    )
    assert suggest_larger(goal, "6-6-6-6") == suggest_larger(goal, "") == ""
    assert suggest_larger(str(goal_board("spiral", Shape(5, 5))), "5-5-5-5-4") == ""
    assert suggest_larger(str(goal_board("blank-last", Shape(4, 4))), "6-6-3") == ""


def test_without_room_they_are_used_until_the_page_is_closed() -> None:
    full = {**DONE, "problem": "The browser has no room for them."}
    assert after(take_board(LARGE), start(), take_answer(full)).note == (
        "Built in 20.0 seconds. They are not saved: the browser has no room for them. "
        "Searches use them until this page is closed."
    )
    removed = after(take_board(LARGE), take_look(NAME, is_kept=True), forget_file())
    assert (removed.is_kept, removed.note) == (False, "Removed. Searches use them until this page is closed.")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_sentence_is_in_every_language(file: object) -> None:
    state = after(take_board(LARGE))
    kept = after(take_look(NAME, is_kept=True), state=state)
    problems = (
        "The browser has no room for them.",
        "This browser does not let the page save files.",
        "This browser did not store them (SecurityError).",
        "Stop was pressed before they were stored.",
    )
    ends = [after(start(), take_answer({**DONE, "problem": one}), state=state) for one in problems]
    building = after(start(), state=state)
    others = [
        f"The file of larger tables that this browser saved cannot be used: {why}."
        for why in (
            "it holds other tables than this program builds. It was removed, and can be built again. "
            "A 5-5-5-5-4 set is used instead",
            "it is damaged: 122,000,000 bytes where its header promises 122,070,314",
            "it is damaged: its checksum is another one",
            "it is empty",
        )
    ]
    said = [
        suggest_larger(str(goal_board("blank-last", Shape(5, 5))), "5-5-5-5-4"),
        state.summary,
        kept.summary,
        building.how_far,
        after(take_progress({"doing": "keep", "done": 1, "total": 1}), state=building).how_far,
        after(take_progress({"doing": "build", "done": 0.25, "total": 1}), state=building).how_far,
        after(forget_file(), state=kept).note,
        after(stop(), take_answer({"stopped": True}), state=building).note,
        *(end.note for end in ends),
        *others,
    ]
    assert misses(file, said) == []  # type: ignore[arg-type]
