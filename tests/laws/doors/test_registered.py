"""Nothing that is registered, or read from a user's text or file, proves what is not so."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from npuzzle import from_function
from npuzzle.lab import heuristic_from_source
from npuzzle.own import algorithm_from_source, load, read_own_file
from npuzzle.registry import Registry
from tests.laws.doors.attacks import Liar, attack, claims_bound, liar

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
    places = "lab.exhibits", "classroom.exercises", "marking.program_marks", "puzzle.goals", "puzzle.sets"
    for name in places:
        import_module(f"npuzzle.{name}")
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
        "protocol": lambda registry: attack(),  # of students' programs: their answers are replayed
    }
    found = find_registries()
    assert set(found) == set(names)
    for kind, registry in found.items():
        names[kind](registry)
