"""No text or file crashes the code that reads it, or takes more than a second or 256 MB.

The inputs are the ones that fuzzing starts from, and the ones that once broke something.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from npuzzle.compiler import Kernel
from npuzzle.errors import KernelSyntaxError, PatternFileError
from npuzzle.pattern_databases.codec import unpack
from tests.fuzz.__main__ import LONGEST
from tests.fuzz.kernels import SIZE
from tests.fuzz.targets import TARGETS, grown

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(CORPUS.glob("*/*"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_input_breaks_a_promise(file: Path) -> None:
    TARGETS[file.parent.name](file.read_bytes())


def test_each_target_has_inputs_to_begin_with_and_words() -> None:
    assert {file.parent.name for file in FILES} == set(TARGETS)
    assert {file.stem for file in (CORPUS.parent / "words").glob("*.dict")} == set(TARGETS)
    assert max(file.stat().st_size for file in FILES) <= LONGEST
    assert len(FILES) <= 80


def test_a_few_bytes_grow_to_a_long_text() -> None:
    assert grown(b"ab\xff\x03cd\xff\x00e") == "ab" + "cd" * 8 + "e"
    assert grown(b"\xff") == ""
    assert grown("é".encode() + b"\xfe") == "é\udcfe"


def test_the_kernel_to_begin_with_is_taken_and_its_twins_are_refused() -> None:
    kernel = Kernel((CORPUS / "kernel/all.txt").read_text(), dict.fromkeys("abc", SIZE), {"M": 3})
    assert kernel.call("f", 1, 1) == 62
    for name in ("deep", "deep_in_a_function", "long_number", "long_hexadecimal", "import", "unknown_import"):
        with pytest.raises(KernelSyntaxError):
            Kernel(grown((CORPUS / f"kernel/{name}.txt").read_bytes()), {})


def test_the_file_of_tables_to_begin_with_needs_only_its_checksum() -> None:
    with pytest.raises(PatternFileError, match="its header has the fields"):
        unpack((CORPUS / "tables/header.txt").read_bytes())
