"""What faces can reach: views and what rooms tell them, never a state."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs import games
from cogs.games.seat_view import SeatView
from tools.checks.import_rules import list_imports

ROOT = Path(games.__file__).parent
# What screens are made with: it holds the state, or the program, and hands out views.
PICKER = {"app.py", "composing.py", "move_texts.py", "picker_frame.py", "picker_screens.py", "seat_view.py"}
FILES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.name not in PICKER)
SECRET = frozenset({"state", "_state", "game", "_game", "agenda", "chance"})
REGISTRY = "registry"  # whose `game` is a game without a state


def secrets(source: str) -> Iterator[str]:
    """The attributes of a file by which a state could be had."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in SECRET:
            if isinstance(node.value, ast.Name) and node.value.id == REGISTRY:
                continue
            yield f"line {node.lineno}: .{node.attr}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_face_reaches_a_state(path: Path) -> None:
    assert not list(secrets(path.read_text(encoding="utf-8")))
    read = {module for _, module in list_imports(path)}
    assert not {module for module in read if module.startswith("rules.") and ".state" in module}
    assert not {
        module for module in read if module.startswith(("service.", "db.")) and "service.state.model" not in module
    }


def test_the_check_sees_a_state() -> None:
    assert list(secrets("told = room.state.hands")) == ["line 1: .state"]
    assert list(secrets("room.table.game.view(room._state, None)"))


def test_a_room_keeps_its_state_to_itself() -> None:
    shown = {name for name in (*SeatView.__slots__, *vars(SeatView)) if not name.startswith("_")}
    assert not SECRET & shown
