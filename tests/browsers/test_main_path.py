"""The main tasks on the page work in Firefox and WebKit, also offline; in Chromium, every part is tested."""

from __future__ import annotations

import re

from npuzzle import Board, goal_board, site, solve
from tests.browsers.visitor import REFUSED, Visitor
from tests.conftest import served
from tests.support.known_boards import HARDEST_8, HARDEST_15, KORF_1

SPIRAL = "2 8 1/0 4 3/7 6 5"  # can reach only the goal spiral

#: COUNT returns the number of stored files. CHANGE overwrites all of them; when done, it sets `changed` to
#: their number.
COUNT = """() => {
  const count = async () => {
    const all = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
    window.kept = all.flat().length;
  };
  count();
  return window.kept;
}"""
CHANGE = """() => {
  window.changed = 0;
  const change = async () => {
    let count = 0;
    const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': 'default-src *' };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        await cache.put(request, new Response('<title>owned</title><script>owned = 1</script>', { headers }));
        count += 1;
      }
    }
    window.changed = count;
  };
  change();
}"""


def test_faults_are_reported_a_repair_is_made_and_a_3x3_solved_and_stepped_through(lab: Visitor) -> None:
    hands = lab.hands
    lab.paste("1 2 3/4 5 5/7 8 0")
    lab.expect("verdict", "tile 5 appears twice")
    lab.paste(SPIRAL)
    lab.expect("verdict", "Not solvable for this goal")
    hands.press("button", "Use the goal Spiral (snail)")
    lab.expect("verdict", "Solvable")
    lab.solve("Solved in 9 moves", "Proved shortest")

    lab.choose_goal("Blank last")
    lab.paste(HARDEST_8)
    hands.press("radio", "Slide")
    lab.expect_shown(HARDEST_8)
    lab.solve("Solved in 31 moves", "Proved shortest")
    lab.expect_focus("forward")
    hands.key("ArrowRight")
    lab.expect("step-text", "Move 1 of 31")
    hands.key("End")
    lab.expect_shown("1 2 3/4 5 6/7 8 0")
    hands.key("Home")
    lab.expect("step-text", "Move 0 of 31: Start")
    hands.press("button", "Next")
    hands.press("button", "Next")
    lab.expect("step-text", "Move 2 of 31")
    hands.key("ArrowLeft")
    lab.expect("step-text", "Move 1 of 31")
    hands.press("button", "Back")
    lab.expect_shown(HARDEST_8)
    lab.expect_focus("slider")  # the button that had the focus is disabled now
    hands.press("slider", "Move shown")  # clicks its middle
    lab.until(lambda: re.search("Move 1[4-7] of 31", lab.told("step-text")) is not None, True, "the slider")
    assert hands.complaints(REFUSED) == []


def test_a_board_is_played_with_by_mouse_and_by_keyboard(lab: Visitor) -> None:
    hands = lab.hands
    hands.go(hands.see("() => location.href") + "#board=1_2_3/4_5_6/0_7_8")
    lab.expect_shown("1 2 3/4 5 6/0 7 8")
    hands.drag(3, 2, 3, 1)
    lab.expect_shown("1 2 3/4 5 6/7 0 8")
    hands.press("radio", "Slide")
    hands.key("ArrowRight")
    lab.until(lambda: hands.see("() => document.querySelector('[name=mode]:checked').value"), "edit", "mode")
    hands.key("ArrowRight")
    lab.expect_focus("mode-paste")
    lab.until(lambda: hands.see("() => document.getElementById('text').value"), "1 2 3/4 5 6/7 0 8", "text")
    hands.press("radio", "Slide")
    lab.expect_shown("1 2 3/4 5 6/7 0 8")
    assert hands.complaints(REFUSED) == []


def test_a_4x4_is_solved_by_the_kernel_and_a_long_search_stopped(lab: Visitor) -> None:
    hands = lab.hands
    lab.wait_tables()
    lab.choose_goal("Blank first")
    lab.paste(HARDEST_15)
    lab.expect("verdict", "Solvable")
    hands.press("button", "Solve")
    lab.expect("progress", "At least")
    hands.press("button", "Stop")
    lab.expect("result", "Stopped")
    lab.expect("badge", "longer than the shortest, which has")
    lab.paste(KORF_1)
    hands.press("radio", "Slide")
    lab.solve("Solved in 57 moves", "Proved shortest")
    board = Board.parse(KORF_1)
    here = solve(board, goal_board("blank-first", board.shape), algorithm="idastar", heuristic="pdb")
    assert lab.figure("Engine") == "WebAssembly"
    assert lab.figure("Expanded") == f"{here.snapshot.expanded:,}"
    assert lab.figure("Generated") == f"{here.snapshot.generated:,}"
    hands.press("button", "Last")
    lab.expect_shown("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15")
    assert hands.complaints(REFUSED) == []


def test_links_are_opened_and_made_a_heuristic_certified_and_chinese_chosen(
    lab: Visitor, base_url: str
) -> None:
    hands = lab.hands
    hands.go(f"{base_url}#board=1_2_3/4_5_6/7_0_8&heuristic=manhattan&moves=RLL&step=2")
    lab.expect("step-text", "Move 2 of 3: Tile 7 left")
    hands.press("button", "Share")
    lab.expect_focus("share-link")
    link = hands.see("() => document.getElementById('share-link').value")
    assert link.startswith(f"{base_url}#board=1_2_3/4_5_6/7_0_8&heuristic=manhattan&moves=")
    hands.press("button", "Copy the link")
    lab.until(lambda: hands.see("() => document.getElementById('share-said').textContent"), "copied", "Copy")
    hands.key("Escape")
    lab.until(lambda: hands.see("() => document.getElementById('sharing').open"), False, "open dialog")
    lab.expect_focus("share")

    hands.press("tab", "See")
    hands.press("tab", "Lab")
    verdict = "() => document.getElementById('lab-verdict').textContent"
    lab.until(lambda: hands.see("() => document.getElementById('lab-editor').hidden"), False, "no editor")
    hands.choose("Example", "Manhattan distance")  # another test may have left its text
    hands.press("button", "Certify")
    lab.until(lambda: hands.see(verdict), "Admissible and consistent", "the certificate")
    hands.choose("Language", "中文")
    lab.until(lambda: hands.see("() => document.documentElement.lang"), "zh", "the language")
    lab.until(lambda: hands.see(verdict), "可采纳", "the certificate in Chinese")
    hands.choose("语言", "English")
    lab.until(lambda: hands.see(verdict), "Admissible and consistent", "the certificate")
    hands.press("tab", "Solve")
    assert hands.complaints(REFUSED) == []


def test_with_its_server_gone_the_page_opens_with_what_was_on_it_and_solves(visitor: Visitor) -> None:
    hands = visitor.hands
    with served() as address:
        visitor.open(address)
        visitor.paste("2 8 3 4/1 6 0 7/5 9 10 11/13 14 15 12")
        hands.press("radio", "Slide")
        visitor.wait_offline()
        kept = "() => localStorage.npuzzle || ''"
        visitor.until(lambda: hands.see(kept), "2_8_3_4", "the browser's storage")
    visitor.reload()
    visitor.expect_shown("2 8 3 4/1 6 0 7/5 9 10 11/13 14 15 12")
    visitor.wait_tables()
    visitor.solve("Solved in 17 moves", "Proved shortest")
    assert visitor.figure("Engine") == "WebAssembly"
    assert hands.complaints(REFUSED) == []


def test_what_a_script_writes_over_the_kept_files_is_never_the_page(visitor: Visitor) -> None:
    hands, files = visitor.hands, len(set(site.here().kept_files()))
    with served() as address:
        visitor.open(address)
        visitor.wait_offline()
        visitor.until(lambda: hands.see(COUNT), files, "stored files, including the documents, the last ones")
        hands.see(CHANGE)
        visitor.until(lambda: hands.see("() => window.changed"), files, "changed files")
        visitor.reload()
        assert hands.see("() => [document.title.startsWith('n-puzzle'), typeof owned]") == [True, "undefined"]
        visitor.expect("offline", f"Ready offline. {files} of the saved files had been changed")
        visitor.paste(HARDEST_8)
        visitor.solve("Solved in 31 moves", "Proved shortest")
    visitor.reload()
    visitor.until(lambda: visitor.told("offline") == "Ready offline", True, "nothing else in the status")
    assert hands.complaints(REFUSED) == []
