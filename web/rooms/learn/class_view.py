"""Exercises for a class on the page: read the form, make the set in the worker, and offer its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyscript import document, js_import, window

from npuzzle import GOALS
from npuzzle.classroom.exercises import PROPERTIES
from npuzzle.classroom.sheets import WORKSHEET
from web.page.words import describe_reach
from web.rooms.learn.class_form import DEFAULTS, read_form
from web.rooms.learn.sheet_language import translate_sheet
from web.rooms.learn.task import mark_code
from web.solver.browser import site_address
from web.solver.client import in_background
from web.solver.task_run import TaskRun
from web.ui.dom import by_id, make
from web.ui.download import copy_text, save_text
from web.ui.press import offer
from web.ui.script import load_script

if TYPE_CHECKING:
    from web.page.api import PageApi
    from web.solver.client import Answer

KINDS = {"html": "text/html", "csv": "text/csv", "txt": "text/plain"}
UNTRANSLATED = "The page's languages did not load: reload to try again."
CELL, QUIET = 4, 16  # units of a QR code's square and of the margin that readers need


class ClassFold:
    def __init__(self, desk: PageApi) -> None:
        self._run = TaskRun(
            desk.solver,
            "exercises",
            lambda answer: in_background(self._end(answer)),
            self._fail,
            on_progress=self._show_progress,
        )
        self._has_codes = False  # whether QR codes were asked for
        self._files: dict[str, str] = {}
        self._links: list[str] = []
        self._translator: Any = None  # the module that knows the page's language, once there are files
        _fill("class-goal", [(goal.name, goal.label) for goal in GOALS], DEFAULTS["goal"])
        _fill("class-property", [(card.name, card.label) for card in PROPERTIES], DEFAULTS["property"])
        offer("class", {}, desk.dispatch, self)

    def make(self) -> None:
        """Make the set of the form, or say at each field what is wrong with it."""
        form = {name: by_id(f"class-{name}").value for name in DEFAULTS}
        form["title"] = form["title"] or DEFAULTS["title"]
        found = read_form(form, site_address())
        for name in DEFAULTS:
            if problem := by_id(f"class-{name}-problem"):
                problem.textContent = found.problems.get(name, "")
        if found.problems:
            self._say("" if by_id("class-result").hidden else "The set below is still the one before.")
            by_id(f"class-{next(iter(found.problems))}").focus()
        else:
            self._has_codes = by_id("class-qr").checked
            self._set_running(True)
            by_id("class-result").hidden = True
            by_id("class-stop").focus()
            self._run.start({"form": form, "site": site_address(), "qr": self._has_codes})

    def _set_running(self, is_running: bool) -> None:
        by_id("class-make").disabled, by_id("class-stop").hidden = is_running, not is_running

    async def _end(self, answer: Answer) -> None:
        try:
            if answer["stopped"]:
                self._say("Stopped.")
            else:
                await self._show(answer)
        except OSError as error:
            self._say(str(error))
        self._set_running(False)

    def _fail(self, problem: str) -> None:
        self._say(problem)
        self._set_running(False)

    def _say(self, text: str) -> None:
        by_id("class-said").textContent = text

    def _show_progress(self, now: dict[str, Any]) -> None:
        self._say(f"{now['done']:,} of {now['total']:,} boards")

    async def _show(self, answer: Answer) -> None:
        self._translator = await load_script("language.js", UNTRANSLATED)
        self._files, self._links = dict(answer["files"]), [one["link"] for one in answer["boards"]]
        if self._has_codes:
            sheet = self._files[WORKSHEET]
            for link, code in (await draw_codes(self._links)).items():
                sheet = sheet.replace(mark_code(link), code)
            self._files[WORKSHEET] = sheet
        items = []
        for one in answer["boards"]:
            moves = one["moves"]
            length = "unsolvable" if moves is None else "1 move" if moves == 1 else f"{moves} moves"
            item = make("li")
            item.append(make("a", one["board"], href=one["link"], target="_blank", translate="no"))
            item.append(" ", make("span", length))
            items.append(item)
        by_id("class-links").replaceChildren(*items)
        by_id("class-here").textContent = describe_reach(window.location.hostname)
        by_id("class-result").hidden = False
        self._say("The set is ready.")

    def stop(self) -> None:
        self._run.stop()

    def save(self, name: str) -> None:
        """Save a file; what is printed is in the page's language, what programs read is not."""
        text, kind = self._files[name], name.rsplit(".", 1)[1]
        language = document.documentElement.lang
        if kind == "html" and language != "en":
            text = translate_sheet(text, self._translator.translated, language)
        save_text(text, name, KINDS[kind])

    async def copy(self) -> None:
        copied = await copy_text("\n".join(self._links))
        self._say("Copied." if copied else "The browser did not allow it.")


async def draw_codes(links: list[str]) -> dict[str, str]:
    """Return the QR code of each link, in SVG: the library is loaded the first time."""
    library = (await js_import(f"{site_address()}web/vendor/qrcode/qrcode.mjs"))[0]
    codes = {}
    for link in links:
        code = library.qrcode(0, "M")  # 0: as small as the link allows
        code.addData(link)
        code.make()
        drawing: str = code.createSvgTag(CELL, QUIET)
        codes[link] = drawing.replace("<svg ", '<svg aria-label="The same link as a QR code" ', 1)
    return codes


def _fill(name: str, choices: list[tuple[str, str]], chosen: str) -> None:
    menu = by_id(name)
    for value, label in choices:
        menu.append(make("option", label, value=value))
    menu.value = chosen
