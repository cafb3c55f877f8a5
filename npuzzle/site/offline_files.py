"""What the service worker keeps of the site, so that the page works offline.

`Site.kept_files` and `Site.later_files` (npuzzle/site/files.py) name the files, `precache` writes their list;
sw.js reads the list, and keeps and checks what it names.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from npuzzle.site.file_types import TYPES

#: The files that the service worker keeps, each with its SHA-256. Made from them for each request, so it is
#: never out of date. It cannot hold its own hash; the browser itself keeps this file and the worker's.
PRECACHE = "web/precache.js"
UNKEPT = (PRECACHE, "sw.js")


def precache(contents: Mapping[str, bytes], later: Sequence[str] = ()) -> bytes:
    """Write the script that tells the service worker what to keep: names, hashes, and one version for all.

    `later`: the files that are kept on a second visit only; the page works offline without them.

    The sizes, in bytes, let the page show how much of a start has arrived. The types, by suffix, are for the
    answers of the service worker.
    """
    files = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(contents.items())}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    sizes = {name: len(content) for name, content in sorted(contents.items())}
    kept = {"version": version, "files": files, "later": list(later), "sizes": sizes, "types": TYPES}
    return f"self.PRECACHE = {json.dumps(kept, indent=1)};\n".encode()
