"""The file with the picture of a search tree."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from npuzzle.lab import Status, trace
from tests.unit.web.rooms.explore_trees import SMALL
from web.command import perform
from web.rooms.explore.state import ExploreState, fit, start_build, take_tree
from web.rooms.explore.tree_svg import draw_tree

SVG = "{http://www.w3.org/2000/svg}"
FOUND = trace(*SMALL, algorithm="astar", heuristic="manhattan")


@pytest.mark.parametrize("at", [0, 2, 6])
def test_the_file_has_every_board_that_is_shown(at: int) -> None:
    root = ElementTree.fromstring(draw_tree(FOUND, at, turn=0))
    shown = [node for node in FOUND.nodes if FOUND.status(node.number, at) is not Status.UNMADE]
    assert len(root.findall(f"{SVG}g")) == len(shown)
    assert len(root.findall(f"{SVG}path")) == len(shown) - 1
    answer = root.findall(f"{SVG}path[@class='answer']")
    assert len(answer) == (5 if at == len(FOUND.steps) else 0)


@pytest.mark.parametrize("board", ["15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 0", "2 1/0 3"])
def test_boards_of_all_sizes_and_rounds_can_be_saved(board: str) -> None:
    found = trace(board, algorithm="idastar", heuristic="manhattan", most=60)
    last = len(found.steps)
    turn = found.nodes[found.steps[-1]].round
    ElementTree.fromstring(draw_tree(found, last, turn=turn))


def test_a_fitted_tree_goes_back_to_its_usual_size() -> None:
    state = perform(perform(ExploreState(), start_build()), take_tree(FOUND))
    fitted = perform(state, fit())
    assert (state.fits, fitted.fits, perform(fitted, fit()).fits) == (False, True, False)
