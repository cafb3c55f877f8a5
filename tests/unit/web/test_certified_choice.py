"""The user's own heuristic, certified in the Lab, as a choice in Solve."""

from __future__ import annotations

import pytest

from npuzzle import Board, InvalidHeuristicError
from tests.support.certificates import answer_to
from tests.support.page_commands import effects_of
from tests.support.page_states import page
from tests.support.translations import FILES, misses
from web.command import perform
from web.page.commands import update
from web.page.commands.board import choose_goal
from web.page.commands.solving import certify_heuristic, choose_option, start_search
from web.page.heuristic_choice import NOT_CERTIFIED, YOURS
from web.page.link import to_fragment
from web.page.parts.answer import Answer
from web.page.state import UiState
from web.rooms.lab import state as lab
from web.rooms.lab.examples import NAMED
from web.rooms.lab.task import _certified, find_certified
from web.rooms.solve.task import SolveTask

START, GOAL = "5 4 3/2 1 0", "1 2 3/4 5 0"


def certified(source: str = NAMED["manhattan"].source) -> lab.LabState:
    state = perform(perform(lab.LabState(), lab.type_source(source)), lab.start())
    return perform(state, lab.take_answer(answer_to(source, GOAL)))


def chosen(room: lab.LabState) -> UiState:
    state = update(page(START), certify_heuristic(room.offer))
    state = update(state, choose_option("algorithm", "astar"))
    return update(state, choose_option("heuristic", YOURS))


def solved(state: UiState) -> Answer:
    task = SolveTask({**state.job().to_dict(), "certified": state.ticket})
    while (answer := task.answer()) is None:
        task.step(0.1)
    return Answer(**answer)


def test_its_answers_are_proved_shortest_by_the_certificate() -> None:
    state = chosen(certified())
    assert (state.options_problem, state.promise) == ("", "Finds a shortest path and proves it.")
    answer = solved(state)
    plain = update(state, choose_option("heuristic", "manhattan"))
    known = SolveTask(plain.job().to_dict())
    known.step(60)
    expected = known.answer()
    assert expected is not None
    assert answer.is_optimal
    assert (answer.length, answer.expanded, answer.heuristic) == (
        expected["length"],
        expected["expanded"],
        YOURS,
    )


def test_solve_starts_with_the_ticket_and_no_text_of_the_user() -> None:
    state = chosen(certified())
    found = effects_of(state, update(state, start_search()), start_search())
    [(job, ticket)] = [given for name, given, _ in found if name == "start_search"]
    assert ticket == state.ticket != ""
    assert "def " not in str(job.to_dict())
    assert update(state, choose_option("heuristic", "manhattan")).ticket == ""


def test_nothing_is_offered_of_an_inadmissible_heuristic_or_of_another_text() -> None:
    assert certified(NAMED["constant-240"].source).offer is None
    room = certified()
    assert room.offer is not None
    assert perform(room, lab.type_source(room.text + " ")).offer is None
    lost = perform(perform(room, lab.start()), lab.fail("It was lost."))
    assert lost.offer is None


def test_when_the_offer_goes_nothing_starts_and_a_sentence_says_why() -> None:
    state = update(chosen(certified()), certify_heuristic(None))
    assert state.options_problem == f"Y{NOT_CERTIFIED[1:]}."
    assert update(state, start_search()).phase == state.phase


def test_it_counts_for_its_goal_only() -> None:
    state = update(chosen(certified()), choose_goal("blank-first"))
    assert "certified for 2x3 and the goal 1 2 3/4 5 0; the goal here is 0 1 2/3 4 5" in state.options_problem
    assert misses(FILES[0], [state.options_problem]) == []


def test_a_link_does_not_claim_a_certificate() -> None:
    assert "heuristic" not in to_fragment(chosen(certified()))


def test_a_solver_that_was_started_again_says_that_the_estimates_are_gone() -> None:
    state = chosen(certified())
    kept = dict(_certified)
    _certified.clear()
    with pytest.raises(InvalidHeuristicError, match="certify your heuristic again"):
        solved(state)
    _certified.update(kept)
    assert find_certified(state.ticket).make(Board.parse(GOAL)).estimate((0, 1, 2, 3, 4, 5)) == 0


def test_its_words_have_their_chinese() -> None:
    said = [
        "Yours (certified)",
        "Yours (certified): certified in the Lab for one shape and goal.",
        NOT_CERTIFIED,
    ]
    said += [
        "The solver has been started again and has lost your certified estimates: "
        "certify your heuristic again."
    ]
    assert misses(FILES[0], said) == []
