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
    had, has = (_count_holdings(view, seat) for view in (before, after))
    by = {key: has.get(key, 0) - had.get(key, 0) for key in {**had, **has} if cards or key != CARDS}
    return [(n, _change_text(key, n, voice)) for key, n in by.items()]


def _change_text(key: str, n: int, voice: Voice) -> str:
    if key in MARKS:
        return WholeChange(voice(f"catan.change.{key}" if n > 0 else f"catan.change.{key}_lost"))
    return voice(f"catan.change.{key}", n=abs(n))


def newly_robbed_hexes(before: CatanView, after: CatanView, seat: int, voice: Voice) -> list[str]:
    """Hexes with buildings of the seat to which the robber came, unless they produce nothing."""
    at = load_layouts()[after.board].hexes_at
    mine = {hex_ for building in after.buildings if building.seat == seat for hex_ in at[building.corner]}
    return [
        voice("catan.change.robber", ground=describe_hex(after, voice, n, now.token))
        for n, (old, now) in enumerate(zip(before.hexes, after.hexes, strict=True))
        if now.robber and not old.robber and now.token and n in mine
    ]


def _count_holdings(view: CatanView, seat: int) -> dict[str, int]:
    """Possessions by their key in `catan.change`."""
    player = view.players[seat]
    mine = [building for building in view.buildings if building.seat == seat]
    counted = {
        CARDS: player.cards,
        "developments": player.developments,
        "settlements": sum(not building.city for building in mine),
        "cities": sum(building.city for building in mine),
        "longest": int(player.longest_road),
        "army": int(player.army),
    }
    for extra in extra_faces():
        counted |= extra.counted(view, seat)
    return counted
