"""The names and the types of the page's files, and the list of the files that the service worker saves.

The page works offline because its service worker saves files and checks their hashes. `precache` writes the
list of these files. `Site.kept_files` and `Site.later_files` (npuzzle/site/files.py) choose them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from npuzzle.site import runtime

#: The content type of a file, by its suffix.
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

#: The list of the files that the service worker saves, each with a SHA-256. It is made for each request, so
#: it is never out of date. The list itself needs no hash: the browser stores it with the service worker.
PRECACHE = "web/precache.js"
UNKEPT = (PRECACHE, "sw.js")

#: The files of the page, except for Python modules and the runtime.
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

#: The Python files that the page and its worker run first.
SCRIPTS = ("web/app.py", "web/solver/worker.py")

#: A zip of all modules, made for each request, so that an edit takes effect on reload.
BUNDLE = "web/npuzzle.zip"

#: The data of the snapshot, the memory of Python that the page restores; `null` if there is no snapshot.
SNAPSHOT = "web/snapshot.js"
MEMORY = f"{VENDOR}/{runtime.MEMORY}"

#: The files that are made for each request.
MADE = (BUNDLE, PRECACHE, SNAPSHOT)

#: Modules whose source the page also needs, because kernels are compiled from source.
KERNELS = "npuzzle/kernels/"

#: Modules and folders, of the package and of web/, that never run in a browser and are not in the bundle.
NOT_FOR_THE_PAGE = ("__main__.py", "cli", "compat", "docs", "gym.py", "marking", "page", "processes", "site")
NOT_IN_THE_BUNDLE = ("node_modules", "snapshot", "vendor")

#: The lessons of the tab Learn: text files that Python reads from the bundle.
LESSONS = "web/rooms/learn/lessons"


def precache(contents: Mapping[str, bytes], later: Sequence[str] = ()) -> bytes:
    """Write the script with the service worker's list of files: names, hashes, and one version for all.

    `later`: the files to save after all others. The page works offline without them.

    The sizes, in bytes, let the page show which part of a start has loaded. The types, by suffix, let the
    service worker answer requests with the right content type.
    """
    files = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(contents.items())}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    sizes = {name: len(content) for name, content in sorted(contents.items())}
    kept = {"version": version, "files": files, "later": list(later), "sizes": sizes, "types": TYPES}
    return f"self.PRECACHE = {json.dumps(kept, indent=1)};\n".encode()
