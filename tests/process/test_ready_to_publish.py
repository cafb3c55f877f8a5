"""The project is ready to publish: workflows, metadata, spelling, and one list of placeholders."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from npuzzle import site
from tests.support.documents import Document

GITHUB = site.ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.dependabot": [GITHUB / "dependabot.yml"],
    "vendor.github-issue-forms": [
        path for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) if path.name != "config.yml"
    ],
    "vendor.github-issue-config": [GITHUB / "ISSUE_TEMPLATE/config.yml"],
    "vendor.citation-file-format": [site.ROOT / "CITATION.cff"],
}
PLACEHOLDER = "github.com/OWNER/"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=site.ROOT, capture_output=True, text=True, check=False
    )


def list_tracked() -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    return subprocess.run(
        command, cwd=site.ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()


def list_steps(workflow: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job.get("steps", [])]


@pytest.mark.slow
@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_for_the_host_are_of_its_form(schema: str) -> None:
    assert SCHEMAS[schema]
    done = run("check_jsonschema", "--builtin-schema", schema, *map(str, SCHEMAS[schema]))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_each_action_is_pinned_by_its_hash_with_the_version_beside_it(workflow: Path) -> None:
    used = re.findall(r"uses: (.+)$", workflow.read_text(encoding="utf-8"), re.MULTILINE)
    assert used
    for action in used:
        if not action.startswith("./"):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
            continue
        assert (site.ROOT / action).is_file(), action


def test_one_action_has_one_version_everywhere() -> None:
    pins = {step["uses"] for path in WORKFLOWS for step in list_steps(path) if "uses" in step}
    assert len({pin.split("@")[0] for pin in pins}) == len(pins)


def test_the_workflow_of_the_tests_runs_the_commands_of_the_documents() -> None:
    commands = {step["run"] for step in list_steps(GITHUB / "workflows/tests.yml") if "run" in step}
    environment, *light = Document(".github/CONTRIBUTING.md").blocks("sh")[0].splitlines()
    assert environment == "python3 -m venv .venv && . .venv/bin/activate", (
        "a runner of CI is a separate environment already"
    )
    assert "python3 -m tests" in commands
    assert {command.removesuffix(" --numprocesses auto") for command in commands} >= set(light)


def test_the_one_file_that_contributors_are_shown_is_there() -> None:
    *command, path = Document(".github/CONTRIBUTING.md").blocks("sh")[1].partition("  #")[0].split()
    assert command == ["python", "-m", "pytest"]
    assert (site.ROOT / path).is_file()


def test_only_the_job_that_publishes_may_publish_and_it_runs_no_code_of_ours() -> None:
    for workflow in WORKFLOWS:
        read = yaml.safe_load(workflow.read_text(encoding="utf-8"))
        assert read["permissions"] == {"contents": "read"}
        for job in read["jobs"].values():
            if "write" in job.get("permissions", {}).values():
                assert all("run" not in step for step in job["steps"])
                assert job["environment"]["name"]


@pytest.mark.slow
def test_the_metadata_is_valid() -> None:
    done = run("validate_pyproject", "pyproject.toml")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_words_are_spelt_right() -> None:
    """The check uses a list of common mistakes. Tests contain mistakes on purpose."""
    program = shutil.which("typos", path=str(Path(sys.executable).parent))
    assert program is not None
    done = subprocess.run([program], cwd=site.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_placeholders_for_the_owner_stand_where_the_document_for_releases_says() -> None:
    told = Document("npuzzle/docs/releasing.md").text.split("## Once")[1].split("2. ")[0]
    named = set(re.findall(r"`([\w./]+\.\w+)`", told))
    kept = [name for name in list_tracked() if not name.startswith("tests/")]  # tests mention them
    paths = [name for name in kept if (site.ROOT / name).is_file()]
    found = {name for name in paths if PLACEHOLDER.encode() in (site.ROOT / name).read_bytes()}
    assert found == named
