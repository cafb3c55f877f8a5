"""No link, no saved page and no answer of the sandbox brings a claim to the page."""

from __future__ import annotations

from typing import Any

import pytest

from npuzzle import Outcome, Problem
from tests.laws.doors.attacks import BOARDS, GOAL, NOT_TRUE, TRUE, detour
from tests.support.page_states import page
from web.page import link
from web.page.commands import update
from web.page.commands.link_path import give_path, restore_path
from web.rooms.race.claims import Referee
from web.sandbox.checks import UntrustedAnswerError


@pytest.mark.slow
def test_no_link_brings_a_claim_and_a_saved_page_only_what_it_had() -> None:
    for board in BOARDS[:2]:
        path, truth = detour(Problem(board, GOAL)), TRUE[board.tiles]
        given = f"board={str(board).replace(' ', '_')}&moves={path}&bound={len(path)}"
        for name in ("", *link.FIELDS):
            for value in ("1", str(len(path)), "lines", "own"):
                restored = link.from_fragment(f"{name}={value}&{given}" if name else given)
                state = page()
                for event in restored.calls:
                    assert event.command is not restore_path, "that is for what the page saved itself"
                    state = update(state, event)
                answer = state.player.answer
                if answer is not None:
                    assert (answer.claim, answer.lower_bound, answer.promised) == (None, None, None)
                    saved = link.from_fragment(link.to_fragment(state))
                    kept = [event for event in saved.calls if event.command is give_path]
                    assert [event["bound"] for event in kept] in ([None], []), "saved, it is still no claim"
        assert truth < len(path)


def test_no_answer_of_the_sandbox_brings_a_claim() -> None:
    for board in BOARDS:
        referee, path = Referee.of(board, GOAL), detour(Problem(board, GOAL))
        said: dict[str, Any] = {
            "moves": path,
            "claim": "proved shortest",
            "bound": len(path),
            "state": "solved",
            "note": "",
            **dict.fromkeys(["seconds", "expanded", "generated", "frontier", "peak_frontier"], 0),
        }
        for name in ("", *said):
            for value in (*NOT_TRUE, *[outcome.value for outcome in Outcome]):
                try:
                    report = referee.report({**said, **({name: value} if name else {})})
                except UntrustedAnswerError:
                    continue
                assert report.get("bound", 0) <= TRUE[board.tiles]
                assert report.get("claim") != "proved shortest" or report["length"] == TRUE[board.tiles]
                assert report["state"] not in (Outcome.NO_PATH.value, Outcome.UNSOLVABLE.value)
