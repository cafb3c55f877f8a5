"""Tables as CSV: written so that a spreadsheet calculates nothing, read as spreadsheets write them."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from types import MappingProxyType

from npuzzle.errors import UsageError, shown

#: Where a cell may begin for a spreadsheet that splits at any of `,;|` or tabs, the apostrophes there, and
#: the sign of a formula, in full width too. Runs of separators are taken whole: the time is linear.
CELL_START = re.compile(r"""((?:^|[,;|\t\r\n])[\s,;|"]*)('*)([=+\-@\uff1d\uff0b\uff0d\uff20]?)""")
SEPARATORS = ",;\t"
LONGEST = 100_000  # characters of a line; csv takes a few more in one cell
LARGEST = 50_000_000  # bytes of a table
WESTERN = "cp1252"  # what spreadsheets write on a Windows of Western Europe or America
SAVE_AS_UTF8 = 'save it as "CSV UTF-8"'


@dataclass(frozen=True, slots=True)
class Line:
    """A line below the names: its place in the file, from 1, and its cells by the names of their columns.

    `problem`: why it cannot be read, and there are no cells; empty if it can.
    """

    number: int
    cells: Mapping[str, str]
    problem: str = ""


def cell(value: object) -> str:
    """A value as it is written; text gets an apostrophe wherever a formula would begin.

    Also behind the separators of other countries, which a spreadsheet there may split it at.

    >>> cell("=1+1"), cell("Ada;=1+1"), cell("Ada"), cell(None), cell(-1)
    ("'=1+1", "Ada;'=1+1", 'Ada', '', '-1')
    """
    text = "" if value is None else str(value)
    return CELL_START.sub(_add_apostrophe, text) if isinstance(value, str) else text


def format_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """The text of a table, a line of names first."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row[name]) for name in columns] for row in rows)
    return out.getvalue()


def decode(data: bytes, what: str, encoding: str | None = None) -> tuple[list[str], str]:
    """The lines of a table that comes as bytes, and the encoding if it was guessed, else nothing.

    It is UTF-8, or begins with the mark of UTF-16; any other is read in `encoding`, by default a guess,
    WESTERN. Nothing is replaced: UsageError, which tells what to do, if a byte has no meaning there.

    >>> decode("José".encode("utf-16"), "it"), decode("José".encode("cp1252"), "it")
    ((['José'], ''), (['José'], 'cp1252'))
    """
    if len(data) > LARGEST:
        raise UsageError(f"{what}: a table has up to {LARGEST:,} bytes, and this has more")
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        used = "utf-16"
    elif data.startswith(BOM_UTF8) or _is_utf8(data):
        used, data = "utf-8", data.removeprefix(BOM_UTF8)
    else:
        used = encoding or WESTERN
    try:
        text = data.decode(used)
    except LookupError:
        raise UsageError(f"expected an encoding of text, such as cp932, got {shown(used)}") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(used, "ignore").count("\n") + 1
        raise UsageError(
            f"{what} cannot be read in {used}: on line {line} is the byte 0x{data[error.start]:02X}; "
            f"{SAVE_AS_UTF8}, or name its encoding with --encoding"
        ) from None
    if "\0" in text:
        raise UsageError(f"{what} is no text: it holds zeros, as a workbook (.xlsx) does; {SAVE_AS_UTF8}")
    return list(StringIO(text, newline=None)), used if used == WESTERN and encoding is None else ""


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def read(
    lines: Iterable[str],
    wanted: Sequence[str],
    what: str,
    aliases: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Line]:
    """The lines of a table below its names; empty ones are left out. There may be more columns.

    Understood: commas, semicolons or tabs between cells, a byte order mark, any line ends, spaces around
    cells, names in capitals, the line `sep=;`. A row is one line. `aliases`: other names of columns, for
    tables without the name itself. Raises UsageError unless the first line names the columns that are
    wanted, each once; `what`: who that is told of.
    """
    left = ((number, text) for number, text in enumerate(lines, 1) if text.strip(f"{SEPARATORS}\ufeff \r\n"))
    number, head = next(left, (1, ""))
    if sep := re.fullmatch(r'\ufeff?"?sep=([,;|\t])"?\s*', head):
        number, head = next(left, (number, ""))
    separator = sep[1] if sep else max(SEPARATORS, key=head.count)
    names = [name.casefold() for name in _cells(head[:LONGEST].removeprefix("\ufeff"), separator) or [""]]
    names = [name if aliases.get(name, name) in names else aliases[name] for name in names]
    if any(names.count(name) != 1 for name in wanted):
        raise UsageError(
            f"the first line of {what} names the columns, {', '.join(wanted)} among them, each once; "
            f"got {shown(head.strip())}"
        )
    for number, text in left:
        yield _line(number, text, separator, names)


def _line(number: int, text: str, separator: str, names: Sequence[str]) -> Line:
    if len(text) > LONGEST:
        return Line(number, {}, f"a line has up to {LONGEST:,} characters, got {len(text):,}")
    cells = _cells(text, separator)
    if cells is None:
        return Line(number, {}, f"the quotes do not pair up in {shown(text.strip())}")
    if any(cells[len(names) :]):
        return Line(
            number,
            {},
            f"{len(names)} cells were expected, got {len(cells)}: a cell with {separator!r} in it stands in "
            "quotes",
        )
    return Line(number, dict(zip(names, [*cells, *[""] * len(names)])))


def _cells(text: str, separator: str) -> list[str] | None:
    """The cells of one line; None if it is none by itself."""
    try:
        found = next(
            csv.reader([text.rstrip("\r\n")], delimiter=separator, skipinitialspace=True, strict=True), []
        )
    except csv.Error:
        return None
    return [_plain(word.strip()) for word in found]


def _add_apostrophe(found: re.Match[str]) -> str:
    """The start of a cell, with one apostrophe more before a formula."""
    before, marks, sign = found.groups()
    return f"{before}'{marks}{sign}" if sign else found[0]


def _plain(text: str) -> str:
    """The text without the apostrophes of `cell`."""
    return CELL_START.sub(_remove_apostrophe, text)


def _remove_apostrophe(found: re.Match[str]) -> str:
    before, marks, sign = found.groups()
    return f"{before}{marks[1:]}{sign}" if sign else found[0]
