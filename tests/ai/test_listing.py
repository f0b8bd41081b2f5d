"""Rooms are found by listing a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.listing import collect_by_module, import_package_modules


def test_files_and_folders_are_found_and_those_that_hold_nothing_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = tmp_path / "listed_house"
    (house / "attic").mkdir(parents=True)
    files = {"__init__": "", "attic/__init__": "HELD = 2.5", "cellar": "HELD = 0.5", "stairs": "", "wall": "HELD = 'x'"}
    for name, text in files.items():
        (house / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(import_package_modules("listed_house", [str(house)])) == ["attic", "cellar", "stairs", "wall"]
    assert collect_by_module("listed_house", [str(house)], "HELD", float) == {"attic": 2.5, "cellar": 0.5}
