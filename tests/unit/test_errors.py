"""The errors of the package, in whatever way they are raised."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from npuzzle import Board, NPuzzleError, solve
from npuzzle.compiler import Kernel
from npuzzle.errors import MissingLibraryError

RAISING: dict[str, Callable[[], object]] = {
    "a board": lambda: Board("1 2 2/3 0 4"),
    "a name": lambda: solve("1 2 3/4 5 6/0 7 8", algorithm="astra"),
    "an option": lambda: solve("1 2 3/4 5 6/0 7 8", sekonds=3),  # type: ignore[call-arg]
    "a job": lambda: solve("1 2 3/4 5 6/0 7 8", seconds=-1),
    "a text of a kernel": lambda: Kernel("def f(:\n", {}),
}


def list_kinds(kind: type[NPuzzleError] = NPuzzleError) -> list[type[NPuzzleError]]:
    """List this class of errors and all its subclasses."""
    return [kind, *(below for each in kind.__subclasses__() for below in list_kinds(each))]


def same(error: NPuzzleError) -> bool:
    """Return whether an error stays the same when it is sent to another process."""
    other = pickle.loads(pickle.dumps(error))
    return (type(other), str(other), vars(other)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize("asked", RAISING)
def test_an_error_reaches_another_process_as_it_was_raised(asked: str) -> None:
    with pytest.raises(NPuzzleError) as caught:
        RAISING[asked]()
    assert same(caught.value)


def test_so_does_an_error_of_each_kind() -> None:
    own = [kind for kind in list_kinds() if "__init__" not in vars(kind)]
    assert len(own) > 15
    assert all(same(kind("some text")) for kind in own)
    assert str(pickle.loads(pickle.dumps(MissingLibraryError("pandas is missing")))) == "pandas is missing"
