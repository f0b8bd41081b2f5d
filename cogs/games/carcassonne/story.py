"""The story of Carcassonne: joined events, names, points and their calculation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
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
FIELDS: Final = "fields"  # a tally category
MAX_FINAL_IMAGES: Final = 6  # of the final scoring
REPEATABLE: Final = ("road", "city")  # features of which a tile may have several, told apart by their first edge
SEVERAL_KEYS: Final = {"plain": "one_of", "sized": "one_of_sized"}  # for one of several features of a tile


def join_tile_events(events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """Joins a tile with its figure, and pairs of expansions; names returned figures with their event."""
    joined: list[StoredEvent] = []
    for event in map(_name_returned_figures, events):
        pair = _join_pair(joined[-1], event) if joined else None
        if pair is None:
            joined.append(event)
        else:
            joined[-1] = pair
    return joined


def _join_pair(before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
    """One event for two, if they are told in one sentence."""
    if event.key == ASIDE and before.key.startswith(ASIDE) and before.params["seat"] == event.params["seat"]:
        params = {**event.params, "n": before.params.get("n", 1) + 1}
        return StoredEvent(f"{ASIDE}_several", params, None, before.reveals)
    same_cell = before.params.get("cell") == event.params.get("cell")
    if event.key == DEPLOYED and before.key == LAID and same_cell:
        return StoredEvent("carc.tile.laid_with", {**event.params, **before.params}, None, before.reveals)
    return next((pair for extra in extra_faces() if (pair := extra.join_pair(before, event)) is not None), None)


def _name_returned_figures(event: StoredEvent) -> StoredEvent:
    """The event with its returned figures named, if it has a sentence for that."""
    returned = event.params.get("returned")
    if not returned:
        return event
    if key := next(
        (
            extra.keys_naming_returned_figures[event.key]
            for extra in extra_faces()
            if event.key in extra.keys_naming_returned_figures
        ),
        "",
    ):
        params = {**event.params, "first": Phrase(event.key, event.params), "home": returned_phrases(returned)}
        return StoredEvent(key, params, event.seats, event.reveals)
    return event


def returned_phrases(returned: Sequence[Sequence[Any]]) -> list[Phrase]:
    """«2 followers of Ben; the wagon of Ann», by seat. `returned`: kind, seat and place of each figure."""
    counted = Counter((int(seat), str(kind)) for kind, seat, *_ in returned)
    return [
        Phrase("carc.home.of", {"what": Phrase(f"carc.supply.{kind}", {"n": n}), "seat": seat})
        for (seat, kind), n in sorted(counted.items())
    ]


# --- names


def describe_tile_by_id(voice: Voice, tile_id: str) -> str:
    """A tile by its features, regardless of rotation: «a city tile with a shield»; empty for an unknown id."""
    return voice.phrase(describe_printed_tile(tile_id)) if tile_id in BY_ID else ""


def describe_figure_place(voice: Voice, figure: Mapping[str, Any]) -> str:
    """The place of a figure: «its road of 2 tiles» after its tile, else «the field at K47 with 2 cities»."""
    place, tile = str(figure["place"]), BY_ID.get(str(figure.get("tile", "")))
    feature = str(figure.get("feature") or place.partition("-")[0])
    if tile is not None and feature == KINDS[MONASTERY]:
        feature = tile.building or feature
    params = {name: figure.get(name, 0) for name in ("n", "cities")} | {"feature": feature, "place": place}
    family = "its" if tile is not None else "the"
    if feature == FIELD and "cities" in figure:
        return voice(f"carc.{family}.{'field' if figure['cities'] else 'field_alone'}", cell=figure["cell"], **params)
    has_several = tile is not None and sum(place.startswith(f"{feature}-") for place in tile.turned[0].places) != 1
    size = "sized" if figure.get("n", 0) > 1 else "plain"
    key = SEVERAL_KEYS[size] if has_several and feature in REPEATABLE else size
    return voice(f"carc.{family}.{key}", cell=figure["cell"], **params)


def describe_span(voice: Voice, tiles: Sequence[str]) -> str:
    """The two tiles of a feature farthest apart, from north-west to south-east."""
    cells = sorted(map(Cell.parse, tiles), key=lambda cell: (cell.y, cell.x))
    first_cell, last_cell = max(
        combinations(cells, 2), key=lambda ends: (ends[0].x - ends[1].x) ** 2 + (ends[0].y - ends[1].y) ** 2
    )
    return voice("carc.where.span", first=str(first_cell), last=str(last_cell))


# --- points


def find_scored(event: StoredEvent) -> Scored | None:
    """Points of an event, with the tiles and places to outline."""
    params = event.params
    if not params.get("points") or not params.get("seats") or "category" not in params:
        return None
    cells = [*params.get("tiles", ()), *params.get("source_tiles", ())]
    for group in (*params.get("cities", ()), *params.get("fields", ()), *params.get("features", ())):
        cells += group
    places = [params[key] for key in ("spot", "source_spot") if params.get(key)]
    places += [spot for key in ("city_spots", "field_spots", "spots") for spot in params.get(key, ())]
    rule = str(params.get("rule", ""))
    return Scored(
        dict.fromkeys(params["seats"], params["points"]),
        str(params["category"]),
        tuple(unique_items(map(str, cells))),
        tuple(unique_items(places)),
        f"carc.rule.{rule}" if rule else "",
    )


def group_closing_events(events: Sequence[StoredEvent]) -> list[tuple[int, ...]]:
    """Groups of the last move: the move with what it completed, then the final scoring by category, fields last.

    Categories beyond `MAX_FINAL_IMAGES` are merged.
    """
    category_by_index: dict[int, str] = {}  # of the final scoring
    for index, event in enumerate(events):
        scored = find_scored(event)
        if scored is not None and event.params.get("complete") and scored.category != FIELDS:
            category_by_index = {}  # it was scored by the move itself, like all before it
        elif scored is not None:
            category_by_index[index] = scored.category
    categories = sorted(unique_items(category_by_index.values()), key=lambda category: category == FIELDS)
    category_groups = [[category] for category in categories]
    if len(categories) > MAX_FINAL_IMAGES:
        first, merged = categories[: MAX_FINAL_IMAGES - 2], categories[MAX_FINAL_IMAGES - 2 : -1]
        category_groups = [*([category] for category in first), merged, categories[-1:]]
    groups = [tuple(i for i, category in category_by_index.items() if category in group) for group in category_groups]
    return [tuple(i for i in range(len(events)) if i not in category_by_index), *groups] if groups else []


def explain_points(event: StoredEvent, voice: Voice) -> str:
    """The calculation behind points: «15 = 4 tiles × 3 + 1 shield × 3.»"""
    params = event.params
    if find_scored(event) is None:
        return ""
    key = _calculation_key(event.key, params)
    if not key:
        return ""
    sum_params = {name: params.get(name, 0) for name in ("points", "n", "each", "shields", "richer", "worth")}
    if key.startswith("monastery"):
        sum_params["around"] = params["n"] - 1
    text = voice(f"carc.sum.{key}", **sum_params)
    raised = [mark for mark in params.get("marks", {}) if voice.has(f"carc.raised.{mark}") and params.get("complete")]
    if params.get("each", 0) > params.get("base", params.get("each", 0)):
        text = voice("carc.sum.with", sum=text, raised=["pigs"])
    if raised and params.get("category") in ("roads", "cities"):
        text = voice("carc.sum.with", sum=text, raised=raised)
    return voice("carc.sum.told", sum=text)


def _calculation_key(key: str, params: Mapping[str, Any]) -> str:
    """The key of the calculation; empty if there is none."""
    if key.startswith("carc.feature."):
        if params["category"] == "monasteries":
            return "monastery"
        return "tiles_shields" if params.get("shields") else "tiles"
    if key.startswith(("carc.field.", "carc.barn.")):
        if params["points"] != params["n"] * params["each"] + params.get("richer", 0):
            return ""
        return "field_richer" if params.get("richer") else "field"
    return ""
