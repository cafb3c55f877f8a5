"""A worksheet to print: a board to solve by hand, and its solution on the second page. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle import HEURISTICS, Board, Problem, check
from web.page.parts.answer import estimates_along
from web.page.state import Phase, UiState
from web.page.words import WAYS

#: Heuristics that people can compute by hand, each with the worksheet's task for it.
BY_HAND = {
    "manhattan": "h is the Manhattan distance: for each tile the rows and columns it is away from home, "
    "added up. The blank is not counted.",
    "misplaced": "h is the number of tiles that are not at home. The blank is not counted.",
    "linear-conflict": "h is the Manhattan distance, and 2 more for each tile that must leave its row or "
    "column for another one to pass.",
}
USUAL = "manhattan"

TABLE = 24  # lines of one table: as many as fit below the board and the goal on a page
ABREAST = 3  # tables next to each other
SHEET = 30  # lines of each table of a solution
PAGES = 3  # pages of a solution: a longer solution is cut

HEADINGS = ("Move", "Tile", "Way", "g", "h", "f")
Line = tuple[str, ...]  # a line of a table, with one text per heading


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Hold a worksheet. `tables`: the tables to fill in. `solution`: tables with the solution.

    If there is no solution, `answer` says why.
    """

    title: str
    board: Board
    goal: Board
    task: tuple[str, ...]
    tables: tuple[tuple[Line, ...], ...]
    answer: tuple[str, ...]
    solution: tuple[tuple[Line, ...], ...] = ()


def worksheet(board: Board, goal: Board, path: str | None = None, heuristic: str = USUAL) -> Worksheet:
    """Make the worksheet of a board. `path`: a solution in tile letters, or None.

    The worksheet of an unsolvable board asks why it cannot be solved. h is the estimate of `heuristic` if
    people can compute that by hand, otherwise the Manhattan distance.
    """
    title = f"Sliding puzzle of {board.shape.rows} by {board.shape.cols} cells"
    found = check(board, goal)
    if not found.solvable:
        question = (
            "Can this board be brought to the goal? Count the inversions of both: the pairs of tiles "
            "in which the larger number comes first in reading order.",
            "Explain your answer.",
        )
        return Worksheet(title, board, goal, question, (), (found.reason,))
    name = heuristic if heuristic in BY_HAND else USUAL
    task = (
        "Bring the board to the goal with as few moves as you can.",
        "Fill in a line for each move: the tile, the way it slides, the number of moves so far (g), the "
        "estimate of the moves left (h), and their sum (f).",
        BY_HAND[name],
    )
    empty = _empty(ABREAST * TABLE)  # always as many, so as not to reveal the length
    if path is None:
        return Worksheet(title, board, goal, task, empty, ("This board has not been solved yet.",))
    most = SHEET * ABREAST * PAGES - 1  # moves listed at most: the start takes a line, too
    answer = f"Moves in this path: {len(path):,}."
    if len(path) > most:
        answer = f"Moves in this path: {len(path):,}. The first {most} are listed."
    return Worksheet(
        title,
        board,
        goal,
        task,
        empty,
        (answer,),
        _split(_lines(Problem(board, goal), path[:most], name), SHEET),
    )


def for_page(state: UiState) -> Worksheet | None:
    """Make the worksheet of the page's board, before any step, with the solution if one is on show."""
    if state.board.check.board is None or state.goal.board is None:
        return None
    path = state.player.path if state.phase is Phase.PLAYING and state.player.end is None else None
    return worksheet(state.board.check.board, state.goal.board, path, state.options.heuristic)


def _lines(problem: Problem, path: str, name: str) -> list[Line]:
    """Make the lines for the start and for each move of the path, with g, h and f."""
    heuristic = HEURISTICS[name].make(problem.goal)
    hs = estimates_along(problem, path, heuristic)
    lines = [_line(0, "-", "start", hs[0])]
    for g, move in enumerate(problem.moves(path), 1):
        lines.append(_line(g, str(move.tile), WAYS[move.letter], hs[g]))
    return lines


def _line(g: int, tile: str, way: str, h: float | None) -> Line:
    assert h is not None, "heuristics that are worked out by hand are finite"
    return str(g), tile, way, str(g), f"{h:g}", f"{g + h:g}"


def _empty(count: int) -> tuple[tuple[Line, ...], ...]:
    return _split([(str(number), *[""] * 5) for number in range(count)], TABLE)


def _split(lines: list[Line], most: int) -> tuple[tuple[Line, ...], ...]:
    """Split lines into tables of nearly equal length, of at most `most` lines each."""
    tables = -(-len(lines) // most)
    each = -(-len(lines) // tables)
    return tuple(tuple(lines[at : at + each]) for at in range(0, len(lines), each))
