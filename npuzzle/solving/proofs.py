"""`Proofs`: a folder with begun proofs of large boards, so that a later search goes on from there.

A file holds what `npuzzle.solving.earlier` knows of one board, as JSON. A file that is damaged, or was not
written by this version for this board, is never used: the search begins anew and its result says why.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from npuzzle import storage
from npuzzle.errors import InvalidJobError, WrongAnswerError, brief, require
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem
from npuzzle.solving.earlier import WRONG, Earlier, can_go_on, read_earlier
from npuzzle.solving.going_on import GoingOn
from npuzzle.solving.job import Job, start
from npuzzle.solving.result import Result
from npuzzle.solving.run import Run

MOST = 16  # boards whose proofs are kept, the latest ones
LONGEST = 4_000_000  # bytes of a file that are read; it has some ten thousand
EVERY = 5.0  # seconds of search between two writes, if the bound has not risen
ENDING = ".proof"
WHERE = "on this computer"


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of a proof, and when it was written; what it holds, or the `error` why it cannot be used."""

    path: Path
    when: datetime
    earlier: Earlier | None = None
    error: str = ""


class Proofs:
    """The proofs that are kept in `folder`, which need not be there yet."""

    def __init__(self, folder: Path | str) -> None:
        require(folder, (str, Path), "proofs are kept in a folder, named by a path or its text")
        self.folder = Path(folder)

    def start(self, job: Job, *, anew: bool = False) -> Run:
        """Begin a job as `npuzzle.start` does; the run goes on from what is kept, unless `anew`.

        The proof of a board of 17 to 25 cells, by IDA* with pattern databases or by `anytime`, is a
        `KeptRun`: it is written when the bound rises, every EVERY seconds and at the end, and removed once a
        path is proved shortest. Of other jobs nothing is kept. Raises InvalidJobError if it is not a `Job`.
        """
        require(job, Job, "a job is a Job, such as Job.create gives")
        plan = job.resolve()
        if not can_go_on(plan):
            return start(job)
        kept = None if anew else self.find(plan.problem)
        earlier = (kept and kept.earlier) or Earlier(problem=plan.problem)
        going_on = GoingOn(plan, earlier, WHERE, every=EVERY)
        if kept is not None and kept.error:
            going_on.plan = replace(going_on.plan, earlier=f"{kept.error}. The search began anew.")
        return KeptRun(going_on, kept, partial(self._keep, plan.problem))

    def solve(self, job: Job, *, anew: bool = False) -> Result:
        """Carry out a job to its end or to a limit, as `start` begins it."""
        run = self.start(job, anew=anew)
        while run.result is None:
            run.step(seconds=1)
        return run.result

    def find(self, problem: Problem) -> Kept | None:
        """Return what is kept of a board and its goal; None if nothing is."""
        path = self._path_of(problem)
        return _read(path, problem) if os.path.lexists(path) else None

    def list(self) -> list[Kept]:
        """List all that is kept, the latest first."""
        return [_read(path) for path in self._list_paths()]

    def remove(self, problem: Problem) -> bool:
        """Remove what is kept of a board and its goal; return whether there was anything. Raises OSError."""
        return _remove(self._path_of(problem))

    def clear(self) -> int:
        """Remove all that is kept; return how many files that were.

        Raises OSError if something could not be removed, after all others have been.
        """
        removed, failure = 0, None
        for path in self._list_paths():
            try:
                removed += _remove(path)
            except OSError as error:
                failure = error
        if failure is not None:
            raise failure
        return removed

    def _keep(self, problem: Problem, earlier: Earlier | None) -> None:
        """Write what is known of a board, or remove its file if that is None. Raises OSError."""
        path = self._path_of(problem)
        if earlier is None:
            _remove(path)
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        storage.replace(path, json.dumps(earlier.to_dict()).encode())
        others = [other for other in self._list_paths() if other != path]  # their dates may be wrong
        for oldest in others[MOST - 1 :]:
            with suppress(OSError):  # what cannot be removed does not undo what was written
                _remove(oldest)

    def _path_of(self, problem: Problem) -> Path:
        name = sha256(f"{problem.start} to {problem.goal}".encode()).hexdigest()[:16]
        return self.folder / f"{problem.shape}-{name}{ENDING}"

    def _list_paths(self) -> tuple[Path, ...]:
        """List the files, the latest first."""
        dated = []
        for path in self.folder.glob(f"*{ENDING}"):
            with suppress(OSError):  # another process has removed it
                dated.append((path.lstat().st_mtime, path))
        return tuple([path for _, path in sorted(dated, reverse=True)])


class KeptRun(Run):
    """A run that keeps what it has ruled out.

    `kept`: the file that it found of an earlier run. `is_kept`: whether a later run can go on from this one.
    `trouble`: why nothing can be kept; an empty text if all is well.
    """

    def __init__(self, going_on: GoingOn, kept: Kept | None, keep: Callable[[Earlier | None], None]) -> None:
        super().__init__(going_on.plan, falls_back=True)
        self.kept, self.is_kept, self.trouble = kept, False, ""
        self._going_on, self._keep = going_on, keep

    def step(self, seconds: float) -> Result | None:
        """Search for about that many seconds, as `Run.step` does, and keep what is due."""
        return self._advance(partial(super().step, seconds))

    def cancel(self) -> Result:
        """End the run now, as `Run.cancel` does, and keep what it has ruled out."""
        result = self._advance(super().cancel)
        assert result is not None
        return result

    def _advance(self, act: Callable[[], Result | None]) -> Result | None:
        if self.result is not None:
            return self.result
        try:
            result = act()
        except WrongAnswerError as error:
            if WRONG in str(error):
                self._write(None)
            raise
        if result is not None:
            self._write(self._going_on.end(self))
        elif earlier := self._going_on.note(self):
            self._write(earlier)
        return result

    def _write(self, earlier: Earlier | None) -> None:
        """Keep this, or nothing if it is None; a disk that is full or cannot be written is no fault here."""
        try:
            self._keep(earlier)
        except OSError as error:
            self.is_kept, self.trouble = False, error.strerror or type(error).__name__
        else:
            self.is_kept, self.trouble = earlier is not None, ""


def _read(path: Path, problem: Problem | None = None) -> Kept:
    """Read a file, which may hold anything; `problem`: its board and goal, or else those that it names."""
    when = datetime.fromtimestamp(0)
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime)
        if not path.is_file():  # opening a pipe would wait for its other end
            raise InvalidJobError("it is not a plain file")
        with path.open("rb") as file:
            text = file.read(LONGEST + 1)
        data = json.loads(text) if len(text) <= LONGEST else None
        return Kept(path, when, read_earlier(data, problem or _read_problem(data)))
    except RecursionError:
        why = "it is nested too deeply"
    except OSError as error:
        why = error.strerror or type(error).__name__
    except (ValueError, OverflowError) as error:  # all errors of a file's content or date are these
        why = brief(str(error))
    return Kept(path, when, error=f"{path} cannot be used: {why}")


def _read_problem(data: Any) -> Problem:
    """Read the board and the goal that a file names."""
    require(data, Mapping, "a proof is a mapping, such as to_dict gives")
    return Problem(Board.parse(str(data.get("board"))), Board.parse(str(data.get("goal"))))


def _remove(path: Path) -> bool:
    """Remove a file; return whether it was there. Raises OSError."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True
