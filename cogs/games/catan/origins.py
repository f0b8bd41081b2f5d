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
    places_by_kind: dict[str, list[str]] = {"settlements": [], "cities": []}
    for building in view.buildings:
        if building.seat == seat:
            kind = "cities" if building.city and not building.pillaged else "settlements"
            places_by_kind[kind].append(places.name_place_in_story(view, voice, f"v{building.corner}"))
    origin_texts = {
        kind: voice.join_with_commas(place_names) for kind, place_names in places_by_kind.items() if place_names
    }
    if player.longest_road:
        origin_texts["longest_road"] = voice("catan.origin.longest_road", n=player.road_length)
    if player.army:
        origin_texts["army"] = voice("catan.origin.army", n=player.knights_played)
    if player.point_cards:
        origin_texts["point_cards"] = voice("catan.origin.point_cards", n=player.point_cards)
    for extra in extra_faces():
        if extra.key in view.choices.modules:
            origin_texts |= extra.describe_point_origins(view, seat, voice)
    return origin_texts
