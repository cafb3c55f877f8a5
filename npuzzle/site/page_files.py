"""The files of the page: their names, their types, and the list of files that the service worker saves.

The page works offline because its service worker saves files and checks their hashes. `precache` writes the
list of these files. `Site.kept_files` and `Site.later_files` (npuzzle/site/files.py) choose them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from npuzzle.site import runtime

#: The type that a host names for a file, by its suffix.
TYPES = {
    ".bin": "application/octet-stream",
    ".html": "text/html; charset=utf-8",
    ".ipynb": "application/x-ipynb+json",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".tables": "application/octet-stream",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
PLAIN = "text/plain; charset=utf-8"  # licences

#: The list of the files that the service worker saves, each with its SHA-256. It is made for each request, so
#: it is never out of date. It has no hash: the browser itself keeps this file and the worker's.
PRECACHE = "web/precache.js"
UNKEPT = (PRECACHE, "sw.js")

#: The files of the page, except its Python modules and the runtime.
PAGE = (
    "index.html",
    "npuzzle/pattern_databases/data/4x4-home0-6-6-3.tables",
    "npuzzle/pattern_databases/data/5x5-home0-5-5-5-5-4.tables",
    "sw.js",
    "web/app.py",
    "web/js/lab_editor.js",
    "web/js/embed.js",
    "web/js/space.js",
    "web/js/clouds.js",
    "web/js/present.js",
    "web/js/focus.js",
    "web/present.css",
    "web/js/start_python.mjs",
    "web/js/hand_over.mjs",
    "web/js/restore.mjs",
    "web/js/start_progress.js",
    "web/js/before_python.js",
    "web/icon.svg",
    "web/icons/192.png",
    "web/icons/512.png",
    "web/icons/maskable-512.png",
    "web/js/language.js",
    "web/languages/zh.json",
    "web/manifest.webmanifest",
    "web/js/offline_mark.js",
    "web/pyscript.json",
    "web/sandbox/frame.js",
    "web/sandbox/worker.js",
    "web/style.css",
    "web/js/trust.js",
    "web/solver/worker.py",
)
VENDOR = "web/vendor"

#: The first files of the page and its worker.
SCRIPTS = ("web/app.py", "web/solver/worker.py")

#: A zip of all modules. It is made for each request, so that an edit shows on reload.
BUNDLE = "web/npuzzle.zip"

#: The data of the page's snapshot, the memory of Python that it restores: `null` if it has none.
SNAPSHOT = "web/snapshot.js"
MEMORY = f"{VENDOR}/{runtime.MEMORY}"

#: The files that are made for each request.
MADE = (BUNDLE, PRECACHE, SNAPSHOT)

#: The modules that the page needs as text too: kernels are compiled from it.
KERNELS = "npuzzle/kernels/"

#: Modules for the desk only, of the package and of web/: no module of these folders is in the bundle.
NOT_FOR_THE_PAGE = ("__main__.py", "cli", "compat", "docs", "gym.py", "marking", "page", "processes", "site")
NOT_IN_THE_BUNDLE = ("node_modules", "snapshot", "vendor")

#: The lessons of the room Learn: texts that Python reads from the bundle.
LESSONS = "web/rooms/learn/lessons"


def precache(contents: Mapping[str, bytes], later: Sequence[str] = ()) -> bytes:
    """Write the script with the service worker's list of files: names, hashes, and one version for all.

    `later`: the files that are saved once all others are. The page works offline without them.

    The sizes, in bytes, let the page show how much of a start has arrived. The types, by suffix, are for the
    answers of the service worker.
    """
    files = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(contents.items())}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    sizes = {name: len(content) for name, content in sorted(contents.items())}
    kept = {"version": version, "files": files, "later": list(later), "sizes": sizes, "types": TYPES}
    return f"self.PRECACHE = {json.dumps(kept, indent=1)};\n".encode()
