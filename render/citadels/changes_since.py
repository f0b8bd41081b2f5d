"""Marks the differences between two positions, with the seats that caused them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.citadels.view import CitadelsView, Lost

Told = Iterable[tuple[str, Mapping[str, Any]]]


def mark_new_districts(before: CitadelsView, view: CitadelsView, events: Told = ()) -> CitadelsView:
    """The view with all districts marked as changed that were built, gained or beautified since `before` (two of one
    name appear twice), and with those destroyed. `events`: the public events since, oldest first, which name the seats
    that acted on others."""
    told = [params for _, params in events]
    found: list[tuple[int, str]] = []
    for seat, (old, now) in enumerate(zip(before.players, view.players, strict=True)):
        left = Counter((card.district, card.beautified) for card in old.city)
        for card in now.city:
            left[card.district, card.beautified] -= 1
            if left[card.district, card.beautified] < 0:
                found.append((seat, card.token))
    brought = {**_find_exchanged(view, found, told), **view.brought}
    changed = (*found, *(place for place in view.changed if place not in found))
    return replace(view, changed=changed, brought=brought, lost=_find_lost_districts(view, told))


def _find_exchanged(
    view: CitadelsView, found: Iterable[tuple[int, str]], told: Iterable[Mapping[str, Any]]
) -> dict[tuple[int, str], int]:
    """(owner, district) -> the other seat, for new cards that came by an exchange."""
    given = {(params["to_seat"], params["own"]): params["seat"] for params in told if "own" in params}
    cards = {(seat, card.token): card.district for seat, player in enumerate(view.players) for card in player.city}
    return {place: given[place[0], cards[place]] for place in found if (place[0], cards[place]) in given}


def _find_lost_districts(view: CitadelsView, told: Iterable[Mapping[str, Any]]) -> tuple[Lost, ...]:
    """The districts that were destroyed and not built again since."""
    gone = [
        Lost(params["from_seat"], params["district"], params["seat"])
        for params in told
        if {"seat", "from_seat", "district"} <= params.keys()
    ]
    standing = {(seat, card.district) for seat, player in enumerate(view.players) for card in player.city}
    return tuple(one for one in dict.fromkeys(gone) if (one.seat, one.district) not in standing)
