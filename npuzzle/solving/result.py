"""`Result`: the result of a run, as data and in words. Its claim follows from the path and the lower bound.

The command line, notebooks and the page describe a result in the same words, because all use this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from npuzzle.errors import UnknownNameError, brief
from npuzzle.puzzle.moves import ARROWS, WORDS, Notation, format_moves, in_notation, require_notation
from npuzzle.puzzle.problem import Metric, Problem, metric_of, say_moves
from npuzzle.search.base import Snapshot
from npuzzle.solving.claims import bound_without_search, claim_of, write_condition
from npuzzle.solving.every import Every
from npuzzle.solving.limits import Outcome, estimate_memory
from npuzzle.solving.read_result import NOT_ALL, SLEPT, read_fields, require_same

if TYPE_CHECKING:
    from npuzzle.puzzle.path_cursor import Boards, Moves

READ = "the lower bound that was read is right"
FOUND_ELSEWHERE = (
    "The search ended without a path: {}. The algorithm Anytime found this one and can shorten it."
)
LINE, LINES = 60, 4  # letters per line of text, and how many lines are shown
LINE_MOVES = 20  # line moves per line of text

#: The ways to write moves, each with its separator between two moves.
MOVE_FORMS = {"moves": " ", "letters": "", "words": " ", "arrows": " ", "tiles": " "}


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """The result of a run. `path` has tile letters, or is None if no path was found.

    There may be a path although the outcome is not `solved`: the search gave up, or a limit or the user
    stopped it. Then `anytime` found the path, and the counts describe the search that was requested.

    `lower_bound`: no path is shorter, whatever the outcome (None: the board is unsolvable).
    `numbers`: the numbers that the algorithm uses, such as {"weight": 1.5} or {"width": 1000}.
    `promised`: known before the search: a path is at most this many times as long as a shortest one.
    `engine`: the engine that ran the search.
    `note`: sentences for the user about how the search ran.
    `every`: all shortest paths, if they were requested and `path` is proved shortest.
    `ended`: what ended a search that could have found shorter paths: a limit, or the user.
    `lengths`: a pair (seconds, moves) for each time the path became shorter.
    `why`: the reason for the algorithm, if it was chosen by the size of the board.
    `assumes`: unproved assumptions on which the bound depends, such as "mine is admissible".
    `slept`: seconds during which the computer slept. `seconds` does not include them.
    """

    problem: Problem
    outcome: Outcome
    path: str | None
    lower_bound: int | None
    snapshot: Snapshot
    seconds: float
    algorithm: str
    heuristic: str | None
    numbers: Mapping[str, float] = field(default_factory=dict, hash=False)
    promised: float | None = None
    asked_for_every: bool = False
    every: Every | None = None
    ended: Outcome | None = None
    lengths: tuple[tuple[float, int], ...] = ()
    why: str = ""
    slept: float = 0.0
    assumes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.solved

    def __repr__(self) -> str:
        """Return the result in one line of fewer than 200 characters."""
        heuristic = f" with {brief(self.heuristic, 40)}" if self.heuristic else ""
        return f"<Result: {brief(self.headline, 90)}; {brief(self.algorithm, 30)}{heuristic}>"

    def __str__(self) -> str:
        """Return the result in a few lines: the headline, the first moves, the counts."""
        from npuzzle.puzzle.solvability import explain

        why_not = [explain(self.problem).sentence] if self.outcome is Outcome.UNSOLVABLE else []
        return "\n".join([f"{self.headline}.", *why_not, *self._list_details(Notation.TILE)])

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """Read the data of `to_dict`. Replay the path, and derive the claim from its length and the bound.

        The bound itself is not proved again. If it exceeds the bound that follows from the board alone, the
        claim says so: `shortest if the lower bound that was read is right`. Raises InvalidJobError if a value
        is missing, or impossible in a result.
        """
        result = cls(**read_fields(data))
        for name in ("length", "claim"):
            require_same(name, getattr(result, name), data)
        bound = result.lower_bound
        if bound is not None and bound > bound_without_search(result.problem) and READ not in result.assumes:
            result = replace(result, assumes=(*result.assumes, READ))
        # Keep only the search's own notes, because `note` adds the others again.
        silent = replace(result, snapshot=replace(result.snapshot, note=""))
        note = result.snapshot.note.removesuffix(silent.note).rstrip()
        return replace(silent, snapshot=replace(silent.snapshot, note=note))

    def to_dict(self, notation: Notation = Notation.TILE) -> dict[str, object]:
        """Return plain data for JSON, which `from_dict` reads.

        `moves`: the path, one letter in `notation` for each slide of one tile.
        `lower_bound`: no path has fewer moves. None if the board is unsolvable.
        `deepest`: moves from the start to the deepest generated state. None if the search has no levels.
        `seconds`: the seconds of searching, without the time that the computer slept.
        `option`: the numbers that the algorithm uses, such as {"weight": 1.5} or {"width": 1000}.
        `tables`: group sizes of the pattern databases used, such as 6-6-3.
        `memory`: an estimate of the bytes that the stored states needed.
        `promised`: known before the search: a path is at most this many times as long as a shortest one.
        `workers`: how many processes, or workers of the page, took part.
        `every`: all shortest paths, if they were requested.
        `ended`: what ended a search that could have found shorter paths: a limit, or the user.
        `lengths`: for each time the path became shorter, the seconds until then and the new length.
        `iterations`: for each iteration of IDA*, its bound, and the states that it expanded and generated.
        `why`: the reason for an automatically chosen algorithm, or "" if the user named it.
        """
        require_notation(notation)
        return {
            "board": str(self.problem.start),
            "goal": str(self.problem.goal),
            "outcome": self.outcome.value,
            "claim": self.claim,
            "assumes": list(self.assumes),
            "lower_bound": self.lower_bound,
            "length": self.length,
            "moves": None if self.path is None else in_notation(self.path, notation),
            "notation": notation.value,
            "metric": self.metric.value,
            "expanded": self.snapshot.expanded,
            "generated": self.snapshot.generated,
            "peak_frontier": self.snapshot.peak_frontier,
            "frontier": self.frontier,
            "stored": self.stored,
            "deepest": self.deepest,
            "memory": self.memory,
            "seconds": round(self.seconds, 6),
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "option": dict(self.numbers) or None,
            "promised": self.promised,
            "engine": self.engine,
            "tables": self.snapshot.tables or None,
            "workers": self.workers,
            "note": self.note,
            "every": None if self.every is None else self.every.to_dict(notation),
            "ended": None if self.ended is None else self.ended.value,
            "lengths": [[round(seconds, 3), length] for seconds, length in self.lengths],
            "why": self.why,
            "iterations": [list(one) for one in self.iterations],
        }

    @property
    def solved(self) -> bool:
        """Whether a path was found. Then `bool(result)` is true, so `if result:` works."""
        return self.path is not None

    @property
    def moves(self) -> Moves:
        """The moves of single tiles, each with its tile, letter and cells. Empty if no path was found.

        The sequence works like a tuple, but makes each move only when needed: there may be millions.

        >>> from npuzzle import solve
        >>> [(move.tile, move.letter) for move in solve("1 2 3/4 5 6/0 7 8").moves]
        [(7, 'L'), (8, 'L')]
        """
        from npuzzle.puzzle.path_cursor import Moves

        end = self.problem.start if self.path is None else self.problem.goal
        return Moves(self.problem.start, end, self.path or "")

    @property
    def boards(self) -> Boards:
        """The boards along the path, from the start to the goal. Only the start if no path was found.

        There is one board more than moves of single tiles. Each board is made only when needed.

        >>> from npuzzle import solve
        >>> list(solve("1 2 3/4 5 6/7 0 8").boards)
        [Board('1 2 3/4 5 6/7 0 8'), Board('1 2 3/4 5 6/7 8 0')]
        """
        from npuzzle.puzzle.path_cursor import Boards

        end = self.problem.start if self.path is None else self.problem.goal
        return Boards(self.problem.start, end, self.path or "")

    @property
    def expanded(self) -> int:
        """How many states were taken from the frontier and expanded. The goal does not count."""
        return self.snapshot.expanded

    @property
    def generated(self) -> int:
        """How many successors were generated."""
        return self.snapshot.generated

    @property
    def iterations(self) -> tuple[tuple[float, int, int], ...]:
        """For each iteration of IDA*: its bound, and the states that it expanded and generated.

        The last iteration found the path, was stopped or reached the depth limit. Empty for other algorithms.

        >>> from npuzzle import solve
        >>> solve("2 8 3/4 1 5/0 7 6", algorithm="idastar", heuristic="manhattan").iterations
        ((8, 2, 4), (10, 10, 15))
        """
        now = self.snapshot
        ends = [*now.iterations[1:], (0, now.expanded, now.generated)]
        return tuple(
            (bound, end[1] - expanded, end[2] - generated)
            for (bound, expanded, generated), end in zip(now.iterations, ends)
        )

    @property
    def peak_frontier(self) -> int:
        """The most states that were open at the same time."""
        return self.snapshot.peak_frontier

    @property
    def frontier(self) -> int:
        """How many states were open at the end, the goal included."""
        return self.snapshot.frontier

    @property
    def stored(self) -> int:
        """The most states that were in memory at the same time. Pattern databases do not count."""
        now = self.snapshot
        return max(now.stored, now.peak_stored, now.peak_frontier)

    @property
    def deepest(self) -> int | None:
        """Moves from the start to the deepest generated state, or None if the search has no levels."""
        return self.snapshot.deepest or None

    @property
    def memory(self) -> int:
        """About how many bytes the stored states needed: an estimate from their number, not a measurement."""
        return estimate_memory(self.stored, self.problem.shape)

    @property
    def engine(self) -> str:
        """The engine that ran the search."""
        return self.snapshot.engine

    @property
    def workers(self) -> int:
        """How many processes, or workers of the page, took part in the search."""
        return self.snapshot.workers

    @property
    def note(self) -> str:
        """Sentences for the user about how the search ran."""
        others = NOT_ALL if self.asked_for_every and self.solved and self.every is None else ""
        slept = SLEPT.format(round(self.slept)) if self.slept else ""
        notes = [self.snapshot.note, self._fallback, self._improvement, others, slept]
        return " ".join(note for note in notes if note)

    @property
    def _fallback(self) -> str:
        """A sentence about the origin of the path, if the requested search ended without one."""
        if self.path is None or self.outcome is Outcome.SOLVED:
            return ""
        return FOUND_ELSEWHERE.format(self.outcome.value)

    @property
    def _improvement(self) -> str:
        """Sentences on the length of the first path, and why the search for shorter ones ended."""
        if not self.lengths:
            return ""
        why = "" if self.ended is None else f" Ended: {self.ended.value}."
        if self.ended is Outcome.CANCELLED:
            why = " You stopped it."
        if self.ended is None and self.excess:
            why = " Ended: nothing is left to try."
        first = self.lengths[0][1]
        return f"The first path had {say_moves(first, self.metric)}.{why}"

    @property
    def is_optimal(self) -> bool:
        """Whether the path is proved shortest, without any assumption."""
        return self.excess == 0 and not self.assumes

    @property
    def metric(self) -> Metric:
        """What counts as one move."""
        return metric_of(self.problem)

    @property
    def length(self) -> int | None:
        """How many moves the path has, in the result's metric; None without a path."""
        return None if self.path is None else self.problem.count_moves(self.path)

    @property
    def excess(self) -> int | None:
        """The path is at most this many moves longer than a shortest path."""
        length = self.length
        return None if length is None or self.lower_bound is None else length - self.lower_bound

    @property
    def times_shortest(self) -> float | None:
        """The path is at most this many times as long as a shortest path. Never above `promised`."""
        length = self.length
        if length is None:
            return None
        return length / self.lower_bound if self.lower_bound else 1.0

    @property
    def claim(self) -> str | None:
        """The claim about the path: it follows from the length, the lower bound and the assumptions."""
        length = self.length
        if length is None or self.lower_bound is None:
            return None
        return claim_of(length, self.lower_bound, self.assumes)

    @property
    def headline(self) -> str:
        """The outcome in one sentence without its full stop.

        >>> from npuzzle import solve
        >>> solve("1 2 3/4 5 6/7 0 8").headline
        'Solved in 1 move: proved shortest'
        """
        length = self.length
        if length is None:
            rests = f" {write_condition(self.assumes)}" if self.assumes else ""
            return f"Not solved: {self.outcome.value}{rests if self.outcome is Outcome.NO_PATH else ''}"
        claim = str(self.claim).replace(" longer", " longer than the shortest", 1)
        moves = say_moves(length, self.metric)
        if self.outcome is not Outcome.SOLVED:
            return f"{self.outcome.value.capitalize()}, but a path of {moves} is known: {claim}"
        return f"Solved in {moves}: {claim}"

    def format_moves(
        self, form: str = "moves", notation: Notation = Notation.TILE, separator: str | None = None
    ) -> str:
        """Write the path as "moves" (`R2 U`), "letters" (`RRU`), "words", "arrows" or tile numbers ("tiles").

        `separator` is put between two moves. The text is empty if no path was found.

        >>> from npuzzle import solve
        >>> result = solve("1 2 3/4 5 6/0 7 8")
        >>> result.format_moves("words"), result.format_moves("tiles", separator=", ")
        ('left left', '7, 8')
        """
        return format_path(self.problem, self.path or "", form, notation, separator)

    def svg(self, notation: Notation = Notation.TILE) -> str:
        """Draw the board, the goal, the claim, the moves and the counts as an SVG document."""
        from npuzzle.puzzle.svg import card_svg

        start, goal = self.problem.start, self.problem.goal
        pictures = [("Board", start.picture(goal)), ("Goal", goal.picture(goal))]
        return card_svg(pictures, f"{self.headline}.", self._list_details(notation))

    def animated_svg(self, width: int | None = None) -> str:
        """Draw an SVG document that replays the path endlessly, or shows the board if there is no path.

        The drawing needs no script, and does not move for readers whose system asks for reduced motion.
        Raises InvalidJobError for a path of more than 2,000 moves.
        """
        from npuzzle.puzzle.svg import animated_svg, require_animation

        require_animation(len(self.path or ""))  # before listing the tiles of millions of moves
        start, goal = self.problem.start, self.problem.goal
        return animated_svg(start.picture(goal), [move.tile for move in self.moves], width)

    def _repr_svg_(self) -> str:
        """Return the drawing that a notebook shows."""
        return self.svg()

    def _repr_pretty_(self, printer: Any, _: bool) -> None:
        """Print the text that IPython shows in a terminal and in an untrusted notebook."""
        printer.text(str(self))

    def _list_details(self, notation: Notation) -> list[str]:
        """Return the moves and the counts, as text."""
        with_heuristic = f" with {self.heuristic}" if self.heuristic else ""
        took = f"{self.algorithm}{with_heuristic}: {self.expanded:,} expanded, {self.seconds:.3f} seconds"
        return [*self._list_moves(notation), took]

    def _list_moves(self, notation: Notation) -> list[str]:
        """Return lines of text: all line moves, or the first letters of the path, in groups of five."""
        if self.metric is Metric.LINES:
            words = format_moves(self.path or "", notation).split()
            return [" ".join(words[at : at + LINE_MOVES]) for at in range(0, len(words), LINE_MOVES)]
        letters = in_notation(self.path or "", notation)
        shown = letters[: LINE * LINES]
        lines = [shown[at : at + LINE] for at in range(0, len(shown), LINE)]
        grouped = [" ".join(line[at : at + 5] for at in range(0, len(line), 5)) for line in lines]
        more = len(letters) - len(shown)
        return grouped + ([f"... and {more:,} more"] if more else [])


def format_path(problem: Problem, path: str, form: str, notation: Notation, separator: str | None) -> str:
    """Write a path in one of MOVE_FORMS, all of which `verify` reads. Raises UnknownNameError."""
    if form not in MOVE_FORMS:
        raise UnknownNameError("form of moves", form, MOVE_FORMS)
    require_notation(notation)
    between = MOVE_FORMS[form] if separator is None else separator
    if form == "moves":
        return format_moves(path, notation).replace(" ", between)
    ends = problem.ends(path)
    if form == "tiles":  # a line move is named by its tile farthest from the blank
        tiles = [str(move.tile) for move in problem.moves(path)]
        return between.join([tiles[end - 1] for end in ends])
    ways = {"words": WORDS, "arrows": ARROWS}.get(form, {way: way for way in WORDS})
    letters = in_notation(path, notation)
    units = [(ways[letters[start]], end - start) for start, end in pairwise([0, *ends])]
    return between.join([way if length == 1 else f"{way}{length}" for way, length in units])
