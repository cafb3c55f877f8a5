"""Protocols: how students' programs are given a board, and how they answer. A protocol is a card.

A program gets the board as arguments after its own, as a file, or on standard input, in a new folder. Readers
understand any answer that a person would: they search the output for the moves, or for the boards on the way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from npuzzle.classroom.grading import UNSOLVABLE
from npuzzle.errors import quote
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Notation
from npuzzle.registry import Card, Registry

FILE = "puzzle.txt"  # the board, for protocols with a file
OUTPUT = "output.txt"  # the answer, for protocols with a file
NO_MOVES = "-"  # a path without moves
SAYS_UNSOLVABLE = re.compile(
    r"unsolvable|not solvable|unsolveable|no solution|impossible|can(no|')t be solved", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a program is given: arguments, the text of FILE (None: no such file) and standard input."""

    arguments: tuple[str, ...] = ()
    file: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer of a program: `path` holds moves or UNSOLVABLE, and is empty if it has neither.

    `claimed`: how many moves the program says that it has. `shown`: its own figures, which are not judged.
    `problem`: why it cannot be an answer.
    """

    path: str = ""
    notation: Notation | None = None
    claimed: int | None = None
    shown: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolCard(Card):
    """A protocol, with its goal. `read` gets the board, standard output, and the text of OUTPUT or ""."""

    goal: str
    give: Callable[[Board], Given]
    read: Callable[[Board, str, str], Reply]


def _find_number(pattern: str, text: str) -> int | None:
    found = re.search(rf"{pattern}[^\d\n]{{0,40}}(\d{{1,9}})\b", text, re.IGNORECASE | re.MULTILINE)
    return None if found is None else int(found[1])


def _show(text: str, names: Sequence[str]) -> str:
    found = [(name, _find_number(name.replace("_", "[_ ]"), text)) for name in names]
    return ", ".join(f"{name} {number:,}" for name, number in found if number is not None)


def _give_argument(board: Board) -> Given:
    return Given(arguments=(",".join(map(str, board.tiles)),))


def _read_columbia(board: Board, printed: str, file: str) -> Reply:
    """Read `path_to_goal: ['Up', 'Left']` and the lines after it."""
    path = re.search(r"path_to_goal\s*:\s*\[([^\]]*)\]", file)
    if path is None and SAYS_UNSOLVABLE.search(file or printed):
        return Reply(path=UNSOLVABLE)
    if path is None:
        return Reply(problem=f"{OUTPUT} {'has no path_to_goal' if file else 'was not written'}")
    return Reply(
        path=re.sub(r"[\s,'\"]+", " ", path[1]).strip() or NO_MOVES,
        notation=Notation.BLANK,
        claimed=_find_number("cost_of_path", file),
        shown=_show(file, ["nodes_expanded", "search_depth", "max_search_depth"]),
    )


def _give_file(board: Board, head: str = "") -> Given:
    rows = [" ".join(map(str, row)) for row in board.rows]
    return Given(arguments=(FILE,), file=head + "\n".join([str(board.shape.rows), *rows, ""]))


def _read_boards(board: Board, printed: str, file: str) -> Reply:
    """Read the boards on the way, rows of numbers, and the number of moves. The start may be left out."""
    cols = board.shape.cols
    lines = re.findall(r"^[ \t|]*\d+(?:[ \t|,]+\d+)*[ \t|]*\r?$", printed, re.MULTILINE)
    rows = [row for row in ([*map(int, re.findall(r"\d+", line))] for line in lines) if len(row) == cols]
    claimed = _find_number(r"(?:number of moves|^moves)\b", printed)
    shown = _show(printed, ["time", "size", "expanded"])
    if len(rows) <= board.shape.rows and SAYS_UNSOLVABLE.search(printed):  # it may print the start
        return Reply(path=UNSOLVABLE, shown=shown)
    if not rows or len(rows) % board.shape.rows:
        return Reply(problem=f"it prints {len(rows)} rows of {cols} numbers, not whole boards", shown=shown)
    flat = [tile for row in rows for tile in row]
    boards = [tuple(flat[at : at + board.shape.cells]) for at in range(0, len(flat), board.shape.cells)]
    tiles, problem = _find_tiles(board, boards)
    return Reply(path=" ".join(map(str, tiles)) or NO_MOVES, claimed=claimed, shown=shown, problem=problem)


def _find_tiles(here: Board, boards: Iterable[tuple[int, ...]]) -> tuple[list[int], str]:
    """List the tiles that slide from each board to the next, and where a step is not one slide."""
    tiles: list[int] = []
    for after in boards:
        if after == here.tiles:
            continue
        src = next((src for src in here.movable if here.slide(src).tiles == after), None)
        if src is None:
            return tiles, f"move {len(tiles) + 1} leads to a board that is not one slide away"
        tiles.append(here.tiles[src])
        here = here.slide(src)
    return tiles, ""


def _give_line(board: Board) -> Given:
    return Given(text=f"{board}\n")


def _read_text(board: Board, printed: str, file: str) -> Reply:
    """Read moves in any notation of `verify`, or the word unsolvable, from the last line with text."""
    last = printed.strip().rpartition("\n")[2].strip()
    if SAYS_UNSOLVABLE.search(last):
        return Reply(path=UNSOLVABLE)
    return Reply(path=last, problem="" if last else "it prints nothing")


def _give_object(board: Board) -> Given:
    return Given(text=json.dumps({"board": str(board), "rows": board.rows}) + "\n")


def _read_object(board: Board, printed: str, file: str) -> Reply:
    """Read a line such as `{"moves": "U L2", "length": 3, "expanded": 9}` or `{"unsolvable": true}`."""
    try:
        found = dict(json.loads(printed))
    except (ValueError, TypeError, RecursionError):
        return Reply(problem=f"a JSON object was expected, got {quote(printed[:200])}")
    moves, length = found.get("moves"), found.get("length")
    if found.get("unsolvable") is True:
        moves = UNSOLVABLE
    path = " ".join(map(str, moves)) if isinstance(moves, list) else moves
    if not isinstance(path, str):
        return Reply(problem="the object has neither moves nor unsolvable")
    shown = f"expanded {quote(found['expanded'])}" if "expanded" in found else ""
    return Reply(path=path or NO_MOVES, claimed=length if type(length) is int else None, shown=shown)


PROTOCOLS: Registry[ProtocolCard] = Registry("protocol")
for _name, _goal, _give, _read, _summary in (
    (
        "columbia",
        "blank-first",
        _give_argument,
        _read_columbia,
        "the assignment with driver.py and output.txt",
    ),
    ("princeton", DEFAULT_GOAL, _give_file, _read_boards, "8puzzle: a file, and the boards on the way"),
    ("42", "spiral", partial(_give_file, head="# its size\n"), _read_boards, "N-puzzle: as princeton"),
    ("text", DEFAULT_GOAL, _give_line, _read_text, "a line on standard input, the moves as the last line"),
    ("jsonl", DEFAULT_GOAL, _give_object, _read_object, "a line of JSON in, a line of JSON out"),
):
    PROTOCOLS.add(
        ProtocolCard(name=_name, label=_name.title(), summary=_summary, goal=_goal, give=_give, read=_read)
    )
