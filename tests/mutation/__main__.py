"""Almost every small change to the most important code makes a test fail.

`python -m tests.mutation` prints a table, and the surviving mutants that `accepted.txt` does not list. The
exit code is 1 if there are any, if the tests killed a mutant that is listed, or if they killed less than 90 %
of the mutants of a module.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic

try:
    import hypothesis.strategies  # noqa: F401  imported once, before processes are forked
    import pytest

    from tests.mutation.mutants import ROOT, Mutant, mutants
    from tests.mutation.session import (
        KILLED,
        MOST_AFRESH,
        QUIET,
        SURVIVED,
        TIMED_OUT,
        Session,
        fresh,
        in_child,
        in_processes,
    )
except ModuleNotFoundError as missing:
    sys.exit(f"{missing}. The tools come with: pip install -e . --group test --group mutation")

HERE = Path(__file__).parent
VERDICTS = ROOT / ".mutation" / "verdicts.json"
LEAST = 90.0

#: Modules and the tests that should kill their mutants, each with the folder that contains them.
#: Only modules that run in plain Python: `tests/mutation/known.py` changes those that need a browser.
GROUPS = {
    "board": (("npuzzle/puzzle", "*"), ("tests/unit/puzzle", "test_*")),
    "search": (
        ("npuzzle", "search/* solving/*"),
        ("tests/unit", "test_registry search/test_* solving/test_*"),
    ),
    "kernel": (("npuzzle/compiler", "*"), ("tests/unit/compiler", "test_*")),
    "heuristics": (("npuzzle/heuristics", "*"), ("tests/unit/heuristics", "test_*")),
    "page": (
        (
            "web",
            "calc command player running hints/model hints/state hints/task page/effects page/examples"
            " page/link page/move_list page/path_chart page/paths page/parts/answer page/parts/board"
            " page/parts/history page/parts/player page/parts/search page/shown page/state page/store"
            " page/words page/worksheet page/commands/board page/commands/cells page/commands/hints"
            " page/commands/link_path page/commands/modes page/commands/recording page/commands/command"
            " page/commands/sliding page/commands/solving page/commands/stepping page/commands/undo"
            " rooms/solve/task solver/state solver/waiting solver/wire ui/viewport",
        ),
        ("tests", "unit/web/test_* laws/test_stateful_page"),
    ),
    "rooms": (
        (
            "web/rooms",
            "explore/layout explore/shown explore/state explore/task explore/words"
            " lab/lesson_heuristics lab/state lab/task lab/words learn/parts learn/state race/charts"
            " race/clouds race/duel race/lanes race/many race/shown race/state race/task race/why race/words",
        ),
        ("tests/unit/web/rooms", "test_*"),
    ),
}


def files(names: tuple[str, str]) -> list[str]:
    """List the files that the names match, in their folder; a name may contain a *."""
    folder, stems = names
    found = {stem: sorted((ROOT / folder).glob(f"{stem}.py")) for stem in stems.split()}
    missing = [stem for stem in found if not found[stem]]
    if missing:
        sys.exit(f"no file below {folder} is named {', '.join(missing)}: correct GROUPS in {__file__}")
    return [path.relative_to(ROOT).as_posix() for paths in found.values() for path in paths]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument(
        "modules", nargs="*", help="parts of paths, such as board.py or search/ (default: all modules)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="number of processes (default: 2)")
    parser.add_argument("--sample", type=int, help="number of mutants per module, the same in each run")
    parser.add_argument("--again", action="store_true", help="try only the survivors of the last run")
    parser.add_argument("--list", action="store_true", help="only list the survivors of the last run")
    asked = parser.parse_args()
    began = monotonic()
    verdicts: dict[str, str] = json.loads(VERDICTS.read_text(encoding="utf-8")) if VERDICTS.exists() else {}
    totals: dict[str, int] = {}
    for modules, tests in GROUPS.values():
        chosen = [
            it for it in files(modules) if not asked.modules or any(part in it for part in asked.modules)
        ]
        by_module = {module: list(mutants(module)) for module in chosen}
        totals |= {module: len(found) for module, found in by_module.items()}
        names = {mutant.name for found in by_module.values() for mutant in found}
        verdicts = {n: v for n, v in verdicts.items() if n in names or n.split(" ")[0] not in chosen}
        trying = [m for found in by_module.values() for m in sampled(found, asked.sample)]
        if asked.sample is not None:
            Random(asked.sample).shuffle(trying)  # an interrupted run has tried some of each
        if asked.again:
            trying = [m for m in trying if verdicts.get(m.name) in (None, SURVIVED)]
        if not asked.list:
            verdicts |= attempt(trying, [*files(tests), *chosen], asked.jobs, verdicts)
    return summary(totals, verdicts, monotonic() - began)


def sampled(found: list[Mutant], count: int | None) -> list[Mutant]:
    if count is None or count >= len(found):
        return found
    return Random(found[0].module).sample(found, count)


def attempt(trying: list[Mutant], tests: list[str], jobs: int, before: dict[str, str]) -> dict[str, str]:
    """Try the mutants, and return the verdicts: theirs, and those of earlier runs."""
    verdicts = dict(before)
    if not trying:
        return verdicts
    count = 0

    def report(mutant: Mutant, verdict: str) -> None:
        nonlocal count
        count += 1
        verdicts[mutant.name] = verdict
        if verdict == SURVIVED:
            print(f"    {count}/{len(trying)} survived: {mutant.name}", flush=True)
        keep(verdicts)

    print(f"--- {len(trying)} mutants of {', '.join(sorted({it.module for it in trying}))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        kept, results = Path(folder, "kept.json"), Path(folder, "results.json")

        def session() -> int:
            code = int(pytest.main([*QUIET, *tests], plugins=[Session(trying, jobs, report, kept)]))
            results.write_text(json.dumps(verdicts), encoding="utf-8")
            return code

        code = in_child(session)
        if code or not results.exists():
            sys.exit(f"the tests cannot be collected ({code}); see: python -m pytest {' '.join(tests)}")
        verdicts |= json.loads(results.read_text(encoding="utf-8"))
        known = json.loads(kept.read_text(encoding="utf-8"))
    names = set(known["fresh"])
    seconds = known["seconds"]
    count = len(trying) - len(names)
    most = 10 + 2 * min(MOST_AFRESH, sum(seconds.values()))
    rest = [mutant for mutant in trying if mutant.name in names]
    in_processes([(m, partial(fresh, m, tests, seconds), most) for m in rest], jobs, report)
    return verdicts


def keep(verdicts: dict[str, str]) -> None:
    VERDICTS.parent.mkdir(exist_ok=True)
    VERDICTS.write_text(json.dumps(verdicts, indent=0), encoding="utf-8")


def accepted() -> list[str]:
    text = (HERE / "accepted.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def summary(totals: dict[str, int], verdicts: dict[str, str], seconds: float) -> int:
    """Print the results, and return the exit code."""
    listed = accepted()
    columns = "{:40}{:>9}{:>8}{:>8}{:>11}{:>10}{:>8}{:>9}"
    heads = ["module", "mutants", "tried", "killed", "timed out", "survived", "listed", "percent"]
    print(columns.format(*heads))
    good = True
    modules = [module for module in totals if any(name.split(" ")[0] == module for name in verdicts)]
    for module in [*modules, ""]:
        names = [name for name in verdicts if name.split(" ")[0] in ([module] if module else modules)]
        counts = Counter(verdicts[name] for name in names)
        percent = 100 * (counts[KILLED] + counts[TIMED_OUT]) / max(1, len(names))
        good &= percent >= LEAST
        known = sum(name in listed for name in names)
        total = totals[module] if module else sum(totals[it] for it in modules)
        row = [
            total,
            len(names),
            counts[KILLED],
            counts[TIMED_OUT],
            counts[SURVIVED],
            known,
            f"{percent:.1f}",
        ]
        print(columns.format(module or "all", *row))
    unlisted = [
        n for n, v in verdicts.items() if v == SURVIVED and n.split(" ")[0] in modules and n not in listed
    ]
    stale = [n for n in listed if n.split(" ")[0] in modules and verdicts.get(n, SURVIVED) != SURVIVED]
    for title, names in (("survived but not listed", unlisted), ("listed but killed", stale)):
        if names:
            print(f"\n{title}:", *names, sep="\n")
    print(f"\n{seconds:.0f} s of wall time")
    return 0 if good and not unlisted and not stale else 1


if __name__ == "__main__":
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.exit(main())
