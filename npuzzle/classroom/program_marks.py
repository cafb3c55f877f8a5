"""Marks for students' programs: each board is given by a protocol, and each answer is replayed here.

The lengths are proved by npuzzle. A program learns neither them nor which boards cannot be solved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from npuzzle.classroom.grading import WORTH_A_POINT, Grade, KeyEntry, Verdict, grade_answer
from npuzzle.classroom.marks import Check, Marks
from npuzzle.classroom.protocols import FILE, NO_MOVES, OUTPUT, ProtocolCard, Reply
from npuzzle.processes.limited import Caps, run_limited
from npuzzle.text import count

RUBRIC = {"solves": 1, "shortest": 1, "unsolvable": 2}  # points for each board


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
    held = [_list_held(each) for each in answers]
    facts: dict[str, object] = {"boards": len(answers)}
    facts |= {name: sum(each.get(name, False) for each in held) for name in RUBRIC}
    facts["slowest"] = f"{max(each.seconds for each in answers):.1f} s"
    bad = [each for each in answers if each.grade.verdict not in WORTH_A_POINT]
    notes = [
        f"{len(bad)} of {count(len(answers), 'board')}: board {each.entry.number} {_say(each)}"
        for each in bad[:1]
    ]
    return Marks(student, tuple(_check(*pair, rubric) for pair in zip(answers, held)), facts, tuple(notes))


def _ask(command: Sequence[str], protocol: ProtocolCard, entry: KeyEntry, caps: Caps) -> Answered:
    """Run the program on one board, in a folder of its own, and grade its answer."""
    board = entry.problem.start
    given = protocol.give(board)
    with TemporaryDirectory(prefix="npuzzle-mark-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if given.file is not None:
            (folder / FILE).write_text(given.file, encoding="utf-8")
        ended = run_limited([*command, *given.arguments], folder, given.text.encode(), caps)
        written = folder / OUTPUT
        file = b""
        if written.is_file() and not written.is_symlink():
            with written.open("rb") as opened:
                file = opened.read(caps.output)
    reply = protocol.read(board, ended.output.decode(errors="replace"), file.decode(errors="replace"))
    if ended.problem and not (ended.by_itself and reply.path and not reply.problem):
        reply = Reply(problem=ended.problem)  # an exit code alone makes no answer wrong
    return Answered(entry, _grade(entry, reply), reply, ended.seconds)


def _grade(entry: KeyEntry, reply: Reply) -> Grade:
    """Grade the moves. A path with another length than the program claims is right, but not shortest."""
    if reply.problem or not reply.path:
        verdict = Verdict.ILLEGAL if reply.path else Verdict.MISSING
        return Grade(number=entry.number, student="", verdict=verdict, note=reply.problem)
    grade = grade_answer(entry, " " if reply.path == NO_MOVES else reply.path, reply.notation)
    if reply.claimed not in (None, grade.moves) and grade.longer is not None:
        note = f"it claims {reply.claimed:,} moves, its path has {grade.moves:,}"
        return replace(grade, verdict=Verdict.WRONG, note=note)
    return grade


def _list_held(answered: Answered) -> dict[str, bool]:
    """Return whether the answer deserves the points of each name, for those that its board can have."""
    grade = answered.grade
    if answered.entry.length is None:
        return {"unsolvable": grade.verdict is Verdict.RIGHT}
    return {"solves": grade.longer is not None, "shortest": grade.verdict is Verdict.SHORTEST}


def _check(answered: Answered, held: Mapping[str, bool], rubric: Mapping[str, float]) -> Check:
    entry, shown = answered.entry, answered.reply.shown
    reason = f"{_say(answered)} ({answered.seconds:.1f} s{shown and f'; it says: {shown}'})"
    most = [rubric.get(name, 0) for name in held]
    points = sum(worth for worth, holds in zip(most, held.values()) if holds)
    return Check(f"board {entry.number}: {entry.problem.start}", points, sum(most), reason)


def _say(answered: Answered) -> str:
    """Describe the verdict, with the moves of the answer."""
    grade = answered.grade
    more = f", {grade.longer:,} more than necessary" if grade.longer else ""
    said = f"{count(grade.moves, 'move')}{more}" if grade.moves is not None else ""
    return f"{grade.verdict.value}: {grade.note or said}".removesuffix(": ")
