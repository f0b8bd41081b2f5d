"""The arrows of import, kept and found when broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.checks import import_rules


@pytest.mark.slow
def test_the_project_keeps_its_arrows() -> None:
    assert list(import_rules.find_offences()) == []


@pytest.mark.parametrize(
    ("path", "line", "offence"),
    [
        ("rules/carcassonne/x.py", "import random", "rules may not import random"),
        ("rules/carcassonne/x.py", "import discord", "standard library only"),
        ("rules/carcassonne/x.py", "from render import look", "rules may not import render"),
        ("rules/carcassonne/x.py", "from .expansions.river1 import steps", "no expansion is named"),
        ("rules/carcassonne/expansions/river1/x.py", "from ..river2 import steps", "sister"),
        ("rules/core/x.py", "from rules.carcassonne import game", "core"),
        ("db/x.py", "from rules.carcassonne import game", "knows no game"),
        ("ai/x.py", "from rules.carcassonne import game", "knows no game"),
        ("ai/citadels/x.py", "from rules.carcassonne import game", "knows no game"),
        ("service/time/x.py", "from service.store.clock import SystemClock", "service.time may not import service"),
        ("cogs/x.py", "import playground", "cogs may not import playground"),
        ("playground/x.py", "from cogs import ids", "playground may not import cogs"),
        ("cogs/screen/x.py", "from cogs.choose import room", "cogs.screen may not import cogs.choose"),
        ("cogs/choose/x.py", "from cogs.act.context import Act", "cogs.choose may not import cogs.act"),
        ("cogs/post/x.py", "from cogs.client import Longtable", "cogs.post may not import cogs"),
        ("cogs/look/x.py", "from cogs.games.catan import FACE", "no game is named"),
        ("cogs/games/catan/x.py", "from cogs.games.citadels import FACE", "no game is named"),
    ],
)
def test_an_offence_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, line: str, offence: str
) -> None:
    monkeypatch.setattr(import_rules, "ROOT", tmp_path)
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(f"{line}\n", encoding="utf-8")
    found = list(import_rules.find_offences(tmp_path))
    assert len(found) == 1
    assert offence in found[0]
    assert f"{path}:1" in found[0]


# --- rooms of one package ----------------------------------------------------------------------------------------

ROOMS = {
    **import_rules.ARROWS,
    "cogs.app": frozenset[str](),
    "cogs.screen": frozenset({"cogs.app"}),
    "cogs.choose": frozenset({"cogs.app", "cogs.screen"}),
}


@pytest.mark.parametrize(
    ("path", "line", "offence"),
    [
        ("cogs/choose/x.py", "from ..screen.draw import card", ""),
        ("cogs/choose/x.py", "from cogs import screen", ""),
        ("cogs/choose/x.py", "from .lines import line", ""),
        ("cogs/choose/__init__.py", "from .lines import line", ""),
        ("cogs/choose/x.py", "from cogs.app import App", ""),
        ("cogs/choose/x.py", "from render import look", ""),  # as all of the package may
        ("cogs/client.py", "from .choose.lines import line", ""),
        ("cogs/screen/x.py", "from ..choose.lines import line", "cogs.screen may not import cogs.choose"),
        ("cogs/screen/x.py", "from cogs import choose", "cogs.screen may not import cogs.choose"),
        ("cogs/screen/x.py", "from cogs.client import Longtable", "cogs.screen may not import cogs"),
        ("cogs/app.py", "from .screen import draw", "cogs.app may not import cogs.screen"),
        ("cogs/screen/x.py", "import playground", "cogs.screen may not import playground"),
        ("render/x.py", "from cogs.screen import draw", "render may not import cogs.screen"),
    ],
)
def test_rooms_of_a_package_stand_in_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, line: str, offence: str
) -> None:
    monkeypatch.setattr(import_rules, "ROOT", tmp_path)
    monkeypatch.setattr(import_rules, "ARROWS", ROOMS)
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(f"{line}\n", encoding="utf-8")
    assert list(import_rules.find_offences(tmp_path)) == ([f"{path}:1: {offence}"] if offence else [])
