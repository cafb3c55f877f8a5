"""Describe answers, moves and hints in sentences, on screen and for screen readers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from npuzzle import Move
from npuzzle.puzzle.goals import GOALS
from npuzzle.puzzle.solvability import Repair, SwapTiles
from npuzzle.solving.claims import PROVED
from npuzzle.text import count
from web.page.parts.answer import CHECKED, GIVEN, IN_HAND, LATEST, Answer, Progress

if TYPE_CHECKING:
    from web.hints.model import Hint
    from web.page.parts.history import History
    from web.page.state import UiState

ARROWS = {"U": "\u2191", "D": "\u2193", "L": "\u2190", "R": "\u2192"}
WAYS = {"U": "up", "D": "down", "L": "left", "R": "right"}


UNPROVED = "From a link or an earlier visit: it leads to the goal. Press Solve to see whether it is shortest"
OWN_MOVES = "Your own moves"
FULL, FORBIDDEN = "full", "forbidden"  # reasons why a browser saves nothing
ENGINES = {"python": "Python", "webassembly": "WebAssembly"}


def headline(answer: Answer) -> str:
    """Describe in a few words how a run ended."""
    moves = count(answer.length or 0, answer.noun)
    if answer.outcome == CHECKED:
        return f"Your own path of {moves}"
    if answer.outcome == GIVEN and answer.length:
        return f"A path of {moves}"
    if answer.length is not None and answer.outcome in ("solved", GIVEN, IN_HAND):
        return "Already solved" if answer.length == 0 else f"Solved in {moves}"
    return {
        "cancelled": "Stopped",
        "unsolvable": "Not solvable",
        "no path within the depth limit": "No path within the depth limit",
    }.get(answer.outcome, answer.outcome.capitalize())


def describe_path_so_far(state: UiState, now: Progress | None) -> str:
    """Describe the path found so far and how much too long it may be, or return "" without a path."""
    if now is None or not now.lengths:
        return ""
    made = count(now.lengths[-1], "line move" if state.options.counts_lines else "move")
    return f"Best path so far: {made}, at most {now.lengths[-1] - now.lower_bound:,} more than the shortest."


def describe_shortening(now: Progress | None) -> str:
    """List the lengths of the first path and of the latest paths that were found."""
    lengths = [] if now is None else now.lengths
    if len(lengths) < 2:
        return ""
    shown = [f"{length:,}" for length in lengths]
    if len(shown) > LATEST + 1:
        shown = [shown[0], "...", *shown[-LATEST:]]
    return " → ".join(shown)


def badge(answer: Answer) -> str:
    """Describe the guarantee of an answer."""
    if answer.is_optimal:
        return PROVED.capitalize()
    if answer.claim is not None:
        return f"{answer.claim.capitalize()} than the shortest, which has {answer.lower_bound:,} or more"
    if answer.outcome in (GIVEN, CHECKED):
        return answer.note or UNPROVED if answer.outcome == GIVEN else OWN_MOVES
    if answer.outcome == "gave up":
        said = "The search found no path within its limits."
        if answer.algorithm == "beam":
            said = "The beam ran out of boards: a wider one may find a path."
        return f"{said} Any path has at least {count(answer.lower_bound or 0, answer.noun)}"
    if answer.lower_bound is not None:
        return (
            f"Ended before a path was found; any path has at least {count(answer.lower_bound, answer.noun)}"
        )
    return "There is no solution"


def explain_proof(answer: Answer) -> str:
    """Explain the proof of a shortest path."""
    if not answer.is_optimal or not answer.length:
        return ""
    return f"Every path of fewer than {count(answer.length, answer.noun)} was ruled out."


def describe_claim(claim: str) -> str:
    """Report a link's claim about its path, and warn that the claim was not checked here."""
    return f"The link claims: {claim}. Press Solve to check"


def player_badge(answer: Answer) -> str:
    """Describe the claim about the path in the player, and say so if the moves are the user's own."""
    claim = answer.claim.capitalize() if answer.claim else ""
    if answer.outcome != CHECKED:
        return claim
    return f"{OWN_MOVES}: {claim.lower()}" if claim else OWN_MOVES


def describe_ratio(answer: Answer) -> str:
    """Describe how many times too long the path may be, and weighted A*'s promise, or return ""."""
    if not answer.length or not answer.lower_bound or answer.length == answer.lower_bound:
        return ""
    said = f"at most {answer.length / answer.lower_bound:.2f}"
    return said if answer.promised is None else f"{said} (the weight allows {answer.promised:g})"


def describe_paths(answer: Answer) -> str:
    """Describe how many shortest paths there are, if the search was for all of them."""
    every = answer.every
    if every is None:
        return ""
    more = "" if every["complete"] else " or more (the search ended early)"
    listed = len(every["paths"])
    return f"{every['count']:,}{more}" + (f", {listed:,} listed" if listed < every["count"] else "")


def describe_move(move: Move) -> str:
    """Describe a move: `Tile 5 left`."""
    return f"Tile {move.tile} {WAYS[move.letter]}"


def describe_step(state: UiState) -> str:
    """Describe the move at the player's step: `Move 7 of 31: Tile 5 left`."""
    player = state.player
    said = describe_last_move(state) if player.step else "Start"
    return f"Move {player.number:,} of {player.length:,}: {said}"


def describe_last_move(state: UiState) -> str:
    """Describe the move before the present step: `Tile 5 left`, `Tiles 5 6 left`."""
    player = state.player
    slid = state.moves(player.ends[player.number - 1] + 1, player.ends[player.number])
    if len(slid) == 1:
        return describe_move(slid[0])
    return f"Tiles {' '.join(str(move.tile) for move in slid)} {WAYS[slid[0].letter]}"


def describe_next(state: UiState) -> tuple[str, str]:
    """Describe the move to make now, as `6 ↑`, and the four moves after that, or report the end."""
    made, last, ends = state.player.number, state.player.length, state.player.ends
    if made == last:
        noun = "line move" if state.player.counts_lines else "move"
        return ("", "No move is needed.") if not last else ("", f"Done: {count(last, noun)}.")
    now, *later = (
        _format_slide(state.moves(ends[at] + 1, ends[at + 1])) for at in range(made, min(made + 5, last))
    )
    return now, f"then {', '.join(later)}" if later else "and it is done"


def _format_slide(slid: list[Move]) -> str:
    tiles = [str(move.tile) for move in slid]
    return f"{' '.join(tiles if len(tiles) < 4 else [tiles[0], '…', tiles[-1]])} {ARROWS[slid[0].letter]}"


def describe_seal(state: UiState) -> tuple[str, str]:
    """Describe the path's length and its proof once the goal is reached; before, return empty texts."""
    player, answer = state.player, state.player.answer
    if state.is_solved_by_hand:
        return _describe_hand_solution(state.history.by_hand, state.shortest_by_hand)
    if answer is None or player.end is not None or not player.path or player.step < len(player.path):
        return "", ""
    length = player.length
    if answer.claim is None:
        return f"Solved in {count(length, answer.noun)}", ""
    spent = f"{answer.seconds:.2f} s" if answer.seconds >= 0.005 else "under 0.01 s"
    looked = f"{count(answer.expanded, 'board')} looked at in {spent}" if answer.expanded else ""
    if answer.is_optimal:
        shortest = count(length, answer.noun) if answer.counts_lines else f"{length:,}"
        return f"Shortest: {shortest}. Proved", looked
    return f"Solved in {count(length, answer.noun)}", f"{answer.claim.capitalize()} than the shortest"


def describe_hand_moves(history: History) -> str:
    """Describe how many moves were made by hand, and whether the last move closed a solution."""
    said = f"{count(history.by_hand, 'move')} by hand" if history.by_hand else ""
    closed = bool(history.past) and history.past[-1].solution is not None
    return f"{said}. Undo brings the solution back." if said and closed else said


def _describe_hand_solution(moves: int, shortest: int | None) -> tuple[str, str]:
    """Describe how many moves were made by hand, and how many would have been enough, if known."""
    said = f"Solved in {count(moves, 'move')}"
    if shortest is None:
        return said, ""
    return said, "No solution is shorter." if moves == shortest else f"{shortest:,} would be enough."


def describe_lengths(single: int, lines: int, *, counts_lines: bool = False) -> str:
    """Describe a path's length in both metrics. A path that is shortest in one need not be in the other."""
    if counts_lines:
        return (
            f"{count(lines, 'line move')}; "
            f"{count(single, 'single move')} in this path, another may have fewer."
        )
    return (
        f"{count(single, 'single move')}; {count(lines, 'line move')} in this path, another may have fewer."
    )


def describe_copy(kind: str) -> str:
    """Report that the moves were copied in one of `web.page.move_list.FORMATS`."""
    return f"Copied the moves as {kind}."


def describe_hint(state: UiState) -> str:
    """Describe the hint for the present board, or why there is none, or return "" if none is wanted."""
    hints, is_small = state.hints, state.board.is_small
    was_pressed = hints.board is not None and hints.board == state.current_board
    is_asked = hints.are_on if is_small else was_pressed
    if hints.problem and (hints.board is None if is_small else was_pressed):
        return hints.problem
    if not is_asked or not state.board.is_valid or state.goal.board is None:
        return ""
    if not state.board.check.solvable:
        return "No hint: this board cannot reach the goal, whatever you slide."
    hint = state.hint
    if hint is not None:
        return _format_hint(hint)
    is_coming = is_small or hints.is_searching
    return state.why_not_start or "Looking for a hint ..." if is_coming else ""


def _format_hint(hint: Hint) -> str:
    if not hint.to_go:
        return "This is the goal."
    to_go = f"{hint.to_go:,} to go" if hint.proved else f"At most {hint.to_go:,} to go"
    slides = [f"tile {move.tile} {WAYS[move.letter]}" for move in hint.moves]
    first = f"{', '.join(slides[:-1])} or " if len(slides) > 1 else ""
    return f"{to_go}: slide {first}{slides[-1]}."


def describe_change(before: UiState, state: UiState) -> str:
    """Return the announcement of a change. With hints on, it adds the new board's distance to the goal."""
    hint = state.hint
    if not state.spoken or hint is None or not hint.to_go or before.current_board == state.current_board:
        return state.spoken
    return f"{state.spoken.removesuffix('.')}, {hint.to_go:,} to go."


def describe_taken_apart(state: UiState) -> str:
    """Describe what to check if the puzzle in the user's hands cannot be solved: first, swapped numbers."""
    is_unsolvable = state.history.is_in_hands and state.board.verdict.kind == "unsolvable"
    return (
        "Are two numbers swapped? If not, the puzzle was taken apart: lift out two tiles and swap them."
        if is_unsolvable
        else ""
    )


def describe_repair(repair: Repair) -> str:
    """Name a repair. A goal has the same name as in the menu: `Use the goal Blank first`."""
    return repair.label if isinstance(repair, SwapTiles) else f"Use the goal {GOALS[repair.goal].label}"


def describe_lost_storage(reasons: Iterable[str], *, reload: bool) -> str:
    """Describe what will be lost because the browser did not save the page, or return "".

    `reasons`: FULL or FORBIDDEN, one for each store that failed. `reload`: even a reload loses the page.
    """
    reasons = [*reasons]
    if not reasons:
        return ""
    why = "has no room to save the page" if FULL in reasons else "does not let the page save anything"
    when = "closed or reloaded" if reload else "closed"
    return f"This browser {why}: your board is lost when the tab is {when}. Share makes a link that holds it."


def describe_reach(host: str) -> str:
    """Warn that links to the page open only on this machine, or return "" if `host` is another one."""
    return "These links open on this machine only: put the page on a host first." if _is_here(host) else ""


def describe_embedding(host: str) -> str:
    """Warn that a frame cannot show a page from this machine, or return "" if `host` is another one."""
    if not _is_here(host):
        return ""
    return (
        "The page runs on this computer only, so other pages cannot embed it. "
        "Put the page on a host, open it there, and copy the embed text again."
    )


def _is_here(host: str) -> bool:
    """Return whether `host` names this machine."""
    return host in ("localhost", "[::1]") or host.startswith("127.") or host.endswith(".localhost")
