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
from .layout import largest_layout
from .moves import Discard, Robber
from .places import NOBODY, OUT, Hex, Victim
from .state import MOST_SEATS, CatanState, Ctx
from .steps import Ask, CatanStep

HAND_LIMIT: Final = 7
# hex -> seat of the victim -> move; NOBODY (the last one): no victim
MOVES: Final = tuple(
    tuple(Robber(hex_, victim) for victim in (*map(Victim, range(MOST_SEATS)), NOBODY))
    for hex_ in largest_layout().hexes
)


def hand_limit(s: CatanState, seat: int) -> int:
    """The number of cards the player may keep on a seven."""
    limit = HAND_LIMIT
    for adjust_limit in s.hooks.adjusted_hand_limit:
        limit = adjust_limit(s, seat, limit)
    return limit


def resolve_seven(ctx: Ctx) -> None:
    """Ask for discards, then for the robber."""
    s = ctx.s
    discards = []
    for seat in s.seats_from_active():
        held = count_cards(s.hands[seat])
        if held > HAND_LIMIT and held > hand_limit(s, seat):
            discards.append((seat, held // 2))
    steps: list[CatanStep] = [Discards(tuple(discards))] if discards else []
    if not any(blocks_robber(s) for blocks_robber in s.hooks.blocks_robber):
        steps.append(MoveRobber(s.active))
    ctx.push(*steps)


@dataclass(frozen=True, slots=True)
class Discards(ChooseCards):
    """Cards go to the bank and become public at the end."""  # catan.md 8.2 D8, D19

    kind: ClassVar[str] = "catan.discards"
    phrase_key: ClassVar[str] = "discard"
    answer_type: ClassVar[type[Move]] = Discard

    def apply_all_choices(self, ctx: Ctx, cards_by_seat: list[tuple[int, int]]) -> None:
        for seat, cards in cards_by_seat:
            effects.pay_cards(ctx.s, seat, cards)
            ctx.emit("catan.discard.told", reveals=True, seat=seat, cards=effects.card_names(cards))


def robber_victims(s: CatanState, thief: int, hex_: int) -> list[int]:
    """The opponents with a building on the hex and a card in hand."""
    owners = dict.fromkeys(s.held[corner] for corner in s.layout.corners_of[hex_] if s.buildings[corner])
    return [owner for owner in owners if owner != thief and s.hands[owner]]


def robber_moves(s: CatanState, thief: int) -> list[Robber]:
    """Every hex but the present one, with every possible victim."""
    moves: list[Robber] = []
    for hex_, moves_there in enumerate(MOVES[: len(s.terrain)]):
        if hex_ != s.robber:
            victims = sorted(robber_victims(s, thief, hex_)) or [NOBODY]
            moves += [moves_there[victim] for victim in victims]
    return moves


def check_robber(s: CatanState, thief: int, move: Robber) -> None:
    """IllegalMove unless the robber may go there and rob that player."""
    if not 0 <= move.hex < len(s.terrain):
        raise IllegalMove("catan.error.no_place", place=str(move.hex))
    if move.hex == s.robber:
        raise IllegalMove("catan.error.robber_stays")
    victims = robber_victims(s, thief, move.hex)
    if move.victim == OUT:
        if victims:
            raise IllegalMove("catan.error.victim_wanted", seats=sorted(victims))
    elif move.victim not in victims:
        raise IllegalMove("catan.error.no_victim", hex=str(move.hex))


def default_robber_move(s: CatanState, thief: int, moves: Iterable[Robber]) -> Robber:
    """The default move: a hex that costs the thief nothing, then the fewest victims, then the least loss of others. If
    somebody must be robbed, the victim has most points. Of equals the first."""

    def harm(move: Robber) -> tuple[int, int, int, int]:
        own_loss = loss_of_others = 0
        for corner in s.layout.corners_of[move.hex]:
            loss = s.buildings[corner] * hex_pips(s, move.hex)
            if s.held[corner] == thief:
                own_loss += loss
            else:
                loss_of_others += loss
        victim_points = 0 if move.victim == OUT else s.points[move.victim]
        return own_loss, len(robber_victims(s, thief, move.hex)), loss_of_others, -victim_points

    return min(moves, key=harm)


def describe_robber_move(s: CatanState, thief: int, move: Robber) -> Phrase:
    """The robber move in words; names all victims if the move names none."""
    victims = [int(move.victim)] if move.victim != OUT else sorted(robber_victims(s, thief, move.hex))
    hex_name = str(Hex(move.hex))
    if not victims:
        return Phrase("catan.fallback.robber", {"hex": hex_name})
    return Phrase("catan.fallback.robber_steals", {"hex": hex_name, "seats": victims})


@dataclass(frozen=True, slots=True)
class MoveRobber(Ask):
    """Move the robber to another hex and steal a card there."""  # catan.md 2.4, 8.2 D9

    kind: ClassVar[str] = "catan.robber"
    phrase_key: ClassVar[str] = "robber"

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return robber_moves(s, seat)

    def default_move(self, s: CatanState, seat: int) -> Robber:
        return default_robber_move(s, seat, robber_moves(s, seat))

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return describe_robber_move(s, seat, self.default_move(s, seat))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, Robber):
            raise IllegalMove("catan.error.robber_first")
        check_robber(s, seat, move)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
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
