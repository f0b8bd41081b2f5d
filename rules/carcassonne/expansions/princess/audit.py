"""Audit of the dragon and the fairy."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from rules.carcassonne.cells import STEPS_OVER_EDGES
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import TILES, TURNED

from .dragon import DRAGON_STEPS, dragon_prey, tiles_not_yet_in_play
from .lair import OFF_BOARD, lair_of


def audit_dragon_and_fairy(s: CarcassonneState) -> None:
    """AssertionError unless the dragon and the fairy are on legal tiles and all dragon tiles are accounted for."""
    lair = lair_of(s)
    laid = {at: TURNED[number].tile for at, (number, _) in s.board.laid.items()}
    volcanoes = [at for at, tile in laid.items() if "volcano" in tile.symbols]
    assert (lair.dragon == OFF_BOARD) == (not volcanoes), "a dragon without a volcano, or a volcano without the dragon"
    assert lair.dragon == OFF_BOARD or lair.dragon in laid, "a dragon off the board"
    assert lair.fairy == OFF_BOARD or lair.fairy in laid, "a fairy off the board"
    assert lair.away in ((), tiles_not_yet_in_play(s)), "some dragon tiles in play, some not"
    assert bool(lair.away) == (not volcanoes), "dragon tiles in play before the first volcano, or not after it"
    known = Counter(s.pile) + Counter(lair.away)
    dragons = Counter(tiles_not_yet_in_play(s))
    assert {tile: known[tile] for tile in dragons} == dragons, "a dragon tile lost or won"
    if not volcanoes:
        assert not any("dragon" in tile.symbols for tile in laid.values()), "a dragon tile before the first volcano"
        assert s.hand < 0 or "dragon" not in TILES[s.hand].symbols, "a dragon tile drawn before the first volcano"
    audit_path(s)


def audit_path(s: CarcassonneState) -> None:
    lair = lair_of(s)
    path = lair.path
    assert path or not lair.moving, "a movement that never began"
    if path:
        assert path[-1] == lair.dragon, "a path that leads elsewhere"
        assert 1 <= len(path) <= DRAGON_STEPS + 1, "too many steps"
        assert len(set(path)) == len(path), "a tile entered twice"
        assert all(at in s.board.laid for at in path), "a step into the void"
        for start, end in pairwise(path):
            assert end - start in STEPS_OVER_EDGES, "a step too far"
        assert lair.fairy not in path[1:], "a step onto the fairy's tile"
    if lair.moving:
        left_over = [figure for at in path[1:] for figure in dragon_prey(s, at)]
        assert not left_over, "a figure the dragon forgot"
