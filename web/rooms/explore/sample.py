"""A sample of a larger space in the Explore room, without a browser: its dots, its sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import factorial, sqrt
from statistics import mean, stdev
from typing import Any, NamedTuple

from npuzzle import Board
from npuzzle.lab.space import MAX_ENUMERATED_CELLS
from npuzzle.text import count
from web.rooms.explore.space import OfSpace

MOST_CELLS = 16  # beyond, a random board may take hours to prove
COUNTS = (20, 50, 100, 200, 500)
MOST_BOARDS = COUNTS[-1]
MOST_SEED = 999_999_999
WORD = "sample:"  # begins the word of a room's note that names a sample
NOTED = "This sample was drawn before, here or for a link: press Draw this sample to see it."
BAD_SEED = f"The seed is a whole number from 0 to {MOST_SEED:,}."


class Drawn(NamedTuple):
    """The choice that says which boards a sample has: how many, and the seed."""

    boards: int
    seed: int

    @property
    def word(self) -> str:
        """Format the choice as a word of the room's note, which links carry."""
        return f"{WORD}{self.boards}:{self.seed}"

    @classmethod
    def parse(cls, word: str) -> Drawn | None:
        """Parse what `word` formats; None for anything else."""
        first, _, second = word.removeprefix(WORD).partition(":")
        boards, seed = read_seed(first), read_seed(second)
        if not word.startswith(WORD) or seed is None or boards not in COUNTS:
            return None
        return cls(boards, seed)


class State(NamedTuple):
    """A board of the sample, its distance from the goal, and its estimate if a heuristic was chosen."""

    board: str
    moves: int
    h: float | None


class Place(NamedTuple):
    """The place of a dot: its distance across, and how many dots are below it."""

    moves: int
    below: int


@dataclass(frozen=True, slots=True)
class Sample(OfSpace):
    """A sample of a space, and as much of it as is known. `here`: the distance of `board`."""

    count: int
    seed: int
    states: tuple[State, ...] = ()
    here: int | None = None

    @property
    def range(self) -> tuple[int, int]:
        """Return the least and the largest distance that the picture has room for."""
        moves = [state.moves for state in self.states] + ([] if self.here is None else [self.here])
        return (min(moves), max(moves)) if moves else (0, 0)

    @property
    def places(self) -> list[Place]:
        """Return the place of each dot, in the order in which the boards were drawn."""
        below: Counter[int] = Counter()
        found = []
        for state in self.states:
            found.append(Place(state.moves, below[state.moves]))
            below[state.moves] += 1
        return found

    def walk(self, at: int, key: str) -> int:
        """Return the dot that a key leads to from the dot `at`; -1 for any other key, or without dots."""
        places = self.places
        order = sorted(range(len(places)), key=places.__getitem__)
        if not order:
            return -1
        if key in ("Home", "End"):
            return order[0 if key == "Home" else -1]
        rank = order.index(max(at, 0))
        if key in ("ArrowUp", "ArrowDown"):
            rank += 1 if key == "ArrowUp" else -1
            return order[max(0, min(rank, len(order) - 1))]
        if key not in ("ArrowLeft", "ArrowRight"):
            return -1
        here = places[order[rank]]
        nearer = [each for each in order if places[each].moves < here.moves]
        farther = [each for each in order if places[each].moves > here.moves]
        side = [
            each
            for each in (nearer if key == "ArrowLeft" else farther)
            if places[each].moves == (places[nearer[-1]] if key == "ArrowLeft" else places[farther[0]]).moves
        ]
        return min(side, key=lambda each: abs(places[each].below - here.below), default=order[rank])

    def describe(self) -> str:
        """Say what was drawn, how, and how sure its mean is."""
        total = factorial(self.goal.shape.cells) // 2
        drawn = f"A sample: {self.count:,} of the {total:,} boards that can reach the goal."
        how = f"They are drawn with the seed {self.seed}, each as likely as any other."
        return f"{drawn} {how} The same seed draws them again. A dot for each, nearer boards at the left."

    def describe_progress(self, stopped: bool = False) -> str:
        """Say how many distances are known, and their mean with its standard error."""
        moves = [state.moves for state in self.states]
        said = f"{len(moves):,} of {self.count:,} distances found."
        if stopped:
            said += " You stopped it."
        if len(moves) > 1:
            error = stdev(moves) / sqrt(len(moves))
            said += f" Mean distance: {mean(moves):.2f} moves, standard error {error:.2f}."
        return said

    def describe_here(self) -> str:
        """Say how far the board of the page is."""
        return "" if self.here is None else f"You are here: {count(self.here, 'move')} from the goal."

    def describe_state(self, number: int) -> str:
        """Say which board a dot is, its distance and its estimate."""
        state = self.states[number]
        said = f"{state.board}: {count(state.moves, 'move')} from the goal."
        return said if state.h is None else f"{said} Estimate h: {state.h:.6g}."


def has_sample(board: Board | None) -> bool:
    """Return whether a board's space is too large for the whole picture, and small enough for a sample."""
    return board is not None and MAX_ENUMERATED_CELLS < board.shape.cells <= MOST_CELLS


def read_seed(text: str) -> int | None:
    """Return the seed that was typed; None unless it is a whole number."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def describe_errors(answer: Mapping[str, Any], states: Sequence[State]) -> str:
    """Say how often the estimate is exact in the sample, how often too high, and the mean of its errors."""
    exact, high = dict(answer["errors"]).get(0, 0), answer["too_high"]
    errors = [state.h - state.moves for state in states if state.h is not None]
    said = f"Within half a move of the truth on {exact:,} of {len(errors):,} boards of the sample."
    if len(errors) > 1:
        error = stdev(errors) / sqrt(len(errors))
        said += f" Mean error: {mean(errors):.2f} moves, standard error {error:.2f}."
    never = "Never too high in this sample, which proves nothing about the other boards."
    return f"{said} Too high on {high:,}." if high else f"{said} {never}"
