"""Save a board's picture or a path's animation, and print a worksheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pyscript import window
from pyscript.ffi import create_proxy

from npuzzle import Board
from npuzzle.puzzle.moves import MutableBoard
from npuzzle.puzzle.svg import animated_svg
from web.page.commands.printing import ask_print, print_anyway, solve_and_print
from web.page.state import UiState
from web.page.store import store
from web.ui.dom import by_id, make
from web.ui.grid import draw_grid
from web.ui.press import press

if TYPE_CHECKING:
    from web.page.worksheet import Line


@press
def save_board_picture() -> None:
    from web.page.link import picture_name
    from web.ui.download import save_text

    board = store.state.current_board
    if board is None:
        return
    save_text(board.svg(store.state.goal.board), picture_name(board), "image/svg+xml")


@press
def save_animation() -> None:
    from web.page.link import picture_name
    from web.ui.download import save_text

    start = store.state.board.check.board
    if start is None:
        return
    tiles = [move.tile for move in MutableBoard(start).moves(store.state.player.path)]
    drawn = animated_svg(start.picture(store.state.goal.board), tiles)
    save_text(drawn, picture_name(start).replace(".svg", "-path.svg"), "image/svg+xml")


@press
def offer_print() -> None:
    store.dispatch(ask_print())
    if store.state.printing.is_offered:
        by_id("keep-anyway" if by_id("keep-solve").disabled else "keep-solve").focus()


@press
def print_solved() -> None:
    by_id("keep-print").focus()
    store.dispatch(solve_and_print())


@press
def print_unsolved() -> None:
    by_id("keep-print").focus()
    store.dispatch(print_anyway())


# The sheet


def print_sheet(state: UiState) -> None:
    """Ask the browser to print the worksheet, without the rest of the page."""
    if draw_sheet(state):
        window.print()


def draw_sheet(state: UiState) -> bool:
    """Draw the worksheet. Return False if the cells are not a board, so that there is no worksheet."""
    from web.page.worksheet import for_page

    sheet = for_page(state)
    if sheet is None:
        return False
    first, second = make("div", **{"class": "sheet"}), make("div", **{"class": "sheet"})
    boards = make("div", **{"class": "sheet-boards"})
    boards.append(draw_board(sheet.board, "Board"), draw_board(sheet.goal, "Goal"))
    head = make("div", **{"class": "sheet-head"})
    head.append(make("h2", sheet.title), make("p", "Name:"), make("p", "Date:"))
    first.append(head, boards, *[make("p", text) for text in sheet.task])
    first.append(draw_tables(sheet.tables))
    second.append(make("h2", "Solution"), *[make("p", text) for text in sheet.answer])
    second.append(draw_tables(sheet.solution))
    by_id("worksheet").replaceChildren(first, second)
    return True


def draw_board(board: Board, name: str) -> Any:
    figure, grid = make("figure"), make("div", role="img", **{"class": "sheet-board"})
    draw_grid(grid, board)
    figure.append(make("figcaption", name), grid)
    return figure


def draw_tables(all_lines: Iterable[Iterable[Line]]) -> Any:
    from web.page.worksheet import HEADINGS

    box = make("div", **{"class": "sheet-tables"})
    for lines in all_lines:
        table, head, body = make("table"), make("tr"), make("tbody")
        head.append(*[make("th", heading, scope="col") for heading in HEADINGS])
        for line in lines:
            row = make("tr")
            row.append(*[make("td", text) for text in line])
            body.append(row)
        top = make("thead")
        top.append(head)
        table.append(top, body)
        box.append(table)
    return box


def forget_sheet(event: Any) -> None:
    by_id("worksheet").replaceChildren()


def on_print_by_browser(event: Any) -> None:
    """Draw the worksheet for the browser's own Print, unless a worksheet is already drawn."""
    if not by_id("worksheet").firstChild:
        draw_sheet(store.state)


window.addEventListener("beforeprint", create_proxy(on_print_by_browser), True)  # before language.js acts
window.addEventListener("afterprint", create_proxy(forget_sheet))
