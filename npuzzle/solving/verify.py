"""Check moves that a user made: whether they are legal, reach the goal, and are as few as possible."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from math import inf
from time import perf_counter

from npuzzle.numbers import require_real
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import Board, BoardLike, make_board, read_problem
from npuzzle.puzzle.moves import Move, Notation
from npuzzle.puzzle.play import IllegalMove, PlayedMoves, describe_move, legal_letters, play_moves
from npuzzle.puzzle.problem import Metric, Problem, metric_of, pose_problem, read_metric, say_moves
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Limits, Outcome
from npuzzle.solving.run import Run

SECONDS = 10.0  # default time to search for a shortest path

#: A verification in progress: it yields the search that it waits for, and returns the verdict.
Verifying = Generator[Run, None, "Verification"]


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdict on a user's moves. It counts as true if they are legal and reach the goal.

    `path`: the moves that could be made, as tile letters. `end`: the board that they lead to. All lengths
    count moves in the metric of the problem.
    `notation`: whether directions were read as the tile's or the blank's; None for tile numbers.
    `form`: how directions were written: letters, words, arrows, or directions of tiles.
    `illegal`: the first move that cannot be made, or None if all can.
    `shortest`: the length of a shortest path from the start, or None if it is unknown or no path exists.
    `lower_bound`: no path from the start is shorter, or None if the goal cannot be reached.
    `known`: the length of the shortest path that was found, by these moves or by the search.
    `left_shortest_at`: the number, from 1, of the first move that leaves all shortest paths. None if no move
    does or if that is unknown; `follows_shortest` tells which.
    `follows_shortest`: whether the moves are a shortest path or the beginning of one, or None if unknown.
    """

    problem: Problem
    path: str
    end: Board
    notation: Notation | None = None
    illegal: IllegalMove | None = None
    shortest: int | None = None
    lower_bound: int | None = None
    known: int | None = None
    left_shortest_at: int | None = None
    follows_shortest: bool | None = None
    form: str = "letters"

    @property
    def legal(self) -> bool:
        """Whether all moves can be made."""
        return self.illegal is None

    @property
    def illegal_at(self) -> int | None:
        """The number of the first move that cannot be made. Moves of single tiles count, from 1."""
        return None if self.illegal is None else self.illegal.number

    @property
    def reaches_goal(self) -> bool:
        """Whether all moves can be made and end at the goal."""
        return self.legal and self.end == self.problem.goal

    @property
    def length(self) -> int:
        """How many moves could be made."""
        return self.problem.count_moves(self.path)

    @property
    def metric(self) -> Metric:
        """What counts as one move."""
        return metric_of(self.problem)

    @property
    def excess(self) -> int | None:
        """How many moves longer than a shortest path `path` is. None if unknown or if it misses the goal."""
        return self.length - self.shortest if self.reaches_goal and self.shortest is not None else None

    @property
    def is_shortest(self) -> bool:
        """Whether the moves are proved to be a shortest path."""
        return self.excess == 0

    def __bool__(self) -> bool:
        return self.reaches_goal

    def __str__(self) -> str:
        """Describe the verification in a few sentences, one per line."""
        return "\n".join([self._moves_sentence(), *self._length_sentences(), *self._shortest_sentences()])

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON.

        `moves`: the moves that could be made, as tile letters. `end`: the board after these moves.
        `read_as`: how the moves were written: `tile letters`, `blank words`, `tile numbers` and so on.
        `illegal_at`: the number, from 1, of the first move that cannot be made.
        `illegal_move`: the first move that cannot be made, as it was written. `reason`: why not.
        `solvable`: whether the goal can be reached from the start.
        `shortest`: the length of a shortest path. `lower_bound`: no path is shorter.
        `known`: the length of the shortest path that was found.
        `excess`: how many moves longer than a shortest path the user's moves are.
        `left_shortest_at`: the number, from 1, of the first move that leaves all shortest paths.
        `follows_shortest`: whether the moves are a shortest path or the beginning of one.
        """
        return {
            "board": str(self.problem.start),
            "goal": str(self.problem.goal),
            "moves": self.path,
            "read_as": "tile numbers" if self.notation is None else f"{self.notation.value} {self.form}",
            "legal": self.legal,
            "illegal_at": self.illegal_at,
            "illegal_move": None if self.illegal is None else self.illegal.written,
            "reason": None if self.illegal is None else self.illegal.reason,
            "end": str(self.end),
            "reaches_goal": self.reaches_goal,
            "metric": self.metric.value,
            "length": self.length,
            "solvable": self.problem.is_solvable,
            "shortest": self.shortest,
            "lower_bound": self.lower_bound,
            "known": self.known,
            "excess": self.excess,
            "left_shortest_at": self.left_shortest_at,
            "follows_shortest": self.follows_shortest,
        }

    def _moves_sentence(self) -> str:
        """Report which moves are legal, and whether they reach the goal."""
        read = f" ({self.form} read as the blank's directions)" if self.notation is Notation.BLANK else ""
        if self.illegal is not None:
            way = self.notation or Notation.TILE
            possible = [f"{letter} (tile {tile})" for letter, tile in legal_letters(self.end, way).items()]
            return (
                f"Move {self.illegal.number:,}, {self.illegal.written}, is illegal{read}: "
                f"{self.illegal.reason}. After {say_moves(len(self.path))} the board is {self.end}; "
                f"possible there: {', '.join(possible)}."
            )
        kind = "line move" if self.metric is Metric.LINES else "move"
        heads = {0: "There are no moves", 1: f"The {kind} is legal", 2: f"Both {kind}s are legal"}
        head = heads.get(self.length, f"All {self.length:,} {kind}s are legal")
        if self.reaches_goal:
            return f"{head}{read}, and the goal is reached."
        return f"{head}{read}, but the board at the end is {self.end}, not the goal."

    def _length_sentences(self) -> list[str]:
        """Report how much longer the moves are than a shortest path."""
        bound = self.lower_bound
        if bound is None:
            return ["No moves lead to this goal: the board is not solvable for it."]
        if self.shortest is not None and self.excess is None:
            return [f"A shortest path from the start has {self._say(self.shortest)}."]
        if self.shortest is not None:
            if not self.excess:
                return [f"This is a shortest path: {self._say(self.shortest)}, proved."]
            return [
                f"This is {self._say(self.excess)} longer than a shortest path, which has {self.shortest:,}."
            ]
        if not self.reaches_goal:
            found = "" if self.known is None else f"; a path of {self.known:,} is known"
            return [f"A shortest path from the start has {self._say(bound)} or more{found}."]
        found = "" if self.known in (None, self.length) else f"; a path of {self.known:,} is known"
        most = self._say(self.length - bound)
        return [f"This is at most {most} longer than a shortest path, which has {bound:,} or more{found}."]

    def _say(self, count: int) -> str:
        return say_moves(count, self.metric)

    def _describe_move(self, number: int) -> str:
        """Name the move with this number, from 1. A line move is named by the first tile that slides."""
        ends = (0, *self.problem.ends(self.path)[:number])
        first, others = ends[-2] + 1, ends[-1] - ends[-2] - 1
        said = describe_move(self.problem.start, self.path, first)
        return said + (f" and {others} more" if others else "")

    def _shortest_sentences(self) -> list[str]:
        """Name the move that left all shortest paths, or report that none did."""
        at = self.left_shortest_at
        if at is not None:
            move = self._describe_move(at)
            before = {1: "", 2: " The move before it follows a shortest path."}.get(
                at, f" The {at - 1:,} moves before it follow a shortest path."
            )
            kind = "Line move" if self.metric is Metric.LINES else "Move"
            return [f"{kind} {at:,} ({move}) left every shortest path.{before}"]
        if self.follows_shortest is None and self.lower_bound is not None:
            return ["The time was too short to find out which move left the shortest paths, if one did."]
        if self.follows_shortest and self.length and not self.is_shortest:
            return ["So far they follow a shortest path."]
        return []


def verify(
    board: BoardLike,
    moves: str | Iterable[int | str | Move],
    goal: BoardLike | None = None,
    *,
    notation: Notation | None = None,
    seconds: float | None = SECONDS,
    metric: Metric | str = Metric.TILES,
) -> Verification:
    """Check moves from a board to a goal.

    Parameters
    ----------
    board
        Anything that `Board` takes.
    moves
        Letters with counts (`U L2 D`), tile numbers (`7 8 5`), or a list of numbers or `Move`s.
    goal
        The name of a goal, or a board.
    notation
        Whether letters name directions of the tile or of the blank. None tries both: the blank's
        directions count only if they alone reach the goal, or make more moves legal.
    seconds
        The most time to search for a shortest path. None means no limit.
    metric
        What counts as one move: "tiles", or "lines" for slides of whole lines.

    Returns
    -------
    Verification
        It counts as true if all moves are legal and reach the goal. `excess` says how much longer than a
        shortest path they are.

    Raises
    ------
    InvalidMovesError
        If `moves` cannot be read as moves.
    InvalidBoardError
        If the board or the goal is not a valid board.
    UnknownNameError
        If no goal has that name.
    GoalMismatchError
        If board and goal differ in shape.
    InvalidJobError
        If `seconds` is not a number that is 0 or more.

    Examples
    --------
    >>> found = verify("1 2 3/4 5 6/0 7 8", "L R R")
    >>> found.legal, found.illegal_at, str(found.end)
    (False, 3, '1 2 3/4 5 6/0 7 8')
    >>> print(verify("1 2 3/4 5 6/0 7 8", "D U L2"))
    All 4 moves are legal, and the goal is reached.
    This is 2 moves longer than a shortest path, which has 2.
    Move 1 (tile 4 down) left every shortest path.
    """
    return run_to_end(iter_verify(board, moves, goal, notation=notation, seconds=seconds, metric=metric))


def iter_verify(
    board: BoardLike,
    moves: str | Iterable[int | str | Move],
    goal: BoardLike | None = None,
    *,
    notation: Notation | None = None,
    seconds: float | None = SECONDS,
    metric: Metric | str = Metric.TILES,
) -> Verifying:
    """Do the work of `verify` in steps, and yield the `Run` of each search a few times a second.

    Cancel that run to end the verification with the facts known so far.
    """
    problem = pose_problem(*read_problem(board, goal), read_metric(metric))
    if seconds is not None:
        seconds = require_real(seconds, "seconds must be a number, 0 or more, or None")
    return _verify(problem, _play(problem, moves, notation), seconds)


def _play(problem: Problem, moves: str | Iterable[int | str | Move], way: Notation | None) -> PlayedMoves:
    """Play the moves. Without a notation, try directions as the tile's, then as the blank's."""
    if way is not None:
        return play_moves(problem.start, moves, way)
    if isinstance(moves, Iterable) and not isinstance(moves, str):
        moves = list(moves)  # an iterator could be read only once, and each notation reads the moves
    tried = [play_moves(problem.start, moves, way) for way in Notation]
    return max(tried, key=lambda played: (_reaches(problem, played), len(played.path)))  # ties: the tile's


def _reaches(problem: Problem, played: PlayedMoves) -> bool:
    return played.illegal is None and played.tiles == problem.goal.tiles


def _verify(problem: Problem, played: PlayedMoves, seconds: float | None) -> Verifying:
    """Search for a shortest path, compare the moves with it, and find where they leave all shortest paths."""
    deadline = deadline_after(seconds)
    run = yield from search(problem, problem.start, deadline)
    assert run.result is not None
    length = problem.count_moves(played.path) if _reaches(problem, played) else None
    lengths = [known for known in (length, run.result.length) if known is not None]
    known, bound = min(lengths, default=None), run.result.lower_bound
    shortest = known if known is not None and known == bound else None
    if shortest is None or run.result.outcome is Outcome.CANCELLED:
        left, follows = None, True if not played.path and bound is not None else None
    else:
        left, follows = yield from _find_where_left(problem, played.path, shortest, deadline)
    return Verification(
        problem=problem,
        path=played.path,
        end=make_board(problem.shape, played.tiles),
        notation=played.notation,
        form=played.form,
        illegal=played.illegal,
        shortest=shortest,
        lower_bound=bound,
        known=known,
        left_shortest_at=left,
        follows_shortest=follows,
    )


def _find_where_left(
    problem: Problem, path: str, shortest: int, deadline: float
) -> Generator[Run, None, tuple[int | None, bool | None]]:
    """Find the first move that leaves all shortest paths, and whether all moves follow one (None if unknown).

    As long as the moves follow a shortest path, the moves made and the moves still needed add up to
    `shortest`. After a move that leaves it, the sum is larger, and it never falls again, because a move
    brings the goal nearer by one at most. So bisection finds the first such move.
    """
    ends = problem.ends(path)
    follows, leaves = 0, len(ends) + 1  # this many first moves follow a shortest path; this many do not
    first = len(ends)  # try the whole path first: often all moves follow a shortest path
    while leaves - follows > 1:
        made = first if first else (follows + leaves) // 2
        first = 0
        if made > shortest:
            leaves = made
            continue
        here = problem.replay(path[: ends[made - 1]])
        run = yield from search(problem, here, deadline, depth=shortest - made)
        assert run.result is not None
        if run.result.outcome is Outcome.SOLVED:
            follows = made
        elif run.result.outcome is Outcome.NO_PATH:
            leaves = made
        else:
            return None, None
    return (None, True) if leaves > len(ends) else (leaves, False)


def deadline_after(seconds: float | None) -> float:
    """Return the time on the clock when this many seconds will have passed."""
    return inf if seconds is None else perf_counter() + seconds


def search(
    problem: Problem, board: Board, deadline: float, depth: int | None = None
) -> Generator[Run, None, Run]:
    """Search until the deadline for a shortest path to the goal. It may have at most `depth` moves."""
    left = None if deadline == inf else max(0.0, deadline - perf_counter())
    limits = Limits(seconds=left, depth=depth)
    job = Job.create(board, problem.goal, limits=limits, metric=metric_of(problem))
    run = Run(job.resolve())
    while run.step(seconds=0.1) is None:
        yield run
    return run
