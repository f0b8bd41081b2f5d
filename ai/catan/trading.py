"""Scores of trades with the bank and the players, and constructed offers."""

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

FEE: Final = 0.02  # cost of a bank trade: waiting for the card is cheaper
PRESSED: Final = 1.0  # factor for the danger of a seven, for useless cards
HELP: Final = 0.12  # minimal value of a card to the other side
BUILT: Final = 0.5  # value of their immediate purchase, if they are ahead of me
FIRM: Final = 0.05  # minimal gain of a trade
WORTH_IT: Final = 0.7  # minimal value of the goal it completes
WISH: Final = 0.2  # minimal expected gain of making an offer
LIKELY: Final = 2  # dots from which a player probably holds a card
COUNTER_SHARE: Final = 0.5  # share of a counter-offer's value: it may be ignored
CHOSEN_PARTNER: Final = 0.01  # bonus for confirming an offer over declining it
EXTRA_CARD: Final = 0.05  # cost of offering another card


@scorer_for(Bank)
def score_bank_trade(r: Situation, move: Bank) -> float:
    """Its progress towards a goal, plus relief from a seven for useless cards."""
    less = cards_of_kind(r, move.give, r.mine.rates[r.view.cards.index(move.give)])
    more = cards_of_kind(r, move.take)
    value = hand_worth_change(r, more, less) - FEE
    held = sum(r.hand)
    if held > r.mine.hand_limit and not r.cached(can_pay_any_goal) and is_well_spent(r, more, less):
        value += PRESSED * (seven_danger(r, held) - seven_danger(r, held + 1 - sum(less)))
    return value


def can_pay_any_goal(r: Situation) -> bool:
    """Whether the hand pays for any goal."""
    return any(not lacks_cards(goal.cost, r.hand) for goal in r.cached(current_goals))


def is_well_spent(r: Situation, more: Cards, less: Cards) -> bool:
    """Whether a worthwhile goal needs the received card and none of the given ones."""
    left = subtract_cards(r.hand, less)
    return any(
        goal.gain >= WORTH_IT
        and any(new and needs > have for new, needs, have in zip(more, goal.cost, r.hand, strict=True))
        and not any(gone and needs > have for gone, needs, have in zip(less, goal.cost, left, strict=True))
        for goal in r.cached(current_goals)
    )


# --- offers


def trade_value(r: Situation, gets: Cards, gives: Cards, partner: int, wished: bool) -> float:
    """The value of a trade with a player to me, less its harm. `wished`: they asked for it."""
    if is_barred_trade(r, partner, gives, gets, wished):
        return NEVER
    return hand_worth_change(r, gets, gives) - trade_harm(r, gets, gives, partner, wished)


def trade_harm(r: Situation, gets: Cards, gives: Cards, partner: int, wished: bool) -> float:
    """The value of a trade to the other side, as far as that hurts me."""
    value = HELP * max(1, sum(gives))
    if r.view.scores[partner] > r.score:
        value += BUILT * builds_probability(r, partner, gives, gets, wished)
    return value * r.threats[partner]


@scorer_for(TradeAccept)
def score_acceptance(r: Situation, move: TradeAccept) -> float:
    offer = r.view.offer
    if offer is None:
        return NEVER
    return trade_value(r, r.count_kinds(offer.give), r.count_kinds(offer.want), offer.seat, wished=True) - FIRM


@scorer_for(TradeCounter)
def score_counter_offer(r: Situation, move: TradeCounter) -> float:
    """Only one constructed by `_counter_offers`."""
    offer = r.view.offer
    if offer is None or move not in r.cached(_counter_offers):
        return NEVER
    value = trade_value(r, r.count_kinds(move.want), r.count_kinds(move.give), offer.seat, wished=True)
    return COUNTER_SHARE * value - 2 * FIRM


@scorer_for(TradeFirst)
def score_first_taker_offer(r: Situation, move: TradeFirst) -> float:
    """Only one constructed by `_best_offer`."""
    return r.cached(_best_offer).get(move, NEVER)


@scorer_for(TradeConfirm)
def score_confirmation(r: Situation, move: TradeConfirm) -> float:
    offer = r.view.offer
    answer = answer_of_seat(offer, move.player) if offer is not None else None
    if offer is None or answer is None:
        return NEVER
    is_counter = answer.kind == "counter"
    gives, gets = (answer.want, answer.give) if is_counter else (offer.give, offer.want)
    return (
        trade_value(r, r.count_kinds(gets), r.count_kinds(gives), answer.seat, wished=is_counter)
        - FIRM
        + CHOSEN_PARTNER
    )


@scorer_for(TradeOffer, TradeCancel)
def score_needless_move(r: Situation, move: TradeOffer | TradeCancel) -> float:
    """Never: offers to the first taker save waiting for a choice, and offers close by themselves."""
    return NEVER


def invented_offers(r: Situation) -> list[Move]:
    """Unlisted offers and counter-offers worth making."""
    if r.view.phase != "main":
        return []
    if r.me == r.view.active:
        return list(r.cached(_best_offer))
    return list(r.cached(_counter_offers))


def answer_of_seat(offer: OfferView, seat: int) -> AnswerView | None:
    """The answer of a player so far."""
    return next((answer for answer in offer.answers if answer.seat == seat), None)


def has_refused(r: Situation, seat: int, gives: Cards, gets: Cards) -> bool:
    """Whether they declined to give such a card in this turn or in my last one. An offer that adds something to the
    refused one is not refused."""
    return any(
        refusal.seat == r.me and refusal.by == seat and _is_same_request(r, refusal, gives, gets)
        for refusal in r.view.refusals
    )


def _is_same_request(r: Situation, refusal: RefusalView, gives: Cards, gets: Cards) -> bool:
    """Whether the same card is requested without adding anything to the refused offer."""
    offered, asked = r.count_kinds(refusal.give), r.count_kinds(refusal.want)
    if not any(map(min, asked, gets)):
        return False
    return lacks_cards(offered, gives) or lacks_cards(gets, asked) or (gives, gets) == (offered, asked)


def nearly_paid_goals(r: Situation, least: float = WORTH_IT) -> list[tuple[int, Cards]]:
    """(missing kind, price) of goals worth `least` points that lack exactly one card."""
    found = []
    for goal in r.cached(current_goals):
        if goal.gain >= least:
            missing = subtract_cards(goal.cost, r.hand)
            if sum(missing) == 1:
                found.append((missing.index(1), goal.cost))
    return found


def lacks_cards(price: Cards, hand: Cards) -> bool:
    """Whether the hand does not cover the price."""
    return any(map(gt, price, hand))


def _best_offer(r: Situation) -> dict[TradeFirst, float]:
    """The best offer to make. At most one offer at a time, closed by a trade, a purchase or the end of the turn."""
    values = rate_offers(r, WORTH_IT, WISH)
    if not values:
        return {}
    best = max(values, key=lambda offer: values[offer])
    return {best: values[best]}


def rate_offers(r: Situation, worth_it: float, wish: float, likely: int = LIKELY) -> dict[TradeFirst, float]:
    """Offer -> its value, of one card, or two equal ones, for a card that completes a goal. Only goals worth
    `worth_it`, values above `wish`, and partners with enough dots (`likely`) for the card."""
    if r.view.phase != "main" or r.me != r.view.active or r.view.offer is not None:
        return {}
    found: dict[TradeFirst, float] = {}
    goals = nearly_paid_goals(r, worth_it)
    for get in sorted({kind for kind, _ in goals if cards_held_by_others(r, kind)}):
        partners = [seat for seat in r.others if r.view.players[seat].cards and r.productions[seat][get] > likely]
        if not partners:
            continue
        gets = cards_of_kind(r, CARDS[get])
        for give in r.kinds:
            spare = max(r.hand[give] - price[give] for kind, price in goals if kind == get)
            most = min(spare, 2) if give != get else 0
            for n in range(1, most + 1):
                gives = cards_of_kind(r, CARDS[give], n)
                asked = tuple(
                    seat
                    for seat in partners
                    if not has_refused(r, seat, gives, gets) and not is_barred_trade(r, seat, gives, gets, wished=False)
                )
                if not asked:
                    continue
                harm = max(trade_harm(r, gets, gives, seat, wished=False) for seat in asked)
                value = hand_worth_change(r, gets, gives) - harm
                if value > wish:
                    found[TradeFirst((CARDS[give],) * n, (CARDS[get],), asked)] = value - EXTRA_CARD * n
    return found


def _counter_offers(r: Situation) -> list[TradeCounter]:
    """Counter-offers for a card I need that the maker probably has."""
    offer = r.view.offer
    if (
        offer is None
        or r.me not in offer.whom
        or answer_of_seat(offer, r.me) is not None
        or r.could_win_within_turn(offer.seat)
    ):
        return []
    gives = r.count_kinds(offer.want)
    if lacks_cards(gives, r.hand):
        return []
    best: tuple[float, str] = (WISH, "")  # value, wanted card
    for get in r.kinds:
        card = CARDS[get]
        if card in offer.want or card in offer.give:
            continue
        if r.productions[offer.seat][get] <= LIKELY or not cards_held_by_others(r, get):
            continue
        gets = cards_of_kind(r, card)
        if not has_refused(r, offer.seat, gives, gets):
            best = max(best, (trade_value(r, gets, gives, offer.seat, wished=True), card))
    _, wanted = best
    return [TradeCounter(offer.number, offer.want, (wanted,))] if wanted else []
