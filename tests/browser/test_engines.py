"""The browser's WebAssembly gives the same results as Python, run by the page's own Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from npuzzle.compiler import Kernel, available
from tests.browser.page_driver import PageDriver, python_in
from tests.unit.compiler import programs

pytestmark = pytest.mark.same_page

EVERY_KERNEL = """
from npuzzle import Problem, Shape, goal_board, random_board, solve
from npuzzle.compiler import available
from npuzzle.progress import run_to_end
from npuzzle.lab.space import iter_enumerate_by_kernel
from npuzzle.pattern_databases import catalogue
from npuzzle.pattern_databases.build import iter_build
from random import Random
import hashlib

def told(engine):
    tables = [
        run_to_end(iter_build(shape, home, partition, bits, engine)).tables
        for shape, home, partition, bits in (
            (Shape(3, 3), 0, ((1, 2, 3, 4), (5, 6, 7, 8)), 2),
            (Shape(2, 4), 5, ((0, 1, 4), (2, 3, 6, 7)), 4),
        )
    ]
    data = b"".join(table.data for set_ in tables for table in set_)
    states = run_to_end(iter_enumerate_by_kernel(Shape(2, 3), 4, engine))
    goal, random = goal_board("blank-first", Shape(3, 3)), Random(7)
    searches = []
    for _ in range(20):
        board, how = random_board(goal, random), {"algorithm": "idastar", "heuristic": "pdb"}
        run = solve(board, goal, engine=engine, every=True, **how)
        assert run.engine == engine and run.every.complete
        now = run.snapshot
        searches.append([run.path, now.expanded, now.generated, now.peak_frontier, run.every.count])
    numbers = [bytes(states.distance).hex(), list(states.arcs[0]), list(states.arcs[1])]
    return [hashlib.sha256(data).hexdigest(), repr(states.states), numbers, searches]

result = {engine: told(engine) for engine in ENGINES}
result["available"] = available()
"""


def test_the_page_has_its_own_engine_and_it_is_the_first_choice(driver: PageDriver) -> None:
    found = python_in(driver.page, "from npuzzle.compiler import available\nresult = available()")
    assert found == ["webassembly", "python", "checked"]


def test_every_kernel_does_the_same_in_the_browser(driver: PageDriver) -> None:
    asked = EVERY_KERNEL.replace("ENGINES", "['webassembly', 'python']")
    found = python_in(driver.page, asked)
    assert found["webassembly"] == found["python"]
    here: dict[str, object] = {}
    exec(EVERY_KERNEL.replace("ENGINES", "[available()[0]]"), here)
    result = here["result"]
    assert isinstance(result, dict)
    assert result[available()[0]] == found["webassembly"]


def test_random_kernels_mean_the_same_in_the_browser(driver: PageDriver) -> None:
    text = Path(programs.__file__).read_text(encoding="utf-8")
    code = (
        f"space = {{'__name__': 'programs'}}\nexec({text!r}, space)\nfrom collections import Counter\n"
        "seen = sum(map(space['judge'], range(200)), Counter())\nresult = dict(seen)"
    )
    seen = python_in(driver.page, code, seconds=300)
    assert seen["accepted"] >= 400
    assert sum(seen.get(kind, 0) > 0 for kind in programs.REFUSALS) >= 3


@pytest.mark.fresh(service_workers="block")
@pytest.mark.windowed  # headless Chromium crashes where memory ends
def test_what_the_browser_refuses_is_a_clear_error(driver: PageDriver) -> None:
    text = "a: I32\ndef f(x, y): return x // y\ndef g(i): return a[i]\n"
    assert Kernel(text, {"a": 4}).call("f", 7, 2) == 3
    for call, why in (("'f', 1, 0", "by zero"), ("'g', 99_999_999", "memory access out of bounds")):
        code = f"from npuzzle.compiler import Kernel\nresult = Kernel({text!r}, {{'a': 4}}).call({call})"
        with pytest.raises(AssertionError, match=rf"KernelError: the kernel failed: .*{why}"):
            python_in(driver.page, code)
