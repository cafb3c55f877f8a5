"""`Board`, for boards that people read and type: immutable, hashable, always valid, with a form as text.

There are two ways to make a board. `Board(anything)` and `read_board` take a board in any form, and check it.
`make_board` takes a shape and tiles that are known to be right. Searches work on states instead, which
`npuzzle.puzzle.problem` makes.

Most programs only read a few boards and solve them. So a method imports the code for other tasks when it is
called: for texts other than rows of numbers, for moves as people write them, and for drawings. None of these
modules imports `Board`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union, overload

from npuzzle.errors import (
    Defect,
    Fault,
    GoalMismatchError,
    IllegalMoveError,
    InvalidBoardError,
    InvalidJobError,
    InvalidMovesError,
    UnknownNameError,
    quote,
)
from npuzzle.numbers import whole_number
from npuzzle.puzzle.cells import list_rows, read_plain, read_rows, read_words, word_of_cell
from npuzzle.puzzle.goals import DEFAULT_GOAL, GOALS, OTHER_GOALS, GoalCard, goal_tiles
from npuzzle.puzzle.moves import Move, MutableBoard, Notation, in_notation, name_moves, possible_moves
from npuzzle.puzzle.reachability import (
    MAX_CELLS,
    Seed,
    count_moves,
    is_reachable,
    read_seed,
    shuffle,
    to_state,
)
from npuzzle.puzzle.shape import Array, Shape, ShapeLike, neighbours, read_shape

if TYPE_CHECKING:
    from npuzzle.puzzle.svg import Picture

#: The argument of `Board` and `read_board`: a Board, text, rows of numbers or words, one flat list, an array.
BoardLike = Union["Board", str, Sequence[Sequence[int]], Sequence[Sequence[str]], Sequence[int], Array]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Board:
    """A board: its shape and its tiles. `tiles[cell]` is the number of the tile in a cell, 0 for the blank.

    A board is made from text, from rows of numbers, from one flat list, or from an array:

    >>> board = Board("8 2 0/4 6 1/3 7 5")
    >>> board == Board([[8, 2, 0], [4, 6, 1], [3, 7, 5]]) == Board([8, 2, 0, 4, 6, 1, 3, 7, 5])
    True
    >>> Board([1, 2, 3, 4, 5, 0], shape="2x3")
    Board('1 2 3/4 5 0')

    A board can be indexed like a list of rows. `str(board)` is its text; `board.pretty()` has a line per row.

    >>> board[0], board[2, 1], len(board), board.blank
    ((8, 2, 0), 7, 3, 2)
    >>> board.move("R"), board.play("RU")
    (Board('8 0 2/4 6 1/3 7 5'), Board('8 6 2/4 0 1/3 7 5'))

    Raises InvalidBoardError, which lists every defect, unless each number from 0 to cells-1 occurs exactly
    once.
    """

    shape: Shape
    tiles: tuple[int, ...]

    @overload
    def __init__(self, board: BoardLike, /, *, shape: ShapeLike | None = None) -> None: ...

    @overload
    def __init__(self, shape: ShapeLike, /, tiles: BoardLike) -> None: ...

    @overload
    def __init__(self, *, shape: ShapeLike, tiles: BoardLike) -> None: ...

    def __init__(self, board: Any = None, tiles: Any = None, *, shape: Any = None) -> None:
        if tiles is not None:  # a shape and its tiles
            board, shape = tiles, board if shape is None else shape
        if shape is not None:
            shape = read_shape(shape)
        if not _is_valid_tuple(board, shape):
            found = read_board(board, shape)
            board, shape = found.tiles, found.shape
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "tiles", board)

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read a board in any of the forms of `npuzzle.puzzle.read_boards`. `reading` says how it was read.

        Raises InvalidBoardError, also for a text that contains two boards.
        """
        return _read_text(text)

    @classmethod
    def reading(cls, text: str, *, blank: str = "") -> Reading:
        """Read a board as `parse` does, and say how it was read. The text may also contain a goal.

        `blank`: the word for the blank, to be given if that word is a number, such as "9" on a 3x3.

        >>> Board.reading("1 2 3/4 * 6/7 5 8").how
        'with * as the blank'

        Raises InvalidBoardError.
        """
        plain = None if blank else read_plain(text)
        if plain is not None:
            return Reading(make_board(*plain))
        from npuzzle.puzzle.read_boards import read_text  # imported late: few programs need all forms

        found = read_text(text, blank)
        goal = None if found.goal is None else make_board(*found.goal)
        return Reading(make_board(*found.boards[0]), goal, found.how, found.name, found.length)

    @classmethod
    def from_words(cls, rows: Iterable[Iterable[str]]) -> Board:
        """Make a board from words: numbers, and one of the marks `0 _ . x -` for the blank."""
        return make_board(*read_words(rows))

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]]) -> Board:
        """Make a board from rows of numbers, 0 for the blank."""
        return cls.from_words([[word_of_cell(tile) for tile in row] for row in list_rows(rows)])

    def __str__(self) -> str:
        return "/".join([" ".join(map(str, row)) for row in self.rows])

    def __repr__(self) -> str:
        return f"Board({str(self)!r})"

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The tiles of each row."""
        cols = self.shape.cols
        return tuple([self.tiles[at : at + cols] for at in range(0, self.shape.cells, cols)])

    def __len__(self) -> int:
        """Return the number of rows, as for nested lists."""
        return self.shape.rows

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield the rows."""
        return iter(self.rows)

    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[tuple[int, ...], ...]: ...

    @overload
    def __getitem__(self, place: tuple[int, int]) -> int: ...

    def __getitem__(self, place: Any) -> Any:
        """Return a row, several rows, or one tile: `board[1]`, `board[:2]`, `board[1, 2]`."""
        if isinstance(place, tuple):
            row, col = place
            return self.rows[row][col]
        return self.rows[place]

    def pretty(self) -> str:
        """Return one line for each row, columns aligned, `.` for the blank."""
        width = len(str(self.shape.cells - 1))
        return "\n".join(" ".join(f"{tile or '.':>{width}}" for tile in row) for row in self.rows)

    def picture(self, goal: BoardLike | None = None) -> Picture:
        """Return the content of the board's drawing. Raises GoalMismatchError for a goal of another shape."""
        from npuzzle.puzzle.svg import Picture

        return Picture(self.shape, self.tiles, None if goal is None else goal_board(goal, self.shape).tiles)

    def svg(self, goal: BoardLike | None = None, width: int | None = None) -> str:
        """Draw an SVG document, `width` px wide. Tiles at home in `goal` are green and outlined."""
        from npuzzle.puzzle.svg import picture_svg

        return picture_svg(self.picture(goal), width)

    def _repr_svg_(self) -> str:
        """Return the drawing that a notebook shows."""
        return self.svg(width=min(40 * self.shape.cols, 600))

    def to_link(self) -> str:
        """Return the text of the board with `_` for spaces, as in a link. `parse` reads this text."""
        return str(self).replace(" ", "_")

    @property
    def blank(self) -> int:
        """The cell of the blank."""
        return self.tiles.index(0)

    @property
    def movable(self) -> tuple[int, ...]:
        """The cells next to the blank: their tiles can slide into it."""
        return neighbours(self.shape)[self.blank]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that is possible on this board, as `move` and `play` accept it."""
        return possible_moves(self.shape, self.tiles)

    def successors(self) -> tuple[tuple[Move, Board], ...]:
        """Return each legal move with the board that it leads to, from two to four pairs.

        >>> [(move.letter, str(board)) for move, board in Board("1 2/3 0").successors()]
        [('D', '1 0/3 2'), ('R', '1 2/0 3')]
        """
        return tuple((move, self.slide(move.src)) for move in self.legal_moves)

    def move(self, move: int | str | Move | None = None, *, tile: int | None = None) -> Board:
        """Play one move, and return the new board.

        The move is the direction in which the tile slides (U, D, L or R, `left`, `←`), the number of the
        tile, or one of `legal_moves`.

        >>> Board("1 2 3/4 5 6/7 0 8").move("L") == Board("1 2 3/4 5 6/7 0 8").move(tile=8)
        True

        Raises IllegalMoveError, which lists the moves that are possible.
        """
        if (move is None) == (tile is None):
            raise IllegalMoveError("give one letter or one tile: board.move('L') or board.move(tile=7)")
        from npuzzle.puzzle.play import play_moves

        one: Any = whole_number(tile) if move is None else move
        with suppress(InvalidMovesError):
            played = play_moves(self, one if isinstance(one, str) else [one])
            if played.illegal is None and len(played.path) == 1:
                return make_board(self.shape, played.tiles)
        asked = f"tile {quote(tile)} cannot slide" if move is None else f"{quote(move)} is not possible"
        raise IllegalMoveError(f"{asked} here; possible: {name_moves(self.legal_moves)}")

    def play(self, moves: str | Iterable[int | str | Move], notation: Notation = Notation.TILE) -> Board:
        """Play several moves, and return the board they lead to. It takes 1 s for 20 million moves.

        `moves`: a text, or a list of texts, tile numbers and Moves. A text consists of letters, words,
        arrows, tile numbers, or tile numbers with directions. `notation`: whether a direction in a text is
        the tile's or the blank's.

        >>> Board("1 2 3/0 4 6/7 5 8").play("L U L") == Board("1 2 3/0 4 6/7 5 8").play("4L, 5 up, 8")
        True

        Raises InvalidMovesError for anything else, and IllegalMoveError, which names the impossible move.
        """
        from npuzzle.puzzle.play import parse_letters, play_moves

        path = parse_letters(moves) if isinstance(moves, str) else None
        if path is not None:
            board = MutableBoard(self)
            board.forward(in_notation(path, notation))
            return make_board(self.shape, board.tiles())
        played = play_moves(self, moves, notation)
        end = make_board(self.shape, played.tiles)
        if played.illegal is None:
            return end
        where = f"move {played.illegal.number} of {played.asked}, {played.illegal.written}"
        possible = name_moves(end.legal_moves)
        raise IllegalMoveError(f"{where}: {played.illegal.reason}; possible: {possible}")

    def is_solvable(self, goal: BoardLike = DEFAULT_GOAL) -> bool:
        """Return whether moves lead from here to a goal (a name or a board). `check` explains why."""
        goal = goal_board(goal, self.shape)
        return is_reachable(self.shape, to_state(self.tiles, goal.tiles), goal.blank)

    def distance(self, goal: BoardLike = DEFAULT_GOAL) -> int | None:
        """Return the fewest moves from here to the goal, or None if the goal cannot be reached.

        >>> Board("8 6 7/2 5 4/3 0 1").distance()
        31

        It searches from both ends. Above 9 cells it raises InvalidJobError: use `npuzzle.distance` there.
        """
        if self.shape.cells > MAX_CELLS:
            raise InvalidJobError(
                f"Board.distance takes boards of up to {MAX_CELLS} cells; a {self.shape} board has "
                f"{self.shape.cells}. Use npuzzle.distance instead"
            )
        goal = goal_board(goal, self.shape)
        return count_moves(self.shape, to_state(self.tiles, goal.tiles), goal.blank)

    def shuffled(self, seed: Seed = None) -> Board:
        """Draw uniformly from all boards reachable from here. The same seed draws the same board."""
        return make_board(self.shape, shuffle(self.shape, self.tiles, read_seed(seed)))

    def slide(self, src: int) -> Board:
        """Slide the tile at cell `src` into the blank, and return the new board. Raises IllegalMoveError."""
        dst, cell = self.blank, whole_number(src)
        if cell is None:
            raise IllegalMoveError(
                f"slide() takes the number of a cell next to the blank: {', '.join(map(str, self.movable))}; "
                f"got {quote(src)} (move() and play() take letters)"
            )
        if cell not in neighbours(self.shape)[dst]:
            raise IllegalMoveError(
                f"only a tile next to the blank (cell {dst}) can slide: "
                f"cells {', '.join(map(str, self.movable))}, not cell {quote(cell)} "
                "(move(tile=...) takes a tile's number)"
            )
        tiles = list(self.tiles)
        tiles[dst], tiles[cell] = tiles[cell], 0
        return make_board(self.shape, tuple(tiles))

    def swap(self, a: int, b: int) -> Board:
        """Take tiles `a` and `b` out, exchange them, and return the new board. No move does that."""
        swapped = []
        for tile in (a, b):
            number = whole_number(tile)
            if number is None or not 0 <= number < self.shape.cells:
                rule = f"the tile must be from 0 to {self.shape.cells - 1} on a {self.shape} board"
                raise InvalidBoardError([Defect(Fault.OUT_OF_RANGE, f"{rule}, got {quote(tile)}")])
            swapped.append(number)
        other = dict(zip(swapped, reversed(swapped)))
        return make_board(self.shape, tuple([other.get(tile, tile) for tile in self.tiles]))


@dataclass(frozen=True, slots=True)
class Reading:
    """A text read as a board, with the goal, the name and the known length that the text gives, if any.

    `how` says how the text was read, such as "with * as the blank". It is empty for plain rows.
    """

    board: Board
    goal: Board | None = None
    how: str = ""
    name: str = ""
    length: int | None = None

    def choose_goal(self, goal: BoardLike | GoalCard | None = None) -> Board:
        """Return the given goal, or else the text's goal, or else blank-last. Raises as `goal_board` does."""
        target = self.goal or DEFAULT_GOAL if goal is None else goal
        return goal_board(target, self.board.shape)


def make_board(shape: Shape, tiles: tuple[int, ...]) -> Board:
    """Make a board of tiles known to be right, without the check, which takes 4 ms for 127x127."""
    board = object.__new__(Board)
    object.__setattr__(board, "shape", shape)
    object.__setattr__(board, "tiles", tiles)
    return board


def read_board(board: BoardLike, shape: ShapeLike | None = None, *, subject: str = "") -> Board:
    """Return a Board unchanged, or read one from text, rows of numbers, one flat list or an array.

    A flat list is divided into rows of `shape`. Without a shape it must be a square.

    >>> read_board([[0, 1, 2], [3, 4, 5]]) == read_board("0 1 2/3 4 5") == read_board(range(6), "2x3")
    True

    Raises InvalidBoardError, whose text begins with `subject`, also for values of any other type.
    """
    if isinstance(board, Board) and shape is None:
        return board
    size = None if shape is None else read_shape(shape)
    try:
        found = _read(board, size)
        if size is not None and found.shape != size:
            message = f"the board is {found.shape}, but its shape was given as {size}"
            raise InvalidBoardError([Defect(Fault.BAD_SIZE, message)])
    except InvalidBoardError as error:
        raise InvalidBoardError(error.defects, error.rows, subject=subject) from None
    return found


def read_problem(board: BoardLike, goal: BoardLike | GoalCard | None = None) -> tuple[Board, Board]:
    """Return a board and its goal: the given goal, or else the goal in the board's text, or else blank-last.

    >>> [str(board) for board in read_problem("1 2/0 3 -> 0 1/3 2")]
    ['1 2/0 3', '0 1/3 2']

    Raises the errors of `read_board` and `goal_board`.
    """
    start = read_start(board)
    return start.board, start.choose_goal(goal)


def read_start(board: BoardLike) -> Reading:
    """Read a board from anything that `Board` takes. A text may hold its goal. Raises InvalidBoardError."""
    return Board.reading(board) if isinstance(board, str) else Reading(read_board(board))


def goal_board(goal: BoardLike | GoalCard, shape: ShapeLike) -> Board:
    """Return the goal for boards of a shape.

    Parameters
    ----------
    goal
        The name of a goal, such as "spiral", or anything that `Board` takes. With "center" or "blank-3-1" the
        tiles are in order, and the blank is in the middle, or in row 3, column 1.
    shape
        The size, such as "3x3", (2, 4) or 3.

    Returns
    -------
    Board
        The goal.

    Raises
    ------
    UnknownNameError
        If no goal has that name.
    InvalidShapeError
        If the shape is not a size from 2x2 to 127x127.
    InvalidBoardError
        If the goal is not a valid board.
    GoalMismatchError
        If the goal has another shape.

    Examples
    --------
    >>> goal_board("spiral", "3x3")
    Board('1 2 3/8 0 4/7 6 5')
    """
    shape = read_shape(shape)
    tiles = goal.tiles(shape) if isinstance(goal, GoalCard) else goal_tiles(goal, shape)
    if tiles is not None:
        return Board(shape, tiles)  # checked: a card may be a user's
    try:
        board = _read(goal, shape)
    except InvalidBoardError as error:
        if isinstance(goal, str) and goal.strip()[:2].isalpha():  # one letter may be the blank, x
            # A name was meant, not a board.
            raise UnknownNameError("goal", goal, (*GOALS.names(), *OTHER_GOALS)) from None
        raise InvalidBoardError(error.defects, error.rows, subject="the goal") from None
    if board.shape != shape:
        raise GoalMismatchError(f"the goal is {board.shape}, but the board is {shape}")
    return board


def name_goal(goal: Board) -> str:
    """Return the goal as it is typed: its name if it has one, otherwise its text."""
    return next((card.name for card in GOALS if goal_board(card, goal.shape) == goal), str(goal))


def _read(value: object, shape: Shape | None) -> Board:
    """Read a board from a value of any type. `shape` is for a flat list."""
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        return _read_text(value, shape)
    return make_board(*read_words(read_rows(value, shape)))


def _read_text(text: str, shape: Shape | None = None) -> Board:
    """Read the only board of a text. `shape` is for a text without rows."""
    plain = read_plain(text)
    if plain is None:
        from npuzzle.puzzle.read_boards import read_one

        plain = read_one(text, shape)
    return make_board(*plain)


def _is_valid_tuple(tiles: object, shape: Shape | None) -> bool:
    """Return whether this is a tuple with each int from 0 to cells-1 once, which needs no other check."""
    if shape is None or type(tiles) is not tuple or len(tiles) != shape.cells:
        return False
    return set(map(type, tiles)) == {int} and set(tiles) == set(range(shape.cells))
