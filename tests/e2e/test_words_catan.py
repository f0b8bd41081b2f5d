"""What the private answers of Catan say after an act."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.laid import laid_out, lay, on_screen, taps
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table


async def test_a_discard_is_told_once(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        laid = Table(3).settlement(0, 23).settlement(1, 35).hand(0, "5 lumber, 3 ore").before_roll().roll(3, 4)
        await lay(stage, laid)
        done = await taps(stage, "Ann", ("lumber",) * 4, "Discard these 4")
        told = on_screen(done).text.split("\n\n")[0]
        assert told.count("4 lumber") == 1
        assert "**Done:** Ann discarded 4 lumber." in told
        assert "Where does the robber go?" in on_screen(done).text


async def test_nothing_of_an_act_is_cut_from_its_answer(tmp_path: Path) -> None:
    """A monopoly takes cards from five; the answer names all of them."""
    async with laid_out(tmp_path, "catan", 6) as stage:
        laid = Knights(6).city(0, 23).progress(0, "resource-monopoly")
        for seat in range(1, 6):
            laid.hand(seat, "2 ore")
        await lay(stage, laid)
        done = await taps(stage, "Ann", "Card…", "ore")
        told = on_screen(done).text
        assert "in the log" not in told
        assert all(name in told for name in ("Ben", "Cid", "Dan", "Eve", "Fay"))
