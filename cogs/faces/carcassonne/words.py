"""What is said of a table of Carcassonne: what seats have, stories in one breath, points and how they come about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cogs.choose.picker import unique
from service.model import StoredEvent
from words import Voice

from ..generic import Scored

FOLLOWER: Final = "follower"
DRAGON: Final = ("carc.dragon.moved", "carc.dragon.eats", "carc.dragon.goes", "carc.dragon.goes_eats")
PATH: Final = "carc.dragon.path"
LAID: Final = "carc.tile.laid"
BRIDGED: Final = "carc.tile.laid_bridge"
# Key of a sum -> what an event must tell for it.
TILES: Final = ("road", "city", "monastery")
AWARDS: Final = ("king", "robber")


# --- what a seat has


def supply(view: Any, seat: int, voice: Voice, *, whole: bool = False) -> list[str]:
    """What a seat has left: followers first, then what is rarest. In short, unless it is `whole`."""
    kinds: Mapping[str, int] = view.supply[seat]
    told = [voice("carc.supply.follower", n=kinds.get(FOLLOWER, 0))]
    told += [voice("carc.has.award", award=name) for name in awards(view, seat)]
    goods = goods_of(view, seat)
    if goods:
        told.append(voice.join([voice("carc.has.goods", n=n, good=good) for good, n in goods.items()]))
    others = {figure: n for figure, n in kinds.items() if figure != FOLLOWER} | pieces_of(view, seat)
    for piece, n in others.items():
        if n == 1 and not whole and voice.has(f"carc.one.{piece}"):
            told.append(voice(f"carc.one.{piece}"))
        elif n and voice.has(f"carc.supply.{piece}"):
            told.append(voice(f"carc.supply.{piece}", n=n))
    return told


def pieces_of(view: Any, seat: int) -> dict[str, int]:
    """Pieces that are no figures, and how many of each are left."""
    found: dict[str, int] = {}
    if (estate := view.extras.get("abbey")) is not None:
        found["abbey"] = estate.abbeys[seat]
    if (works := view.extras.get("bridge")) is not None:
        found |= {"bridge": works.bridges_left[seat], "castle": works.castles_left[seat]}
    return found


def goods_of(view: Any, seat: int) -> dict[str, int]:
    trade = view.extras.get("trade")
    return {good: n for good, n in trade.goods[seat].items() if n} if trade is not None else {}


def awards(view: Any, seat: int) -> Iterator[str]:
    """The awards a seat holds now."""
    seen = view.extras.get("king")
    for name in AWARDS if seen is not None else ():
        award = getattr(seen, name)
        if award is not None and award.seat == seat:
            yield name


def hand(view: Any, seat: int, voice: Voice) -> str:
    """Everything a seat has, and where its figures stand."""
    told = [voice("carc.hand.figures", figures=voice.join(supply(view, seat, voice, whole=True)))]
    standing: dict[str, int] = {}
    for piece in view.pieces:
        if piece.seat == seat:
            spot = voice("carc.pick.spot", cell=str(piece.cell), place=piece.place)
            if piece.kind != FOLLOWER:
                spot = voice("carc.hand.piece", figure=piece.kind, spot=spot)
            standing[spot] = standing.get(spot, 0) + 1
    if standing:
        told.append(voice("carc.hand.standing", places=list(standing)))
    told += [
        voice("carc.hand.award", award=name, points=getattr(view.extras["king"], name).points)
        for name in awards(view, seat)
    ]
    if view.drawn is not None and view.drawn.seat == seat:
        told.append(voice("carc.hand.tile"))
    return "\n".join(told)


# --- stories


def fold(events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """A tile, its bridge and the figure put on it are one sentence; and so is the flight of the dragon."""
    told: list[StoredEvent] = []
    for event in events:
        before = told[-1] if told else None
        joined = _joined(before, event) if before is not None else None
        if joined is None:
            told.append(event)
        else:
            told[-1] = joined
    return told


def _joined(before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
    """Two events in one, if they are told so."""
    if event.key in DRAGON and before.key in (*DRAGON, PATH, f"{PATH}_eats"):
        return _flight(before, event)
    same = before.params.get("cell") == event.params.get("cell")
    if event.key == "carc.figure.deployed" and before.key in (LAID, BRIDGED) and same:
        key = "carc.tile.laid_with" if before.key == LAID else f"{BRIDGED}_with"
        return StoredEvent(key, {**event.params, **before.params}, None, before.reveals)
    if event.key == "carc.bridge.built" and before.key == LAID and before.params.get("seat") == event.params["seat"]:
        params = {**before.params, "bridge_cell": event.params["cell"], "axis": event.params["axis"]}
        return StoredEvent(BRIDGED, params, None, before.reveals)
    return None


def _flight(before: StoredEvent, event: StoredEvent) -> StoredEvent:
    """One step more of the dragon."""
    told = [before.params, event.params]
    cells = [cell for params in told for cell in params.get("path", [params["cell"]])]
    seats = unique(seat for params in told for seat in params.get("seats", ()))
    n = sum(params.get("n", 0) if params.get("seats") else 0 for params in told)
    key = f"{PATH}_eats" if seats else PATH
    params = {"path": cells, "cells": cells, "cell": cells[-1], "seats": seats, "n": n}
    return StoredEvent(key, params, None, before.reveals or event.reveals)


# --- points


def scored(event: StoredEvent) -> Scored | None:
    """What an event gave points for, with what is outlined."""
    told = event.params
    if not told.get("points") or not told.get("seats") or "category" not in told:
        return None
    cells = [*told.get("tiles", ()), *told.get("source_tiles", ())]
    for group in (*told.get("cities", ()), *told.get("fields", ()), *told.get("features", ())):
        cells += group
    places = [told[key] for key in ("spot", "source_spot") if told.get(key)]
    places += [spot for key in ("city_spots", "field_spots", "spots") for spot in told.get(key, ())]
    rule = str(told.get("rule", ""))
    return Scored(
        dict.fromkeys(told["seats"], told["points"]),
        str(told["category"]),
        tuple(unique(map(str, cells))),
        tuple(unique(places)),
        f"carc.rule.{rule}" if rule else "",
    )


def reckoning(event: StoredEvent, voice: Voice) -> str:
    """The sum behind points: «15 = 4 tiles × 3 + 1 shield × 3.»"""
    told = event.params
    if scored(event) is None:
        return ""
    key = _sum(event.key, told)
    if not key:
        return ""
    given = {name: told.get(name, 0) for name in ("points", "n", "each", "shields", "richer", "worth")}
    if key.startswith("monastery"):
        given["around"] = told["n"] - 1
    said = voice(f"carc.sum.{key}", **given)
    raised = [mark for mark in told.get("marks", {}) if voice.has(f"carc.raised.{mark}") and told.get("complete")]
    if told.get("each", 0) > told.get("base", told.get("each", 0)):
        said = voice("carc.sum.with", sum=said, raised=["pigs"])
    if raised and told.get("category") in ("roads", "cities"):
        said = voice("carc.sum.with", sum=said, raised=raised)
    return voice("carc.sum.told", sum=said)


def _sum(key: str, told: Mapping[str, Any]) -> str:
    """Which sum explains an event."""
    if key.startswith("carc.feature."):
        if told["category"] == "monasteries":
            return "monastery"
        return "tiles_shields" if told.get("shields") else "tiles"
    if key.startswith(("carc.field.", "carc.barn.")):
        if told["points"] != told["n"] * told["each"] + told.get("richer", 0):
            return ""
        return "field_richer" if told.get("richer") else "field"
    return ""
