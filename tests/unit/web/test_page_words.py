"""What the page says of its storage, of repairs, and of where it is served."""

from __future__ import annotations

from npuzzle import Board
from npuzzle.puzzle.solvability import ChangeGoal
from tests.support.translations import FILES, misses
from web.page.events import TextTyped
from web.page.updates import initial_state, update
from web.page.words import (
    FORBIDDEN,
    FULL,
    describe_embedding,
    describe_lost_storage,
    describe_reach,
    describe_repair,
)


def test_what_the_browser_does_not_keep_is_reported_with_a_way_to_keep_it() -> None:
    assert describe_lost_storage([], reload=False) == ""
    full = describe_lost_storage([FULL], reload=False)
    assert full == (
        "This browser has no room to keep the page: your board is lost when the tab is closed. "
        "Share gives a link that keeps it."
    )
    forbidden = describe_lost_storage([FORBIDDEN] * 2, reload=True)
    assert (
        "does not let the page keep anything: your board is lost when the tab is closed or reloaded"
        in forbidden
    )


def test_a_repair_names_its_goal_as_the_menu_does() -> None:
    assert describe_repair(ChangeGoal("blank-first")) == "Use the goal Blank first"
    state = update(initial_state(Board.parse("1 2 3/4 5 6/7 8 0")), TextTyped("1 2 3/4 5 6/8 7 0"))
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
