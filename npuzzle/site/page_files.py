"""Which files the page gets, what each is for, and what stays on the desk.

What it keeps for working offline says `npuzzle.site.offline_files`.
"""

from __future__ import annotations

from npuzzle.site import runtime
from npuzzle.site.offline_files import PRECACHE

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

#: What the page and its worker begin with.
SCRIPTS = ("web/app.py", "web/solver/worker.py")

#: A zip of all modules. It is made for each request, so that an edit shows on reload.
BUNDLE = "web/npuzzle.zip"

#: What the page must know of its snapshot, the memory of Python that it puts back: `null` if it has none.
SNAPSHOT = "web/snapshot.js"
MEMORY = f"{VENDOR}/{runtime.MEMORY}"

#: The files that are made for each request.
MADE = (BUNDLE, PRECACHE, SNAPSHOT)

#: The modules that the page needs as text too: kernels are compiled from it.
KERNELS = "npuzzle/kernels/"

#: What stays on the desk, of the package and of web/: no module of these folders is in the bundle.
NOT_FOR_THE_PAGE = ("__main__.py", "cli", "compat", "page", "processes", "site")
NOT_IN_THE_BUNDLE = ("node_modules", "snapshot", "vendor")
