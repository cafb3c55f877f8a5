"""adding.md names every file with a list of all heuristics, algorithms, rooms or languages.

In a copy of the project, the files that it names are enough to add an invented room.
"""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from npuzzle import ALGORITHMS, HEURISTICS, site
from tests.support.additions import DAILY, MADE, add_algorithm, add_goal, add_heuristic, add_room
from tests.support.checkout import Checkout
from tests.support.documents import FOLDER, Document
from web.room_table import ROOMS

ADDING = Document.at(FOLDER / "adding.md")

#: A file with this share of all names counts as a list.
ENOUGH = 0.75
READ = (".py", ".md", ".html", ".json")
NAMES = {
    "## A heuristic": [card.name for card in HEURISTICS if card.name not in ("zero", "mix")],
    "## An algorithm": [card.name for card in ALGORITHMS],
    "## A room of the page": [room.name for room in ROOMS if room.name not in ("solve", "learn")],
}
LABELS = {
    "## A heuristic": [card.label for card in HEURISTICS],
    "## An algorithm": [card.label for card in ALGORITHMS],
}


@cache
def files() -> dict[str, str]:
    """Return the texts of the project's files."""
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=site.ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    here = [name for name in tracked if name.endswith(READ) and (site.ROOT / name).is_file()]
    return {name: (site.ROOT / name).read_text(encoding="utf-8") for name in here}


def part(heading: str) -> str:
    return re.split(r"^## ", ADDING.text.split(f"{heading}\n", 1)[1], flags=re.MULTILINE)[0]


def keepers(names: list[str]) -> list[str]:
    """List the files with most of these names in one paragraph or block of code."""
    words = {name: re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])") for name in names}
    least = ENOUGH * len(words)

    def lists_them(text: str) -> bool:
        return sum(name in text and bool(word.search(text)) for name, word in words.items()) >= least

    return [file for file, text in files().items() if any(map(lists_them, text.split("\n\n")))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("heading", "names"), [*NAMES.items(), *LABELS.items()], ids=lambda value: str(value)[:20]
)
def test_every_file_that_lists_them_is_named(heading: str, names: list[str]) -> None:
    found = keepers(names)
    assert found
    told = part(heading)
    elsewhere = ("CHANGELOG.md", "npuzzle/docs/")
    assert [file for file in found if f"`{file}`" not in told and not file.startswith(elsewhere)] == []


def test_every_file_that_is_to_be_touched_for_a_language_names_the_one_there_is() -> None:
    for file in ("web/js/language.js", "npuzzle/site/page_files.py", "tests/browser/test_language.py"):
        assert f"`{file}`" in part("## A language")
        assert "zh" in (site.ROOT / file).read_text(encoding="utf-8")


def test_every_language_is_served() -> None:
    found = {path.relative_to(site.ROOT).as_posix() for path in (site.ROOT / "web/languages").glob("*.json")}
    assert found
    assert found <= set(site.PAGE)


def test_what_a_room_needs_is_documented() -> None:
    told = part("## A room of the page")
    for name in ("ROOMS", "RoomTask", "PAGE"):
        assert f"`{name}`" in told


#: Tests of everything that knows the rooms: imports, the table, links, texts, the page, and these documents.
HOLD_A_ROOM = (
    "tests/unit/test_architecture.py",
    "tests/unit/site/test_page.py",
    "tests/unit/site/test_pages.py",
    "tests/unit/web/rooms/test_shell.py",
    "tests/unit/web/test_room_table.py",
    "tests/unit/web/test_languages.py",
    "tests/unit/web/test_policy.py",
    "tests/unit/web/test_sharing.py",
    "tests/unit/web/test_text_nodes.py",
    "tests/unit/web/test_views.py",
    "tests/unit/web/test_wire.py",
    "tests/docs/test_adding.py",
    "tests/docs/test_docs.py",
    "tests/docs/test_formats.py",
)


#: The worker carries out the room's task, and the page names the task in progress.
CARRIED_OUT = """
from web.solver.state import SolverState
from web.solver.wire import Reply, TaskRunner, start_message, step_message
worker = TaskRunner()
assert Reply.from_text(worker.handle(start_message("daily", {}))).answer is None
assert Reply.from_text(worker.handle(step_message(0.05))).answer == {"board": "1 2 3/4 5 6/0 7 8"}
assert SolverState(is_ready=True, busy="daily").why_not_start == "The choice of a board is in progress."
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "forgotten",
    [
        {"web/room_table.py": "test_no_folder_is_left_out_of_the_table"},
        {"index.html": "run python -m npuzzle.site.pages"},
        {
            "web/languages/zh.json": "test_every_text_of_the_page_is_covered",
            "web/rooms/daily/view.py": "test_a_room_has_its_folder",
        },
    ],
    ids=["line", "page", "words and view"],
)
def test_what_is_forgotten_is_noticed(tmp_path: Path, forgotten: dict[str, str]) -> None:
    """One run reports everything that is missing for a room."""
    checkout = Checkout.copy(tmp_path)
    add_room(checkout)
    for name in forgotten:
        if name in DAILY:
            (checkout.root / name).unlink()
        else:
            subprocess.run(["git", "checkout", "--quiet", name], cwd=checkout.root, check=True)
    if "web/room_table.py" in forgotten:
        checkout.run("-m", "npuzzle.site.pages")
    tests = [path for path in HOLD_A_ROOM if path.endswith(("_pages.py", "_table.py", "_languages.py"))]
    with pytest.raises(AssertionError) as failed:
        checkout.test(*tests)
    assert [says for says in forgotten.values() if says not in str(failed.value)] == []


DOCUMENTS = (
    "adding",
    "api",
    "conventions",
    "docs",
    "formats",
    "guarantees",
    "heuristics",
    "kernels",
    "readme",
)

#: Tests of everything that knows the cards: claims, searches, runs, the page's texts, documents.
HOLD_A_CARD = (
    "tests/unit/heuristics",
    "tests/unit/search",
    "tests/unit/solving",
    "tests/unit/lab",
    "tests/unit/cli/test_lab.py",
    "tests/unit/cli/test_completion.py",
    "tests/unit/puzzle/test_goals.py",
    "tests/unit/test_registry.py",
    "tests/unit/test_guaranteed.py",
    "tests/unit/test_random_oracle.py",
    "tests/unit/web/rooms",
    "tests/unit/web/test_languages.py",
    "tests/unit/web/test_sharing.py",
    "tests/laws",
    *(f"tests/docs/test_{name}.py" for name in DOCUMENTS),
)

#: The additions work in Python, in the laboratory and on the command line.
USED = """
from npuzzle import HEURISTICS, solve
from npuzzle.cli.main import main
from npuzzle.lab import certify
proof = certify("farthest-tile", against=[])
assert (proof.admissible, proof.consistent) == (True, True)
assert solve("8 6 7/2 5 4/3 0 1", heuristic="farthest-tile").is_optimal
near = solve("1 2 3/4 5 6/0 7 8", algorithm="hill-climbing", numbers={"sideways": 3})
assert (near.path, near.numbers) == ("LL", {"sideways": 3})
command = ["solve", "1 2 3/4 5 6/0 7 8", "--algorithm", "hill-climbing", "--sideways", "0", "--json"]
assert main(command) == 0
assert main(["solve", "8 7 6/5 4 3/2 0 1", "--goal", "descending"]) == 0
"""


@pytest.mark.slow
def test_a_heuristic_an_algorithm_a_goal_and_a_room_are_their_modules_and_their_lines(tmp_path: Path) -> None:
    """With these additions, the tests pass: all cases of the additions, and one case of each other test."""
    checkout = Checkout.copy(tmp_path)
    by_hand = add_heuristic(checkout) | add_algorithm(checkout) | add_goal(checkout)
    assert checkout.changed() == by_hand
    checkout.run("-c", USED)
    of_the_room = add_room(checkout)
    assert checkout.changed() == {*by_hand, *of_the_room, *MADE}
    told = part("## A room of the page")
    for name in of_the_room:
        assert f"`{name.replace('daily', 'NAME')}`" in told
    checkout.run("-c", CARRIED_OUT)
    checkout.test(*dict.fromkeys((*HOLD_A_CARD, *HOLD_A_ROOM)), "-p", "tests.support.own_cases")
