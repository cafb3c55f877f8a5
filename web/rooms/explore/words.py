"""Describe steps, nodes and predictions in the Explore room, in whole sentences."""

from __future__ import annotations

from npuzzle.lab import Node, Status, Trace
from npuzzle.lab.tracing import BEAM, RBFS, WITHOUT_TREE
from npuzzle.text import count
from web.page.own_code import OWN

#: How each algorithm chooses the next board.
RULES = {
    "breadth-first": "Breadth-first takes the board that has waited longest.",
    "uniform-cost": "Uniform-cost takes the smallest g; ties go to the oldest.",
    "greedy": "Greedy takes the smallest h and ignores g; ties go to the oldest.",
    "astar": "A* takes the smallest f = g + h; on ties the largest g, then the oldest.",
    "weighted-astar": "Weighted A* takes the smallest f = g + weight × h; on ties the largest g, "
    "then the oldest.",
    "depth-first": "Depth-first takes the newest board; at the depth limit it turns back.",
    "iterative-deepening": "Iterative deepening goes depth-first to depth 0, 1, 2, ...; each round "
    "starts over.",
    "idastar": "IDA* goes depth-first while f = g + h is within the bound; each round starts over "
    "with a higher bound.",
    "bidirectional": "Bidirectional search expands whole levels, from the start or from the goal, "
    "until the two sides meet.",
    "rbfs": "RBFS follows the smallest f until another branch is better, "
    "and forgets the branch that it leaves.",
    "beam": "Beam search goes level by level and keeps only the boards with the smallest h, up to its width.",
    **dict.fromkeys(WITHOUT_TREE, ""),
    OWN: "Your function search, from the Lab: it expands the boards whose successors it asks for.",
}

#: The names of the algorithms' priorities.
MEASURE = {
    "breadth-first": "g",
    "uniform-cost": "g",
    "greedy": "h",
    "astar": "f",
    "weighted-astar": "f",
    "rbfs": "f",
    "beam": "h",
}

BY_ESTIMATE = ("greedy", BEAM)  # the priority is h, without g


def describe_step(trace: Trace, at: int) -> tuple[str, ...]:
    """Describe a step."""
    if not at:
        roots = (
            "the start and the goal, a tree for each"
            if trace.has_two_trees and trace.path != ""
            else "just the start"
        )
        return (f"So far: {roots}.", "Press Step forward for the first step.")
    node = trace.nodes[trace.steps[at - 1]]
    said = [_describe_expansion(trace, node, at)]
    if trace.status(node.number, at) is not Status.GOAL:
        said += [*_describe_successors(trace, at), *_describe_dropped(trace, at)]
    if at == len(trace.steps) and trace.path is None:
        said.append(_describe_end(trace))
    return tuple(said)


def _describe_end(trace: Trace) -> str:
    """Describe how a search ended without a path."""
    if not trace.complete:
        return f"The tree ends here, after {count(trace.expanded, 'expansion')}: the search would continue."
    if trace.is_own:
        return "Your algorithm ended without a path."
    if trace.algorithm == BEAM:
        return "The beam is empty: its boards lead only to boards met before. A wider one may find a path."
    if any(trace.status(node.number, len(trace.steps)) is Status.CUT for node in trace.nodes):
        return "Every board within the depth limit has been seen: no path is that short."
    return "Every board within reach has been seen: there is no path."


def _describe_expansion(trace: Trace, node: Node, at: int) -> str:
    if trace.has_two_trees and not (at == 1 and trace.path == ""):
        return _describe_side(trace, node, at)
    if trace.status(node.number, at) is Status.GOAL:
        if at == 1 and not trace.path:
            return f"This is the goal already, {node.board}: no move is needed."
        length = count(len(trace.path or ""), "move")
        return f"This is the goal, {node.board}: the path has {length}."
    if node.round:
        bound = trace.bounds[node.round - 1]
        return f"Round {node.round}, bound {bound:g}: expanded {node.board}, {format_value(trace, node)}."
    if not trace.has_frontier:
        return f"Expanded {node.board} at depth {node.g}."
    if trace.algorithm == "breadth-first":
        return f"Expanded {node.board}: it has waited longest (g {node.g})."
    measure = MEASURE[trace.algorithm]
    if trace.algorithm == BEAM:
        return f"Expanded {node.board} of level {node.g}: smallest {measure} = {node.f:g}."
    told = "" if node.h is None else f" ({format_parts(trace, node)})"
    return f"Expanded {node.board}: smallest {measure} = {node.f:g}{told}."


def _describe_side(trace: Trace, node: Node, at: int) -> str:
    """Name the side on which a board is expanded, or where the two sides meet."""
    if trace.status(node.number, at) is not Status.GOAL:
        end = "goal" if trace.is_from_goal(node.number) else "start"
        return f"From the {end}: expanded {node.board}, {count(node.g, 'move')} away."
    length = len(trace.path or "")
    to_start = length - node.g if trace.is_from_goal(node.number) else node.g
    return (
        f"The two trees meet at {node.board}: {count(to_start, 'move')} from the start and "
        f"{count(length - to_start, 'move')} from the goal."
    )


def _describe_successors(trace: Trace, at: int) -> list[str]:
    nodes = trace.generated_in(at)
    if trace.algorithm == RBFS:
        return [f"{count(sum(node.parent == trace.steps[at - 1] for node in nodes), 'successor')} added."]
    dropped = [node for node in nodes if node.dropped == node.made]
    known = sum(node.twin is not None for node in dropped)
    cut = 0 if trace.algorithm == BEAM else len(dropped) - known
    said = [f"{count(len(nodes) - known - cut, 'successor')} added."]
    if known:
        said.append(f"{count(known, 'successor')} left out as repeated.")
    if cut:
        limit = "the bound" if trace.bounds else "the depth limit"
        said.append(f"{count(cut, 'board')} cut off at {limit}.")
    return said


def _describe_dropped(trace: Trace, at: int) -> list[str]:
    """Name the boards of earlier steps that this step dropped, and the reason."""
    dropped = [node for node in trace.nodes if node.dropped == at]
    if trace.algorithm == RBFS:
        back = [trace.nodes[node.twin] for node in dropped if node.twin is not None]
        gone = [node for node in dropped if node.twin is None]
        said = [f"{count(len(gone), 'board')} forgotten: another branch has a smaller f."] if gone else []
        return said + [
            f"{node.board} is open again, with the f that its branch led to: {node.f:g}." for node in back
        ]
    if trace.algorithm == BEAM:
        cut, level = sum(node.twin is None for node in dropped), trace.nodes[trace.steps[at - 1]].g + 1
        made = f"Level {level} is complete: {count(cut, 'board')} cut off, the best {trace.width:g} kept."
        return [made] if cut else []
    cheaper = sum(node.made < at for node in dropped)
    return [f"A cheaper path was found to {count(cheaper, 'board')} met before."] if cheaper else []


def format_parts(trace: Trace, node: Node) -> str:
    """Format g and h, with the weight, if any: `g 1 + h 3`."""
    if node.h is None:
        return f"g {node.g}"
    if trace.algorithm in BY_ESTIMATE:
        return f"g {node.g} does not count"
    weight = "" if trace.weight is None else f"{trace.weight:g} × "
    raised = ", raised" if _is_raised(trace, node) else ""
    return f"g {node.g} + {weight}h {node.h:g}{raised}"


def _is_raised(trace: Trace, node: Node) -> bool:
    """Return whether RBFS has raised the node's value above g + h, to the f that its branch led to."""
    return trace.algorithm == RBFS and node.h is not None and node.f != node.g + node.h


def format_value(trace: Trace, node: Node) -> str:
    """Format the priority of a node: `f = 4 (g 1 + h 3)`, or only the part that the algorithm uses."""
    if node.h is None:
        return f"g = {node.g}"
    return (
        f"h = {node.h:g}"
        if trace.algorithm in BY_ESTIMATE
        else f"f = {node.f:g} ({format_parts(trace, node)})"
    )


def explain_choice(trace: Trace, at: int) -> str:
    """Explain why the first board of the frontier is expanded next."""
    first, *others = trace.frontier(at)
    if trace.algorithm == "breadth-first":
        return f"{first.board} has waited longest."
    if _ends_a_beam(trace, first):
        return f"{first.board} is the goal: the search ends as soon as it is generated."
    measure = MEASURE[trace.algorithm]
    if trace.algorithm == BEAM:
        others = [node for node in others if node.g == first.g]
        measure += " of the level"
    equals = [node for node in others if node.f == first.f]
    if not equals:
        return f"{first.board} has the smallest {measure}: {first.f:g}."
    tied = f"{len(equals) + 1} boards have the smallest {measure}, {first.f:g}"
    deepest = [node for node in equals if node.g == first.g]
    if not trace.prefers_depth or len(deepest) == len(equals):
        return f"{tied}; of these {first.board} was generated first."
    if not deepest:
        return f"{tied}; of these {first.board} has the largest g, {first.g}."
    return f"{tied}; of those with the largest g, {first.g}, {first.board} was generated first."


def explain_mistake(trace: Trace, at: int, guess: int) -> str:
    """Explain why the guessed board is not expanded next."""
    first, node = trace.frontier(at)[0], trace.nodes[guess]
    if trace.algorithm == "breadth-first":
        return f"{node.board} was generated later."
    measure = MEASURE[trace.algorithm]
    if _ends_a_beam(trace, first):
        return f"{node.board} is not the goal."
    if trace.algorithm == BEAM and node.g != first.g:
        return f"{node.board} is in the next level."
    if node.f != first.f:
        return f"{node.board} has {measure} = {node.f:g}, which is larger."
    if trace.prefers_depth and node.g != first.g:
        return f"{node.board} has the same {measure} but a smaller g, {node.g}."
    return f"{node.board} has the same values but was generated later."


def _ends_a_beam(trace: Trace, node: Node) -> bool:
    return trace.algorithm == BEAM and node.board == trace.goal


def describe_node(trace: Trace, node: Node, at: int) -> str:
    """Describe a node for screen readers."""
    h = "" if node.h is None else f", h {node.h:g}, f {node.f:g}"
    return f"{node.board}, g {node.g}{h}, {describe_status(trace, node, at)}"


def describe_status(trace: Trace, node: Node, at: int) -> str:
    """Describe the status of a node: `expanded in step 3`, `on the frontier`."""
    status = trace.status(node.number, at)
    if status is Status.GOAL and trace.path and trace.has_two_trees:
        return "where the two trees meet"
    if status is Status.EXPANDED:
        return f"expanded in step {node.taken}"
    if status is Status.FRONTIER and not trace.has_frontier:
        return "just made"
    return str(status.value)


def format_tag(trace: Trace, node: Node, at: int) -> str:
    """Describe a node's status in a word or two, to be shown below the node."""
    status = trace.status(node.number, at)
    if status is Status.GOAL and trace.path and trace.has_two_trees:
        return "meet"
    return {
        Status.EXPANDED: f"step {node.taken}",
        Status.FRONTIER: "open",
        Status.GOAL: "goal",
        Status.DUPLICATE: "",
        Status.REPLACED: "replaced",
        Status.CUT: "cut off",
        Status.FORGOTTEN: "forgotten",
    }.get(status, "")


def format_sum(trace: Trace, node: Node) -> str:
    """Format g, h and their sum, to be shown below a board: `1+3=4`."""
    if node.h is None:
        return f"from goal {node.g}" if trace.is_from_goal(node.number) else f"g {node.g}"
    if trace.algorithm in BY_ESTIMATE:
        return f"h {node.h:g}"
    if _is_raised(trace, node):
        return f"{node.g}+{node.h:g}→{node.f:g}"
    weight = "" if trace.weight is None else f"{trace.weight:g}·"
    return f"{node.g}+{weight}{node.h:g}={node.f:g}"
