"""Slow and obvious twins of what the package does cleverly; the tests take these as truth.

Nothing here uses the normal form or the package's geometry: boards and goals as people write them.
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
    """The cells that touch `cell`."""
    r, c = divmod(cell, cols)
    places = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    return [y * cols + x for y, x in places if 0 <= y < rows and 0 <= x < cols]


def after_moves(tiles: Tiles, rows: int, cols: int) -> Iterator[Tiles]:
    """Every arrangement one move away."""
    blank = tiles.index(0)
    for cell in beside(rows, cols, blank):
        moved = list(tiles)
        moved[blank], moved[cell] = moved[cell], 0
        yield tuple(moved)


@cache
def distances(goal: Board) -> dict[Tiles, int]:
    """Flood fill from the goal: the true distance of every arrangement that can reach it."""
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
    """Every arrangement one line move away: the blank goes any way in its row or column, tile by tile."""
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
    """Flood fill from the goal by line moves."""
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
    """Moves of a shortest solution; None if there is no solution. Up to 3x3."""
    return distances(goal).get(board.tiles)


def layers(goal: Board) -> Iterator[set[Tiles]]:
    """All arrangements 0, 1, 2, ... moves from the goal, of which only neighbouring layers are held.

    A move leads one layer further or one back, never aside: the blank's cell changes colour each time.
    """
    rows, cols = goal.shape.rows, goal.shape.cols
    before: set[Tiles] = set()
    layer = {goal.tiles}
    while layer:
        yield layer
        beyond = {after for tiles in layer for after in after_moves(tiles, rows, cols)}
        before, layer = layer, beyond - before


def apart(board: Board, goal: Board) -> int | None:
    """Moves of a shortest solution; None if there is none: layers around both until two of them meet.

    By one move at a time on the side with the smaller layer, so the first to meet are as near as can be.
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
    """The arrangement after each letter's tile slid that way. Raises ValueError where none can."""
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
    """Pairs of tiles in the wrong order, each compared with each."""
    tiles = [tile for tile in board.tiles if tile != 0]
    return sum(first > second for first, second in combinations(tiles, 2))


def fewest_to_leave(line: Sequence[int]) -> int:
    """The size of a smallest set of tiles without which the rest stand in order, all sets tried."""
    for leaving in range(len(line)):
        for staying in combinations(line, len(line) - leaving):
            if all(a < b for a, b in pairwise(staying)):
                return leaving
    return 0


def goal_cells(goal: Board) -> dict[int, int]:
    """Where each tile belongs."""
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
    """Manhattan + 2 for each tile that must leave its line."""
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
    """Rows and columns between the blank and the cell where the goal has it."""
    (r, c), (y, x) = (divmod(tiles.index(0), goal.shape.cols) for tiles in (board.tiles, goal.tiles))
    return abs(r - y), abs(c - x)


def blank_distance(board: Board, goal: Board) -> int:
    return sum(blank_away(board, goal))


def blank_chebyshev(board: Board, goal: Board) -> int:
    return max(blank_away(board, goal))


def mix(board: Board, goal: Board) -> float:
    return (misplaced(board, goal) + manhattan(board, goal)) / 2


def euclidean(board: Board, goal: Board) -> float:
    """Not rounded, so a little more than the package's: see `npuzzle.heuristics.simple.Euclidean`."""
    cols, aims = goal.shape.cols, goal_cells(goal)
    lines = [(divmod(cell, cols), divmod(aims[tile], cols)) for cell, tile in enumerate(board.tiles) if tile]
    return sum(dist(here, there) for here, there in lines)


def value_euclidean(board: Board, goal: Board) -> float:
    numbers, aims = ([-1 if tile == 0 else tile for tile in tiles] for tiles in (board.tiles, goal.tiles))
    return dist(numbers, aims)


def n_max_swap(board: Board, goal: Board) -> int:
    """Gaschnig's procedure, played until it is done."""
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
    """Flood fill between lines: each is the sorted home lines of its tiles, and EMPTY where the blank is.

    A move exchanges the blank with any tile of a line beside it. Up to 4x4: 24,964 arrangements.
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
    """The line with one `out` lifted and one `into` laid down, sorted."""
    rest = list(line)
    rest[rest.index(out)] = into
    return tuple(sorted(rest))


def walking_distance(board: Board, goal: Board) -> int:
    """Every row told from every other, then every column: up to 4x4."""
    rows, cols, aims = goal.shape.rows, goal.shape.cols, goal_cells(goal)
    row_of = [EMPTY if tile == 0 else aims[tile] // cols for tile in board.tiles]
    col_of = [EMPTY if tile == 0 else aims[tile] % cols for tile in board.tiles]
    by_row = tuple(tuple(sorted(row_of[row * cols : (row + 1) * cols])) for row in range(rows))
    by_col = tuple(tuple(sorted(col_of[col::cols])) for col in range(cols))
    home_row, home_col = divmod(aims[0], cols)
    return walks(rows, cols, home_row)[by_row] + walks(cols, rows, home_col)[by_col]


def best_first_counts(problem: Problem, heuristic: Heuristic) -> tuple[int, int, int]:
    """Expanded, generated and most open states of A*: a list, searched for its best entry.

    Ties: larger g first, then the one met first. Only for consistent heuristics, so that no state
    is opened twice; a state met again on a shorter way takes its new place in the order.
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
                assert child not in closed, "re-opened: this twin is for consistent heuristics"
                met += 1
                way[child] = (way[state][0] + 1, met)
                if child not in opened:
                    opened.append(child)
        peak = max(peak, len(opened))


@cache
def pattern_moves(rows: int, cols: int, home: int, pattern: Tiles) -> dict[Tiles, int]:
    """By the cells of the pattern's tiles: the fewest moves of theirs that bring them all home.

    Each tile is named by its goal cell. A 0-1 search over their cells and the blank's, from the goal: a
    move of any other tile costs nothing. The least over all cells of the blank.
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
    """The steps from each cell of the one to the cell of the other, added up."""
    places = [(divmod(a, cols), divmod(b, cols)) for a, b in zip(here, there, strict=True)]
    return sum(abs(r - y) + abs(c - x) for (r, c), (y, x) in places)


def pattern_tables(board: Board, goal: Board) -> int:
    """On up to 6 cells: one group has all tiles, so the table is the true distance."""
    assert board.shape.cells <= 6
    cell_of, home_of = {t: c for c, t in enumerate(board.tiles)}, goal_cells(goal)
    tiles = sorted(range(1, board.shape.cells), key=home_of.__getitem__)
    moves = pattern_moves(
        board.shape.rows, board.shape.cols, home_of[0], tuple([home_of[tile] for tile in tiles])
    )
    return moves[tuple([cell_of[tile] for tile in tiles])]
