"""Colour tiles by the cells where they belong: a solved board shows a gradient, others look like confetti."""

from __future__ import annotations

#: The colours (red, green, blue) of the corners of a solved board: blue at the top, yellow at the bottom,
#: stronger to the right. Users who cannot tell red from green see the difference. Dark text is legible.
TOP_LEFT, TOP_RIGHT = (207, 227, 247), (110, 160, 216)
BOTTOM_LEFT, BOTTOM_RIGHT = (255, 240, 168), (222, 170, 40)


def hue(row: int, col: int, rows: int, cols: int) -> tuple[int, int, int]:
    """Return the colour of a home cell: red, green and blue, from 0 to 255."""
    down, right = row / max(1, rows - 1), col / max(1, cols - 1)
    corners = zip(TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT)
    mixed = (
        (a * (1 - right) + b * right) * (1 - down) + (c * (1 - right) + d * right) * down
        for a, b, c, d in corners
    )
    red, green, blue = (round(part) for part in mixed)
    return red, green, blue
