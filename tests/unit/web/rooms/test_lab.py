"""The Lab without a browser: its state, its sentences, and the worker's side."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from npuzzle import Board, goal_board
from npuzzle.lab import Certificate, certify, heuristic_from_source
from npuzzle.puzzle.shape import Shape
from tests.support.certificates import BROKEN, FAULTY, GOOD, MINE, SMALL, STOPPED, answer_to, asked
from tests.unit.web.interpreters import Pair, carry_out
from web.command import Call, perform
from web.page.commands import initial_state
from web.page.commands import update as update_page
from web.page.commands.board import choose_goal as choose_page_goal
from web.page.commands.board import choose_size, type_goal
from web.rooms.lab import words
from web.rooms.lab.examples import EXAMPLES, NAMED
from web.rooms.lab.lesson_heuristics import SOURCES
from web.rooms.lab.sandboxed import EvaluateTask
from web.rooms.lab.state import (
    ALL,
    ENDLESS,
    FEW,
    MOST,
    SILENCE,
    LabState,
    Phase,
    bring_back,
    bring_source,
    choose_example,
    choose_goal,
    clean,
    compare_all,
    describe_ground,
    describe_stale,
    fail,
    recall_replaced,
    start,
    stop,
    take_answer,
    take_progress,
    tick,
    type_source,
)
from web.solver.stream import SolverError

CALLS = (
    type_source(MINE),
    type_source(""),
    choose_example("misplaced"),
    choose_example("no such one"),
    bring_back(),
    bring_source("def other(state): return 1"),
    bring_source("\ud800\0\r\r\n" * 5),
    *map(bring_source, SOURCES),
    recall_replaced("# of the last visit"),
    recall_replaced("\ud800\0\r\n" * 5),
    compare_all(True),
    start(),
    take_progress({"done": 3, "total": 10}),
    tick(),
    stop(),
    take_answer(GOOD),
    take_answer(BROKEN),
    take_answer(FAULTY),
    take_answer(STOPPED),
    fail("The solver failed."),
)
ONLY_WHILE_CERTIFYING = (take_progress, tick, stop, take_answer, fail)


def after(*calls: Call, state: LabState | None = None) -> LabState:
    state = state or LabState()
    for call in calls:
        state = perform(state, call)
    return state


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.command.name)
def test_an_event_that_means_nothing_changes_nothing(call: Call) -> None:
    for state in (LabState(), after(type_source(MINE)), after(start(), take_answer(BROKEN))):
        if call.command in ONLY_WHILE_CERTIFYING:
            assert perform(state, call) is state
    certifying = after(start())
    if call.command is start:
        assert perform(certifying, call) is certifying


@given(st.lists(st.sampled_from(CALLS), max_size=12))
@settings(max_examples=150, deadline=None)
def test_whatever_happens_the_page_can_be_drawn_and_no_text_of_ones_own_is_lost(calls: list[Call]) -> None:
    state = LabState()
    for call in calls:
        before, state = state, perform(state, call)
        assert [NAMED[name].source for name in (state.choice,) if name] in ([], [state.text]), (
            "the menu must name the example"
        )
        assert state.progress_sentence
        assert (state.look, state.suspicion, state.verdict_sentence, state.is_stale) is not None
        assert state.certificate is None or state.judged
        assert state.line is None or state.text == state.tried
        pages = {*SOURCES, *(example.source for example in EXAMPLES)}
        own = before.text.strip() and before.text not in pages
        assert state.kept not in pages
        if own and call.command is not type_source:
            assert before.text in (state.text, state.kept)


def test_an_example_that_is_chosen_replaces_the_text_and_a_text_of_ones_own_comes_back() -> None:
    """The menu names the text that is certified."""
    state = after(type_source(MINE), choose_example("misplaced"))
    assert state.choice == "misplaced"
    assert perform(state, start()).tried == NAMED["misplaced"].source
    assert (state.text, state.kept, state.look) == (NAMED["misplaced"].source, MINE, NAMED["misplaced"].look)
    state = perform(state, bring_back())
    assert (state.text, state.kept, state.choice) == (MINE, "", "")
    assert after(choose_example("misplaced"), type_source("# typed")).choice == ""


def test_a_line_that_is_named_is_one_of_the_text_on_show() -> None:
    same, other = (
        after(start(), take_answer(FAULTY)),
        after(start(), type_source(MINE), take_answer(FAULTY)),
    )
    assert (same.line, other.line) == (1, None)
    assert same.problem == other.problem


@pytest.mark.parametrize("text", [MINE, SOURCES[0]])
def test_nothing_is_said_of_a_text_that_is_not_an_example(text: str) -> None:
    """Above all not that it is admissible."""
    state = after(bring_source(text))
    assert (state.text, state.choice, state.look) == (text, "", "")
    again = after(bring_source(NAMED["misplaced"].source), state=state)
    assert (again.choice, again.look) == ("misplaced", NAMED["misplaced"].look)


def test_an_untouched_example_is_not_kept_and_does_not_push_out_what_is() -> None:
    assert after(choose_example("misplaced")).kept == ""
    state = after(type_source(MINE), choose_example("euclidean"), choose_example("misplaced"))
    assert state.kept == MINE


def test_texts_of_exercises_do_not_push_out_what_is_kept() -> None:
    state = after(type_source(MINE), *map(bring_source, SOURCES))
    assert (state.text, state.kept) == (SOURCES[-1], MINE)
    assert after(bring_back(), state=state).text == MINE
    assert all(after(bring_source(text), choose_example("misplaced")).kept == "" for text in SOURCES)


def test_what_was_kept_at_the_last_visit_comes_back() -> None:
    state = after(recall_replaced(MINE), bring_source(SOURCES[0]))
    assert (state.text, state.kept) == (SOURCES[0], MINE)
    assert after(bring_back(), state=state).text == MINE
    for same in (bring_source(MINE), type_source(MINE)):
        assert after(recall_replaced(MINE), same).kept == "", "there must be no copy to restore"
    assert after(recall_replaced("a\r\n\ud800")).kept == "a\n?"
    assert len(after(recall_replaced("x" * 2 * MOST)).kept) == MOST


@pytest.mark.parametrize("text", ["", " \n", LabState().text, NAMED["misplaced"].source, SOURCES[0]])
def test_what_the_page_brings_itself_or_nothing_is_not_kept(text: str) -> None:
    assert after(recall_replaced(text)).kept == ""


def test_what_is_kept_now_counts_more_than_what_was() -> None:
    state = after(type_source(MINE), choose_example("misplaced"))
    assert perform(state, recall_replaced("# of the last visit")) is state


def test_two_texts_of_ones_own_change_places() -> None:
    state = after(type_source(MINE), choose_example("misplaced"), type_source("# other"), bring_back())
    assert (state.text, state.kept) == (MINE, "# other")
    assert perform(state, bring_back()).text == "# other"


def test_a_text_from_a_link_is_shown_not_run_and_the_menu_finds_an_example_in_it() -> None:
    state = after(type_source(MINE), bring_source(NAMED["euclidean"].source))
    assert (state.phase, state.choice, state.kept) == (Phase.FREE, "euclidean", MINE)
    assert after(bring_source("a\r\nb\rc")).text == "a\nb\nc"


@given(st.text(st.characters(exclude_categories=()), max_size=50))
def test_any_text_is_made_fit_for_an_editor(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode()
    assert "\r" not in cleaned
    assert clean(cleaned) == cleaned
    assert len(clean(text * 10_000)) <= MOST


def test_a_certificate_comes_over_the_wire_as_it_was() -> None:
    state = after(start(), take_progress({"done": 3, "total": 10}), take_answer(GOOD))
    direct = certify(
        heuristic_from_source(NAMED["manhattan"].source),
        "2x3",
        goal_board(SMALL, Shape(2, 3)),
        against=["manhattan"],
    )
    assert state.certificate == direct
    assert GOOD["text"] == str(direct)
    assert (state.phase, state.spoken) == (Phase.FREE, "Admissible and consistent.")
    assert not state.is_stale
    assert perform(state, type_source(MINE)).is_stale
    again = after(type_source(MINE), start(), state=state)
    assert (again.certificate, again.is_stale, again.verdict_sentence) == (direct, True, "")
    assert perform(again, take_answer(STOPPED)).certificate is None
    assert (
        Certificate.from_dict(json.loads(json.dumps(BROKEN["certificate"]))).to_dict()
        == BROKEN["certificate"]
    )


def test_an_error_names_its_line_until_the_text_changes() -> None:
    state = after(type_source("x = foo"), start(), take_answer(FAULTY))
    assert (state.line, state.problem) == (1, "Line 1: NameError: name 'foo' is not defined.")
    assert perform(state, type_source("x = 1")).line is None
    assert after(start(), state=state).problem == ""


def test_stop_is_distinguished_from_a_solver_that_had_to_be_replaced() -> None:
    running = after(start(), take_progress({"done": 5, "total": 10}), stop())
    assert perform(running, take_answer(STOPPED)).note == "Stopped after 50% of the work: nothing is proved."
    assert perform(running, fail("It did not answer.")).problem == ENDLESS
    lost = after(start(), fail("The solver failed."))
    assert (lost.problem, lost.text) == ("The solver failed. Your text is safe.", LabState().text)


def test_silence_is_suspicious_after_a_while() -> None:
    starting = after(start(), *[tick()] * SILENCE)
    assert (starting.suspicion, starting.progress_sentence) == ("", "Starting an interpreter for your code.")
    running = after(start(), take_progress({"done": 0, "total": 0}), *[tick()] * SILENCE)
    assert running.progress_sentence == "Reading your code."
    assert "Stop ends it" in running.suspicion
    assert perform(running, take_progress({"done": 1, "total": 10})).suspicion == ""
    assert after(stop(), state=running).suspicion == ""


def test_a_heuristic_is_set_beside_a_few_or_all() -> None:
    assert LabState().against == FEW
    assert after(compare_all(True)).against == ALL
    assert set(FEW) < set(ALL)


def test_the_goal_is_the_pages_or_one_like_it_that_is_small_enough() -> None:
    page = initial_state(Board.parse("1 2 3/4 5 6/0 7 8"))
    assert choose_goal(page) == page.goal.board
    assert describe_ground(page) == "Certify checks all 181,440 states: 3x3, goal Blank last."
    small = update_page(page, choose_size(2, 3))
    assert choose_goal(small) == small.goal.board
    large = update_page(update_page(page, choose_page_goal("spiral")), choose_size(4, 4))
    assert choose_goal(large) == goal_board("spiral", Shape(3, 3))
    assert "Boards of more than 9 cells have too many" in describe_ground(large)
    bad = update_page(update_page(page, choose_page_goal("own")), type_goal("nonsense"))
    assert choose_goal(bad).shape == Shape(3, 3)


def test_a_certificate_names_its_goal_when_another_is_chosen() -> None:
    page = update_page(initial_state(Board.parse("1 2 3/4 5 6/0 7 8")), choose_size(2, 3))
    assert describe_stale(LabState(), page) == ""
    state = after(start(), take_answer(GOOD))
    assert state.certificate is not None
    assert describe_stale(state, page) == ""
    for other in (choose_page_goal("blank-first"), choose_size(3, 3)):
        assert describe_stale(state, update_page(page, other)) == (
            "This certificate is for the 2x3 and the goal Blank last: certify again for yours."
        )
    changed = perform(state, type_source(MINE))
    assert describe_stale(changed, page) == "This certificate is for the text before your changes."


def test_nothing_runs_before_the_first_step_and_stop_ends_it_for_good() -> None:
    task = EvaluateTask({"source": "raise SystemExit", "goal": SMALL})
    assert task.progress() == {"done": 0, "total": 0}
    task.cancel()
    stopped = task.answer()
    task.step(1)
    assert task.answer() == stopped
    assert stopped is not None
    assert stopped["outcome"] == "stopped"
    task = EvaluateTask({"source": "raise SystemExit", "goal": SMALL})
    task.step(1)
    found = task.answer()
    assert found is not None
    assert (found["outcome"], found["line"], found["problem"]) == ("failed", 1, "Line 1: SystemExit.")


@pytest.mark.parametrize("messages", [0, 1, 2])
def test_stop_ends_a_certificate_in_every_part(messages: int) -> None:
    given = asked(NAMED["manhattan"].source, "1 2 3 4/5 6 7 0")
    stopped = carry_out("certify", given, Pair(stop_after=messages))
    assert (stopped["outcome"], stopped["certificate"]) == ("stopped", None)
    note = after(start(), take_answer(stopped)).note
    assert note.startswith("Stopped")
    assert note.endswith("nothing is proved.")


@pytest.mark.slow
def test_steps_are_short_and_tell_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.solver.stream.STEP", 0.002)
    seen = [(0, 0)]
    given = asked(NAMED["manhattan"].source, "1 2 3 4/5 6 7 0", ("zero", "misplaced"))
    answer = carry_out(
        "certify", given, on_progress=lambda progress: seen.append((progress["done"], progress["total"]))
    )
    done = [done for done, _ in seen]
    assert done == sorted(done)
    assert {total for _, total in seen[2:]} == {5 * 20_160}
    assert answer["done"] == answer["total"] == 5 * 20_160
    assert len(set(done)) > 5


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"goal": "1 2 3 4/5 6 7 8/9 10 11 0"}, "up to 9 cells"),
        ({"against": ["nobody"]}, "[Uu]nknown heuristic 'nobody'"),
        ({"goal": "nonsense"}, "board"),
    ],
)
def test_what_cannot_be_asked_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(SolverError, match=message):
        carry_out("certify", asked(MINE) | given)


def test_a_forgotten_return_is_guessed() -> None:
    assert answer_to("def h(board):\n    board")["problem"].endswith("Perhaps a return is missing.")


def proof_of(source: str) -> Certificate:
    return Certificate.from_dict(answer_to(source)["certificate"])


@pytest.mark.parametrize(
    ("source", "headline", "kind", "meaning"),
    [
        ("def h(board): return 0", "Admissible and consistent", "proved", "expands no state twice"),
        (
            "def h(board, goal): return 3 * (board.tiles[:2] == (4, 1))",
            "Admissible, but not consistent",
            "bounded",
            "more than once",
        ),
        ("def h(board): return 1", "Consistent, but not admissible", "none", "longer than the shortest"),
        ("def h(board): return 9 * board.blank", "Not admissible, not consistent", "none", "longer than"),
    ],
)
def test_the_verdict_in_words(source: str, headline: str, kind: str, meaning: str) -> None:
    proof = proof_of(source)
    assert (words.headline(proof), words.kind(proof)) == (headline, kind)
    assert meaning in words.meaning(proof)
    assert bool(words.counterexample(proof)) is not proof.admissible
    assert bool(words.arc(proof)) is not proof.consistent


def test_counterexamples_in_words() -> None:
    proof = proof_of(NAMED["manhattan-with-blank"].source)
    assert words.counterexample(proof) == "The nearest such board: it gives 2, but the goal is 1 move away."
    assert words.arc(proof).endswith("it gives 0 for the first board and 2 for the second.")
    assert words.at_goal(proof) == ""
    proof = proof_of("def h(board): return 240")
    assert words.at_goal(proof).startswith(
        "At the goal, where no move is left, it gives 240; usual causes: it counts the blank"
    )
    assert words.counterexample(proof).startswith("The nearest such board is the goal itself")


def test_the_table_and_the_figures() -> None:
    proof = proof_of("def h(board): return 0")
    assert words.standings(proof).rows == (("Manhattan distance", "it dominates yours", "0", "359"),)
    assert dict(words.figures(proof, 1.25))["Exact on"] == "0.28%"
    assert words.standings(proof_of(NAMED["manhattan"].source)).rows[0][1] == "the same everywhere"
    assert [words.number(value) for value in (0, 2.5, 1234, 98**0.5, 1e15)] == [
        "0",
        "2.5",
        "1,234",
        "9.89949",
        "1e+15",
    ]
