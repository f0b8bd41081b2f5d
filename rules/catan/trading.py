"""Domestic trade: the open offer of the active player, answers, and the exchange."""  # catan.md 2.6, 8.4

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core import Chance, IllegalMove, Move

from . import effects
from .cards import NUMBER, ONE, count_kind, covers_cost, draw_kind, kind_counts, pack_cards, share_no_kind
from .effects import card_names
from .expansion import Action
from .moves import (
    Offering,
    TradeAccept,
    TradeCancel,
    TradeConfirm,
    TradeCounter,
    TradeDecline,
    TradeFirst,
    TradeOffer,
)
from .state import Answer, CatanState, Ctx, Offer, Refusal, Wish

ACCEPT, DECLINE, COUNTER = "accept", "decline", "counter"
ANSWERS = (TradeAccept, TradeDecline, TradeCounter)


def pack_trade_side(s: CatanState, cards: Sequence[str]) -> int:
    """One side of a trade, packed. IllegalMove for words that are no cards of this game, or too many cards."""
    for card in cards:
        if card not in s.hooks.cards:
            raise IllegalMove("move.token", text=card, field="give")
    supply = kind_counts(sum(module_stock(s) for module_stock in s.hooks.module_cards))
    if any(cards.count(card) > supply[NUMBER[card]] for card in set(cards)):
        raise IllegalMove("catan.error.too_many")
    return pack_cards(cards)


def check_sides(give: int, want: int) -> None:
    """IllegalMove for a gift, or for the same kind on both sides."""
    if not give or not want:
        raise IllegalMove("catan.error.gift")
    if not share_no_kind(give, want):
        raise IllegalMove("catan.error.both_sides")


def get_open_offer(s: CatanState, number: int) -> Offer:
    """The offer of that number. IllegalMove if it is not open."""
    if s.offer is None or s.offer.number != number:
        raise IllegalMove("catan.error.offer_closed")
    return s.offer


def answer_of(offer: Offer, seat: int) -> Answer | None:
    """The answer of a seat to the offer."""
    return next((answer for answer in offer.answers if answer.seat == seat), None)


def answers_of_others(offer: Offer, seat: int) -> tuple[Answer, ...]:
    """The answers to the offer without that of the seat."""
    return tuple(answer for answer in offer.answers if answer.seat != seat)


def seats_without_answer(offer: Offer) -> tuple[int, ...]:
    """The seats asked without a valid answer."""
    return tuple(seat for seat in offer.whom if answer_of(offer, seat) is None)


def is_maker_choosing(offer: Offer) -> bool:
    """Whether the maker has to choose a partner; with TradeFirst only among counter-offers."""
    return not offer.first or any(answer.kind == COUNTER for answer in offer.answers)


def close_offer_at_turn_end(s: CatanState) -> None:
    """At the end of a turn: close its open offer, and remember it until the player's next turn begins."""
    offer = s.offer
    s.offer, s.heard = None, 0
    if offer is not None:
        declined = {answer.seat for answer in offer.answers if answer.kind == DECLINE}
        may_still_accept = tuple(seat for seat in offer.whom if seat not in declined)
        if may_still_accept:
            s.wishes = (*s.wishes, Wish(s.active, offer.give, offer.want, may_still_accept))


def forget_unaccepted_offer(s: CatanState, seat: int) -> None:
    """Forget the wish of a seat that traded or whose turn begins."""
    s.wishes = tuple(wish for wish in s.wishes if wish.seat != seat)


def remember_refusal(s: CatanState, offer: Offer, by: int) -> None:
    """Remember that a player declined."""
    refusal = Refusal(s.active, offer.give, offer.want, by, s.turn)
    if refusal not in s.refusals:
        s.refusals = (*s.refusals, refusal)


def forget_refusals(s: CatanState) -> None:
    """At the start of a turn: forget refusals older than the player's last turn."""
    s.refusals = tuple(refusal for refusal in s.refusals if refusal.turn >= s.turn - s.seats)


# --- the active player


class Trade(Action):
    """Offer, withdraw, carry out."""

    moves = (TradeFirst, TradeOffer, TradeConfirm, TradeCancel)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        offer = s.offer
        if offer is None:
            return
        for answer in offer.answers:
            if answer.kind == ACCEPT or (answer.kind == COUNTER and covers_cost(s.hands[seat], answer.want)):
                moves.append(TradeConfirm(offer.number, answer.seat))
        moves.append(TradeCancel(offer.number))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if isinstance(move, Offering):
            give, want = pack_trade_side(s, move.give), pack_trade_side(s, move.want)
            check_sides(give, want)
            opponents = [other for other in range(s.seats) if other != seat]
            if not move.whom or list(move.whom) != [other for other in opponents if other in move.whom]:
                raise IllegalMove("catan.error.whom")
            effects.check_can_pay(s, seat, give)
        elif isinstance(move, TradeConfirm):
            answer = answer_of(get_open_offer(s, move.offer), move.player)
            if answer is None or answer.kind == DECLINE:
                raise IllegalMove("catan.error.not_accepted")
            if answer.kind == COUNTER:
                effects.check_can_pay(s, seat, answer.want)
        else:
            assert isinstance(move, TradeCancel)
            get_open_offer(s, move.offer)

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        if isinstance(move, Offering):
            s.offers += 1
            s.heard = 0
            first = isinstance(move, TradeFirst)
            s.offer = Offer(s.offers, pack_cards(move.give), pack_cards(move.want), tuple(move.whom), first=first)
            ctx.emit(
                "catan.trade.offered",
                seat=seat,
                give=card_names(s.offer.give),
                want=card_names(s.offer.want),
                to_seats=list(move.whom),
                offer=s.offers,
                first=first,
            )
        elif isinstance(move, TradeCancel):
            s.offer, s.heard = None, 0
            ctx.emit("catan.trade.cancelled", seat=seat, offer=move.offer)
        else:
            assert isinstance(move, TradeConfirm)
            confirm_trade(ctx, seat, move.player)
            if s.offer is None:
                s.heard = 0  # the maker knows


def confirm_trade(ctx: Ctx, seat: int, partner: int) -> None:
    """Carry out a trade; if either hand cannot pay any more, nothing changes."""  # catan.md R25
    s = ctx.s
    offer = s.offer
    assert offer is not None
    answer = answer_of(offer, partner)
    assert answer is not None
    give, want = offer.give, offer.want
    if answer.kind == COUNTER:
        give, want = answer.want, answer.give
    if not covers_cost(s.hands[partner], want):
        s.offer = offer._replace(answers=answers_of_others(offer, partner))
        ctx.emit("catan.trade.failed", reveals=True, seat=seat, to_seat=partner)
        return
    effects.give_cards(s, seat, partner, give)
    effects.give_cards(s, partner, seat, want)
    s.offer = None
    forget_unaccepted_offer(s, partner)
    # Success reveals that they still had the cards, as failure would reveal the opposite.
    ctx.emit("catan.trade.done", reveals=True, seat=seat, to_seat=partner, give=card_names(give), want=card_names(want))


# --- seats asked


def list_trade_answers(s: CatanState, seat: int) -> Iterable[Move]:
    """The answers of a seat to the open offer, except counter-offers, which are unlisted."""
    offer = s.offer
    if offer is None or seat not in offer.whom:
        return ()
    answer = answer_of(offer, seat)
    moves: list[Move] = []
    if covers_cost(s.hands[seat], offer.want) and (answer is None or answer.kind != ACCEPT):
        moves.append(TradeAccept(offer.number))
    if answer is None or answer.kind != DECLINE:
        moves.append(TradeDecline(offer.number))
    return moves


def check_answer(s: CatanState, seat: int, move: Move) -> None:
    """IllegalMove unless the seat may give that answer to the open offer."""
    if not isinstance(move, ANSWERS):
        raise IllegalMove("catan.error.not_your_turn")
    offer = get_open_offer(s, move.offer)
    if isinstance(move, TradeCounter):
        give, want = pack_trade_side(s, move.give), pack_trade_side(s, move.want)
        check_sides(give, want)
        effects.check_can_pay(s, seat, give)
        return
    answer = answer_of(offer, seat)
    answer_kind = ACCEPT if isinstance(move, TradeAccept) else DECLINE
    if answer is not None and answer.kind == answer_kind:
        raise IllegalMove("catan.error.answered")
    if isinstance(move, TradeAccept):
        effects.check_can_pay(s, seat, offer.want)


def record_answer(ctx: Ctx, seat: int, move: Move) -> None:
    """Record an answer, which may be changed until the offer closes; TradeFirst may trade at once."""
    s = ctx.s
    offer = s.offer
    assert offer is not None
    is_last_answer = set(seats_without_answer(offer)) <= {seat}
    if is_last_answer or not isinstance(move, TradeDecline):
        s.heard = offer.number
    if isinstance(move, TradeCounter):
        answer = Answer(seat, COUNTER, pack_cards(move.give), pack_cards(move.want))
        ctx.emit(
            "catan.trade.countered",
            seat=seat,
            give=card_names(answer.give),
            want=card_names(answer.want),
            offer=offer.number,
        )
    elif isinstance(move, TradeAccept):
        answer = Answer(seat, ACCEPT)
        if not offer.first:  # otherwise the trade's own event reports it
            ctx.emit("catan.trade.accepted", seat=seat, offer=offer.number)
    else:
        answer = Answer(seat, DECLINE)
        remember_refusal(s, offer, seat)
        ctx.emit("catan.trade.declined", seat=seat, offer=offer.number)
    s.offer = offer._replace(answers=(*answers_of_others(offer, seat), answer))
    if offer.first and answer.kind == ACCEPT:
        confirm_trade(ctx, s.active, seat)  # catan.md 8.4 no. 3


# --- unlisted moves


def sample_trades(s: CatanState, seat: int, chance: Chance) -> Iterable[Move]:
    """Random offers of both kinds, or a counter-offer, of one or two cards."""
    hand = s.hands[seat]
    if not hand:
        return
    kind = draw_kind(hand, chance)
    give_count = 1 + chance.below(2) if count_kind(hand, kind) > 1 else 1
    give = tuple(card_names(give_count * ONE[kind]))
    other_cards = [card for card in s.hooks.cards if NUMBER[card] != kind]
    want = (other_cards[chance.below(len(other_cards))],) * (1 + chance.below(2))
    if seat != s.active:
        if s.offer is not None and seat in s.offer.whom:
            yield TradeCounter(s.offer.number, give, want)
        return
    opponents = [other for other in range(s.seats) if other != seat]
    addressees = opponents if chance.below(2) else [opponents[chance.below(len(opponents))]]
    for offer_type in (TradeOffer, TradeFirst):
        yield offer_type(give, want, tuple(addressees))
