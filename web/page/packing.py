"""Pack a text for a link, and unpack it."""

from __future__ import annotations

from urllib.parse import quote

LONGEST_NOTE = 400_000  # bytes of one note
SAFE = "/_~.-,:;"  # characters that a fragment contains as they are, without percent-encoding


def pack(text: str) -> str:
    """Pack a text, compressed if that makes the link shorter."""
    import base64
    import zlib

    text = text.encode("utf-8", "replace").decode()  # replaces lone surrogates, which some fields let through
    squeezed = "z" + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    plain = "t" + text
    return min(plain, squeezed, key=lambda packed: len(quote(packed, safe=SAFE)))


def unpack(packed: str) -> str | None:
    """Unpack a text, or return None if it is damaged or far too long."""
    if packed[:1] == "t":
        return packed[1:] if len(packed) <= LONGEST_NOTE else None
    if packed[:1] != "z":
        return None
    import base64
    import zlib

    try:
        squeezed = base64.b64decode(packed[1:] + "=" * (-len(packed[1:]) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(squeezed, LONGEST_NOTE).decode()
    except (ValueError, zlib.error):  # the errors of b64decode and decode are ValueErrors
        return None
    return text if unpacking.eof else None
