"""If an earlier bug of the page's scripts came back, a quick test would fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from npuzzle import site
from tests.mutation.known import FAULTS, Fault, copy_checkout, judge


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_checkout(tmp_path_factory.mktemp("faults"))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.file)
def test_the_text_that_a_fault_changes_is_there(fault: Fault) -> None:
    text = (site.ROOT / fault.file).read_text(encoding="utf-8")
    assert fault.apply(text) != text


def test_a_text_that_is_gone_is_named() -> None:
    with pytest.raises(LookupError, match=r"sw\.js has 0 places like 'no such text'"):
        Fault("a fault", "sw.js", "no such text", "", "").apply("")


def test_a_fault_that_no_test_names_is_unnoticed() -> None:
    fault = Fault("a fault", "web/nobody.js", "", "", "named by n" + "obody")
    assert judge(fault, Path()) == "no quick test names web/nobody.js"


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.file)
def test_a_quick_test_notices_the_fault(fault: Fault, copy: Path) -> None:
    assert judge(fault, copy) == ""
