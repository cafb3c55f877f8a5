"""The two trees of Explore: where the searches part, their sentences, and their playback."""

from __future__ import annotations

import re

import pytest

from npuzzle import Board, solve
from npuzzle.lab import Trace
from tests.support.translations import FILES, misses
from web.rooms.explore.pair import BOARD, ESTIMATES, GOAL, SAME, Pair, find_parting, trace_both


def taken(found: Trace) -> list[str]:
    return [found.nodes[number].board for number in found.steps]


def play(pair: Pair) -> Pair:
    while pair.is_playing:
        pair = pair.go_on()
    return pair


def test_the_searches_agree_and_then_part() -> None:
    left, right = map(taken, trace_both())
    at = find_parting()
    assert left[: at - 1] == right[: at - 1]
    assert left[at - 1] != right[at - 1]
    assert 3 <= at - 1 <= 6, "a few equal steps, played in under 5 seconds"


def test_they_part_by_their_estimates_and_not_by_a_tie() -> None:
    at = find_parting()
    fronts = [{node.board: node.f for node in each.frontier(at - 1)} for each in trace_both()]
    boards = [taken(each)[at - 1] for each in trace_both()]
    for front, own, other in zip(fronts, boards, boards[::-1], strict=True):
        assert front[own] == min(front.values()) < front[other]


def test_the_small_trees_are_the_beginnings_of_the_whole_ones() -> None:
    at = find_parting()
    for small, whole in zip(trace_both(at), trace_both(), strict=True):
        assert taken(small) == taken(whole)[:at]
        assert [node.board for node in small.frontier(at)] == [node.board for node in whole.frontier(at)]


def test_the_sentence_holds_the_sums_of_other_searches() -> None:
    """The sums follow from the estimates themselves, not from the traces."""
    said = Pair.start(still=True).said
    sums = re.findall(r"f = (\d+) \+ (\d+) = (\d+)", said)
    boards = re.findall(r"\d \d \d/\d \d \d/\d \d \d", said)
    assert len(sums) == 3
    for board, name, (g, h, f) in zip([boards[0], *boards], [ESTIMATES[0], *[ESTIMATES[1]] * 2], sums):
        solved = solve(BOARD, goal=board, algorithm="breadth-first")
        assert int(g) == solved.length
        assert int(h) == estimate(name, board)
        assert int(f) == int(g) + int(h)


def estimate(name: str, text: str) -> int:
    """Compute an estimate again, by its definition."""
    places = [(tile, at) for at, tile in enumerate(Board.parse(text).tiles) if tile]
    home = Board.parse(GOAL).tiles.index
    if name == "misplaced":
        return sum(home(tile) != at for tile, at in places)
    return sum(abs(home(t) // 3 - at // 3) + abs(home(t) % 3 - at % 3) for t, at in places)


def test_the_totals_are_those_of_solve() -> None:
    said = play(Pair.start(still=True).proceed(still=False)).said
    results = [solve(BOARD, goal=GOAL, algorithm="astar", heuristic=name) for name in ESTIMATES]
    length = results[0].length
    assert {result.length for result in results} == {length}
    assert said.startswith(f"Both paths have {length} moves.")
    assert f"expanded {results[0].expanded} boards, Manhattan distance {results[1].expanded}." in said
    assert results[1].expanded < results[0].expanded


def test_the_boards_below_the_line_are_counted() -> None:
    """A* must expand a board if its distance from the start plus its estimate is below the path's length."""
    said = Pair.start(still=True).proceed(still=True).said
    length = solve(BOARD, goal=GOAL).length
    found = re.search(r"with f below (\d+): (\d+) with the first estimate, (\d+) with the second", said)
    assert found is not None
    near, queue = {BOARD: 0}, [BOARD]
    for board in queue:
        for move in Board.parse(board).legal_moves if near[board] < length else ():
            after = str(Board.parse(board).slide(move.src))
            if after not in near:
                near[after] = near[board] + 1
                queue.append(after)
    below = [sum(g + estimate(name, board) < length for board, g in near.items()) for name in ESTIMATES]
    assert [*map(int, found.groups())] == [length, *below]


def test_it_stops_where_they_part_then_at_the_end_then_starts_again() -> None:
    pair = Pair.start(still=False)
    assert (pair.step, pair.said, pair.label) == (0, SAME, "Continue")
    parted = play(pair)
    assert (parted.step, parted.label) == (find_parting(), "Continue")
    assert parted.said.startswith(f"The searches differ in expansion {find_parting()}.")
    after = parted.proceed(still=False)
    assert after.is_playing
    assert after.said == parted.said, "the sentence must stay until the end"
    end = play(after)
    assert (end.is_over, end.label) == (True, "Play again")
    assert end.proceed(still=False) == pair


def test_a_press_during_a_playback_goes_to_its_stop() -> None:
    parted = Pair.start(still=False).go_on().proceed(still=False)
    assert parted == play(Pair.start(still=False))
    assert parted.proceed(still=False).go_on().proceed(still=False).is_over


def test_without_motion_only_the_stops_are_shown() -> None:
    parted = Pair.start(still=True)
    assert (parted.step, parted.is_playing) == (find_parting(), False)
    end = parted.proceed(still=True)
    assert (end.is_over, end.is_playing) == (True, False)
    assert end.proceed(still=True) == parted


@pytest.mark.parametrize("step", range(30))
def test_both_trees_are_shown_after_the_same_steps(step: int) -> None:
    pair = Pair.start(still=True).proceed(still=False)
    pair = pair.go_on(step)
    for tree in pair.trees:
        assert tree.trace is not None
        assert tree.at == min(pair.step, len(tree.trace.steps))


def test_all_that_is_said_is_known_in_each_language() -> None:
    parted = Pair.start(still=True)
    end = parted.proceed(still=True)
    said = [SAME, parted.said, end.said, parted.label, end.label]
    assert [misses(file, said) for file in FILES] == [[] for _ in FILES]
