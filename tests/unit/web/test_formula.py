"""A combination of heuristics as text: in the options, in a job and in links."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from npuzzle import Board, Job, solve
from tests.support.page_commands import FORMULAS
from tests.support.page_states import page
from tests.support.quick import mostly_slow
from tests.support.translations import FILES, misses
from web.page.commands import update
from web.page.commands.solving import choose_option
from web.page.heuristic_choice import COMBINE, NO_FORMULA
from web.page.link import from_fragment, to_fragment
from web.page.state import UiState
from web.rooms.solve.task import SolveTask

BOARD = "8 6 7/2 5 4/3 0 1"
MAXIMUM = "max(manhattan, walking-distance)"


def combined(formula: str, board: str = BOARD) -> UiState:
    state = update(page(board), choose_option("heuristic", COMBINE))
    return update(state, choose_option("formula", formula))


def opened(fragment: str) -> UiState:
    state = page()
    for event in from_fragment(fragment).calls:
        state = update(state, event)
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    "formula", mostly_slow([MAXIMUM, "manhattan", "0.5*misplaced + 0.5*manhattan", "0.5 manhattan"], 2)
)
def test_a_combination_is_what_the_solver_is_asked_for(formula: str) -> None:
    state = combined(formula)
    assert state.formula_problem == state.options_problem == ""
    task = SolveTask(state.job().to_dict())
    while (answer := task.answer()) is None:
        task.step(0.1)
    known = solve(BOARD, heuristic=formula)
    assert (answer["length"], answer["claim"]) == (31, "proved shortest")
    assert (answer["heuristic"], answer["expanded"]) == (known.heuristic, known.expanded)


def test_a_combination_that_can_overestimate_promises_less() -> None:
    assert "need not be shortest" in combined("3*manhattan").promise
    assert "proves it" in combined(MAXIMUM).promise


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("", NO_FORMULA),
        ("max(manhattan", "look at character 4, '('"),
        ("my.py:h", "Unknown heuristic 'my.py:h'"),
        ("max(my.py:h, manhattan)", "Unknown heuristic 'my.py:h'"),
        ("sum(manhattan)", "look at character 1, 'sum'"),
        ("<img src=x onerror=alert(1)>", "is not a combination of heuristics"),
        ("+" * 1001, "up to 1,000 characters"),
    ],
)
def test_a_fault_is_one_sentence_and_nothing_starts(formula: str, says: str) -> None:
    state = combined(formula)
    assert says in state.formula_problem
    assert state.options_problem == state.why_not_solve == state.formula_problem
    assert state.promise == ""


def test_an_algorithm_without_a_heuristic_does_not_mind_the_text() -> None:
    state = update(combined("max("), choose_option("algorithm", "breadth-first"))
    assert state.formula_problem == state.options_problem == ""
    assert state.job().heuristic == "auto"


@given(formula=FORMULAS | st.text(max_size=30))
def test_a_link_carries_a_combination_or_says_why_not(formula: str) -> None:
    state = combined(formula)
    restored = opened(to_fragment(state))
    if not state.options_problem:
        assert restored.job() == state.job()
    else:
        assert (restored.options.heuristic, restored.options_problem) == ("auto", "")


def test_links_name_combinations_and_old_links_are_read_as_before() -> None:
    fragment = to_fragment(combined(MAXIMUM))
    assert f"heuristic={quote('max(manhattan')}," in fragment
    assert opened(f"heuristic={MAXIMUM}").options.asked_heuristic == MAXIMUM
    assert opened("heuristic=manhattan").options.heuristic == "manhattan"
    assert opened("").options == page().options
    for hostile in ("max(my.py:h, zero)", "max(<script>)", "my.py:h", COMBINE, "max(" * 500):
        read = from_fragment(f"heuristic={quote(hostile)}")
        assert len(read.problems) == 1
        assert read.problems[0].startswith("The link's heuristic cannot be used.")
        assert opened(f"heuristic={quote(hostile)}").options == page().options


def test_the_job_of_a_combination_survives_its_way_to_the_worker() -> None:
    job = combined(MAXIMUM).job()
    assert Job.from_dict(job.to_dict()).heuristic == MAXIMUM
    assert job.board == Board.parse(BOARD)


def test_its_words_have_their_chinese() -> None:
    said = [NO_FORMULA, "Combine: the largest of several estimates, or their weighted sum.", "Combine ..."]
    said += [
        combined(formula).formula_problem for formula in ("max(", "my.py:h", "sum(zero)", "+" * 1001, "1 +")
    ]
    assert misses(FILES[0], said) == []
