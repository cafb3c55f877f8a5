"""A path found so far is shown, and shorter ones replace it without losing the user's place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from npuzzle import Job, Limits, random_board
from tests.support.page_states import PROGRESS, answer_of, page
from web.page.commands import update
from web.page.commands.improving import describe_better
from web.page.commands.solving import choose_option, fail_search, finish_search, start_search, take_progress
from web.page.commands.stepping import jump_to, press_play, take_better_path
from web.page.parts.answer import IN_HAND
from web.page.state import Phase, UiState
from web.page.words import badge, player_badge
from web.rooms.solve.task import SolveTask

EASY = "1 2 3/4 5 6/0 7 8"  # LL; every other path here goes there and back before, between or after
SHORT, LATE, EARLY = "LL", "LLRL", "DULL"


def solving(*paths: str, bound: int = 0) -> UiState:
    """Return the page while it solves, after it found these paths in this order."""
    state = update(page(EASY), start_search())
    for path in paths:
        state = report_path(state, path, bound)
    return state


def report_path(state: UiState, path: str, bound: int = 0) -> UiState:
    return update(state, take_progress(replace(PROGRESS, lower_bound=bound, lengths=[len(path)], path=path)))


def test_a_path_can_be_stepped_through_while_a_shorter_one_is_looked_for() -> None:
    state = solving("DULL")
    assert (state.phase, state.shows_path, state.player.path) == (Phase.SOLVING, True, "DULL")
    assert state.player.answer is not None
    assert state.player.answer.outcome == IN_HAND
    assert player_badge(state.player.answer) == "At most 4 longer"
    state = update(state, jump_to(1))
    assert str(state.current_board) == "1 2 3/0 5 6/4 7 8"
    assert update(state, press_play()).player.is_playing


def test_without_a_path_there_is_nothing_to_step_through() -> None:
    state = solving()
    for event in (jump_to(1), press_play(), take_better_path()):
        assert update(state, event) is state


def test_at_the_start_a_shorter_path_takes_the_place_of_the_other() -> None:
    state = solving(EARLY, LATE)
    assert (state.player.path, state.player.step, state.player.better) == (LATE, 0, None)


def test_the_place_is_kept_where_the_next_move_stays_the_same() -> None:
    state = report_path(update(solving(LATE), jump_to(1)), SHORT)
    assert (state.player.path, state.player.step, state.player.better) == (SHORT, 1, None)


def test_a_path_that_is_stepped_through_stays_and_the_shorter_one_is_offered() -> None:
    for step in (1, 2, 4):
        before = update(solving(EARLY), jump_to(step))
        state = report_path(before, SHORT)
        assert (state.player.path, state.current_board) == (EARLY, before.current_board)
        assert describe_better(state) == "A shorter path was found: 2 moves, 2 fewer."
        state = update(state, take_better_path())
        assert (state.player.path, state.player.step, describe_better(state)) == (SHORT, 0, "")
        assert str(state.current_board) == EASY


def test_in_line_moves_the_path_in_hand_is_counted_in_these() -> None:
    state = update(update(page(EASY), choose_option("metric", "lines")), start_search())
    now = replace(PROGRESS, lower_bound=1, lengths=[5], path="DULRLL")
    state = update(state, take_progress(now))
    assert state.spoken.startswith("Solved in 5 line moves so far: at most 4 longer than the shortest.")
    assert state.player.answer is not None
    assert player_badge(state.player.answer) == "At most 4 longer"
    state = update(update(state, jump_to(1)), take_progress(replace(now, lengths=[3], path=LATE)))
    assert describe_better(state) == "A shorter path was found: 3 line moves, 2 fewer."
    state = update(state, finish_search(answer_of(page(EASY), metric="lines")))
    assert state.player.answer is not None
    assert (state.player.answer.length, state.player.answer.claim) == (5, "at most 4 longer")
    assert "A shorter path was found: 1 line move, 4 fewer." in state.spoken


def test_a_move_that_is_shown_as_the_next_is_not_exchanged() -> None:
    """The user may have made that move on a wooden puzzle already."""
    state = report_path(update(solving("LLRL"), jump_to(2)), SHORT)
    assert (state.player.path, state.player.step) == ("LLRL", 2)
    assert state.player.better is not None


def test_the_bound_of_what_is_shown_rises_with_the_search() -> None:
    state = update(solving(EARLY), take_progress(replace(PROGRESS, lower_bound=2, lengths=[4])))
    assert state.player.answer is not None
    assert badge(state.player.answer) == "At most 2 longer than the shortest, which has 2 or more"


def test_the_end_of_the_search_keeps_the_path_that_is_stepped_through() -> None:
    state = update(solving(EARLY), jump_to(2))
    state = update(state, finish_search(answer_of(page(EASY))))
    answer = state.player.answer
    assert (state.phase, state.player.path, state.player.step) == (Phase.PLAYING, EARLY, 2)
    assert answer is not None
    assert (answer.length, answer.claim, answer.is_optimal) == (4, "at most 2 longer", False)
    assert state.spoken == "Solved in 2 moves. Proved shortest. A shorter path was found: 2 moves, 2 fewer."
    state = update(state, take_better_path())
    assert state.player.answer is not None
    assert (state.player.path, state.player.answer.is_optimal) == (SHORT, True)


def test_the_end_of_the_search_at_the_start_shows_its_answer() -> None:
    state = update(solving(EARLY), finish_search(answer_of(page(EASY))))
    assert (state.player.path, state.player.step, state.player.better) == (SHORT, 0, None)


def test_a_playback_goes_on_when_the_search_ends() -> None:
    state = update(solving(SHORT), press_play())
    assert update(state, finish_search(answer_of(page(EASY)))).player.is_playing


def test_a_solver_that_is_lost_leaves_the_path_that_it_had_found() -> None:
    state = update(update(solving(EARLY), jump_to(1)), fail_search("It was lost."))
    assert (state.phase, state.player.path, state.player.step) == (Phase.PLAYING, EARLY, 1)
    assert state.search.problem == "It was lost."


@pytest.mark.slow
def test_each_path_is_sent_once_and_leads_to_the_goal() -> None:
    job = Job(board=random_board("5x5", seed=3), goal="blank-last", limits=Limits(expanded=400_000))
    task = SolveTask(job.to_dict())
    sent: list[dict[str, Any]] = []
    while task.answer() is None:
        task.step(0.02)
        assert task.progress() == task.progress()
        sent.append(task.progress())
    paths = [now["path"] for now in sent if now["path"]]
    assert paths
    assert [len(path) for path in paths] == sorted({len(path) for path in paths}, reverse=True)
    for path in paths:
        assert job.resolve().problem.replay(path) == job.resolve().problem.goal
