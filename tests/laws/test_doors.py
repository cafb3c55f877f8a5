"""No door lets a false claim in: each is attacked, and each claim that comes of it is held to the truth.

The lists of doors are made from the code: a new one without its attack fails here. The truth is a flood
fill of `tests.support.oracles`, which shares no code with the package.
"""

from __future__ import annotations

import ast
import functools
import inspect
import json
import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, fields, replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    Heuristic,
    HeuristicCard,
    Job,
    Metric,
    NPuzzleError,
    Outcome,
    Problem,
    Result,
    Run,
    Shape,
    Snapshot,
    certify,
    from_batch,
    from_function,
    goal_board,
    maximum,
    random_walk,
    solve,
    start,
    weighted,
)
from npuzzle.errors import PatternFileError
from npuzzle.heuristics import patterns
from npuzzle.heuristics.base import UNLISTED
from npuzzle.lab import Certificate, heuristic_from_source, judge
from npuzzle.lab.certificate import card_of_values
from npuzzle.own import algorithm_from_source, load, read_own_file
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.codec import FIELDS, pack
from npuzzle.pattern_databases.table import format_partition
from npuzzle.progress import run_to_end
from npuzzle.registry import Registry
from npuzzle.search.base import AlgorithmCard, Stats
from npuzzle.search.subtrees import Refuted
from npuzzle.solving.claims import Guarantee, promise
from npuzzle.solving.options import JobOptions
from npuzzle.solving.resume import Proof, Proofs, seal
from npuzzle.storage import keep_in
from tests.support import oracles
from tests.support.page_states import page
from tests.support.quick import mostly_slow
from tests.unit.pattern_databases.common import empty_store
from web.page import link
from web.page.commands import update
from web.page.commands.link_path import give_path, restore_path
from web.rooms.lab.task import CertifyTask
from web.rooms.race.claims import Referee
from web.rooms.solve.task import SolveTask
from web.sandbox.checks import UntrustedAnswerError
from web.solver.wire import TASKS, Reply

ROOT = Path(__file__).parents[2]
GOAL = goal_board("blank-last", "2x3")
TRUE = oracles.distances(GOAL)
LINES = oracles.line_distances(GOAL)
#: Some at each distance, the farthest first: there a lie has most room.
BOARDS = [Board(GOAL.shape, tiles) for tiles, far in reversed(TRUE.items()) if far % 3 == 0][::13]
SEARCHES = ("astar", "idastar", "rbfs", "weighted-astar", "greedy")
NOT_TRUE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    99,
    10**400,
    1.5,
    "",
    "proved shortest",
    "if x",
    [],
    ["x"],
    {},
    {"x": 1},
)
TALLY: Counter[str] = Counter()


@pytest.fixture(autouse=True)
def _count() -> Iterator[None]:
    """Print how many attacks and claims each test had; `pytest -rP` shows it."""
    TALLY.clear()
    yield
    print(TALLY["attacks"], "attacks,", TALLY["claims"], "claims")


def hold(result: Result | None, *, lines: bool = False, deepest: int | None = None) -> None:
    """Compare all that a result claims without a condition with the truth."""
    TALLY["attacks"] += 1
    if result is None:
        return
    truth = (LINES if lines else TRUE)[result.problem.start.tiles]
    said = f"{result.claim}: {result.problem.start}, {truth} moves away, by {result.algorithm}"
    if result.is_optimal or result.claim == "proved shortest" or "proved" in result.headline:
        TALLY["claims"] += 1
        assert result.length == truth, said
    if result.lower_bound is not None and not result.assumes:
        TALLY["claims"] += 1
        assert result.lower_bound <= truth, said
    if result.promised is not None and result.length is not None and not result.assumes:
        TALLY["claims"] += 1
        assert result.length <= result.promised * truth, said
    assert result.outcome is not Outcome.UNSOLVABLE, said
    if result.outcome is Outcome.NO_PATH:
        TALLY["claims"] += 1
        assert "if" in result.headline.split() or (deepest is not None and truth > deepest), said


def attempt(do: Callable[[], Any]) -> Any:
    """Do it; an error of the package is an answer, too: None. No other error may come."""
    try:
        return do()
    except NPuzzleError:
        return None


def attack(**options: Any) -> None:
    """Solve all boards with these options."""
    for board in BOARDS:
        lines = options.get("metric") in ("lines", Metric.LINES)
        result = attempt(lambda: solve(board, GOAL, **options))  # noqa: B023 - asked at once
        hold(result, lines=lines, deepest=options.get("depth"))


# Own heuristics


def is_misjudged(board: Board) -> bool:
    """Return whether liar lies about this board: about half of all but the goal."""
    return bool(TRUE[board.tiles]) and sum(i * tile for i, tile in enumerate(board.tiles)) % 2 == 0


LIES = {"told": True}


def honest(board: Board) -> int:
    return 0


def liar(board: Board) -> int:
    """Say what is above the truth, as long as LIES says so."""
    return 40 if LIES["told"] and is_misjudged(board) else 0


class Liar(Heuristic):
    """The same as a class."""

    def estimate(self, state: Any) -> int:
        return liar(Board(self.shape, tuple([self.goal.tiles[home] for home in state])))


class Posing(HeuristicCard):
    """A card of a class of one's own, which says of itself what it likes."""

    @property
    def assumes(self) -> tuple[str, ...]:
        return ()


class HasCard:
    def __init__(self, card: HeuristicCard) -> None:
        self.card = card


def wear(name: str) -> Callable[..., Any]:
    """Return a liar that looks like a heuristic of this package."""
    make = HEURISTICS[name].make
    worn = functools.wraps(make, updated=())(type(make.__name__, (Liar,), {}))  # type: ignore[arg-type]
    worn.__module__ = make.__module__
    return worn


def lying_cards() -> Iterator[HeuristicCard]:
    """Every way to make a card whose claim is false."""
    mine = from_function(liar, admissible=True)
    built = [*HEURISTICS, *UNLISTED]
    made = [
        maximum("manhattan", mine),
        weighted(1, mine),
        patterns("1 2 | 3 4"),
        maximum("zero"),
        weighted(1, "zero"),
    ]
    certified = certify(honest, "2x3", against=[]).card
    lines: dict[str, Any] = {"counts_lines": True}
    yield mine
    for card in (*built, *made, certified):
        proud: dict[str, Any] = {"admissible": True, "consistent": True, "most_cells": None, "refuses": None}
        yield replace(card, make=mine.make, **proud)
        yield replace(card, make=Liar, parts=(), **proud)
        yield replace(card, make=mine.make, parts=(HEURISTICS["manhattan"],), **proud, **lines)
        yield replace(card, make=wear("manhattan"), **proud)
        given: dict[str, Any] = {one.name: getattr(card, one.name) for one in fields(HeuristicCard)}
        yield Posing(**{**given, "make": Liar, **proud})
        for name in given:  # any field of a true card with that of a false one, and the other way
            yield replace(card, **{name: getattr(mine, name)})
            yield replace(mine, **{name: given[name]})
    for card in made:
        yield maximum(card, replace(mine, name="manhattan"))
        yield replace(weighted(3, card, 3, "manhattan"), admissible=True)
        yield replace(card, admissible=True, **lines)
    yield replace(maximum(mine), parts=())
    yield replace(weighted(5, "manhattan"), admissible=True, parts=(HEURISTICS["zero"],))
    for exaggerated in (HEURISTICS["value-euclidean"], certify(liar, "2x3", against=[]).card):
        yield replace(exaggerated, admissible=True)
        yield maximum(replace(exaggerated, admissible=True))
    values = certify(liar, "2x3", against=[]).values
    assert values is not None
    yield card_of_values("forged", (True, True), GOAL, values)
    yield replace(certified, make=replace(certified.make, values=values))


@pytest.mark.parametrize(
    ("algorithm", "some"), mostly_slow([("astar", 20), *((name, 1) for name in SEARCHES)], unpack=True)
)
def test_no_card_proves_what_is_not_so(algorithm: str, some: int) -> None:
    cards = list(lying_cards())
    assert len(cards) > 400
    for card in cards[::some]:
        options: dict[str, Any] = {"algorithm": algorithm, "heuristic": card, "expanded": 500}
        hold(attempt(lambda: solve(BOARDS[0], GOAL, **options)))  # noqa: B023
        said = promise(ALGORITHMS[algorithm], card)
        is_false = card.make is Liar or card.make == from_function(liar).make
        assert not (is_false and said.guarantee in (Guarantee.SHORTEST, Guarantee.BOUNDED)), card


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "rbfs"])
def test_no_card_proves_what_it_was_not_when_the_search_began(algorithm: str) -> None:
    for board in BOARDS:
        longer = str(solve(board, GOAL, algorithm="depth-first", depth=TRUE[board.tiles] + 12).path)
        states = [Problem(board.play(longer[:moves]), GOAL).initial for moves in range(len(longer) + 1)]
        left = {state: len(longer) - moves for moves, state in enumerate(states)}
        card = from_function(honest, admissible=True)

        class Changing(Heuristic):
            """It leads along a detour, and its card takes the code of another one while it is asked."""

            def estimate(self, state: Any) -> int:
                object.__setattr__(card, "make", HEURISTICS["manhattan"].make)  # noqa: B023
                return left.get(tuple(state), 80)  # noqa: B023

        object.__setattr__(card, "make", Changing)
        hold(attempt(lambda: solve(board, GOAL, algorithm=algorithm, heuristic=card)))  # noqa: B023


@pytest.mark.slow
def test_no_card_proves_line_moves_that_it_does_not_count() -> None:
    for card in lying_cards():
        attack(algorithm="astar", heuristic=card, metric="lines")


@pytest.mark.slow
def test_no_card_proves_more_when_it_comes_from_another_process() -> None:
    for card in lying_cards():
        try:
            arrived = pickle.loads(pickle.dumps(card))
        except (pickle.PicklingError, AttributeError):
            continue
        hold(attempt(lambda: solve(BOARDS[0], GOAL, algorithm="astar", heuristic=arrived)))  # noqa: B023


BATCH = replace(from_batch(lambda boards: list(map(liar, boards))), admissible=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "thing",
    [liar, Liar, HasCard(from_function(liar, admissible=True)), BATCH],
    ids=["function", "class", "card", "batch"],
)
def test_no_heuristic_of_a_users_proves_what_is_not_so(thing: Any) -> None:
    for algorithm in SEARCHES:
        attack(algorithm=algorithm, heuristic=thing)


SOURCE = """
import npuzzle
from dataclasses import replace
def lie(board, goal):
    return 40 if sum(i * tile for i, tile in enumerate(board.tiles)) % 2 == 0 and board != goal else 0
card = npuzzle.from_function(lie, admissible=True)
manhattan = replace(npuzzle.HEURISTICS["manhattan"], make=card.make)
def search(problem):
    yield npuzzle.Stats(bound=40)
    return npuzzle.solve(problem.start, problem.goal, algorithm="depth-first", depth=39).path
astar = replace(npuzzle.ALGORITHMS["astar"], search=lambda problem, *_: search(problem))
"""


@pytest.mark.slow
def test_no_text_and_no_file_proves_what_is_not_so(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SOURCE, encoding="utf-8")
    for name in ("lie", "card", "manhattan"):
        own = read_own_file(f"{tmp_path / 'mine.py'}:{name}")
        assert own is not None
        attack(algorithm="astar", heuristic=load(own))
    attack(algorithm="astar", heuristic=heuristic_from_source(SOURCE.split("card =")[0], name="manhattan"))
    attack(algorithm=algorithm_from_source(SOURCE, name="astar"))


def test_nobody_writes_to_the_counts_of_a_run() -> None:
    """The bound among them becomes the claim when the run is cancelled."""
    run = start(Job.create("0 12 9 13/15 11 10 14/3 7 5 6/4 8 2 1", algorithm="astar"))
    run.step(0)
    for one in fields(Snapshot):
        with pytest.raises(FrozenInstanceError):
            setattr(run.snapshot, one.name, 148)
    result = run.cancel()
    assert (result.length, result.is_optimal) == (148, False)


def test_nobody_writes_to_what_a_run_has_ruled_out() -> None:
    """What a plan brings is copied, and the result says so."""
    refuted = Refuted()
    plan = Job.create(
        random_walk(goal_board("blank-last", Shape(3, 6)), 60, Random(1)), algorithm="idastar"
    ).resolve()
    run = Run(replace(plan, options=replace(plan.options, refuted=refuted)), falls_back=True)
    refuted.bound = 1_000
    assert run.options.refuted is None
    result = run.cancel()
    assert (result.solved, result.is_optimal) == (True, False)
    refuted.bound = 2
    said = Run(replace(plan, options=replace(plan.options, refuted=refuted)), falls_back=True).cancel().note
    assert "Paths of fewer than 2 moves were ruled out before this run." in said


def test_nobody_writes_to_the_numbers_of_a_run() -> None:
    """What is promised of a path follows from the weight that it was searched with."""
    plan = Job.create(BOARDS[0], GOAL, algorithm="weighted-astar", heuristic="zero", weight=5).resolve()
    run = Run(plan)
    for numbers in (plan.options.numbers, run.options.numbers):
        cast(dict[str, float], numbers)["weight"] = 1
    result = run.step(seconds=60)
    assert result is not None
    assert (result.promised, result.numbers) == (5, {"weight": 5})


# Certificates


@pytest.mark.slow
def test_no_change_of_what_a_function_reads_makes_its_certificate_false() -> None:
    LIES["told"] = False
    try:
        proof = certify(liar, "2x3", against=[])
    finally:
        LIES["told"] = True
    for algorithm in SEARCHES:
        attack(algorithm=algorithm, heuristic=proof)
    again = Certificate.from_dict(json.loads(json.dumps(proof.to_dict())))
    attack(algorithm="astar", heuristic=again)
    callables = [
        one for one in vars(Certificate).values() if callable(one) and one is not Certificate.from_dict
    ]
    assert not [
        one
        for one in callables
        if "heuristic" in inspect.signature(one).parameters
        if one.__name__ != "__init__"
    ]


@pytest.mark.slow
def test_no_field_of_a_certificate_makes_it_false() -> None:
    true, false = certify(honest, "2x3", against=[]), certify(liar, "2x3", against=[])
    for name in [one.name for one in fields(Certificate)]:
        for base, value in (
            (false, getattr(true, name)),
            (true, getattr(false, name)),
            *((true, v) for v in NOT_TRUE),
        ):
            forged = replace(base, **{name: value})
            try:
                card = forged.card
            except (NPuzzleError, TypeError, AttributeError):  # a field that is not of its type
                continue
            hold(attempt(lambda: solve(BOARDS[0], GOAL, algorithm="astar", heuristic=card)))  # noqa: B023
    judged = run_to_end(judge("manhattan", GOAL, list(false.values or ()), against=[]))
    attack(algorithm="astar", heuristic=replace(judged, bad_states=0))


def test_no_data_of_a_certificate_proves_anything() -> None:
    for proof in (certify(honest, "2x3", against=["zero"]), certify(liar, "2x3", against=["zero"])):
        data = json.loads(json.dumps(proof.to_dict()))
        for name in data:
            for value in NOT_TRUE:
                read = attempt(lambda: Certificate.from_dict({**data, name: value}))  # noqa: B023
                hold(None)
                assert read is None or attempt(lambda: read.card) is None  # noqa: B023


# Own algorithms


def detour(problem: Problem) -> str:
    """Return a path that is two moves longer than a shortest one, or more."""
    path = str(solve(problem.start, problem.goal, algorithm="astar").path)
    move = problem.start.legal_moves[0]
    back = {"U": "D", "D": "U", "L": "R", "R": "L"}[move.letter]
    return f"{move.letter}{back}{path}"


def claims_bound(problem: Problem, *_: Any) -> Any:
    path = detour(problem)
    yield Stats(bound=len(path))
    return path


def gives_up(problem: Problem, *_: Any) -> Any:
    yield Stats()


class PosingAlgorithm(AlgorithmCard):
    """A card of a class of one's own."""


def lying_algorithms() -> Iterator[AlgorithmCard]:
    for card in ALGORITHMS:
        for search in (claims_bound, gives_up):
            worn = functools.wraps(card.search)(lambda *given, search=search: search(*given))
            worn.__module__ = card.search.__module__
            proud: dict[str, Any] = {
                "search": worn,
                "optimal": True,
                "complete": True,
                "counts_lines": True,
                "default_depth": None,
            }
            yield replace(card, **proud)
            yield replace(card, informed=not card.informed, **proud)
            given: dict[str, Any] = {one.name: getattr(card, one.name) for one in fields(AlgorithmCard)}
            yield from (replace(card, **{name: proud[name]}) for name in proud)
            yield PosingAlgorithm(**{**given, **proud})
        yield replace(card, numbers=tuple(replace(number, least=0) for number in card.numbers), complete=True)
    beam = ALGORITHMS["beam"]
    yield replace(beam, complete=True, optimal=True, numbers=(replace(beam.numbers[0], default=1),))


@pytest.mark.parametrize(
    ("metric", "some"), mostly_slow([("tiles", 20), ("tiles", 1), ("lines", 1)], unpack=True)
)
def test_no_card_of_an_algorithm_proves_what_is_not_so(metric: str, some: int) -> None:
    cards = list(lying_algorithms())
    assert len(cards) > 80
    for card in cards[::some]:
        numbers = {number.name: number.least for number in card.numbers if number.kind is float}
        for board in BOARDS[:1]:
            for depth in (None, 30):
                options: dict[str, Any] = {
                    "algorithm": card,
                    "metric": metric,
                    "depth": depth,
                    **numbers,
                    "expanded": 200,
                }
                hold(attempt(lambda: solve(board, GOAL, **options)), lines=metric == "lines")  # noqa: B023
        said = promise(card, HEURISTICS["manhattan"])
        assert said.guarantee is Guarantee.PERHAPS, card


class Shrinking(dict[str, float]):
    """A mapping that says something else each time."""

    def __getitem__(self, name: str) -> float:
        return 0.001


@pytest.mark.parametrize("order", ["UDLR", "RLDU", "LURD", "ULDR", "UUUU", "UDL", "UDLRU", "udlr", "", 5])
def test_no_order_of_moves_proves_what_is_not_so(order: Any) -> None:
    for algorithm in ("astar", "idastar", "breadth-first", "rbfs", "bidirectional"):
        attack(algorithm=algorithm, order=order)


@pytest.mark.slow
def test_no_option_proves_what_is_not_so() -> None:
    for numbers in ({"weight": 0.001}, Shrinking(weight=1.0), {"weight": float("nan")}, {"weight": True}):
        attack(algorithm="weighted-astar", heuristic="manhattan", numbers=numbers)
    for width in (0, 1, 2, True, 1.5):
        attack(algorithm="beam", heuristic="manhattan", width=width)
    for metric in ("lines", "tiles", Metric.LINES, None, "LINES"):
        attack(algorithm="astar", heuristic="zero", metric=metric)
    for depth in (0, 3, 10**9, -1, 2.5):
        for algorithm in ("depth-first", "iterative-deepening", "astar", "breadth-first"):
            attack(algorithm=algorithm, depth=depth)


@pytest.mark.parametrize("function", [claims_bound, gives_up])
def test_no_function_that_searches_proves_what_is_not_so(function: Any) -> None:
    attack(algorithm=lambda problem: function(problem))
    attack(algorithm=lambda problem, h, options: function(problem), heuristic="manhattan", depth=30)


# Registries


@pytest.fixture
def registered() -> Iterator[Callable[[Registry[Any], Any], Any]]:
    """Let a test register cards, and take them out again."""
    touched: list[tuple[Registry[Any], list[Any], dict[str, Any]]] = []

    def add(registry: Registry[Any], card: Any) -> Any:
        touched.append((registry, list(registry._cards), dict(registry._by_name)))
        return registry.add(card)

    yield add
    for registry, cards, names in reversed(touched):
        registry._cards, registry._by_name = cards, names


def find_registries() -> dict[str, Registry[Any]]:
    """Find the registries of the package: users may add cards to each."""
    for name in ("npuzzle.lab.exhibits", "npuzzle.classroom.exercises", "npuzzle.puzzle.goals"):
        import_module(name)
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("npuzzle")]
    found = [one for module in modules for one in vars(module).values() if isinstance(one, Registry)]
    return {registry.kind: registry for registry in found}


@pytest.mark.slow
def test_no_card_that_is_registered_proves_what_is_not_so(registered: Callable[..., Any]) -> None:
    card = replace(from_function(liar, admissible=True), name="walking", label="Walking distance")
    exhibit = next(iter(find_registries()["exhibit"]))
    names = {
        "heuristic": lambda registry: attack(algorithm="astar", heuristic=registered(registry, card).name),
        "exhibit": lambda registry: attack(
            algorithm="astar",
            heuristic=registered(registry, replace(exhibit, name="walking", make=Liar, admissible=True)),
        ),
        "algorithm": lambda registry: attack(
            algorithm=registered(
                registry, replace(registry["astar"], name="bstar", aliases=(), search=claims_bound)
            ).name
        ),
        "goal": lambda registry: attack(),  # a goal is what is asked for: no claim rests on its card
        "property": lambda registry: attack(),  # of boards for exercises: nothing is claimed by them
    }
    found = find_registries()
    assert set(found) == set(names)
    for kind, registry in found.items():
        names[kind](registry)


#: Replaces the code of each card before it is first used, and prints the results. It has an interpreter of
#: its own, because each module is loaded once.
REPLACING = """
import importlib, json, sys
from contextlib import suppress
from types import SimpleNamespace
from npuzzle import ALGORITHMS, HEURISTICS, Heuristic, NPuzzleError, Stats, lazy, solve

door, board, goal, path = sys.argv[1:]
load = importlib.import_module

class Liar(Heuristic):
    def estimate(self, state):
        return 0 if list(state) == sorted(state) else 40

def lie(problem, *given):
    yield Stats(bound=len(path))
    return path

def attack(code, false, **options):
    module, name = code.__module__, code.__name__
    true = getattr(load(module), name) if door == "name" else None
    if true is not None:
        setattr(load(module), name, false)
    elif door == "module":
        sys.modules[module] = SimpleNamespace(**{name: false})
    elif door == "place":
        lazy.loadable(false)
        with suppress(AttributeError):
            code._place = f"{__name__}.{false.__qualname__}"
    elif door == "mark":
        false.__module__, false.__qualname__ = module, name
        with suppress(ImportError, KeyError):
            lazy.loadable(false)
    else:
        importlib.import_module = lazy.import_module = lambda name: SimpleNamespace(**{name: false})
    try:
        result = solve(board, goal, **options)
    except (ImportError, NPuzzleError):
        return None
    finally:
        importlib.import_module = lazy.import_module = load
        if true is not None:
            setattr(load(module), name, true)
    return [result.is_optimal, result.length, result.lower_bound, bool(result.assumes)]

solve(board, goal, algorithm="greedy")  # it carries the attacks on heuristics
found = [attack(card.make, Liar, algorithm="greedy", heuristic=card, expanded=500) for card in HEURISTICS]
found += [attack(card.search, lie, algorithm=card) for card in ALGORITHMS]
print(json.dumps(found))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("door", "used"), [("name", 25), ("module", 13), ("loader", 13), ("mark", 25), ("place", 25)]
)
def test_nothing_takes_the_place_of_the_code_of_a_card(door: str, used: int) -> None:
    board = BOARDS[-1]
    words = [sys.executable, "-c", REPLACING, door, str(board), str(GOAL), detour(Problem(board, GOAL))]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    found = [one for one in json.loads(done.stdout) if one is not None]
    TALLY["attacks"] += len(found)
    assert len(found) >= used
    for is_optimal, length, bound, assumes in found:
        assert assumes or bound <= TRUE[board.tiles]
        assert not is_optimal or length == TRUE[board.tiles]


# Plain data


@pytest.mark.slow
def test_no_data_of_a_result_proves_what_it_does_not_show() -> None:
    for board in BOARDS:
        path = detour(Problem(board, GOAL))
        honest_data = solve(board, GOAL, algorithm="greedy").to_dict()
        forged: dict[str, Any] = {
            **honest_data,
            "moves": path,
            "length": len(path),
            "lower_bound": len(path),
            "claim": "proved shortest",
            "assumes": [],
            "lengths": [],
            "ended": None,
            "promised": None,
            "option": None,
            "every": None,
        }
        hold(attempt(lambda: Result.from_dict(forged)))  # noqa: B023
        unsolved: dict[str, Any] = {**forged, "moves": None, "length": None, "claim": None}
        for outcome in Outcome:
            hold(attempt(lambda: Result.from_dict({**unsolved, "outcome": outcome.value})))  # noqa: B023
        for data in (json.loads(json.dumps(honest_data)), forged):
            for name in data:
                for value in NOT_TRUE:
                    hold(attempt(lambda: Result.from_dict({**data, name: value})))  # noqa: B023


def test_no_data_of_a_job_proves_what_is_not_so() -> None:
    mine = replace(from_function(liar, admissible=True), name="manhattan")
    board = BOARDS[0]
    algorithm = replace(ALGORITHMS["astar"], search=claims_bound)
    data = Job.create(board, GOAL, algorithm=algorithm, heuristic=mine).to_dict()
    assert (data["algorithm"], data["heuristic"]) == ("astar", "manhattan")
    for name in (None, *data):
        for value in NOT_TRUE:
            changed = json.loads(json.dumps({**data, "limits": {"expanded": 2_000}}))
            job = attempt(lambda: Job.from_dict({**changed, name: value} if name else changed))  # noqa: B023
            if job is not None and (job.board, job.goal) == (board, GOAL):
                result = attempt(lambda: solve(job.board, job.goal, **_options_of(job)))  # noqa: B023
                hold(result, lines=job.metric is Metric.LINES)


def _options_of(job: Job) -> dict[str, Any]:
    names = [one.name for one in fields(Job) if one.init and one.name not in ("board", "goal")]
    return {name: getattr(job, name) for name in names}


# Files


LARGE_GOAL = goal_board("blank-first", Shape(3, 6))


@pytest.mark.slow
def test_no_saved_proof_that_is_damaged_is_used_and_one_that_is_forged_is_named(tmp_path: Path) -> None:
    board = random_walk(LARGE_GOAL, 12, Random(1))
    problem, proofs = Problem(board, LARGE_GOAL), Proofs(tmp_path)
    truth = oracles.apart(board, LARGE_GOAL)
    assert truth is not None
    data = Proof(truth, problem=problem, path=detour(problem), seconds=1.0).to_dict()
    path = tmp_path / "x"
    for name in data:
        for value in (*NOT_TRUE, truth, truth + 2):
            for sealed in (False, True):
                proofs.save(Proof(truth, problem=problem, seconds=1.0))
                path = proofs._path_of(problem)
                forged: dict[str, Any] = {**data, "bound": truth + 2, name: value}
                path.write_text(json.dumps(seal(forged) if sealed else forged), encoding="utf-8")
                job = Job.create(board, LARGE_GOAL, algorithm="idastar", heuristic="manhattan", expanded=50)
                assert proofs.start(job).snapshot.bound == 0, "it is for pattern databases only"
                file = proofs.find(problem)
                assert file is not None
                if file.proof is not None and file.proof.bound > truth:
                    said = file.proof.describe("here")
                    assert said.startswith(f"Paths of fewer than {file.proof.bound} moves were ruled out")
                    assert sealed, "a checksum detects damage"
                hold(None)


def test_no_file_of_tables_that_are_published_is_used_if_it_holds_others(tmp_path: Path) -> None:
    for shape in catalogue.CHECKSUMS:
        partition = catalogue.partitions(shape, 0)[0]
        name = catalogue.file_name(shape, 0, partition)
        values = (shape, 0, format_partition(partition), 2, "0" * 64)
        lines = [f"{field} {value}" for field, value in zip(FIELDS, values, strict=True)]
        for version in (1, 2):
            header = "\n".join([f"npuzzle pattern tables, format {version}", *lines])
            (tmp_path / name).write_text(f"{header}\n\n", encoding="ascii")
            with empty_store():
                keep_in(tmp_path)
                with pytest.raises(PatternFileError, match="other tables than this program builds; to build"):
                    catalogue._find_on_disk(shape, 0, partition)
            hold(None)


@pytest.mark.slow
def test_no_damaged_file_of_tables_is_used(tmp_path: Path) -> None:
    shape = Shape(2, 3)
    partition = catalogue.partitions(shape, 0)[0]
    whole = pack(run_to_end(iter_build(shape, 0, partition, 4)))
    path = tmp_path / catalogue.file_name(shape, 0, partition)
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with empty_store():
            keep_in(tmp_path)
            attack(algorithm="idastar", heuristic="pattern-tables")


# The page


@pytest.mark.slow
def test_no_link_brings_a_claim_and_a_saved_page_only_what_it_had() -> None:
    for board in BOARDS[:2]:
        path, truth = detour(Problem(board, GOAL)), TRUE[board.tiles]
        given = f"board={str(board).replace(' ', '_')}&moves={path}&bound={len(path)}"
        for name in ("", *link.FIELDS):
            for value in ("1", str(len(path)), "lines", "own"):
                restored = link.from_fragment(f"{name}={value}&{given}" if name else given)
                state = page()
                for event in restored.calls:
                    assert event.command is not restore_path, "that is for what the page saved itself"
                    state = update(state, event)
                answer = state.player.answer
                hold(None)
                if answer is not None:
                    TALLY["claims"] += 1
                    assert (answer.claim, answer.lower_bound, answer.promised) == (None, None, None)
                    saved = link.from_fragment(link.to_fragment(state))
                    kept = [event for event in saved.calls if event.command is give_path]
                    assert [event["bound"] for event in kept] in ([None], []), "saved, it is still no claim"
        assert truth < len(path)


def test_no_answer_of_the_sandbox_brings_a_claim() -> None:
    for board in BOARDS:
        referee, path = Referee.of(board, GOAL), detour(Problem(board, GOAL))
        said: dict[str, Any] = {
            "moves": path,
            "claim": "proved shortest",
            "bound": len(path),
            "state": "solved",
            "seconds": 0,
        }
        counts: dict[str, Any] = {
            "expanded": 0,
            "generated": 0,
            "frontier": 0,
            "peak_frontier": 0,
            "note": "",
        }
        for name in ("", *said, *counts):
            for value in (*NOT_TRUE, *[outcome.value for outcome in Outcome]):
                TALLY["attacks"] += 1
                try:
                    report = referee.report({**said, **counts, **({name: value} if name else {})})
                except UntrustedAnswerError:
                    continue
                TALLY["claims"] += 1
                assert report.get("bound", 0) <= TRUE[board.tiles]
                assert report.get("claim") != "proved shortest" or report["length"] == TRUE[board.tiles]
                assert report["state"] not in (Outcome.NO_PATH.value, Outcome.UNSOLVABLE.value)


def certify_claim(values: list[float]) -> dict[str, Any]:
    """Certify what the sandbox claims, as the solver does."""
    task = CertifyTask({"goal": str(GOAL), "against": []})
    claim = {"outcome": "certified", "seconds": 0, "done": 0, "total": 0, "values": json.dumps(values)}
    task.judge(Reply(answer=claim))
    while (answer := task.answer()) is None:
        task.step(1)
    return answer


def test_no_estimates_of_the_sandbox_are_certified_that_are_above_the_truth() -> None:
    values = list(certify(liar, "2x3", against=[]).values or ())
    answer = certify_claim(values)
    assert (answer["ticket"], answer["certificate"]["admissible"]) == ("", False)
    answer = certify_claim([0] * 360)
    for board in BOARDS:
        for ticket in (answer["ticket"], "", "x"):
            job = Job(board=board, goal=GOAL, algorithm="astar").to_dict()
            solving = attempt(lambda: SolveTask({**job, "certified": ticket}))  # noqa: B023
            while solving is not None and solving.answer() is None:
                solving.step(1)
            hold(None if solving is None else solving._run.result)


# The doors


ASKED = "what is asked for: it is searched, or replayed, or checked; no claim rests on it"
OURS = "from the program itself, in the same session"

#: Where only what is asked for is read: boards, goals, moves, options, programs; but for CLAIMS.
CLAIMS = "web/rooms/race/claims.py"
ASKED_FOLDERS = (
    *(f"npuzzle/{name}/" for name in ("classroom", "cli", "compiler", "marking", "puzzle", "site")),
    *("web/page/commands/", "web/rooms/learn/", "web/rooms/race/", "web/ui/"),
)

#: What takes something from outside, by its name: the attack on it, or why no claim rests on it.
CALLABLES: dict[str, Any] = {
    "npuzzle/heuristics/combine.py:as_card": "test_no_card_proves_what_is_not_so",
    "npuzzle/heuristics/combine.py:read_formula": "test_no_card_that_is_registered_proves_what_is_not_so",
    "npuzzle/heuristics/own.py:from_batch": "test_no_heuristic_of_a_users_proves_what_is_not_so",
    "npuzzle/heuristics/own.py:from_function": "test_no_heuristic_of_a_users_proves_what_is_not_so",
    "npuzzle/own.py:load": "test_no_text_and_no_file_proves_what_is_not_so",
    "npuzzle/own.py:read_own_file": "test_no_text_and_no_file_proves_what_is_not_so",
    "npuzzle/lab/certificate.py:Certificate.from_dict": "test_no_data_of_a_certificate_proves_anything",
    "npuzzle/lab/certifying.py:judge": "test_no_field_of_a_certificate_makes_it_false",
    "npuzzle/lab/space.py:DistanceTable.from_text": OURS,
    "npuzzle/lab/tracing.py:Trace.from_dict": OURS,
    "npuzzle/numbers.py:parse_number": ASKED,
    "npuzzle/lazy.py:Lazy.load": "test_nothing_takes_the_place_of_the_code_of_a_card",
    "npuzzle/pattern_databases/catalogue.py:provide": OURS,
    "npuzzle/pattern_databases/catalogue.py:provide_shipped": OURS,
    "npuzzle/pattern_databases/catalogue.py:read_shipped": OURS,
    "npuzzle/pattern_databases/chosen.py:parse_groups": ASKED,
    "npuzzle/pattern_databases/codec.py:unpack": "test_no_damaged_file_of_tables_is_used",
    "npuzzle/pattern_databases/codec.py:unpack_from": (
        "test_no_file_of_tables_that_are_published_is_used_if_it_holds_others"
    ),
    "npuzzle/pattern_databases/partition.py:parse_partition": ASKED,
    "npuzzle/own.py:as_algorithm": "test_no_function_that_searches_proves_what_is_not_so",
    "npuzzle/solving/resume.py:Proof.from_dict": (
        "test_no_saved_proof_that_is_damaged_is_used_and_one_that_is_forged_is_named"
    ),
    "npuzzle/search/subtrees.py:read_report": OURS,
    "npuzzle/solving/analyse.py:read_entries": ASKED,
    "npuzzle/solving/analyse.py:read_link": ASKED,
    "npuzzle/solving/job.py:Job.from_dict": "test_no_data_of_a_job_proves_what_is_not_so",
    "npuzzle/solving/read_result.py:read_fields": "test_no_data_of_a_result_proves_what_it_does_not_show",
    "npuzzle/solving/result.py:Result.from_dict": "test_no_data_of_a_result_proves_what_it_does_not_show",
    "web/page/board_text.py:read_board_text": ASKED,
    "web/page/board_text.py:read_scramble": ASKED,
    "web/page/door.py:read_id": ASKED,
    "web/page/door.py:read_question": ASKED,
    "web/page/entering.py:read_entry": ASKED,
    "web/page/link.py:from_fragment": "test_no_link_brings_a_claim_and_a_saved_page_only_what_it_had",
    "web/page/packing.py:unpack": "test_no_link_brings_a_claim_and_a_saved_page_only_what_it_had",
    "web/page/parts/search.py:Options.read_seconds": ASKED,
    "web/page/parts/search.py:read_typed": ASKED,
    "web/page/search_choice.py:SearchChoice.read_numbers": ASKED,
    "web/page/search_choice.py:SearchChoice.read_words": ASKED,
    "web/page/storage.py:read_all": ASKED,
    "web/page/storage.py:read_shared": ASKED,
    "web/rooms/explore/state.py:read_note": ASKED,
    "web/rooms/explore/quiz.py:Quiz.judge": ASKED,
    "web/rooms/explore/space.py:read_estimates": ASKED,
    "web/rooms/explore/task.py:read_estimates": ASKED,
    "web/rooms/race/claims.py:read_rows": "test_no_answer_of_the_sandbox_brings_a_claim",
    "web/rooms/lab/task.py:read_values": (
        "test_no_estimates_of_the_sandbox_are_certified_that_are_above_the_truth"
    ),
    **{
        f"web/sandbox/checks.py:read_{name}": "test_no_answer_of_the_sandbox_brings_a_claim"
        for name in ("count", "dict", "list", "progress", "reply", "seconds", "text")
    },
    "web/solver/kept_tables.py:Shelf.load": (
        "test_no_file_of_tables_that_are_published_is_used_if_it_holds_others"
    ),
    "web/solver/wire.py:Reply.from_text": OURS,
    "web/rooms/practice/state.py:read_note": ASKED,
    "web/rooms/today/state.py:read_note": ASKED,
    "web/solver/work.py:WorkTask.judge": (
        "test_no_estimates_of_the_sandbox_are_certified_that_are_above_the_truth"
    ),
    "web/untrusted.py:read_json": "test_no_link_brings_a_claim_and_a_saved_page_only_what_it_had",
    "npuzzle/solving/rules.py:read_order": "test_no_order_of_moves_proves_what_is_not_so",
    "npuzzle/solving/options.py:read_options": ASKED,
    "web/solver/wire.py:read_message": OURS,
}

#: The parameters of `solve`, and what is attacked by each.
PARAMETERS = {
    "algorithm": "test_no_card_of_an_algorithm_proves_what_is_not_so",
    "heuristic": "test_no_card_proves_what_is_not_so",
    **dict.fromkeys(
        ["numbers", "weight", "width", "metric", "depth", "limits"], "test_no_option_proves_what_is_not_so"
    ),
    **dict.fromkeys(["board", "goal", "seconds", "expanded", "stored", "notation"], ASKED),
    **dict.fromkeys(["engine", "every", "within", "processes"], ASKED),
    "order": "test_no_order_of_moves_proves_what_is_not_so",
}

#: What the browser saves, by its key.
STORED = {
    "npuzzle": "test_no_link_brings_a_claim_and_a_saved_page_only_what_it_had",
    "npuzzle-proofs": "test_no_saved_proof_that_is_damaged_is_used_and_one_that_is_forged_is_named",
    **dict.fromkeys(["npuzzle-language", "npuzzle-notes", "npuzzle-seen", "npuzzle-tab"], ASKED),
}

#: What the page asks the solver for; the texts of strangers among it run in the sandbox.
MESSAGES = {
    "solve": "test_no_estimates_of_the_sandbox_are_certified_that_are_above_the_truth",
    "certify": "test_no_estimates_of_the_sandbox_are_certified_that_are_above_the_truth",
    **dict.fromkeys(["race", "compare"], "test_no_answer_of_the_sandbox_brings_a_claim"),
    **dict.fromkeys(["trace", "space", "clouds", "day", "review", "prove"], OURS),
    **dict.fromkeys(["hint", "verify", "tables", "patterns", "exercises", "list"], ASKED),
}

BRINGS = re.compile(
    "(from_[a-z]+|load|read_[a-z_]+|parse[a-z_]*|unpack[a-z_]*|provide[a-z_]*|judge|as_[a-z]+)$"
)


def list_callables() -> set[str]:
    """List the public functions and methods whose names say that they take something from outside."""
    found = set()
    for path in (path for folder in ("npuzzle", "web") for path in (ROOT / folder).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        is_asked = place.startswith(ASKED_FOLDERS) and place != CLAIMS
        if is_asked or {"docs", "node_modules", "snapshot", "vendor"} & set(path.parts):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in [tree, *(one for one in ast.walk(tree) if isinstance(one, ast.ClassDef))]:
            inside = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            names = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
            found |= {f"{place}:{inside}{name}" for name in names if BRINGS.match(name) and inside[:1] != "_"}
    return found


def list_parameters() -> set[str]:
    """List what can be passed to `solve`."""
    return {*inspect.signature(solve).parameters} - {"options"} | {*JobOptions.__annotations__}


def list_stored() -> set[str]:
    """List the keys under which the page saves something."""
    nodes = ast.walk(ast.parse(STORAGE.read_text(encoding="utf-8")))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and re.fullmatch("npuzzle(-[a-z]+)?", text)}


STORAGE = ROOT / "web/page/storage.py"


@pytest.mark.parametrize(
    ("found", "known"),
    [
        (list_callables, CALLABLES),
        (list_parameters, PARAMETERS),
        (list_stored, STORED),
        (lambda: set(TASKS), MESSAGES),
    ],
    ids=["callables", "parameters", "storage", "messages"],
)
def test_every_door_has_its_attack(found: Callable[[], set[str]], known: dict[str, str]) -> None:
    assert found() == set(known), "a new door needs an attack here, and one that is gone needs none"
    for door, attacked in known.items():
        assert attacked in (ASKED, OURS) or callable(globals().get(attacked)), door
