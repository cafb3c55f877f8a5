"""The quiz about a search: predict which board is expanded next, and get a score."""

from __future__ import annotations

from dataclasses import dataclass

from npuzzle.lab import Trace
from npuzzle.text import count
from web.rooms.explore.words import explain_choice, explain_mistake


@dataclass(frozen=True, slots=True)
class Quiz:
    """Hold the score. `said`: the verdict on the last prediction. `over`: whether the quiz has ended."""

    asked: int = 0
    right: int = 0
    streak: int = 0
    best: int = 0
    was_right: bool | None = None
    said: tuple[str, ...] = ()
    over: bool = False

    @property
    def score(self) -> str:
        return f"{self.right} of {self.asked} right, {self.streak} in a row"

    @property
    def summary(self) -> str:
        """Sum up the quiz, or "" until it is over."""
        if not self.over:
            return ""
        if not self.asked:
            return "No questions: each step had only one board to choose."
        return (
            f"You predicted {self.right} of {count(self.asked, 'step')}, {self.best} in a row at best. "
            + ("Perfect!" if self.right == self.asked else "Try again: the rule never changes.")
        )

    def judge(self, trace: Trace, at: int, number: int) -> Quiz:
        """Judge the guess that the node `number` is expanded at step `at`, and explain the verdict."""
        right = trace.frontier(at)[0].number == number
        streak = self.streak + 1 if right else 0
        why = explain_choice(trace, at)
        return Quiz(
            asked=self.asked + 1,
            right=self.right + right,
            streak=streak,
            best=max(streak, self.best),
            was_right=right,
            said=("Right.", why) if right else ("Not this one.", explain_mistake(trace, at, number), why),
        )
