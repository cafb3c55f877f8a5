"""The view of "Exercises for a class": read the form, let the worker make the set, and offer its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyscript import document, js_import, window

from npuzzle import GOALS
from npuzzle.classroom.exercises import PROPERTIES
from npuzzle.classroom.sheets import WORKSHEET
from npuzzle.text import count
from web.page.words import describe_reach
from web.rooms.learn.class_form import DEFAULTS, ClassState, command, fail, say_copied, start
from web.rooms.learn.sheet_language import translate_sheet
from web.rooms.learn.task import mark_code
from web.solver.browser import site_address
from web.solver.client import in_background
from web.ui.dom import by_id, make
from web.ui.download import copy_text, save_text
from web.ui.part import TaskPart
from web.ui.script import load_script

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.solver.client import Answer

KINDS = {"html": "text/html", "csv": "text/csv", "txt": "text/plain"}
UNTRANSLATED = "The page's languages did not load: reload to try again."
CELL, QUIET = 4, 16  # SVG units: a QR code's square, and the margin that scanners need


class ClassFold(TaskPart[ClassState]):
    place, commands, task = "class", command, "exercises"

    def __init__(self, desk: PageApi) -> None:
        super().__init__(ClassState(), desk.say, desk.solver)
        self._translator: Any = None  # the page's translating module, once there are files
        self._dom.fill("class-goal", [(goal.name, goal.label) for goal in GOALS])
        self._dom.fill("class-property", [(card.name, card.label) for card in PROPERTIES])
        for name in ("goal", "property"):
            by_id(f"class-{name}").value = DEFAULTS[name]

    def make(self) -> None:
        """Make the exercises of the form, or show the error at each field."""
        form = {name: by_id(f"class-{name}").value for name in DEFAULTS}
        form["title"] = form["title"] or DEFAULTS["title"]
        self.dispatch(start({"form": form, "site": site_address(), "qr": by_id("class-qr").checked}))
        problems = self.state.problems
        by_id(f"class-{next(iter(problems))}" if problems else "class-stop").focus()

    def make_request(self) -> dict[str, Any]:
        return {**self.state.asked}

    def end(self, answer: Answer) -> None:
        in_background(self._end(answer))

    async def _end(self, answer: Answer) -> None:
        """Load the modules that show and save a set of exercises, then show the set."""
        try:
            if not answer["stopped"]:
                self._translator = await load_script("language.js", UNTRANSLATED)
                if self.state.asked["qr"]:
                    await _fill_in_codes(answer)
        except OSError as error:
            self.dispatch(fail(str(error)))
        else:
            super().end(answer)

    def draw(self) -> None:
        super().draw()
        for name in DEFAULTS:
            if by_id(f"class-{name}-problem"):
                self._dom.text(f"class-{name}-problem", self.state.problems.get(name, ""))
        if self.state.answer is None or not self._dom.has_changed("answer", self.state.answer):
            return
        items = []
        for one in self.state.answer["boards"]:
            moves = one["moves"]
            item = make("li")
            item.append(make("a", one["board"], href=one["link"], target="_blank", translate="no"))
            item.append(" ", make("span", "unsolvable" if moves is None else count(moves, "move")))
            items.append(item)
        by_id("class-links").replaceChildren(*items)
        by_id("class-here").textContent = describe_reach(window.location.hostname)

    def save(self, name: str) -> None:
        """Save a file. Files to print are in the page's language, files for programs are in English."""
        assert self.state.answer is not None
        text, kind = self.state.answer["files"][name], name.rsplit(".", 1)[1]
        language = document.documentElement.lang
        if kind == "html" and language != "en":
            text = translate_sheet(text, self._translator.translated, language)
        save_text(text, name, KINDS[kind])

    async def copy(self) -> None:
        assert self.state.answer is not None
        links = [one["link"] for one in self.state.answer["boards"]]
        self.dispatch(say_copied(await copy_text("\n".join(links))))


async def _fill_in_codes(answer: Answer) -> None:
    """Put the QR codes into the worksheet of a set."""
    for link, code in (await draw_codes([one["link"] for one in answer["boards"]])).items():
        answer["files"][WORKSHEET] = answer["files"][WORKSHEET].replace(mark_code(link), code)


async def draw_codes(links: list[str]) -> dict[str, str]:
    """Return the QR code of each link, in SVG. The first call loads the library."""
    library = (await js_import(f"{site_address()}web/vendor/qrcode/qrcode.mjs"))[0]
    codes = {}
    for link in links:
        code = library.qrcode(0, "M")  # 0: as small as the link allows
        code.addData(link)
        code.make()
        drawing: str = code.createSvgTag(CELL, QUIET)
        codes[link] = drawing.replace("<svg ", '<svg aria-label="QR code of this link" ', 1)
    return codes
