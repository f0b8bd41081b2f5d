"""Marks the differences between two positions, for outlines in pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.catan.view import CatanView, KnightView

from .turn_changes import rolled_hexes


def mark_new_pieces(
    before: CatanView, view: CatanView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
) -> CatanView:
    """The view with all pieces built or moved since `before` marked as changed. If nothing is rolled yet it gets the
    last dice and the hexes they produced on. `events`: the public events since, oldest first."""
    found = dict.fromkeys(
        (*_new_roads(before, view), *_new_standing_pieces(before, view), *_changed_hexes(before, view), *view.changed)
    )
    return _with_last_roll(replace(view, changed=tuple(found)), events)


def _new_roads(before: CatanView, view: CatanView) -> list[str]:
    known = set(before.roads)
    return [f"e{e}" for e, seat in view.roads if (e, seat) not in known]


def _new_standing_pieces(before: CatanView, view: CatanView) -> list[str]:
    """New or changed buildings and knights, except knights deactivated by a battle."""
    buildings, knights = set(before.buildings), {k.corner: k for k in before.knights}
    return [
        *(f"v{b.corner}" for b in view.buildings if b not in buildings),
        *(f"v{k.corner}" for k in view.knights if _is_new_knight(knights.get(k.corner), k)),
    ]


def _is_new_knight(old: KnightView | None, now: KnightView) -> bool:
    return old is None or (old.seat, old.level) != (now.seat, now.level) or (now.active and not old.active)


def _changed_hexes(before: CatanView, view: CatanView) -> list[str]:
    """Hexes with a new robber, merchant or number."""
    both = enumerate(zip(before.hexes, view.hexes, strict=True))
    return [
        f"h{h}"
        for h, (old, now) in both
        if (now.robber and not old.robber)
        or (now.merchant >= 0 and now.merchant != old.merchant)  # named here: a field of the view
        or now.token != old.token
    ]


def _with_last_roll(view: CatanView, events: Iterable[tuple[str, Mapping[str, Any]]]) -> CatanView:
    if view.dice:
        return view
    told = tuple(events)
    for key, params in told:
        if key == "catan.dice.rolled":
            view = replace(view, dice=(params["red"], params["white"]), event="", rolled_by=params["seat"])
        elif key == "catan.dice.event":
            view = replace(view, event=params["event"])
    return replace(view, rolled=rolled_hexes(view, told)) if view.dice else view
