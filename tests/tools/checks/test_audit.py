"""What `make audit` finds, and what it says where nobody answers."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.checks import audit

# Put together here, so that no secret lies in this file.
PLANTED = {
    "Discord Bot Token": "MTk4NjIyNDgzNDcxOTI1MjQ4" + "." + "Cl2FMQ" + "." + "ZnCjm1XVW7vRze4b7Cq4se7kKWs",
    "GitHub Token": "ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx",
    "AWS Access Key": "AKIA" + "IOSFODNN7EXAMPL3",
}


def package(**more: object) -> dict[str, object]:
    return {"name": "thing", "version": "1.0", **more}


def test_a_fault_that_can_be_mended_is_wrong_and_one_that_cannot_is_told() -> None:
    mended = {"id": "X-1", "fix_versions": ["1.1", "2.0"]}
    open_ = {"id": "X-2", "fix_versions": []}
    wrong, told = audit.classify_findings([package(vulns=[mended, open_]), package(vulns=[])])
    assert wrong == ["thing 1.0: X-1, mended in 1.1, 2.0"]
    assert told == ["thing 1.0: X-2, not mended yet", "Known faults: 2 packages looked up."]


def test_packages_nobody_knows_are_counted() -> None:
    wrong, told = audit.classify_findings([package(skip_reason="not found"), package(vulns=[])])
    assert (wrong, told) == ([], ["Known faults: nobody answered for 1 of 2 packages."])


@pytest.mark.parametrize("answer", ["", "no JSON", "[]", '{"other": 1}', subprocess.TimeoutExpired("x", 1), OSError()])
def test_without_a_network_that_is_said_and_nothing_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str | Exception
) -> None:
    def run(*_: object, **__: object) -> SimpleNamespace:
        if isinstance(answer, Exception):
            raise answer
        return SimpleNamespace(stdout=answer, returncode=1)

    monkeypatch.setattr(subprocess, "run", run)
    wrong, told = audit.audit_packages(tmp_path / "requirements.txt")
    assert wrong == []
    assert told == ["Known faults: nobody answered who knows them, so nothing was looked up."]


def test_secrets_are_found_where_they_lie(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    lines = [f"line\nhere = '{secret}'\n" for secret in PLANTED.values()]
    for n, text in enumerate(lines):
        (tmp_path / "notes" / f"{n}.py").write_text(text, encoding="utf-8")
    (tmp_path / "sound.toml").write_text("token = 'a.b.c'\nkey = 0123456789abcdef0123456789abcdef\n", encoding="utf-8")
    files = audit.list_text_files(tmp_path)
    assert files == ["notes/0.py", "notes/1.py", "notes/2.py", "sound.toml"]
    assert list(audit.find_secrets(tmp_path, files)) == [f"notes/{n}.py:2: {kind}" for n, kind in enumerate(PLANTED)]


def test_what_is_read(tmp_path: Path) -> None:
    """What git knows or would take; without git what is not hidden."""
    for name in (".env", ".env.example", ".venv/x.py", "a.py", ".ci/run"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert audit.list_text_files(tmp_path) == [".env.example", "a.py"]
    (tmp_path / ".gitignore").write_text(".env\n.venv\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert audit.list_text_files(tmp_path) == [".ci/run", ".env.example", ".gitignore", "a.py"]


def test_the_end_of_a_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text(PLANTED["GitHub Token"], encoding="utf-8")
    monkeypatch.setattr(audit, "audit_packages", lambda file: ([], [f"asked of {file.name}"]))
    assert audit.main(["--root", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert "asked of requirements.txt" in out
    assert err == "WRONG a.py:1: GitHub Token\n"
    (tmp_path / "a.py").write_text("x = 1\n", encoding="utf-8")
    assert audit.main(["--root", str(tmp_path)]) == 0
    assert "Secrets: 1 files read." in capsys.readouterr().out


def test_a_known_fault_may_be_told_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.setattr(audit, "audit_packages", lambda file: (["aiohttp 1: mended in 2"], []))
    assert audit.main(["--root", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "WRONG aiohttp 1: mended in 2\n"
    assert audit.main(["--root", str(tmp_path), "--tell"]) == 0
    assert "aiohttp 1: mended in 2" in capsys.readouterr().out


def test_ci_runs_it() -> None:
    assert "make audit" in (audit.ROOT / ".ci" / "run").read_text(encoding="utf-8")
