"""Keeping a board: its picture as a file, and a worksheet on paper."""

from pyscript import when, window
from pyscript.ffi import create_proxy

from web.page.events import SolvePressed
from web.page.state import Phase
from web.page.store import store
from web.ui.dom import Writer, by_id, make

_view = None


class KeepView(Writer):
    """`offering`: whether to solve first is being asked. `waiting`: to print once the run has ended."""

    def __init__(self):
        super().__init__()
        global _view
        _view = self
        self.offering = self.waiting = False

    def draw(self, state):
        self._enable("keep-picture", state.has_board)
        self._enable("keep-print", state.has_board and state.goal is not None)
        self._property("keep-offer", "hidden", not self.offering)
        self._attribute("keep-print", "aria-expanded", str(self.offering).lower())
        if self.offering:
            self._enable("keep-solve", not state.why_not_solve)
            self._text("keep-why-not", state.why_not_solve)

    def offer(self, state, offering):
        self.offering, self.waiting = offering, False
        self.draw(state)


def follow(before, state, event):
    """Print what was waited for; an offer for a board that is gone, or solved, is over."""
    if not _view.offering:
        return
    if _view.waiting and before.phase is Phase.SOLVING and state.phase is Phase.PLAYING:
        _view.offer(state, False)
        print_sheet(state)
    elif state.check is not before.check or state.phase is Phase.PLAYING:
        _view.offer(state, False)
    elif before.phase is Phase.SOLVING and state.phase is not Phase.SOLVING:
        _view.offer(state, True)


@when("click", "#keep-picture")
def on_picture(event):
    from web.page.link import picture_name
    from web.ui.download import save_text

    board = store.state.shown
    if board is None:
        return
    save_text(board.svg(store.state.goal), picture_name(board), "image/svg+xml")


@when("click", "#keep-print")
def on_print(event):
    from web.page.worksheet import lacks_solution

    state = store.state
    _view.offer(state, not _view.offering and lacks_solution(state))
    if _view.offering:
        by_id("keep-anyway" if by_id("keep-solve").disabled else "keep-solve").focus()
    elif not lacks_solution(state):
        print_sheet(state)


@when("click", "#keep-solve")
def on_solve(event):
    _view.waiting = True
    by_id("keep-print").focus()
    store.dispatch(SolvePressed())


@when("click", "#keep-anyway")
def on_anyway(event):
    _view.offer(store.state, False)
    by_id("keep-print").focus()
    print_sheet(store.state)


# The sheet


def print_sheet(state):
    """Draw the worksheet, which alone is printed, and ask the browser to print."""
    from web.page.worksheet import for_page

    sheet = for_page(state)
    if sheet is None:
        return
    first, second = make("div", **{"class": "sheet"}), make("div", **{"class": "sheet"})
    boards = make("div", **{"class": "sheet-boards"})
    boards.append(drawn(sheet.board, "Board"), drawn(sheet.goal, "Goal"))
    first.append(make("h2", sheet.title), boards, *[make("p", text) for text in sheet.task])
    first.append(tables(sheet.tables))
    second.append(make("h2", "Solution"), *[make("p", text) for text in sheet.answer])
    second.append(tables(sheet.solution))
    by_id("worksheet").replaceChildren(first, second)
    window.print()


def drawn(board, name):
    figure, grid = make("figure"), make("div", **{"class": "sheet-board"})
    grid.style.setProperty("--cols", str(board.shape.cols))
    grid.style.setProperty("--rows", str(board.shape.rows))
    grid.append(*[make("span", str(tile or "")) for tile in board.tiles])
    figure.append(make("figcaption", name), grid)
    return figure


def tables(all_lines):
    from web.page.worksheet import HEADINGS

    box = make("div", **{"class": "sheet-tables"})
    for lines in all_lines:
        table, head, body = make("table"), make("tr"), make("tbody")
        head.append(*[make("th", heading, scope="col") for heading in HEADINGS])
        for line in lines:
            row = make("tr")
            row.append(
                *[make("td", text) for text in (line.move, line.tile, line.way, line.g, line.h, line.f)]
            )
            body.append(row)
        top = make("thead")
        top.append(head)
        table.append(top, body)
        box.append(table)
    return box


def forget_sheet(event):
    by_id("worksheet").replaceChildren()


window.addEventListener("afterprint", create_proxy(forget_sheet))
