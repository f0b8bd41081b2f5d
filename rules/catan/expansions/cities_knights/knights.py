"""Knights: pieces, movement, and displacement."""  # catan.md 8.5, 9.1, 9.2

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.catan import network
from rules.catan.event_places import places_for_events
from rules.catan.network import set_bits
from rules.catan.places import OUT, Corner
from rules.catan.state import CatanState, Ctx
from rules.catan.steps import Ask
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase

from .moves import CORNERS, PASS_RELOCATE, AnswerRelocate
from .realm import ABILITY, BASIC, MIGHTY, POLITICS, RANKS, STRONG, Realm, knights_left, level_at, realm_of

RELOCATE = tuple(map(AnswerRelocate, CORNERS))


# --- places


def free_places(s: CatanState, seat: int) -> int:
    """The free corners on a road of the player, as bits."""
    return s.corners_reached[seat] & ~s.corners_occupied


def network_from(s: CatanState, seat: int, start: int) -> int:
    """The corners reachable along the player's roads from a corner, not past opponents' pieces, as bits."""
    roads, held, ways = s.roads, s.held, s.layout.paths_and_neighbours
    reached = 1 << start
    frontier = [start]
    while frontier:
        for path, neighbour in ways[frontier.pop()]:
            if roads[path] == seat and not reached >> neighbour & 1:
                reached |= 1 << neighbour
                if held[neighbour] in (OUT, seat):
                    frontier.append(neighbour)
    return reached & ~(1 << start)


def nearest_corner(s: CatanState, seat: int, start: int, places: int) -> int:
    """The corner of `places` (bits) the fewest roads away from `start`; of equals the first."""
    reached = ring = 1 << start
    while not ring & places:
        passable = [corner for corner in set_bits(ring) if corner == start or s.held[corner] in (OUT, seat)]
        ring = 0
        for corner in passable:
            ring |= sum(
                1 << neighbour for path, neighbour in s.layout.paths_and_neighbours[corner] if s.roads[path] == seat
            )
        ring &= ~reached
        reached |= ring
    return next(set_bits(ring & places))


def weaker_opponents(s: CatanState, realm: Realm, seat: int, level: int) -> int:
    """The corners of opponents' knights a knight of this level can displace, as bits."""
    basic, strong, _ = realm.ranks
    weaker = {BASIC: 0, STRONG: basic, MIGHTY: basic | strong}[level]
    return weaker & ~realm.knights[seat]


def knight_goals(s: CatanState, realm: Realm, seat: int, corner: int) -> int:
    """The corners the knight on that corner may move to, as bits."""
    reached = network_from(s, seat, corner)
    return reached & (~s.corners_occupied | weaker_opponents(s, realm, seat, level_at(realm, corner)))


# --- pieces


def put_knight(ctx: Ctx, seat: int, corner: int, level: int, active: bool) -> None:
    """Put a knight on a free corner; it cannot act in this turn."""
    record_knight(realm_of(ctx.s), seat, corner, level, active)
    network.place_piece(ctx, seat, corner)
    note_places_changed(ctx.s, corner)


def remove_knight(ctx: Ctx, corner: int) -> tuple[int, int, bool]:
    """Remove the knight on a corner; returns its owner, level, and whether it was active."""
    s = ctx.s
    seat = s.held[corner]
    level, active = erase_knight(realm_of(s), seat, corner)
    network.remove_piece(ctx, corner)
    note_places_changed(s, corner)
    return seat, level, active


def record_knight(realm: Realm, seat: int, corner: int, level: int, active: bool) -> None:
    """Add a knight to the realm."""
    bit = 1 << corner
    realm.knights[seat] |= bit
    realm.ranks[level - 1] |= bit
    if active:
        realm.active |= bit


def erase_knight(realm: Realm, seat: int, corner: int) -> tuple[int, bool]:
    """Remove a knight from the realm; returns its level and whether it was active."""
    keep = ~(1 << corner)
    level, active = level_at(realm, corner), bool(realm.active >> corner & 1)
    realm.knights[seat] &= keep
    realm.ranks[level - 1] &= keep
    realm.active &= keep
    realm.ready &= keep
    realm.promoted &= keep
    return level, active


def deactivate_knight(realm: Realm, corner: int) -> None:
    """Make a knight inactive after its action."""
    realm.active &= ~(1 << corner)
    realm.ready &= ~(1 << corner)


def note_places_changed(s: CatanState, *corners: int) -> None:
    """Record the places changed by the last move."""
    s.changed = (*s.changed, *(str(Corner(corner)) for corner in corners))


def promotable_knights(realm: Realm, seat: int) -> int:
    """The corners of knights that may be promoted, regardless of cost, as bits."""
    candidates = realm.knights[seat] & ~realm.promoted
    promotable = 0
    if candidates:
        if knights_left(realm, seat, STRONG):
            promotable = candidates & realm.ranks[BASIC - 1]
        if realm.levels[seat][POLITICS] >= ABILITY and knights_left(realm, seat, MIGHTY):
            promotable |= candidates & realm.ranks[STRONG - 1]
    return promotable


def promote_knight(ctx: Ctx, seat: int, corner: int) -> None:
    """Raise a knight by one level; it stays active or inactive."""
    s = ctx.s
    realm = realm_of(s)
    level = level_at(realm, corner)
    bit = 1 << corner
    realm.ranks[level - 1] &= ~bit
    realm.ranks[level] |= bit
    realm.promoted |= bit
    note_places_changed(s, corner)
    ctx.emit("catan.knight.promoted", seat=seat, **places_for_events(s, corner=corner), rank=RANKS[level])


def check_own_knight(s: CatanState, seat: int, corner: int) -> None:
    """IllegalMove unless a knight of the player is there."""
    if not 0 <= corner < len(s.held):
        raise IllegalMove("catan.error.no_place", place=str(Corner(corner)))
    if not realm_of(s).knights[seat] >> corner & 1:
        raise IllegalMove("catan.error.no_knight", corner=str(Corner(corner)))


def check_promotion(s: CatanState, seat: int, corner: int) -> None:
    """IllegalMove unless the knight there may be promoted, regardless of cost."""
    check_own_knight(s, seat, corner)
    realm = realm_of(s)
    level = level_at(realm, corner)
    if realm.promoted >> corner & 1:
        raise IllegalMove("catan.error.promoted", corner=str(Corner(corner)))
    if level == MIGHTY:
        raise IllegalMove("catan.error.mighty", corner=str(Corner(corner)))
    if level == STRONG and realm.levels[seat][POLITICS] < ABILITY:
        raise IllegalMove("catan.error.fortress")
    if not knights_left(realm, seat, level + 1):
        raise IllegalMove("catan.error.no_piece", piece=RANKS[level])


def move_knight(ctx: Ctx, seat: int, corner: int, to: int) -> None:
    """Move a knight along its roads; a weaker one there is displaced."""
    s = ctx.s
    realm = realm_of(s)
    owner = s.held[to]
    displaced = erase_knight(realm, owner, to) if owner != OUT else None  # (level, active)
    promoted = realm.promoted >> corner & 1
    level, _ = erase_knight(realm, seat, corner)
    record_knight(realm, seat, to, level, active=False)
    realm.promoted |= promoted << to
    network.move_piece(ctx, seat, corner, to)
    note_places_changed(s, corner, to)
    places = places_for_events(s, corner=corner, goal=to)
    if displaced is None:
        ctx.emit("catan.knight.moved", seat=seat, **places)
        return
    displaced_level, displaced_active = displaced
    ctx.emit("catan.knight.drove", seat=seat, **places, from_seat=owner, rank=RANKS[displaced_level - 1])
    may_remove = s.hooks.chosen["displaced_may_be_removed"] == "on"
    displace_knight(ctx, owner, to, displaced_level, displaced_active, may_remove)


# --- displaced


def displace_knight(ctx: Ctx, owner: int, start: int, level: int, active: bool, may_remove: bool) -> None:
    """Displace a knight that stood there; it leaves the board if it has nowhere to go."""
    ctx.push(Relocate(owner, start=start, level=level, active=active, may_remove=may_remove))


def return_knight_to_supply(ctx: Ctx, owner: int, level: int) -> None:
    """Return a displaced knight to the supply."""
    ctx.emit("catan.knight.removed", seat=owner, rank=RANKS[level - 1])


def relocate_knight(ctx: Ctx, owner: int, corner: int, level: int, active: bool) -> None:
    """Put a displaced knight on another corner; it stays active or inactive."""
    put_knight(ctx, owner, corner, level, active)
    ctx.emit("catan.knight.relocated", seat=owner, **places_for_events(ctx.s, corner=corner))


@dataclass(frozen=True, slots=True)
class Relocate(Ask):
    """The owner of a displaced knight chooses its new corner."""  # catan.md 8.2 D13

    kind: ClassVar[str] = "catan.ck.relocate"
    phrase_key: ClassVar[str] = "relocate"
    start: int = OUT
    level: int = BASIC
    active: bool = False
    may_remove: bool = False

    def _reachable_free_corners(self, s: CatanState) -> int:
        return network_from(s, self.seat, self.start) & ~s.corners_occupied

    def waiting(self, s: CatanState) -> Collection[int]:
        if self.done:
            return NOBODY
        places = self._reachable_free_corners(s)
        has_choice = places.bit_count() > 1 or (places and self.may_remove)
        return ONLY_SEAT[self.seat] if has_choice else NOBODY

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        moves: list[Move] = [RELOCATE[corner] for corner in set_bits(self._reachable_free_corners(s))]
        if self.may_remove:
            moves.append(PASS_RELOCATE)
        return moves

    def default_move(self, s: CatanState, seat: int) -> AnswerRelocate:
        return RELOCATE[nearest_corner(s, seat, self.start, self._reachable_free_corners(s))]

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.relocate", {"corner": str(self.default_move(s, seat).corner)})

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if move in self.legal(s, seat):
            return
        if isinstance(move, AnswerRelocate):
            raise IllegalMove("catan.error.relocate_where", corner=str(move.corner))
        raise IllegalMove("catan.error.relocate_first")

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        if isinstance(move, AnswerRelocate):
            relocate_knight(ctx, self.seat, move.corner, self.level, self.active)
        else:
            return_knight_to_supply(ctx, self.seat, self.level)

    def carry_out_step(self, ctx: Ctx) -> None:
        if self.done:
            return
        places = self._reachable_free_corners(ctx.s)
        if places:
            relocate_knight(ctx, self.seat, places.bit_length() - 1, self.level, self.active)
        else:
            return_knight_to_supply(ctx, self.seat, self.level)
