"""Write CSV in which a spreadsheet runs no formula, and read CSV as spreadsheets write it.

Answers of students come from forms and spreadsheets of any country and system: with different separators,
encodings, line ends and Unicode forms of a name. Nothing is guessed silently: no character is
replaced, the reason is given for a line that cannot be read, and a guessed encoding is reported. Python's own
`csv` splits a line, but a row is always one line here: otherwise one missing quote would swallow the answers
after it.
"""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from types import MappingProxyType
from unicodedata import normalize

from npuzzle.errors import InvalidTableError, quote

#: Matches wherever a spreadsheet may begin a cell: at the start of a text, and after `,`, `;`, `|`, a tab or
#: a line end. The groups are the separators, the apostrophes after them, and the sign of a formula (ASCII or
#: full width) or "". Matching takes linear time, because a run of separators is matched as one.
CELL_START = re.compile(r"""((?:^|[,;|\t\r\n])[\s,;|"]*)('*)([=+\-@\uff1d\uff0b\uff0d\uff20]?)""")
SEPARATORS = ",;\t"
LONGEST_LINE = 100_000  # characters: csv allows a few more in one cell
LARGEST_TABLE = 50_000_000  # bytes
MOST_LINES = 20_000  # of a table: four hundred students with fifty exercises each
MOST_COLUMNS = 100
WESTERN = "cp1252"  # the encoding of spreadsheets on Windows in Western Europe and America
SAVE_AS_UTF8 = 'save it as "CSV UTF-8"'


@dataclass(frozen=True, slots=True)
class Line:
    """A line below the column names: its number in the file, from 1, and its cells by column name.

    `problem`: why the line cannot be read, or "" if it can. A line that cannot be read has no cells.
    """

    number: int
    cells: Mapping[str, str]
    problem: str = ""


def cell(value: object) -> str:
    """Write a value as a cell. Text gets an apostrophe wherever a formula would begin.

    A formula may also begin inside the text, because a spreadsheet with other regional settings may split the
    text at `,`, `;`, `|` or a tab.

    >>> cell("=1+1"), cell("Ada;=1+1"), cell("Ada"), cell(None), cell(-1)
    ("'=1+1", "Ada;'=1+1", 'Ada', '', '-1')
    """
    text = "" if value is None else str(value)
    return CELL_START.sub(_add_apostrophe, text) if isinstance(value, str) else text


def format_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Write a table as text, with a line of column names first."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row[name]) for name in columns] for row in rows)
    return out.getvalue()


def require_encoding(encoding: str | None) -> None:
    """Raise InvalidTableError unless this is the name of an encoding of text, or None."""
    try:
        "a".encode(encoding or ("utf-8" if encoding is None else "no name"))
    except (LookupError, ValueError):
        raise InvalidTableError(f"expected a text encoding, such as cp932, got {quote(encoding)}") from None


def decode(data: bytes, what: str, encoding: str | None = None) -> tuple[list[str], str]:
    """Decode the bytes of a table. Return its lines, and the encoding if that was guessed, else ''.

    UTF-8, and UTF-16 with a byte order mark, are recognized. Any other table is read in `encoding`. Without
    one, WESTERN is guessed. No character is replaced: a byte without a meaning raises InvalidTableError,
    whose message tells how to fix the file.

    >>> decode("José".encode("utf-16"), "it"), decode("José".encode("cp1252"), "it")
    ((['José'], ''), (['José'], 'cp1252'))
    """
    require_encoding(encoding)
    if len(data) > LARGEST_TABLE:
        raise InvalidTableError(f"{what}: a table can have up to {LARGEST_TABLE:,} bytes, got more")
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        used = "utf-16"
    elif data.startswith(BOM_UTF8) or _is_utf8(data):
        used, data = "utf-8", data.removeprefix(BOM_UTF8)
    else:
        used = encoding or WESTERN
    try:
        text = data.decode(used)
    except UnicodeError as error:
        why = str(error)  # not an encoding of files, such as idna
        if isinstance(error, UnicodeDecodeError):
            before = data[: error.start].decode("utf-16" if used == "utf-16" else "latin-1", "ignore")
            line = before.count("\n") + 1
            why = f"line {line} has the byte 0x{data[error.start]:02X}"
        raise InvalidTableError(
            f"{what} cannot be read in {used}: {why}; {SAVE_AS_UTF8}, or name its encoding with --encoding"
        ) from None
    if "\0" in text:
        raise InvalidTableError(
            f"{what} is not text: it contains zeros, as a workbook (.xlsx) does; {SAVE_AS_UTF8}"
        )
    count = max(text.count("\n"), text.count("\r"))
    if count > MOST_LINES:
        raise InvalidTableError(f"{what}: a table can have up to {MOST_LINES:,} lines, got {count:,}")
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
    optional: Sequence[str] = (),
) -> Iterator[Line]:
    """Yield the lines of a table below the column names, without empty lines.

    Columns that are neither `wanted` nor `optional` are left out.

    It understands commas, semicolons or tabs between cells, a byte order mark, any line ends, spaces around
    cells, column names in capitals, and the line `sep=;`. A row is one line. `aliases`: other names of
    columns, for tables that do not have the usual name. Raises InvalidTableError, which calls the table
    `what`, unless the first line names each of the `wanted` columns once.
    """
    left = ((number, text) for number, text in enumerate(lines, 1) if text.strip(f"{SEPARATORS}\ufeff \r\n"))
    number, head = next(left, (1, ""))
    if sep := re.fullmatch(r'\ufeff?"?sep=([,;|\t])"?\s*', head):
        number, head = next(left, (number, ""))
    separator = sep[1] if sep else max(SEPARATORS, key=head.count)
    names = [
        name.casefold() for name in _cells(head[:LONGEST_LINE].removeprefix("\ufeff"), separator) or [""]
    ]
    if len(names) > MOST_COLUMNS:
        raise InvalidTableError(
            f"{what}: a table can have up to {MOST_COLUMNS:,} columns, got {len(names):,}"
        )
    names = [name if aliases.get(name, name) in names else aliases[name] for name in names]
    if any(names.count(name) != 1 for name in wanted):
        raise InvalidTableError(
            f"the first line of {what} must name each of the columns {', '.join(wanted)} once, "
            f"got {quote(head.strip())}"
        )
    for number, text in left:
        yield _line(number, text, separator, names, {*wanted, *optional})


def has_columns(
    lines: Iterable[str], wanted: Sequence[str], aliases: Mapping[str, str] = MappingProxyType({})
) -> bool:
    """Return whether the first line of a table names these columns, each once."""
    try:
        next(read(lines, wanted, "the table", aliases), None)
    except InvalidTableError:
        return False
    return True


def _line(number: int, text: str, separator: str, names: Sequence[str], kept: Collection[str]) -> Line:
    if len(text) > LONGEST_LINE:
        return Line(number, {}, f"a line can have up to {LONGEST_LINE:,} characters, got {len(text):,}")
    cells = _cells(text, separator)
    if cells is None:
        return Line(number, {}, f"the quotes do not pair up in {quote(text.strip())}")
    if any(cells[len(names) :]):
        return Line(
            number,
            {},
            f"expected {len(names)} cells, got {len(cells)}: put quotes around a cell that contains "
            f"{separator!r}",
        )
    cells += [""] * (len(names) - len(cells))
    return Line(number, {name: word for name, word in zip(names, cells) if name in kept})


def _cells(text: str, separator: str) -> list[str] | None:
    """Split a line into cells, or None if its quotes do not pair up."""
    try:
        found = next(
            csv.reader([text.rstrip("\r\n")], delimiter=separator, skipinitialspace=True, strict=True), []
        )
    except csv.Error:
        return None
    return [_plain(word.strip()) for word in found]


def _add_apostrophe(found: re.Match[str]) -> str:
    """Return the beginning of a cell, with one more apostrophe if a formula follows."""
    before, marks, sign = found.groups()
    return f"{before}'{marks}{sign}" if sign else found[0]


def _plain(text: str) -> str:
    """Remove the apostrophes that `cell` adds."""
    return CELL_START.sub(_remove_apostrophe, text)


def _remove_apostrophe(found: re.Match[str]) -> str:
    before, marks, sign = found.groups()
    return f"{before}{marks[1:]}{sign}" if sign else found[0]


def comparison_key(name: str) -> str:
    """Return the comparison key of a name: capitals, spaces and Unicode forms make no difference.

    >>> comparison_key("JOSE\\u0301  Díaz") == comparison_key("José Díaz")
    True
    """
    return " ".join(normalize("NFKC", normalize("NFKD", name).casefold()).split())
