"""A student's program for any protocol, correct or wrong: `student_program.py PROTOCOL BEHAVIOUR [BOARD]`."""

import json
import re
import sys
from collections import deque
from itertools import pairwise
from pathlib import Path

GOALS = {"columbia": "012345678", "42": "123804765"}
WORDS = {-3: "Up", 3: "Down", -1: "Left", 1: "Right"}  # of the blank


def slides(state):
    blank = state.index("0")
    for step in WORDS:
        other = blank + step
        if 0 <= other < 9 and (abs(step) == 3 or other // 3 == blank // 3):
            moved = [*state]
            moved[blank], moved[other] = moved[other], "0"
            yield "".join(moved)


def solve(start, goal):
    """Return the states of a shortest path; none if there is no path."""
    before, queue = {start: None}, deque([start])
    while queue and goal not in before:
        state = queue.popleft()
        new = [child for child in slides(state) if child not in before]
        before |= dict.fromkeys(new, state)
        queue += new
    path = [goal] if goal in before else []
    while path and before[path[0]]:
        path.insert(0, before[path[0]])
    return path


protocol, behaviour, *rest = sys.argv[1:]
given = rest[-1] if protocol == "columbia" else Path(rest[-1]).read_text() if rest else sys.stdin.read()
given = json.loads(given)["board"] if protocol == "jsonl" else re.sub("#.*", "", given)
start = re.sub(r"\D", "", given)[-9:]
if behaviour == "crash":
    raise RuntimeError("the queue is empty")
path = solve(start, GOALS.get(protocol, "123456780"))
if not path and behaviour != "solves-all":
    print('{"unsolvable": true}' if protocol == "jsonl" else "No solution possible" if rest else "unsolvable")
    sys.exit()
path = path or [start]
if behaviour == "longer":
    path += [next(slides(path[-1])), path[-1]]
if behaviour == "illegal":
    path[1:2] = []
claimed = len(path) - 1 + 2 * (behaviour == "wrong-claim")
steps = [WORDS.get(b.index("0") - a.index("0"), "Up") for a, b in pairwise(path)]
steps = ["Up"] * 3 * (behaviour == "illegal") + steps  # off the board
if protocol == "columbia":
    Path("output.txt").write_text(f"path_to_goal: {steps}\ncost_of_path: {claimed}\nnodes_expanded: 181437\n")
elif protocol == "jsonl":
    print(json.dumps({"moves": steps, "length": float(claimed), "expanded": 9}))
elif protocol == "text":
    print("searching...\n" + " ".join(steps))
else:
    print(f"Minimum number of moves = {claimed}")
    for state in path:
        print("3\n" + "\n".join(" ".join(state[at : at + 3]) for at in (0, 3, 6)) + "\n")
