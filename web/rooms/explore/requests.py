"""The requests of a visitor's algorithm, as data. The sandbox records them, and the solver replays them.

A text is a state whose successors the algorithm requested. A number n means that it took the next successor
of the n-th of those states, counted from 0. A pair is a state whose estimate it requested, and the estimate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import Heuristic
from npuzzle.own import as_algorithm
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import AlgorithmCard, Search, SearchOptions, Stats
from web.untrusted import read_json

UNREADABLE = "the steps of your algorithm for this tree cannot be read"
MOST_AT_ONCE = 20_000  # expansions that are recorded
TOO_MANY = (
    f"your algorithm expanded {MOST_AT_ONCE:,} boards and did not pause: make it yield its Stats before it "
    "expands each board"
)
LONGEST_STATE = 16_129 * 7  # characters


def key_of(state: Sequence[int]) -> str:
    """Write a state as text."""
    return " ".join(map(str, state))


class Recorder:
    """An algorithm that records its `requests`."""

    def __init__(self, algorithm: AlgorithmCard) -> None:
        self.requests: list[str | int | tuple[str, float]] = []
        self._algorithm = algorithm
        self.card = replace(algorithm, search=self._search)

    def _search(self, problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
        recorded = cast(Problem, _RecordedProblem(problem, self.requests))
        return self._algorithm.search(recorded, _RecordedHeuristic(heuristic, self.requests), options)


class _RecordedProblem:
    def __init__(self, problem: Problem, requests: list[Any]) -> None:
        self._problem, self._requests = problem, requests
        self._expanded = 0

    def __getattr__(self, name: str) -> Any:
        """Return the attribute of the real problem. Only requests for successors are recorded."""
        return getattr(self._problem, name)

    def successors(self, state: Sequence[int]) -> Iterator[tuple[Slide, State]]:
        """Return the successors. Record the request, and each successor that the algorithm takes."""
        if self._expanded == MOST_AT_ONCE:
            raise InvalidJobError(TOO_MANY)
        self._requests.append(key_of(state))
        self._expanded += 1
        return self._follow(self._expanded - 1, self._problem.successors(tuple(state)))

    def _follow(
        self, number: int, successors: Iterator[tuple[Slide, State]]
    ) -> Iterator[tuple[Slide, State]]:
        for each in successors:
            self._requests.append(number)
            yield each


class _RecordedHeuristic(Heuristic):
    def __init__(self, heuristic: Heuristic, requests: list[Any]) -> None:
        super().__init__(heuristic.goal)
        self._heuristic, self._requests = heuristic, requests

    def estimate(self, state: Sequence[int]) -> float:
        return self._record(state, self._heuristic.estimate(state))

    def step(self, h: float, state: Sequence[int], slide: Slide) -> float:
        return self._record(state, self._heuristic.step(h, state, slide))

    def _record(self, state: Sequence[int], h: float) -> float:
        self._requests.append((key_of(state), h))
        return h


@dataclass(frozen=True, slots=True)
class Replay:
    """The recorded requests and the path that the algorithm returned. `is_over`: whether it has returned."""

    requests: Sequence[Any]
    path: str | None
    is_over: bool

    @classmethod
    def read(cls, text: object, path: object, is_over: object) -> Replay:
        """Read the sandbox's records. Raises InvalidJobError if they have another form."""
        try:
            requests = read_json(text) if type(text) is str else None
        except ValueError:
            requests = None
        if type(requests) is not list or not isinstance(path, str | None) or type(is_over) is not bool:
            raise InvalidJobError(UNREADABLE)
        return cls(requests, path, is_over)

    @property
    def expanded(self) -> int:
        """Return how many states were expanded."""
        return sum(type(request) is str for request in self.requests)

    @property
    def estimates(self) -> dict[str, Any]:
        """Return the recorded estimates, with `key_of` each state as the key."""
        pairs = (request for request in self.requests if type(request) is list and len(request) == 2)
        return {key: h for key, h in pairs if type(key) is str}

    @property
    def card(self) -> AlgorithmCard:
        """Return an algorithm that repeats the requests. It is informed if any request is for an estimate."""
        return replace(as_algorithm(self._search), name="search", informed=bool(self.estimates))

    def _search(self, problem: Problem, heuristic: Heuristic, options: SearchOptions) -> Search:
        stats = Stats()
        yield stats
        successors: list[Iterator[Any]] = []
        for request in self.requests:
            if type(request) is str:
                yield stats
                successors.append(iter(problem.successors(_read_state(request, problem))))
            elif type(request) is int and 0 <= request < len(successors):
                next(successors[request], None)
            elif type(request) is list and len(request) == 2 and type(request[0]) is str:
                heuristic.estimate(_read_state(request[0], problem))
            else:
                raise InvalidJobError(UNREADABLE)
        while not self.is_over:
            yield stats
        return self.path


def _read_state(key: str, problem: Problem) -> State:
    """Read a state. Raises InvalidJobError if the text is not a state of this puzzle."""
    words = key.split() if len(key) <= LONGEST_STATE else []
    try:
        state = tuple(int(word) for word in words if word.isascii() and word.isdigit())
    except ValueError:
        state = ()
    if sorted(state) != list(range(problem.shape.cells)):
        raise InvalidJobError(UNREADABLE)
    return state
