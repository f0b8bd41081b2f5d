"""The story of Carcassonne: what is told in one sentence, points and how they come about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.choose.picker import unique_items
from rules.carcassonne.cells import Cell
from rules.carcassonne.describe import describe_printed_tile
from rules.carcassonne.tiles import BY_ID, KINDS, MONASTERY
from rules.core import Phrase
from service.state.model import StoredEvent
from words import Voice

from ..story import Scored
from .expansions import extra_faces

LAID: Final = "carc.tile.laid"
ASIDE: Final = "carc.tile.put_aside"
DEPLOYED: Final = "carc.figure.deployed"
FIELD: Final = "field"
FIELDS: Final = "fields"  # a kind of points
ENDS: Final = 6  # pictures of the last scoring
PARTED: Final = ("road", "city")  # of which a tile may have several, told apart by the edge where they begin
KEYS: Final = {"": "plain", "sized": "sized", "one_of": "one_of", "one_ofsized": "one_of_sized"}


def join_tile_events(events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """A tile and the figure put on it are one sentence; expansions have more of that kind. Whose figures go home is
    told with what sends them."""
    told: list[StoredEvent] = []
    for event in map(_name_returned_figures, events):
        one = _join_pair(told[-1], event) if told else None
        if one is None:
            told.append(event)
        else:
            told[-1] = one
    return told


def _join_pair(before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
    """Two events in one, if they are told so."""
    if event.key == ASIDE and before.key.startswith(ASIDE) and before.params["seat"] == event.params["seat"]:
        many = {**event.params, "n": before.params.get("n", 1) + 1}
        return StoredEvent(f"{ASIDE}_several", many, None, before.reveals)
    same = before.params.get("cell") == event.params.get("cell")
    if event.key == DEPLOYED and before.key == LAID and same:
        return StoredEvent("carc.tile.laid_with", {**event.params, **before.params}, None, before.reveals)
    return next((one for extra in extra_faces() if (one := extra.joined(before, event)) is not None), None)


def _name_returned_figures(event: StoredEvent) -> StoredEvent:
    """An event with those who go home named, where it has a sentence for that."""
    returned = event.params.get("returned")
    if not returned:
        return event
    if key := next((extra.homes[event.key] for extra in extra_faces() if event.key in extra.homes), ""):
        told = {**event.params, "first": Phrase(event.key, event.params), "home": returned_phrases(returned)}
        return StoredEvent(key, told, event.seats, event.reveals)
    return event


def returned_phrases(returned: Sequence[Sequence[Any]]) -> list[Phrase]:
    """«2 followers of Ben; the wagon of Ann»: by seats. `returned`: of each figure its kind, its seat and its place."""
    counted = Counter((int(seat), str(kind)) for kind, seat, *_ in returned)
    return [
        Phrase("carc.home.of", {"what": Phrase(f"carc.supply.{kind}", {"n": n}), "seat": seat})
        for (seat, kind), n in sorted(counted.items())
    ]


# --- names


def describe_tile_by_id(voice: Voice, tile_id: str) -> str:
    """A tile by what lies on it, however it is turned: «a city tile with a shield»; empty for no tile."""
    return voice.phrase(describe_printed_tile(tile_id)) if tile_id in BY_ID else ""


def describe_figure_place(voice: Voice, told: Mapping[str, Any]) -> str:
    """Where a figure stands, after what is told beside: on the tile of the same sentence, «its road of 2 tiles», or
    «the field at K47 with 2 cities»."""
    place, here = str(told["place"]), BY_ID.get(str(told.get("tile", "")))
    feature = str(told.get("feature") or place.partition("-")[0])
    if here is not None and feature == KINDS[MONASTERY]:
        feature = here.building or feature
    params = {name: told.get(name, 0) for name in ("n", "cities")} | {"feature": feature, "place": place}
    family = "its" if here is not None else "the"
    if feature == FIELD and "cities" in told:
        return voice(f"carc.{family}.{'field' if told['cities'] else 'field_alone'}", cell=told["cell"], **params)
    several = here is not None and sum(p.startswith(f"{feature}-") for p in here.turned[0].places) != 1
    key = ("one_of" if several and feature in PARTED else "") + ("sized" if told.get("n", 0) > 1 else "")
    return voice(f"carc.{family}.{KEYS[key]}", cell=told["cell"], **params)


def describe_span(voice: Voice, tiles: Sequence[str]) -> str:
    """The two tiles of a feature that lie farthest apart, from north-west to south-east."""
    cells = sorted(map(Cell.parse, tiles), key=lambda cell: (cell.y, cell.x))
    first, last = max(
        ((one, other) for at, one in enumerate(cells) for other in cells[at + 1 :]),
        key=lambda ends: (ends[0].x - ends[1].x) ** 2 + (ends[0].y - ends[1].y) ** 2,
    )
    return voice("carc.where.span", first=str(first), last=str(last))


# --- points


def find_scored(event: StoredEvent) -> Scored | None:
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
        tuple(unique_items(map(str, cells))),
        tuple(unique_items(places)),
        f"carc.rule.{rule}" if rule else "",
    )


def group_closing_events(events: Sequence[StoredEvent]) -> list[tuple[int, ...]]:
    """The last move with what it completed, then the last scoring: the points of each kind by themselves, those of the
    fields after all others; many kinds are joined."""
    given = {at: one.category for at, event in enumerate(events) if (one := find_scored(event)) is not None}
    done = [at for at in given if events[at].params.get("complete") and given[at] != FIELDS]
    last = {at: kind for at, kind in given.items() if not done or at > done[-1]}
    kinds = sorted(unique_items(last.values()), key=lambda kind: kind == FIELDS)
    some = [[kind] for kind in kinds]
    if len(some) > ENDS:
        some = [*some[: ENDS - 2], [kind for one in some[ENDS - 2 : -1] for kind in one], some[-1]]
    groups = [tuple(at for at in last if last[at] in one) for one in some]
    return [tuple(at for at in range(len(events)) if at not in last), *groups] if groups else []


def explain_points(event: StoredEvent, voice: Voice) -> str:
    """The sum behind points: «15 = 4 tiles × 3 + 1 shield × 3.»"""
    told = event.params
    if find_scored(event) is None:
        return ""
    key = _sum_key(event.key, told)
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


def _sum_key(key: str, told: Mapping[str, Any]) -> str:
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
