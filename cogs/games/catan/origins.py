"""Origins of points in Catan: buildings, longest road, knights."""

from __future__ import annotations

from collections.abc import Mapping

from rules.catan.view import CatanView
from words import Voice

from . import places
from .expansions import extra_faces


def point_origins(view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
    """Tally category -> origin."""
    player = view.players[seat]
    stand: dict[str, list[str]] = {"settlements": [], "cities": []}
    for one in view.buildings:
        if one.seat == seat:
            kind = "cities" if one.city and not one.pillaged else "settlements"
            stand[kind].append(places.name_place_in_story(view, voice, f"v{one.corner}"))
    found = {kind: voice.listed(some) for kind, some in stand.items() if some}
    if player.longest_road:
        found["longest_road"] = voice("catan.origin.longest_road", n=player.road_length)
    if player.army:
        found["army"] = voice("catan.origin.army", n=player.knights_played)
    if player.point_cards:
        found["point_cards"] = voice("catan.origin.point_cards", n=player.point_cards)
    for extra in extra_faces():
        if extra.key in view.choices.modules:
            found |= extra.origins(view, seat, voice)
    return found
