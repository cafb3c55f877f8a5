"""Random kernels, on which every engine must agree with `checked`. Runs on the page, too."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from npuzzle.compiler import Kernel, available
from npuzzle.compiler.source import HIGHEST, LOWEST
from npuzzle.errors import KernelError

SIZES = {"a": 8, "b": 8, "c": 16}
HELD = {"a": 255, "b": 65_535, "c": HIGHEST}
CONSTANTS = ("SMALL", "LARGE", "GIVEN")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
NUMBERS = (0, 1, 2, 3, 5, 8, 9, 16, 100, 255, 256, 1_000, 32_767, 65_536)
DIVISORS = (1, 2, 3, 4, 7, 8, 16, 100, 1_024, -1, -2, -3, -10)
RASH = 0.01  # the share of code written without a guard against forbidden operations

REFUSALS = {
    "overflow": "beyond 32 bits",
    "index": "is outside the array",
    "element": "can hold .*, got",
    "shift": "shift by 0 to 31",
    "division": "a division by zero",
}


class Writer:
    """Writes one random kernel, in which all loops end.

    `scope`: the variables that certainly have a value at the current line. `kept`: those of them that count a
    loop, which no other statement may change.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.functions: list[tuple[str, int]] = []
        self.scope: list[str] = []
        self.kept: set[str] = set()
        self.names = 0

    def text(self) -> str:
        shift = self.random.randrange(8)
        self.lines = ["GIVEN: Const", "SMALL = 3 + 4", f"LARGE = (SMALL << {shift}) * -9 // 2 + ~SMALL"]
        self.lines += ["a: U8", "b: U16", "c: I32"]
        for number in range(self.random.randint(1, 3)):
            self.function(f"f{number}", self.random.randint(0, 3), lines=3)
        self.function("main", 2, lines=8)
        return "\n".join(self.lines) + "\n"

    def function(self, name: str, arity: int, lines: int) -> None:
        self.scope = [f"x{i}" for i in range(arity)]
        self.kept = set()
        self.lines.append(f"def {name}({', '.join(self.scope)}):")
        self.lines.append(f"    y = {self.random.choice(NUMBERS)}")
        self.scope.append("y")
        self.block("    ", lines, depth=0, loop=False)
        if self.rarely(0.3):
            self.lines.append(f"    if {self.condition(2)}: return {self.value(2)}")
        self.lines.append(f"    return {self.value(3)}")
        self.functions.append((name, arity))

    # Statements

    def block(self, indent: str, lines: int, *, depth: int, loop: bool) -> list[str]:
        """Write a block. Return the variables that have a value at its end."""
        before = list(self.scope)
        for _ in range(self.random.randint(1, lines)):
            self.statement(indent, depth, loop)
        if loop and self.rarely(0.2):
            self.lines.append(indent + self.random.choice(["continue", "break"]))
        after, self.scope = self.scope, before if depth else self.scope
        return after

    def statement(self, indent: str, depth: int, loop: bool) -> None:
        kinds = [self.assignment, self.assignment, self.update, self.store, self.store, self.store_update]
        if depth < 3:
            kinds += [self.branch, self.counted, self.repeated]
        if self.functions:
            kinds.append(self.call_alone)
        kind = self.random.choice(kinds)
        if kind == self.branch:
            self.branch(indent, depth, loop)
        else:
            kind(indent, depth)
        if loop and self.rarely(0.2):
            self.lines.append(
                f"{indent}if {self.condition(1)}: {self.random.choice(['break', 'continue', 'return -7'])}"
            )

    def assignment(self, indent: str, depth: int) -> None:
        value = self.value(3)
        self.lines.append(f"{indent}{self.target()} = {value}")

    def update(self, indent: str, depth: int) -> None:
        name = self.random.choice([name for name in self.scope if name not in self.kept])
        op, right = self.operator()
        self.lines.append(f"{indent}{name} {op}= {right}")
        if op in "+-*<<" and not self.rash():
            self.lines.append(f"{indent}{name} {self.random.choice(['%= 1009', '&= 4095', '%= -77'])}")

    def store(self, indent: str, depth: int) -> None:
        name = self.random.choice("abc")
        self.lines.append(f"{indent}{name}[{self.index(name)}] = {self.element(name)}")

    def store_update(self, indent: str, depth: int) -> None:
        """Write an update of an element that stays within the array's range. The index calls no function."""
        name = self.random.choice("abc")
        functions, self.functions = self.functions, []
        place = f"{indent}{name}[{self.index(name)}]"
        self.functions = functions
        op = self.random.choice(["&", "|", "^", ">>", "//", "%"])
        right = f"{self.random.randint(1, 7)}" if op in (">>", "//", "%") else self.element(name)
        self.lines.append(f"{place} {op}= {right}")

    def branch(self, indent: str, depth: int, loop: bool) -> None:
        after = []
        self.lines.append(f"{indent}if {self.condition(2)}:")
        after.append(self.block(indent + "    ", 2, depth=depth + 1, loop=loop))
        if self.rarely(0.3):
            self.lines.append(f"{indent}elif {self.condition(2)}:")
            after.append(self.block(indent + "    ", 2, depth=depth + 1, loop=loop))
        if self.rarely(0.5):
            self.lines.append(f"{indent}else:")
            after.append(self.block(indent + "    ", 2, depth=depth + 1, loop=False))
            self.scope += sorted(set.intersection(*map(set, after)) - set(self.scope))

    def counted(self, indent: str, depth: int) -> None:
        few = self.few()
        bounds = [few, f"-1, {few}", f"{few}, {few}", f"{few}, -2, -1", f"{few}, 7, 2", f"9, {few}, -3"]
        name, head = self.new(), self.random.choice(bounds)
        self.lines.append(f"{indent}for {name} in range({head}):")
        self.scope.append(name)
        self.block(indent + "    ", 3, depth=depth + 1, loop=True)
        self.scope.remove(name)

    def repeated(self, indent: str, depth: int) -> None:
        count = self.new()
        self.lines.append(f"{indent}{count} = {self.few()}")
        self.scope.append(count)
        self.kept.add(count)
        if self.rarely(0.5):
            self.lines += [f"{indent}while True:", f"{indent}    {count} -= 1"]
            self.lines.append(f"{indent}    if {count} < 0: break")
        else:
            condition = self.random.choice([f"{count} > 0", f"0 < {count} and ({self.condition(1)})"])
            self.lines += [f"{indent}while {condition}:", f"{indent}    {count} -= 1"]
        self.block(indent + "    ", 3, depth=depth + 1, loop=True)

    def call_alone(self, indent: str, depth: int) -> None:
        self.lines.append(indent + self.call(2))

    # Expressions. Only leaves are constants: the compiler folds larger ones, and would reject some.

    def value(self, depth: int) -> str:
        """Return an expression that is probably not large."""
        text = self.expression(depth)
        return self.random.choice([text, f"({text}) % 1009", f"({text}) & 4095", f"({text}) >> 3"])

    def expression(self, depth: int) -> str:
        kinds = [self.leaf, self.leaf, self.load]
        if depth:
            kinds += [self.binary, self.binary, self.unary, self.either, self.truth]
            if self.functions and self.rarely(0.3):
                kinds = [self.call]
        return self.random.choice(kinds)(depth - 1)

    def leaf(self, depth: int) -> str:
        return self.random.choice(self.scope)

    def load(self, depth: int) -> str:
        name = self.random.choice("abc")
        return f"{name}[{self.index(name)}]"

    def binary(self, depth: int) -> str:
        op, right = self.operator()
        left = self.expression(depth)
        if op in ("*", "<<") and not self.rash():
            left = f"({left}) % 1009"
        if self.rarely(0.1):
            op = self.random.choice(["+", "-", "*", "//", "%", "&"])
            return f"({self.random.choice([*CONSTANTS, '7', '-8'])} {op} (({left}) % 9 - 11))"
        return f"(({left}) {op} {right})"

    def operator(self) -> tuple[str, str]:
        """Return an operator and its right operand."""
        op = self.random.choice(["+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^"])
        if op in ("//", "%"):
            return op, self.divisor()
        if op in ("<<", ">>"):
            count = f"({self.expression(1)})"
            return op, self.random.choice(["0", "1", "5", count if self.rarely(0.05) else f"({count} & 7)"])
        right = self.random.choice([str(self.random.choice(NUMBERS)), *CONSTANTS, self.expression(1)])
        return op, f"({right}) % 1009" if op == "*" and not right.isdigit() and right.islower() else right

    def divisor(self) -> str:
        if self.rarely(0.6):
            return str(self.random.choice(DIVISORS))
        return f"({self.expression(1)})" if self.rarely(0.03) else f"(({self.expression(1)}) % 9 - 11)"

    def unary(self, depth: int) -> str:
        return f"({self.random.choice(['-', '~', 'not '])}{self.leaf(0)})"

    def either(self, depth: int) -> str:
        return f"({self.expression(depth)} if {self.condition(depth)} else {self.expression(depth)})"

    def truth(self, depth: int) -> str:
        return f"({self.expression(depth)} {self.random.choice(COMPARISONS)} {self.expression(depth)})"

    def condition(self, depth: int) -> str:
        if depth and self.rarely(0.4):
            word = self.random.choice(["and", "or"])
            parts = f" {word} ".join(self.condition(depth - 1) for _ in range(self.random.randint(2, 3)))
            return self.random.choice([f"({parts})", f"not ({parts})"])
        return self.truth(1) if self.rarely(0.6) else self.expression(1)

    def call(self, depth: int) -> str:
        name, arity = self.random.choice(self.functions)
        functions, self.functions = self.functions, []  # its arguments call no function
        arguments = [self.value(1) for _ in range(arity)]
        self.functions = functions
        return f"{name}({', '.join(arguments)})"

    def index(self, name: str) -> str:
        text = self.expression(1)
        most = SIZES[name] - 1
        return text if self.rash() else f"({text}) {self.random.choice(['&', '%'])} {most}"

    def element(self, name: str) -> str:
        text = self.expression(3)
        return text if name == "c" or self.rarely(0.08) else f"({text}) & {HELD[name]}"

    # Helpers

    def target(self) -> str:
        """Return a variable to assign to, sometimes a new one."""
        known = [name for name in self.scope if name not in self.kept]
        if self.rarely(0.3):
            known = [self.new()]
            self.scope += known
        return self.random.choice(known)

    def few(self) -> str:
        some = self.expression(1)
        return self.random.choice(["2", "3", "4", f"({some}) & 3", f"({some}) % 5"])

    def new(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def rash(self) -> bool:
        return self.rarely(RASH)

    def rarely(self, share: float) -> bool:
        return self.random.random() < share


def outcome(kernel: Kernel, x: int, y: int) -> int | str:
    """Return the result of `main`, or the kind of its error."""
    try:
        return kernel.call("main", x, y)
    except KernelError as error:
        return next((kind for kind, words in REFUSALS.items() if re.search(words, str(error))), str(error))


def judge(seed: int) -> Counter[str]:
    """Run the kernel of this seed a few times on every engine. Count the accepted and the rejected runs."""
    random = Random(seed)
    text = Writer(random).text()
    given = {"GIVEN": random.choice([1, 2, 7, 8, -3, 1_000])}
    kernels = {engine: Kernel(text, SIZES, given, engine=engine) for engine in available()}
    judge = kernels.pop("checked")
    for name, size in SIZES.items():
        values = [random.randint(-9 if name == "c" else 0, 99) for _ in range(size)]
        for kernel in (judge, *kernels.values()):
            kernel.write(name, values)
    seen: Counter[str] = Counter()
    for _ in range(4):
        x, y = random.randint(-100, 100), random.choice([0, 1, -1, 50, LOWEST, HIGHEST])
        expected = outcome(judge, x, y)
        seen["accepted" if isinstance(expected, int) else expected] += 1
        if isinstance(expected, str) and expected != "division":
            return seen  # after this error, engines may differ
        for engine, kernel in kernels.items():
            found = outcome(kernel, x, y)
            assert found == expected or (isinstance(found, str) and expected == "division"), (seed, text)
            for name in SIZES:
                assert kernel.read(name) == judge.read(name), (seed, engine, name, text)
    return seen
