"""Dropping files on the board, and a picture to drop."""

from __future__ import annotations

import struct
import zlib


def png(width: int, height: int) -> bytes:
    """Return a PNG picture in one colour."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    rows = (b"\x00" + b"\x30\x90\xf0" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


DROP = """([name, type, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content], name, { type }));
    const how = { dataTransfer: data, bubbles: true, cancelable: true };
    document.getElementById('tray').dispatchEvent(new DragEvent('drop', how));
}"""
