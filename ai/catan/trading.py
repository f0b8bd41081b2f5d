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
from .hand import change, danger, elsewhere, goals, minus, one
from .partners import barred, builds
from .scores import NEVER, scores
from .situation import Situation

FEE: Final = 0.02  # of a trade with the bank: rather wait for the card
PRESSED: Final = 1.0  # how much more a seven is feared for cards that serve nothing
HELP: Final = 0.12  # what a card is worth to the other side, at least
BUILT: Final = 0.5  # and what they build with it at once, where they are ahead of me
FIRM: Final = 0.05  # what a trade must bring me
WORTH_IT: Final = 0.7  # what it must complete
WISH: Final = 0.2  # what an offer must promise, to be made at all
LIKELY: Final = 2  # dots from which on somebody probably has a card


@scores(Bank)
def bank(r: Situation, move: Bank) -> float:
    """Where it brings something nearer, above all with more cards than a seven leaves and nothing to build."""
    less = one(r, move.give, r.mine.rates[r.view.cards.index(move.give)])
    more = one(r, move.take)
    value = change(r, more, less) - FEE
    held = sum(r.hand)
    if held > r.mine.hand_limit and not r.memo(payable) and spent_well(r, more, less):
        value += PRESSED * (danger(r, held) - danger(r, held + 1 - sum(less)))
    return value


def payable(r: Situation) -> bool:
    """Does the hand pay for anything one would like to have?"""
    return any(not lacks(goal.cost, r.hand) for goal in r.memo(goals))


def spent_well(r: Situation, more: Cards, less: Cards) -> bool:
    """Whether something worth it wants the card that comes, and none of those that go."""
    left = minus(r.hand, less)
    return any(
        goal.gain >= WORTH_IT
        and any(new and needs > have for new, needs, have in zip(more, goal.cost, r.hand, strict=True))
        and not any(gone and needs > have for gone, needs, have in zip(less, goal.cost, left, strict=True))
        for goal in r.memo(goals)
    )


# --- offers


def swapped(r: Situation, gets: Cards, gives: Cards, partner: int, wished: bool) -> float:
    """What a trade with a player is worth to me, less what it is worth to them. `wished`: they have asked for it."""
    if barred(r, partner, gives, gets, wished):
        return NEVER
    return change(r, gets, gives) - harm(r, gets, gives, partner, wished)


def harm(r: Situation, gets: Cards, gives: Cards, partner: int, wished: bool) -> float:
    """What a trade is worth to the other side, as far as that is bad for me."""
    value = HELP * max(1, sum(gives))
    if r.view.scores[partner] > r.score:
        value += BUILT * builds(r, partner, gives, gets, wished)
    return value * r.threats[partner]


@scores(TradeAccept)
def accept(r: Situation, move: TradeAccept) -> float:
    offer = r.view.offer
    if offer is None:
        return NEVER
    return swapped(r, r.counts(offer.give), r.counts(offer.want), offer.seat, True) - FIRM


@scores(TradeDecline)
def decline(r: Situation, move: TradeDecline) -> float:
    return 0.0


@scores(TradeCounter)
def counter(r: Situation, move: TradeCounter) -> float:
    """Only one of my own making: see `_countered`."""
    offer = r.view.offer
    if offer is None or move not in r.memo(_countered):
        return NEVER
    return 0.5 * swapped(r, r.counts(move.want), r.counts(move.give), offer.seat, True) - 2 * FIRM


@scores(TradeFirst)
def offering(r: Situation, move: TradeFirst) -> float:
    """Only one of my own making: see `_offered`."""
    return r.memo(_offered).get(move, NEVER)


@scores(TradeOffer)
def choosing(r: Situation, move: TradeOffer) -> float:
    return NEVER  # the first who accepts is as good as any: nobody shall wait for me


@scores(TradeConfirm)
def confirm(r: Situation, move: TradeConfirm) -> float:
    offer = r.view.offer
    answer = next((a for a in offer.answers if a.seat == move.player), None) if offer is not None else None
    if offer is None or answer is None:
        return NEVER
    theirs = answer.kind == "counter"
    gives, gets = (answer.want, answer.give) if theirs else (offer.give, offer.want)
    return swapped(r, r.counts(gets), r.counts(gives), answer.seat, theirs) - FIRM + 0.01


@scores(TradeCancel)
def cancel(r: Situation, move: TradeCancel) -> float:
    return NEVER  # it closes by itself


def invented(r: Situation) -> list[Move]:
    """Offers and counter-offers worth making, which are not listed."""
    if r.view.phase != "main":
        return []
    if r.me == r.view.active:
        return list(r.memo(_offered))
    return list(r.memo(_countered))


def said(offer: OfferView, seat: int) -> AnswerView | None:
    """What a player has answered so far."""
    return next((answer for answer in offer.answers if answer.seat == seat), None)


def refused(r: Situation, seat: int, gives: Cards, gets: Cards) -> bool:
    """Whether they have declined to part with such a card, in this turn or in my last one.

    Whatever else is offered for it they need not hear of: only all of that again and something more.
    """
    return any(
        refusal.seat == r.me and refusal.by == seat and _alike(r, refusal, gives, gets) for refusal in r.view.refusals
    )


def _alike(r: Situation, refusal: RefusalView, gives: Cards, gets: Cards) -> bool:
    """Whether a card is asked for again, and nothing is added to what was offered for it."""
    offered, asked = r.counts(refusal.give), r.counts(refusal.want)
    if not any(map(min, asked, gets)):
        return False
    return lacks(offered, gives) or lacks(gets, asked) or (gives, gets) == (offered, asked)


def nearly(r: Situation, least: float = WORTH_IT) -> list[tuple[int, Cards]]:
    """What is worth so many points and one card short: the kind of that card, and the price."""
    found = []
    for goal in r.memo(goals):
        if goal.gain >= least:
            short = [
                (kind, needs - have)
                for kind, (needs, have) in enumerate(zip(goal.cost, r.hand, strict=True))
                if needs > have
            ]
            if len(short) == 1 and short[0][1] == 1:
                found.append((short[0][0], goal.cost))
    return found


def lacks(price: Cards, hand: Cards) -> bool:
    """Is anything of a price missing?"""
    return any(map(gt, price, hand))


def _offered(r: Situation) -> dict[TradeFirst, float]:
    """The best of what could be offered.

    No more than one offer at a time; an offer closes only by a trade, by what its maker spends, or with the turn.
    """
    found = offers(r, WORTH_IT, WISH)
    if not found:
        return {}
    best = max(found, key=lambda move: found[move])
    return {best: found[best]}


def offers(r: Situation, worth_it: float, wish: float, likely: int = LIKELY) -> dict[TradeFirst, float]:
    """One card, or two alike, for one that somebody probably has and that completes something worth so many points,
    with what the exchange is worth, where that is more than `wish`. `likely`: dots that make somebody have a card."""
    if r.view.phase != "main" or r.me != r.view.active or r.view.offer is not None:
        return {}
    found: dict[TradeFirst, float] = {}
    short = nearly(r, worth_it)
    for get in sorted({kind for kind, _ in short if elsewhere(r, kind)}):
        whom = [seat for seat in r.others if r.view.players[seat].cards and r.productions[seat][get] > likely]
        if not whom:
            continue
        gets = one(r, CARDS[get])
        for give in r.kinds:
            spare = max(r.hand[give] - price[give] for kind, price in short if kind == get)
            for n in range(1, min(spare, 2) + 1 if give != get else 1):
                gives = one(r, CARDS[give], n)
                asked = tuple(
                    seat
                    for seat in whom
                    if not refused(r, seat, gives, gets) and not barred(r, seat, gives, gets, wished=False)
                )
                if not asked:
                    continue
                value = change(r, gets, gives) - max(harm(r, gets, gives, seat, False) for seat in asked)
                if value > wish:
                    move = TradeFirst((CARDS[give],) * n, (CARDS[get],), asked)
                    found[move] = value - 0.05 * n
    return found


def _countered(r: Situation) -> list[TradeCounter]:
    """Instead of what I am offered, something that its maker probably has and I need."""
    offer = r.view.offer
    if offer is None or r.me not in offer.whom or said(offer, r.me) is not None or r.closing(offer.seat):
        return []
    gives = r.counts(offer.want)
    if lacks(gives, r.hand):
        return []
    best: tuple[float, str] = (WISH, "")
    for get in r.kinds:
        card = CARDS[get]
        if card in offer.want or card in offer.give:
            continue
        if r.productions[offer.seat][get] <= LIKELY or not elsewhere(r, get):
            continue
        gets = one(r, card)
        if not refused(r, offer.seat, gives, gets):
            best = max(best, (swapped(r, gets, gives, offer.seat, True), card))
    return [TradeCounter(offer.number, offer.want, (best[1],))] if best[1] else []
