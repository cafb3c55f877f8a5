"""The actions of a visitor on the page, as plain data that can be logged and repeated."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Error, Page

Action = dict[str, Any]

CONTROLS = (Path(__file__).parent / "controls.js").read_text(encoding="utf-8")
PATIENCE = 2_000  # ms to wait for a control, which may have gone since it was listed

KEYS = (
    *(
        "Tab",
        "Tab",
        "Shift+Tab",
        "Enter",
        "Space",
        "Escape",
        "Delete",
        "Backspace",
        "Home",
        "End",
        "PageDown",
    ),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Shift+ArrowUp", "Shift+ArrowLeft"),
    *("p", "e", "s", "+", "-", "0", "7", "Control+z", "Control+y", "Control+Enter", "Control+a"),
)
WINDOWS = ((1280, 720), (1280, 720), (1680, 1000), (859, 600), (700, 900), (375, 667), (320, 480))
WORDS = (
    *(
        "",
        " ",
        "0",
        "1",
        "3",
        "7",
        "12",
        "60",
        "0.5",
        "2.5",
        "-1",
        "1e3",
        "1e309",
        "NaN",
        "inf",
        "0x10",
        "1_000",
    ),
    *(
        "1,000",
        "999999999999999999999",
        "٣",
        "½",
        "abc",
        "<b>7</b>",
        "<img src=x onerror=alert(1)>",
        "{n}",
        "%s",
    ),
    *("'; drop", "\u202e123", "\u0000", "👩‍👩‍👧", "9" * 300, "Infinity", "1/2", "__import__('os')"),
)
BOARDS = (
    *("8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0", "2 3 7/1 8 0/6 5 4", "867254301"),
    *("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0", "[[1,2],[3,0]]"),
    *(
        "3 1 2/0 4 5",
        "1 2/3 0",
        "1 1 2/3 4 5/6 7 8",
        "1 2 3",
        "a b/c d",
        "<script>alert(1)</script>",
        "",
        "0",
        "/",
    ),
    *("1 2 3\n4 5 6\n7 8 x", "3\n1 2 3 4 5 6 7 8 0", "-1 -2/-3 0", "99 1 2/3 4 5/6 7 8", "1 2 3/4 5/6 7 8 0"),
    "2 15 5 14 18/7 16 1 23 24/11 13 3 19 22/0 9 21 12 10/4 8 20 6 17",
    "/".join(" ".join(str(36 - 6 * r - c - 1) for c in range(6)) for r in range(6)),
    "/".join(" ".join(str((12 * r + c + 1) % 144) for c in range(12)) for r in range(12)),
    "1 " * 900,
    "🙂 " * 50,
)
PROGRAMS = (
    "def h(board, goal):\n    return sum(a != b for a, b in zip(board.tiles, goal.tiles) if a)\n",
    "def h(state):\n    return 0\n",
    "def h(state):\n    return len(state) * 1000\n",
    "def h(state):\n    return -1\n",
    "def h(state):\n    return 'seven'\n",
    "def h(state):\n    return 1 / 0\n",
    "def h(state:\n",
    "while True:\n    pass\n",
    "def h(state):\n    while True:\n        pass\n",
    "raise SystemExit\n",
    "import nothing_of_the_kind\n",
    "",
    "x = 'a' * 10_000\ndef h(state):\n    return float('nan')\n",
)
LINKS = (
    *(
        "#board=1_2_3/4_5_6/7_0_8",
        "#board=8_6_7/2_5_4/3_0_1&room=race",
        "#board=1_2/3_0&goal=1_2/0_3",
        "#board=",
    ),
    *("#board=1_2_3/4_5_6/0_7_8&moves=LL&step=1", "#board=1_2_3/4_5_6/0_7_8&moves=UUUU&step=99", "#", "#%"),
    *(
        "#board=2_3_7/1_8_0/6_5_4&goal=blank-first&algorithm=idastar&room=explore",
        "#board=1_1/1_1&room=lab",
    ),
    *(
        "#board=1_2_3_4/5_6_7_8/9_10_11_12/13_15_14_0&heuristic=manhattan&seconds=0.5&room=learn",
        "#room=nowhere",
    ),
    *("#text=7_x&notation=blank", "#board=%3Cimg%20src=x%20onerror=alert(1)%3E", "#%E0%A4%A", "#seconds=NaN"),
    *(
        "#board=0&board=1",
        "#learn-title",
        "#board=" + "9_" * 3000,
        "#room=lab&source=!!!!",
        "#race=AAAA&room=race",
    ),
    *(
        "#explore=%00&room=explore",
        "#weight=-1&algorithm=weighted-astar",
        "#every=on&board=8_6_7/2_5_4/3_0_1",
    ),
)
SCROLLED = ("#tray", "#map", "#goal-picture", "#explore-box", "#path-chart")

PASTE = """text => {
  const data = new DataTransfer();
  data.setData('text', text);
  (document.activeElement ?? document.body).dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def controls(page: Page) -> list[Action]:
    """List the controls that can be used now, by group and name; none while the page loads."""
    try:
        found = page.evaluate(CONTROLS)
    except Error as error:
        if "context was destroyed" not in str(error):
            raise
        return []
    return sorted(found, key=lambda control: (control["group"], control["name"]))


def draw_action(page: Page, random: Random) -> Action:
    """Draw the next action of a walk."""
    way = random.random()
    if way < 0.72 and (found := controls(page)):
        return _with_control(found, random)
    if way < 0.82:
        return {"do": "key", "key": random.choice(KEYS)}
    if way < 0.87:
        what = random.choice(SCROLLED)
        spots = [round(random.random(), 3) for _ in range(4)]
        return {"do": random.choice(("drag", "drag", "tap", "wheel")), "what": what, "spots": spots}
    if way < 0.90:
        return {"do": "wait", "seconds": round(random.uniform(0.05, 1.0), 2)}
    if way < 0.92:
        return {"do": "link", "hash": random.choice(LINKS)}
    if way < 0.94:
        return {"do": "paste", "text": random.choice(BOARDS)}
    if way < 0.96:
        return {"do": "window", "size": random.choice(WINDOWS)}
    if way < 0.97:
        return {"do": "offline", "on": random.random() < 0.5}
    if way < 0.98:
        return {"do": random.choice(("back", "forward"))}
    if way < 0.99:
        dark, still = random.choice(("dark", "light")), random.choice(("reduce", "no-preference"))
        return {"do": "looks", "dark": dark, "still": still}
    return {"do": "reload"}


def _with_control(found: list[Action], random: Random) -> Action:
    """Draw a group, all equally likely, then a control: so a large board does not take all the time."""
    group = random.choice(sorted({control["group"] for control in found}))
    control = random.choice([control for control in found if control["group"] == group])
    what, kind = control["name"], control["kind"]
    if kind == "select":
        return {"do": "choose", "what": what, "value": random.choice(control["choices"] or [""])}
    if kind == "range":
        return {
            "do": "fill",
            "what": what,
            "text": str(random.randint(int(control["least"]), int(control["most"]))),
        }
    if kind in ("text", "number", "textarea"):
        texts = PROGRAMS if what.startswith("#lab") else BOARDS if "text" in what else WORDS
        text = random.choice(texts if random.random() < 0.8 else (*WORDS, *BOARDS))
        if kind == "number" and not text.isascii():
            text = "7"
        return {"do": random.choice(("fill", "fill", "fill, Enter", "type")), "what": what, "text": text}
    if what == "#lab-editor":
        return {"do": "write", "what": what, "text": random.choice(PROGRAMS)}
    return {"do": random.choice(("click", "click", "click", "press", "tap it", "click twice")), "what": what}


def come_back(page: Page, address: str) -> None:
    """Open the page again if Back has led to the browser's empty page."""
    if page.url.partition("#")[0] not in (address, f"{address}index.html"):
        page.goto(address, timeout=60_000)


def do(page: Page, action: Action, address: str) -> bool:
    """Carry out the action; return False if its control has gone."""
    try:
        come_back(page, address)
        _do(page, action)
    except Error as error:
        if "crashed" in str(error) or "closed" in str(error):
            raise
        return False
    return True


def _do(page: Page, action: Action) -> None:
    what = page.locator(action.get("what", "body")).first
    match action["do"]:
        case "click":
            what.click(timeout=PATIENCE)
        case "click twice":
            what.dblclick(timeout=PATIENCE)
        case "tap it":
            what.tap(timeout=PATIENCE)
        case "press":
            what.focus(timeout=PATIENCE)
            page.keyboard.press("Enter")
        case "choose":
            what.select_option(action["value"], timeout=PATIENCE)
        case "fill":
            what.fill(action["text"], timeout=PATIENCE)
        case "fill, Enter":
            what.fill(action["text"], timeout=PATIENCE)
            page.keyboard.press("Enter")
        case "type":
            what.click(timeout=PATIENCE)
            page.keyboard.type(action["text"][:20])
        case "write":
            what.click(timeout=PATIENCE)
            page.keyboard.press("Control+a")
            page.keyboard.insert_text(action["text"])
        case "key":
            page.keyboard.press(action["key"])
        case "drag" | "tap" | "wheel":
            _point(page, what.bounding_box(timeout=PATIENCE), action)
        case "wait":
            page.wait_for_timeout(1000 * action["seconds"])
        case "link":
            page.evaluate("hash => { location.hash = hash }", action["hash"])
        case "paste":
            page.evaluate(PASTE, action["text"])
        case "window":
            width, height = action["size"]
            page.set_viewport_size({"width": width, "height": height})
        case "offline":
            page.context.set_offline(action["on"])
        case "looks":
            page.emulate_media(color_scheme=action["dark"], reduced_motion=action["still"])
        case "back":
            page.go_back(timeout=60_000)
        case "forward":
            page.go_forward(timeout=60_000)
        case "reload":
            page.reload(timeout=60_000)
        case other:
            raise AssertionError(f"unknown action {other!r}: {json.dumps(action)}")


def _point(page: Page, box: Any, action: Action) -> None:
    if box is None:
        return
    x, y, to_x, to_y = action["spots"]
    here = (box["x"] + x * box["width"], box["y"] + y * box["height"])
    there = (box["x"] + to_x * box["width"], box["y"] + to_y * box["height"])
    if action["do"] == "tap":
        page.touchscreen.tap(*here)
        return
    page.mouse.move(*here)
    if action["do"] == "wheel":
        page.mouse.wheel(0, 300 * (to_y - 0.5))
        return
    page.mouse.down()
    page.mouse.move(*there, steps=4)
    page.mouse.up()
