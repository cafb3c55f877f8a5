"""`trace`: record a small search step by step, as it runs; see `npuzzle.lab.recorder`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Unpack

from npuzzle.errors import InvalidJobError
from npuzzle.heuristics import HEURISTICS, Heuristic
from npuzzle.heuristics.databases import PatternDatabases
from npuzzle.heuristics.own import instantiate
from npuzzle.heuristics.simple import Zero
from npuzzle.lab.recorder import Draft, OwnSearch, Recorder
from npuzzle.lab.state_space import Progress
from npuzzle.lab.trace_values import (
    BEAM,
    BIDIRECTIONAL,
    DEPTH_FIRST,
    RBFS,
    RULES,
    YOURS,
    Node,
    Trace,
)
from npuzzle.numbers import require_whole
from npuzzle.puzzle.board import BoardLike
from npuzzle.puzzle.ordered import order_moves
from npuzzle.puzzle.problem import Problem, board_of
from npuzzle.puzzle.shape import letter
from npuzzle.registry import is_auto
from npuzzle.search import AlgorithmCard, SearchOptions
from npuzzle.search.base import Stepper, is_ours
from npuzzle.solving.job import Job
from npuzzle.solving.limits import Limits
from npuzzle.solving.options import TraceOptions, read_options

MOST = 400  # expansions by default

#: What can be traced, by name.
TRACED = (*RULES, *DEPTH_FIRST, BIDIRECTIONAL, RBFS, BEAM)

#: Why the others have no tree, by name.
WITHOUT_TREE = {
    "constructive": "it puts tile after tile in place by fixed moves and chooses among no other boards",
    "anytime": "it finds a path with compiled kernels and shortens it piece by piece",
}
UNKNOWN = "nothing records it yet"


def trace(
    board: BoardLike, goal: BoardLike | None = None, *, most: int = MOST, **options: Unpack[TraceOptions]
) -> Trace:
    """Search, and record every step.

    Parameters
    ----------
    board
        Anything that `Board` takes.
    goal
        The name of a goal, or a board; by default that in the text of the board, else "blank-last".
    most
        The most states to expand; then the search is stopped.
    algorithm
        One of `npuzzle.lab.TRACED`, as a name or a card; or a function of your own.
    heuristic
        A name, a card, a class, or a function of the board.
    weight
        For weighted A*.
    width
        For beam search.
    numbers
        The numbers of the algorithm as a mapping.
    depth
        The most moves of a path, for depth-first searches.
    limits
        The limit on the depth as `Limits` or a mapping.
    engine
        The engine that builds the tables of a heuristic, if it has any.

    Returns
    -------
    Trace
        The nodes in the order in which they were generated, and the steps in which they were expanded.

    Raises
    ------
    InvalidJobError
        If the algorithm cannot be traced, or an option is out of range.
    InvalidBoardError
        If the board or the goal is not a valid board.
    UnknownNameError
        If no goal, algorithm or heuristic has that name.
    UnknownOptionError
        If an option is misspelled; it suggests the nearest one.

    Examples
    --------
    >>> found = trace("2 8 3/1 6 4/7 0 5", "spiral", algorithm="astar", heuristic="misplaced")
    >>> found.path, found.expanded, found.generated
    ('DDRUL', 5, 15)
    """
    found = None
    given = read_options("trace", TraceOptions, options, "board", "goal", "most")
    job = Job.create(board, goal, **given)
    if job.limits != Limits(depth=job.limits.depth):
        raise InvalidJobError("a trace takes only one limit, depth; it ends after `most` expansions")
    for progress in iter_trace(job, most=most):
        found = progress.found
    assert found is not None, "the last progress has the trace"
    return found


def iter_trace(job: Job, *, most: int = MOST) -> Generator[Progress[Trace], bool | None, None]:
    """Trace step by step: yield `done` expansions of at most `total`; the last Progress carries the trace.

    Send True to make the next one the last.
    """
    algorithm = job.resolve().algorithm
    if is_ours(algorithm) and algorithm.name not in TRACED:
        raise InvalidJobError(
            f"{algorithm.name} has no search tree: {WITHOUT_TREE.get(algorithm.name, UNKNOWN)}; expected "
            f"{', '.join(TRACED)}, or your own function"
        )
    most = require_whole(most, "expected a whole number of expansions, 1 or more", 1)
    if job.limits.depth is not None and is_ours(algorithm) and algorithm.name not in DEPTH_FIRST:
        raise InvalidJobError(f"{algorithm.name} is traced without a depth limit")
    return _run_trace(job, algorithm, most)


def _run_trace(
    job: Job, algorithm: AlgorithmCard, most: int
) -> Generator[Progress[Trace], bool | None, None]:
    problem = order_moves(Problem(job.board, job.goal), job.resolve().options.order)
    options = job.resolve().options
    heuristic: Heuristic = Zero(job.goal)
    name, stop = None, False
    if algorithm.informed:
        card, is_deepening = job.resolve().heuristic, is_ours(algorithm) and algorithm.name == "idastar"
        if is_deepening and is_auto(job.heuristic):
            card = HEURISTICS["linear-conflict"]  # the automatic choice that can be recorded
        heuristic, name = instantiate(card, job.goal), card.name
        if is_deepening and isinstance(heuristic, PatternDatabases):
            raise InvalidJobError("IDA* with pattern databases runs as a kernel, which cannot be traced")
        for _ in heuristic.iter_prepare(job.engine):
            stop = (yield Progress(0, most)) is True
            if stop:
                break
    recorder: Recorder | OwnSearch
    if is_ours(algorithm):
        recorder = Recorder(_rank_by(algorithm, options), informed=algorithm.informed)
        search = algorithm.search(problem, heuristic, replace(options, watch=recorder))
    else:
        recorder = OwnSearch(problem)
        search = recorder.search(algorithm, heuristic, options)
    stepper = Stepper(search)
    now = stepper.advance(1)
    while not (stop or stepper.ended) and now.expanded < most:
        if (yield Progress(now.expanded, most)) is True:
            break
        now = stepper.advance(1)
    search.close()
    slides = now.path
    assert not isinstance(slides, str), "searches that can be recorded return slides"
    numbers = options.numbers if is_ours(algorithm) else {}
    yield Progress(
        now.expanded,
        most,
        Trace(
            board=str(job.board),
            goal=str(job.goal),
            algorithm=algorithm.name if is_ours(algorithm) else f"{algorithm.name}{YOURS}",
            heuristic=name,
            weight=numbers.get("weight"),
            width=numbers.get("width"),
            nodes=tuple(_make_node(draft, problem) for draft in recorder.drafts),
            steps=tuple(recorder.order),
            bounds=tuple(recorder.bounds),
            path=None if slides is None else problem.letters(slides),
            answer=() if slides is None else tuple(recorder.answer()),
            expanded=now.expanded,
            generated=now.generated,
            complete=stepper.ended,
        ),
    )


def _rank_by(algorithm: AlgorithmCard, options: SearchOptions) -> Callable[[float, float], float]:
    """Return the priority of an algorithm; of one that has no rule of its own it is g + h, in a beam h."""
    rule = RULES["greedy"] if algorithm.name == BEAM else RULES.get(algorithm.name, RULES["astar"])
    weight = options.numbers.get("weight", 1.0)
    return lambda g, h: rule(g, h, weight)


def _make_node(draft: Draft, problem: Problem) -> Node:
    """Make a node of a draft: its board as text, and the tile that the last move slid."""
    board = board_of(draft.state, problem.goal)
    return Node(
        number=draft.number,
        parent=draft.parent,
        board=str(board),
        tile=0 if draft.slide is None else board.tiles[draft.slide[1]],
        letter="" if draft.slide is None else letter(problem.shape, draft.slide),
        g=draft.g,
        h=draft.h,
        f=draft.f,
        round=draft.round,
        made=draft.made,
        taken=draft.taken,
        dropped=draft.dropped,
        twin=draft.twin,
    )
