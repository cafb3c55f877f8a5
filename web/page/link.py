"""Write the page as a link, and read it. Anybody may have edited a link: reading one never raises.

A fragment has parts `name=value`, separated by `&`. A value is a short text, or a long text that is packed.
`FIELDS` says for each name how to write the value and how to read it. A board, its goal and a path have a
meaning only together, so `_read_problem` and `_read_path` read those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any, NamedTuple
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
from npuzzle.errors import GoalMismatchError, IllegalMoveError, InvalidJobError, brief, sentence
from npuzzle.heuristics.combine import as_card, is_formula
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS
from npuzzle.registry import AUTO, Registry
from npuzzle.search.base import known_numbers
from web.command import Call
from web.page.board_text import read_scramble
from web.page.commands.board import choose_goal, give_board, type_goal, type_text
from web.page.commands.link_path import give_path
from web.page.commands.modes import hold_board
from web.page.commands.solving import choose_option
from web.page.commands.stepping import choose_notation, choose_speed
from web.page.heuristic_choice import YOURS
from web.page.packing import SAFE, pack, unpack
from web.page.parts.answer import Answer
from web.page.parts.board import OWN
from web.page.parts.player import SPEEDS
from web.page.parts.search import LIMITS, ON, Options, read_typed
from web.page.state import UiState
from web.room_table import BY_NAME, HOME, NEW_NAMES, NOTES, OWN_NOTES, ROOMS
from web.untrusted import read_json

LONGEST = 400_000  # characters: a longer link is not read at all
MOST_PARTS = 50  # parts of a link that are read: there are fewer fields
MOST_PROBLEMS = 5  # problems of a link that one message lists
LONGEST_TEXT = 100_000  # characters of a text or of a field that a link brings
LONGEST_PATH = 5_000  # moves of a path in a link: far longer links may be cut off or rejected in transit

SPACED = ("board", "scramble")  # parts in which _ stands for a space
EMBED = "embed"  # the page shows the board and its player alone; `web/js/embed.js` reads it
ANY_SHAPE = Shape(3, 3)  # for reading a goal's name if the board is unreadable
USUAL = Options()


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """Hold the content of a fragment: commands, the room, the notes, and its problems."""

    calls: tuple[Call, ...] = ()
    room: str = HOME
    notes: Mapping[str, str] = field(default_factory=dict)
    plays: str = ""  # "once" or "loop", in a frame of another page
    problems: tuple[str, ...] = ()


class Page(NamedTuple):
    """The parts of the page that a link holds. `notes`: the rooms' notes. `answer`: has the shared path."""

    state: UiState
    room: str
    notes: Mapping[str, str]
    answer: Answer | None


class Field(NamedTuple):
    """A field of a link. `write` returns the field's text. A link omits a text that is None or `usual`.

    `read` returns the value of a text, or None if the text is damaged. If the value is invalid, it raises
    NPuzzleError, or ValueError with the expected form.
    """

    write: Callable[[Page], str | None] = lambda page: None
    read: Callable[[str], Any] = str
    usual: str | None = None


def _write_goal(page: Page) -> str | None:
    goal = page.state.goal
    if goal.board is None:
        return None
    return str(goal.board).replace(" ", "_") if goal.name == OWN else goal.name


def _write_option(name: str, page: Page) -> str:
    options = page.state.options
    if name != "heuristic":
        return options.text(name)
    return options.asked_heuristic if options.asked_heuristic not in ("", YOURS) else AUTO


def _write_counted(page: Page) -> str | None:
    """Write the metric in which the path is counted, if the options have another metric."""
    answer, metric = page.answer, page.state.options.metric
    return None if answer is None or answer.metric == metric else answer.metric


def _write_bound(page: Page) -> str | None:
    answer = page.answer
    return None if answer is None or answer.lower_bound is None or answer.assumes else f"{answer.lower_bound}"


def _write_note(name: str, page: Page) -> str | None:
    return pack(page.notes[name]) if page.notes.get(name) else None


def _read_name(cards: Registry[Any], text: str) -> str:
    if text != AUTO and text not in cards:
        raise InvalidJobError(f"{_shorten(text)} is not known")
    return text if text == AUTO else str(cards[text].name)


def _read_heuristic(text: str) -> str:
    if not is_formula(text):
        return _read_name(HEURISTICS, text)
    as_card(text)  # raises if it cannot be read
    return text


def _read_one_of(*known: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f"expected {' or '.join(known)}")
        return text

    return read


def _read_room(text: str) -> str:
    name = NEW_NAMES.get(text, text)
    if name not in BY_NAME:
        raise ValueError(f"expected one of {', '.join(BY_NAME)}")
    return name


_read_metric = _read_one_of(*(metric.value for metric in Metric))

#: The options of the next search, each with its reader. An option that a link omits has its default.
OPTIONS: dict[str, Callable[[str], str]] = {
    "algorithm": partial(_read_name, ALGORITHMS),
    "heuristic": _read_heuristic,
    **{name: partial(read_typed, name) for name in (*known_numbers(), *LIMITS)},
    "every": lambda text: ON if text == ON else "",
    "metric": _read_metric,
}

#: The fields of a link, in the order in which they are written.
FIELDS = {
    "board": Field(lambda page: str(page.state.board.check.board or "") or None),
    "scramble": Field(),
    "size": Field(),
    "text": Field(lambda page: None if page.state.board.is_valid else page.state.board.text),
    "goal": Field(_write_goal, usual=DEFAULT_GOAL),
    **{name: Field(partial(_write_option, name), read, USUAL.text(name)) for name, read in OPTIONS.items()},
    "notation": Field(lambda page: page.state.player.notation.value, _read_one_of("tile", "blank"), "tile"),
    "moves": Field(lambda page: page.state.player.path if page.answer else None),
    "step": Field(lambda page: str(page.state.player.step) if page.answer else None),
    "counted": Field(_write_counted, _read_metric),
    "bound": Field(_write_bound),
    "hands": Field(lambda page: "1" if page.state.history.is_in_hands else None, _read_one_of("1")),
    "speed": Field(
        lambda page: page.state.player.speed if page.answer else None, _read_one_of(*SPEEDS), "normal"
    ),
    "room": Field(lambda page: page.room, _read_room, HOME),
    **{name: Field(partial(_write_note, name), unpack) for name in NOTES},
    EMBED: Field(),
    "play": Field(read=_read_one_of("once", "loop")),
}


def to_fragment(
    state: UiState, *, room: str = HOME, notes: Mapping[str, str] | None = None, path: bool = True
) -> str:
    """Write the page as the part of a link after `#`, without the fields that have their default."""
    has_path = path and state.player.end is None and 0 < len(state.player.path) <= LONGEST_PATH
    page = Page(state, room, notes or {}, state.player.answer if has_path else None)
    texts = {name: each.write(page) for name, each in FIELDS.items()}
    return "&".join(
        f"{name}={_quote(name, text)}"
        for name, text in texts.items()
        if text not in (None, FIELDS[name].usual) and (name in NOTES or len(text) <= LONGEST_TEXT)
    )


def write_frame(
    state: UiState,
    address: str,
    *,
    room: str = HOME,
    notes: Mapping[str, str] | None = None,
    path: bool = True,
) -> str:
    """Write HTML for another page: a frame with the board and its player, or with a room's figure."""
    size, shown = 'width="420" height="600"', to_fragment(state, path=path)
    if BY_NAME[room].group:
        note = {name: text for name, text in (notes or {}).items() if name == BY_NAME[room].note}
        size, shown = 'width="760" height="640"', to_fragment(state, room=room, notes=note, path=False)
    link = escape(f"{address}#{EMBED}=1&{shown}")
    return f'<iframe src="{link}" title="n-puzzle" {size} loading="lazy"></iframe>'


def describe_omission(state: UiState) -> str:
    """Describe the part of the page that does not fit into a link, or return "" if everything fits."""
    if len(state.board.text) > LONGEST_TEXT and not state.board.is_valid:
        return (
            f"The text of the board has {len(state.board.text):,} characters, "
            f"but a link can hold up to {LONGEST_TEXT:,}: the link leaves it out."
        )
    if state.player.end is not None:
        return "Your own moves do not lead to the goal: the link has only the board."
    if len(state.player.path) <= LONGEST_PATH:
        return ""
    return (
        f"The solution on show has {len(state.player.path):,} moves, "
        f"but a link can hold up to {LONGEST_PATH:,}: the link has only the board."
    )


def find_fragment(hash_part: str, query: str) -> str:
    """Return an address's part after `#`, or if that is empty, a query with a board or a scramble.

    >>> find_fragment("", "?scramble=R2+D&size=3x3"), find_fragment("#room=lab", "?board=1")
    ('scramble=R2%20D&size=3x3', '#room=lab')
    """
    asks = any(f"{mark}{name}=" in query for mark in "?&" for name in ("board", "scramble"))
    return hash_part or (query.removeprefix("?").replace("+", "%20") if asks else "")


def from_fragment(fragment: str) -> Restored:
    """Read a fragment without ever raising an error: `problems` describes the parts that are unusable."""
    fragment = fragment.removeprefix("#")
    if not fragment:
        return Restored(room=ROOMS[0].name)
    if len(fragment) > LONGEST:
        return Restored(
            problems=(f"The link has {len(fragment):,} characters; at most {LONGEST:,} are read.",)
        )
    if (count := fragment.count("&") + 1) > MOST_PARTS:
        return Restored(problems=(f"The link has {count:,} parts; at most {MOST_PARTS} are read.",))
    problems: list[str] = []
    parts = _read_parts(fragment, problems)
    problem = _read_problem(parts, problems)
    values = dict(_read_values(parts, problems))
    return Restored(
        calls=(*_calls(values, problem), *_read_path(values, problem, problems)),
        room=values.get("room", HOME),
        notes={name: values[name] for name in NOTES if name in values},
        plays=values.get("play", ""),
        problems=tuple(problems[:MOST_PROBLEMS]),
    )


def _read_parts(fragment: str, problems: list[str]) -> dict[str, str]:
    """Split a fragment into its known parts. Add a problem for each unknown or repeated part."""
    parts: dict[str, str] = {}
    for part in fragment.split("&"):
        name, equals, value = part.partition("=")
        name = NEW_NAMES.get(name, name)
        if not equals or name not in FIELDS:
            problems.append(f"The link has an unknown part: {_shorten(part)}.")
        elif name in parts:
            problems.append(f"The link names {name} twice: the first one counts.")
        else:
            parts[name] = unquote(value).replace("_", " ") if name in SPACED else unquote(value)
    return parts


def _read_values(parts: Mapping[str, str], problems: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield the name and value of each part that can be read. Add a problem for each other part."""
    for name, each in FIELDS.items():
        if name not in parts:
            continue
        try:
            value = each.read(parts[name])
        except NPuzzleError as error:
            problems.append(_describe_unusable(name, error))
        except ValueError as error:
            problems.append(f"The link's {name} is {_shorten(parts[name])}; {error}.")
        else:
            if value is None:
                problems.append(f"The link's part {name} is damaged.")
            else:
                yield name, value


def _read_problem(parts: Mapping[str, str], problems: list[str]) -> Problem | None:
    """Read the board and its goal, by default the usual goal. Return None without a usable board."""
    board = goal = None
    shape = ANY_SHAPE
    name = "board" if "board" in parts else "scramble"
    try:
        if name in parts:
            board = Board.parse(parts[name]) if name == "board" else _read_scramble(parts)
            shape = board.shape
    except NPuzzleError as error:
        problems.append(_describe_unusable(name, error))
    try:
        goal = goal_board(parts.get("goal", DEFAULT_GOAL).replace("_", " "), shape)
    except NPuzzleError as error:
        # Without a board the shape is unknown. If the link has a part `text`, the page reports a bad goal.
        can_tell = board is not None if isinstance(error, GoalMismatchError) else "text" not in parts
        if can_tell:
            problems.append(_describe_unusable("goal", error))
    return None if board is None else Problem(board, goal or goal_board(DEFAULT_GOAL, shape))


def _read_scramble(parts: Mapping[str, str]) -> Board:
    """Play a scramble from the link's goal, in the link's size or, by default, on 4x4."""
    goal = goal_board(parts.get("goal", DEFAULT_GOAL).replace("_", " "), parts.get("size", "4x4"))
    found = read_scramble(parts["scramble"][:LONGEST_PATH], goal, Notation.TILE)
    if found.problem:
        raise IllegalMoveError(found.problem)
    return Board.from_words(found.words)


def _calls(values: Mapping[str, Any], problem: Problem | None) -> Iterator[Call]:
    """Yield the calls that set the page to these values, but no call for the path."""
    options = USUAL.choose_heuristic(values.get("heuristic", USUAL.heuristic))
    for name in OPTIONS:
        yield choose_option(
            name, options.heuristic if name == "heuristic" else values.get(name, USUAL.text(name))
        )
    yield choose_option("formula", options.formula)
    if problem is not None:
        yield give_board(problem.start, problem.goal)
    if "text" in values:
        yield type_text(values["text"])
        if problem is None and (goal := values.get("goal")) is not None:
            is_named = goal in {card.name for card in GOALS}
            yield choose_goal(goal) if is_named else type_goal(goal.replace("_", " "))
    if "hands" in values and EMBED not in values:
        yield hold_board(True)
    yield choose_speed(values.get("speed", "normal"))
    yield choose_notation(Notation(values.get("notation", Notation.TILE)))


def _read_path(values: Mapping[str, Any], problem: Problem | None, problems: list[str]) -> Iterator[Call]:
    """Yield the call that shows the link's path, if the path leads from the link's board to its goal."""
    moves = values.get("moves", "")
    if len(moves) > LONGEST_PATH:
        problems.append(f"The link's path has {len(moves):,} moves; at most {LONGEST_PATH:,} can be shown.")
        return
    if "moves" not in values or problem is None:
        return
    try:
        solves = problem.replay(moves) == problem.goal
    except NPuzzleError:
        solves = False
    step = _read_whole(values.get("step", "0"))
    if not solves or step is None:
        problems.append("The moves in the link do not lead from its board to its goal.")
        return
    bound = _read_whole(values.get("bound", ""))
    if "bound" in values and (bound is None or bound > len(moves)):
        said = f"expected a number, at most {len(moves):,}"
        problems.append(f"The link's bound is {_shorten(values['bound'])}; {said}.")
        bound = None
    yield give_path(moves, step, bound, metric=values.get("counted"))


def _read_whole(text: str) -> int | None:
    return int(text) if len(text) <= 9 and text.isascii() and text.isdigit() else None


def _describe_unusable(name: str, error: NPuzzleError) -> str:
    return f"The link's {name} cannot be used. {brief(sentence(error), 380)}"


def _quote(name: str, value: str) -> str:
    value = value.encode("utf-8", "replace").decode()
    return quote(value.replace(" ", "_") if name in SPACED else value, safe=SAFE)


def notes_to_text(notes: Mapping[str, str]) -> str:
    """Write the rooms' notes as one text for the browser's storage."""
    import json

    return json.dumps({name: notes[name] for name in (*NOTES, *OWN_NOTES) if notes.get(name)})


def notes_from_text(text: str) -> dict[str, str]:
    """Read the notes from the text in the browser's storage. Ignore anything that is not a note."""
    try:
        found = read_json(text)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    notes = {NEW_NAMES.get(name, name): text for name, text in found.items()}
    return {n: t for n, t in notes.items() if n in (*NOTES, *OWN_NOTES) and isinstance(t, str)}


def picture_name(board: Board) -> str:
    """Name a picture's file after the board, or after the size of a large board."""
    small = board.shape.cells <= 16
    return f"n-puzzle-{str(board).replace(' ', '_').replace('/', '-') if small else board.shape}.svg"


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 30 else text[:29] + "…")
