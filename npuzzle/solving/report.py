"""Write a result in words and draw it, the same for command line, notebooks and page."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from npuzzle.errors import UnknownNameError
from npuzzle.puzzle.moves import ARROWS, WORDS, Notation, format_moves, in_notation, require_notation
from npuzzle.puzzle.problem import Metric, Problem, say_moves
from npuzzle.solving.claim import write_condition
from npuzzle.solving.limits import Outcome

if TYPE_CHECKING:
    from npuzzle.solving.result import Result

NOT_ALL = "Other paths were not looked for, as this one is not proved shortest."
FOUND_ELSEWHERE = (
    "The search ended without a path: {}. The algorithm Anytime found this one and can shorten it."
)
SLEPT = "The computer seems to have slept for {:,} seconds during the search; they are not counted."
LINE, LINES = 60, 4  # moves in a line, and lines of them that are shown
LINE_MOVES = 20  # line moves in a line

#: The forms that moves are written in, and what is put between two moves.
MOVE_FORMS = {"moves": " ", "letters": "", "words": " ", "arrows": " ", "tiles": " "}


def headline(result: Result) -> str:
    """Say how a run ended in one sentence without its full stop."""
    if result.length is None:
        rests = f" {write_condition(result.assumes)}" if result.assumes else ""
        return f"Not solved: {result.outcome.value}{rests if result.outcome is Outcome.NO_PATH else ''}"
    claim = str(result.claim).replace(" longer", " longer than the shortest", 1)
    moves = say_moves(result.length, result.metric)
    if result.outcome is not Outcome.SOLVED:
        return f"{result.outcome.value.capitalize()}, but a path of {moves} is known: {claim}"
    return f"Solved in {moves}: {claim}"


def summary(result: Result) -> str:
    """Write a result in a few lines: the headline, the first moves or why there are none, the counts."""
    lines = [f"{headline(result)}."]
    if result.outcome is Outcome.UNSOLVABLE:
        from npuzzle.puzzle.check import explain

        lines.append(explain(result.problem).sentence)
    return "\n".join([*lines, *_list_details(result, Notation.TILE)])


def draw(result: Result, notation: Notation) -> str:
    """Draw board and goal, with the headline and the details below, as an SVG document."""
    from npuzzle.puzzle.svg import card_svg

    start, goal = result.problem.start, result.problem.goal
    pictures = [("Board", start.picture(goal)), ("Goal", goal.picture(goal))]
    return card_svg(pictures, f"{headline(result)}.", _list_details(result, notation))


def animate(result: Result, width: int | None) -> str:
    """Draw the path as an SVG document that plays it."""
    from npuzzle.puzzle.svg import animated_svg, require_animation

    require_animation(len(result.path or ""))  # before the tiles of a path of millions are listed
    start, goal = result.problem.start, result.problem.goal
    return animated_svg(start.picture(goal), [move.tile for move in result.moves], width)


def format_path(problem: Problem, path: str, form: str, notation: Notation, separator: str | None) -> str:
    """Write a path in one of MOVE_FORMS; `verify` reads all of them. Raises UnknownNameError."""
    if form not in MOVE_FORMS:
        raise UnknownNameError("form of moves", form, MOVE_FORMS)
    require_notation(notation)
    between = MOVE_FORMS[form] if separator is None else separator
    if form == "moves":
        return format_moves(path, notation).replace(" ", between)
    ends = problem.ends(path)
    if form == "tiles":  # of a line the last tile to slide, which is the farthest from the blank
        tiles = [str(move.tile) for move in problem.moves(path)]
        return between.join([tiles[end - 1] for end in ends])
    ways = {"words": WORDS, "arrows": ARROWS}.get(form, {way: way for way in WORDS})
    letters = in_notation(path, notation)
    units = [(ways[letters[start]], end - start) for start, end in pairwise([0, *ends])]
    return between.join([way if length == 1 else f"{way}{length}" for way, length in units])


def _list_details(result: Result, notation: Notation) -> list[str]:
    """Return the moves and the counts, as text."""
    now, with_heuristic = result.snapshot, f" with {result.heuristic}" if result.heuristic else ""
    took = f"{result.algorithm}{with_heuristic}: {now.expanded:,} expanded, {result.seconds:.3f} seconds"
    return [*_list_moves(result, notation), took]


def _list_moves(result: Result, notation: Notation) -> list[str]:
    """Return line moves, or letters in groups of five; only the first ones of a long path."""
    if result.metric is Metric.LINES:
        words = format_moves(result.path or "", notation).split()
        return [" ".join(words[at : at + LINE_MOVES]) for at in range(0, len(words), LINE_MOVES)]
    letters = in_notation(result.path or "", notation)
    shown = letters[: LINE * LINES]
    lines = [shown[at : at + LINE] for at in range(0, len(shown), LINE)]
    grouped = [" ".join(line[at : at + 5] for at in range(0, len(line), 5)) for line in lines]
    more = len(letters) - len(shown)
    return grouped + ([f"... and {more:,} more"] if more else [])
