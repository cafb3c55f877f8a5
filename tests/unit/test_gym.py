"""The environment follows the rules of gymnasium, and its boards and moves are npuzzle's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from npuzzle import Board, Notation, NPuzzleError, solve, verify
from npuzzle.gym import ACTIONS, CELL, SlidingPuzzleEnv
from npuzzle.puzzle.moves import in_notation

ID = "npuzzle.gym:npuzzle/SlidingPuzzle-v0"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"shape": "2x2", "observation": "one-hot", "reward": "goal", "render_mode": "ansi"},
        {"shape": "2x5", "observation": "image", "depth": range(1, 4), "render_mode": "rgb_array"},
        {"shape": (3, 2), "goal": "blank-first", "distance": True, "depth": 21},
        {"shape": "4x4", "goal": "spiral", "observation": "one-hot", "depth": 5},
    ],
)
def test_gymnasium_finds_no_fault_and_seeds_repeat_starts(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(ID, **options).unwrapped)  # warnings are errors here


def test_each_action_moves_the_blank_or_changes_nothing_as_the_masks_say() -> None:
    env = gymnasium.make(ID, shape="3x4", max_episode_steps=1000)
    _, info = env.reset(seed=1)
    for action in env.np_random.integers(4, size=500):
        board, mask = env.unwrapped.board, env.get_wrapper_attr("action_masks")()  # like MaskablePPO
        assert mask.tolist() == info["action_mask"].tolist()
        assert mask.sum() == len(board.movable)
        _, reward, _, _, info = env.step(action)
        src = board.blank + [-4, 4, -1, 1][action]
        assert env.unwrapped.board == (board.slide(src) if mask[action] else board)
        assert reward == -1


@pytest.mark.parametrize(("goal", "reward", "best"), [("blank-last", "step", -20), ("spiral", "goal", 1)])
def test_a_shortest_path_ends_the_episode_with_the_best_return(goal: str, reward: str, best: int) -> None:
    env = gymnasium.make(ID, shape="2x3", goal=goal, depth=20, reward=reward, distance=True)
    env.reset(seed=2)
    start = env.unwrapped.board
    moves = in_notation(solve(start, goal).path or "", Notation.BLANK)
    _, rewards, ends, _, infos = zip(*[env.step(ACTIONS.index(move)) for move in moves])
    assert (sum(rewards), ends) == (best, (False,) * 19 + (True,))
    assert [info["distance"] for info in infos] == list(range(19, -1, -1))
    assert verify(start, moves, goal, notation=Notation.BLANK).is_shortest


@pytest.mark.parametrize(("shape", "depth", "known"), [("2x3", 4, {4}), ("2x2", None, {1, 2, 3, 4, 5, 6})])
def test_starts_are_drawn_uniformly_without_the_goal(shape: str, depth: int, known: set[int]) -> None:
    env = SlidingPuzzleEnv(shape=shape, depth=depth)
    env.reset(seed=1)
    drawn = Counter(env.board for _ in range(2000) if env.reset())
    assert {board.distance() for board in drawn} == known
    assert len(drawn) == {"2x3": 6, "2x2": 11}[shape]
    mean = drawn.total() / len(drawn)
    assert all(abs(count - mean) < 5 * mean**0.5 for count in drawn.values())


def test_with_several_depths_the_info_has_the_distance() -> None:
    env = SlidingPuzzleEnv(shape="2x3", depth=range(1, 5))
    found = [(env.reset()[1]["distance"], env.board.distance()) for _ in range(60)]
    assert set(found) == {(depth, depth) for depth in range(1, 5)}
    assert env.reset(options={"depth": np.int64(21)})[1]["distance"] == 21
    assert "distance" not in env.step(0)[4]


@pytest.mark.parametrize(
    ("made", "asked", "words"),
    [
        ({"reward": "steps"}, {}, "unknown reward 'steps'; did you mean step"),
        ({"shape": "4x4", "distance": True}, {}, "4x4 has 16 cells"),
        ({"shape": "2x3", "depth": 22}, {}, "the farthest are 21"),
        ({"depth": []}, {}, r"a depth must be a whole number of 1 or more, got \[\]"),
        ({}, {"depth": 1.5}, "a depth must be a whole number of 1 or more, got 1.5"),
        ({}, {"depth": 0}, "a depth must be a whole number of 1 or more, got 0"),
        ({}, {"dept": 3}, "unknown option of reset 'dept'; did you mean depth"),
        ({}, {"board": "2 1 3/4 5 6/7 8 0"}, "must be a solvable board other than the goal"),
        ({}, {"board": "1 2 3/4 5 6/7 8 0"}, "must be a solvable board other than the goal"),
    ],
)
def test_a_mistake_gets_a_sentence(made: dict[str, Any], asked: dict[str, Any], words: str) -> None:
    with pytest.raises(NPuzzleError, match=words):
        SlidingPuzzleEnv(**made).reset(options=asked)
    with pytest.raises(NPuzzleError, match="an action must be from 0 to 3, got -1"):
        SlidingPuzzleEnv().step(-1)


@pytest.mark.parametrize("mode", ["sync", pytest.param("async", marks=pytest.mark.slow)])
def test_several_environments_step_together(mode: str) -> None:
    envs = gymnasium.make_vec(ID, 3, mode, shape="2x3", depth=9, distance=True, max_episode_steps=1)
    observations, infos = envs.reset(seed=5)
    assert infos["distance"].tolist() == [Board(each).distance() for each in observations] == [9] * 3
    assert envs.step([0, 1, 2])[3].all()  # truncated
    envs.set_attr("depth", 4)
    assert envs.step([0, 1, 2])[4]["distance"].tolist() == [4] * 3  # the next episodes
    envs.close()


def test_other_observations_and_renderings_show_the_board() -> None:
    env = SlidingPuzzleEnv(shape="2x3", observation="one-hot", render_mode="ansi")
    observation, _ = env.reset(options={"board": "1 2 3/0 4 5"})
    assert Board(observation.argmax(axis=2)) == env.board
    assert env.render() == env.board.pretty()
    env.render_mode = "rgb_array"
    image = env.render()
    cells = [image[row : row + CELL, col : col + CELL] for row in (0, CELL) for col in (0, CELL, 2 * CELL)]
    assert len({cell.tobytes() for cell in cells}) == 6
    assert [len(np.unique(cell.reshape(-1, 3), axis=0)) for cell in cells] == [3, 3, 3, 1, 3, 3]
    assert [cell[2, 2, 1] > cell[2, 2, 2] for cell in cells] == [True] * 3 + [False] * 3  # green at home
