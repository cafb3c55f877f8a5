"""The board and its player work in a frame of another page."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from npuzzle import Board
from tests.browser.conftest import Watch
from tests.browser.host import Host
from tests.browser.page_driver import READY, PageDriver, until
from web.page.packing import pack
from web.rooms.race.lanes import note_own

OWN = "def heuristic(state, shape, home):\n    return 0"  # code from another person
FOLDER = "some/folder/"
HARD = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0"
LINK = "board=1_2_3/4_5_6/0_7_8&moves=LL&step=0"


@pytest.mark.fresh(first_visit=True)
def test_a_visitor_of_another_page_steps_through_the_path_in_its_frame(
    page: Page, watch: Watch, built: Path
) -> None:
    with Host(built, FOLDER) as host:
        source = escape(f"{host.address}#embed=1&{LINK}")
        head = '<!doctype html><title>Talk</title><link rel="icon" href="data:,">'
        talk = f'{head}<iframe src="{source}" width="420" height="600"></iframe>'
        host.changes["talk.html"] = talk.encode()
        page.goto(f"{host.address}talk.html")
        frame = page.frame_locator("iframe")
        expect(frame.get_by_test_id("next")).to_contain_text("7", timeout=READY)
        frame.get_by_role("button", name="Next", exact=True).click()
        expect(frame.get_by_test_id("step-text")).to_contain_text("1 of 2")
        frame.get_by_role("button", name="Next", exact=True).click()
        expect(frame.get_by_test_id("step-text")).to_contain_text("2 of 2")
        for name in ("Share", "Solve", "Shuffle"):
            expect(frame.get_by_role("button", name=name, exact=True)).to_be_hidden()
        expect(frame.get_by_role("tab")).to_have_count(0)
        inside = page.frames[1]
        assert inside.evaluate("document.documentElement.scrollHeight <= innerHeight"), "it fits its frame"
        assert inside.evaluate("document.documentElement.scrollWidth <= innerWidth")
        link = frame.get_by_role("link", name="Open in n-puzzle")
        assert link.evaluate("link => link.href") == f"{host.address}#{LINK}"
        assert page.evaluate("localStorage.npuzzle") is None, "a frame saves nothing"


#: A page of another origin with this one in a frame. It asks, and records the answers.
ASKING = """<!doctype html><title>Talk</title><link rel="icon" href="data:,"><iframe src="{source}"></iframe>
<script>
  const heard = [], ask = fields => document.querySelector('iframe').contentWindow.postMessage(fields, '*');
  addEventListener('message', event => heard.push({{ ...event.data, origin: event.origin }}));
</script>"""
KINDS = "heard.filter(each => each.id === '{}').map(each => each.kind)"


@pytest.mark.fresh(first_visit=True)
def test_another_page_asks_for_a_solution_and_hears_its_claim(page: Page, watch: Watch, built: Path) -> None:
    with Host(built, FOLDER) as host, Host(built, FOLDER) as stranger:
        source = escape(f"{host.address}#embed=1")
        stranger.changes["talk.html"] = ASKING.format(source=source).encode()
        page.goto(f"{stranger.address}talk.html")
        until(page, "heard.some(each => each.kind === 'ready')", seconds=READY / 1000)
        answer = ask(page, "a", board="8 6 7/2 5 4/3 0 1")
        assert (answer["kind"], answer["length"], answer["claim"]) == ("answer", 31, "proved shortest")
        assert answer["origin"] == host.address.removesuffix(f"/{FOLDER}")
        board, goal = Board.parse(answer["board"]), Board.parse(answer["goal"])
        assert board.play(answer["moves"]) == goal
        assert ask(page, "b", board="1 2 3/4 5 6/8 7 0")["outcome"] == "unsolvable"
        assert "econds must be above 0" in ask(page, "c", board="1 2/3 0", seconds=1e9)["why"]
        hard = {"npuzzle": 1, "id": "d", "ask": "solve", "board": HARD, "goal": "blank-first", "seconds": 50}
        page.evaluate("fields => ask(fields)", hard)
        until(page, f"{KINDS.format('d')}.includes('progress')", seconds=30)
        assert "wait for its answer" in ask(page, "e", board="1 2/3 0")["why"]
        page.evaluate("const loop = {}; loop.loop = loop; ask(loop); ask(5n); ask('x')")
        page.evaluate("ask({ npuzzle: 1, id: 'f', ask: 'stop' })")
        until(page, f"{KINDS.format('d')}.includes('answer')", seconds=30)
        assert page.evaluate("heard.findLast(each => each.id === 'd').outcome") == "cancelled"
        assert page.frames[1].evaluate("localStorage.npuzzle") is None
        assert page.frames[1].evaluate("sessionStorage.npuzzle") is None


def ask(page: Page, name: str, **fields: object) -> dict[str, Any]:
    """Ask, and return the last message."""
    page.evaluate("fields => ask(fields)", {"npuzzle": 1, "id": name, "ask": "solve", **fields})
    until(page, f"{KINDS.format(name)}.some(kind => kind !== 'progress')", seconds=60)
    heard: dict[str, Any] = page.evaluate(f"heard.findLast(each => each.id === '{name}')")
    return heard


def test_a_scramble_in_the_address_is_the_board(page: Page, watch: Watch, base_url: str) -> None:
    driver = PageDriver(page).open(f"{base_url}?scramble=R2+D2+L&size=3x3")
    driver.expect_shown("2 0 3/1 5 6/4 7 8")
    assert page.evaluate("location.search + location.hash") == ""
    driver.open(f"{base_url}?scramble=R2+D2+L5")
    expect(page.get_by_test_id("link-problem")).to_contain_text("Not a scramble from the goal. Move 7")


def test_a_frame_plays_a_duel_a_tree_or_a_path_but_no_code_of_a_link(
    page: Page, watch: Watch, base_url: str
) -> None:
    easy = "board=1_2_3/4_5_6/0_7_8"
    page.goto(f"{base_url}#embed=1&{easy}&room=race&play=once")
    expect(page.get_by_test_id("race-why")).to_contain_text("A* must expand every board", timeout=READY)
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.get_by_role("grid", name="Board")).to_be_hidden()
    page.goto("about:blank")
    page.goto(f"{base_url}#embed=1&{easy}&room=explore&play=once")
    expect(page.locator("#explore-last")).to_be_disabled(timeout=READY)  # it has reached the end
    expect(page.locator("#explore-first")).to_be_enabled()
    page.goto("about:blank")
    page.goto(f"{base_url}#embed=1&{easy}&moves=LL&speed=faster&play=loop")
    for text in ("2 of 2", "1 of 2", "2 of 2"):
        expect(page.get_by_test_id("step-text")).to_contain_text(text, timeout=READY)
    page.goto("about:blank")
    page.goto(f"{base_url}#embed=1&{easy}&room=race&race={pack(note_own(OWN))}&source={pack(OWN)}&play=once")
    expect(page.get_by_test_id("race-help")).to_contain_text("read it first", timeout=READY)
    page.wait_for_timeout(2_000)
    expect(page.get_by_test_id("race-result")).to_be_hidden()


def test_share_gives_the_text_of_a_frame(page: Page, watch: Watch, base_url: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    driver = PageDriver(page).open(f"{base_url}#{LINK}")
    driver.button("Share").click()
    driver.button("Copy the embed text").click()
    expect(page.get_by_text("The embed text is copied.")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r'^<iframe src="([^"]+)"', text)[1] == escape(f"{base_url}#embed=1&{LINK}")  # type: ignore[index]
    page.keyboard.press("Escape")
    page.goto("about:blank")
    page.goto(f"{base_url}#embed=1&{LINK}")
    expect(page.get_by_test_id("next")).to_contain_text("7", timeout=READY)
    expect(page.get_by_test_id("link-problem")).to_be_empty()
