"""Groups of pattern databases in the links of other rooms."""

from __future__ import annotations

from web.page.heuristic_choice import COMBINE
from web.page.search_choice import SearchChoice
from web.rooms.explore.state import ExploreState
from web.rooms.race.lanes import format_lanes, parse_lanes


def test_links_of_races_and_trees_keep_groups_that_are_typed_with_spaces() -> None:
    lane = SearchChoice("astar", COMBINE, {}, "patterns(1 2 3 4 | 5 6)")
    assert parse_lanes(format_lanes([lane, lane]))[0].formula == "patterns(1,2,3,4|5,6)"
    assert ExploreState(heuristic=COMBINE, formula="patterns(1 2 | 3)").note == "astar patterns(1,2|3)"
