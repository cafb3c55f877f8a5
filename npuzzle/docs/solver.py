"""Solve a sliding puzzle, and prove that no solution is shorter: the whole idea in one file.

Run it with a board, written row by row, with 0 for the blank:

    python solver.py "8 6 7/2 5 4/3 0 1"

It needs Python 3.11 and nothing else, not even npuzzle. Read it from top to bottom:

1. `Board`         tiles in rows, and the boards one move away
2. `why_not`       half of all boards cannot be solved; two sums tell which
3. `manhattan`     an estimate of the remaining moves that is never too large
4. `astar`         always continue with the most promising board, and note what that rules out
5. `replay`        play the solution on the board: it must end at the goal
6. `claim`         what is proved about the length of the solution, and why

npuzzle works the same way. The rest of the package makes this fast: better estimates, compiled loops, less
memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

#: How many numbers A* may store in boards, one per cell: enough for a million boards of the 15-puzzle, which
#: take about 450 MB.
MOST_STORED = 16_000_000

#: By the letter of a move: how many rows and columns the tile slides.
SLIDES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


# 1. The board


class Board(NamedTuple):
    """A board: the number of rows and of columns, and the tile in each cell, row by row, 0 for the blank."""

    rows: int
    cols: int
    tiles: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read a board such as `1 2 3/4 5 6/7 8 0`. Raises ValueError with a reason for any other text."""
        lines = [line.split() for line in text.replace("\n", "/").strip("/ ").split("/")]
        rows, cols = len(lines), len(lines[0])
        if any(len(line) != cols for line in lines):
            raise ValueError(f"every row must have {cols} numbers, like the first one")
        if rows < 2 or cols < 2:
            raise ValueError("a board must have two rows and two columns or more: 1 2 3/4 5 6/7 8 0")
        words = [word for line in lines for word in line]
        if sorted(words) != sorted(map(str, range(len(words)))):
            raise ValueError(f"a {rows}x{cols} board must have each number from 0 to {len(words) - 1} once")
        return cls(rows, cols, tuple(map(int, words)))

    def goal(self) -> Board:
        """Return the solved board: the tiles in order, then the blank."""
        return self._replace(tiles=(*range(1, len(self.tiles)), 0))

    def successors(self) -> Iterator[tuple[str, Board]]:
        """Yield each move, named by the direction of the tile, and the board after that move."""
        for letter in SLIDES:
            board = self.move(letter)
            if board is not None:
                yield letter, board

    def move(self, letter: str) -> Board | None:
        """Slide a tile into the blank. Return None if no tile can slide in that direction."""
        down, right = SLIDES[letter]
        blank = self.tiles.index(0)
        row, col = blank // self.cols - down, blank % self.cols - right  # where the tile is now
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return None
        cell = row * self.cols + col
        tiles = list(self.tiles)
        tiles[blank], tiles[cell] = tiles[cell], 0
        return self._replace(tiles=tuple(tiles))


# 2. Can it be solved?


def why_not(board: Board) -> str | None:
    """Return why moves cannot solve a board, or None if they can (Johnson and Story, 1879).

    An inversion is a pair of tiles in which the larger number comes first. A move along a row changes no
    inversion. A move along a column takes a tile past `cols - 1` other tiles. If `cols` is odd, this changes
    the number of inversions by an even number. If `cols` is even, it changes the number of inversions by an
    odd number, but it also moves the blank by one row. So add up the inversions, and, if `cols` is even, the
    rows below the blank: whether this sum is even or odd never changes. At the goal the sum is 0. Boards with
    an odd sum never reach the goal. All other boards do, which is the harder half of the theorem.
    """
    order = [tile for tile in board.tiles if tile]
    total = sum(first > second for at, first in enumerate(order) for second in order[at:])
    counted = count(total, "inversion")
    if board.cols % 2 == 0:
        below = board.rows - 1 - board.tiles.index(0) // board.cols
        counted += f" + {count(below, 'row')} below the blank = {total + below}"
        total += below
    if total % 2 == 0:
        return None
    return f"{counted}: an odd number. The goal has 0, and no move changes odd to even."


# 3. How far at least?


def manhattan(board: Board) -> int:
    """Return how many rows and columns the tiles are away from their places in the goal, in total.

    The estimate is *admissible*: it is never above the true distance, because one move slides one tile by one
    cell. It is also *consistent*: a move changes it by 1 at most. The blank does not count, because it moves
    with every tile, so each move would count twice.
    """
    away = 0
    for cell, tile in enumerate(board.tiles):
        if tile:
            home = tile - 1
            away += abs(cell // board.cols - home // board.cols) + abs(cell % board.cols - home % board.cols)
    return away


# 4. The search


class Found(NamedTuple):
    """The result of a search."""

    moves: str | None  # None: out of memory
    lower_bound: int  # no solution has fewer moves
    expanded: int  # boards whose successors were generated


def astar(start: Board, most_stored: int = MOST_STORED) -> Found:
    """Search for a shortest solution with A* (Hart, Nilsson and Raphael, 1968).

    For each board, g is the number of moves from the start, and h the estimate of the moves to the goal. A
    solution through that board has at least f = g + h moves. A* keeps a frontier, the boards that it has
    reached but not yet expanded. It always expands the board of the frontier with the least f; ties go to the
    smaller h.

    The least f is a lower bound: every solution leaves the expanded boards somewhere, through a board of the
    frontier, so it has at least as many moves as the f of that board. When the goal is the board of least f,
    the goal's h is 0, and its f is the length of the path found. So no solution is shorter than this path.
    """
    h = manhattan(start)
    fewest = {start: 0}  # the least known g of each board
    came_by: dict[Board, tuple[str, Board]] = {}
    frontier = [(h, h, start)]
    bound = expanded = 0
    while frontier:
        f, h, board = heappop(frontier)
        g = f - h
        if g > fewest[board]:
            continue  # a shorter path to this board was found later
        bound = f  # never falls, because the estimate is consistent
        if h == 0:
            return Found(moves_to(board, came_by), bound, expanded)
        if len(fewest) * len(board.tiles) > most_stored:
            break
        expanded += 1
        for letter, child in board.successors():
            if g + 1 < fewest.get(child, g + 2):
                fewest[child] = g + 1
                came_by[child] = letter, board
                h = manhattan(child)
                heappush(frontier, (g + 1 + h, h, child))
    return Found(None, bound, expanded)


def moves_to(board: Board, came_by: dict[Board, tuple[str, Board]]) -> str:
    """Return the moves from the start to a board. Walk back to the start, then reverse the letters."""
    letters = []
    while board in came_by:
        letter, board = came_by[board]
        letters.append(letter)
    return "".join(reversed(letters))


# 5. and 6. Trust the board, not the search


def replay(board: Board, moves: str) -> Board:
    """Play the moves, and return the last board. Raises AssertionError if a move is impossible."""
    for number, letter in enumerate(moves, 1):
        after = board.move(letter)
        assert after is not None, f"move {number}, {letter}, is impossible"
        board = after
    return board


def claim(board: Board, found: Found) -> str:
    """Check a result, and return what is proved. Raises AssertionError if the search made a mistake.

    A path of n moves shows that n moves are enough. A lower bound of n shows that fewer moves are not enough.
    Only both together prove that n is the answer.
    """
    if found.moves is None:
        return f"out of space: every solution has at least {count(found.lower_bound, 'move')}"
    assert replay(board, found.moves) == board.goal(), "the path does not end at the goal"
    longer = len(found.moves) - found.lower_bound
    assert longer >= 0, "the path is shorter than the lower bound: one of them is wrong"
    moves = count(len(found.moves), "move")
    if longer:
        return f"{moves}: at most {longer} more than the shortest solution has"
    return f"proved shortest in {moves}"


def count(number: int, noun: str) -> str:
    """Write a number with a noun: `1 move`, `2 moves`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def main(arguments: list[str]) -> int:
    """Solve the board in the first argument. Return 0 if it is solved, 1 if not, 2 if it is not a board."""
    try:
        board = Board.parse(" ".join(arguments))
    except ValueError as error:
        print(f"not a board: {error}", file=sys.stderr)
        return 2
    reason = why_not(board)
    if reason is not None:
        print(f"not solvable: {reason}")
        return 1
    found = astar(board)
    if found.moves is not None:
        print(found.moves)
    print(claim(board, found))
    return 0 if found.moves is not None else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
