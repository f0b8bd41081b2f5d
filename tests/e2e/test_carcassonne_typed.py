"""Carcassonne typed: what cannot be is refused in a sentence, whatever is asked at the moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs import play
from tests.e2e.conftest import Stage
from tests.e2e.positions import reach
from tests.e2e.positions_carcassonne import BIG, THREE, asked


@pytest.mark.parametrize("step", ["carc.bazaar.open", "carc.bazaar.deal", "carc.dragon.move", "carc.castle"])
async def test_commands_without_options_are_answered(stage: Stage, tmp_path: Path, step: str) -> None:
    """Each command alone either leads to its screen, makes the one move there is, or says why it cannot be."""
    table = await reach(stage, tmp_path, THREE, "carcassonne", BIG, asked(step))
    who = stage.waited()
    for kind in play.move_classes("carcassonne"):
        line = await stage.slash(who, "/game move", line=kind)
        command = await stage.slash(who, "/carcassonne " + kind.replace("-", " "))
        assert "went wrong" not in line.text + command.text, kind
        if stage.table().seq != table.seq:
            return  # one of them was possible, and has been made
