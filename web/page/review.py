"""Describe the review of a board that was solved by hand, also as a text to send."""

from __future__ import annotations

from npuzzle import Board, Move
from npuzzle.text import count
from web.page.parts.review import ReviewState
from web.page.words import WAYS

SQUARES = {"nearer": "\N{LARGE GREEN SQUARE}", "back": "\N{LARGE BROWN SQUARE}"}
SQUARES |= {"away": "\N{LARGE RED SQUARE}", "unknown": "\N{WHITE LARGE SQUARE}"}
MOST_SQUARES = 100
MOST_NAMED = 3  # moves that a sentence lists


def describe_review(review: ReviewState) -> str:
    """Name the moves that led away from the goal, and how many moves they cost."""
    kinds = review.kinds
    away = [number for number, kind in enumerate(kinds, 1) if kind == "away"]
    unknown = kinds.count("unknown")
    missing = f" The first {count(unknown, 'move')} would take too long to review." if unknown else ""
    if not away:
        return ("Every move led nearer to the goal." if not unknown else "") + missing
    cost = f"cost {count(2 * len(away), 'move')}"
    if len(away) > MOST_NAMED:
        return (
            f"{len(away):,} moves led away from the goal and {cost}. The first is move {away[0]:,}.{missing}"
        )
    *first, last = map(str, away)
    named = f"Moves {', '.join(first)} and {last}" if first else f"Move {last}"
    return f"{named} led away from the goal and {cost}.{missing}"


def find_board(review: ReviewState) -> Board:
    """Return the board before the chosen move."""
    return Board.from_words(review.origin).play(review.path[: review.chosen - 1])


def describe_chosen(review: ReviewState) -> str:
    """Describe the effect of the chosen move, and name a move that would have led nearer to the goal."""
    if not review.chosen:
        return ""
    at, board = review.chosen - 1, find_board(review)
    made, kind = _find_move(board, review.path[at]), review.kinds[at]
    said = f"Move {review.chosen:,}, tile {made.tile} {WAYS[made.letter]},"
    after = review.distances[at + 1]
    if kind == "unknown" or after is None:
        return f"{said} would take too long to review."
    if kind != "away":
        return f"{said} led nearer to the goal: {count(after, 'move')} to go."
    if not review.better[at]:
        return f"{said} led away from the goal, which had been reached already."
    better = _find_move(board, review.better[at])
    return (
        f"{said} led away. Tile {better.tile} {WAYS[better.letter]} leads nearer: "
        f"{count(after - 2, 'move')} to go, not {after:,}."
    )


def _find_move(board: Board, letter: str) -> Move:
    return next(move for move in board.legal_moves if move.letter == letter)


def write_review(review: ReviewState, address: str, day: str = "") -> str:
    """Write three lines to send: the result, a square for each move, and a link to the board.

    `day`: the date if the board is from Today. The link then opens the board in Today.
    """
    board, least = Board.from_words(review.origin), review.distances[0]
    squares = "".join(SQUARES[kind] for kind in review.kinds[:MOST_SQUARES])
    more = "\N{HORIZONTAL ELLIPSIS}" if len(review.path) > MOST_SQUARES else ""
    link = f"{address}#board={str(board).replace(' ', '_')}{'&room=today' if day else ''}"
    result = f"n-puzzle {day or board.shape}: {count(len(review.path), 'move')} (shortest {least}, proved)"
    return f"{result}\n{squares}{more}\n{link}"
