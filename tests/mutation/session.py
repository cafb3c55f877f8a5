"""Tests that run on mutants: the tests are collected once, then a forked process tries each mutant.

A mutant of a function replaces that function's code. A mutant of anything else (a table, a field, a default)
replaces its module's source, in a process that has not imported the package yet.
"""

from __future__ import annotations

import functools
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import coverage
import pytest
import wasmtime
from hypothesis import Phase, settings

from tests.mutation.mutants import ROOT, Mutant

QUIET = ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin"]
#: Slow tests are included if they take at most LONGEST; browser tests are not.
QUIET += ["-m", "not browser and not firefox and not webkit and not long"]
LONGEST = 1.0  # seconds of CPU time; slower tests are not used
MOST_TESTS = 2.5  # seconds of CPU time for the tests of one mutant, the quickest first
MOST_AFRESH = 5.0  # likewise for a mutant outside functions, whose tests are not known by their lines
EXAMPLES = 25  # per Hypothesis test
MOST_BYTES = 3_000_000_000
MOST_WAITING = 600.0  # seconds of wall time: for a mutant that sleeps

KILLED, TIMED_OUT, SURVIVED, UNTESTED = "killed", "timed out", "survived", "untested"
Report = Callable[[Mutant, str], None]


class Session:
    """A pytest plugin that tries mutants instead of running the tests."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int, report: Report, kept: Path) -> None:
        self.mutants, self.jobs, self.report, self.kept = mutants, jobs, report, kept

    def pytest_configure(self, config: pytest.Config) -> None:
        config.option.tbstyle = "native"  # the quickest to write; it is not read
        _compile_without_threads()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        _few_examples(session.items)
        gc.unfreeze()  # undo the gc.freeze() of tests/conftest.py
        caches = [it for it in gc.get_objects() if isinstance(it, functools._lru_cache_wrapper)]
        caches = [it for it in caches if str(it.__module__).split(".")[0] in ("npuzzle", "tests", "web")]
        files = sorted({str(ROOT / mutant.module) for mutant in self.mutants})
        functions = _functions(files)
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        in_child(lambda: self._baseline(list(items.values()), caches, files))
        known = json.loads(self.kept.read_text(encoding="utf-8"))
        seconds: dict[str, float] = known["seconds"]
        fresh = []
        running: list[tuple[Mutant, Callable[[], int], list[str]]] = []
        for mutant in self.mutants:
            code = mutant.function
            targets = (
                functions.get((str(ROOT / mutant.module), code.co_qualname, code.co_firstlineno), [])
                if code
                else []
            )
            lines: dict[str, list[str]] = known["lines"].get(str(ROOT / mutant.module), {})
            reaching = _reaching(mutant, lines) if targets else set()
            if not reaching:
                fresh.append(mutant.name)
                continue
            chosen = _quickest(reaching & set(seconds), seconds)
            running.append(
                (
                    mutant,
                    functools.partial(_in_place, targets, code, [items[it] for it in chosen], caches),
                    chosen,
                )
            )
        self.kept.write_text(json.dumps({"seconds": seconds, "fresh": fresh}), encoding="utf-8")
        work = [(m, job, 3 + 2 * sum(seconds[it] for it in chosen)) for m, job, chosen in running]
        in_processes(work, self.jobs, self.report)
        return True

    def _baseline(self, items: list[pytest.Item], caches: list[Any], files: list[str]) -> int:
        """Record which lines each test runs, and how long it takes."""
        seconds: dict[str, float] = {}
        stopped: list[int] = []
        signal.signal(signal.SIGPROF, functools.partial(_too_long, stopped))
        watch = coverage.Coverage(data_file=None, config_file=False, include=files)
        watch.start()
        for item, following in zip(items, [*items[1:], None]):
            for cache in caches:
                cache.cache_clear()
            watch.switch_context(item.nodeid)
            stopped.clear()
            before, began = item.session.testsfailed, time.process_time()
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            except TimeoutError:  # raised between two phases of the test
                item.session.testsfailed += 1
            signal.setitimer(signal.ITIMER_PROF, 0)
            took = time.process_time() - began
            if item.session.testsfailed == before:
                seconds[item.nodeid] = took
            else:
                print(
                    f"    not used: {item.nodeid} ({'too slow' if stopped else 'fails unmutated'})",
                    flush=True,
                )
            item.session.shouldfail = item.session.shouldstop = False
        watch.stop()
        data = watch.get_data()
        lines = {file: data.contexts_by_lineno(file) for file in files}
        self.kept.write_text(json.dumps({"seconds": seconds, "lines": lines}), encoding="utf-8")
        return 0


def _too_long(stopped: list[int], signum: int, frame: FrameType | None) -> None:
    if frame is not None and f"{os.sep}coverage{os.sep}" in frame.f_code.co_filename:
        signal.setitimer(signal.ITIMER_PROF, 0.01)  # coverage may hold a lock: try again soon
    else:
        stopped.append(signum)
        raise TimeoutError("too slow for a mutant")


def _few_examples(items: Sequence[pytest.Item]) -> None:
    """Let Hypothesis tests try fewer examples, and skip the search for the smallest failing one."""
    for item in items:
        test = getattr(item, "obj", None)
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if own is not None:
            few = settings(
                own, max_examples=min(own.max_examples, EXAMPLES), phases=[Phase.explicit, Phase.generate]
            )
            getattr(test, "__func__", test)._hypothesis_internal_use_settings = few


def _compile_without_threads() -> None:
    """Let wasmtime compile without threads: a forked process does not have them, and would wait forever."""
    made = wasmtime.Engine.__init__

    def make(self: wasmtime.Engine, config: wasmtime.Config | None = None) -> None:
        config = wasmtime.Config() if config is None else config
        config.parallel_compilation = False
        made(self, config)

    wasmtime.Engine.__init__ = make  # type: ignore[method-assign]


def _functions(files: Sequence[str]) -> dict[tuple[str, str, int], list[FunctionType]]:
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for it in gc.get_objects():
        if isinstance(it, FunctionType) and it.__code__.co_filename in files:
            code = it.__code__
            found.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(it)
    return found


def _reaching(mutant: Mutant, lines: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the tests that run a mutant's line, or its function if no statement starts on that line."""
    assert mutant.function is not None
    tests = set(lines.get(str(mutant.line), ()))
    if not tests:
        own = set(_lines(mutant.function)) - {mutant.function.co_firstlineno}
        tests = {test for line in own for test in lines.get(str(line), ())}
    return tests - {""}


def _lines(code: CodeType) -> Iterator[int]:
    yield from (line for _, _, line in code.co_lines() if line is not None)
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _lines(const)


def _quickest(tests: set[str], seconds: Mapping[str, float], most: float = MOST_TESTS) -> list[str]:
    chosen, total = [], 0.0
    for test in sorted(tests, key=lambda test: (seconds[test], test)):
        total += seconds[test]
        if chosen and total > most:
            break
        chosen.append(test)
    return chosen


def _in_place(
    targets: list[FunctionType], code: CodeType, items: list[pytest.Item], caches: list[Any]
) -> int:
    for function in targets:
        function.__code__ = code
    for cache in caches:
        cache.cache_clear()
    for item, following in zip(items, [*items[1:], None]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            return 1
    return 0


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(ROOT / mutant.module))
        self._source = mutant.source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the mutated source instead of the module's own."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = mutant.module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def pytest_sessionstart(self) -> None:
        """Go before pytest's own finder, which would load the modules on its command line unchanged."""
        sys.meta_path.remove(self)
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, path: object, target: ModuleType | None = None) -> Any:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, loader=_Loader(name, self.mutant))


class _Chosen:
    """A pytest plugin that selects the quickest tests and sorts them by time."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self.seconds = seconds

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        _few_examples(items)
        by_name = {item.nodeid: item for item in items}
        chosen = _quickest(set(by_name) & set(self.seconds), self.seconds, MOST_AFRESH)
        items[:] = [by_name[name] for name in chosen]


def fresh(mutant: Mutant, tests: Sequence[str], seconds: Mapping[str, float]) -> int:
    """Run pytest on the mutated module in a process that has not imported it yet; return the exit code."""
    finder = _Finder(mutant)
    sys.meta_path.insert(0, finder)
    return int(pytest.main([*QUIET, "-x", *tests], plugins=[finder, _Chosen(seconds)]))


def in_child(job: Callable[[], int]) -> int:
    """Run the job in a forked process, and return its result."""
    pid = _start(job, None)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def in_processes(work: Sequence[tuple[Mutant, Callable[[], int], float]], jobs: int, report: Report) -> None:
    """Run each job in its own process, `jobs` at a time, each with its limit of CPU seconds."""
    waiting = list(reversed(work))
    running: dict[int, tuple[Mutant, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant, job, most = waiting.pop()
            running[_start(job, most)] = mutant, time.monotonic() + MOST_WAITING
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            for late, (_, until) in running.items():
                if time.monotonic() > until:
                    os.kill(late, signal.SIGXCPU)
            time.sleep(0.005)
            continue
        mutant, _ = running.pop(pid)
        code = os.waitstatus_to_exitcode(status)
        report(
            mutant, TIMED_OUT if code in (-signal.SIGXCPU, -signal.SIGKILL) else KILLED if code else SURVIVED
        )


def _start(job: Callable[[], int], most: float | None) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        if most is not None:
            os.nice(10)
            silent = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silent, stream)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
            resource.setrlimit(resource.RLIMIT_CPU, (int(most) + 1, int(most) + 3))
        code = job()
    except BaseException:
        if most is None:
            import traceback

            traceback.print_exc()
        code = 1
    sys.stdout.flush()
    os._exit(code)
