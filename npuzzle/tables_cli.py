"""The command `tables`: build pattern tables, verify them by building them anew, list them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Generator
from pathlib import Path
from time import perf_counter
from typing import Any

from npuzzle.cards import AUTO
from npuzzle.errors import InvalidJobError, KernelMemoryError, PatternFileError, UsageError
from npuzzle.geometry import Shape
from npuzzle.goals import goal_board
from npuzzle.kernel import ENGINES
from npuzzle.patterns import store
from npuzzle.patterns.builder import building
from npuzzle.patterns.files import packed, unpacked
from npuzzle.patterns.partitions import by_columns, partitions
from npuzzle.patterns.symmetry import canonical
from npuzzle.patterns.tables import MOST_CELLS, PatternSet
from npuzzle.terminal import NOT_SOLVED, OK, Meter, add_goal, add_json, print_json

PACKAGE = "package"

Entry = dict[str, Any]


def add_commands(commands: Any) -> None:
    tables = commands.add_parser(
        "tables", help="pattern tables: build, verify, list them", example="npuzzle tables list"
    )
    actions = tables.add_subparsers(required=True, metavar="ACTION", dest="action")
    engine = {"default": AUTO, "metavar": "E", "help": f"{AUTO}, {', '.join(ENGINES)}"}

    build = actions.add_parser(
        "build",
        help="build the tables of a size and goal, and keep them",
        example="npuzzle tables build 2x4 --goal blank-first",
    )
    build.add_argument("shape", metavar="RxC", help=f"rows x columns, of up to {MOST_CELLS} cells")
    add_goal(build)
    build.add_argument("--largest", type=int, metavar="K", help="tiles of the largest group")
    build.add_argument("--bits", type=int, default=store.BUILT_BITS, choices=(1, 2, 4, 8), help="of an entry")
    build.add_argument("--output", type=Path, metavar="FILE", help="where to, if not the user's folder")
    build.add_argument("--engine", **engine)
    add_json(build)
    build.set_defaults(run=_build)

    verify = actions.add_parser(
        "verify",
        help="build tables anew and compare them byte for byte",
        example="npuzzle tables verify my.tables",
    )
    verify.add_argument("files", metavar="FILE", nargs="*", type=Path, help="default: all that are listed")
    verify.add_argument("--engine", **engine)
    add_json(verify)
    verify.set_defaults(run=_verify)

    list_ = actions.add_parser(
        "list",
        help="the tables of the package and those kept for this user",
        example="npuzzle tables list --json",
    )
    add_json(list_)
    list_.set_defaults(run=_list)


def _build(options: argparse.Namespace) -> int:
    shape = Shape.parse(options.shape)
    if shape.cells > MOST_CELLS:
        raise InvalidJobError(f"pattern tables are for up to {MOST_CELLS} cells; {shape} has {shape.cells}")
    goal = goal_board(options.goal, shape)
    turned = canonical(shape, goal.blank)
    home = turned.image[goal.blank]
    if options.largest is None:
        partition = partitions(turned.shape, home)[0]
    elif options.largest < 1:
        raise UsageError(f"the largest group has 1 tile or more, got {options.largest}")
    else:
        partition = by_columns(turned.shape, home, options.largest)
    tables, seconds = _built(building(turned.shape, home, partition, options.bits, options.engine))
    path = options.output or _folder() / store.file_name(turned.shape, home, partition)
    data = packed(tables)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        store.write(path, data)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error}") from None
    if options.json:
        print_json({**_entry(str(path), tables, len(data)), "seconds": round(seconds, 6)})
    else:
        print(f"Built {_described(tables)}, in {seconds:.2f} s: {path}, {len(data):,} bytes")
    return OK


def _verify(options: argparse.Namespace) -> int:
    """Each file on a line of its own: the same, not the same, or no file of tables."""
    entries = []
    for name, path in _files(options.files):
        entry = _verified(name, path, options.engine)
        entries.append(entry)
        if not options.json:
            print(_verdict(entry), flush=True)
    if options.json:
        print_json({"tables": entries})
    return OK if all(entry.get("same") for entry in entries) else NOT_SOLVED


def _verified(name: str, path: Path, engine: str) -> Entry:
    """What a file has, and whether that is the `same` as what is built anew; else its `error`."""
    entry: Entry = {"name": name}
    try:
        raw = _read(name, path)
        kept = unpacked(raw, name)
        entry = _entry(name, kept, len(raw))
        tables, seconds = _built(building(kept.shape, kept.home, kept.partition, kept.bits, engine))
    except (PatternFileError, OSError) as error:
        return {**entry, "error": str(error)}
    except (InvalidJobError, KernelMemoryError) as error:
        return {**entry, "error": f"it cannot be built anew: {error}"}
    return {**entry, "same": tables == kept, "seconds": round(seconds, 6)}


def _verdict(entry: Entry) -> str:
    """What came of a file, in a line."""
    if "description" not in entry:
        return f"BAD  {entry['error']}"
    told = f"{entry['name']}: {entry['description']}"
    if "error" in entry:
        return f"BAD  {told}; {entry['error']}"
    if entry["same"]:
        return f"ok   {told}; the same, byte for byte ({entry['seconds']:.2f} s)"
    return f"BAD  {told}; NOT the same as what is built anew ({entry['seconds']:.2f} s)"


def _list(options: argparse.Namespace) -> int:
    entries = [_listed(name, path) for name, path in _files([])]
    if options.json:
        print_json({"tables": entries, "folder": str(_folder())})
    else:
        for entry in entries:
            print(entry.get("error") or f"{entry['name']}: {entry['description']}, {entry['bytes']:,} bytes")
        print(f"What is built is kept in {_folder()}")
    return NOT_SOLVED if any("error" in entry for entry in entries) else OK


def _listed(name: str, path: Path) -> Entry:
    """What a file has, or its `error`."""
    try:
        raw = _read(name, path)
        return _entry(name, unpacked(raw, name), len(raw))
    except (PatternFileError, OSError) as error:
        return {"name": name, "error": str(error)}


def _entry(name: str, tables: PatternSet, size: int) -> Entry:
    """Tables as plain data; `name` is the file's, or PACKAGE."""
    return {
        "name": name,
        "shape": str(tables.shape),
        "home": tables.home,
        "groups": tables.sizes,
        "bits": tables.bits,
        "bytes": size,
        "description": _described(tables),
    }


def _files(named: list[Path]) -> list[tuple[str, Path]]:
    """The files named, or all there are: the package's, by their shapes, then the user's."""
    if named:
        return [(str(path), path) for path in named]
    shipped = [(PACKAGE, Path(str(shape))) for shape in store.SHIPPED]
    return [*shipped, *((str(path), path) for path in sorted(_folder().glob("*.tables")))]


def _read(name: str, path: Path) -> bytes:
    return store.shipped_bytes(Shape.parse(str(path))) if name == PACKAGE else path.read_bytes()


def _folder() -> Path:
    found = store.user_folder()
    if found is None:
        raise UsageError("there is no home folder to keep tables in; name one in NPUZZLE_CACHE")
    return found


def _described(tables: PatternSet) -> str:
    return f"{tables.shape}, home {tables.home}, groups {tables.sizes}, {tables.bits} bits"


def _built(work: Generator[float, None, PatternSet]) -> tuple[PatternSet, float]:
    """The tables, and how long it took; shows progress on a terminal."""
    meter, began = Meter(sys.stderr), perf_counter()
    try:
        while True:
            done = next(work)
            meter.show(lambda: f"building, {done:.0%}")  # noqa: B023 - asked at once
    except StopIteration as end:
        tables: PatternSet = end.value
        return tables, perf_counter() - began
    finally:
        meter.clear()
