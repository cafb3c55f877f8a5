"""Colour tiles by where they belong: a board in order is a gradient, one in disorder confetti."""

from __future__ import annotations

#: The corners of a solved board, as red, green and blue: blue to yellow downwards, strong to the right.
#: People who do not tell red from green see these apart. Dark ink can be read on each.
TOP_LEFT, TOP_RIGHT = (207, 227, 247), (110, 160, 216)
BOTTOM_LEFT, BOTTOM_RIGHT = (255, 240, 168), (222, 170, 40)


def hue(row: int, col: int, rows: int, cols: int) -> tuple[int, int, int]:
    """Mix the colour of a home cell: red, green and blue, 0 to 255."""
    down, right = row / max(1, rows - 1), col / max(1, cols - 1)
    corners = zip(TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT)
    mixed = (
        (a * (1 - right) + b * right) * (1 - down) + (c * (1 - right) + d * right) * down
        for a, b, c, d in corners
    )
    red, green, blue = (round(part) for part in mixed)
    return red, green, blue
