"""Every door has its attack: the doors are found in the code, and a new one fails here until it is listed."""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterator

from npuzzle import solve
from npuzzle.solving.options import JobOptions
from tests.laws.doors.attacks import ROOT
from tests.support.sources import parse
from web.solver.wire import TASKS

ASKED = "what is asked for: it is searched, or replayed, or checked; no claim rests on it"
OURS = "from the program itself, in the same session"

#: Where only what is asked for is read: boards, goals, moves, options, programs; but for CLAIMS.
CLAIMS = "web/rooms/race/claims.py"
ASKED_FOLDERS = (
    *(f"npuzzle/{name}/" for name in ("classroom", "cli", "compiler", "marking", "puzzle", "site")),
    *("web/page/commands/", "web/rooms/learn/", "web/rooms/race/", "web/ui/"),
)

#: The doors by the attack on them, or by the reason why no claim rests on them. A door is a function of a
#: module that takes something from outside, a parameter of `solve`, a key under which the browser saves
#: something, or a message to the solver (the texts of strangers in it run in the sandbox).
DOORS = {
    "test_no_card_proves_what_is_not_so": ["npuzzle/heuristics/combine.py: as_card", "solve: heuristic"],
    "test_no_card_that_is_registered_proves_what_is_not_so": ["npuzzle/heuristics/combine.py: read_formula"],
    "test_no_heuristic_of_a_users_proves_what_is_not_so": [
        "npuzzle/heuristics/own.py: from_batch from_function"
    ],
    "test_no_text_and_no_file_proves_what_is_not_so": ["npuzzle/own.py: load read_own_file"],
    "test_nothing_takes_the_place_of_the_code_of_a_card": ["npuzzle/lazy.py: Lazy.load"],
    "test_no_data_of_a_certificate_proves_anything": ["npuzzle/lab/certificate.py: Certificate.from_dict"],
    "test_no_field_of_a_certificate_makes_it_false": ["npuzzle/lab/certifying.py: judge"],
    "test_no_card_of_an_algorithm_proves_what_is_not_so": ["solve: algorithm"],
    "test_no_function_that_searches_proves_what_is_not_so": ["npuzzle/own.py: as_algorithm"],
    "test_no_option_proves_what_is_not_so": ["solve: numbers weight width metric depth limits"],
    "test_no_order_of_moves_proves_what_is_not_so": ["npuzzle/solving/rules.py: read_order", "solve: order"],
    "test_no_data_of_a_job_proves_what_is_not_so": ["npuzzle/solving/job.py: Job.from_dict"],
    "test_no_data_of_a_result_proves_what_it_does_not_show": [
        "npuzzle/solving/read_result.py: read_fields",
        "npuzzle/solving/result.py: Result.from_dict",
    ],
    "test_no_saved_proof_that_is_damaged_is_used_and_one_that_is_forged_is_named": [
        "npuzzle/solving/resume.py: Proof.from_dict",
        "storage: npuzzle-proofs",
    ],
    "test_no_damaged_file_of_tables_is_used": ["npuzzle/pattern_databases/codec.py: unpack"],
    "test_no_file_of_tables_that_are_published_is_used_if_it_holds_others": [
        "npuzzle/pattern_databases/codec.py: unpack_from",
        "web/solver/kept_tables.py: Shelf.load",
    ],
    "test_no_link_brings_a_claim_and_a_saved_page_only_what_it_had": [
        "web/page/link.py: from_fragment",
        "web/page/packing.py: unpack",
        "web/untrusted.py: read_json",
        "storage: npuzzle",
    ],
    "test_no_answer_of_the_sandbox_brings_a_claim": [
        "web/rooms/race/claims.py: read_rows",
        "web/sandbox/checks.py: read_count read_dict read_list read_progress",
        "web/sandbox/checks.py: read_reply read_seconds read_text",
        "messages: race compare",
    ],
    "test_no_estimates_of_the_sandbox_are_certified_that_are_above_the_truth": [
        "web/rooms/lab/task.py: read_values",
        "web/solver/work.py: WorkTask.judge",
        "messages: solve certify",
    ],
    OURS: [
        "npuzzle/lab/space.py: DistanceTable.from_text",
        "npuzzle/lab/tracing.py: Trace.from_dict",
        "npuzzle/pattern_databases/catalogue.py: provide provide_shipped read_shipped",
        "npuzzle/search/subtrees.py: read_report",
        "web/solver/wire.py: Reply.from_text read_message",
        "messages: trace space clouds day review prove",
    ],
    ASKED: [
        "npuzzle/numbers.py: parse_number",
        "npuzzle/pattern_databases/chosen.py: parse_groups",
        "npuzzle/pattern_databases/partition.py: parse_partition",
        "npuzzle/solving/analyse.py: read_entries read_link",
        "npuzzle/solving/options.py: read_options",
        "web/page/board_text.py: read_board_text read_scramble",
        "web/page/door.py: read_id read_question",
        "web/page/entering.py: read_entry",
        "web/page/parts/search.py: Options.read_seconds read_typed",
        "web/page/search_choice.py: SearchChoice.read_numbers SearchChoice.read_words",
        "web/page/storage.py: read_all read_shared",
        "web/rooms/explore/quiz.py: Quiz.judge",
        "web/rooms/explore/space.py: read_estimates",
        "web/rooms/explore/state.py: read_note",
        "web/rooms/explore/task.py: read_estimates",
        "web/rooms/practice/state.py: read_note",
        "web/rooms/today/state.py: read_note",
        "solve: board goal seconds expanded stored notation engine every within processes",
        "storage: npuzzle-language npuzzle-notes npuzzle-seen npuzzle-tab",
        "messages: hint verify tables patterns exercises list",
    ],
}

BRINGS = re.compile(
    "(from_[a-z]+|load|read_[a-z_]+|parse[a-z_]*|unpack[a-z_]*|provide[a-z_]*|judge|as_[a-z]+)$"
)


#: Classes and functions of a module, and the methods of classes.
DEFINED = re.compile(r"^(class|(?:    )?def) (\w+)", re.MULTILINE)


def list_callables() -> Iterator[str]:
    """List the public functions and methods whose names say that they take something from outside."""
    for path in (path for folder in ("npuzzle", "web") for path in (ROOT / folder).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        is_asked = place.startswith(ASKED_FOLDERS) and place != CLAIMS
        if is_asked or {"docs", "node_modules", "snapshot", "vendor"} & set(path.parts):
            continue
        inside = ""
        for kind, name in DEFINED.findall(path.read_text(encoding="utf-8")):
            if kind == "class":
                inside = f"{name}."
            elif kind == "def":
                inside = ""
            if kind != "class" and inside[:1] != "_" and BRINGS.match(name):
                yield f"{place}: {inside}{name}"


def list_stored() -> set[str]:
    """List the keys under which the page saves something."""
    nodes = ast.walk(parse(ROOT / "web/page/storage.py"))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and re.fullmatch("npuzzle(-[a-z]+)?", text)}


def test_every_door_has_its_attack() -> None:
    found = {
        *list_callables(),
        *(f"solve: {name}" for name in {*inspect.signature(solve).parameters} - {"options"}),
        *(f"solve: {name}" for name in JobOptions.__annotations__),
        *(f"storage: {key}" for key in list_stored()),
        *(f"messages: {kind}" for kind in TASKS),
    }
    lines = [line.split(": ") for listed in DOORS.values() for line in listed]
    known = Counter(f"{place}: {name}" for place, names in lines for name in names.split())
    assert known == Counter(found), "a new door needs an attack, and one that is gone needs none"


def test_every_attack_is_there() -> None:
    folder = (ROOT / "tests/laws/doors").glob("test_*.py")
    tests = {node.name for path in folder for node in parse(path).body if isinstance(node, ast.FunctionDef)}
    assert set(DOORS) - {ASKED, OURS} <= tests
