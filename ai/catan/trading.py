"""Trades with the bank and with the others, and what is given up or taken otherwise."""

from __future__ import annotations

from operator import gt
from typing import Final

from rules.catan.cards import CARDS
from rules.catan.moves import (
    Bank,
    TradeAccept,
    TradeCancel,
    TradeConfirm,
    TradeCounter,
    TradeDecline,
    TradeFirst,
    TradeOffer,
)
from rules.catan.view import AnswerView, OfferView, RefusalView
from rules.core import Move

from .board import Cards
from .hand import cards_held_by_others, cards_of_kind, current_goals, hand_worth_change, seven_danger, subtract_cards
from .partners import builds_probability, is_barred_trade
from .scores import NEVER, scorer_for
from .situation import Situation

FEE: Final = 0.02  # of a trade with the bank: rather wait for the card
PRESSED: Final = 1.0  # how much more a seven is feared for cards that serve nothing
HELP: Final = 0.12  # what a card is worth to the other side, at least
BUILT: Final = 0.5  # and what they build with it at once, where they are ahead of me
FIRM: Final = 0.05  # what a trade must bring me
WORTH_IT: Final = 0.7  # what it must complete
WISH: Final = 0.2  # what an offer must promise, to be made at all
LIKELY: Final = 2  # dots from which on somebody probably has a card


@scorer_for(Bank)
def score_bank_trade(r: Situation, move: Bank) -> float:
    """Where it brings something nearer, above all with more cards than a seven leaves and nothing to build."""
    less = cards_of_kind(r, move.give, r.mine.rates[r.view.cards.index(move.give)])
    more = cards_of_kind(r, move.take)
    value = hand_worth_change(r, more, less) - FEE
    held = sum(r.hand)
    if held > r.mine.hand_limit and not r.memo(can_pay_any_goal) and is_well_spent(r, more, less):
        value += PRESSED * (seven_danger(r, held) - seven_danger(r, held + 1 - sum(less)))
    return value


def can_pay_any_goal(r: Situation) -> bool:
    """Does the hand pay for anything one would like to have?"""
    return any(not lacks_cards(goal.cost, r.hand) for goal in r.memo(current_goals))


def is_well_spent(r: Situation, more: Cards, less: Cards) -> bool:
    """Whether something worth it wants the card that comes, and none of those that go."""
    left = subtract_cards(r.hand, less)
    return any(
        goal.gain >= WORTH_IT
        and any(new and needs > have for new, needs, have in zip(more, goal.cost, r.hand, strict=True))
        and not any(gone and needs > have for gone, needs, have in zip(less, goal.cost, left, strict=True))
        for goal in r.memo(current_goals)
    )


# --- offers


def trade_value(r: Situation, gets: Cards, gives: Cards, partner: int, wished: bool) -> float:
    """What a trade with a player is worth to me, less what it is worth to them. `wished`: they have asked for it."""
    if is_barred_trade(r, partner, gives, gets, wished):
        return NEVER
    return hand_worth_change(r, gets, gives) - trade_harm(r, gets, gives, partner, wished)


def trade_harm(r: Situation, gets: Cards, gives: Cards, partner: int, wished: bool) -> float:
    """What a trade is worth to the other side, as far as that is bad for me."""
    value = HELP * max(1, sum(gives))
    if r.view.scores[partner] > r.score:
        value += BUILT * builds_probability(r, partner, gives, gets, wished)
    return value * r.threats[partner]


@scorer_for(TradeAccept)
def score_acceptance(r: Situation, move: TradeAccept) -> float:
    offer = r.view.offer
    if offer is None:
        return NEVER
    return trade_value(r, r.counts(offer.give), r.counts(offer.want), offer.seat, True) - FIRM


@scorer_for(TradeDecline)
def score_decline(r: Situation, move: TradeDecline) -> float:
    return 0.0


@scorer_for(TradeCounter)
def score_counter_offer(r: Situation, move: TradeCounter) -> float:
    """Only one of my own making: see `_countered`."""
    offer = r.view.offer
    if offer is None or move not in r.memo(_counter_offers):
        return NEVER
    return 0.5 * trade_value(r, r.counts(move.want), r.counts(move.give), offer.seat, True) - 2 * FIRM


@scorer_for(TradeFirst)
def score_first_taker_offer(r: Situation, move: TradeFirst) -> float:
    """Only one of my own making: see `_offered`."""
    return r.memo(_best_offer).get(move, NEVER)


@scorer_for(TradeOffer)
def score_offer(r: Situation, move: TradeOffer) -> float:
    return NEVER  # the first who accepts is as good as any: nobody shall wait for me


@scorer_for(TradeConfirm)
def score_confirmation(r: Situation, move: TradeConfirm) -> float:
    offer = r.view.offer
    answer = next((a for a in offer.answers if a.seat == move.player), None) if offer is not None else None
    if offer is None or answer is None:
        return NEVER
    theirs = answer.kind == "counter"
    gives, gets = (answer.want, answer.give) if theirs else (offer.give, offer.want)
    return trade_value(r, r.counts(gets), r.counts(gives), answer.seat, theirs) - FIRM + 0.01


@scorer_for(TradeCancel)
def score_cancellation(r: Situation, move: TradeCancel) -> float:
    return NEVER  # it closes by itself


def invented_offers(r: Situation) -> list[Move]:
    """Offers and counter-offers worth making, which are not listed."""
    if r.view.phase != "main":
        return []
    if r.me == r.view.active:
        return list(r.memo(_best_offer))
    return list(r.memo(_counter_offers))


def answer_of_seat(offer: OfferView, seat: int) -> AnswerView | None:
    """What a player has answered so far."""
    return next((answer for answer in offer.answers if answer.seat == seat), None)


def has_refused(r: Situation, seat: int, gives: Cards, gets: Cards) -> bool:
    """Whether they have declined to part with such a card, in this turn or in my last one.

    Whatever else is offered for it they need not hear of: only all of that again and something more.
    """
    return any(
        refusal.seat == r.me and refusal.by == seat and _is_same_request(r, refusal, gives, gets)
        for refusal in r.view.refusals
    )


def _is_same_request(r: Situation, refusal: RefusalView, gives: Cards, gets: Cards) -> bool:
    """Whether a card is asked for again, and nothing is added to what was offered for it."""
    offered, asked = r.counts(refusal.give), r.counts(refusal.want)
    if not any(map(min, asked, gets)):
        return False
    return lacks_cards(offered, gives) or lacks_cards(gets, asked) or (gives, gets) == (offered, asked)


def nearly_paid_goals(r: Situation, least: float = WORTH_IT) -> list[tuple[int, Cards]]:
    """What is worth so many points and one card short: the kind of that card, and the price."""
    found = []
    for goal in r.memo(current_goals):
        if goal.gain >= least:
            short = [
                (kind, needs - have)
                for kind, (needs, have) in enumerate(zip(goal.cost, r.hand, strict=True))
                if needs > have
            ]
            if len(short) == 1 and short[0][1] == 1:
                found.append((short[0][0], goal.cost))
    return found


def lacks_cards(price: Cards, hand: Cards) -> bool:
    """Is anything of a price missing?"""
    return any(map(gt, price, hand))


def _best_offer(r: Situation) -> dict[TradeFirst, float]:
    """The best of what could be offered.

    No more than one offer at a time; an offer closes only by a trade, by what its maker spends, or with the turn.
    """
    found = rate_offers(r, WORTH_IT, WISH)
    if not found:
        return {}
    best = max(found, key=lambda move: found[move])
    return {best: found[best]}


def rate_offers(r: Situation, worth_it: float, wish: float, likely: int = LIKELY) -> dict[TradeFirst, float]:
    """One card, or two alike, for one that somebody probably has and that completes something worth so many points,
    with what the exchange is worth, where that is more than `wish`. `likely`: dots that make somebody have a card."""
    if r.view.phase != "main" or r.me != r.view.active or r.view.offer is not None:
        return {}
    found: dict[TradeFirst, float] = {}
    short = nearly_paid_goals(r, worth_it)
    for get in sorted({kind for kind, _ in short if cards_held_by_others(r, kind)}):
        whom = [seat for seat in r.others if r.view.players[seat].cards and r.productions[seat][get] > likely]
        if not whom:
            continue
        gets = cards_of_kind(r, CARDS[get])
        for give in r.kinds:
            spare = max(r.hand[give] - price[give] for kind, price in short if kind == get)
            for n in range(1, min(spare, 2) + 1 if give != get else 1):
                gives = cards_of_kind(r, CARDS[give], n)
                asked = tuple(
                    seat
                    for seat in whom
                    if not has_refused(r, seat, gives, gets) and not is_barred_trade(r, seat, gives, gets, wished=False)
                )
                if not asked:
                    continue
                value = hand_worth_change(r, gets, gives) - max(
                    trade_harm(r, gets, gives, seat, False) for seat in asked
                )
                if value > wish:
                    move = TradeFirst((CARDS[give],) * n, (CARDS[get],), asked)
                    found[move] = value - 0.05 * n
    return found


def _counter_offers(r: Situation) -> list[TradeCounter]:
    """Instead of what I am offered, something that its maker probably has and I need."""
    offer = r.view.offer
    if offer is None or r.me not in offer.whom or answer_of_seat(offer, r.me) is not None or r.closing(offer.seat):
        return []
    gives = r.counts(offer.want)
    if lacks_cards(gives, r.hand):
        return []
    best: tuple[float, str] = (WISH, "")
    for get in r.kinds:
        card = CARDS[get]
        if card in offer.want or card in offer.give:
            continue
        if r.productions[offer.seat][get] <= LIKELY or not cards_held_by_others(r, get):
            continue
        gets = cards_of_kind(r, card)
        if not has_refused(r, offer.seat, gives, gets):
            best = max(best, (trade_value(r, gets, gives, offer.seat, True), card))
    return [TradeCounter(offer.number, offer.want, (best[1],))] if best[1] else []
