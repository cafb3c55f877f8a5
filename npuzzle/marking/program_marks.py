"""Marks for students' programs: a program gets boards by a protocol, and each answer is replayed here.

A protocol is a `Card` that describes how a program gets a board and how it answers. Any answer that a person
would understand counts: npuzzle searches the output for the moves, or for the boards on the way. npuzzle
proves the lengths. A program learns neither the lengths nor which boards are unsolvable.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from npuzzle.classroom.grading import UNSOLVABLE, WORTH_A_POINT, Grade, KeyEntry, Verdict, grade_answer
from npuzzle.errors import quote
from npuzzle.marking.marks import Check, Marks
from npuzzle.processes.limited import Caps, run_limited
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.goals import DEFAULT_GOAL
from npuzzle.puzzle.moves import Notation
from npuzzle.registry import Card, Registry
from npuzzle.text import count

RUBRIC = {"solves": 1, "shortest": 1, "unsolvable": 2}  # points for each board
FILE, OUTPUT = "puzzle.txt", "output.txt"  # for protocols with files: the board, the answer
NO_MOVES = "-"  # how a path without moves is written
SAYS_UNSOLVABLE = re.compile(r"(?i)unsolve?able|not solvable|no solution|impossible|can(no|')t be solved")


Given = tuple[list[str], str, str]  # arguments, the text of FILE ("": no such file), standard input


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer of a program. `path`: its moves or UNSOLVABLE; empty if the answer has neither.

    `claimed`: the program's count of its moves. `shown`: other figures, not judged. `problem`: why the answer
    is invalid.
    """

    path: str = ""
    notation: Notation | None = None
    claimed: object = None
    shown: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolCard(Card):
    """A protocol, with its goal. `read` gets the board, standard output, and the text of OUTPUT or ""."""

    goal: str
    give: Callable[[Board], Given]
    read: Callable[[Board, str, str], Reply]


def _find_number(pattern: str, text: str) -> int | None:
    found = re.search(rf"{pattern}[^\d\n]{{0,40}}(\d{{1,99}})", text, re.IGNORECASE | re.MULTILINE)
    return None if found is None else int(found[1])


def _show(text: str, names: Sequence[str]) -> str:
    found = [(name, _find_number(name.replace("_", "[_ ]"), text)) for name in names]
    return ", ".join(f"{name} {number:,}" for name, number in found if number is not None)


def _give_argument(board: Board) -> Given:
    return [",".join(map(str, board.tiles))], "", ""


def _read_columbia(board: Board, printed: str, file: str) -> Reply:
    """Read `path_to_goal: ['Up', 'Left']` and the lines after it."""
    path = re.search(r"path_to_goal\s*:\s*\[([^\[\]]*)\]", file)
    if path is None and SAYS_UNSOLVABLE.search(file or printed):
        return Reply(path=UNSOLVABLE)
    if path is None:
        return Reply(problem=f"{OUTPUT} {'has no path_to_goal' if file else 'was not written'}")
    words = re.sub(r"[\s,'\"]+", " ", path[1]).strip()
    shown = _show(file, ["nodes_expanded", "search_depth", "max_search_depth"])
    claimed = _find_number("cost_of_path", file)
    return Reply(path=words or NO_MOVES, notation=Notation.BLANK, claimed=claimed, shown=shown)


def _give_file(board: Board, head: str = "") -> Given:
    rows = [" ".join(map(str, row)) for row in board.rows]
    return [FILE], head + "\n".join([str(board.shape.rows), *rows, ""]), ""


def _read_boards(board: Board, printed: str, file: str) -> Reply:
    """Read the boards on the way, as rows of numbers, and the number of moves. The start may be missing."""
    cols = board.shape.cols
    lines = re.findall(r"^[ \t|]*\d{1,3}(?:[ \t|,]+\d{1,3})*[ \t|]*\r?$", printed, re.MULTILINE)
    rows = [row for row in ([*map(int, re.findall(r"\d+", line))] for line in lines) if len(row) == cols]
    claimed = _find_number(r"(?:number of moves|^moves)\b", printed)
    shown = _show(printed, ["time", "size", "expanded"])
    if len(rows) <= board.shape.rows and SAYS_UNSOLVABLE.search(printed):  # the program may print the start
        return Reply(path=UNSOLVABLE, shown=shown)
    if not rows or len(rows) % board.shape.rows:
        return Reply(problem=f"it prints {len(rows)} rows of {cols} numbers, not whole boards", shown=shown)
    flat = [tile for row in rows for tile in row]
    boards = [tuple(flat[at : at + board.shape.cells]) for at in range(0, len(flat), board.shape.cells)]
    tiles, problem = _find_tiles(board, boards)
    return Reply(path=" ".join(map(str, tiles)) or NO_MOVES, claimed=claimed, shown=shown, problem=problem)


def _find_tiles(here: Board, boards: Iterable[tuple[int, ...]]) -> tuple[list[int], str]:
    """List the tiles that slide from each board to the next. Describe a step that is not one slide."""
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
    return [], "", f"{board}\n"


def _read_text(board: Board, printed: str, file: str) -> Reply:
    """Read moves in any notation of `verify`, or the word unsolvable, from the last line with text."""
    last = printed.strip().rpartition("\n")[2].strip()
    if SAYS_UNSOLVABLE.search(last):
        return Reply(path=UNSOLVABLE)
    return Reply(path=last, problem="" if last else "it prints nothing")


def _give_object(board: Board) -> Given:
    return [], "", json.dumps({"board": str(board), "rows": board.rows}) + "\n"


def _read_object(board: Board, printed: str, file: str) -> Reply:
    """Read a line such as `{"moves": "U L2", "length": 3, "expanded": 9}` or `{"unsolvable": true}`."""
    try:
        found = dict(json.loads(printed[printed.find("{") :]))
    except (ValueError, TypeError, RecursionError):
        return Reply(problem=f"the answer must be a JSON object, got {quote(printed[:200])}")
    moves, length = found.get("moves"), found.get("length")
    if found.get("unsolvable") is True:
        moves = UNSOLVABLE
    path = " ".join(map(str, moves)) if isinstance(moves, list) else moves
    if not isinstance(path, str):
        return Reply(problem="the JSON object has neither `moves` nor `unsolvable`")
    shown = f"expanded {quote(found['expanded'])}" if "expanded" in found else ""
    return Reply(path=path or NO_MOVES, claimed=length, shown=shown)


PROTOCOLS: Registry[ProtocolCard] = Registry("protocol")
for _name, _goal, _give, _read, _summary in (
    ("columbia", "blank-first", _give_argument, _read_columbia, "an argument, answer in output.txt"),
    ("princeton", DEFAULT_GOAL, _give_file, _read_boards, "a file, answer as the boards on the way"),
    ("42", "spiral", partial(_give_file, head="# its size\n"), _read_boards, "as princeton, after a comment"),
    ("text", DEFAULT_GOAL, _give_line, _read_text, "a line on standard input, answer on the last line"),
    ("jsonl", DEFAULT_GOAL, _give_object, _read_object, "a line of JSON, answer as a line of JSON"),
):
    PROTOCOLS.add(ProtocolCard(name=_name, label=_name, summary=_summary, goal=_goal, give=_give, read=_read))


@dataclass(frozen=True, slots=True)
class Answered:
    """The grade of one answer, with the seconds that it took and the figures that the program shows."""

    entry: KeyEntry
    grade: Grade
    reply: Reply
    seconds: float


def mark_program(
    student: str,
    command: Sequence[str],
    protocol: ProtocolCard,
    boards: Sequence[KeyEntry],
    *,
    rubric: Mapping[str, float],
    caps: Caps,
) -> Marks:
    """Run a program on each board, and mark its answers."""
    answers = [_ask(command, protocol, entry, caps) for entry in boards]
    passed = [_judge(each) for each in answers]
    facts: dict[str, object] = {"boards": len(answers)}
    facts |= {name: sum(each.get(name, False) for each in passed) for name in RUBRIC}
    facts["slowest"] = f"{max(each.seconds for each in answers):.1f} s"
    bad = [each for each in answers if each.grade.verdict not in WORTH_A_POINT]
    first = [f"board {each.entry.number} {_say(each)}" for each in bad[:1]]
    notes = [f"wrong or longer on {len(bad)} of {count(len(answers), 'board')}: {said}" for said in first]
    return Marks(student, tuple(_check(*pair, rubric) for pair in zip(answers, passed)), facts, tuple(notes))


def _ask(command: Sequence[str], protocol: ProtocolCard, entry: KeyEntry, caps: Caps) -> Answered:
    """Run the program on one board, in a new folder, and grade the answer."""
    board = entry.problem.start
    arguments, text, line = protocol.give(board)
    with TemporaryDirectory(prefix="npuzzle-mark-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if text:
            (folder / FILE).write_text(text, encoding="utf-8")
        ended = run_limited([*command, *arguments], folder, line.encode(), caps)
        written = folder / OUTPUT
        file = b""
        if written.is_file() and not written.is_symlink():
            with written.open("rb") as opened:
                file = opened.read(caps.output)
    reply = protocol.read(board, ended.output.decode(errors="replace"), file.decode(errors="replace"))
    if ended.problem and not (ended.by_itself and reply.path and not reply.problem):
        reply = Reply(problem=ended.problem)  # an exit code alone does not make an answer wrong
    return Answered(entry, _grade(entry, reply), reply, ended.seconds)


def _grade(entry: KeyEntry, reply: Reply) -> Grade:
    """Grade the moves. If the program claims another length than its path has, the verdict is `wrong`."""
    if reply.problem or not reply.path:
        verdict = Verdict.ILLEGAL if reply.path else Verdict.MISSING
        return Grade(number=entry.number, student="", verdict=verdict, note=reply.problem)
    grade = grade_answer(entry, " " if reply.path == NO_MOVES else reply.path, reply.notation)
    if reply.claimed not in (None, grade.moves) and grade.longer is not None:
        note = f"it claims {quote(reply.claimed)}, but its path has {count(grade.moves or 0, 'move')}"
        return replace(grade, verdict=Verdict.WRONG, note=note)
    return grade


def _judge(answered: Answered) -> dict[str, bool]:
    """Return, for each check that applies to this board, whether the answer passes it."""
    grade = answered.grade
    if answered.entry.length is None:
        return {"unsolvable": grade.verdict is Verdict.RIGHT}
    return {"solves": grade.longer is not None, "shortest": grade.verdict is Verdict.SHORTEST}


def _check(answered: Answered, passed: Mapping[str, bool], rubric: Mapping[str, float]) -> Check:
    entry, shown = answered.entry, answered.reply.shown
    reason = f"{_say(answered)} ({answered.seconds:.1f} s{shown and f'; it says: {shown}'})"
    most = [rubric.get(name, 0) for name in passed]
    points = sum(worth for worth, holds in zip(most, passed.values()) if holds)
    return Check(f"board {entry.number}: {entry.problem.start}", points, sum(most), reason)


def _say(answered: Answered) -> str:
    """Describe the verdict, with the moves of the answer."""
    grade = answered.grade
    more = f", {grade.longer:,} more than necessary" if grade.longer else ""
    said = f"{count(grade.moves, 'move')}{more}" if grade.moves is not None else ""
    return f"{grade.verdict.value}: {grade.note or said}".removesuffix(": ")
