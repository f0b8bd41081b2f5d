"""Import cycles are found, those for type checkers alone where they are large."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.checks.import_cycles import find_import_cycles

LINES = ("from . import a", "import box.a", "from box.a import x", "def f():\n  from .a import x")
CHECKED = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "


def write_files(root: Path, **files: str) -> Path:
    (root / "box").mkdir()
    for name, text in files.items():
        (root / "box" / f"{name}.py").write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize("line", LINES)
def test_a_cycle_at_run_time(tmp_path: Path, line: str) -> None:
    root = write_files(tmp_path, a="from .b import x", b="from box import c", c=line, d="from . import a")
    (found,) = set(find_import_cycles(root, frozenset({"box"})))
    assert found == "these import each other: box.a, box.b, box.c"


def test_a_cycle_for_type_checkers_may_have_three_files(tmp_path: Path) -> None:
    root = write_files(tmp_path, a="from . import b", b="from . import c", c=f"{CHECKED}from . import a")
    assert list(find_import_cycles(root, frozenset({"box"}))) == []


def test_a_larger_one_may_not(tmp_path: Path) -> None:
    root = write_files(
        tmp_path, a="from . import b", b="from . import c", c="from . import d", d=f"{CHECKED}from . import a"
    )
    assert list(find_import_cycles(root, frozenset({"box"}))) == [
        "these import each other for type checkers: box.a, box.b, box.c, box.d"
    ]
