"""What may happen on the page: strategies for each kind of event."""

from __future__ import annotations

from hypothesis import strategies as st

from npuzzle import Board, Notation, goal_board
from npuzzle.puzzle.goals import GOALS
from tests.support.page_states import PROGRESS, answer_of, page
from web.page import events as e
from web.page.examples import EXAMPLES
from web.page.heuristic_choice import COMBINE, YOURS, CertifiedHeuristic
from web.page.lending import BoardLent, LentReturned
from web.page.parts.board import OWN
from web.page.parts.player import SPEEDS
from web.page.parts.search import ON
from web.page.parts.timer import Best
from web.page.state import Mode

SIZES = st.integers(1, 4)
SEEDS = st.integers(0, 99)
WORDS = st.sampled_from(["", "0", "1", "2", "3", "8", "9", "x", "a", "12", " 4 "])
TEXTS = st.sampled_from(
    [
        *("1 2 3/4 5 6/7 8 0", "2 8 1/0 4 3/7 6 5", "3 1/2 0", "1 2 3/4 5 0", "5 1 2/3 4 0", "2 1/3 0"),
        *("", "??", "1 2 3", "1 1/2 0", "1 2 3/4 5 6/7 8 9", "1 2 3/4 5 6/7 8 0/1 2 3", "1 2 3 4/5 6 7 0"),
    ]
)
NUMBERS = st.sampled_from(["", "0", "1", "3", "12", "31", "32", "x", "-1", "9" * 40, " 7 "])
CELLS = st.integers(-1, 16)
MOVES = st.sampled_from(["", " ", "L L", "L2", "7 8", "8", "D U L2", "U", "RRR", "99", "<b>x</b>", "l, l"])
CERTIFIED = st.builds(
    CertifiedHeuristic,
    st.sampled_from(["one", "two"]),
    st.sampled_from(["1 2 3/4 5 6/7 8 0", "1 2/3 0"]).map(Board.parse),
    st.booleans(),
)
FORMULAS = st.sampled_from(
    [
        *("", " ", "manhattan", "max(manhattan, misplaced)", "0.5*misplaced + 0.5*manhattan", "2 manhattan"),
        *("max(", "my.py:h", "max(my.py:h, zero)", "<b>x</b>", "max(pattern-tables, zero)", "combine", "0"),
    ]
)
OPTIONS = st.one_of(
    st.tuples(st.sampled_from(["weight", "width", "seconds", "expanded", "stored", "depth"]), NUMBERS),
    st.tuples(
        st.just("algorithm"), st.sampled_from(["auto", "astar", "beam", "weighted-astar", "constructive"])
    ),
    st.tuples(st.just("heuristic"), st.sampled_from(["auto", "zero", "value-euclidean"])),
    st.tuples(st.just("heuristic"), st.sampled_from([COMBINE, YOURS])),
    st.tuples(st.just("formula"), FORMULAS),
    st.tuples(st.just("every"), st.sampled_from(["", ON])),
)
BOARDS = st.sampled_from(
    ["1 2 3/4 5 6/0 7 8", "2 8 1/0 4 3/7 6 5", "3 1/2 0", "2 1/3 0", "5 1 2/3 4 0", "1 2 3 4/5 6 7 0"]
).map(Board.parse)

#: What may put other cells or another goal on the page. No other event may.
CHANGING: dict[type, st.SearchStrategy[object]] = {
    e.CellTyped: st.builds(e.CellTyped, st.integers(-1, 4), st.integers(-1, 4), WORDS),
    e.TextTyped: st.builds(e.TextTyped, TEXTS),
    e.TextGiven: st.builds(e.TextGiven, TEXTS),
    e.CellsEmptied: st.just(e.CellsEmptied()),
    e.CellsSwapped: st.builds(e.CellsSwapped, CELLS, CELLS),
    e.ModeChosen: st.builds(e.ModeChosen, st.sampled_from(Mode)),
    e.EditPressed: st.just(e.EditPressed()),
    e.SizeChosen: st.builds(e.SizeChosen, SIZES, SIZES),
    e.GoalChosen: st.builds(e.GoalChosen, st.sampled_from([OWN, *(card.name for card in GOALS)])),
    e.GoalTyped: st.builds(e.GoalTyped, TEXTS),
    e.BoardGiven: st.builds(e.BoardGiven, BOARDS, st.none() | BOARDS),
    BoardLent: BOARDS.map(lambda board: BoardLent(board, goal_board("blank-first", board.shape))),
    LentReturned: st.just(LentReturned()),
    e.RandomPressed: st.builds(e.RandomPressed, SEEDS),
    e.DistanceRandomPressed: st.builds(e.DistanceRandomPressed, NUMBERS, SEEDS),
    e.ExampleChosen: st.builds(e.ExampleChosen, st.sampled_from([*EXAMPLES, "no such"])),
    e.RepairPressed: st.builds(e.RepairPressed, st.integers(-1, 3)),
    e.CellPressed: st.builds(e.CellPressed, CELLS),
    e.ArrowPressed: st.builds(e.ArrowPressed, st.sampled_from("UDLR"), st.booleans()),
    e.HandJudged: st.builds(
        e.HandJudged,
        BOARDS.map(lambda board: tuple(tuple(map(str, row)) for row in board.rows)),
        BOARDS,
        st.integers(0, 31),
    ),
    e.UndoPressed: st.just(e.UndoPressed()),
    e.RedoPressed: st.just(e.RedoPressed()),
    e.ResetPressed: st.just(e.ResetPressed()),
}
KEEPING: dict[type, st.SearchStrategy[object]] = {
    e.OptionChosen: OPTIONS.map(lambda pair: e.OptionChosen(*pair)),
    e.SolverChanged: st.builds(
        e.SolverChanged,
        st.sampled_from([True, True, False]),
        st.sampled_from(["", "", "hint", "solve", "race"]),
        st.sampled_from(["", "It was lost."]),
    ),
    e.SolvePressed: st.just(e.SolvePressed()),
    e.SolveOtherwisePressed: st.just(e.SolveOtherwisePressed()),
    e.StopPressed: st.just(e.StopPressed()),
    e.Progressed: st.just(e.Progressed(PROGRESS)),
    e.SolveFailed: st.just(e.SolveFailed("gone")),
    e.PathGiven: st.builds(
        e.PathGiven, st.text("UDLR", max_size=3), st.integers(-1, 4), st.none() | st.integers(0, 4)
    ),
    e.LinkRead: st.builds(e.LinkRead, st.sampled_from(["", "The link's bound is 'x'."])),
    e.PrintPressed: st.just(e.PrintPressed()),
    e.SolveAndPrintPressed: st.just(e.SolveAndPrintPressed()),
    e.PrintAnywayPressed: st.just(e.PrintAnywayPressed()),
    e.PictureChosen: st.builds(e.PictureChosen, st.sampled_from(["", "blob:1"]), st.floats(0, 3)),
    e.TimerTicked: st.builds(e.TimerTicked, st.booleans()),
    e.TimerRecalled: st.builds(e.TimerRecalled, st.booleans(), st.just({"3x3": Best(20.5, 40)})),
    e.ClockStopped: st.builds(e.ClockStopped, st.floats(0.1, 100.0)),
    e.HuesTicked: st.builds(e.HuesTicked, st.booleans()),
    e.NumbersTicked: st.builds(e.NumbersTicked, st.booleans()),
    e.FileRefused: st.just(e.FileRefused("No picture.")),
    e.JumpedTo: st.builds(e.JumpedTo, st.integers(-2, 40)),
    e.StepTyped: st.builds(e.StepTyped, NUMBERS),
    e.PathChosen: st.builds(e.PathChosen, st.integers(-1, 3)),
    e.BetterPathPressed: st.just(e.BetterPathPressed()),
    e.PlayPressed: st.just(e.PlayPressed()),
    e.Ticked: st.builds(e.Ticked, st.integers(1, 30)),
    e.SpeedChosen: st.builds(e.SpeedChosen, st.sampled_from([*SPEEDS, "no such"])),
    e.NotationChosen: st.builds(e.NotationChosen, st.sampled_from(Notation)),
    e.GroupingChosen: st.builds(e.GroupingChosen, st.booleans()),
    e.HintsChosen: st.builds(e.HintsChosen, st.booleans()),
    e.HintPressed: st.just(e.HintPressed()),
    e.HeuristicCertified: st.builds(e.HeuristicCertified, st.none() | CERTIFIED),
    e.MovesTyped: st.builds(e.MovesTyped, MOVES),
    e.CheckMovesPressed: st.just(e.CheckMovesPressed()),
    e.MovesPlayed: st.just(e.MovesPlayed("All 2 moves are legal.")),
    e.StopCheckPressed: st.just(e.StopCheckPressed()),
    e.ShowMovesPressed: st.just(e.ShowMovesPressed()),
}
#: The solver's answers are made where they are asked for, as they depend on the board.
ANSWERED = (e.Finished, e.HintCame, e.MovesChecked)


#: Each event at least once.
EVENTS = (
    e.CellTyped(0, 0, "8"),
    e.TextTyped("1 2/3 0"),
    e.SizeChosen(2, 3),
    e.GoalChosen("spiral"),
    e.GoalTyped("1 2 3/4 0 5/6 7 8"),
    e.RandomPressed(1),
    e.RepairPressed(0),
    e.EditPressed(),
    e.CellPressed(3),
    e.ArrowPressed("L"),
    e.OptionChosen("algorithm", "idastar"),
    e.SolverChanged(ready=True),
    e.SolverChanged(ready=False, problem="It does not start.", stuck=True, note="No tables."),
    e.BoardGiven(Board.parse("3 1/2 0")),
    BoardLent(Board.parse("3 1/2 0"), Board.parse("0 1/2 3"), (("depth", "7"),)),
    LentReturned(),
    e.LinkRead("The link's bound is 'x'."),
    e.PathGiven("RL", 1),
    e.SolveFailed("gone"),
    e.SolveOtherwisePressed(),
    e.SolvePressed(),
    e.StopPressed(),
    e.Progressed(PROGRESS),
    e.Finished(answer_of(page())),
    e.PrintPressed(),
    e.SolveAndPrintPressed(),
    e.PrintAnywayPressed(),
    e.TextGiven("2 1/3 0"),
    e.CellsEmptied(),
    e.CellsSwapped(0, 1),
    e.HandJudged(((("1", "2"), ("0", "3"))), Board.parse("1 2/3 0"), 1),
    e.ModeChosen(Mode.PASTE),
    e.DistanceRandomPressed("3", 1),
    e.ExampleChosen("loyd"),
    e.UndoPressed(),
    e.RedoPressed(),
    e.ResetPressed(),
    e.PictureChosen("blob:picture", 1.5),
    e.NumbersTicked(False),
    e.HuesTicked(True),
    e.TimerTicked(True),
    e.TimerRecalled(True, {"3x3": Best(20.5, 40)}),
    e.ClockStopped(12.5),
    e.FileRefused("No."),
    e.JumpedTo(1),
    e.PathChosen(0),
    e.BetterPathPressed(),
    e.PlayPressed(),
    e.Ticked(),
    e.SpeedChosen("fast"),
    e.StepTyped("1"),
    e.StepTyped("one"),
    e.NotationChosen(Notation.BLANK),
    e.GroupingChosen(True),
    e.HintsChosen(True),
    e.HintPressed(),
    e.HintCame(problem="gone"),
    e.HeuristicCertified(),
    e.MovesTyped("L2"),
    e.CheckMovesPressed(),
    e.StopCheckPressed(),
    e.MovesPlayed("The move is legal."),
    e.MovesChecked(problem="gone"),
    e.ShowMovesPressed(),
)
