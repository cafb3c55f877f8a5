"""WebKitGTK's browser on its own display, driven over WebDriver."""

from __future__ import annotations

import os
import subprocess
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains, WebKitGTK
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browsers import found
from tests.browsers.hands import MIDDLE

#: There is no graphics card and, as root in a container, no sandbox. Do not browse the web like this: the
#: tests open only the page, on this machine.
ENVIRONMENT = {
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
}
SIZE = (1280, 900)


@contextmanager
def display() -> Iterator[str]:
    """Start an invisible display on the first free number, and stop it at the end of the block."""
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "{}x{}x24".format(*SIZE),
        "-nolisten",
        "tcp",
    ]
    server = subprocess.Popen(
        command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()  # empty if the server ended early
        if not number:
            raise RuntimeError(f"expected Xvfb to open a display, but it ended with code {server.wait()}")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def webkit_gtk() -> Iterator[WebKitGTK]:
    browser = found.program("webkit")
    assert browser is not None  # without WebKitGTK, tests do not get here
    with display() as shown_on:
        options = Options()
        options.binary_location = browser
        options.add_argument("--automation")
        options.set_capability("browserName", "MiniBrowser")
        environment = {**os.environ, **ENVIRONMENT, "DISPLAY": shown_on}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # selenium 4.51 calls its own deprecated code
            driver = WebKitGTK(options, Service("/usr/bin/WebKitWebDriver", env=environment))
        try:
            driver.set_window_size(*SIZE)
            yield driver
        finally:
            driver.quit()


#: WebDriver does not report the console, so this makes the page record its errors. Errors before it runs,
#: which is after the page's files have loaded but before Python has, are not seen.
LISTEN = """() => {
  if (window.wentWrong) return;
  window.wentWrong = [];
  const keep = text => window.wentWrong.push(String(text));
  addEventListener('error', event => keep(`page error: ${event.message}`));
  addEventListener('unhandledrejection', event => keep(`page error: ${event.reason}`));
  addEventListener('securitypolicyviolation', event => keep(`forbidden: ${event.blockedURI}`));
  const { error } = console;
  console.error = (...said) => { keep(`console error: ${said.join(' ')}`); error.apply(console, said); };
}"""
GATHER = """() => {
  const elsewhere = performance.getEntriesByType('resource').map(entry => entry.name)
    .filter(name => !name.startsWith(location.origin) && !/^(data|blob):/.test(name));
  return [...window.wentWrong, ...elsewhere.map(name => `request to elsewhere: ${name}`)];
}"""

#: Elements that can have each role that users press; the browser computes their names.
CANDIDATES = {
    "button": "button:not([role])",
    "checkbox": "[type=checkbox]",
    "combobox": "select",
    "radio": "[type=radio]",
    "slider": "[type=range]",
    "tab": "[role=tab]",
    "textbox": "textarea, [role=textbox], input:not([type])",
}
SHOWN = "selector => [...document.querySelectorAll(selector)].filter(element => element.checkVisibility())"


class SeleniumHands:
    def __init__(self, driver: WebKitGTK) -> None:
        self._driver = driver
        self._complaints: list[str] = []

    def go(self, address: str) -> None:
        self._gather()
        self._driver.get(address)
        self.see(LISTEN)

    def reload(self) -> None:
        self._gather()
        self._driver.refresh()
        self.see(LISTEN)

    def _gather(self) -> None:
        if self.see("() => 'wentWrong' in window"):
            self._complaints += self.see(GATHER)
            self.see("() => { window.wentWrong = []; performance.clearResourceTimings(); }")

    def see(self, function: str, *values: Any) -> Any:
        return self._driver.execute_script(f"return ({function})(...arguments)", *values)

    def _find(self, role: str, name: str) -> WebElement:
        shown: list[WebElement] = self.see(SHOWN, CANDIDATES[role])
        names = []
        for element in shown:
            names.append(element.accessible_name)
            if names[-1] == name:
                self.see("element => element.scrollIntoView({ block: 'center' })", element)
                return element
        raise AssertionError(f"expected a visible {role} named {name!r}, found {names}")

    def press(self, role: str, name: str) -> None:
        self._find(role, name).click()

    def choose(self, name: str, label: str) -> None:
        Select(self._find("combobox", name)).select_by_visible_text(label)

    def key(self, key: str) -> None:
        *held, last = key.split("+")
        keys = ActionChains(self._driver)
        for name in held:
            keys.key_down(getattr(Keys, name.upper()))
        keys.send_keys(last if len(last) == 1 else getattr(Keys, KEYS.get(last, last.upper())))
        for name in held:
            keys.key_up(getattr(Keys, name.upper()))
        keys.perform()

    def type(self, text: str) -> None:
        ActionChains(self._driver).send_keys(text).perform()

    def drag(self, row: int, column: int, to_row: int, to_column: int) -> None:
        x, y = self.see(MIDDLE, row, column)
        to_x, to_y = self.see(MIDDLE, to_row, to_column)
        chain = ActionChains(self._driver, duration=20)
        mouse = chain.w3c_actions.pointer_action
        mouse.move_to_location(x, y)
        mouse.pointer_down()
        mouse.move_to_location((x + to_x) // 2, (y + to_y) // 2)
        mouse.move_to_location(to_x, to_y)
        mouse.pointer_up()
        chain.perform()

    def picture(self, path: Path) -> None:
        self._driver.save_screenshot(str(path))

    def complaints(self, allowed: Sequence[str] = ()) -> list[str]:
        self._gather()
        said, self._complaints = self._complaints, []
        return [one for one in said if not any(part in one for part in allowed)]


#: Keys that have other names in WebDriver.
KEYS = {
    "ArrowLeft": "ARROW_LEFT",
    "ArrowRight": "ARROW_RIGHT",
    "ArrowUp": "ARROW_UP",
    "ArrowDown": "ARROW_DOWN",
}
