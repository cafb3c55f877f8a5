"""The board before Python has started agrees with Python's board, for any link and after any presses."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from npuzzle import Board, Shape, goal_board, random_board, solve
from tests.support.node import find_node
from tests.support.quick import mostly_slow
from web.page.commands import initial_state, update
from web.page.commands.sliding import press_cell
from web.page.link import from_fragment
from web.page.state import UiState

SCRIPT = Path(__file__).with_name("early_boards.mjs")
FIRST = "8 6 7/2 5 4/3 0 1"
HARMLESS = ("has an unknown part", "twice: the first one counts")
DAMAGE = [
    "board",
    "board=",
    "board=1_2",
    "board=1_1/2_0",
    "text=1",
    "step=x",
    "=",
    "x=y",
    "moves=QQ",
    "%zz=1",
]


def link(random: Random) -> str:
    """Return a link with random parts, some of them twice or damaged."""
    parts = []
    for _ in range(random.choice([1, 1, 2, 3])):
        goal = goal_board("blank-last", Shape(random.randint(2, 4), random.randint(2, 4)))
        board = random_board(goal, random)
        parts.append(f"board={str(board).replace(' ', '_')}")
        if random.random() < 0.4:
            moves = solve(board, goal, algorithm="constructive").path
            parts += [f"moves={moves}", f"step={random.randint(0, len(moves or '') + 2)}"]
        if random.random() < 0.2:
            parts.append(random.choice(DAMAGE))
    if random.random() < 0.3:
        random.shuffle(parts)
    return "&".join(parts)


def open_link(fragment: str) -> UiState:
    state = initial_state(Board.parse(FIRST))
    for event in from_fragment(fragment).calls:
        state = update(state, event)
    return state


@pytest.mark.parametrize("count", mostly_slow([40, 400]))
def test_it_is_the_board_that_python_comes_to(count: int) -> None:
    random = Random(15)
    asked = [(link(random), [random.randrange(4) for _ in range(8)]) for _ in range(count)]
    command = [find_node(), str(SCRIPT)]
    said = subprocess.run(command, input=json.dumps(asked), capture_output=True, encoding="utf-8", check=True)
    compared = 0
    for (fragment, presses), (before, after) in zip(asked, json.loads(said.stdout), strict=True):
        plain = all(any(kind in problem for kind in HARMLESS) for problem in from_fragment(fragment).problems)
        if before is None or not plain:
            continue
        state = open_link(fragment)
        assert before == str(state.current_board), fragment
        for cell in presses:
            state = update(state, press_cell(cell))
        assert after == str(state.current_board), (fragment, presses)
        compared += 1
    assert compared > count / 2
