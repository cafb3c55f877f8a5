"""Move pruning: a finite automaton reads the moves made so far and rejects moves that need not be tried.

Taylor and Korf (1993) searched breadth-first for short sequences of moves, or *words*, that reach the same
state as another sequence, which is shorter or is tried earlier. A search can prune every path that contains
such a word. Words hold on every board on which they can be played, because the other sequence never leaves
the rectangle of cells that the word visits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

WAYS = "ULRD"  # the directions of the blank

#: All words of up to 10 moves of the blank that contain no shorter word. The tests derive the same list.
WORDS = """
DU LR RL UD LDRULD RDLURD ULDRUL URDLUR DLURDLU DRULDRU LDDLURUR LDLDRUUR LDRDRULL LDRRDLUL LLURDRDL
LULDRRDL LURDDRUL RDDRULUL RDLDLURR RDLLDRUR RDLULURD RDRDLUUL RRULDLDR RULDDLUR RULDLDRU RURDLLDR ULDDLURU
ULDLDRUU ULDRDRUL ULDRRDLU ULLURDRD ULULDRRD ULURDDRU URDDRULU URDLDLUR URDLLDRU URDRDLUU URRULDLD URULDDLU
URURDLLD UULDRDRU UURDLDLU DDLURURDL DDRULULDR DLDLURRUL DLDRUURDL DLLDRURUL DLULURDDR DLURRULDL DLURURDLL
DLUULDRDR DRDLUULDR DRDRULLUR DRRDLULUR DRULLURDR DRULULDRR DRURULDDL DRUURDLDL LDLURRULD LDRURULDD
LDRUURDLD LLDRURULD RDLUULDRD RDRULLURD LDDDLURUUR LDDDLUURUR LDDDRULUUR LDDLDRUUUR LDDLLURRUR LDDLURRULD
LDDRDLUUUR LDDRDRULLU LDDRRDLULU LDLDDRUUUR LDLDLURRUR LDLDRURULD LDLLDRRUUR LDLLDRURUR LDLLURDRUR
LDLULDRRUR LDLURRDRUL LDRDDLURUL LDRDDRUULL LDRDLDRUUL LDRDRRULLL LDRDRULULD LDRRDDLUUL LDRRDLUULD
LDRRDRULLL LDRRRDLLUL LDRRRDLULL LDRRRULDLL LDRRURDLLL LDRULLURDD LDRULULDRD LDRURULDLD LDRUURDLLD
LLDLURRRDL LLDRRDRULL LLDRRRDLUL LLDRURDRUL LLLDRURRDL LLLURDRRDL LLLURRDRDL LLULDRRRDL LLURDRDDLU
LLURDRDRUL LLURRDDRUL LLUURDDRDL LULDRRDDLU LULDRRDRUL LULLDRRRDL LULURDDRDL LURDDDLURU LURDDDRULU
LURDDDRUUL LURDDLDRUU LURDDRDLUU LURDDRRULL LURULDDRDL LUULDDRRDL LUULDRDRDL LUURDDDRUL LUURDLDRDL
RDDDLURUUL RDDDRULUUL RDDDRUULUL RDDLDLURRU RDDLDRUUUL RDDLLDRURU RDDLUULURD RDDRDLUUUL RDDRRULLUL
RDDRULLURD RDLDDLUURR RDLDDRULUR RDLDLLURRR RDLDLURURD RDLDRDLUUR RDLLDDRUUR RDLLDLURRR RDLLDRUURD
RDLLLDRRUR RDLLLDRURR RDLLLURDRR RDLLULDRRR RDLLULURDD RDLLUULDRD RDLULDLURR RDLULLDRUR RDLULLURDR
RDLULLURRD RDLULULDRR RDLULUURDD RDLURRULDD RDLURURDLD RDLUULDRRD RDRDDLUUUL RDRDRULLUL RDRRDLLUUL
RDRRDLULUL RDRRULDLUL RDRULLDLUR RDRULLLDRU RDRULLLURD RDRULLLURR RDRURDLLUL RRDLLDLURR RRDLLLDRUR
RRDLLULURD RRDLULDLUR RRDLULLDRU RRDLULLURD RRDLULLURR RRDRULLLDR RRRDLULLDR RRRULDLLDR RRRULLDLDR
RRULDLDDRU RRULDLDLUR RRULDLLDRR RRULDLLDRU RRULDLLURD RRULLDDLUR RRULLDLDRU RRURDLLLDR RRUULDDLDR
RULDDDLURU RULDDDLUUR RULDDDRULU RULDDLDRUU RULDDLLURR RULDDRDLUU RULDLDDRUU RULDLDLURR RULDLLDRRU
RULDLLDRUR RULDLLURDR RULDLULDRR RULLDDLURU RULLDLDRUU RULLLURDRR RULLULDRRR RULURDDLDR RURDLLDDRU
RURDLLDLUR RURDLLLDRR RURDLLLDRU RURDLLLURD RURRDLLLDR RURULDDLDR RURULDDLLU RUULDDDLUR RUULDDLDRU
RUULDRDLDR RUURDDLLDR RUURDLDLDR RUURDLDLLU ULDDDLURUU ULDDDLUURU ULDDDRULUU ULDDLDRUUU ULDDLLURRU
ULDDLURRUL ULDDRDLUUU ULDDRDRULL ULDDRRDLUL ULDLDDRUUU ULDLDLURRU ULDLDRURUL ULDLLDRRUU ULDLLDRURU
ULDLLURDRU ULDLULDRRU ULDLURRDRU ULDRDDLURU ULDRDDRULU ULDRDDRUUL ULDRDLDRUU ULDRDRDLUU ULDRDRRULL
ULDRRDDLUU ULDRRDRULL ULDRRRDLLU ULDRRRDLUL ULDRRRULDL ULDRRURDLL ULDRURULDL ULDRUURDLL ULLDLURRRD
ULLDRRDRUL ULLDRRRDLU ULLDRURDRU ULLLDRURRD ULLLURDRRD ULLLURRDRD ULLULDRRRD ULLURRDDRU ULLUURDDRD
ULULLDRRRD ULULURDDRD ULURDDDLUR ULURDDDRUL ULURDDDRUU ULURDDLDRU ULURDDRDLU ULURDDRRUL ULURDRDLUR
ULURULDDRD ULUULDDRRD ULUULDRDRD ULUURDDDRU ULUURDLDRD URDDDLURUU URDDDRULUU URDDDRUULU URDDLDLURR
URDDLDRUUU URDDLLDRUR URDDRDLUUU URDDRRULLU URDDRULLUR URDLDDLURU URDLDDLUUR URDLDDRULU URDLDLDRUU
URDLDLLURR URDLDRDLUU URDLLDDRUU URDLLDLURR URDLLLDRRU URDLLLDRUR URDLLLURDR URDLLULDRR URDLUULDRR
URDRDDLUUU URDRDLULUR URDRDRULLU URDRRDLLUU URDRRDLULU URDRRULDLU URDRULLDLU URDRURDLLU URRDLLDLUR
URRDLLLDRU URRDLULDLU URRDRULLLD URRRDLULLD URRRULDLLD URRRULLDLD URRULLDDLU URRURDLLLD URRUULDDLD
URULDDDLUR URULDDDLUU URULDDDRUL URULDDLDRU URULDDLLUR URULDDRDLU URULURDDLD URURRDLLLD URURULDDLD
URUULDDDLU URUULDRDLD URUURDDLLD URUURDLDLD UULDDDLURU UULDDLDRUU UULDDRDRUL UULDDRRDLU UULDRDDLUR
UULDRDDRUL UULDRDDRUU UULDRDLDRU UULDRDRDLU UULDRDRRUL UULLDRRDRU UULURDDDLU UULURDDDRU UURDDDRULU
UURDDLDLUR UURDDLLDRU UURDDRDLUU UURDLDDLUR UURDLDDLUU UURDLDDRUL UURDLDLDRU UURDLDLLUR UURDLDRDLU
UURRDLLDLU UURULDDDLU UURULDDDRU UUULDDRDRU UUULDRDDLU UUULDRDDRU UUURDDLDLU UUURDLDDLU UUURDLDDRU
""".split()  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class Automaton:
    """A finite automaton that reads moves, starting in state 0.

    `ways[s]`: the ways allowed in state s, as bits: 1 << index of the way in WAYS. `follows[4 * s + way]`:
    the state that a way leads to from state s.
    """

    ways: bytes
    follows: tuple[int, ...]

    def allows(self, path: str) -> bool:
        """Return whether no word prunes the path, which has letters of WAYS."""
        state = 0
        for letter in path:
            way = WAYS.index(letter)
            if not self.ways[state] >> way & 1:
                return False
            state = self.follows[4 * state + way]
        return True


@cache
def skip_duplicates() -> Automaton:
    """Return the automaton that prunes all WORDS. At least one shortest path is never pruned."""
    return make_automaton(WORDS)


@cache
def skip_returns() -> Automaton:
    """Return the automaton that prunes only moves straight back. No shortest path is pruned."""
    return make_automaton(word for word in WORDS if len(word) == 2)


def make_automaton(words: Iterable[str]) -> Automaton:
    """Make the automaton that prunes every path that contains one of the words (Aho and Corasick, 1975).

    >>> make_automaton(["UD"]).allows("UUD"), make_automaton(["UD"]).allows("ULD")
    (False, True)
    """
    children: list[dict[str, int]] = [{}]
    refused = [False]
    for word in words:
        node = 0
        for letter in word:
            if letter not in children[node]:
                children[node][letter] = len(children)
                children.append({})
                refused.append(False)
            node = children[node][letter]
        refused[node] = True
    steps = [[children[0].get(letter, 0) for letter in WAYS]] + [[0] * 4 for _ in children[1:]]
    shorter = [0] * len(children)  # for each node: the node of its longest proper suffix
    queue = deque(children[0].values())
    while queue:
        node = queue.popleft()
        refused[node] |= refused[shorter[node]]
        for way, letter in enumerate(WAYS):
            child = children[node].get(letter)
            fallback = steps[shorter[node]][way]
            steps[node][way] = fallback if child is None else child
            if child is not None:
                shorter[child] = fallback
                queue.append(child)
    return _number_states(steps, refused)


def _number_states(steps: list[list[int]], refused: list[bool]) -> Automaton:
    """Make the automaton from the states that can be reached, numbered in the order they are reached."""
    number = {0: 0}
    order = [0]
    ways, follows = bytearray(), []
    for node in order:
        open_ways = 0
        for way, child in enumerate(steps[node]):
            if refused[child]:
                follows.append(0)
                continue
            open_ways |= 1 << way
            if child not in number:
                number[child] = len(order)
                order.append(child)
            follows.append(number[child])
        ways.append(open_ways)
    return Automaton(bytes(ways), tuple(follows))
