"""The colours of tiles are readable, distinct for colour-blind people, and a gradient in order."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.support.colours import contrast, linear
from web.ui.hues import hue

INK = (20, 32, 46)

#: How people without red or green cones see red, green and blue (Vienot, Brettel and Mollon, 1999).
BLIND = {
    "red": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "green": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


@pytest.mark.parametrize("size", [2, 3, 10, 127])
def test_every_number_can_be_read(size: int) -> None:
    places = [(row, col) for row in range(size) for col in range(size)]
    assert min(contrast(hue(*place, size, size), INK) for place in places) >= 4.5


@pytest.mark.parametrize("kind", BLIND)
def test_the_tiles_of_the_corners_and_edges_are_distinguished_without_red_or_green(kind: str) -> None:
    seen = []
    for place in [(row, col) for row in range(3) for col in range(3)]:
        colour = linear(hue(*place, 3, 3))
        seen.append([sum(a * c for a, c in zip(row, colour)) for row in BLIND[kind]])
    for one, other in combinations(seen, 2):
        assert sum(abs(a - b) for a, b in zip(one, other)) > 0.1


def test_neighbours_in_order_have_nearly_one_colour() -> None:
    for row in range(29):
        for col in range(29):
            here = hue(row, col, 30, 30)
            for there in (hue(row + 1, col, 30, 30), hue(row, col + 1, 30, 30)):
                assert max(abs(a - b) for a, b in zip(here, there)) <= 6
