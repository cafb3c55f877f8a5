"""Nothing takes the place of the code of a card before it is first used."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from npuzzle import Problem
from tests.laws.doors.attacks import BOARDS, GOAL, ROOT, TRUE, detour

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
    assert len(found) >= used
    for is_optimal, length, bound, assumes in found:
        assert assumes or bound <= TRUE[board.tiles]
        assert not is_optimal or length == TRUE[board.tiles]
