"""What the private answers of Catan say after an act."""

from __future__ import annotations

import re
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


async def test_descriptions_of_pictures_name_each_place_once(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 4) as stage:
        await lay(stage, Knights().city(0, 17).settlement(0, 35).road(0, "17-23-29-35").hand(0, "1 brick, 1 lumber"))
        (shown,) = on_screen(await taps(stage, "Ann", "Road")).pictures
        assert shown.alt is not None
        assert re.search(r"\be19 \(\d+-\d+, ", shown.alt)
        (public,) = stage.newest("My move").pictures
        assert public.alt is not None
        assert re.search(r"Robber on h\d+ \w+\. ", public.alt)
