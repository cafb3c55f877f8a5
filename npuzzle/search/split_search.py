"""IDA* split over several workers. Each searches one subtree after the other, all within the same bound.

This worker makes the subtrees, hands them out, and searches some of them. The bound rises when all subtrees
are done. A solution ends the search when all subtrees with smaller numbers are done. So the path and the
counts do not depend on the number of workers. If a worker ends early, other workers search its subtrees
again, and states that were counted before are not counted twice.

Workers exchange only messages of plain data, because workers in a browser can share nothing else.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass

from npuzzle.compiler import PLAIN
from npuzzle.puzzle.problem import Problem, State
from npuzzle.puzzle.shape import Slide
from npuzzle.search.base import Helpers, Message, Refuted, SearchOptions, Stats
from npuzzle.search.pattern_search import PatternSearch
from npuzzle.search.subtrees import Ended, Report, Subtree, SubtreeSearcher, TreeTop, read_report

#: A search is split after a bound that took this many states: the next one takes several times as many.
SPLIT_FROM, SPLIT_FROM_SLOW = 200_000, 20_000
AHEAD = 3  # a helper has at least this many subtrees, so that it does not wait for the next one
WAIT = 0.02  # seconds between checks of the helpers, if there is nothing else to do
TOGETHER = 100  # how many states at the top of the tree are expanded in one step
MOST_WHEN_AWAITED = 100_000  # most states per step if a helper waits and the caller has other work
ALLOWANCE_DIVISOR = 8  # a worker may expand an eighth of its equal part of the states that a limit leaves


class NoHelpers:
    """A stand-in for helpers, for a search that is divided only so that its parts can be saved."""

    is_waiting = False

    def is_time(self) -> bool:
        return True

    def open(self, request: Message, table_bytes: int) -> None:
        """Do nothing: there are no workers to start."""

    def send(self, helper: int, message: Message) -> None:
        """Do nothing: there is no helper."""

    def receive(self, seconds: float) -> Sequence[tuple[int, Message]]:
        return ()

    def close(self) -> None:
        """Do nothing: there are no workers to end."""


def is_worth_splitting(expanded: int, engine: str) -> bool:
    """Return whether several workers would gain time in the next bound. The last took `expanded` states."""
    return expanded >= (SPLIT_FROM_SLOW if engine in PLAIN else SPLIT_FROM)


def describe_request(problem: Problem, engine: str, partition: str, *, is_limited: bool) -> Message:
    """Describe the search as plain data, from which a `SubtreeWorker` finds the same databases."""
    return {
        "do": "open",
        "board": str(problem.start),
        "goal": str(problem.goal),
        "engine": engine,
        "tables": partition,
        "is_limited": is_limited,
    }


def _has_ended(message: Message) -> bool:
    """Return whether a message says that a subtree is done."""
    return bool(message["do"] == "report" and message["ended"] != Ended.NOT_YET.value)


@dataclass(slots=True)
class _Counts:
    """The counts of a subtree over all workers that searched it, and the counts of the present worker."""

    expanded: int = 0
    generated: int = 0
    done_expanded: int = 0
    done_generated: int = 0

    def note(self, report: Report) -> tuple[int, int]:
        """Add a report. Return how many of its states were expanded and generated for the first time."""
        self.done_expanded += report.expanded
        self.done_generated += report.generated
        expanded, generated = self.expanded, self.generated
        self.expanded = max(expanded, self.done_expanded)
        self.generated = max(generated, self.done_generated)
        return self.expanded - expanded, self.generated - generated

    def begin_again(self) -> None:
        """Start again for another worker, which will expand the same states in the same order."""
        self.done_expanded = self.done_generated = 0


class SplitSearch:
    """A search whose next bounds are split over the helpers and this worker.

    A step of 0 expansions only hands out subtrees and reads messages, for a caller that has other work to do.
    """

    _ended: Counter[int]  # by helper: how many subtrees it finished, according to the last messages
    # The next four are for the current bound:
    _subtrees: list[Subtree]  # by number
    _untaken: deque[Subtree]
    _counts: dict[int, _Counts]  # by number, for each subtree that was started
    _solved: Report | None

    def __init__(
        self,
        kernel: PatternSearch,
        start: tuple[State, int],
        stats: Stats,
        helpers: Helpers,
        options: SearchOptions,
    ) -> None:
        self._stats, self._helpers, self._most = stats, helpers, options.most_expanded
        self._refuted = options.refuted or Refuted()
        self._own, self._top = SubtreeSearcher(kernel, *start), TreeTop(kernel, *start)
        self._megabytes = max(1, round(kernel.kernel.bytes / 1e6))
        self._first_note = stats.note
        self._held: dict[int, dict[int, Subtree]] = {}  # by helper, by number
        self._allowed: dict[int, int] = {}  # by helper: how many more states a limit allows it to expand
        self._lost = list[str]()  # why workers were lost

    def try_bound(self) -> Generator[Stats, None, tuple[Slide, ...] | None]:
        """Search all subtrees within the current bound. Return the slides of the first solution, or None."""
        stats, bound = self._stats, int(self._stats.bound)
        self._refuted.raise_to(bound)
        self._subtrees = yield from self._divide(bound)
        self._untaken, self._solved, self._counts = deque(self._subtrees), None, {}
        while self._untaken or self._own.current or any(self._held.values()):
            self._collect(0)
            self._hand_out()
            most = self._own_share()
            if self._own.current is None and self._untaken and most > 0:
                self._own.add(self._untaken.popleft())
            if self._own.current and most > 0:
                counted = self._note_report(self._own.search(most))
                stats.frontier = stats.stored = stats.peak_frontier
                yield stats if counted else stats.pause()
            else:
                may_wait = stats.report_at > stats.expanded  # otherwise the caller has other work
                self._collect(WAIT if may_wait else 0)
                yield stats.pause()
        return None if self._solved is None else self._solved.slides

    def _divide(self, bound: int) -> Generator[Stats, None, list[Subtree]]:
        """Return the subtrees of a bound. A limit on expanded states also counts those above the subtrees."""
        dividing, together = self._top.divide(bound, self._stats, self._refuted), 0
        while True:
            try:
                next(dividing)
            except StopIteration as end:
                subtrees: list[Subtree] = end.value
                return subtrees
            together += 1
            if self._most is not None or together % TOGETHER == 0:
                yield self._stats

    def _own_share(self) -> int:
        """Return how many states this worker may expand now. It shares a limit with the helpers."""
        stats = self._stats
        if self._most is not None:
            return min(stats.left, self._left_of_limit())
        if stats.report_at > stats.expanded:
            return stats.left
        return MOST_WHEN_AWAITED if self._is_awaited() else 0

    def _is_awaited(self) -> bool:
        """Return whether a helper has nothing to do until this worker finishes its own subtree."""
        idle = not self._untaken and not all(self._held.values())
        return idle and self._own.current is not None

    def _left_of_limit(self) -> int:
        assert self._most is not None
        return max(0, self._most - self._stats.expanded - sum(self._allowed.values()))

    def _hand_out(self) -> None:
        """Give each helper that is ready the next subtrees."""
        for helper, held in self._held.items():
            ahead = self._ahead(helper)
            while self._untaken and len(held) < ahead:
                subtree = self._untaken.popleft()
                held[subtree.number] = subtree
                self._helpers.send(helper, {"do": "search", **asdict(subtree)})
            if self._most is not None:
                self._allow(helper)

    def _ahead(self, helper: int) -> int:
        """Return how many subtrees a helper should have: twice as many as it ends between two checks."""
        fair = len(self._untaken) // (1 + len(self._held))
        return max(AHEAD, min(2 * self._ended[helper], fair))

    def _allow(self, helper: int) -> None:
        """Give more of the limit to a helper that used up its share. Take an idle helper's share back."""
        left, allowed = self._left_of_limit(), self._allowed[helper]
        more = -allowed
        if self._held[helper]:
            more = 0 if allowed else min(left, max(1, left // (ALLOWANCE_DIVISOR * (1 + len(self._held)))))
        if more:
            self._allowed[helper] += more
            self._helpers.send(helper, {"do": "allow", "states": more})

    def _collect(self, seconds: float) -> None:
        """Read the helpers' messages. If there are none yet, wait up to `seconds`."""
        came = self._helpers.receive(seconds)
        if came:
            self._ended = Counter(helper for helper, message in came if _has_ended(message))
        for helper, message in came:
            if message["do"] == "note":
                self._first_note = f"{self._first_note} {message['text']}".strip()
                self._write_note()
            elif message["do"] == "ready":
                self._held[helper], self._allowed[helper] = {}, 0
                self._stats.workers = max(self._stats.workers, 1 + len(self._held))
                self._write_note()
            elif message["do"] == "lost":
                self._allowed.pop(helper, None)
                held = self._held.pop(helper, {}).values()
                for number in self._counts.keys() & {subtree.number for subtree in held}:
                    self._counts[number].begin_again()
                waiting = [*held, *self._untaken]
                waiting.sort(key=lambda subtree: subtree.number)
                self._untaken = deque(filter(self._is_wanted, waiting))
                self._lost.append(message["why"])
                self._write_note()
            else:
                self._note_helped(helper, read_report(message))

    def _note_helped(self, helper: int, report: Report) -> None:
        """Count the work that a helper reports."""
        self._stats.elsewhere += self._note_report(report)
        if report.ended is not Ended.NOT_YET:
            del self._held[helper][report.number]
        if self._most is not None:
            self._allowed[helper] -= report.expanded

    def _note_report(self, report: Report) -> int:
        """Count the new states of a report, and return how many. After a solution, drop later subtrees."""
        stats = self._stats
        expanded, generated = self._counts.setdefault(report.number, _Counts()).note(report)
        stats.expanded += expanded
        stats.generated += generated
        stats.peak_frontier = stats.deepest = max(stats.peak_frontier, report.peak)
        if report.ended is Ended.SOLVED:
            self._note_solution(report)
        elif report.ended is Ended.NO_SOLUTION:
            self._refuted.done[self._subtrees[report.number].ways] = self._counts[report.number].expanded
        return expanded

    def _note_solution(self, report: Report) -> None:
        """Record the first solution, and drop all later subtrees."""
        if self._solved is None or report.number < self._solved.number:
            self._solved = report
            self._own.drop_above(report.number)
            self._untaken = deque(filter(self._is_wanted, self._untaken))
            for helper, held in self._held.items():
                if any(number > report.number for number in held):
                    self._helpers.send(helper, {"do": "drop", "above": report.number})

    def _is_wanted(self, subtree: Subtree) -> bool:
        """Return whether this subtree must be searched: no subtree before it has a solution."""
        return self._solved is None or subtree.number < self._solved.number

    def _write_note(self) -> None:
        """Write into the stats how many workers took part, how many were lost, and why the first was lost."""
        notes = [self._first_note]
        if self._stats.workers > 1:
            size = f"each with {self._megabytes} MB of pattern databases"
            notes.append(f"Split over {self._stats.workers} workers, {size}.")
        if self._lost:
            others = "the others searched its part" if len(self._lost) == 1 else "others searched their parts"
            count = "A worker" if len(self._lost) == 1 else f"{len(self._lost)} workers"
            notes.append(f"{count} ended early ({self._lost[0]}); {others}.")
        self._stats.note = " ".join(filter(None, notes))
