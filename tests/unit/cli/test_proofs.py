"""`npuzzle solve` resumes the saved proof of a large board; `npuzzle proofs` lists and removes them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from npuzzle import Problem, Shape, goal_board, random_walk
from npuzzle.solving.resume import Proofs
from tests.support.command_line import FIELDS, Call

GOAL = goal_board("blank-first", Shape(3, 6))
BOARD = random_walk(GOAL, 200, Random(20))  # IDA* expands 2 million states
PROBLEM = Problem(BOARD, GOAL)
SOLVE = ["solve", str(BOARD), "--goal", "blank-first", "--algorithm", "idastar", "--heuristic", "pdb"]
SOON = ["--max-expanded", "500000"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name the folder of the proofs, which does not exist yet."""
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path / "saved"))
    return tmp_path / "saved" / "proofs"


@pytest.mark.slow
def test_the_same_command_resumes(call: Call) -> None:
    whole = call(*SOLVE, "--json").json
    code, out, err = call(*SOLVE, *SOON)
    assert (code, err) == (0, "")
    bound = re.search(r"^Out of nodes, but a path of (\d+) moves .* \(which has (\d+) or more\)", out)
    assert bound is not None
    assert "\nRun the same command again to continue (npuzzle proofs list shows all saved proofs).\n" in out
    code, out, err = call(*SOLVE, "--json")
    assert code == 0
    assert re.fullmatch(
        rf"Resuming the search of \d{{4}}-\d\d-\d\d \d\d:\d\d: no path has fewer than {bound[2]} moves, "
        rf"the best path has {bound[1]}\. To start over: --anew\.\n",
        err,
    )
    on = json.loads(out)
    assert list(on) == FIELDS
    assert (on["moves"], on["claim"]) == (whole["moves"], "proved shortest")
    assert on["expanded"] < whole["expanded"]
    assert f"Paths of fewer than {bound[2]} moves" in on["note"]
    code, out, err = call(*SOLVE)
    assert (code, err) == (0, ""), "a proved board is not saved"
    assert "same command" not in out


@pytest.mark.slow
def test_it_starts_over_when_asked(call: Call) -> None:
    call(*SOLVE, *SOON)
    code, out, err = call(*SOLVE, "--anew", "--json")
    assert (code, err) == (0, "")
    assert "ruled out earlier" not in json.loads(out)["note"]


@pytest.mark.slow
def test_quiet_mentions_it_in_the_result_alone(call: Call) -> None:
    call(*SOLVE, *SOON)
    _, out, err = call(*SOLVE, "--quiet")
    assert err == ""
    assert "were ruled out earlier, on this computer" in out


@pytest.mark.slow
def test_a_damaged_file_is_said_and_ignored(call: Call, folder: Path) -> None:
    call(*SOLVE, *SOON)
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:100])
    code, out, err = call("proofs", "list")
    assert (code, err) == (1, "")
    assert out.startswith(f"{file} cannot be used: ")
    code, out, err = call(*SOLVE)
    assert code == 0
    assert err.startswith(f"{file} cannot be used: ")
    assert err.endswith("; the search starts over.\n")
    assert "The search started over." in out
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_saved_proofs_are_listed_and_removed(call: Call, folder: Path) -> None:
    assert call("proofs", "list") == (0, f"0 saved proofs in {folder}\n", "")
    call(*SOLVE, *SOON)
    file = Proofs(folder).find(PROBLEM)
    assert file is not None
    assert file.proof is not None
    first, last = call("proofs", "list")[1].splitlines()
    bound = file.proof.bound
    known = rf"no path has fewer than {bound} moves, the best path has \d+"
    said = rf"{BOARD} to {GOAL}: {known}, after \d+ seconds?, 20[-\d: ]+"
    assert re.fullmatch(said, first)
    assert last == f"1 saved proof in {folder}"
    data = call("proofs", "list", "--json").json
    assert data["folder"] == str(folder)
    (entry,) = data["proofs"]
    assert (entry["board"], entry["goal"], entry["lower_bound"]) == (str(BOARD), str(GOAL), bound)
    assert call("proofs", "remove", str(BOARD))[0] == 1, "the saved proof has another goal"
    removed = call("proofs", "remove", str(BOARD), "--goal", "blank-first")
    assert removed == (0, f"Removed 1 proof from {folder}\n", "")
    assert call("proofs", "remove", "--all") == (0, f"Removed 0 proofs from {folder}\n", "")
    call(*SOLVE, *SOON)
    assert call("proofs", "remove", "--all", "--json").json == {"removed": 1}
    assert call(*SOLVE)[2] == ""


@pytest.mark.parametrize("arguments", [[], [str(BOARD), "--all"]], ids=["nothing", "both"])
def test_remove_takes_boards_or_all(arguments: list[str], call: Call) -> None:
    code, out, err = call("proofs", "remove", *arguments)
    assert (code, out) == (2, "")
    assert "proofs remove takes boards, or --all" in err


@pytest.mark.slow
def test_without_a_folder_it_solves_all_the_same(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("npuzzle.cli.proofs.user_folder", lambda: None)
    code, out, _ = call(*SOLVE, *SOON)
    assert code == 0
    assert "same command" not in out
    code, _, err = call("proofs", "list")
    assert code == 2
    assert "there is no home folder to save proofs in; name one in NPUZZLE_CACHE" in err


@pytest.mark.slow
def test_a_place_that_cannot_be_written_is_said(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("NPUZZLE_CACHE", str(tmp_path / "file"))
    code, out, _ = call(*SOLVE, *SOON)
    assert code == 0
    assert "The proof could not be saved: " in out
