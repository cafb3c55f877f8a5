"""Zip archives of the site, also for hosts that compress files better than a zip does."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo


def pack(entries: Mapping[str, bytes]) -> bytes:
    """Return an archive of these, without dates: the same entries give the same bytes."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return packed.getvalue()


def inflate(archive: bytes) -> bytes:
    """Return the same archive, not compressed."""
    packed = BytesIO()
    with ZipFile(BytesIO(archive)) as before, ZipFile(packed, "w", ZIP_STORED) as after:
        for entry in before.infolist():
            after.writestr(ZipInfo(entry.filename), before.read(entry))
    return packed.getvalue()
