"""Goals: their cards, and the board that a goal is. Any board can be a goal, too."""

from __future__ import annotations

from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.goal_cards import DEFAULT_GOAL, GOALS, GoalCard

__all__ = ["DEFAULT_GOAL", "GOALS", "GoalCard", "goal_board"]
