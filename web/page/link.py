"""Write the page as a link, and read it. Anybody may have edited a link: reading one never raises.

A fragment is `name=value` with `&` between. Values are short texts; long ones are packed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import quote, unquote

from npuzzle import (
    ALGORITHMS,
    HEURISTICS,
    Board,
    Metric,
    Notation,
    NPuzzleError,
    Problem,
    Shape,
    goal_board,
)
from npuzzle.errors import GoalMismatchError, brief, sentence
from npuzzle.heuristics.combine import as_card, is_formula
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.registry import AUTO, Registry
from npuzzle.search.base import known_numbers
from web.command import Call
from web.page.commands.board import choose_goal, give_board, type_goal, type_text
from web.page.commands.link_path import give_path
from web.page.commands.solving import choose_option
from web.page.commands.stepping import choose_notation
from web.page.heuristic_choice import COMBINE
from web.page.packing import SAFE, pack, unpack
from web.page.parts.board import OWN
from web.page.parts.search import ON, Options, check_typed
from web.page.state import UiState
from web.room_table import BY_NAME, HOME, NEW_NAMES, NOTES, OWN_NOTES, ROOMS
from web.untrusted import read_json

LONGEST = 400_000  # characters of a link that is read at all
MOST_PARTS = 50  # of a link; there are fewer kinds of them
LONGEST_TEXT = 100_000  # characters of a text or of a field that a link brings
LONGEST_PATH = 5_000  # moves that a link brings: far longer ones are cut off or refused on their way

NAMED: dict[str, Registry[Any]] = {"algorithm": ALGORITHMS, "heuristic": HEURISTICS}
TYPED = (*known_numbers(), "seconds", "expanded", "stored", "depth")
SPACED = ("board",)  # spaces are written _ there
PATH = ("moves", "step", "counted", "bound")
OTHERS = ("board", "text", "goal", "every", "metric", "notation", *PATH, "room")
EMBED = "embed"  # the page shows the board and its player alone; `web/js/embed.js` reads it
ANY_SHAPE = Shape(3, 3)  # to read a goal by name where the board cannot be read


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """Hold what a fragment asks for: commands, the room, the notes; and what was wrong with it."""

    calls: tuple[Call, ...] = ()
    room: str = HOME
    notes: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def to_fragment(
    state: UiState, *, room: str = HOME, notes: Mapping[str, str] | None = None, path: bool = True
) -> str:
    """Format the page as the part of a link after `#`; defaults are left out."""
    return "&".join(
        f"{name}={_quote(name, value)}"
        for name, value in _parts(state, room, notes or {}, path)
        if name in NOTES or len(value) <= LONGEST_TEXT
    )


def write_frame(state: UiState, address: str, *, path: bool = True) -> str:
    """Write the HTML of a frame that shows the board and its player in another page."""
    link = escape(f"{address}#{EMBED}=1&{to_fragment(state, path=path)}")
    return f'<iframe src="{link}" title="n-puzzle" width="420" height="600" loading="lazy"></iframe>'


def describe_omission(state: UiState) -> str:
    """Say what a link cannot hold of the page; empty if it holds everything."""
    if len(state.board.text) > LONGEST_TEXT and not state.board.is_valid:
        return (
            f"The text of the board has {len(state.board.text):,} characters, "
            f"a link holds {LONGEST_TEXT:,} at most: the link is without it."
        )
    if state.player.end is not None:
        return "Your own moves do not lead to the goal: the link has the board without them."
    if len(state.player.path) <= LONGEST_PATH:
        return ""
    return (
        f"The solution on show has {len(state.player.path):,} moves, a link holds {LONGEST_PATH:,} at most: "
        "the link has the board without it."
    )


def _parts(state: UiState, room: str, notes: Mapping[str, str], path: bool) -> Iterator[tuple[str, str]]:
    board = state.board.check.board
    if board is not None:
        yield "board", str(board)
    if not state.board.is_valid:
        yield "text", state.board.text
    if state.goal.board is not None and state.goal.name != DEFAULT_GOAL:
        yield "goal", str(state.goal.board).replace(" ", "_") if state.goal.name == OWN else state.goal.name
    usual = Options()
    for name in (*NAMED, *TYPED, "every", "metric"):
        value = state.options.asked_heuristic if name == "heuristic" else state.options.text(name)
        if value != usual.text(name) and (value or name != "heuristic"):  # empty: no combination yet
            yield name, value
    if state.player.notation is not Notation.TILE:
        yield "notation", state.player.notation.value
    if path and state.player.end is None and 0 < len(state.player.path) <= LONGEST_PATH:
        yield "moves", state.player.path
        yield "step", str(state.player.step)
        answer = state.player.answer
        if answer is not None and answer.metric != state.options.metric:
            yield "counted", answer.metric  # the option is for the next search
        if answer is not None and answer.lower_bound is not None and not answer.assumes:
            yield "bound", str(answer.lower_bound)
    if room != HOME:
        yield "room", room
    for name in NOTES:
        if notes.get(name):
            yield name, pack(notes[name])


def from_fragment(fragment: str) -> Restored:
    """Read a fragment. Never raises: unusable parts are left out, and named in `problems`."""
    fragment = fragment.removeprefix("#")
    if not fragment:
        return Restored(room=ROOMS[0].name)
    if len(fragment) > LONGEST:
        return Restored(
            problems=(f"The link has {len(fragment):,} characters; {LONGEST:,} are read at most.",)
        )
    if (count := fragment.count("&") + 1) > MOST_PARTS:
        return Restored(problems=(f"The link has {count:,} parts; {MOST_PARTS} are read at most.",))
    problems: list[str] = []
    parts = _read_parts(fragment, problems)
    calls = list(_calls(parts, problems))
    room = parts.get("room", HOME)
    room = NEW_NAMES.get(room, room)
    if room not in BY_NAME:
        problems.append(f"The link's room is {_shorten(room)}; expected one of {', '.join(BY_NAME)}.")
        room = HOME
    return Restored(
        calls=tuple(calls), room=room, notes=dict(_notes(parts, problems)), problems=tuple(problems[:5])
    )


def _read_parts(fragment: str, problems: list[str]) -> dict[str, str]:
    """Split a fragment into its known parts, each once; name the others in `problems`."""
    parts: dict[str, str] = {}
    for part in fragment.split("&"):
        name, equals, value = part.partition("=")
        name = NEW_NAMES.get(name, name)
        if not equals or not _is_known(name):
            problems.append(f"The link has an unknown part: {_shorten(part)}.")
        elif name in parts:
            problems.append(f"The link names {name} twice: the first one counts.")
        else:
            parts[name] = unquote(value).replace("_", " ") if name in SPACED else unquote(value)
    return parts


def _calls(parts: Mapping[str, str], problems: list[str]) -> Iterator[Call]:
    """Yield the calls that make the page what the parts say; name what cannot be used in `problems`."""
    usual = Options()
    for name in (*NAMED, *TYPED, "every", "metric", "formula"):
        yield choose_option(name, usual.text(name))  # an option that the link leaves out has its default
    problem = _read_problem(parts, problems)
    if problem is not None:
        yield give_board(problem.start, problem.goal)
    if "text" in parts:
        yield type_text(parts["text"])
    if "text" in parts and "goal" in parts and problem is None:
        goal = parts["goal"]
        yield (
            choose_goal(goal) if goal in {card.name for card in GOALS} else type_goal(goal.replace("_", " "))
        )
    yield from _read_options(parts, problems)
    yield from _read_path(parts, problem, problems)


def _read_problem(parts: Mapping[str, str], problems: list[str]) -> Problem | None:
    """Read the board and its goal, the default one if the goal cannot be used; None without a board."""
    board = goal = None
    if "board" in parts:
        try:
            board = Board.parse(parts["board"])
        except NPuzzleError as error:
            problems.append(f"The link's board cannot be used. {brief(sentence(error), 380)}")
    shape = ANY_SHAPE if board is None else board.shape
    try:
        goal = goal_board(parts.get("goal", DEFAULT_GOAL).replace("_", " "), shape)
    except GoalMismatchError as error:
        if board is not None:  # else its shape is unknown
            problems.append(f"The link's goal cannot be used. {brief(sentence(error), 380)}")
    except NPuzzleError as error:
        if "text" not in parts:  # else the page takes the goal as it is typed, and names its faults
            problems.append(f"The link's goal cannot be used. {brief(sentence(error), 380)}")
    return None if board is None else Problem(board, goal or goal_board(DEFAULT_GOAL, shape))


def _read_options(parts: Mapping[str, str], problems: list[str]) -> Iterator[Call]:
    """Yield the options that the parts name, each read as the page's own field reads it."""
    for name in (*NAMED, *TYPED):
        if name not in parts:
            continue
        try:
            text = parts[name]
            if name == "heuristic" and is_formula(text):
                as_card(text)
                yield choose_option("formula", text)
                text = COMBINE
            elif name not in NAMED:
                check_typed(name, text)
            elif text != AUTO and text not in NAMED[name]:
                problems.append(f"The link's {name} cannot be used. {_shorten(text)} is not known.")
                continue
            elif text != AUTO:
                text = NAMED[name][text].name
            yield choose_option(name, text)
        except NPuzzleError as error:
            problems.append(f"The link's {name} cannot be used. {brief(sentence(error), 380)}")
    if parts.get("every") == ON:
        yield choose_option("every", ON)
    if (metric := _read_metric("metric", parts, problems)) is not None:
        yield choose_option("metric", metric)
    if parts.get("notation", "tile") in ("tile", "blank"):
        yield choose_notation(Notation(parts.get("notation", "tile")))
    else:
        problems.append(f"The link's notation is {_shorten(parts['notation'])}; it is tile or blank.")


def _read_path(parts: Mapping[str, str], problem: Problem | None, problems: list[str]) -> Iterator[Call]:
    """Yield the path of the link, if it leads from its board to its goal."""
    moves, step = parts.get("moves", ""), parts.get("step", "0")
    if len(moves) > LONGEST_PATH:
        problems.append(f"The link's path has {len(moves):,} moves; {LONGEST_PATH:,} can be shown.")
        return
    if "moves" not in parts or problem is None:
        return
    try:
        solves = problem.replay(moves) == problem.goal
    except NPuzzleError:
        solves = False
    if solves and len(step) <= 9 and step.isascii() and step.isdigit():
        bound = _read_bound(parts, len(moves), problems)
        yield give_path(moves, int(step), bound, metric=_read_metric("counted", parts, problems))
    else:
        problems.append("The moves in the link do not lead from its board to its goal.")


def _read_metric(name: str, parts: Mapping[str, str], problems: list[str]) -> str | None:
    text = parts.get(name)
    if text is None or text in [known.value for known in Metric]:
        return text
    problems.append(f"The link's {name} is {_shorten(text)}; it is tiles or lines.")
    return None


def _read_bound(parts: Mapping[str, str], length: int, problems: list[str]) -> int | None:
    """Read the length below which there is no path, as the link says; None if it says nothing usable."""
    if "bound" not in parts:
        return None
    text = parts["bound"]
    if len(text) <= 9 and text.isascii() and text.isdigit() and int(text) <= length:
        return int(text)
    problems.append(f"The link's bound is {_shorten(text)}; expected a number, {length:,} at most.")
    return None


def _notes(parts: Mapping[str, str], problems: list[str]) -> Iterator[tuple[str, str]]:
    for name in NOTES:
        if name in parts:
            text = unpack(parts[name])
            if text is None:
                problems.append(f"The link's part {name} is damaged.")
            else:
                yield name, text


def _is_known(name: str) -> bool:
    return name in (*NAMED, *TYPED, *NOTES, EMBED, *OTHERS)


def _quote(name: str, value: str) -> str:
    value = value.encode("utf-8", "replace").decode()
    return quote(value.replace(" ", "_") if name in SPACED else value, safe=SAFE)


def notes_to_text(notes: Mapping[str, str]) -> str:
    """Format the rooms' notes for the browser's storage."""
    import json

    return json.dumps({name: notes[name] for name in (*NOTES, *OWN_NOTES) if notes.get(name)})


def notes_from_text(text: str) -> dict[str, str]:
    """Parse notes from the browser's storage; anything else there is left out."""
    try:
        found = read_json(text)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    notes = {NEW_NAMES.get(name, name): text for name, text in found.items()}
    return {n: t for n, t in notes.items() if n in (*NOTES, *OWN_NOTES) and isinstance(t, str)}


def picture_name(board: Board) -> str:
    """Name a picture's file after the board, or after its size if it is large."""
    small = board.shape.cells <= 16
    return f"n-puzzle-{str(board).replace(' ', '_').replace('/', '-') if small else board.shape}.svg"


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 30 else text[:29] + "…")
