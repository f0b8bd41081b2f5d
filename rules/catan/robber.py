"""A seven: discards, the robber, the theft."""  # catan.md 2.4

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import IllegalMove, Move, Phrase

from . import effects
from .cards import count_cards
from .choosing import ChooseCards
from .default_moves import hex_pips
from .layout import load_layouts
from .moves import Discard, Robber
from .places import NOBODY, OUT, Hex, Victim
from .state import CatanState, Ctx
from .steps import Ask, CatanStep

HAND_LIMIT: Final = 7
_VICTIMS: Final = tuple(map(Victim, range(6)))
# hex -> seat of the victim -> move; the last one has no victim
MOVES: Final = tuple(
    tuple(Robber(Hex(h), victim) for victim in (*_VICTIMS, NOBODY))
    for h in range(max(len(board.hexes) for board in load_layouts().values()))
)


def hand_limit(s: CatanState, seat: int) -> int:
    """The number of cards the player may keep on a seven."""
    limit = HAND_LIMIT
    for ask in s.hooks.hand_limit:
        limit = ask(s, seat, limit)
    return limit


def resolve_seven(ctx: Ctx) -> None:
    """Ask for discards, then for the robber."""
    s = ctx.s
    owed = []
    for seat in s.from_active():
        n = count_cards(s.hands[seat])
        if n > HAND_LIMIT and n > hand_limit(s, seat):
            owed.append((seat, n // 2))
    steps: list[CatanStep] = [Discards(tuple(owed))] if owed else []
    if not any(ask(s) for ask in s.hooks.rests):
        steps.append(MoveRobber(s.active))
    ctx.push(*steps)


@dataclass(frozen=True, slots=True)
class Discards(ChooseCards):
    """Cards go to the bank and become public at the end."""  # catan.md 8.2 D8, D19

    kind: ClassVar[str] = "catan.discards"
    word: ClassVar[str] = "discard"
    made: ClassVar[type[Move]] = Discard

    def all_chosen(self, ctx: Ctx, given: list[tuple[int, int]]) -> None:
        for seat, cards in given:
            effects.pay_cards(ctx.s, seat, cards)
            ctx.emit("catan.discard.told", reveals=True, seat=seat, cards=effects.card_names(cards))


def robber_victims(s: CatanState, thief: int, hex_: int) -> list[int]:
    """The opponents with a building on the hex and a card in hand."""
    found: list[int] = []
    held = s.held
    for v in s.layout.corners_of[hex_]:
        seat = held[v]
        if seat >= 0 and s.buildings[v] and seat != thief and seat not in found and s.hands[seat]:
            found.append(seat)
    return found


def robber_moves(s: CatanState, thief: int) -> list[Robber]:
    """Every hex but the present one, with every possible victim."""
    moves: list[Robber] = []
    here = s.robber
    held, buildings, hands = s.held, s.buildings, s.hands
    for h, corners in enumerate(s.layout.corners_of):
        if h == here:
            continue
        found = 0
        row = MOVES[h]
        for v in corners:
            if buildings[v]:
                seat = held[v]
                if seat != thief and not found >> seat & 1 and hands[seat]:
                    found |= 1 << seat
        if not found:
            moves.append(row[NOBODY])
        else:
            moves += [row[seat] for seat in range(s.seats) if found >> seat & 1]
    return moves


def check_robber(s: CatanState, thief: int, move: Robber) -> None:
    """IllegalMove unless the robber may go there and rob that player."""
    if not 0 <= move.hex < len(s.terrain):
        raise IllegalMove("catan.error.no_place", place=str(move.hex))
    if move.hex == s.robber:
        raise IllegalMove("catan.error.robber_stays")
    found = robber_victims(s, thief, move.hex)
    if move.victim == OUT:
        if found:
            raise IllegalMove("catan.error.victim_wanted", seats=sorted(found))
    elif move.victim not in found:
        raise IllegalMove("catan.error.no_victim", hex=str(move.hex))


def default_robber_move(s: CatanState, thief: int, moves: Iterable[Robber]) -> Robber:
    """The default move: a hex that costs the thief nothing, then the fewest victims, then the least loss of others. If
    somebody must be robbed, the victim has most points. Of equals the first."""

    def harm(move: Robber) -> tuple[int, int, int, int]:
        lost = [0, 0]
        for v in s.layout.corners_of[move.hex]:
            if s.buildings[v]:
                lost[s.held[v] == thief] += s.buildings[v] * hex_pips(s, move.hex)
        others, own = lost
        leads = 0 if move.victim == OUT else s.points[move.victim]
        return own, len(robber_victims(s, thief, move.hex)), others, -leads

    return min(moves, key=harm)


def describe_robber_move(s: CatanState, thief: int, move: Robber) -> Phrase:
    """The robber move in words; names all victims if the move names none."""
    robbed = [move.victim] if move.victim != OUT else sorted(robber_victims(s, thief, move.hex))
    where = {"hex": str(Hex(move.hex))}
    if not robbed:
        return Phrase("catan.fallback.robber", where)
    return Phrase("catan.fallback.robber_steals", {**where, "seats": [int(seat) for seat in robbed]})


@dataclass(frozen=True, slots=True)
class MoveRobber(Ask):
    """Move the robber to another hex and steal a card there."""  # catan.md 2.4, 8.2 D9

    kind: ClassVar[str] = "catan.robber"
    word: ClassVar[str] = "robber"

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return robber_moves(s, seat)

    def fallback(self, s: CatanState, seat: int) -> Robber:
        return default_robber_move(s, seat, robber_moves(s, seat))

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return describe_robber_move(s, seat, self.fallback(s, seat))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, Robber):
            raise IllegalMove("catan.error.robber_first")
        check_robber(s, seat, move)

    def decided(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Robber)
        move_robber(ctx, self.seat, move.hex)
        if move.victim != OUT:
            effects.steal_card(ctx, self.seat, move.victim)


def move_robber(ctx: Ctx, seat: int, hex_: int) -> None:
    """Move the robber to that hex."""
    s = ctx.s
    s.changed = (*s.changed, str(Hex(s.robber)), str(Hex(hex_)))
    s.robber = int(hex_)
    ctx.emit("catan.robber.moved", seat=seat, hex=str(Hex(hex_)), token=s.tokens[hex_])
