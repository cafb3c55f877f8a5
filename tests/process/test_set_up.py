"""`python3 -m tests` installs missing browsers or names them. The tests record its commands and run none."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence

import pytest

from tests import __main__ as set_up
from tests.browsers import found

Machine = Callable[..., list[str]]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A function that simulates a machine with some browsers, as some user, where some commands work."""

    def make(has: set[str], *, user: int, works: Sequence[str]) -> list[str]:
        ran: list[str] = []

        def run(command: Sequence[str], **options: object) -> subprocess.CompletedProcess[str]:
            ran.append(" ".join(command))
            worked = any(word in ran[-1] for word in works)
            if worked and "apt-get install" in ran[-1]:
                has.update(found.NAMES)
            return subprocess.CompletedProcess(command, 0 if worked else 1)

        monkeypatch.setattr(found, "program", lambda browser: browser if browser in has else None)
        monkeypatch.setattr(shutil, "which", lambda name: "apt-get" if name == "apt-get" else None)
        monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
        monkeypatch.setattr(subprocess, "run", run)
        monkeypatch.delenv("CI", raising=False)
        return ran

    return make


def test_root_on_debian_gets_all_that_is_missing_in_one_call(machine: Machine) -> None:
    ran = machine({"chromium"}, user=0, works=["apt-get"])
    assert set_up.set_up_browsers() == []
    assert ran == [
        "apt-get update --quiet",
        "apt-get install --yes --quiet --no-install-recommends firefox-esr webkit2gtk-driver xvfb",
    ]


def test_the_chromium_without_windows_is_asked_for_by_itself(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = machine(set(found.NAMES), user=0, works=["update"])
    programs = {"apt-get": "apt-get", "chromium": "chromium"}
    monkeypatch.setattr(shutil, "which", programs.get)
    assert set_up.set_up_browsers() == []  # the tests run with Chromium itself
    install = "apt-get install --yes --quiet --no-install-recommends chromium-headless-shell"
    assert ran == ["apt-get update --quiet", install]
    programs["chromium-headless-shell"] = "chromium-headless-shell"
    assert set_up.set_up_browsers() == []
    assert len(ran) == 2


def test_where_all_are_there_nothing_is_run(machine: Machine) -> None:
    ran = machine(set(found.NAMES), user=0, works=[])
    assert set_up.set_up_browsers() == []
    assert ran == []


def test_others_get_playwrights_own_and_what_does_not_start_is_missing(
    machine: Machine,
) -> None:
    ran = machine({"chromium"}, user=1000, works=["firefox", "install webkit"])
    assert set_up.set_up_browsers() == ["webkit"]
    assert not [command for command in ran if command.startswith("apt-get")]
    assert len(ran) == 4  # each is downloaded and started once


def test_in_ci_a_missing_browser_is_a_failure(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine({"chromium"}, user=1000, works=["webkit"])
    monkeypatch.setenv("CI", "true")
    with pytest.raises(SystemExit, match="1"):
        set_up.set_up_browsers()


def test_without_chromium_nothing_is_run(machine: Machine) -> None:
    machine({"firefox", "webkit"}, user=1000, works=[])
    with pytest.raises(SystemExit, match="1"):
        set_up.set_up_browsers()


def test_what_is_not_run_is_left_out_and_named(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = ["-m venv", "-m pip", "npuzzle.site", "-m ruff", "-m mypy", "-m pytest"]
    ran = machine({"chromium"}, user=1000, works=steps)
    monkeypatch.setattr("sys.argv", ["tests"])
    assert set_up.main() == 0
    assert "-m pytest -m not long and not firefox and not webkit --numprocesses" in ran[-1]
    closing = capsys.readouterr().out.splitlines()[-3:]
    assert closing[:2] == ["not run here: Firefox (not installed)", "not run here: WebKit (not installed)"]
