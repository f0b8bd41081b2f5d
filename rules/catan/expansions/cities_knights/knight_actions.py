"""Actions with knights in one's turn."""  # catan.md 9.1, 9.2

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.catan import effects
from rules.catan.building import describe_cost
from rules.catan.cards import covers_cost, pack_cards
from rules.catan.event_places import places_for_events
from rules.catan.expansion import BUILD, MAIN, Action
from rules.catan.network import set_bits
from rules.catan.places import OUT, Corner
from rules.catan.robber import MoveRobber
from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move, Phrase

from . import moves as all_moves
from .knights import (
    check_own_knight,
    check_promotion,
    deactivate_knight,
    free_places,
    knight_goals,
    move_knight,
    network_from,
    promotable_knights,
    promote_knight,
    put_knight,
)
from .moves import Activate, Chase, MoveKnight, Promote, Recruit, knight_move
from .realm import BASIC, RANKS, Realm, knights_left, level_at, realm_of

KNIGHT_COST: Final = pack_cards(("wool", "ore"))  # of recruiting and of promoting
ACTIVE_COST: Final = pack_cards(("grain",))


class RaiseKnights(Action):
    """Recruit, promote and activate; also in the special build phase."""

    moves = (Recruit, Promote, Activate)
    phases = (MAIN, BUILD)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        realm = realm_of(s)
        hand = s.hands[seat]
        if covers_cost(hand, KNIGHT_COST):
            if knights_left(realm, seat, BASIC):
                moves += [all_moves.RECRUIT[corner] for corner in set_bits(free_places(s, seat))]
            moves += [all_moves.PROMOTE[corner] for corner in set_bits(promotable_knights(realm, seat))]
        if covers_cost(hand, ACTIVE_COST):
            moves += [all_moves.ACTIVATE[corner] for corner in set_bits(realm.knights[seat] & ~realm.active)]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if isinstance(move, Recruit):
            check_knight_place(s, seat, move.corner)
            effects.check_can_pay(s, seat, KNIGHT_COST)
            if not knights_left(realm_of(s), seat, BASIC):
                raise IllegalMove("catan.error.no_piece", piece=RANKS[0])
        elif isinstance(move, Promote):
            check_promotion(s, seat, move.corner)
            effects.check_can_pay(s, seat, KNIGHT_COST)
        else:
            assert isinstance(move, Activate)
            check_own_knight(s, seat, move.corner)
            if realm_of(s).active >> move.corner & 1:
                raise IllegalMove("catan.error.knight_active", corner=str(move.corner))
            effects.check_can_pay(s, seat, ACTIVE_COST)

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return [describe_cost(ACTIVE_COST if isinstance(move, Activate) else KNIGHT_COST)]

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        if isinstance(move, Recruit):
            effects.spend_cards(ctx, seat, KNIGHT_COST)
            ctx.emit("catan.knight.recruited", seat=seat, **places_for_events(s, corner=move.corner))
            put_knight(ctx, seat, move.corner, BASIC, active=False)
        elif isinstance(move, Promote):
            effects.spend_cards(ctx, seat, KNIGHT_COST)
            promote_knight(ctx, seat, move.corner)
        else:
            assert isinstance(move, Activate)
            effects.spend_cards(ctx, seat, ACTIVE_COST)
            realm_of(s).active |= 1 << move.corner
            s.changed = (str(move.corner),)
            ctx.emit("catan.knight.activated", seat=seat, **places_for_events(s, corner=move.corner))


class UseKnights(Action):
    """Move, displace, or chase the robber: once per knight active since the start of the turn; it becomes inactive."""

    moves = (MoveKnight, Chase)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        realm = realm_of(s)
        ready = realm.ready & realm.knights[seat]
        for corner in set_bits(ready):
            moves += [knight_move(corner, goal) for goal in set_bits(knight_goals(s, realm, seat, corner))]
        if ready and realm.came:
            moves += [all_moves.CHASE[corner] for corner in set_bits(ready) if s.robber in s.layout.hexes_at[corner]]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        assert isinstance(move, (MoveKnight, Chase))
        realm = realm_of(s)
        check_own_knight(s, seat, move.corner)
        if not realm.ready >> move.corner & 1:
            reason = "tired" if realm.active >> move.corner & 1 else "knight_inactive"
            raise IllegalMove(f"catan.error.{reason}", corner=str(move.corner))
        if isinstance(move, MoveKnight):
            check_knight_goal(s, realm, seat, move)
        elif not realm.came:
            raise IllegalMove("catan.error.robber_early")
        elif s.robber not in s.layout.hexes_at[move.corner]:
            raise IllegalMove("catan.error.robber_far", corner=str(move.corner))

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        if not isinstance(move, MoveKnight) or s.held[move.to] == OUT:
            return ()
        rank = RANKS[level_at(realm_of(s), move.to) - 1]
        return [Phrase("catan.preview.drives", {"rank": rank, "from_seat": s.held[move.to]})]

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        if isinstance(move, MoveKnight):
            move_knight(ctx, seat, move.corner, move.to)
            return
        assert isinstance(move, Chase)
        deactivate_knight(realm_of(ctx.s), move.corner)
        ctx.s.changed = (str(move.corner),)
        ctx.emit("catan.knight.chased", seat=seat, **places_for_events(ctx.s, corner=move.corner))
        ctx.push(MoveRobber(seat))


def check_knight_place(s: CatanState, seat: int, corner: int) -> None:
    """IllegalMove unless the player may place a knight there."""
    if not 0 <= corner < len(s.held):
        raise IllegalMove("catan.error.no_place", place=str(Corner(corner)))
    if s.held[corner] != OUT:
        raise IllegalMove("catan.error.corner_taken", corner=str(Corner(corner)), seat=s.held[corner])
    if not s.corners_reached[seat] >> corner & 1:
        raise IllegalMove("catan.error.not_connected", place=str(Corner(corner)))


def check_knight_goal(s: CatanState, realm: Realm, seat: int, move: MoveKnight) -> None:
    """IllegalMove unless the knight may move there."""
    if not 0 <= move.to < len(s.held):
        raise IllegalMove("catan.error.no_place", place=str(move.to))
    if not network_from(s, seat, move.corner) >> move.to & 1:
        raise IllegalMove("catan.error.knight_way", corner=str(move.corner), to=str(move.to))
    if knight_goals(s, realm, seat, move.corner) >> move.to & 1:
        return
    owner = s.held[move.to]
    if owner != seat and level_at(realm, move.to):
        raise IllegalMove("catan.error.not_weaker", to=str(move.to))
    raise IllegalMove("catan.error.corner_taken", corner=str(move.to), seat=owner)
