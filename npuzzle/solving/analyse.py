"""Analyse a list of boards, scrambles and solves, as speed solvers paste them.

A line is a board, a scramble (moves from the solved board), or a solve, which is a board or a scramble
followed by the solution. A board may take several lines. The line below a board is its solution, if these
moves can be made from that board. A link to the community's replay page is a solve, too: base64 of zlib of
JSON, `[solution, speed, board, times]`. Anybody can write such a link, so each step of unpacking limits the
size.

First all texts are read, then each is analysed separately. `iter_verify` compares the moves with a shortest
path and finds the first mistake. This module adds the good first moves and the fewest line moves.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from urllib.parse import unquote

from npuzzle.errors import IllegalMoveError, InvalidMovesError, NPuzzleError
from npuzzle.heuristics import line_tables
from npuzzle.puzzle.board import Board, goal_board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Notation, cancel, format_moves, in_notation, multi_tile_length, undo
from npuzzle.puzzle.play import describe_move, parse_letters
from npuzzle.puzzle.problem import Metric, pose_problem, say_moves
from npuzzle.puzzle.read_boards import split_boards
from npuzzle.puzzle.shape import Shape
from npuzzle.solving.distance import iter_best_moves
from npuzzle.solving.run import Run
from npuzzle.solving.verify import SECONDS, Verification, deadline_after, iter_verify, search
from npuzzle.text import count

LONGEST_LINE = 100_000  # characters, also of a link
MOST_UNPACKED = 1_000_000  # bytes of a link after unpacking
MOST_BRACKETS = 50  # in a link
MOST_LINES = 20_000
MOST_MOVES = 100_000  # in one line

#: The columns of the table, in order: the names of the values in a row.
COLUMNS = (
    *("line", "kind", "board", "moves", "length", "shortest", "at_least", "at_most", "excess"),
    *("first_mistake", "good_first_moves", "line_moves", "line_moves_at_least", "line_moves_at_most"),
    *("simplified", "inverse", "error"),
)

_MOVE_MARKS = "UDLRudlr0123456789 ,\t"
_BETWEEN = " \t,;|:"  # separators between a board or a scramble and the solution
_PAIR = re.compile(r"([^\s,/]+(?: [^\s,/]+)+) *[,/] *([^\s,/]+(?: [^\s,/]+)+)")  # two rows of moves
_LINK = re.compile(r"[?&]r=([A-Za-z0-9+/=_%-]+)")
_LABEL = re.compile(r"(?i)(scramble|solution|board)\s*:\s*(?=\S)")
_HEADING = re.compile(r"\d+x\d+\b.*\bsolved in\b.*\bmoves\b")  # above the board and the solution of a solve

#: One entry as plain data: the values by the names in COLUMNS.
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Entry:
    """The parts of a text. `line`: the number of its first line, from 1. `kind`: board, scramble or solve.

    `scramble`: the tile letters that lead from the goal to the board (empty if none were given). `solution`:
    the moves as they were written. `error`: why the text cannot be read (then board and goal are None).
    """

    line: int
    kind: str = "board"
    board: Board | None = None
    goal: Board | None = None
    scramble: str = ""
    solution: str = ""
    error: str = ""


def read_entries(lines: Iterable[str], shape: Shape, goal: str | None = None) -> list[Entry]:
    """Read each line or block of lines. A text that cannot be read becomes an entry with an `error`.

    `shape`: the shape of the boards that scrambles start from. `goal`: the name of a goal, or a board as
    text. None means the goal in the board's text, or else the default goal.

    >>> [one.kind for one in read_entries(["1 2 3/4 5 6/7 0 8 L", "R D"], Shape(3, 3))]
    ['solve', 'scramble']
    """
    texts = [line.strip()[: LONGEST_LINE + 1] for line in islice(lines, MOST_LINES + 1)]
    if len(texts) > MOST_LINES:
        raise InvalidMovesError(f"a list can have up to {MOST_LINES:,} lines, got more: divide it")
    parts = [_split(text) for text in texts]
    blocks = split_boards(part[1] if part[0] == "board" else "" for part in parts)
    found = {number: ("board", block, "") for number, block in blocks}
    found |= {number: part for number, part in enumerate(parts, 1) if part[0] not in ("board", "nothing")}
    entries: list[Entry] = []
    for number, part in sorted(found.items()):
        above = entries[-1] if entries and number > 1 and texts[number - 2] else None
        if above is not None and _is_solution(part, above, parts[number - 2][0]):
            entries[-1] = replace(above, kind="solve", solution=part[2])
        else:
            entries.append(_read(number, part, shape, goal))
    return entries


def _is_solution(part: tuple[str, str, str], above: Entry, kind_above: str) -> bool:
    """Return whether moves solve the entry above: they are labelled as a solution or legal from there."""
    if part[0] == "solution":
        return above.kind in ("board", "scramble") and above.board is not None
    is_below = above.kind == kind_above == "board" and part[0] == "scramble"
    return is_below and _can_play(above.board, part[2])


def _split(text: str) -> tuple[str, str, str]:
    """Return the kind of a line, the text before its moves, and the moves. A label may mark a solution."""
    label = _LABEL.match(text)
    kind, start, moves = _split_plain(text[label.end() :] if label else text)
    is_solution = kind == "scramble" and label is not None and label[1].lower() == "solution"
    return "solution" if is_solution else kind, start, moves


def _split_plain(text: str) -> tuple[str, str, str]:
    if len(text) > LONGEST_LINE:
        return "long", "", ""
    if not text or text.startswith("#") or _HEADING.match(text[:200]):
        return "nothing", "", ""
    if _LINK.search(text):
        return "link", "", text
    pair = _PAIR.fullmatch(text)
    if pair and None not in map(parse_letters, pair.groups()):
        return "solve", pair[1], pair[2]
    start, tab, moves = text.rpartition("\t")
    if not (tab and start.strip() and moves.strip() and parse_letters(moves) is not None):
        start = text.rstrip(_MOVE_MARKS)
        moves = text[len(start) :]
        first = next((at for at, mark in enumerate(moves) if mark.isalpha()), len(moves))
        start, moves = start + moves[:first], moves[first:]
    if not moves or parse_letters(moves) is None:
        return "board", text, ""
    if not start.strip():
        return "scramble", "", moves
    is_divided = start[-1] in _BETWEEN + "])}" or tab
    return ("solve", start.strip(_BETWEEN), moves) if is_divided else ("board", text, "")


def _read(number: int, part: tuple[str, str, str], shape: Shape, goal: str | None) -> Entry:
    """Make an entry from the parts of a line."""
    kind, start, moves = part
    try:
        if kind == "long":
            raise InvalidMovesError(f"a line can have up to {LONGEST_LINE:,} characters, got more")
        if kind == "solution":
            raise InvalidMovesError("a solution needs its scramble or its board on the line above")
        if kind == "link":
            kind, (start, moves) = "solve", read_link(moves)
        scramble = moves if kind == "scramble" else start if kind == "solve" else ""
        scramble = parse_letters(scramble) or ""
        if scramble:
            target = goal_board(goal or DEFAULT_GOAL, shape)
            board, scramble = _play_scramble(target, scramble)
        else:
            reading = Board.reading(start)
            board, target = reading.board, reading.choose_goal(goal)
        return Entry(number, kind, board, target, scramble, moves if kind == "solve" else "")
    except NPuzzleError as error:
        return Entry(number, kind, error=str(error))


def _play_scramble(goal: Board, path: str) -> tuple[Board, str]:
    """Play moves from the goal. Return the board that they lead to, and the moves as tile letters.

    The moves are read in the first notation in which all of them are legal. If the blank of the goal is in a
    corner, no other notation is possible.
    """
    _require_few(path)
    for notation in Notation:
        with suppress(IllegalMoveError):
            letters = in_notation(path, notation)
            return goal.play(letters), letters
    raise InvalidMovesError(
        f"these moves cannot be made from the solved {goal.shape} board; choose the size that they are for"
    )


def _can_play(board: Board | None, moves: str) -> bool:
    """Return whether moves can be made from a board, in either notation."""
    path = parse_letters(moves)
    if board is None or path is None or len(path) > MOST_MOVES:
        return False
    for notation in Notation:
        with suppress(IllegalMoveError):
            board.play(in_notation(path, notation))
            return True
    return False


def _require_few(path: str) -> None:
    if len(path) > MOST_MOVES:
        raise InvalidMovesError(f"a line can have up to {MOST_MOVES:,} moves, got {len(path):,}")


def read_link(text: str) -> tuple[str, str]:
    """Return the board and the solution, as text, of a replay link. Raises InvalidMovesError."""
    match = _LINK.search(text)
    try:
        if match is None:
            raise ValueError("there is no r=")
        packed = b64decode(unquote(match[1]).translate(str.maketrans("-_", "+/")), validate=True)
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(packed, MOST_UNPACKED)
        if unpacking.unconsumed_tail or not unpacking.eof:
            raise ValueError(f"it does not end within {MOST_UNPACKED:,} bytes")
        if data.count(b"[") + data.count(b"{") > MOST_BRACKETS:  # deep nesting crashes Python in a browser
            raise ValueError(f"it has more than {MOST_BRACKETS} brackets")
        found = json.loads(data)
        if not (isinstance(found, list) and 3 <= len(found) < 10):
            raise ValueError("it is not the list of one solve")
        moves, board = found[0], found[2]
        if not (isinstance(moves, str) and isinstance(board, str) and parse_letters(moves)):
            raise ValueError("it has no solution in letters, or no board")
    except (ValueError, RecursionError, zlib.error) as error:
        why = error if type(error) is ValueError else "it is damaged"
        raise InvalidMovesError(f"this replay link cannot be read; copy it whole: {why}") from None
    return board, moves


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of an entry.

    `found`: the comparison of the entry's moves with a shortest path. `good`: the letters of the first moves
    of all shortest paths, or None if not known. `lines`: a lower bound on the number of line moves, and the
    fewest line moves found (None: not known).
    """

    entry: Entry
    found: Verification
    good: str | None = None
    lines: tuple[int | None, int | None] = (None, None)

    @property
    def error(self) -> str:
        """The error in a board or a solution although both could be read, or "" if there is none."""
        if self.entry.kind == "solve" and not self.found.reaches_goal:
            return str(self.found).partition("\n")[0]
        if self.entry.scramble and self.found.problem.start == self.found.problem.goal:
            return "This scramble ends at the goal. Does it include its solution? Write ; between the two."
        return "" if self.found.problem.is_solvable else "The board is not solvable for this goal."

    def to_dict(self) -> Row:
        """Return plain data with the names of COLUMNS. Moves are tile letters, with counts for runs.

        `moves`: the solution, or else the scramble. `length`: the number of these moves.
        `shortest`: the length of a shortest path, if it is proved. `at_least`, `at_most`: the
        bounds on that length.
        `excess`: how many moves longer than a shortest path the solution is.
        `first_mistake`: the number, from 1, of the first move that leaves all shortest paths.
        `good_first_moves`: the first moves of all shortest paths.
        `line_moves`: how many line moves `moves` makes.
        `line_moves_at_least`, `line_moves_at_most`: the bounds on the fewest line moves.
        `simplified`: `moves` without moves that cancel each other. `inverse`: the moves that undo `moves`.
        `error`: why the entry cannot be read or solved, or "".
        """
        found = self.found
        moves = found.path or self.entry.scramble
        return {
            "line": self.entry.line,
            "kind": self.entry.kind,
            "board": str(found.problem.start),
            "moves": format_moves(moves),
            "length": len(moves) if moves else None,
            "shortest": found.shortest,
            "at_least": found.lower_bound,
            "at_most": found.known,
            "excess": found.excess if self.entry.kind == "solve" else None,
            "first_mistake": found.left_shortest_at,
            "good_first_moves": None if self.good is None else " ".join(self.good),
            "line_moves": multi_tile_length(moves) if moves else None,
            "line_moves_at_least": self.lines[0],
            "line_moves_at_most": self.lines[1],
            "simplified": format_moves(cancel(moves)),
            "inverse": format_moves(undo(cancel(moves))),
            "error": self.error,
        }

    def __str__(self) -> str:
        """Write the analysis in one line."""
        found, row = self.found, self.to_dict()
        if found.shortest is not None:
            least = f"shortest {found.shortest:,}, proved"
        else:
            most = "" if found.known is None else f" and at most {found.known:,}"
            least = f"shortest at least {found.lower_bound or 0:,}{most}"
        parts = [self.error.removesuffix(".") or least]
        if self.entry.kind == "solve" and found.reaches_goal:
            excess = "" if found.excess is None else f" (+{found.excess:,})"
            parts = [f"{say_moves(len(found.path))}{excess}, {least}"]
        if found.left_shortest_at:
            named = describe_move(found.problem.start, found.path, found.left_shortest_at)
            parts.append(f"first mistake: move {found.left_shortest_at:,}, {named}")
        if self.good:
            parts.append(f"good first moves: {row['good_first_moves']}")
        least_lines, most_lines = self.lines
        if most_lines is not None:
            is_proved = least_lines == most_lines
            known = f"{most_lines}, proved" if is_proved else f"from {least_lines} to {most_lines}"
            parts.append(f"fewest line moves {known}")
        return f"Line {self.entry.line:,}: {'; '.join(parts)}"


def iter_analyse(entry: Entry, seconds: float | None = SECONDS) -> Generator[Run, None, Analysis]:
    """Analyse an entry without an `error`, and yield the `Run` of each search a few times a second.

    Each search may take up to `seconds`. Raises InvalidMovesError for moves that cannot be read.
    """
    board, goal = entry.board, entry.goal
    if board is None or goal is None:
        raise InvalidMovesError(entry.error)
    _require_few(parse_letters(entry.solution) or "")
    found = yield from iter_verify(board, entry.solution, goal, seconds=seconds)
    good, paths = None, [found.path] if found.reaches_goal else []
    if found.shortest is not None:
        first = yield from iter_best_moves(found.problem, found.shortest, seconds)
        if first is not None:  # all good first moves are known
            good = "".join(move.letter for move in first)
            paths += [move.letter + path for move, path in first.items()]
    least = None
    if found.problem.is_solvable and line_tables.fits(board.shape):
        problem = pose_problem(board, goal, Metric.LINES)
        run = yield from search(problem, board, deadline_after(seconds))
        assert run.result is not None
        least = run.result.lower_bound
        paths += [run.result.path] if run.result.path is not None else []
    most = min(map(multi_tile_length, paths), default=None)
    return Analysis(entry, found, good, (least, most))


def error_row(entry: Entry, error: NPuzzleError) -> Row:
    """Make the row of an entry that could not be analysed."""
    return dict.fromkeys(COLUMNS) | {"line": entry.line, "kind": entry.kind, "error": str(error)}


def summarize(analyses: Iterable[Analysis]) -> str:
    """Compare all solves with their shortest paths in a sentence. Return "" if there are no solves."""
    known = [(len(one.found.path), one.found.shortest) for one in analyses if one.found.excess is not None]
    if not known:
        return ""
    made, least = (sum(column) for column in zip(*known))
    return (
        f"{count(len(known), 'solve')}: {say_moves(made)}, {least:,} would be enough; "
        f"{(made - least) / len(known):,.2f} more than the shortest on average"
    )
