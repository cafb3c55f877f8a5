"""Review a solved board move by move: which moves led nearer to the goal, and which led away.

One slide changes the distance to the goal by one, up or down. So the review starts from the last move. If the
next board is d moves from the goal, this board is d + 1 or d - 1 moves away. IDA* with a depth limit finds
out whether there is a path of d - 1 moves; such a path begins with the better move.
"""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.progress import Progress, Work
from npuzzle.puzzle.board import Board
from npuzzle.solving.job import solve
from npuzzle.solving.limits import Limits, Outcome

MOST_EXPANDED = 200_000  # states per board; if one needs more, it and all boards before it stay unknown


@dataclass(frozen=True, slots=True)
class Review:
    """The review of moves that lead to the goal.

    `distances`: for each board along the path, its distance from the goal, or None if unknown. `better`: for
    each move that led away from the goal, a move that leads nearer; empty for all other moves, and at the
    goal.
    """

    distances: tuple[int | None, ...]
    better: tuple[str, ...]


def iter_review(board: Board, goal: Board, path: str) -> Work[Review]:
    """Review a path, tile letters that lead from the board to the goal.

    Raises IllegalMoveError for an illegal move, and ValueError if the moves do not end at the goal.
    """
    boards = [board]
    for letter in path:
        boards.append(boards[-1].play(letter))
    if boards[-1] != goal:
        raise ValueError(f"the moves lead to {boards[-1]}, expected the goal {goal}")
    known: dict[Board, tuple[int, str]] = {goal: (0, "")}  # distance, and a move that leads nearer
    for at in range(len(path) - 1, -1, -1):
        if boards[at] not in known:
            found = _measure(boards[at], goal, known[boards[at + 1]][0], path[at])
            if found is None:
                break
            known[boards[at]] = found
        yield Progress(len(path) - at, len(path))
    distances = tuple(known[each][0] if each in known else None for each in boards)
    better = []
    for here, after, before in zip(distances, distances[1:], boards, strict=False):
        is_away = here is not None and after is not None and after > here
        better.append(known[before][1] if is_away else "")
    return Review(distances, tuple(better))


def _measure(board: Board, goal: Board, after: int, move: str) -> tuple[int, str] | None:
    """Return the distance of a board from the goal, and a move that leads nearer to the goal.

    `move` leads to a board that is `after` moves from the goal.
    """
    if not after:
        return 1, move
    limits = Limits(depth=after - 1, expanded=MOST_EXPANDED)
    found = solve(board, goal, algorithm="idastar", heuristic="linear-conflict", limits=limits)
    if found.path:
        return len(found.path), found.path[0]
    return (after + 1, move) if found.outcome is Outcome.NO_PATH else None
