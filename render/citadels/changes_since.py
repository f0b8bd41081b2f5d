"""Marks the differences between two positions, with the seats that caused them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.citadels.view import CitadelsView, Lost

PublicEvents = Iterable[tuple[str, Mapping[str, Any]]]


def mark_new_districts(before: CitadelsView, view: CitadelsView, events: PublicEvents = ()) -> CitadelsView:
    """The view with all districts marked as changed that were built, gained or beautified since `before` (two of one
    name appear twice), and with those destroyed. `events`: the public events since, oldest first, which name the seats
    that acted on others."""
    params_list = [params for _, params in events]
    new_cards: list[tuple[int, str]] = []
    for seat, (player_before, player_now) in enumerate(zip(before.players, view.players, strict=True)):
        unmatched = Counter((card.district, card.beautified) for card in player_before.city)
        for card in player_now.city:
            unmatched[card.district, card.beautified] -= 1
            if unmatched[card.district, card.beautified] < 0:
                new_cards.append((seat, card.token))
    brought = {**_find_exchanged(view, new_cards, params_list), **view.brought}
    changed = (*new_cards, *(place for place in view.changed if place not in new_cards))
    return replace(view, changed=changed, brought=brought, lost=_find_lost_districts(view, params_list))


def _find_exchanged(
    view: CitadelsView, new_cards: Iterable[tuple[int, str]], params_list: Iterable[Mapping[str, Any]]
) -> dict[tuple[int, str], int]:
    """(owner, district) -> the other seat, for new cards that came by an exchange."""
    givers = {(params["to_seat"], params["own"]): params["seat"] for params in params_list if "own" in params}
    exchanged = {}
    for seat, token in new_cards:
        district = next(card.district for card in view.players[seat].city if card.token == token)
        if (seat, district) in givers:
            exchanged[seat, token] = givers[seat, district]
    return exchanged


def _find_lost_districts(view: CitadelsView, params_list: Iterable[Mapping[str, Any]]) -> tuple[Lost, ...]:
    """The districts that were destroyed and not built again since."""
    destroyed = [
        Lost(params["from_seat"], params["district"], params["seat"])
        for params in params_list
        if {"seat", "from_seat", "district"} <= params.keys()
    ]
    standing = {(seat, card.district) for seat, player in enumerate(view.players) for card in player.city}
    return tuple(lost for lost in dict.fromkeys(destroyed) if (lost.seat, lost.district) not in standing)
