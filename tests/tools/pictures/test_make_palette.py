"""The palettes in the tree are those the program would write."""

from __future__ import annotations

import pytest

from render.carcassonne.facts import all_facts
from render.carcassonne.renderer import carcassonne_palette
from render.carcassonne.tile_sprites import tile_sprite
from render.core.palette import load_palette
from tools.pictures.make_palette import learn_game_palette, list_palette_games
from tools.sizes import TILES_IN_COLOUR

PAINTED_ALL = "carcassonne"  # whose sheet takes half a minute: every tile is painted for it


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[pytest.mark.soak] if kind == PAINTED_ALL else []) for kind in list_palette_games()],
)
def test_a_palette_is_learnt_from_what_is_drawn_now(
    kind: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it fails, a painter has changed: run `python -m tools.make_palette`."""
    monkeypatch.setenv("LONGTABLE_CACHE", str(tmp_path_factory.mktemp("sprites")))
    path, colours = learn_game_palette(kind)
    assert load_palette(path).colours == tuple(colours)


def test_the_palette_suits_tiles_of_every_box() -> None:
    """Sooner than the whole sheet shows that a painter has changed."""
    for tile in list(all_facts())[::TILES_IN_COLOUR]:
        painted = tile_sprite(tile, 0, 96)
        mapped = carcassonne_palette().map(painted).convert("RGB")
        pairs = zip(painted.tobytes(), mapped.tobytes(), strict=True)
        assert sum((a - b) ** 2 for a, b in pairs) / len(painted.tobytes()) < 65025 / 10**3.4, tile  # 34 dB
