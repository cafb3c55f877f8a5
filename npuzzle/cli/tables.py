"""The command `tables`: build, verify and list pattern databases.

`verify` builds the tables of a file again and compares every byte. So a table is trusted because it can be
rebuilt, not because of its name.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from npuzzle.cli.board_io import add_goal, add_json, add_quiet
from npuzzle.cli.parser import Parser, Place
from npuzzle.cli.terminal import NOT_SOLVED, OK, Meter, print_json, print_text, report_unwritable
from npuzzle.compiler.kernel import ENGINES
from npuzzle.errors import InvalidJobError, KernelMemoryError, PatternFileError, UsageError
from npuzzle.pattern_databases import MAX_PATTERN_CELLS, catalogue
from npuzzle.pattern_databases.build import iter_build
from npuzzle.pattern_databases.codec import MOST_HEADER, MOST_LARGE_BYTES, pack, unpack
from npuzzle.pattern_databases.partition import (
    BUILT_BITS,
    LARGE_BITS,
    bits_for,
    divide,
    is_large_partition,
    partitions,
)
from npuzzle.pattern_databases.symmetry import canonical
from npuzzle.pattern_databases.table import PatternSet
from npuzzle.progress import run_to_end
from npuzzle.puzzle.board import goal_board
from npuzzle.puzzle.shape import Shape
from npuzzle.registry import AUTO
from npuzzle.storage import replace, require_writable, user_folder, write

PACKAGE = "package"

Entry = dict[str, Any]
Reader = Callable[[], bytes]


def add_tables(parser: Parser) -> None:
    """Add the actions of `tables`, each with its arguments."""
    actions = parser.add_subparsers(required=True, metavar="ACTION", dest="action")
    actions.add_parser(
        "build",
        help="build the tables of a size and goal, and save them",
        example="npuzzle tables build 2x4 --goal blank-first",
        fill=_add_build,
    )
    actions.add_parser(
        "verify",
        help="build tables again and compare them byte for byte",
        example="npuzzle tables verify my.tables",
        fill=_add_verify,
    )
    actions.add_parser(
        "list",
        help="list the tables of the package and those saved for this user",
        example="npuzzle tables list --json",
        fill=_add_list,
    )


def _add_build(parser: Parser) -> None:
    parser.add_argument("shape", metavar="RxC", help=f"rows x columns, up to {MAX_PATTERN_CELLS} cells")
    add_goal(parser)
    parser.add_argument(
        "--max-group",
        dest="largest",
        type=int,
        metavar="K",
        help="number of tiles in the largest group; up to 6 on 5x5",
    )
    parser.add_argument(
        "--bits",
        type=int,
        choices=(1, 2, 4, 8),
        help=f"bits for each entry (default: {BUILT_BITS}; {LARGE_BITS} for large tables)",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write to this file instead of the user's folder",
        offer=Place.FILE,
    )
    _add_engine(parser)
    add_quiet(parser)
    add_json(parser)
    parser.set_defaults(run=_build)


def _add_verify(parser: Parser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        type=Path,
        help="files of tables (default: all that `tables list` shows)",
        offer=Place.FILE,
    )
    _add_engine(parser)
    add_quiet(parser)
    add_json(parser)
    parser.set_defaults(run=_verify)


def _add_list(parser: Parser) -> None:
    add_json(parser)
    parser.set_defaults(run=_list)


def _add_engine(parser: Parser) -> None:
    names = (AUTO, *ENGINES)
    parser.add_argument("--engine", default=AUTO, metavar="E", help=", ".join(names), offer=lambda: names)


def _build(options: argparse.Namespace) -> int:
    shape = Shape.parse(options.shape)
    if shape.cells > MAX_PATTERN_CELLS:
        raise InvalidJobError(
            f"pattern databases need a board of up to {MAX_PATTERN_CELLS} cells; {shape} has {shape.cells}"
        )
    goal = goal_board(options.goal, shape)
    turned = canonical(shape, goal.blank)
    home = turned.image[goal.blank]
    if options.largest is None:
        partition = next(
            found for found in partitions(turned.shape, home) if not is_large_partition(turned.shape, found)
        )
    elif not 1 <= options.largest < shape.cells:
        most = shape.cells - 1
        raise UsageError(f"--max-group must be from 1 to {most} on {shape}, got {options.largest}")
    else:
        partition = divide(turned.shape, home, options.largest)
    bits = options.bits or bits_for(turned.shape, partition)
    path = options.output or _find_folder() / catalogue.file_name(turned.shape, home, partition)
    with report_unwritable(path):
        require_writable(path, makes_folders=True)
    tables, seconds = _build_tables(iter_build(turned.shape, home, partition, bits, options.engine))
    data = pack(tables)
    with report_unwritable(path):
        path.parent.resolve().mkdir(parents=True, exist_ok=True)  # resolved, so that `a/..` makes no folder a
        (write if options.output else replace)(path, data)
    if options.json:
        print_json({**_make_entry(str(path), tables, len(data)), "seconds": round(seconds, 6)})
    else:
        print_text(f"Built {_describe(tables)}, in {seconds:.2f} s: {path}, {len(data):,} bytes")
    return OK


def _verify(options: argparse.Namespace) -> int:
    """Report on each file, in one line, whether building its tables again gives the same bytes."""
    entries = []
    for name, read in _list_files(options.files):
        entry = _verify_file(name, read, options.engine)
        entries.append(entry)
        if not options.json:
            print_text(_say_verdict(entry))
    if options.json:
        print_json({"tables": entries})
    return OK if all(entry.get("same") for entry in entries) else NOT_SOLVED


def _verify_file(name: str, read: Reader, engine: str) -> Entry:
    """Describe a file: whether building its tables again gives the `same` bytes, or the `error`."""
    entry: Entry = {"name": name}
    try:
        raw = read()
        kept = unpack(raw, name)
        entry = _make_entry(name, kept, len(raw))
        tables, seconds = _build_tables(iter_build(kept.shape, kept.home, kept.partition, kept.bits, engine))
    except (PatternFileError, OSError) as error:
        return {**entry, "error": str(error)}
    except (InvalidJobError, KernelMemoryError) as error:
        return {**entry, "error": f"it cannot be built again: {error}"}
    return {**entry, "same": tables == kept, "seconds": round(seconds, 6)}


def _say_verdict(entry: Entry) -> str:
    """Describe in one line whether a file passed."""
    if "description" not in entry:
        return f"BAD  {entry['error']}"
    described = f"{entry['name']}: {entry['description']}"
    if "error" in entry:
        return f"BAD  {described}; {entry['error']}"
    if entry["same"]:
        return f"ok   {described}; the same, byte for byte ({entry['seconds']:.2f} s)"
    return f"BAD  {described}; NOT the same as when built again ({entry['seconds']:.2f} s)"


def _list(options: argparse.Namespace) -> int:
    folder = _find_folder()
    entries = [_describe_file(name, read) for name, read in _list_files([])]
    if options.json:
        print_json({"tables": entries, "folder": str(folder)})
    else:
        for entry in entries:
            print_text(
                entry.get("error") or f"{entry['name']}: {entry['description']}, {entry['bytes']:,} bytes"
            )
        if folder.exists() and not folder.is_dir():
            print_text(f"Tables cannot be saved: {folder} is not a folder")
        else:
            print_text(f"Tables are saved in {folder}")
    return NOT_SOLVED if any("error" in entry for entry in entries) else OK


def _describe_file(name: str, read: Reader) -> Entry:
    """Describe a file, or the `error` that says why it cannot be read."""
    try:
        raw = read()
        return _make_entry(name, unpack(raw, name), len(raw))
    except (PatternFileError, OSError) as error:
        return {"name": name, "error": str(error)}


def _make_entry(name: str, tables: PatternSet, size: int) -> Entry:
    """Return tables as plain data. `name`: the name of the file, or PACKAGE."""
    return {
        "name": name,
        "shape": str(tables.shape),
        "home": tables.home,
        "groups": tables.sizes,
        "bits": tables.bits,
        "bytes": size,
        "description": _describe(tables),
    }


def _list_files(named: list[Path]) -> list[tuple[str, Reader]]:
    """List the named files, or else all files, the package's first, each with a function that reads it."""
    if named:
        return [(str(path), partial(_read, path)) for path in named]
    shipped = [(PACKAGE, partial(catalogue.read_shipped, shape)) for shape in catalogue.SHIPPED]
    kept = sorted(_find_folder().glob("*.tables"))
    return [*shipped, *((str(path), partial(_read_in_folder, path)) for path in kept)]


def _read_in_folder(path: Path) -> bytes:
    """Read a file in the user's folder. Raises PatternFileError for a pipe, because it might never end."""
    if not path.is_file():
        raise PatternFileError(f"{path} cannot be used: it is not a plain file")
    return _read(path)


def _read(path: Path) -> bytes:
    """Read a file, but no further than the largest tables would go, because a device may never end."""
    with path.open("rb") as file:
        return file.read(MOST_LARGE_BYTES + MOST_HEADER)


def _find_folder() -> Path:
    found = user_folder()
    if found is None:
        raise UsageError("there is no home folder to save tables in; name one in NPUZZLE_CACHE")
    return found


def _describe(tables: PatternSet) -> str:
    return f"{tables.shape}, home {tables.home}, groups {tables.sizes}, {tables.bits} bits"


def _build_tables(work: Generator[float, None, PatternSet]) -> tuple[PatternSet, float]:
    """Build the tables, measure the seconds, and show progress on a terminal."""
    began = perf_counter()
    with Meter(sys.stderr) as meter:
        tables = run_to_end(work, lambda done: meter.show(lambda: f"building, {done:.0%}"))
    return tables, perf_counter() - began
