"""The page's sentences about its storage, about repairs, and about its address."""

from __future__ import annotations

from dataclasses import replace

import pytest

from npuzzle import Board
from npuzzle.puzzle.solvability import ChangeGoal
from tests.support.page_states import PROGRESS, answer_of, page, play_solution
from tests.support.translations import FILES, misses
from web.page.commands import initial_state, update
from web.page.commands.board import type_text
from web.page.commands.stepping import jump_to, press_play, type_step
from web.page.words import (
    FORBIDDEN,
    FULL,
    describe_embedding,
    describe_lost_storage,
    describe_path_so_far,
    describe_reach,
    describe_repair,
    describe_seal,
    describe_shortening,
    headline,
)


def test_what_the_browser_does_not_keep_is_reported_with_a_way_to_keep_it() -> None:
    assert describe_lost_storage([], reload=False) == ""
    full = describe_lost_storage([FULL], reload=False)
    assert full == (
        "This browser has no room to save the page: your board is lost when the tab is closed. "
        "Share makes a link that holds it."
    )
    forbidden = describe_lost_storage([FORBIDDEN] * 2, reload=True)
    assert (
        "does not let the page save anything: your board is lost when the tab is closed or reloaded"
        in forbidden
    )


def test_a_repair_names_its_goal_as_the_menu_does() -> None:
    assert describe_repair(ChangeGoal("blank-first")) == "Use the goal Blank first"
    state = update(initial_state(Board.parse("1 2 3/4 5 6/7 8 0")), type_text("1 2 3/4 5 6/8 7 0"))
    assert [describe_repair(repair) for repair in state.board.repairs] == [
        "Swap tiles 8 and 7",
        "Use the goal Spiral (snail)",
    ]


def test_a_page_on_this_machine_says_that_its_links_stay_there() -> None:
    for host in ("localhost", "127.0.0.1", "[::1]", "npuzzle.localhost"):
        assert "this machine only" in describe_reach(host), host
    assert [describe_reach(host) for host in ("example.org", "127-example.org", "localhost.org", "")] == [
        ""
    ] * 4
    assert misses(FILES[0], [describe_reach("localhost"), describe_embedding("localhost")]) == []


def test_a_page_of_this_machine_cannot_be_embedded_and_says_what_would_do() -> None:
    assert "Put the page on a host" in describe_embedding("127.0.0.1")
    assert describe_embedding("example.org") == ""


@pytest.mark.parametrize(
    ("lengths", "said"),
    [
        ([], ""),
        ([120], ""),
        ([120, 110], "120 → 110"),
        ([1_200, 110], "1,200 → 110"),
        ([9, 8, 7, 6, 5, 4, 3], "9 → 8 → 7 → 6 → 5 → 4 → 3"),
        ([9, 8, 7, 6, 5, 4, 3, 2], "9 → ... → 7 → 6 → 5 → 4 → 3 → 2"),
    ],
)
def test_the_first_and_the_latest_lengths_of_the_paths_in_hand_are_listed(
    lengths: list[int], said: str
) -> None:
    assert describe_shortening(replace(PROGRESS, lengths=lengths)) == said
    assert describe_shortening(None) == ""


def test_a_path_in_hand_is_said_with_how_much_longer_than_the_shortest_it_may_be() -> None:
    assert describe_path_so_far(page(), None) == describe_path_so_far(page(), PROGRESS) == ""
    now = replace(PROGRESS, lengths=[1_300, 1_205], lower_bound=101)
    assert describe_path_so_far(page(), now) == (
        "Solved in 1,205 moves so far: at most 1,104 longer than the shortest."
    )


def test_the_seal_says_what_is_proved_and_what_it_took() -> None:
    state = play_solution()
    assert describe_seal(state) == ("", ""), "no seal before the goal"
    at_goal = update(state, jump_to(2))
    answer = at_goal.player.answer
    assert answer is not None
    player = at_goal.player
    for seconds, spent in ((0.0049, "under 0.01 s"), (0.005, "0.01 s"), (1.234, "1.23 s")):
        sealed = replace(player, answer=replace(answer, seconds=seconds, expanded=1_234))
        assert describe_seal(replace(at_goal, player=sealed)) == (
            "Shortest: 2. Proved",
            f"1,234 boards looked at in {spent}",
        )
    unproved = replace(answer, claim="at most 4 moves longer")
    assert describe_seal(replace(at_goal, player=replace(player, answer=unproved))) == (
        "Solved in 2 moves",
        "At most 4 moves longer than the shortest",
    )


def test_play_goes_on_where_it_was_and_at_the_end_from_the_start() -> None:
    state = play_solution()
    for step, begins in ((0, 0), (1, 1), (2, 0)):
        played = update(update(state, jump_to(step)), press_play())
        assert (played.player.step, played.player.is_playing, played.spoken) == (begins, True, "Playing.")


@pytest.mark.parametrize(("text", "step"), [("2", 2), ("0", 0), ("3", 1), ("-1", 1), ("x", 1), ("٢", 1)])
def test_a_typed_step_is_gone_to_if_there_is_one(text: str, step: int) -> None:
    assert update(update(play_solution(), jump_to(1)), type_step(text)).player.step == step


@pytest.mark.parametrize(
    ("board", "limits", "said"),
    [
        ("1 2 3/4 5 6/8 7 0", {}, "Not solvable"),
        ("1 2 3/4 5 6/7 8 0", {}, "Already solved"),
        ("1 2 3/4 5 6/0 7 8", {"depth": 1}, "No path within the depth limit"),
    ],
)
def test_how_a_run_ended_is_said_in_a_few_words(board: str, limits: dict[str, int], said: str) -> None:
    assert headline(answer_of(page(board), **limits)) == said
