"""When a search of the user's choice finds no path, the page offers Automatic, which solves the board."""

from __future__ import annotations

import pytest

from tests.support.page_states import answer_of, page
from tests.support.translations import FILES, misses
from web.page.commands import update
from web.page.commands.solving import choose_option, finish_search, solve_otherwise, start_search
from web.page.state import Phase, UiState
from web.page.words import badge, headline

HARD = "8 6 7/2 5 4/3 0 1"
SUGGESTED = "Automatic would choose A* with Linear conflict for this board."


def solved(board: str, limit: str, value: str, **chosen: str) -> UiState:
    """Return the page after a search with these choices and this limit."""
    state = page(board)
    for name, text in {**chosen, limit: value}.items():
        state = update(state, choose_option(name, text))
    job = state.job()
    answer = answer_of(state, algorithm=job.algorithm, heuristic=job.heuristic, limits=job.limits)
    return update(update(state, start_search()), finish_search(answer))


@pytest.mark.parametrize(("limit", "value"), [("stored", "500"), ("expanded", "100")])
def test_what_automatic_would_choose_is_said(limit: str, value: str) -> None:
    state = solved(HARD, limit, value, algorithm="bfs")
    assert state.phase is Phase.PLAYING
    answer = state.player.answer
    assert answer is not None
    assert headline(answer) == f"Out of {'memory' if limit == 'stored' else 'nodes'}"
    assert badge(answer).startswith("At most ")
    assert state.other_way == SUGGESTED
    assert misses(FILES[0], [headline(answer), badge(answer), answer.note]) == []


def test_the_heuristic_tells_it_from_the_users_choice_and_has_its_chinese() -> None:
    state = solved("15 14 8 12/2 11 9 13/10 6 5 1/3 7 4 0", "expanded", "100", algorithm="idastar")
    assert state.other_way == "", "Automatic would use the same heuristic"
    state = solved(
        "15 14 8 12/2 11 9 13/10 6 5 1/3 7 4 0",
        "expanded",
        "100",
        algorithm="idastar",
        heuristic="misplaced",
    )
    said = "Automatic would choose IDA* with Additive pattern databases for this board."
    assert state.other_way == said
    assert misses(FILES[0], [said, SUGGESTED]) == []


def test_a_beam_that_gives_up_is_no_dead_end() -> None:
    state = update(page(HARD), choose_option("width", "1"))
    for event in (choose_option("algorithm", "beam"), choose_option("heuristic", "misplaced")):
        state = update(state, event)
    job = state.job()
    answer = answer_of(state, algorithm="beam", heuristic="misplaced", numbers=job.numbers)
    assert answer.outcome == "gave up"
    state = update(update(state, start_search()), finish_search(answer))
    assert state.other_way == SUGGESTED


def test_it_solves_with_what_automatic_chooses_and_keeps_the_limits() -> None:
    state = update(solved(HARD, "expanded", "100", algorithm="bfs"), solve_otherwise())
    assert state.phase is Phase.SOLVING
    assert (state.options.algorithm, state.options.heuristic) == ("auto", "auto")
    assert state.options.expanded == "100"
    assert state.other_way == ""


def test_nothing_is_said_where_automatic_has_ended_so_or_a_path_was_found() -> None:
    assert solved(HARD, "expanded", "100").other_way == ""
    assert solved(HARD, "expanded", "100", algorithm="astar", heuristic="linear-conflict").other_way == ""
    assert solved("1 2 3/4 5 6/0 7 8", "expanded", "1000", algorithm="bfs").other_way == ""
    assert page(HARD).other_way == ""
