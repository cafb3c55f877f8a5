"""Hand the page's tasks to the solver, and the parts that run the user's code to the sandbox.

No text that is run comes to the solver. It gets what the sandbox says of it, and that is checked here first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from npuzzle import Board, goal_board
from npuzzle.lab.tracing import MOST as MOST_EXPANSIONS
from npuzzle.pattern_databases import catalogue
from npuzzle.solving.limits import Outcome
from web.page.own_code import OWN
from web.rooms.explore.task import TOO_SOON
from web.rooms.lab.task import CERTIFIED, FAILED, STOPPED
from web.rooms.race.lanes import Lane
from web.sandbox.checks import (
    Referee,
    UntrustedAnswerError,
    read_count,
    read_list,
    read_progress,
    read_rows,
    read_seconds,
    read_text,
)
from web.sandbox.turns import Talk, TaskInterpreters, make_talks, take_turns
from web.solver.exchange import NO_SENSE, OnProgress, TaskError, exchange
from web.solver.wire import Reply


async def carry_out(
    what: str, given: Mapping[str, Any], on_progress: OnProgress, by: TaskInterpreters
) -> dict[str, Any]:
    """Carry out a task; call `on_progress(progress)` after each step. Raises TaskError."""
    is_foreign = runs_text(what, given)
    try:
        if is_foreign and not await by.open_sandbox(tables_for(given)):
            return make_stopped_answer(what, given)
        match what:
            case "certify":
                return await _certify(given, on_progress, by)
            case "race":
                return await _race(given, on_progress, by)
            case "compare":
                return await _compare(given, on_progress, by)
            case "trace" if is_foreign:
                return await _trace(given, on_progress, by)
            case "space" if is_foreign:
                return await _space(given, on_progress, by)
            case "sample" if is_foreign:
                return await _sample(given, on_progress, by)
        asked = {name: value for name, value in given.items() if name != "source"}
        return await exchange(by.solver, what, asked, on_progress, lambda: by.stopping)
    except UntrustedAnswerError as error:
        raise TaskError(str(error)) from None


def make_stopped_answer(what: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Make the answer of a task that was stopped before it began. Raises TaskError if there is none."""
    match what:
        case "certify":
            nothing = {"outcome": STOPPED, "problem": "", "line": None, "seconds": 0, "done": 0, "total": 0}
            return nothing | {"certificate": None, "text": ""}
        case "race":
            return {"lanes": [{"state": Outcome.CANCELLED.value} for _ in given["lanes"]]}
        case "compare":
            problems = ["" for _ in given["lanes"]]
            return {"done": 0, "boards": given["count"], "rows": [], "stopped": True, "problems": problems}
    raise TaskError(TOO_SOON)


def runs_text(what: str, given: Mapping[str, Any]) -> bool:
    """Return whether a task runs the user's code."""
    match what:
        case "certify":
            return True
        case "race" | "compare":
            return any(Lane(**lane).is_own for lane in given["lanes"])
    if what == "trace" and given.get("algorithm") == OWN:
        return True
    return what in ("trace", "space", "sample") and given.get("heuristic") == OWN


def tables_for(given: Mapping[str, Any]) -> dict[str, str]:
    """List the package's files of pattern databases that the user's code may use here, by shape."""
    shape = Board.parse(given["board"]).shape if "board" in given else None
    return {
        str(shape): f"npuzzle/pattern_databases/{name}"
        for kept, name in catalogue.SHIPPED.items()
        if kept == shape
    }


async def _certify(given: Mapping[str, Any], on_progress: OnProgress, by: TaskInterpreters) -> dict[str, Any]:
    """Have the sandbox ask the heuristic about every state, and the solver judge what it said."""
    before = total = 0  # of the sandbox's part, and of both

    def report_evaluation(progress: dict[str, Any]) -> None:
        nonlocal before, total
        done, before = read_progress(progress, "done", "total")
        total = _total_work(before, given)
        on_progress({"done": done, "total": total})

    def report_judgement(progress: dict[str, Any]) -> None:
        on_progress({"done": before + progress["done"], "total": total})

    asked = {"source": given["source"], "goal": given["goal"]}
    claimed = await exchange(by.sandbox, "evaluate", asked, report_evaluation, lambda: by.stopping)
    seconds = read_seconds(claimed.get("seconds"))
    if claimed.get("outcome") != CERTIFIED:
        return _describe_failure(claimed, seconds, given)
    asked = {"values": claimed.get("values"), "goal": given["goal"], "against": given["against"]}
    answer = await exchange(by.solver, "certify", asked, report_judgement, lambda: by.stopping)
    counted = {"done": before + answer["done"], "total": total}
    return answer | counted | {"seconds": answer["seconds"] + seconds}


def _total_work(evaluated: int, given: Mapping[str, Any]) -> int:
    """Count a certificate's steps: the sandbox sees every state twice, the solver once for each heuristic."""
    return evaluated + evaluated // 2 * (len(given["against"]) + 1)


def _describe_failure(claimed: Mapping[str, Any], seconds: float, given: Mapping[str, Any]) -> dict[str, Any]:
    outcome, line = claimed.get("outcome"), claimed.get("line")
    if outcome not in (STOPPED, FAILED):
        raise UntrustedAnswerError(NO_SENSE)
    done, total = read_progress(claimed, "done", "total")
    return {
        "outcome": outcome,
        "certificate": None,
        "text": "",
        "problem": read_text(claimed.get("problem")),
        "line": None if line is None else read_count(line),
        "done": done,
        "total": _total_work(total, given),
        "seconds": seconds,
    }


async def _trace(given: Mapping[str, Any], on_progress: OnProgress, by: TaskInterpreters) -> dict[str, Any]:
    """Have the sandbox find what the user's code answers, or asks for, and the solver search with that."""
    expanded = 0

    def report_estimates(progress: dict[str, Any]) -> None:
        nonlocal expanded
        expanded = min(read_progress(progress, "expanded")[0], MOST_EXPANSIONS)
        on_progress({"expanded": expanded, "most": MOST_EXPANSIONS})

    what, names = (
        ("requests", ("requests", "path", "is_over"))
        if given.get("algorithm") == OWN
        else ("estimates", ("values",))
    )
    claimed = await exchange(by.sandbox, what, given, report_estimates, lambda: by.stopping)
    asked = {name: value for name, value in given.items() if name != "source"}
    if claimed.get("stopped") is True:
        if not expanded:
            raise TaskError(TOO_SOON)
        asked["most"] = expanded
    if type(claimed.get(names[0])) is not str:
        raise UntrustedAnswerError(NO_SENSE)
    asked |= {name: claimed.get(name) for name in names}
    answer = await exchange(by.solver, "trace", asked, on_progress, lambda: False)
    return answer | {"stopped": claimed.get("stopped") is True}


async def _space(given: Mapping[str, Any], on_progress: OnProgress, by: TaskInterpreters) -> dict[str, Any]:
    """Have the sandbox ask the heuristic about every state, and the solver search with what it said."""
    asked = {"source": given["source"], "goal": given["goal"]}
    claimed = await exchange(by.sandbox, "evaluate", asked, lambda progress: None, lambda: by.stopping)
    if claimed.get("outcome") == STOPPED:
        raise TaskError(TOO_SOON)
    if claimed.get("outcome") != CERTIFIED:
        raise TaskError(read_text(claimed.get("problem")))
    asked = {name: value for name, value in given.items() if name != "source"}
    asked["values"] = claimed.get("values")
    return await exchange(by.solver, "space", asked, on_progress, lambda: by.stopping)


async def _sample(given: Mapping[str, Any], on_progress: OnProgress, by: TaskInterpreters) -> dict[str, Any]:
    """Have the sandbox ask the heuristic about the sample, and the solver find the distances."""
    claimed = await exchange(by.sandbox, "sampled", given, lambda progress: None, lambda: by.stopping)
    if claimed.get("stopped") is True:
        raise TaskError(TOO_SOON)
    asked = {name: value for name, value in given.items() if name != "source"}
    values = claimed.get("values")
    if type(values) is not str:
        raise UntrustedAnswerError(NO_SENSE)
    asked["values"] = values
    return await exchange(by.solver, "sample", asked, on_progress, lambda: by.stopping)


async def _race(given: Mapping[str, Any], on_progress: OnProgress, by: TaskInterpreters) -> dict[str, Any]:
    solver, sandbox = make_talks(given, by)
    talks = [talk for talk in (solver, sandbox) if talk.lanes]
    board = Board.parse(given["board"])
    goal = goal_board(given["goal"], board.shape)
    referee = Referee.of(board, goal) if sandbox.lanes else None

    def reports() -> dict[str, Any]:
        found: dict[int, dict[str, Any]] = {}
        current = solver.latest.get("lanes") or [{} for _ in solver.lanes]
        for at, report in zip(solver.lanes, current):
            found[at] = {name: value for name, value in report.items() if name != "moves"}
        if referee is not None:
            found |= zip(sandbox.lanes, _own_reports(sandbox, referee))
        return {"lanes": [found[at] for at in sorted(found)]}

    await take_turns("race", talks, given, lambda: on_progress(reports()), by)
    return reports()


def _own_reports(sandbox: Talk, referee: Referee) -> list[dict[str, Any]]:
    if sandbox.problem:
        return [{"state": FAILED, "problem": sandbox.problem} for _ in sandbox.lanes]
    if sandbox.reply == Reply():
        return [{} for _ in sandbox.lanes]  # it has not said anything yet
    try:
        lanes = read_list(sandbox.latest.get("lanes"), len(sandbox.lanes))
        return [referee.report(lane) for lane in lanes]
    except UntrustedAnswerError as error:
        sandbox.problem = str(error)
        return _own_reports(sandbox, referee)


async def _compare(given: Mapping[str, Any], on_progress: OnProgress, by: TaskInterpreters) -> dict[str, Any]:
    solver, sandbox = make_talks(given, by)
    talks = [solver, sandbox] if sandbox.lanes else [solver]

    def count_done() -> int:
        return min(read_progress(talk.latest, "done")[0] for talk in talks if not talk.problem)

    def tell() -> None:
        on_progress({"done": count_done(), "boards": solver.latest.get("boards", given["count"])})

    await take_turns("compare", talks, given, tell, by)
    answer, problems = solver.latest, [""] * len(given["lanes"])
    rows = [{**row, "lane": solver.lanes[row["lane"]]} for row in answer["rows"]]
    for at, problem in zip(solver.lanes, answer["problems"]):
        problems[at] = problem
    if sandbox.lanes:
        goal = goal_board(given["goal"], Board.parse(given["board"]).shape)
        own, said = _own_rows(sandbox, answer["drawn"], goal)
        rows += own
        for at, problem in zip(sandbox.lanes, said):
            problems[at] = problem
    order = {board: at for at, (board, _) in enumerate(answer["drawn"])}
    kept = [row for row in rows if order[row["board"]] < count_done()]
    kept.sort(key=lambda row: (order[row["board"]], row["lane"]))
    return {
        "done": count_done(),
        "boards": answer["boards"],
        "rows": [{name: value for name, value in row.items() if name != "moves"} for row in kept],
        "problems": problems,
        "stopped": any(talk.latest.get("stopped") is True for talk in talks),
    }


def _own_rows(
    sandbox: Talk, drawn: Sequence[tuple[str, int | None]], goal: Board
) -> tuple[list[dict[str, Any]], list[str]]:
    """Read the runs of the lanes with the user's code, and what ended each lane."""
    lanes = len(sandbox.lanes)
    try:
        if not sandbox.problem:
            rows = read_rows(sandbox.latest.get("rows"), drawn, goal, lanes)
            problems = [read_text(said) for said in read_list(sandbox.latest.get("problems"), lanes)]
            return [{**row, "lane": sandbox.lanes[row["lane"]]} for row in rows], problems
    except UntrustedAnswerError as error:
        sandbox.problem = str(error)
    return [], [sandbox.problem] * lanes
