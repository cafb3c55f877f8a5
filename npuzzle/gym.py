"""Sliding puzzles as an environment for reinforcement learning. `npuzzle[gym]` installs gymnasium too.

Importing this module registers the environment. No other module of npuzzle imports it, gymnasium or numpy.

>>> env = gymnasium.make("npuzzle.gym:npuzzle/SlidingPuzzle-v0", shape="2x3", depth=5)
>>> observation, info = env.reset(seed=1)
>>> observation.tolist(), info["action_mask"].tolist(), info["distance"]
([[2, 4, 3], [1, 0, 5]], [1, 0, 1, 1], 5)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from npuzzle.errors import InvalidJobError, UnknownNameError
from npuzzle.lab.boards import iter_random_boards
from npuzzle.lab.space import build_distance_table
from npuzzle.numbers import require_whole, whole_number
from npuzzle.puzzle.board import Board, BoardLike, goal_board, read_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Notation, in_notation
from npuzzle.puzzle.reachability import to_state
from npuzzle.puzzle.shape import Shape, ShapeLike, read_shape, source
from npuzzle.puzzle.svg import AT_HOME, AWAY, BACKGROUND

ACTIONS = "UDLR"  #: The direction in which each action moves the blank.
CELL = 32  # px per cell of an image
#: The digits 0 to 9, each in five rows of three dots. A row is written as an octal digit.
DIGITS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71122", "75757", "75717")

Info = dict[str, Any]
_distance_table = lru_cache(maxsize=4)(build_distance_table)  # shared by the parts of a vector environment


class SlidingPuzzleEnv(gymnasium.Env[NDArray[Any], Any]):
    """A board to solve. Each action moves the blank: 0 up, 1 down, 2 left, 3 right.

    An action that would move the blank off the board changes nothing; its reward is that of any other step.
    The episode terminates at the goal. gymnasium's time limit truncates it, after 200 steps by default.
    `board` is the current `Board`. `info["action_mask"]` has a 1 for each action that moves the blank. A
    wrong argument raises NPuzzleError, and so does `reset` if no board is `depth` moves from the goal.

    Parameters
    ----------
    shape
        The size, such as "3x3".
    goal
        The name of a goal, or a board.
    depth
        The exact number of moves from the start to the goal, or several numbers to draw from, such as
        range(1, 11). `reset` then puts the "distance" into its info. None: draw uniformly from all solvable
        boards except the goal.
    reward
        "step": -1 for each action, so a return is minus the number of steps. "goal": 1 at the goal, else 0.
    observation
        "tiles": numbers by row and column, 0 for the blank. "one-hot": a 1 at [row, col, tile].
        "image": RGB, 32 px per cell.
    distance
        Whether to put the exact "distance" to the goal into every info. Only for boards of up to 9 cells.
    render_mode
        "ansi" (text) or "rgb_array".
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012  # as the base class

    def __init__(
        self,
        *,
        shape: ShapeLike = "3x3",
        goal: BoardLike = DEFAULT_GOAL,
        depth: int | Sequence[int] | None = None,
        reward: str = "step",
        observation: str = "tiles",
        distance: bool = False,
        render_mode: str | None = None,
    ) -> None:
        _require_known("reward", [reward], ["step", "goal"])
        self.goal = self.board = goal_board(goal, read_shape(shape))
        highest = {"tiles": self.goal.shape.cells - 1, "one-hot": 1, "image": 255}
        _require_known("observation", [observation], highest)
        self.depth, self.reward, self.observation, self.render_mode = depth, reward, observation, render_mode
        self._table = _distance_table(self.goal.shape, self.goal.blank) if distance else None
        seen = self._observe()
        self.observation_space = gymnasium.spaces.Box(0, highest[observation], seen.shape, seen.dtype.type)
        self.action_space = gymnasium.spaces.Discrete(len(ACTIONS))

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[NDArray[Any], Info]:
        """Start an episode. Options: a "board" to start from, or a "depth" for this episode only."""
        super().reset(seed=seed)
        asked = {"depth": self.depth, **(options or {})}
        _require_known("option of reset", asked, ["board", "depth"])
        if "board" in asked:
            board = read_board(asked["board"], self.goal.shape)
            if board == self.goal or not board.is_solvable(self.goal):
                raise InvalidJobError(f"the start must be a solvable board other than the goal, got {board}")
            self.board, depth = board, None
        else:
            self.board, depth = self._draw_start(asked["depth"])
        return self._observe(), self._inform(depth)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, Info]:
        """Move the blank, if the action is possible."""
        action = require_whole(action, "an action must be from 0 to 3", 0, 3)
        src = _sources(self.board.shape, self.board.blank)[action]
        if src is not None:
            self.board = self.board.slide(src)
        solved = self.board == self.goal
        reward = -1.0 if self.reward == "step" else float(solved)
        return self._observe(), reward, solved, False, self._inform()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions move the blank, for MaskablePPO from sb3-contrib."""
        return np.array([src is not None for src in _sources(self.board.shape, self.board.blank)])

    def render(self) -> Any:
        """Return the board as text or as an image."""
        if self.render_mode == "ansi":
            return self.board.pretty()
        return _draw(self.board, self.goal) if self.render_mode == "rgb_array" else None

    def _draw_start(self, depth: Any) -> tuple[Board, int | None]:
        """Draw a board other than the goal. Return it with its distance, which is None if unknown."""
        random = Random(int(self.np_random.integers(2**63)))
        if depth is not None:
            several = whole_number(depth) is None and isinstance(depth, Iterable)
            depth = random.choice([*depth] or [depth]) if several else depth
            depth = require_whole(depth, "a depth must be a whole number of 1 or more", 1)
        boards = iter_random_boards(self.goal, 2 if depth is None else 1, seed=random, depth=depth)
        return next(board for board in boards if board != self.goal), depth

    def _observe(self) -> NDArray[Any]:
        if self.observation == "image":
            return _draw(self.board, self.goal)
        tiles = np.array(self.board.rows, np.int32)
        return tiles if self.observation == "tiles" else np.eye(tiles.size, dtype=np.uint8)[tiles]

    def _inform(self, distance: int | None = None) -> Info:
        if self._table is not None:
            distance = self._table.distance(to_state(self.board.tiles, self.goal.tiles))
        known = {} if distance is None else {"distance": distance}
        return {"action_mask": self.action_masks().astype(np.int8), **known}


def _require_known(kind: str, names: Iterable[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise UnknownNameError(kind, name, known)


@cache
def _sources(shape: Shape, blank: int) -> list[int | None]:
    """Return, for each action, the cell that the blank moves to, or None at the edge."""
    return [source(shape, blank, in_notation(direction, Notation.BLANK)) for direction in ACTIONS]


def _draw(board: Board, goal: Board) -> NDArray[np.uint8]:
    """Draw an RGB image. Tiles at home are green."""
    tiles = [_draw_tile(tile, tile == home) for tile, home in zip(board.tiles, goal.tiles)]
    grid = np.array(tiles).reshape(board.shape.rows, board.shape.cols, CELL, CELL, 3)
    return np.concatenate(np.concatenate(grid, axis=1), axis=1)  # the rows, then the columns


@cache
def _draw_tile(tile: int, at_home: bool) -> NDArray[np.uint8]:
    fill, ink, paper = (bytes.fromhex(each[1:]) for each in (*(AT_HOME if at_home else AWAY)[:2], BACKGROUND))
    image = np.full((CELL, CELL, 3), list(paper), np.uint8)
    if tile:
        image[1:-1, 1:-1] = list(fill)
        rows = ["0".join(f"{int(DIGITS[int(digit)][row]):03b}" for digit in str(tile)) for row in range(5)]
        scale = (CELL - 8) // max(len(rows[0]), 7)
        dots = np.kron([list(map(int, row)) for row in rows], np.ones((scale, scale))) == 1
        top, left = (CELL - dots.shape[0]) // 2, (CELL - dots.shape[1]) // 2
        image[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = list(ink)
    return image


gymnasium.register("npuzzle/SlidingPuzzle-v0", "npuzzle.gym:SlidingPuzzleEnv", max_episode_steps=200)
