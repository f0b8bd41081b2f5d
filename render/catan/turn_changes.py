"""The changes of one turn on the island for recaps: new, changed, lost and moved pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from render.core.recap import Event
from rules.catan.layout import load_layouts
from rules.catan.view import BuildingView, CatanView, KnightView

PRODUCTION_ROBBED: Final = "catan.production.robbed"
KNIGHT_MOVED: Final = ("catan.knight.moved", "catan.knight.drove")
BUILT_BY: Final = ("catan.build.", "catan.knight.recruited", "catan.knight.promoted", "catan.knight.activated")
ROBBER_CHASED: Final = "catan.knight.chased"
SEVEN: Final = 7
# Weights of changes.
LOST_BY_READER_WEIGHT, LOST_WEIGHT, BUILT_WEIGHT, HEX_CHANGED_WEIGHT, MINOR_WEIGHT = 8, 5, 4, 4, 2


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A changed place: its kind (`v` corner, `e` path, `h` hex) and number."""

    kind: str
    number: int
    weight: int
    is_lost: bool = False  # a piece was lost or reduced: it bears a cross
    concerns_reader: bool = False  # concerns the reader
    is_blocked: bool = False  # the robber blocked its production; not new itself


@dataclass(frozen=True, slots=True)
class TurnChanges:
    """All changes of a turn. `view`: the island after it, including lost pieces."""

    view: CatanView
    changes: tuple[PlaceChange, ...]
    knight_moves: tuple[tuple[int, int], ...] = ()  # (from corner, to corner) of moved knights
    is_quiet: bool = False  # nothing changed; `changes` are other places worth showing
    producing_hexes: tuple[int, ...] = ()  # hexes that produced
    built_by_others: tuple[tuple[str, int, int], ...] = ()  # (kind, number, seat) of new pieces of other seats


def find_turn_changes(
    before: CatanView, after: CatanView, events: Iterable[Event], reader: int | None, seat: int
) -> TurnChanges:
    """The changes of `seat`'s turn; without any, the hexes that produced or a place of that seat."""
    known_events = tuple(events)
    knight_moves = tuple(
        (int(params["corner"][1:]), int(params["goal"][1:]))
        for key, params in known_events
        if key in KNIGHT_MOVED and "goal" in params
    )
    roads, lost_roads = _find_road_changes(before, after, reader)
    buildings, lost_buildings = _find_building_changes(before, after, reader)
    knights, lost_knights = _find_knight_changes(before, after, reader, {start for start, _ in knight_moves})
    knights += _find_acting_knights(after, known_events, {change.number for change in knights})
    changes = (*roads, *buildings, *knights, *_find_hex_changes(before, after, reader))
    blocked = _blocked_hex(known_events, reader)
    lost_corners = {building.corner for building in lost_buildings}
    remaining = [building for building in after.buildings if building.corner not in lost_corners]
    view = replace(
        after,
        roads=(*after.roads, *lost_roads),
        buildings=(*remaining, *lost_buildings),
        knights=(*after.knights, *lost_knights),
        changed=(),
        rolled=(),
    )
    producing = find_producing_hexes(after, known_events)
    if not changes:
        shown = blocked or _quiet_turn_changes(after, producing, reader, seat)
        return TurnChanges(view, shown, is_quiet=True, producing_hexes=producing)
    changed_places = {(change.kind, change.number) for change in changes}
    blocked = tuple(change for change in blocked if (change.kind, change.number) not in changed_places)
    knight_corners = {knight.corner for knight in after.knights}
    knight_moves = tuple((start, end) for start, end in knight_moves if end in knight_corners)
    others = tuple(_list_built_by_others(known_events, seat))
    return TurnChanges(view, (*blocked, *changes), knight_moves, producing_hexes=producing, built_by_others=others)


def _lost_piece(kind: str, number: int, seat: int, reader: int | None) -> PlaceChange:
    """A lost or reduced piece of a seat; the reader's own weighs most."""
    return PlaceChange(
        kind,
        number,
        LOST_BY_READER_WEIGHT if seat == reader else LOST_WEIGHT,
        is_lost=True,
        concerns_reader=seat == reader,
    )


def _blocked_hex(events: Iterable[Event], reader: int | None) -> tuple[PlaceChange, ...]:
    """The reader's hex whose production the robber blocked."""
    blocked = [params["hex"] for key, params in events if key == PRODUCTION_ROBBED and reader in params["seats"]]
    return tuple(
        PlaceChange("h", int(place[1:]), LOST_BY_READER_WEIGHT, concerns_reader=True, is_blocked=True)
        for place in blocked[-1:]
    )


def _find_road_changes(
    before: CatanView, after: CatanView, reader: int | None
) -> tuple[list[PlaceChange], list[tuple[int, int]]]:
    """The changes, and the lost roads."""
    roads_before, roads_after = dict(before.roads), dict(after.roads)
    new_roads = [(path, seat) for path, seat in roads_after.items() if roads_before.get(path) != seat]
    lost_roads = [(path, seat) for path, seat in roads_before.items() if path not in roads_after]
    built = [PlaceChange("e", path, MINOR_WEIGHT, concerns_reader=seat == reader) for path, seat in new_roads]
    return [*(_lost_piece("e", path, seat, reader) for path, seat in lost_roads), *built], lost_roads


def _find_building_changes(
    before: CatanView, after: CatanView, reader: int | None
) -> tuple[list[PlaceChange], list[BuildingView]]:
    """The changes, and the lost or reduced buildings as they were; a pillaged city as it is now."""
    before_by_corner = {building.corner: building for building in before.buildings}
    after_by_corner = {building.corner: building for building in after.buildings}
    changes, lost_buildings = [], []
    for corner, building in after_by_corner.items():
        former = before_by_corner.get(corner)
        if former is not None and _building_rank(building) < _building_rank(former):
            lost_buildings.append(building if building.pillaged else former)
        elif building != former:
            changes.append(PlaceChange("v", corner, BUILT_WEIGHT, concerns_reader=building.seat == reader))
    lost_buildings += [building for corner, building in before_by_corner.items() if corner not in after_by_corner]
    lost = [_lost_piece("v", building.corner, building.seat, reader) for building in lost_buildings]
    return [*lost, *changes], lost_buildings


def _building_rank(building: BuildingView) -> tuple[bool, bool, bool]:
    """For comparisons: a building of a lower rank than before was reduced."""
    return building.city and not building.pillaged, bool(building.metropolis), building.wall


def _find_knight_changes(
    before: CatanView, after: CatanView, reader: int | None, left_corners: set[int]
) -> tuple[list[PlaceChange], list[KnightView]]:
    """The changes, except knights deactivated by a battle, and the lost knights. `left_corners`: corners that knights
    moved away from."""
    before_by_corner = {knight.corner: knight for knight in before.knights}
    after_by_corner = {knight.corner: knight for knight in after.knights}
    changes = []
    for corner, knight in after_by_corner.items():
        former = before_by_corner.get(corner)
        if former is None or (former.seat, former.level) != (knight.seat, knight.level):
            mine = reader in (knight.seat, former.seat if former is not None else None)
            changes.append(PlaceChange("v", corner, MINOR_WEIGHT + 1, concerns_reader=mine))
        elif knight.active and not former.active:
            changes.append(PlaceChange("v", corner, MINOR_WEIGHT - 1, concerns_reader=knight.seat == reader))
    accounted = {building.corner for building in after.buildings} | set(after_by_corner) | left_corners
    lost_knights = [knight for corner, knight in before_by_corner.items() if corner not in accounted]
    return [*changes, *(_lost_piece("v", knight.corner, knight.seat, reader) for knight in lost_knights)], lost_knights


def _list_built_by_others(events: Iterable[Event], seat: int) -> Iterator[tuple[str, int, int]]:
    """(kind, number, seat) of pieces that other seats built in this turn."""
    for key, params in events:
        place = params.get("corner") or params.get("path")
        if key.startswith(BUILT_BY) and isinstance(place, str) and params.get("seat") not in (None, seat):
            yield place[0], int(place[1:]), params["seat"]


def _find_acting_knights(after: CatanView, events: Iterable[Event], changed_corners: set[int]) -> list[PlaceChange]:
    """Knights that acted without moving or changing. `changed_corners`: left out."""
    corners = {int(params["corner"][1:]) for key, params in events if key == ROBBER_CHASED} - changed_corners
    return [PlaceChange("v", knight.corner, MINOR_WEIGHT - 1) for knight in after.knights if knight.corner in corners]


def _find_hex_changes(before: CatanView, after: CatanView, reader: int | None) -> list[PlaceChange]:
    """Hexes with a new robber, merchant or number."""
    changes = []
    for number, (former, current) in enumerate(zip(before.hexes, after.hexes, strict=True)):
        robber_came = current.robber and not former.robber
        merchant_came = current.merchant >= 0 and current.merchant != former.merchant  # named here: a field of the view
        if robber_came or merchant_came or current.token != former.token:
            mine = reader in seats_on_hex(after, number)
            changes.append(
                PlaceChange("h", number, HEX_CHANGED_WEIGHT + (MINOR_WEIGHT if mine else 0), concerns_reader=mine)
            )
    return changes


def token_of_new_robber_hex(before: CatanView, after: CatanView, reader: int | None) -> int:
    """The number of a hex of the reader that the robber moved to; 0: none that produces."""
    return next(
        (
            current.token
            for number, (former, current) in enumerate(zip(before.hexes, after.hexes, strict=True))
            if current.robber and not former.robber and reader in seats_on_hex(after, number)
        ),
        0,
    )


def seats_on_hex(view: CatanView, number: int) -> set[int]:
    """The seats with a building on the hex."""
    hexes_at = load_layouts()[view.board].hexes_at
    return {building.seat for building in view.buildings if number in hexes_at[building.corner]}


def find_producing_hexes(after: CatanView, events: Iterable[Event]) -> tuple[int, ...]:
    """The hexes of the last rolled number with a building and without the robber, then or now."""
    known_events = list(events)
    rolled = next((int(params["n"]) for key, params in reversed(known_events) if key == "catan.dice.rolled"), SEVEN)
    blocked = {params["hex"] for key, params in known_events if key == PRODUCTION_ROBBED and params["token"] == rolled}
    return tuple(
        index
        for index, hexagon in enumerate(after.hexes)
        if rolled != SEVEN
        and hexagon.token == rolled
        and not hexagon.robber
        and f"h{index}" not in blocked
        and seats_on_hex(after, index)
    )


def _quiet_turn_changes(
    after: CatanView, rolled: tuple[int, ...], reader: int | None, seat: int
) -> tuple[PlaceChange, ...]:
    """Places to show for a turn without changes: the reader's producing hexes, else anybody's, else the first building
    of the turn's seat."""
    reader_hexes = [number for number in rolled if reader in seats_on_hex(after, number)]
    if rolled:
        return tuple(
            PlaceChange("h", h, MINOR_WEIGHT, concerns_reader=bool(reader_hexes)) for h in (reader_hexes or rolled)[:2]
        )
    own_corners = [building.corner for building in after.buildings if building.seat == seat]
    if own_corners:
        return (PlaceChange("v", own_corners[0], MINOR_WEIGHT),)
    return (PlaceChange("h", len(after.hexes) // 2, MINOR_WEIGHT),)
