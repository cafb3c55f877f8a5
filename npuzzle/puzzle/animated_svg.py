"""Drawings of a path that play by themselves, as one SVG document each. They need no script."""

from __future__ import annotations

from collections.abc import Sequence

from npuzzle.errors import InvalidJobError
from npuzzle.puzzle.svg import AT_HOME, AWAY, CELL, Picture, picture_svg

MAX_MOVES = 2_000  # of an animation; it would play for twenty minutes
FIRST, STEP, SLIDE, LAST = 1.0, 0.6, 0.22, 3.0  # seconds: start shown, a move, its slide, goal shown


def animated_svg(picture: Picture, tiles: Sequence[int], width: int | None = None) -> str:
    """Draw an SVG document in which these tiles slide into the blank, one after the other, again and again.

    The start is shown for a second, each move takes 0.6 seconds, and the last board is shown for three.
    Readers who ask for reduced motion, and programs that do not animate, see the start, which stays still.
    Raises InvalidJobError for more than 2,000 moves.

    >>> from npuzzle.puzzle.shape import Shape
    >>> animated_svg(Picture(Shape(2, 2), (1, 2, 0, 3)), [3]).count("@keyframes")
    1
    """
    require_animation(len(tiles))
    drawn = picture_svg(picture, width, [f"t{tile}" if tile else "" for tile in picture.tiles])
    return drawn.replace("<title>", f"{_write_style(picture, tiles)}\n<title>", 1) if tiles else drawn


def require_animation(moves: int) -> None:
    """Refuse a path too long to animate."""
    if moves > MAX_MOVES:
        raise InvalidJobError(f"an animation has {MAX_MOVES:,} moves at most, this path has {moves:,}")


def _write_style(picture: Picture, tiles: Sequence[int]) -> str:
    """Write the style that moves the tiles; without motion wanted it does not apply."""
    seconds = FIRST + STEP * len(tiles) + LAST
    rules = []
    for tile, stays in _list_stays(picture, tiles).items():
        rules.append(f"@keyframes t{tile}{{{_write_frames(picture, tile, stays, seconds)}}}")
        rules.append(f".t{tile}{{animation:t{tile} {seconds:g}s ease-in-out infinite}}")
    return "\n".join(["<style>@media (prefers-reduced-motion: no-preference){", *rules, "}</style>"])


def _list_stays(picture: Picture, tiles: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """Return for each tile that moves the numbers of its moves and the cells where it stays after them.

    The first of each list is move -1, where the tile is at the start.
    """
    cells = {tile: cell for cell, tile in enumerate(picture.tiles)}
    stays: dict[int, list[tuple[int, int]]] = {}
    for number, tile in enumerate(tiles):
        of_tile = stays.setdefault(tile, [(-1, cells[tile])])
        cells[0], cells[tile] = cells[tile], cells[0]
        of_tile.append((number, cells[tile]))
    return stays


def _write_frames(picture: Picture, tile: int, stays: Sequence[tuple[int, int]], seconds: float) -> str:
    """Write the keyframes of a tile: it stays until a move begins, and is in its new cell when it ends."""
    start = looks = _write_look(picture, tile, stays[0][1], stays[0][1])
    frames = [f"0%{{{start}}}"]
    for number, cell in stays[1:]:
        begins = FIRST + STEP * number
        frames.append(f"{100 * begins / seconds:.4f}%{{{looks}}}")
        looks = _write_look(picture, tile, stays[0][1], cell)
        frames.append(f"{100 * (begins + SLIDE) / seconds:.4f}%{{{looks}}}")
    return "".join([*frames, f"100%{{{looks}}}"])


def _write_look(picture: Picture, tile: int, start: int, cell: int) -> str:
    """Write where a tile is drawn, away from its cell in the start, and its colours there."""
    cols = picture.shape.cols
    right, down = cell % cols - start % cols, cell // cols - start // cols
    fill, _, outline = AT_HOME if picture.home is not None and picture.home[cell] == tile else AWAY
    return (
        f"transform:translate({right * CELL}px,{down * CELL}px);fill:{fill};"
        f"stroke:{fill if outline == 'none' else outline}"
    )
