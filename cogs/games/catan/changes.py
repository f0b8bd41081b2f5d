"""Public possessions of a seat in Catan, and their changes."""

from __future__ import annotations

from typing import Final

from rules.catan.layout import load_layouts
from rules.catan.view import CatanView
from words import Voice

from ..looking import WholeChange
from .expansions import extra_faces
from .surroundings import describe_hex

CARDS: Final = "cards"
MARKS: Final = ("longest", "army")  # pieces that exist once


def holding_changes(
    before: CatanView, after: CatanView, seat: int, voice: Voice, *, cards: bool
) -> list[tuple[int, str]]:
    """Changes as (difference, words); `cards`: includes the number of cards in hand."""
    count_before, count_after = _count_holdings(before, seat), _count_holdings(after, seat)
    keys = [key for key in {**count_before, **count_after} if cards or key != CARDS]
    differences = {key: count_after.get(key, 0) - count_before.get(key, 0) for key in keys}
    return [(n, _change_text(key, n, voice)) for key, n in differences.items()]


def _change_text(key: str, n: int, voice: Voice) -> str:
    if key in MARKS:
        return WholeChange(voice(f"catan.change.{key}" if n > 0 else f"catan.change.{key}_lost"))
    return voice(f"catan.change.{key}", n=abs(n))


def newly_robbed_hexes(before: CatanView, after: CatanView, seat: int, voice: Voice) -> list[str]:
    """Hexes with buildings of the seat to which the robber came, unless they produce nothing."""
    hexes_of_corner = load_layouts()[after.board].hexes_at
    own_corners = [building.corner for building in after.buildings if building.seat == seat]
    own_hexes = {hex_ for corner in own_corners for hex_ in hexes_of_corner[corner]}
    return [
        voice("catan.change.robber", ground=describe_hex(after, voice, number, hex_after.token))
        for number, (hex_before, hex_after) in enumerate(zip(before.hexes, after.hexes, strict=True))
        if hex_after.robber and not hex_before.robber and hex_after.token and number in own_hexes
    ]


def _count_holdings(view: CatanView, seat: int) -> dict[str, int]:
    """Possessions by their key in `catan.change`."""
    player = view.players[seat]
    own_buildings = [building for building in view.buildings if building.seat == seat]
    counts = {
        CARDS: player.cards,
        "developments": player.developments,
        "settlements": sum(not building.city for building in own_buildings),
        "cities": sum(building.city for building in own_buildings),
        "longest": int(player.longest_road),
        "army": int(player.army),
    }
    for extra in extra_faces():
        counts |= extra.count_possessions(view, seat)
    return counts
