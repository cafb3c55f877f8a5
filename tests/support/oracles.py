"""Slow and obvious versions of the package's clever code, which the tests compare it with.

Nothing here uses the normal form or the package's geometry: boards and goals are as people write them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import dist

from npuzzle import Board, Heuristic, Problem

Tiles = tuple[int, ...]


def beside(rows: int, cols: int, cell: int) -> list[int]:
    """List the cells next to `cell`."""
    r, c = divmod(cell, cols)
    places = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    return [y * cols + x for y, x in places if 0 <= y < rows and 0 <= x < cols]


def after_moves(tiles: Tiles, rows: int, cols: int) -> Iterator[Tiles]:
    """Yield every arrangement one move away."""
    blank = tiles.index(0)
    for cell in beside(rows, cols, blank):
        moved = list(tiles)
        moved[blank], moved[cell] = moved[cell], 0
        yield tuple(moved)


@cache
def distances(goal: Board) -> dict[Tiles, int]:
    """Return the distance of every arrangement that can reach the goal, by flood fill."""
    rows, cols = goal.shape.rows, goal.shape.cols
    around = [beside(rows, cols, cell) for cell in range(rows * cols)]
    found = {goal.tiles: 0}
    edge, depth = [goal.tiles], 0
    while edge:
        depth += 1
        further = []
        for tiles in edge:
            blank = tiles.index(0)
            for cell in around[blank]:
                moved = list(tiles)
                moved[blank], moved[cell] = moved[cell], 0
                reached = tuple(moved)
                if reached not in found:
                    found[reached] = depth
                    further.append(reached)
        edge = further
    return found


def after_line_moves(tiles: Tiles, rows: int, cols: int) -> Iterator[Tiles]:
    """Yield every arrangement one line move away: the blank moves any distance in its row or column."""
    for step_row, step_col in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        moved = list(tiles)
        row, col = divmod(tiles.index(0), cols)
        while 0 <= row + step_row < rows and 0 <= col + step_col < cols:
            here, beyond = row * cols + col, (row + step_row) * cols + col + step_col
            moved[here], moved[beyond] = moved[beyond], 0
            row, col = row + step_row, col + step_col
            yield tuple(moved)


@cache
def line_distances(goal: Board) -> dict[Tiles, int]:
    """Return the distances in line moves, by flood fill from the goal."""
    rows, cols = goal.shape.rows, goal.shape.cols
    found = {goal.tiles: 0}
    edge = deque([goal.tiles])
    while edge:
        tiles = edge.popleft()
        for reached in after_line_moves(tiles, rows, cols):
            if reached not in found:
                found[reached] = found[tiles] + 1
                edge.append(reached)
    return found


def distance(board: Board, goal: Board) -> int | None:
    """Return the length of a shortest solution; None if there is no solution. Up to 3x3."""
    return distances(goal).get(board.tiles)


def layers(goal: Board) -> Iterator[set[Tiles]]:
    """Yield the layers of arrangements 0, 1, 2, ... moves from the goal; only two of them are in memory.

    A move leads one layer up or down, never within a layer, because it changes the colour of the blank's
    cell.
    """
    rows, cols = goal.shape.rows, goal.shape.cols
    before: set[Tiles] = set()
    layer = {goal.tiles}
    while layer:
        yield layer
        beyond = {after for tiles in layer for after in after_moves(tiles, rows, cols)}
        before, layer = layer, beyond - before


def apart(board: Board, goal: Board) -> int | None:
    """Return the length of a shortest solution, None if there is no solution, by layers around both boards.

    The side with the smaller layer grows by one move at a time, so the first layers to meet give the
    distance.
    """
    around_board, around_goal = layers(board), layers(goal)
    here, there, moves = next(around_board), next(around_goal), 0
    while here and there:
        if not here.isdisjoint(there):
            return moves
        moves += 1
        if len(here) <= len(there):
            here = next(around_board, set())
        else:
            there = next(around_goal, set())
    return None


def played(tiles: Tiles, rows: int, cols: int, path: str) -> Tiles:
    """Return the arrangement after the moves. Raises ValueError if a move is illegal."""
    lies = {divmod(cell, cols): tile for cell, tile in enumerate(tiles)}
    (gap,) = [place for place, tile in lies.items() if tile == 0]
    for way in path:
        down, right = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}[way]
        place = (gap[0] + down, gap[1] + right)
        if place not in lies:
            raise ValueError(f"no tile can slide {way} into {gap}")
        lies[gap], lies[place] = lies[place], 0
        gap = place
    return tuple(lies[divmod(cell, cols)] for cell in range(rows * cols))


def inversions(board: Board) -> int:
    """Count the pairs of tiles in the wrong order, by comparing all pairs."""
    tiles = [tile for tile in board.tiles if tile != 0]
    return sum(first > second for first, second in combinations(tiles, 2))


def fewest_to_leave(line: Sequence[int]) -> int:
    """Return the fewest tiles to remove so that the others are in order, by trying all sets."""
    for leaving in range(len(line)):
        for staying in combinations(line, len(line) - leaving):
            if all(a < b for a, b in pairwise(staying)):
                return leaving
    return 0


def goal_cells(goal: Board) -> dict[int, int]:
    """Return the goal cell of each tile."""
    return {tile: cell for cell, tile in enumerate(goal.tiles)}


def misplaced(board: Board, goal: Board) -> int:
    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a != 0)


def manhattan(board: Board, goal: Board) -> int:
    aims, total = goal_cells(goal), 0
    for cell, tile in enumerate(board.tiles):
        if tile != 0:
            (r, c), (y, x) = divmod(cell, goal.shape.cols), divmod(aims[tile], goal.shape.cols)
            total += abs(r - y) + abs(c - x)
    return total


def linear_conflict(board: Board, goal: Board) -> int:
    """Return Manhattan plus 2 for each tile that must leave its line."""
    aims, shape = goal_cells(goal), goal.shape
    lines = [[r * shape.cols + c for c in range(shape.cols)] for r in range(shape.rows)]
    lines += [[r * shape.cols + c for r in range(shape.rows)] for c in range(shape.cols)]
    leaving = 0
    for line in lines:
        tiles = [board.tiles[cell] for cell in line]
        leaving += fewest_to_leave([aims[t] for t in tiles if t != 0 and aims[t] in line])
    return manhattan(board, goal) + 2 * leaving


def zero(board: Board, goal: Board) -> int:
    return 0


def blank_away(board: Board, goal: Board) -> tuple[int, int]:
    """Return the rows and columns between the blank and its goal cell."""
    (r, c), (y, x) = (divmod(tiles.index(0), goal.shape.cols) for tiles in (board.tiles, goal.tiles))
    return abs(r - y), abs(c - x)


def blank_distance(board: Board, goal: Board) -> int:
    return sum(blank_away(board, goal))


def blank_chebyshev(board: Board, goal: Board) -> int:
    return max(blank_away(board, goal))


def mix(board: Board, goal: Board) -> float:
    return (misplaced(board, goal) + manhattan(board, goal)) / 2


def euclidean(board: Board, goal: Board) -> float:
    """Return the sum without rounding, slightly more than the package's `heuristics.simple.Euclidean`."""
    cols, aims = goal.shape.cols, goal_cells(goal)
    lines = [(divmod(cell, cols), divmod(aims[tile], cols)) for cell, tile in enumerate(board.tiles) if tile]
    return sum(dist(here, there) for here, there in lines)


def value_euclidean(board: Board, goal: Board) -> float:
    numbers, aims = ([-1 if tile == 0 else tile for tile in tiles] for tiles in (board.tiles, goal.tiles))
    return dist(numbers, aims)


def n_max_swap(board: Board, goal: Board) -> int:
    """Count the exchanges of Gaschnig's procedure."""
    tiles, swaps = list(board.tiles), 0
    while tiles != list(goal.tiles):
        blank = tiles.index(0)
        belongs = goal.tiles[blank]
        if belongs == 0:
            belongs = next(here for here, there in zip(tiles, goal.tiles) if here != there)
        tiles[tiles.index(belongs)], tiles[blank] = 0, belongs
        swaps += 1
    return swaps


Lines = tuple[tuple[int, ...], ...]
EMPTY = -1


@cache
def walks(lines: int, width: int, home: int) -> dict[Lines, int]:
    """Return distances between arrangements of lines, by flood fill. A line is its tiles' home lines, sorted.

    EMPTY is the blank. A move exchanges the blank with any tile of a line next to it. 4x4 has 24,964
    arrangements.
    """
    solved = tuple(
        tuple(sorted([line] * (width - (line == home)) + [EMPTY] * (line == home))) for line in range(lines)
    )
    found = {solved: 0}
    edge, depth = [solved], 0
    while edge:
        depth += 1
        further = []
        for arrangement in edge:
            blank = next(line for line, tiles in enumerate(arrangement) if EMPTY in tiles)
            for line in {blank - 1, blank + 1} & set(range(lines)):
                for tile in set(arrangement[line]):
                    moved = list(arrangement)
                    moved[blank] = exchanged(arrangement[blank], EMPTY, tile)
                    moved[line] = exchanged(arrangement[line], tile, EMPTY)
                    reached = tuple(moved)
                    if reached not in found:
                        found[reached] = depth
                        further.append(reached)
        edge = further
    return found


def exchanged(line: tuple[int, ...], out: int, into: int) -> tuple[int, ...]:
    """Return the sorted line with one `out` replaced by one `into`."""
    rest = list(line)
    rest[rest.index(out)] = into
    return tuple(sorted(rest))


def walking_distance(board: Board, goal: Board) -> int:
    """Return the walking distance of the rows plus that of the columns, up to 4x4."""
    rows, cols, aims = goal.shape.rows, goal.shape.cols, goal_cells(goal)
    row_of = [EMPTY if tile == 0 else aims[tile] // cols for tile in board.tiles]
    col_of = [EMPTY if tile == 0 else aims[tile] % cols for tile in board.tiles]
    by_row = tuple(tuple(sorted(row_of[row * cols : (row + 1) * cols])) for row in range(rows))
    by_col = tuple(tuple(sorted(col_of[col::cols])) for col in range(cols))
    home_row, home_col = divmod(aims[0], cols)
    return walks(rows, cols, home_row)[by_row] + walks(cols, rows, home_col)[by_col]


def best_first_counts(problem: Problem, heuristic: Heuristic) -> tuple[int, int, int]:
    """Return A*'s expanded, generated and peak open states, from a plain list as the frontier.

    Ties: larger g first, then the state found first. The heuristic must be consistent, so that no state is
    opened twice. A state found again on a shorter path moves to its new position in the order.
    """
    met = 0
    way = {problem.initial: (0, met)}
    opened, closed, peak, generated = [problem.initial], [], 1, 0
    while True:
        state = min(opened, key=lambda s: (way[s][0] + heuristic.estimate(s), -way[s][0], way[s][1]))
        if problem.is_goal(state):
            return len(closed), generated, peak
        opened.remove(state)
        closed.append(state)
        for _, child in problem.successors(state):
            generated += 1
            if child not in way or way[state][0] + 1 < way[child][0]:
                assert child not in closed, "a state was opened twice: the heuristic must be consistent"
                met += 1
                way[child] = (way[state][0] + 1, met)
                if child not in opened:
                    opened.append(child)
        peak = max(peak, len(opened))


@cache
def pattern_moves(rows: int, cols: int, home: int, pattern: Tiles) -> dict[Tiles, int]:
    """Return, by the cells of the pattern's tiles, the fewest moves of these tiles that bring them all home.

    Each tile is named by its goal cell. It is a 0-1 search from the goal over the cells of the tiles and the
    blank, where moves of other tiles cost nothing. The result is the least over all cells of the blank.
    """
    best = {(pattern, home): 0}
    edge = deque(best)
    while edge:
        placed, blank = edge.popleft()
        far = best[placed, blank]
        for cell in beside(rows, cols, blank):
            ours = cell in placed
            reached = (tuple([blank if at == cell else at for at in placed]), cell)
            if reached not in best or far + ours < best[reached]:
                best[reached] = far + ours
                if ours:
                    edge.append(reached)
                else:
                    edge.appendleft(reached)
    least: dict[Tiles, int] = {}
    for (placed, _), far in best.items():
        least[placed] = min(far, least.get(placed, far))
    return least


def steps_apart(cols: int, here: Sequence[int], there: Sequence[int]) -> int:
    """Return the sum of the steps from each cell of `here` to the cell of `there`."""
    places = [(divmod(a, cols), divmod(b, cols)) for a, b in zip(here, there, strict=True)]
    return sum(abs(r - y) + abs(c - x) for (r, c), (y, x) in places)


def pattern_tables(board: Board, goal: Board) -> int:
    """Return the true distance: on up to 6 cells, one group has all tiles."""
    assert board.shape.cells <= 6
    cell_of, home_of = {t: c for c, t in enumerate(board.tiles)}, goal_cells(goal)
    tiles = sorted(range(1, board.shape.cells), key=home_of.__getitem__)
    moves = pattern_moves(
        board.shape.rows, board.shape.cols, home_of[0], tuple([home_of[tile] for tile in tiles])
    )
    return moves[tuple([cell_of[tile] for tile in tiles])]
