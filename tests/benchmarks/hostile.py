"""How long hostile input takes, and its answers: `python -m tests.benchmarks.hostile`.

It prints the CPU seconds, the best of three, to `check` each text of `tests.support.hostile`, and to read
very bad links, kernels and table files. Then it prints the growth of the process. The exit code is 1 if any
input takes more than a second.
"""

from __future__ import annotations

import lzma
import resource
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from time import process_time

from npuzzle import check
from npuzzle.compiler import Kernel
from npuzzle.errors import NPuzzleError
from npuzzle.pattern_databases.codec import unpack
from npuzzle.puzzle.play import parse_moves
from tests.support.hostile import BOARDS
from web.page.link import from_fragment, notes_from_text

TIMES = 3
MOST_SECONDS = 1.0
PIECE = 1_000_000  # bytes
SIZES = (4 * 25**5 + 25**4, 100_000_000)  # bytes of tables: as the header says, and more
SUM = " + ".join(["x"] * 95)


def board(text: str) -> Callable[[], object]:
    return lambda: check(text).reason


def link(text: str) -> Callable[[], object]:
    return lambda: " ".join(from_fragment(text).problems)


def kernel(text: str) -> Callable[[], object]:
    return lambda: Kernel(text, {})


@cache
def tables(size: int) -> bytes:
    """Return a small file that unpacks to tables of `size` zeros."""
    header = b"npuzzle pattern tables, format 1\nshape 5x5\nhome 0\n"
    groups = [range(1, 6), range(6, 11), range(11, 16), range(16, 21), range(21, 25)]
    header += b"patterns " + " | ".join(" ".join(map(str, group)) for group in groups).encode() + b"\nbits 8"
    checksum, packer = sha256(header), lzma.LZMACompressor(preset=1)
    packed = b""
    for at in range(0, size, PIECE):
        piece = bytes(min(PIECE, size - at))
        checksum.update(piece)
        packed += packer.compress(piece)
    return header + b"\nsha256 " + checksum.hexdigest().encode() + b"\n\n" + packed + packer.flush()


OTHERS: dict[str, Callable[[], object]] = {
    "link of 2 MB": link("board=" + "1_2/" * 500_000),
    "link of 400,000 &": link("&" * 400_000),
    "link of 190,000 words": link("board=" + "q_" * 190_000),
    "link with a note of zeros": link("source=z" + "A" * 390_000),
    "link of 130,000 bad bytes": link("text=" + "%FF" * 130_000),
    "notes, 100,000 deep": lambda: notes_from_text("[" * 100_000),
    "moves, 1,000,000": lambda: len(parse_moves("UD" * 500_000)),
    "moves, a number of 1,000,000": lambda: parse_moves("U" + "9" * 1_000_000),
    "kernel of 200,000 characters": kernel("#" * 200_000),
    "kernel of 120 long sums": kernel("def f(x):\n" + f"    x = {SUM}\n" * 120 + "    return x\n"),
    "kernel of 2,500 lines": kernel("def f(x):\n" + "    x = x * x + 1\n" * 2_500 + "    return x\n"),
    "kernel of 1,500 functions": kernel("".join(f"def f{n}(x):\n    return x\n" for n in range(1_500))),
    "kernel, a number of 40,000 digits": kernel("def f(x):\n    return " + "9" * 40_000),
    "kernel, brackets 40,000 deep": kernel("def f(x):\n    return " + "(" * 40_000),
    "tables, 39 MB of zeros": lambda: unpack(tables(SIZES[0])),
    "tables, 100 MB in the place of 39": lambda: unpack(tables(SIZES[1])),
}


def main() -> int:
    for size in SIZES:
        tables(size)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{'seconds':>8}  input: answer")
    worst = 0.0
    for hostile in BOARDS:
        worst = max(worst, told(hostile.name, board(hostile.text())))
    for name, door in OTHERS.items():
        worst = max(worst, told(name, door))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"slowest {worst:.3f} s; the process grew by {grown:,.0f} MB, with inputs of up to 10 MB")
    return int(worst > MOST_SECONDS)


def told(name: str, door: Callable[[], object]) -> float:
    """Return the seconds of a call, the best of a few; print them with its answer."""
    best = float("inf")
    for _ in range(TIMES):
        began = process_time()
        try:
            said = str(door())
        except NPuzzleError as error:
            said = str(error)
        best = min(best, process_time() - began)
    print(f"{best:8.3f}  {name}: {said if len(said) <= 100 else said[:97] + '...'}", flush=True)
    return best


if __name__ == "__main__":
    sys.exit(main())
