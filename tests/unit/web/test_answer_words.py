"""The sentences of an answer, a move and a hint, as they are shown and spoken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from npuzzle import Board, Move
from npuzzle.puzzle.moves import possible_moves
from npuzzle.puzzle.problem import Metric
from tests.support.page_states import answer_of, page, play_solution
from web.hints.model import Hint
from web.page.commands import update
from web.page.commands.sliding import press_arrow, press_cell
from web.page.commands.stepping import jump_to
from web.page.parts.answer import CHECKED, GIVEN
from web.page.parts.history import History
from web.page.state import UiState
from web.page.words import (
    ENGINES,
    badge,
    describe_change,
    describe_claim,
    describe_copy,
    describe_embedding,
    describe_hand_moves,
    describe_lengths,
    describe_move,
    describe_next,
    describe_paths,
    describe_ratio,
    describe_reach,
    describe_seal,
    describe_step,
    explain_proof,
    headline,
    player_badge,
)
from web.page.words import _format_hint as format_hint

FOUND = answer_of(page("1 2 3/4 5 6/0 7 8"))  # two moves, proved shortest
LINES = replace(FOUND, metric=Metric.LINES.value)
BOUNDED = replace(FOUND, claim="at most 4 moves longer", length=1_206, lower_bound=1_202)
NOTHING = replace(FOUND, claim=None, length=None, moves=None, lower_bound=1_001)


def outcome(name: str, **fields: object) -> object:
    return replace(NOTHING, outcome=name, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (FOUND, "Solved in 2 moves"),
        (replace(FOUND, length=1), "Solved in 1 move"),
        (replace(FOUND, length=0), "Already solved"),
        (replace(LINES, length=1_234), "Solved in 1,234 line moves"),
        (replace(FOUND, outcome=CHECKED), "Your own path of 2 moves"),
        (outcome(CHECKED), "Your own path of 0 moves"),
        (replace(FOUND, outcome=GIVEN), "A path of 2 moves"),
        (replace(FOUND, outcome=GIVEN, length=0), "Already solved"),
        (outcome("cancelled"), "Stopped"),
        (outcome("unsolvable"), "Not solvable"),
        (outcome("no path within the depth limit"), "No path within the depth limit"),
        (outcome("out of time"), "Out of time"),
    ],
)
def test_how_a_run_ended(answer: object, said: str) -> None:
    assert headline(answer) == said  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (FOUND, "Proved shortest"),
        (BOUNDED, "At most 4 moves longer than the shortest, which has 1,202 or more"),
        (
            outcome(GIVEN, note=""),
            "From a link or an earlier visit: it leads to the goal. "
            "Press Solve to see whether it is shortest",
        ),
        (outcome(GIVEN, note="From a file."), "From a file."),
        (outcome(CHECKED, note="From a file."), "Your own moves"),
        (
            outcome("gave up", algorithm="constructive"),
            "The search found no path within its limits. Any path has at least 1,001 moves",
        ),
        (
            outcome("gave up", algorithm="constructive", lower_bound=None, metric=Metric.LINES.value),
            "The search found no path within its limits. Any path has at least 0 line moves",
        ),
        (
            outcome("gave up", algorithm="beam"),
            "The beam ran out of boards: a wider one may find a path. Any path has at least 1,001 moves",
        ),
        (
            outcome("gave up", algorithm="beam", lower_bound=None, metric=Metric.LINES.value),
            "The beam ran out of boards: a wider one may find a path. Any path has at least 0 line moves",
        ),
        (outcome("out of time"), "Ended before a path was found; any path has at least 1,001 moves"),
        (
            outcome("out of time", lower_bound=1, metric=Metric.LINES.value),
            "Ended before a path was found; any path has at least 1 line move",
        ),
        (outcome("unsolvable", lower_bound=None), "There is no solution"),
    ],
)
def test_what_an_answer_guarantees(answer: object, said: str) -> None:
    assert badge(answer) == said  # type: ignore[arg-type]


def test_what_a_proof_is() -> None:
    assert explain_proof(FOUND) == "Every path of fewer than 2 moves was ruled out."
    assert explain_proof(replace(LINES, length=20)) == "Every path of fewer than 20 line moves was ruled out."
    for answer in (BOUNDED, NOTHING, replace(FOUND, length=0)):
        assert explain_proof(answer) == ""


def test_a_claim_of_a_link_is_said_to_be_one() -> None:
    assert describe_claim("shortest") == "The link claims: shortest. Press Solve to check"


def test_above_the_player_stands_what_is_certain_and_whose_moves_they_are() -> None:
    assert player_badge(FOUND) == "Proved shortest"
    assert player_badge(BOUNDED) == "At most 4 moves longer"
    assert player_badge(NOTHING) == ""
    assert player_badge(replace(FOUND, outcome=CHECKED)) == "Your own moves: proved shortest"
    assert player_badge(replace(NOTHING, outcome=CHECKED)) == "Your own moves"


def test_how_many_times_the_shortest_length_a_path_may_have() -> None:
    longer = replace(FOUND, length=31, lower_bound=25, promised=None)
    assert describe_ratio(longer) == "at most 1.24"
    assert describe_ratio(replace(longer, promised=1.5)) == "at most 1.24 (the weight allows 1.5)"
    assert describe_ratio(replace(longer, promised=2.0)) == "at most 1.24 (the weight allows 2)"
    for length, bound in ((25, 25), (None, 25), (0, 25), (31, None), (31, 0)):
        assert describe_ratio(replace(longer, length=length, lower_bound=bound)) == ""


def test_how_many_shortest_paths_there_are() -> None:
    every = {"count": 1_234, "complete": True, "paths": ["R"] * 1_000}
    assert describe_paths(replace(FOUND, every=every)) == "1,234, 1,000 listed"
    assert describe_paths(replace(FOUND, every={**every, "complete": False})) == (
        "1,234 or more (the search ended early), 1,000 listed"
    )
    assert describe_paths(replace(FOUND, every={**every, "count": 1_000})) == "1,000"
    assert describe_paths(replace(FOUND, every=None)) == ""


def test_a_move_names_its_tile_and_way() -> None:
    board = Board.parse("1 2 3/4 0 5/7 8 6")
    said = [describe_move(move) for move in possible_moves(board.shape, board.tiles)]
    assert said == ["Tile 2 down", "Tile 4 right", "Tile 5 left", "Tile 8 up"]


def far_path() -> UiState:
    """Return the page with a path of more than six moves."""
    return play_solution("2 3 6/1 5 8/4 7 0")


def test_the_player_says_at_which_move_it_is_and_what_to_slide_next() -> None:
    state = far_path()
    path = state.moves(1, state.player.length)
    arrows = {"U": "↑", "D": "↓", "L": "←", "R": "→"}
    slides = [f"{move.tile} {arrows[move.letter]}" for move in path]
    assert len(slides) > 6
    assert describe_step(state) == f"Move 0 of {len(path)}: Start"
    for step in range(len(path)):
        here = update(state, jump_to(step))
        later = slides[step + 1 : step + 5]
        then = f"then {', '.join(later)}" if later else "and it is done"
        assert describe_next(here) == (slides[step], then)
        if step:
            assert describe_step(here) == f"Move {step} of {len(path)}: {describe_move(path[step - 1])}"
    assert describe_next(update(state, jump_to(len(path)))) == ("", f"Done: {len(path)} moves.")
    assert describe_next(play_solution("1 2 3/4 5 6/7 8 0")) == ("", "No move is needed.")


def sealed(**fields: object) -> tuple[str, str]:
    """Return the seal at the end of the path, for an answer with these fields."""
    state = update(play_solution(), jump_to(2))
    answer = state.player.answer
    assert answer is not None
    changed = replace(answer, **fields)  # type: ignore[arg-type]
    return describe_seal(replace(state, player=replace(state.player, answer=changed)))


def test_the_seal_at_the_goal() -> None:
    assert sealed(claim=None) == ("Solved in 2 moves", "")
    assert sealed(claim="at most 2 longer") == ("Solved in 2 moves", "At most 2 longer than the shortest")
    assert sealed(expanded=0) == ("Shortest: 2. Proved", "")
    assert sealed(expanded=1, seconds=0.0) == ("Shortest: 2. Proved", "1 board looked at in under 0.01 s")
    assert sealed(expanded=1, seconds=1.0) == ("Shortest: 2. Proved", "1 board looked at in 1.00 s")
    lines = {"metric": Metric.LINES.value, "expanded": 0}
    assert sealed(**lines) == ("Shortest: 1 line move. Proved", "")
    assert sealed(**lines, claim=None) == ("Solved in 1 line move", "")
    state = play_solution()
    assert describe_seal(update(state, jump_to(1))) == ("", "")
    own = replace(state.player, step=2, end=Board.parse("1 2 3/4 5 6/7 8 0"))
    assert describe_seal(replace(state, player=own)) == ("", "")
    assert describe_seal(page()) == ("", "")


def test_moves_by_hand_are_counted_and_a_closed_solution_is_named() -> None:
    assert describe_hand_moves(History()) == ""
    assert describe_hand_moves(History(by_hand=1_234)) == "1,234 moves by hand"
    left = update(update(play_solution(), jump_to(1)), press_arrow("D"))
    assert describe_hand_moves(left.history) == "1 move by hand. Undo brings the solution back."
    assert describe_hand_moves(replace(left.history, by_hand=0)) == ""
    moved = update(page(), press_cell(7))
    assert describe_hand_moves(moved.history) == "1 move by hand"


def test_the_length_of_a_path_in_both_metrics() -> None:
    assert describe_lengths(1_234, 1) == (
        "1,234 single moves; 1 line move in this path, another may have fewer."
    )
    assert describe_lengths(1, 1_234, counts_lines=True) == (
        "1,234 line moves; 1 single move in this path, another may have fewer."
    )


def test_what_was_copied_is_named() -> None:
    assert describe_copy("CSV") == "Copied the moves as CSV."


def test_a_hint_says_how_far_it_is_and_what_to_slide() -> None:
    up, left = Move(5, "U", 7, 4), Move(6, "L", 5, 4)
    assert format_hint(Hint(0, True, ())) == "This is the goal."
    assert format_hint(Hint(1_234, True, (up,))) == "1,234 to go: slide tile 5 up."
    assert format_hint(Hint(7, False, (up,))) == "At most 7 to go: slide tile 5 up."
    assert format_hint(Hint(7, True, (up, left))) == "7 to go: slide tile 5 up or tile 6 left."
    three = (up, left, Move(8, "R", 3, 4))
    assert format_hint(Hint(7, True, three)) == "7 to go: slide tile 5 up, tile 6 left or tile 8 right."


def test_without_a_hint_a_change_is_said_as_it_is() -> None:
    before = page()
    moved = update(before, press_cell(7))
    assert describe_change(before, moved) == moved.spoken != ""


def test_the_engines_are_named_as_people_know_them() -> None:
    assert ENGINES == {"python": "Python", "webassembly": "WebAssembly"}


def test_what_is_said_of_this_machine() -> None:
    assert (
        describe_reach("127.0.0.1") == "These links open on this machine only: put the page on a host first."
    )
    assert describe_embedding("localhost") == (
        "The page runs on this computer only, so other pages cannot embed it. "
        "Put the page on a host, open it there, and copy the embed text again."
    )
