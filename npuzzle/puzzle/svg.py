"""Drawings as SVG: a board, a card of boards with text below, or a path that plays automatically.

People save, send or print drawings, or show them in a notebook, so each is one document that needs no script
and no other file. A path is played by keyframes in a style sheet: one rule per tile, with the tile's places
and times. The rules are inside a media query, so nothing moves if the reader prefers reduced motion. A screen
reader gets the board in words, and an outline marks the tiles at home for readers who do not see green.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from npuzzle.errors import InvalidJobError
from npuzzle.numbers import require_real
from npuzzle.puzzle.shape import Shape

CELL, GAP, EDGE = 60, 2, 8  # px of the drawing
MAX_ANIMATED = 2_000  # moves of an animation: it would play for twenty minutes
FIRST, STEP, SLIDE, LAST = 1.0, 0.6, 0.22, 3.0  # seconds: start shown, a move, its slide, goal shown
MAX_WIDTH = 100_000  # px of a drawing
MAX_NUMBERED_SIDE = 20  # cells: on a larger board numbers would be too small to read
BACKGROUND = "#b7c3d2"
#: Fill, ink and outline of a tile at home, and of any other tile. Readers who see no colours see the outline.
AT_HOME, AWAY = ("#d5eedd", "#0f4a2a", "#17693a"), ("#dce8f8", "#14335f", "none")

PAPER, INK, FAINT = "#ffffff", "#1c2733", "#52606f"  # a card is light in a dark notebook too
MARGIN, LINE, TEXT = 14, 20, 13  # px of a card
SANS, FIXED = "system-ui, sans-serif", "ui-monospace, monospace"


class Picture(NamedTuple):
    """A drawing: the tile of each cell, 0 for the blank. Tiles placed as in `home` are green and outlined."""

    shape: Shape
    tiles: Sequence[int]
    home: Sequence[int] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawing in px, at 60 px per cell."""
        return self.shape.cols * CELL + 2 * EDGE, self.shape.rows * CELL + 2 * EDGE


def picture_svg(picture: Picture, width: int | None = None, names: Sequence[str] = ()) -> str:
    """Draw an SVG document, `width` px wide, by default 60 px per cell.

    A board with more than 20 rows or columns is drawn without numbers, but its tiles at home still show.
    `names`: a CSS class for the tile in each cell, by which a style can move or paint that tile.

    >>> picture_svg(Picture(Shape(2, 2), (1, 2, 3, 0))).count("<rect")
    3
    """
    return _make_document(
        _choose_scale(picture, width),
        picture.size,
        _draw_title(picture),
        _describe(picture),
        _draw(picture, names),
    )


def card_svg(
    pictures: Sequence[tuple[str, Picture]], title: str, lines: Sequence[str], width: int = 620
) -> str:
    """Draw a card: pictures side by side, each below its caption, then a title and lines of text."""
    each = (width - MARGIN * (len(pictures) + 1)) // len(pictures)
    parts: list[str] = []
    tallest = 0
    for at, (caption, picture) in enumerate(pictures):
        x, y = MARGIN + at * (each + MARGIN), MARGIN + LINE
        most = min(each, picture.shape.cols * 44, each * picture.size[0] // max(picture.size))
        across, high = _choose_scale(picture, most)
        tallest = max(tallest, high)
        parts.append(_draw_text(x, MARGIN + TEXT, caption, FAINT))
        inner = "".join(_draw(picture))
        parts.append(
            f'<svg x="{x}" y="{y}" width="{across}" height="{high}" '
            f'viewBox="0 0 {picture.size[0]} {picture.size[1]}">{inner}</svg>'
        )
    top = MARGIN + LINE + tallest + MARGIN + LINE
    parts.append(_draw_text(MARGIN, top, title, INK, size=16, weight=600))
    parts += [_draw_text(MARGIN, top + LINE * at, line, INK, font=FIXED) for at, line in enumerate(lines, 1)]
    height = top + LINE * len(lines) + MARGIN
    parts.insert(0, f'<path d="M0 0H{width}V{height}H0Z" fill="{PAPER}"/>')
    described = " ".join(f"{caption}: {_describe(picture)}" for caption, picture in pictures)
    return _make_document((width, height), (width, height), title, " ".join([described, *lines]), parts)


def _make_document(
    size: tuple[float, int], box: tuple[int, int], title: str, described: str, parts: Sequence[str]
) -> str:
    """Write an SVG document of this `size` in px. `box`: the size in units of the drawing."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box[0]} {box[1]}" width="{size[0]}" '
            f'height="{size[1]}" role="img" aria-label="{escape(f"{title}. {described}")}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(described)}</desc>",
            *parts,
            "</svg>",
            "",
        ]
    )


def _choose_scale(picture: Picture, width: float | None) -> tuple[float, int]:
    across, high = picture.size
    if width is None:
        return across, high
    wide = require_real(width, f"a drawing must be 1 to {MAX_WIDTH:,} px wide", 1, MAX_WIDTH)
    return wide, round(wide * high / across)


def _draw(picture: Picture, names: Sequence[str] = ()) -> list[str]:
    """Draw the board: its frame, then its tiles."""
    width, height = picture.size
    numbered = _is_numbered(picture)
    return [
        f'<path d="M0 0H{width}V{height}H0Z" fill="{BACKGROUND}"/>',
        f'<g font-family="{SANS}" font-weight="600" text-anchor="middle">',
        *(
            _draw_tile(
                tile,
                *divmod(cell, picture.shape.cols),
                picture.home is not None and picture.home[cell] == tile,
                numbered,
                name=names[cell] if names else "",
            )
            for cell, tile in enumerate(picture.tiles)
            if tile
        ),
        "</g>",
    ]


def _draw_tile(tile: int, row: int, col: int, at_home: bool, numbered: bool, *, name: str = "") -> str:
    fill, ink, outline = AT_HOME if at_home else AWAY
    ink = AWAY[1] if name else ink  # a number keeps its colour while its tile changes
    x, y, side = EDGE + col * CELL + GAP, EDGE + row * CELL + GAP, CELL - 2 * GAP
    size = 26 if tile < 100 else 22
    number = (
        f'<text x="{x + side // 2}" y="{y + side // 2 + size * 9 // 25}" font-size="{size}" fill="{ink}">'
        f"{tile}</text>"
    )
    paint = f'fill="{fill}" stroke="{outline}"'
    rect = f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="8"'
    number = number if numbered else ""
    if name:  # the group has the colours, so that a style of the group can change them
        number = number.replace(" fill=", ' stroke="none" fill=')
        return f'<g class="{name}" {paint}>{rect} stroke-width="2"/>{number}</g>'
    return f'<g>{rect} {paint} stroke-width="2"/>{number}</g>'


def _draw_text(
    x: int, y: int, text: str, ink: str, *, size: int = TEXT, weight: int = 400, font: str = SANS
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="{font}" font-size="{size}" font-weight="{weight}" fill="{ink}" '
        f'xml:space="preserve">{escape(text)}</text>'
    )


def _is_numbered(picture: Picture) -> bool:
    return max(picture.shape.rows, picture.shape.cols) <= MAX_NUMBERED_SIDE


def _draw_title(picture: Picture) -> str:
    return f"Sliding puzzle of {picture.shape.rows} by {picture.shape.cols} cells"


def _describe(picture: Picture) -> str:
    """Describe in words where each tile is, for screen readers."""
    home = "" if picture.home is None else " Tiles at home are green and outlined."
    if not _is_numbered(picture):
        return f"Too large for numbers.{home}"
    cols = picture.shape.cols
    rows = [picture.tiles[at : at + cols] for at in range(0, picture.shape.cells, cols)]
    said = [", ".join(str(tile or "blank") for tile in row) for row in rows]
    return " ".join(f"Row {at}: {row}." for at, row in enumerate(said, 1)) + home


def animated_svg(picture: Picture, tiles: Sequence[int], width: int | None = None) -> str:
    """Draw an SVG document in which these tiles slide into the blank, one after the other, again and again.

    The start is shown for a second, each move takes 0.6 seconds, and the last board is shown for three.
    Readers who prefer reduced motion, and programs that do not animate, see a still picture of the start.
    Raises InvalidJobError for more than 2,000 moves.

    >>> animated_svg(Picture(Shape(2, 2), (1, 2, 0, 3)), [3]).count("@keyframes")
    1
    """
    require_animation(len(tiles))
    drawn = picture_svg(picture, width, [f"t{tile}" if tile else "" for tile in picture.tiles])
    return drawn.replace("<title>", f"{_write_style(picture, tiles)}\n<title>", 1) if tiles else drawn


def require_animation(moves: int) -> None:
    """Raise InvalidJobError for a path too long to animate."""
    if moves > MAX_ANIMATED:
        raise InvalidJobError(
            f"an animation can have at most {MAX_ANIMATED:,} moves; this path has {moves:,}"
        )


def _write_style(picture: Picture, tiles: Sequence[int]) -> str:
    """Write the style that moves the tiles. It does not apply if reduced motion is preferred."""
    seconds = FIRST + STEP * len(tiles) + LAST
    rules = []
    for tile, stays in _list_stays(picture, tiles).items():
        rules.append(f"@keyframes t{tile}{{{_write_frames(picture, tile, stays, seconds)}}}")
        rules.append(f".t{tile}{{animation:t{tile} {seconds:g}s ease-in-out infinite}}")
    return "\n".join(["<style>@media (prefers-reduced-motion: no-preference){", *rules, "}</style>"])


def _list_stays(picture: Picture, tiles: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """Return, for each tile that moves, the numbers of its moves and its cells after each of these moves.

    Each list begins with move -1 and the tile's cell at the start.
    """
    cells = {tile: cell for cell, tile in enumerate(picture.tiles)}
    stays: dict[int, list[tuple[int, int]]] = {}
    for number, tile in enumerate(tiles):
        of_tile = stays.setdefault(tile, [(-1, cells[tile])])
        cells[0], cells[tile] = cells[tile], cells[0]
        of_tile.append((number, cells[tile]))
    return stays


def _write_frames(picture: Picture, tile: int, stays: Sequence[tuple[int, int]], seconds: float) -> str:
    """Write the keyframes of a tile: it stays until a move begins, and is in its new cell when that ends."""
    start = looks = _write_look(picture, tile, stays[0][1], stays[0][1])
    frames = [f"0%{{{start}}}"]
    for number, cell in stays[1:]:
        begins = FIRST + STEP * number
        frames.append(f"{100 * begins / seconds:.4f}%{{{looks}}}")
        looks = _write_look(picture, tile, stays[0][1], cell)
        frames.append(f"{100 * (begins + SLIDE) / seconds:.4f}%{{{looks}}}")
    return "".join([*frames, f"100%{{{looks}}}"])


def _write_look(picture: Picture, tile: int, start: int, cell: int) -> str:
    """Write how far from its cell in the start a tile is drawn, and its colours there."""
    cols = picture.shape.cols
    right, down = cell % cols - start % cols, cell // cols - start // cols
    fill, _, outline = AT_HOME if picture.home is not None and picture.home[cell] == tile else AWAY
    return (
        f"transform:translate({right * CELL}px,{down * CELL}px);fill:{fill};"
        f"stroke:{fill if outline == 'none' else outline}"
    )
