"""The changes of one turn on the island for recaps: new, changed, lost and moved pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from render.core.recap import Event
from rules.catan.layout import load_layouts
from rules.catan.view import BuildingView, CatanView, KnightView

ROBBED: Final = "catan.production.robbed"
MOVED: Final = ("catan.knight.moved", "catan.knight.drove")
BUILT_BY: Final = ("catan.build.", "catan.knight.recruited", "catan.knight.promoted", "catan.knight.activated")
CHASED: Final = "catan.knight.chased"
SEVEN: Final = 7
# Weights of changes.
MINE, GONE, BUILT, SET, SMALL = 8, 5, 4, 4, 2


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A changed place: its kind (`v` corner, `e` path, `h` hex) and number."""

    kind: str
    n: int
    weight: int
    lost: bool = False  # a piece was lost or reduced: it bears a cross
    mine: bool = False  # concerns the reader
    kept: bool = False  # the robber blocked its production; not new itself


@dataclass(frozen=True, slots=True)
class TurnChanges:
    """All changes of a turn. `view`: the island after it, including lost pieces."""

    view: CatanView
    changes: tuple[PlaceChange, ...]
    ways: tuple[tuple[int, int], ...] = ()  # (from corner, to corner) of moved knights
    quiet: bool = False  # nothing changed; `changes` are other places worth showing
    rolled: tuple[int, ...] = ()  # hexes that produced
    others: tuple[tuple[str, int, int], ...] = ()  # (kind, number, seat) of new pieces of other seats


def find_turn_changes(
    before: CatanView, after: CatanView, events: Iterable[Event], reader: int | None, seat: int
) -> TurnChanges:
    """The changes of `seat`'s turn; without any, the hexes that produced or a place of that seat."""
    told = tuple(events)
    ways = tuple(
        (int(said["corner"][1:]), int(said["goal"][1:])) for key, said in told if key in MOVED and "goal" in said
    )
    roads, gone_roads = _find_road_changes(before, after, reader)
    buildings, gone_buildings = _find_building_changes(before, after, reader)
    knights, gone_knights = _find_knight_changes(before, after, reader, {a for a, _ in ways})
    knights += _find_acting_knights(after, told, {one.n for one in knights})
    found = (*roads, *buildings, *knights, *_find_hex_changes(before, after, reader))
    kept = _blocked_hex(told, reader)
    standing = {k.corner for k in after.knights}
    razed = {b.corner for b in gone_buildings}
    view = replace(
        after,
        roads=(*after.roads, *gone_roads),
        buildings=(*(b for b in after.buildings if b.corner not in razed), *gone_buildings),
        knights=(*after.knights, *gone_knights),
        changed=(),
        rolled=(),
    )
    brought = rolled_hexes(after, told)
    if found:
        kept = tuple(one for one in kept if all((one.kind, one.n) != (other.kind, other.n) for other in found))
        ways = tuple((a, b) for a, b in ways if b in standing)
        others = tuple(_list_built_by_others(told, seat))
        return TurnChanges(view, (*kept, *found), ways, False, brought, others)
    return TurnChanges(view, kept or _quiet_turn_changes(after, brought, reader, seat), (), True, brought)


def _blocked_hex(events: Iterable[Event], reader: int | None) -> tuple[PlaceChange, ...]:
    """The reader's hex whose production the robber blocked."""
    robbed = [said["hex"] for key, said in events if key == ROBBED and reader in said["seats"]]
    return tuple(PlaceChange("h", int(place[1:]), MINE, mine=True, kept=True) for place in robbed[-1:])


def _find_road_changes(
    before: CatanView, after: CatanView, reader: int | None
) -> tuple[list[PlaceChange], list[tuple[int, int]]]:
    old, new = dict(before.roads), dict(after.roads)
    built = [PlaceChange("e", e, SMALL, mine=seat == reader) for e, seat in new.items() if old.get(e) != seat]
    gone = [(e, seat) for e, seat in old.items() if e not in new]
    lost = [PlaceChange("e", e, MINE if seat == reader else GONE, True, seat == reader) for e, seat in gone]
    return [*lost, *built], gone


def _find_building_changes(
    before: CatanView, after: CatanView, reader: int | None
) -> tuple[list[PlaceChange], list[BuildingView]]:
    """The changes, and the lost or reduced buildings as they were; a pillaged city as it is now."""
    old, new = ({b.corner: b for b in view.buildings} for view in (before, after))
    found, gone = [], []
    for corner, b in new.items():
        was = old.get(corner)
        if was is not None and _building_rank(b) < _building_rank(was):
            gone.append(b if b.pillaged else was)
        elif b != was:
            found.append(PlaceChange("v", corner, BUILT, mine=b.seat == reader))
    gone += [b for corner, b in old.items() if corner not in new]
    lost = [PlaceChange("v", b.corner, MINE if b.seat == reader else GONE, True, b.seat == reader) for b in gone]
    return [*lost, *found], gone


def _building_rank(b: BuildingView) -> tuple[bool, bool, bool]:
    return b.city and not b.pillaged, bool(b.metropolis), b.wall


def _find_knight_changes(
    before: CatanView, after: CatanView, reader: int | None, left: set[int]
) -> tuple[list[PlaceChange], list[KnightView]]:
    """Changed and lost knights, except for deactivation by a battle. `left`: corners that knights left."""
    old, new = ({k.corner: k for k in view.knights} for view in (before, after))
    found = []
    for corner, k in new.items():
        was = old.get(corner)
        if was is None or (was.seat, was.level) != (k.seat, k.level):
            found.append(PlaceChange("v", corner, SMALL + 1, mine=k.seat == reader or (was and was.seat) == reader))
        elif k.active and not was.active:
            found.append(PlaceChange("v", corner, SMALL - 1, mine=k.seat == reader))
    taken = {b.corner for b in after.buildings} | set(new)
    gone = [k for corner, k in old.items() if corner not in taken and corner not in left]
    found += [PlaceChange("v", k.corner, MINE if k.seat == reader else GONE, True, k.seat == reader) for k in gone]
    return found, gone


def _list_built_by_others(events: Iterable[Event], seat: int) -> Iterator[tuple[str, int, int]]:
    """(kind, number, seat) of pieces that other seats built in this turn."""
    for key, said in events:
        place = said.get("corner") or said.get("path")
        if key.startswith(BUILT_BY) and isinstance(place, str) and said.get("seat") not in (None, seat):
            yield place[0], int(place[1:]), said["seat"]


def _find_acting_knights(after: CatanView, events: Iterable[Event], seen: set[int]) -> list[PlaceChange]:
    """Knights that acted without moving or changing. `seen`: corners with other changes."""
    corners = {int(said["corner"][1:]) for key, said in events if key == CHASED} - seen
    return [PlaceChange("v", k.corner, SMALL - 1) for k in after.knights if k.corner in corners]


def _find_hex_changes(before: CatanView, after: CatanView, reader: int | None) -> list[PlaceChange]:
    """Hexes with a new robber, merchant or number."""
    found = []
    for h, (old, now) in enumerate(zip(before.hexes, after.hexes, strict=True)):
        robbed = now.robber and not old.robber
        sold = now.merchant >= 0 and now.merchant != old.merchant  # named here: a field of the view
        if robbed or sold or now.token != old.token:
            mine = reader in seats_on_hex(after, h)
            found.append(PlaceChange("h", h, SET + (SMALL if mine else 0), mine=mine))
    return found


def newly_robbed_number(before: CatanView, after: CatanView, reader: int | None) -> int:
    """The number of a hex of the reader that the robber moved to; 0: none that produces."""
    return next(
        (
            now.token
            for h, (old, now) in enumerate(zip(before.hexes, after.hexes, strict=True))
            if now.robber and not old.robber and reader in seats_on_hex(after, h)
        ),
        0,
    )


def seats_on_hex(view: CatanView, h: int) -> set[int]:
    """The seats with a building on the hex."""
    at = load_layouts()[view.board].hexes_at
    return {b.seat for b in view.buildings if h in at[b.corner]}


def rolled_hexes(after: CatanView, events: Iterable[Event]) -> tuple[int, ...]:
    """The hexes of the last rolled number with a building and without the robber, then or now."""
    told = list(events)
    number = next((int(said["n"]) for key, said in reversed(told) if key == "catan.dice.rolled"), SEVEN)
    kept = {said["hex"] for key, said in told if key == ROBBED and said["token"] == number}
    return tuple(
        h
        for h, hexagon in enumerate(after.hexes)
        if number != SEVEN
        and hexagon.token == number
        and not hexagon.robber
        and f"h{h}" not in kept
        and seats_on_hex(after, h)
    )


def _quiet_turn_changes(
    after: CatanView, rolled: tuple[int, ...], reader: int | None, seat: int
) -> tuple[PlaceChange, ...]:
    """Places to show for a turn without changes: the reader's producing hexes, else anybody's, else the first building
    of the turn's seat."""
    mine = [h for h in rolled if reader in seats_on_hex(after, h)]
    if rolled:
        return tuple(PlaceChange("h", h, SMALL, mine=h in mine) for h in (mine or rolled)[:2])
    own = [b.corner for b in after.buildings if b.seat == seat]
    if own:
        return (PlaceChange("v", own[0], SMALL),)
    return (PlaceChange("h", len(after.hexes) // 2, SMALL),)
