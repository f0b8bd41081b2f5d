"""Audit of the dragon and the fairy."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from rules.carcassonne.cells import CELLS
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import TILES, TURNED

from .dragon import STEPS, tiles_not_yet_in_play
from .lair import NOWHERE, lair_of


def audit_dragon_and_fairy(s: CarcassonneState) -> None:
    """AssertionError unless the dragon and the fairy are on legal tiles and all dragon tiles are accounted for."""
    here = lair_of(s)
    laid = {at: TURNED[number].tile for at, (number, _) in s.board.laid.items()}
    volcanoes = [at for at, tile in laid.items() if "volcano" in tile.symbols]
    assert (here.dragon == NOWHERE) == (not volcanoes), "a dragon without a volcano, or a volcano without the dragon"
    assert here.dragon == NOWHERE or here.dragon in laid, "a dragon off the board"
    assert here.fairy == NOWHERE or here.fairy in laid, "a fairy off the board"
    assert here.away in ((), tiles_not_yet_in_play(s)), "some dragon tiles in play, some not"
    assert bool(here.away) == (not volcanoes), "dragon tiles in play before the first volcano, or not after it"
    known = Counter(s.pile) + Counter(here.away)
    dragons = Counter(tiles_not_yet_in_play(s))
    assert {tile: known[tile] for tile in dragons} == dragons, "a dragon tile lost or won"
    if not volcanoes:
        assert not any("dragon" in tile.symbols for tile in laid.values()), "a dragon tile before the first volcano"
        assert s.hand < 0 or "dragon" not in TILES[s.hand].symbols, "a dragon tile drawn before the first volcano"
    audit_path(s)


def audit_path(s: CarcassonneState) -> None:
    here = lair_of(s)
    path = here.path
    assert path or not here.moving, "a movement that never began"
    if path:
        assert path[-1] == here.dragon, "a path that leads elsewhere"
        assert 1 <= len(path) <= STEPS + 1, "too many steps"
        assert len(set(path)) == len(path), "a tile entered twice"
        assert all(at in s.board.laid for at in path), "a step into the void"
        for one, other in pairwise(path):
            (x, y), (u, v) = CELLS[one], CELLS[other]
            assert abs(x - u) + abs(y - v) == 1, "a step too far"
        assert here.fairy not in path[1:], "a step onto the fairy's tile"
    if here.moving:
        left_over = [f for f in s.figures if s.board.cells[f.node] in path[1:]]
        assert all(any(ask(s, f) for ask in s.hooks.spares) for f in left_over), "a figure the dragon forgot"
