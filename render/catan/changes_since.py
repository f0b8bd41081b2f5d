"""Marks the differences between two positions, for outlines in pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.catan.view import CatanView, KnightView

from .turn_changes import find_producing_hexes


def mark_new_pieces(
    before: CatanView, view: CatanView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
) -> CatanView:
    """The view with all pieces built or moved since `before` marked as changed. If nothing is rolled yet it gets the
    last dice and the hexes they produced on. `events`: the public events since, oldest first."""
    changed_places = dict.fromkeys(
        (*_new_roads(before, view), *_new_standing_pieces(before, view), *_changed_hexes(before, view), *view.changed)
    )
    return _with_last_roll(replace(view, changed=tuple(changed_places)), events)


def _new_roads(before: CatanView, view: CatanView) -> list[str]:
    known = set(before.roads)
    return [f"e{path}" for path, seat in view.roads if (path, seat) not in known]


def _new_standing_pieces(before: CatanView, view: CatanView) -> list[str]:
    """New or changed buildings and knights, except knights deactivated by a battle."""
    buildings, knights = set(before.buildings), {knight.corner: knight for knight in before.knights}
    return [
        *(f"v{building.corner}" for building in view.buildings if building not in buildings),
        *(f"v{knight.corner}" for knight in view.knights if _is_new_knight(knights.get(knight.corner), knight)),
    ]


def _is_new_knight(old: KnightView | None, new: KnightView) -> bool:
    return old is None or (old.seat, old.level) != (new.seat, new.level) or (new.active and not old.active)


def _changed_hexes(before: CatanView, view: CatanView) -> list[str]:
    """Hexes with a new robber, merchant or number."""
    return [
        f"h{number}"
        for number, (old, new) in enumerate(zip(before.hexes, view.hexes, strict=True))
        if (new.robber and not old.robber)
        or (new.merchant >= 0 and new.merchant != old.merchant)  # named here: a field of the view
        or new.token != old.token
    ]


def _with_last_roll(view: CatanView, events: Iterable[tuple[str, Mapping[str, Any]]]) -> CatanView:
    """The view with the last dice and the hexes they produced on, unless something is rolled already."""
    if view.dice:
        return view
    known_events = tuple(events)
    for key, params in known_events:
        if key == "catan.dice.rolled":
            view = replace(view, dice=(params["red"], params["white"]), event="", rolled_by=params["seat"])
        elif key == "catan.dice.event":
            view = replace(view, event=params["event"])
    return replace(view, rolled=find_producing_hexes(view, known_events)) if view.dice else view
