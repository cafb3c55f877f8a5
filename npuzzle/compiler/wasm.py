"""The parts of the WebAssembly binary format that kernels need (W3C, WebAssembly Core 1.0)."""

from __future__ import annotations

from collections.abc import Iterable

PAGE = 65_536  # bytes

I32 = b"\x7f"
NOTHING = b"\x40"

UNREACHABLE, END, ELSE, RETURN, DROP, SELECT = b"\x00", b"\x0b", b"\x05", b"\x0f", b"\x1a", b"\x1b"
EQZ, EQ, NE, LT, GT, LE, GE = b"\x45", b"\x46", b"\x47", b"\x48", b"\x4a", b"\x4c", b"\x4e"
ADD, SUB, MUL, DIV, REM = b"\x6a", b"\x6b", b"\x6c", b"\x6d", b"\x6f"
AND, OR, XOR, SHL, SHR = b"\x71", b"\x72", b"\x73", b"\x74", b"\x75"

#: By an element's type code: the instructions that load and store such an element, with log2 of its bytes.
LOAD = {"B": b"\x2d\x00", "H": b"\x2f\x01", "i": b"\x28\x02"}
STORE = {"B": b"\x3a\x00", "H": b"\x3b\x01", "i": b"\x36\x02"}
SCALE = {"B": 0, "H": 1, "i": 2}


def unsigned(number: int) -> bytes:
    """Encode a number without a sign (LEB128)."""
    out = bytearray()
    while True:
        number, low = number >> 7, number & 0x7F
        if not number:
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


def signed(number: int) -> bytes:
    """Encode a number with a sign (LEB128)."""
    out = bytearray()
    while True:
        number, low = number >> 7, number & 0x7F
        if number == -(low >> 6):
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


def constant(number: int) -> bytes:
    return b"\x41" + signed(number)


def get(local: int) -> bytes:
    return b"\x20" + unsigned(local)


def set_(local: int) -> bytes:
    return b"\x21" + unsigned(local)


def tee(local: int) -> bytes:
    return b"\x22" + unsigned(local)


def call(function: int) -> bytes:
    return b"\x10" + unsigned(function)


def block(result: bytes = NOTHING) -> bytes:
    return b"\x02" + result


def loop() -> bytes:
    return b"\x03" + NOTHING


def if_(result: bytes = NOTHING) -> bytes:
    return b"\x04" + result


def branch(outward: int) -> bytes:
    return b"\x0c" + unsigned(outward)


def branch_if(outward: int) -> bytes:
    return b"\x0d" + unsigned(outward)


def vector(items: Iterable[bytes]) -> bytes:
    listed = list(items)
    return unsigned(len(listed)) + b"".join(listed)


def function(locals_: int, code: bytes) -> bytes:
    """Encode a function from the number of local variables (without the arguments) and the code."""
    body = vector([unsigned(locals_) + I32] if locals_ else []) + code + END
    return unsigned(len(body)) + body


def module(functions: list[tuple[str, int, bytes]], pages: int) -> bytes:
    """Encode a module from its functions (exported name or "", number of arguments, body) and memory."""
    arities = sorted({arity for _, arity, _ in functions})
    exports = [(name, b"\x00" + unsigned(at)) for at, (name, _, _) in enumerate(functions) if name]
    exports.append(("memory", b"\x02\x00"))

    def section(number: int, content: bytes) -> bytes:
        return bytes([number]) + unsigned(len(content)) + content

    return b"".join(
        [
            b"\0asm\x01\0\0\0",
            section(1, vector(b"\x60" + vector([I32] * arity) + vector([I32]) for arity in arities)),
            section(3, vector(unsigned(arities.index(arity)) for _, arity, _ in functions)),
            section(5, vector([b"\x01" + unsigned(pages) + unsigned(pages)])),
            section(7, vector(unsigned(len(name.encode())) + name.encode() + what for name, what in exports)),
            section(10, vector(body for _, _, body in functions)),
        ]
    )
