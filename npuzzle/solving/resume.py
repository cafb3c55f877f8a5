"""Save the unfinished proof of a large board, and resume it later.

A proof for a board of 17 to 25 cells may take days. `Proof` holds the bound and the best path of one board;
the search updates it while running. `SavingRun` decides when to save the proof. `Proofs` is a folder with one
file per board. The page saves the same data in the browser.

A saved bound is trusted, not proved again, so an edited file can make it wrong. This has three consequences.
A result that rests on a saved proof says so in its note. A file is used only if it is consistent, and exactly
what `to_dict` writes for this board. If a path is found that is shorter than a saved bound, an error is
raised and the file is removed.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from npuzzle import storage
from npuzzle.errors import InvalidJobError, SavedBoundError, brief, quote, require
from npuzzle.pattern_databases import MAX_PATTERN_CELLS
from npuzzle.puzzle.board import Board
from npuzzle.puzzle.problem import Problem
from npuzzle.search.base import Helpers, Refuted, Ways
from npuzzle.search.pattern_search import DEEPEST
from npuzzle.search.subtrees import SHARE
from npuzzle.solving.job import Job, start
from npuzzle.solving.plan import Plan
from npuzzle.solving.result import Result
from npuzzle.solving.rules import can_split
from npuzzle.solving.run import Run
from npuzzle.text import count
from npuzzle.version import __version__

LEAST_CELLS = 17  # smaller boards are proved in seconds
MOST_SECONDS = 10**10  # three centuries
RISES = 4  # how many rises of the bound are saved; the time left is estimated from them
MOST = 16  # saved proofs; older ones are removed
LONGEST = 1_000_000  # bytes read from a file; a proof needs some ten thousand
EVERY = 5.0  # seconds between writes to the folder, unless the bound rises
ENDING = ".proof"
WHERE = "on this computer"

#: A pattern for one subtree as text: the moves of the blank that lead to the subtree, and its size.
_SUBTREE = f"[0-3]{{1,{DEEPEST}}}:[0-9]{{1,15}}"
_SUBTREES = re.compile(f"(?:{_SUBTREE}(?: {_SUBTREE})*)?")


def can_resume(plan: Plan) -> bool:
    """Return whether a plan's search is a proof for a large board, which can be saved and resumed."""
    problem = plan.problem
    if plan.options.order:  # subtrees are saved for the usual order of moves only
        return False
    is_large = LEAST_CELLS <= problem.shape.cells <= MAX_PATTERN_CELLS
    return is_large and not problem.counts_lines and can_split(plan.algorithm, plan.heuristic)


@dataclass(slots=True)
class Proof(Refuted):
    """What all searches of one board have found and ruled out so far, in single moves.

    `path`: the shortest path found, in tile letters (empty if none is known). `seconds`: the time of all
    searches together. `rises`: for each rise of the bound, the new bound and the seconds until then; only the
    last RISES are saved.
    """

    _: KW_ONLY
    problem: Problem
    path: str = ""
    seconds: float = 0.0
    rises: list[tuple[int, float]] = field(default_factory=list)

    @property
    def is_worth_saving(self) -> bool:
        """Whether a later search would gain time: the bound has risen above the first estimate."""
        return len(self.rises) > 1 or bool(self.done)

    def update(self, path: str, seconds: float) -> None:
        """Note a path and the seconds of all searches. If the bound has risen, record the rise."""
        self.path, self.seconds = min(filter(None, [path, self.path]), key=len, default=""), seconds
        if self.bound > (self.rises[-1][0] if self.rises else 0):
            self.rises.append((self.bound, seconds))

    def describe(self, where: str) -> str:
        """Return the note for a result that depends on this proof. `where`: where the proof was saved."""
        if not self.bound:
            return ""
        parts = f", and {count(len(self.done), 'part')} of those with {self.bound}," if self.done else ""
        took = count(max(1, round(self.seconds)), "second")
        return (
            f"Paths of fewer than {self.bound} moves{parts} were ruled out earlier, {where}, in {took}; "
            "this search continued from there."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON, with a checksum."""
        large = sum(self.sizes.values()) / (2 * SHARE)  # only subtrees above this size are divided further
        return seal(
            {
                "version": __version__,
                "board": str(self.problem.start),
                "goal": str(self.problem.goal),
                "bound": self.bound,
                "done": _write_subtrees(self.done),
                "sizes": _write_subtrees({ways: size for ways, size in self.sizes.items() if size > large}),
                "path": self.path if len(self.path) > self.bound else "",  # else the proof is complete
                "seconds": round(self.seconds, 3),
                "rises": [[bound, round(seconds, 3)] for bound, seconds in self.rises[-RISES:]],
            }
        )

    @classmethod
    def from_dict(cls, data: Any, problem: Problem) -> Proof:
        """Read the data that `to_dict` wrote for this problem. Raises InvalidJobError for anything else.

        One rule detects damage, wrong types and wrong formats: `to_dict` must return the same data again.
        """
        require(data, Mapping, "a saved proof must be a mapping")
        here = {"version": __version__, "board": str(problem.start), "goal": str(problem.goal)}
        for name, text in here.items():
            if data.get(name) != text:
                raise InvalidJobError(f"its {name} must be {text!r}, got {quote(data.get(name))}")
        try:
            proof = cls(
                int(data["bound"]),
                _read_subtrees(data["done"]),
                _read_subtrees(data["sizes"]),
                problem=problem,
                path=str(data["path"]),
                seconds=float(data["seconds"]),
                rises=[(int(bound), float(seconds)) for bound, seconds in data["rises"]],
            )
            is_right = proof.to_dict() == data and proof._can_be_true()
        except (KeyError, TypeError, ValueError, OverflowError):  # an illegal move is a ValueError
            is_right = False
        if not is_right:
            raise InvalidJobError("its content is damaged")
        return proof

    def _can_be_true(self) -> bool:
        """Return whether the path leads to the goal, and the bounds and seconds rise within their limits."""
        most = len(self.path) - 1 if self.path else DEEPEST
        points = [(0, 0.0), *self.rises, (self.bound, self.seconds), (most, MOST_SECONDS)]
        return (
            all(one[0] <= two[0] and one[1] <= two[1] for one, two in pairwise(points))
            and (not self.bound or self.bound % 2 == self.problem.parity)
            and (not self.path or self.problem.replay(self.path) == self.problem.goal)
        )


def seal(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with a checksum, which detects damage, not forgery."""
    fields = {name: value for name, value in data.items() if name != "checksum"}
    text = json.dumps(fields, sort_keys=True)
    return {**fields, "checksum": sha256(text.encode()).hexdigest()}


def _write_subtrees(subtrees: Mapping[Ways, int]) -> str:
    """Write each subtree as text: the moves that lead to it, a colon and its size.

    >>> _write_subtrees({(2, 2): 7, (0, 3, 1): 60})
    '031:60 22:7'
    """
    return " ".join(sorted(f"{''.join(map(str, ways))}:{size}" for ways, size in subtrees.items()))


def _read_subtrees(text: str) -> dict[Ways, int]:
    """Read the text of `_write_subtrees`. Raises ValueError, or TypeError for anything but text."""
    if not _SUBTREES.fullmatch(text):
        raise ValueError(text)
    pairs = [subtree.split(":") for subtree in text.split()]
    return {tuple(map(int, ways)): int(size) for ways, size in pairs}


@dataclass(frozen=True, slots=True)
class ProofFile:
    """The file of a saved proof: its date and the proof, or an `error` saying why the file is unusable."""

    path: Path
    when: datetime
    proof: Proof | None = None
    error: str = ""


class SavingRun(Run):
    """A run that resumes a proof, and saves which paths it rules out.

    `save(proof)` is called when the bound rises, after `every` seconds of search, and at the end.
    `save(None)` is called at the end if a path is proved shortest or nothing is worth saving, and when the
    saved bound is wrong. `note`: the note for the result, see `Proof.describe`. `file`: the file that the
    proof was read from. `is_saved`: whether a later run can resume this one. `trouble`: why the proof could
    not be saved (empty if all is well).
    """

    def __init__(
        self,
        plan: Plan,
        proof: Proof,
        save: Callable[[Proof | None], object],
        *,
        note: str,
        every: float,
        file: ProofFile | None = None,
        helpers: Helpers | None = None,
    ) -> None:
        options = replace(plan.options, refuted=proof, known_path=proof.path)
        super().__init__(replace(plan, options=options, earlier=note), helpers=helpers, falls_back=True)
        refuted = self._options.refuted  # the run's own copy
        assert isinstance(refuted, Proof)
        self._proof, self.file, self.seconds_before = refuted, file, proof.seconds
        self.is_saved, self.trouble = False, ""
        self._save_proof, self._pause = save, every  # names other than those of Run
        self._saved_at = proof.bound, proof.seconds  # at the last save
        self._is_over = self.result is not None

    @property
    def rises(self) -> tuple[tuple[int, float], ...]:
        """For each rise of the bound so far: the new bound, and the seconds of all searches until then."""
        return tuple(self._proof.rises)

    def step(self, seconds: float) -> Result | None:
        """Search for about that many seconds, as `Run.step` does, and save the proof if that is due."""
        with self._save_after():
            return super().step(seconds)

    def stop(self) -> None:
        """End the search, as `Run.stop` does, and save the proof."""
        with self._save_after():
            super().stop()

    def cancel(self) -> Result:
        """End the run now, as `Run.cancel` does, and save the proof."""
        with self._save_after():
            return super().cancel()

    @contextmanager
    def _save_after(self) -> Iterator[None]:
        """Save the proof after the block, if that is due."""
        try:
            yield
        except SavedBoundError:
            self._try_to_save(None)
            raise
        if self._is_over:
            return
        proof, result = self._proof, self.result
        path = self.path_so_far if result is None else result.path
        proof.update(path or "", self.seconds_before + self.seconds)
        if result is not None:
            self._is_over = True
            self._try_to_save(proof if proof.is_worth_saving and not result.is_optimal else None)
        elif proof.is_worth_saving and (
            proof.bound > self._saved_at[0] or proof.seconds >= self._saved_at[1] + self._pause
        ):
            self._saved_at = proof.bound, proof.seconds
            self._try_to_save(proof)

    def _try_to_save(self, proof: Proof | None) -> None:
        """Save the proof. If that fails, as on a full disk, set `trouble` and raise nothing."""
        try:
            self._save_proof(proof)
        except OSError as error:
            self.is_saved, self.trouble = False, error.strerror or type(error).__name__
        else:
            self.is_saved, self.trouble = proof is not None, ""


class Proofs:
    """The proofs saved in `folder`. The folder need not exist yet."""

    def __init__(self, folder: Path | str) -> None:
        require(folder, (str, Path), "the folder of proofs must be a Path or text")
        self.folder = Path(folder)

    def start(self, job: Job, *, anew: bool = False) -> Run:
        """Start a job as `npuzzle.start` does, but resume the saved proof of its board unless `anew`.

        For a board of 17 to 25 cells, with `anytime` or with IDA* and pattern databases, return a
        `SavingRun`. Nothing is saved for other jobs. Raises InvalidJobError if `job` is not a `Job`.
        """
        require(job, Job, "a job must be a Job, such as Job.create returns")
        plan = job.resolve()
        if not can_resume(plan):
            return start(job)
        problem, file = plan.problem, None if anew else self.find(plan.problem)
        proof = (file and file.proof) or Proof(problem=problem)
        failed = f"{file.error}. The search started over." if file is not None and file.error else ""
        return SavingRun(
            plan,
            proof,
            lambda now: self.remove(problem) if now is None else self.save(now),
            note=failed or proof.describe(WHERE),
            every=EVERY,
            file=file,
        )

    def solve(self, job: Job, *, anew: bool = False) -> Result:
        """Start a job as `start` does, and search until it finishes or reaches a limit."""
        run = self.start(job, anew=anew)
        while run.result is None:
            run.step(seconds=1)
        return run.result

    def find(self, problem: Problem) -> ProofFile | None:
        """Return the file for a board and its goal, or None if there is no such file."""
        path = self._path_of(problem)
        return _read(path, problem) if os.path.lexists(path) else None

    def list(self) -> list[ProofFile]:
        """List all files, the latest first."""
        return [_read(path) for path in self._list_paths()]

    def save(self, proof: Proof) -> None:
        """Write a proof to its file. If there are then too many files, remove the oldest. Raises OSError."""
        path = self._path_of(proof.problem)
        self.folder.mkdir(parents=True, exist_ok=True)
        storage.replace(path, json.dumps(proof.to_dict()).encode())
        others = [other for other in self._list_paths() if other != path]  # the new file always stays
        for oldest in others[MOST - 1 :]:
            with suppress(OSError):  # the new file is written even if an old one stays
                _remove(oldest)

    def remove(self, problem: Problem) -> bool:
        """Remove the file for a board and its goal, and return whether it existed. Raises OSError."""
        return _remove(self._path_of(problem))

    def clear(self) -> int:
        """Remove all files, and return how many were removed.

        If a file cannot be removed, remove all other files, then raise OSError.
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


def _read(path: Path, problem: Problem | None = None) -> ProofFile:
    """Read a file with any content. `problem`: the expected board and goal (None: those in the file)."""
    when = datetime.fromtimestamp(0)
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime)
        if not path.is_file():  # opening a pipe would wait for its other end
            raise InvalidJobError("it is not a plain file")
        with path.open("rb") as file:
            text = file.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise InvalidJobError(f"it must have at most {LONGEST:,} bytes")
        data = json.loads(text)
        require(data, Mapping, "a saved proof must be a mapping")
        named = problem or Problem(Board.parse(str(data.get("board"))), Board.parse(str(data.get("goal"))))
        return ProofFile(path, when, Proof.from_dict(data, named))
    except OSError as error:
        why = error.strerror or type(error).__name__
    except (ValueError, OverflowError, RecursionError) as error:
        why = brief(str(error))
    return ProofFile(path, when, error=f"{path} cannot be used: {why}")


def _remove(path: Path) -> bool:
    """Remove a file, and return whether it existed. Raises OSError."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True
