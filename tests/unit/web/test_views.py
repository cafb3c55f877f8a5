"""Views on a fake page: their output, and their behaviour when a part of the browser is missing."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace

from npuzzle import site
from tests.unit.web.fake_page import FakePage, views
from web.page.commands.stepping import press_play


def test_a_download_can_be_read_long_after_the_click() -> None:
    fake = FakePage()

    async def save() -> None:
        with views(fake, "ui.download") as [saving]:
            saving.save_text("1 2/3 0", "board.txt", "text/plain")
            await asyncio.sleep(0.05)
            assert fake.events == [("clicked", "blob:1")]
            saving.READ_BY = 0
            saving.save_text("1 2/3 0", "board.txt", "text/plain")
            await asyncio.sleep(0.05)
            assert fake.events[2:] == [("revoked", "blob:1")], "the address must be released in the end"

    asyncio.run(save())


def test_a_chart_whose_library_does_not_load_says_so() -> None:
    fake = FakePage()

    async def show() -> None:
        with views(fake, "ui.chart") as [chart]:
            drawn = chart.Chart("compare-expanded")
            showing = asyncio.ensure_future(drawn.show({"data": {"datasets": []}}, "A race."))
            await asyncio.sleep(0)
            fake.head.children[0].onerror(None)
            await showing
            said = fake.by_id("compare-expanded").parentElement.querySelector("p")
            assert (said.textContent, said.hidden) == (chart.MISSING, False)
            assert fake.by_id("compare-expanded").hidden
            drawn.change(0, [])  # nothing to change, and no error
            again = asyncio.ensure_future(drawn.show({"data": {"datasets": []}}, "A race."))
            await asyncio.sleep(0)
            assert len(fake.head.children) == 2, "the library must be requested again"
            again.cancel()

    asyncio.run(show())


def test_each_chart_has_a_place_for_what_is_said_of_it() -> None:
    html = (site.ROOT / "index.html").read_text(encoding="utf-8")
    charts = re.findall(r'<div class="chart"><canvas id="([^"]+)"></canvas>(.*)</div>', html)
    assert [name for name, _ in charts] == [
        "path-chart",
        "compare-expanded",
        "compare-branching",
    ]
    assert {beside for _, beside in charts} == {'<p class="hint" hidden></p>'}


def test_no_form_is_checked_by_the_browser() -> None:
    """The browser would show no message for a field in a closed fold, so the page checks forms itself."""
    forms = re.findall(r"<form\b[^>]*>", (site.ROOT / "index.html").read_text(encoding="utf-8"))
    assert len(forms) > 3
    assert [form for form in forms if " novalidate" not in form] == []


def test_the_key_p_plays_with_shift_and_caps_lock_too() -> None:
    fake = FakePage()
    with views(fake, "page.store", "page.views.player") as [_, player]:
        pressed: list[object] = []
        player.store.dispatch = pressed.append
        for key in ("p", "P", "x"):
            target = SimpleNamespace(tagName="BUTTON", id="forward")
            event = SimpleNamespace(key=key, target=target, ctrlKey=False, altKey=False, metaKey=False)
            event.preventDefault = lambda: None
            fake.handlers["keydown", "#player, #path-more"](event)
        assert pressed == [press_play(), press_play()]
