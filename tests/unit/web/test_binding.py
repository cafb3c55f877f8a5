"""The names in HTML, of values and commands: each one exists, and only changes are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

import pytest

from npuzzle import Notation, site
from tests.support.page_commands import CALLS
from tests.support.page_states import in_phase, page
from tests.unit.web.fake_page import Element, FakePage, views
from web.calc import Drawing
from web.command import Call
from web.page.commands import COMMANDS, update
from web.page.commands.modes import choose_mode
from web.page.commands.stepping import choose_notation, jump_to
from web.page.shown import Shown
from web.page.state import Mode, Phase, UiState
from web.room_table import PLACES

HTML = (site.ROOT / "index.html").read_text(encoding="utf-8")
BLANK = choose_notation(Notation.BLANK)
BOUND = [pair.split("=") for pairs in re.findall(r'data-bind="([^"]+)"', HTML) for pair in pairs.split()]
PRESSED = set(re.findall(r'data-press="([^"]+)"', HTML))


class Twice(HTMLParser):
    """Finds attributes that an element has twice: browsers silently ignore the second."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        self.found += [f"{tag} {dict(attrs).get('id')}: {name}" for name in {*names} if names.count(name) > 1]


def test_no_element_has_an_attribute_twice() -> None:
    twice = Twice()
    twice.feed(HTML)
    assert twice.found == []


@pytest.mark.parametrize("phase", Phase)
def test_each_value_that_html_names_is_there_in_every_phase(phase: Phase) -> None:
    bound = [pair for pair in BOUND if pair[1].partition(".")[0] not in PLACES]
    assert len(bound) > 100
    for event in CALLS:
        shown = Shown(update(in_phase(phase), event))
        for what, path in bound:
            value = attrgetter(path)(shown)
            assert isinstance(value, str) or what != "text", path


def test_each_press_that_html_names_is_a_command_or_a_marked_function() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (site.ROOT / "web").glob("[!nv]*/**/*.py")]
    sources.append((site.ROOT / "web/app.py").read_text(encoding="utf-8"))
    marked = {name for text in sources for name in re.findall(r"@press\n(?:async )?def (\w+)", text)}
    assert {name for name in PRESSED if "." not in name} == (PRESSED & {*COMMANDS}) | marked
    assert not marked & {*COMMANDS}, "a name must mean one thing"
    for name in PRESSED & {*COMMANDS}:
        COMMANDS[name].plain_kinds()


def test_each_press_of_a_room_is_a_command_or_a_method_of_what_has_its_name(fake: FakePage) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (site.ROOT / "web/rooms").rglob("*view.py")}
    names = {path: ".".join(path.relative_to(site.ROOT / "web").with_suffix("").parts) for path in texts}
    places: dict[str, set[str]] = {}
    callable_by_html: dict[str, Any] = {}
    with views(fake, *names.values()) as modules:
        for text, module in zip(texts.values(), modules):
            for place, commands in re.findall(r'offer\("(\w+)", ([\w.]+|{})', text):
                known = {} if commands == "{}" else attrgetter(commands)(module)
                named = {*known}
                callable_by_html |= {f"{place}.{name}": command for name, command in known.items()}
                own = [
                    each
                    for each in vars(module).values()
                    if getattr(each, "__module__", "") == module.__name__
                ]
                methods = {name for each in own for name in dir(each)}
                assert not named & methods, "a name must mean one thing"
                places[place] = named | methods
            for part in vars(module).values():
                if not isinstance(place := getattr(part, "place", None), str):
                    continue
                known = part.commands.by_name if hasattr(part, "commands") else {}
                callable_by_html |= {f"{place}.{name}": call for name, call in known.items()}
                assert not {*known} & {*dir(part)}, "a name must mean one thing"
                places[place] = {*known, *dir(part)}
                if not known:  # its values are its own attributes
                    shown = {path.split(".")[1] for _, path in BOUND if path.startswith(f"{place}.")}
                    assert len(shown) > 5
                    assert shown - {*dir(part)} <= {"player"}
    panels = [path.read_text(encoding="utf-8") for path in (site.ROOT / "web/rooms").rglob("*.html")]
    pressed = [
        pair
        for text in (*texts.values(), *panels)
        for pair in re.findall(r'data.press"?[=:] ?"(\w+)\.(\w+)"', text)
    ]
    assert len(pressed) > 30
    assert not [".".join(pair) for pair in pressed if pair[1] not in places[pair[0]]]
    for name in {".".join(pair) for pair in pressed} & {*callable_by_html}:
        callable_by_html[name].plain_kinds()


def bound(name: str, pairs: str) -> Element:
    element = Element(name)
    element.dataset.bind = pairs
    return element


@pytest.fixture
def fake() -> FakePage:
    return FakePage()


@pytest.fixture
def modules(fake: FakePage) -> Iterator[list[Any]]:
    with views(fake, "ui.bind", "ui.press") as found:
        yield found


def test_only_what_has_changed_is_written(modules: list[Any]) -> None:
    said, button = bound("said", "text=said"), bound("go", "enabled=can_go aria-busy=is_busy")
    bindings = modules[0].Bindings(SimpleNamespace(querySelectorAll=lambda selector: [said, button]))
    for text in ("one", "one", "two"):
        bindings.draw(SimpleNamespace(said=text, can_go=[], is_busy=True))
    assert (said.textContent, said.writes["textContent"]) == ("two", 2)
    assert (button.disabled, button.writes["disabled"]) == (True, 1)
    assert button.attributes == {"aria-busy": "true"}


def test_a_room_draws_what_has_its_name_and_the_page_the_rest(modules: list[Any]) -> None:
    element = bound("both", "text=explore.title.said enabled=board.is_valid data-kind=lab.kind")
    root = SimpleNamespace(querySelectorAll=lambda selector: [element])
    page, room = modules[0].Bindings(root), modules[0].Bindings(root, "explore")
    page.draw(SimpleNamespace(board=SimpleNamespace(is_valid=False)))
    assert (element.disabled, element.textContent, element.attributes) == (True, "", {})
    room.draw(SimpleNamespace(title=SimpleNamespace(said="Search tree")))
    assert (element.disabled, element.textContent, element.attributes) == (True, "Search tree", {})


def test_what_the_user_made_of_a_field_is_put_right(modules: list[Any]) -> None:
    bind, press = modules
    field = bound("seconds", "value=seconds")
    bindings = bind.Bindings(SimpleNamespace(querySelectorAll=lambda selector: [field]))
    bindings.draw(SimpleNamespace(seconds="5"))
    vars(field)["value"] = "typed"
    bindings.draw(SimpleNamespace(seconds="5"))
    assert field.value == "typed", "a field must not be read 60 times a second"
    press.touched.add("seconds")
    bindings.draw(SimpleNamespace(seconds="5"))
    assert (field.value, press.touched) == ("5", set())


def pressed(tag: str, kind: str, **attributes: str) -> Any:
    """Return the event of a press on such an element."""
    element = Element(attributes.get("id", ""))
    element.attributes.update({name.replace("_", "-"): value for name, value in attributes.items()})
    vars(element).update(tagName=tag, type=attributes.get("type", ""), value=attributes.get("value", ""))
    vars(element).update(closest=lambda selector: element, checked=True, getAttribute=element.attributes.get)
    return SimpleNamespace(type=kind, target=element, preventDefault=lambda: None)


@pytest.mark.parametrize(
    ("event", "call"),
    [
        (pressed("BUTTON", "click", data_press="undo"), COMMANDS["undo"]()),
        (pressed("INPUT", "input", data_press="jump_to", value="7", type="range"), jump_to(7)),
        (
            pressed("SELECT", "change", data_press="choose_notation", value="blank"),
            choose_notation(Notation.BLANK),
        ),
        (pressed("BUTTON", "click", data_press="choose_mode", value="edit"), choose_mode(Mode.EDIT)),
        (pressed("INPUT", "change", data_press="show_hues", type="checkbox"), COMMANDS["show_hues"](True)),
        (
            pressed("INPUT", "input", data_press="choose_option", data_name="seconds", value="9"),
            COMMANDS["choose_option"]("seconds", "9"),
        ),
        (
            pressed("INPUT", "input", data_press="type_cell", data_name="1 2", value="8"),
            COMMANDS["type_cell"](1, 2, "8"),
        ),
        (pressed("FORM", "submit", data_press="check_moves"), COMMANDS["check_moves"]()),
        (pressed("FORM", "click", data_press="check_moves"), None),
        (pressed("SELECT", "input", data_press="choose_speed", value="fast"), None),
    ],
)
def test_a_press_calls_the_command_with_what_was_chosen(
    modules: list[Any], fake: FakePage, event: Any, call: Call | None
) -> None:
    came: list[Call] = []
    modules[1].offer("", COMMANDS, came.append)
    modules[1]._hear(event)
    assert came == ([] if call is None else [call])


def test_a_search_asks_for_its_request_once() -> None:
    state = page()
    assert state.request is state.request is update(state, jump_to(1)).job()


def test_a_drawing_is_repeated_only_if_a_part_that_it_reads_has_changed() -> None:
    drawn: list[int] = []

    def draw(state: UiState) -> None:
        drawn.append(len(state.player.path) if state.can_reset else -1)

    drawing = Drawing(draw)
    state = page()
    for change in (None, COMMANDS["choose_option"]("seconds", "9"), COMMANDS["show_hues"](True), None):
        state = state if change is None else update(state, change)
        drawing.draw(state)
    assert drawn == [-1], "it must not read options or colours"
    drawing.draw(update(state, COMMANDS["press_arrow"]("L")))
    assert drawn == [-1, 0], "it reads the board, by a property"


def test_a_drawing_that_fails_is_tried_again_with_the_next_change() -> None:
    tries: list[UiState] = []

    def draw(state: UiState) -> None:
        tries.append(state)
        raise ValueError(state.phase)

    drawing = Drawing(draw)
    for _ in range(2):
        with pytest.raises(ValueError, match="READY"):
            drawing.draw(page())
    assert len(tries) == 2


def test_a_choice_that_is_refused_is_taken_back(modules: list[Any]) -> None:
    """The user changes a radio button, but the fieldset around it shows the choice."""
    bind, press = modules
    fieldset = bound("modes", "choice=mode")
    press.offer("", COMMANDS, lambda call: None)
    bindings = bind.Bindings(SimpleNamespace(querySelectorAll=lambda selector: [fieldset]))
    bindings.draw(SimpleNamespace(mode="edit"))
    event = pressed("FIELDSET", "change", data_press="choose_mode", id="modes")
    event.target = SimpleNamespace(
        id="mode-play", type="radio", value="play", closest=lambda selector: element
    )
    element = pressed("FIELDSET", "change", data_press="choose_mode", id="modes").target
    fieldset.querySelector('[value="edit"]').checked = False
    press._hear(event)
    bindings.draw(SimpleNamespace(mode="edit"))
    assert fieldset.querySelector('[value="edit"]').checked is True


@pytest.mark.parametrize(
    "name",
    [
        "finish_search",
        "take_progress",
        "restore_path",
        "give_path",
        "certify_heuristic",
        "take_check",
        "take_hint",
    ],
)
def test_html_cannot_call_what_brings_an_answer_or_a_claim(name: str) -> None:
    with pytest.raises(TypeError, match=f"HTML cannot call {name}"):
        COMMANDS[name].read(*["1"] * len(COMMANDS[name].names))
