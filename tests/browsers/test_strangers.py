"""No attack by a text from a link succeeds in Firefox or WebKit. (In Chromium, each attack is a test.)"""

from __future__ import annotations

from tests.browsers.visitor import REFUSED, Visitor
from tests.support.known_boards import HARDEST_8
from tests.support.strangers import ATTACKS, ATTEMPT, ZERO, link

PROBLEM = "() => document.querySelector('[data-testid=lab-problem]').textContent"
VERDICT = "() => document.getElementById('lab-verdict').textContent"
DONE = """() => !document.getElementById('lab-certify').disabled
  && document.querySelectorAll('iframe').length === 0"""
#: Parts of the browsers' reports about requests that they block.
SAID = [
    *REFUSED,
    "settings blocked",
    "Content Security Policy",
    "Refused",
    "ZeroDivisionError",
    "not allowed",
]


def test_a_text_from_a_link_reaches_nothing_that_lasts(visitor: Visitor, base_url: str) -> None:
    hands = visitor.hands
    visitor.open(base_url)
    visitor.wait_offline()
    before = hands.see("() => document.title")
    names = ("the copy for offline use", "what else a browser keeps", "the network", "what judges")
    hands.go(link(base_url, ATTEMPT + "".join(ATTACKS[name] for name in names) + ZERO))
    visitor.until(lambda: hands.see("() => document.body.dataset.room"), "lab", "the Lab")
    hands.press("button", "Certify")
    visitor.until(lambda: hands.see(DONE), True, "the end of the certificate")
    assert "an answer that makes no sense" in hands.see(PROBLEM)  # from the last attack, so all of them ran
    assert hands.see("() => document.title") == before
    visitor.reload()
    assert hands.see("() => document.title") == before
    hands.press("tab", "Solve")
    visitor.paste(HARDEST_8)
    hands.press("radio", "Slide")
    visitor.solve("Solved in 31 moves", "Proved shortest")
    visitor.wait_offline()
    assert hands.complaints(SAID) == []


def test_a_false_verdict_and_a_false_badge_cannot_be_had(visitor: Visitor, base_url: str) -> None:
    hands = visitor.hands
    patched = ATTACKS["what judges"].split("import web.solver.wire")[0]
    far = "def heuristic(board, goal):\n    return 1000 if board != goal else 0\n"
    hands.go(link(base_url, ATTEMPT + patched + far))
    visitor.wait_ready()
    visitor.until(lambda: hands.see("() => document.body.dataset.room"), "lab", "the Lab")
    hands.press("button", "Certify")
    visitor.until(lambda: hands.see(VERDICT), "Not admissible, not consistent", "the verdict")
    hands.press("tab", "Solve")
    visitor.paste(HARDEST_8)
    hands.press("radio", "Slide")
    visitor.solve("Solved in 31 moves", "Proved shortest")
