"""An untrusted interpreter may answer anything; the page's results are derived where its code never ran."""

from __future__ import annotations

import ast
import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Board, solve
from npuzzle.lab import Certificate, certify, evaluate
from npuzzle.progress import run_to_end
from npuzzle.site.files import ROOT
from tests.support.quick import mostly_slow
from tests.unit.web.interpreters import Pair, carry_out
from web.rooms.explore.task import TOO_SOON
from web.rooms.lab.examples import NAMED
from web.rooms.race.claims import WRONG_PATH
from web.rooms.race.lanes import Lane
from web.rooms.race.many import Run
from web.rooms.race.report import Report
from web.sandbox import answers
from web.sandbox.answers import TASKS
from web.sandbox.checks import LARGEST, LONGEST_TEXT, NO_SENSE, UntrustedAnswerError, read_reply
from web.solver import stream, wire
from web.solver.stream import SolverError
from web.solver.work import ask_sandbox

SMALL = "1 2 3/4 5 0"
EASY, GOAL = "2 8 3/1 6 4/7 0 5", "1 2 3/8 0 4/7 6 5"  # 5 moves
HARD, LAST = "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0"  # 31 moves
MIDDLING = "5 2 3/7 1 8/0 6 4"  # 16 moves
PATH, DETOUR = "DDRUL", "LRDDRUL"
CERTIFY = {"source": "any", "goal": SMALL, "against": ["manhattan"]}
RACE = {"board": EASY, "goal": GOAL, "seconds": 30, "source": "any"} | {
    "lanes": [Lane(heuristic="own").to_dict(), Lane().to_dict()]
}
COMPARE = {**RACE, "count": 10, "seed": 1}
TRACE = {"board": EASY, "goal": GOAL, "algorithm": "astar", "heuristic": "own", "source": "any"}
EMPTY = dict.fromkeys(["progress", "answer", "problem", "helpers", "asks"])
ALL = {"certify": CERTIFY, "race": RACE, "compare": COMPARE, "trace": TRACE, "space": TRACE}


def answer_always(answer: object) -> Callable[[str], str]:
    """Return an interpreter that always gives this answer immediately."""
    text = json.dumps(EMPTY | {"answer": answer})
    return lambda message: text


# The solver's messages


@pytest.mark.slow
@pytest.mark.parametrize("what", ALL)
def test_no_text_that_is_run_comes_to_the_solver(what: str) -> None:
    by = Pair()
    given = ALL[what] | {"source": NAMED["manhattan"].source + "\n# a stranger's"}
    carry_out(what, given, by)
    assert by.opened == 1
    assert by.sent
    assert not [message for message in by.sent if "stranger" in message]


@pytest.mark.parametrize("what", ["race", "compare", "trace"])
def test_what_runs_no_text_needs_no_sandbox(what: str) -> None:
    by, lanes = Pair(), [Lane().to_dict(), Lane("breadth-first", "own").to_dict()]
    carry_out(what, ALL[what] | {"lanes": lanes, "heuristic": "manhattan", "count": 1}, by)
    assert by.opened == 0
    assert not [message for message in by.sent if "any" in message], "the text must not be sent anywhere"


def modules(folder: Path) -> Iterator[tuple[str, set[str]]]:
    """Yield each module of the page that names the sandbox, with all its imports, even nested ones."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "node_modules" in path.parts or "sandbox" not in text:
            continue
        tree = ast.parse(text)
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        imported |= {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        named = {
            node.value.split(":")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value.startswith("web.")
        }
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield name, imported | named


@pytest.mark.slow
def test_only_the_sandbox_can_run_a_text() -> None:
    """Only the rooms' `sandboxed` modules run a text, and the solver's tasks never reach these modules."""
    imports = dict(modules(ROOT / "web"))
    text = (ROOT / "web").rglob("*.py")
    run_texts = {f"web.rooms.{name}.sandboxed" for name in ("explore", "lab", "race")}
    assert {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in text
        if re.search("(heuristic|algorithm)_from_source|run_source", path.read_text(encoding="utf-8"))
    } == run_texts
    assert {place.split(":")[0] for place in TASKS.values()} == run_texts
    for found in imports.values():
        assert not found & {*run_texts, "web.sandbox.answers"}, "only the sandbox's table may name them"
    assert not [place for place in wire.TASKS.values() if "sandbox" in place]


@pytest.mark.parametrize("what", ALL)
@pytest.mark.parametrize("messages", range(6))
def test_stop_ends_a_task_wherever_it_is(what: str, messages: int) -> None:
    """After a few messages at most, the task returns its results or says that it was stopped too soon."""
    by, found = Pair(stop_after=messages), dict[str, Any]()
    try:
        found = carry_out(what, ALL[what] | {"source": NAMED["manhattan"].source}, by)
    except SolverError as error:
        found["problem"] = str(error)
    assert found
    assert found.get("problem") in (None, "", TOO_SOON)
    assert len(by.sent) <= 2 * messages + 4


LIE = "proved shortest, said the stranger"
FIELDS = ["bound", "branching", "certificate", "claim", "depth", "distances", "engine", "errors", "estimates"]
FIELDS += ["here", "length", "new", "part", "text", "ticket", "too_high", "trace"]


def add_lies(data: Any) -> Any:
    """Add to every dictionary all fields that only the solver may fill."""
    if isinstance(data, dict):
        return {name: add_lies(value) for name, value in data.items()} | dict.fromkeys(FIELDS, LIE)
    return [add_lies(value) for value in data] if isinstance(data, list) else data


@pytest.mark.slow_cases("compare")
@pytest.mark.parametrize("what", ALL)
def test_what_it_adds_to_its_answers_is_neither_shown_nor_believed(what: str) -> None:
    real, heard = wire.TaskRunner(TASKS), list[object]()

    def liar(message: str) -> str:
        reply = json.loads(real.handle(message))
        lies = {name: reply[name] and add_lies(reply[name]) for name in ("progress", "answer")}
        return json.dumps(reply | lies)

    small = {"board": "1 2 3/0 4 5", "goal": SMALL} if what == "space" else {}
    given = ALL[what] | {"source": NAMED["manhattan"].source} | small
    found = [carry_out(what, given, by, heard.append) for by in (Pair(liar), Pair())]
    assert LIE not in json.dumps([heard, found])
    for answer in found:
        for news in ("distances", "new", "part"):  # news of the last step
            answer.pop(news, None)
    lied, honest = (re.sub(r'"seconds": [^,}]+', "", json.dumps(answer)) for answer in found)
    assert lied == honest


# Certificates


def test_the_verdict_is_that_of_the_values() -> None:
    values = run_to_end(evaluate("manhattan", "2x3", SMALL))
    said = {"outcome": "certified", "seconds": 0, "done": 720, "total": 720, "values": json.dumps(values)}
    lies = {"certificate": {"admissible": False}, "text": "nothing of it is true", "admissible": False}
    found = carry_out("certify", CERTIFY, Pair(answer_always(said | lies)))
    expected = certify("manhattan", "2x3", SMALL, against=["misplaced"]).to_dict()
    proof = Certificate.from_dict(found["certificate"]).to_dict()
    other = {"against": 0, "heuristic": 0, "source": ""}
    assert {**proof, **other} == {**expected, **other}
    assert proof["against"] == {"manhattan": {"relation": "equal", "higher": 0, "lower": 0}}


@pytest.mark.parametrize(
    "values",
    [
        "",
        "[",
        "{}",
        "null",
        "[0]",
        json.dumps([0] * 361),
        json.dumps([-1] * 360),
        json.dumps([True] * 360),
        json.dumps(["0"] * 360),
        json.dumps([[0]] * 360),
        json.dumps([float("nan")] * 360),
        json.dumps([float("inf")] * 360),
        "[" * 100_000,
        f"[{'9' * 5_000}]",
    ],
)
def test_what_is_not_a_list_of_estimates_is_certified_as_nothing(values: str) -> None:
    said = {"outcome": "certified", "seconds": 0, "done": 0, "total": 0, "values": values}
    found = carry_out("certify", CERTIFY, Pair(answer_always(said)))
    assert (found["outcome"], found["certificate"]) == ("failed", None)
    assert found["problem"].endswith(".")


# Races


def lane_report(**changes: object) -> dict[str, object]:
    report = {
        "state": "solved",
        "problem": "",
        "note": "",
        "seconds": 0.5,
        "length": 5,
        "claim": "proved shortest",
    }
    counts = {"expanded": 6, "generated": 15, "frontier": 4, "peak_frontier": 9, "bound": 99}
    return {"engine": "webassembly", "moves": PATH, **report, **counts, **changes}


def lane(**changes: object) -> Report:
    found = carry_out("race", RACE, Pair(answer_always({"lanes": [lane_report(**changes)]})))["lanes"]
    other = Report(**found[1])
    assert (other.length, other.claim) == (5, "proved shortest"), "the other lane must not be affected"
    return Report(**found[0])


def test_a_path_counts_by_its_replay_and_its_claim_by_our_own_bound() -> None:
    bound = solve(EASY, GOAL, algorithm="greedy").lower_bound
    assert bound is not None
    assert (lane().state, lane().length, lane().bound) == ("solved", 5, bound)
    longer = lane(moves=DETOUR, length=5)
    assert (longer.length, longer.claim) == (7, f"at most {7 - bound} longer")
    assert lane().claim == ("proved shortest" if bound == 5 else f"at most {5 - bound} longer")


@pytest.mark.parametrize("moves", ["", "DD", "DDRUU", "UUUU", "xyz", None, 5, ["D"], "D" * 2_000_000])
def test_a_path_that_does_not_lead_to_the_goal_is_refused(moves: object) -> None:
    found = lane(moves=moves)
    assert (found.state, found.length, found.claim, found.problem) == ("failed", None, None, WRONG_PATH)


@pytest.mark.parametrize(
    "changes",
    [
        {"state": "unsolvable"},
        {"state": "no path within the depth limit"},
        {"state": "won"},
        {"state": None},
        {"expanded": -1},
        {"expanded": 1.5},
        {"expanded": True},
        {"generated": LARGEST + 1},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": "0"},
        {"note": 5},
        {"frontier": None},
    ],
)
def test_a_report_that_makes_no_sense_ends_its_lane_alone(changes: dict[str, object]) -> None:
    found = lane(**changes)
    assert (found.state, found.problem, found.claim) == ("failed", NO_SENSE, None)


@pytest.mark.slow
def test_long_texts_are_cut_and_stand_in_one_line() -> None:
    found = lane(note="<b>\n\u2028" + "x" * 10_000_000)
    assert len(found.note) <= LONGEST_TEXT
    assert "\n" not in found.note
    assert "\u2028" not in found.note


# Algorithms

BEGUN = "from npuzzle import Stats\n\ndef search(p):\n    yield Stats()\n"
OWN_RACE = RACE | {
    "seconds": 600,
    "lanes": [Lane("own").to_dict(), Lane().to_dict(), Lane("own", "own").to_dict()],
}


def race_algorithm(source: str) -> list[Report]:
    given = OWN_RACE | {"board": MIDDLING, "goal": LAST, "source": source}
    return [Report(**report) for report in carry_out("race", given)["lanes"]]


@pytest.mark.slow
def test_an_algorithm_races_and_its_claim_is_computed_here() -> None:
    own, known, both = race_algorithm(
        NAMED["astar"].source + "def heuristic(board, goal): return board != goal"
    )
    assert (own.length, known.length, both.length) == (16, 16, 16)
    assert (own.claim, known.claim) == ("at most 4 longer", "proved shortest")
    assert known.expanded * 0.9 < own.expanded < known.expanded * 1.1 < both.expanded


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "def search(problem):\n    yield\n    return []",
            "search must be a generator of Stats that returns its",
        ),
        ("def search(problem):\n    return []", "search must be a generator of Stats that returns its path"),
        (
            "from npuzzle import Stats\n\ndef search(p):\n    yield Stats()\n    return 'U' * 9",
            "misses the goal",
        ),
        (
            "from npuzzle import Stats\n\ndef search(p):\n    yield Stats()\n    1 / 0",
            "division by zero), line 5",
        ),
        ("def search(problem: x):\n    yield", "line 1: NameError: name 'x' is not defined"),
        ("def search(a, b, c, d):\n    yield", "must take the problem, the heuristic and the options"),
        (
            "def heuristic(board):\n    return 0",
            "the text has no algorithm: write a function search",
        ),
    ],
)
def test_a_faulty_algorithm_ends_its_own_lane(source: str, said: str) -> None:
    own, known, _ = race_algorithm(source)
    assert own.state == "failed"
    assert said.lower() in own.problem.lower()
    assert known.claim == "proved shortest"


class Silent(Pair):
    """A sandbox in an endless loop."""

    async def ask(self, message: str) -> wire.Reply:
        return await asyncio.get_running_loop().create_future()


def test_code_that_never_answers_is_ended_at_the_limit_of_its_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other lanes run to their ends; in a comparison, the other lanes' rows remain."""
    monkeypatch.setattr(stream, "TURN", 0.001)
    monkeypatch.setattr(stream, "SPARE", 0.01)
    given = OWN_RACE | {"source": "def search(problem):\n    while True: pass", "seconds": 0.05}
    own, known, both = [Report(**report) for report in carry_out("race", given, Silent())["lanes"]]
    assert own.problem == both.problem == stream.SILENT.format("0.05")
    assert (known.state, known.claim) == ("solved", "proved shortest")


@pytest.mark.slow
def test_an_algorithm_runs_on_many_boards_with_its_text_only_where_it_may() -> None:
    by = Pair()
    found = carry_out(
        "compare", COMPARE | {"lanes": OWN_RACE["lanes"], "source": NAMED["first-way"].source}, by
    )
    assert [run.length for run in rows_of(found, 0)] == [run.length for run in rows_of(found, 1)]
    assert found["problems"][2].startswith("The text has an algorithm, the function search, and no function")
    assert not [message for message in by.sent if "heappush" in message]


# Comparisons


def rows_of(answer: dict[str, Any], at: int) -> list[Run]:
    return [run for run in (Run(**row) for row in answer["rows"]) if run.lane == at]


@pytest.mark.slow
def test_a_comparison_keeps_its_own_boards_depths_and_claims() -> None:
    honest = carry_out("compare", COMPARE | {"source": NAMED["manhattan"].source})
    assert len(rows_of(honest, 0)) == len(rows_of(honest, 1)) == 10
    assert [run.board for run in rows_of(honest, 0)] == [run.board for run in rows_of(honest, 1)]
    assert [run.depth for run in rows_of(honest, 0)] == [run.length for run in rows_of(honest, 1)]
    assert [run.length for run in rows_of(honest, 0)] == [run.length for run in rows_of(honest, 1)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    mostly_slow(
        [
            {"moves": "UU"},
            {"lane": 1},
            {"board": HARD},
            {"board": "nonsense"},
            {"lane": -1},
            {"outcome": "unsolvable"},
            {"generated": -5},
            {"seconds": None},
        ],
        2,
    ),
)
def test_an_invalid_row_ends_the_lanes_of_that_text(changes: dict[str, object]) -> None:
    real, honest = wire.TaskRunner(TASKS), json.dumps(NAMED["manhattan"].source)

    def liar(message: str) -> str:
        reply = json.loads(real.handle(message.replace('"any"', honest)))
        if reply["answer"]:
            reply["answer"]["rows"][3] |= changes
        return json.dumps(reply)

    found = carry_out("compare", COMPARE, Pair(liar))
    assert found["problems"][0] in (NO_SENSE, WRONG_PATH)
    assert found["problems"][1] == ""
    assert rows_of(found, 0) == []
    assert len(rows_of(found, 1)) == 10


# Any answers

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
WORDS = st.sampled_from(
    [
        "lanes",
        "rows",
        "problems",
        "values",
        "outcome",
        "stopped",
        "done",
        "total",
        "boards",
        "seconds",
        "problem",
        "line",
        "expanded",
        "state",
        "moves",
        "text",
        "certificate",
    ]
)
ANSWERS = st.dictionaries(WORDS, JSON, max_size=8)
REPLIES = st.fixed_dictionaries(
    {
        "progress": st.none() | ANSWERS,
        "answer": ANSWERS,
        "problem": st.none() | st.text(max_size=30),
        "helpers": st.none() | ANSWERS,
        "asks": st.none() | ANSWERS,
    }
)


def answer_or_sentence(what: str, said: str) -> dict[str, Any] | str:
    try:
        return carry_out(what, ALL[what], Pair(lambda message: said))
    except SolverError as error:
        return str(error)


@pytest.mark.parametrize("name", ["helpers", "asks"])
def test_a_stranger_starts_no_workers(name: str) -> None:
    wanted = {"channel": "c", "count": 1}
    with pytest.raises(UntrustedAnswerError):
        read_reply(json.dumps(EMPTY | {"answer": {}, name: wanted}))


@pytest.mark.slow_cases("compare")
@pytest.mark.parametrize("what", ALL)
@settings(max_examples=40, deadline=None)
@given(said=st.one_of(REPLIES.map(json.dumps), JSON.map(json.dumps), st.text(max_size=40)))
def test_whatever_it_says_is_an_answer_or_a_sentence(what: str, said: str) -> None:
    found = answer_or_sentence(what, said)
    if isinstance(found, str):
        assert found.strip()
        return
    if what == "certify":
        assert found["certificate"] is None
    if what == "race":
        assert found["lanes"][0]["state"] == "failed"
        assert found["lanes"][1]["claim"] == "proved shortest"
    if what == "compare":
        assert rows_of(found, 0) == []
    assert what not in ("trace", "space")


# The sandbox's end of the wire


def test_whatever_a_text_raises_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Vicious(BaseException):
        def __str__(self) -> str:
            raise KeyboardInterrupt

    def handle(self: wire.TaskRunner, text: str) -> str:
        raise Vicious

    monkeypatch.setattr(wire.TaskRunner, "handle", handle)
    reply = wire.Reply.from_text(answers.handle("{}"))
    assert reply.problem is not None
    assert reply.problem.startswith("Your code's interpreter failed")


def test_it_gets_the_tables_that_fit_its_board() -> None:
    tables = [
        ask_sandbox("any", {}, board=Board.parse(board) if board else None)["tables"]
        for board in ("", EASY, "/".join(" ".join(str(r * 4 + c) for c in range(4)) for r in range(4)))
    ]
    assert tables == [{}, {}, {"4x4": "npuzzle/pattern_databases/data/4x4-home0-6-6-3.tables"}]
    (name,) = tables[2].values()
    answers.give_tables("4x4", (ROOT / name).read_bytes())
