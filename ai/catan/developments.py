"""Goals and scores for development cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.catan.development import SMALLEST, DevBuy, DevKnight, DevMonopoly, DevPlenty, DevRoads
from rules.core import Move

from . import robber
from .board import Cards
from .building import two_roads_value
from .hand import Goal, cards_of_kind, cost_in_play, expected_cards_held, hand_worth_change, supplies_goals
from .partners import supplies_prices
from .scores import scorer_for
from .situation import Situation
from .winning import CARD, MOST_GIVEN, Gain, supplies_gains, supplies_gift

POINT_SHARE: Final = 0.2  # share of point cards in the deck
OTHERS: Final = 0.35  # value of other cards
KEPT: Final = 0.12  # value of keeping a card for later
SAFE: Final = 0.7  # share of the army's two points, because they may be lost again
ARMY_STEP: Final = 0.45  # value of an unknown card for the army, divided by the knights missing
ARMY_FAR: Final = 0.05  # value of a knight without prospects of the army
ARMY_NEARER: Final = 0.1  # value of a knight that does not complete the army yet
KNIGHT_TOO_EARLY: Final = 0.3  # cost of a knight before the dice without need
CARD_TOO_EARLY: Final = 0.5  # cost of another card before the dice: a seven may take its result


def development_price(r: Situation) -> Cards:
    return cost_in_play(r, wool=1, grain=1, ore=1)


def knights_to_army(r: Situation) -> int:
    """The number of knights missing for the Largest Army; 0: I have it."""
    if r.mine.army:
        return 0
    most = max(r.view.players[seat].knights_played for seat in r.others)
    return max(SMALLEST, most + 1) - r.mine.knights_played


def unknown_card_gain(r: Situation) -> float:
    """The value of an unknown card."""
    held = r.view.developments.count("knight")
    missing = r.cached(knights_to_army) - held
    army = ARMY_STEP / missing if missing > 0 and not r.mine.army else ARMY_FAR
    return POINT_SHARE * r.value_of_points(1) + OTHERS + army


@supplies_goals
def development_goals(r: Situation) -> Iterable[Goal]:
    if r.view.deck:
        yield Goal(("card", 0), development_price(r), unknown_card_gain(r))


@supplies_prices
def development_prices_of(r: Situation, seat: int) -> Iterable[Cards]:
    if r.view.deck:
        yield development_price(r)


def can_play_card(r: Situation, card: str) -> bool:
    """Whether I hold such a card and may play it now."""
    return not r.view.card_played and r.view.developments.count(card) > r.view.fresh.count(card)


@supplies_gains
def largest_army_gains(r: Situation) -> Iterable[Gain]:
    """The Largest Army."""
    if r.cached(knights_to_army) == 1 and can_play_card(r, "knight"):
        yield Gain(frozenset({("army", 0), CARD}), 2, cost_in_play(r), (DevKnight(),))


@supplies_gift
def plenty_gift(r: Situation, missing: Sequence[int]) -> tuple[int, Move] | None:
    """A Year of Plenty."""
    if not can_play_card(r, "plenty"):
        return None
    needed = [card for card, n in zip(r.view.cards, missing, strict=True) for _ in range(n)]
    others = [card for card, stock in zip(r.view.cards, r.view.bank, strict=True) if stock > needed.count(card)]
    return MOST_GIVEN, DevPlenty(tuple(sorted((*needed, *others)[:MOST_GIVEN], key=r.view.cards.index)))


@scorer_for(DevBuy)
def score_development(r: Situation, move: DevBuy) -> float:
    # Another one can be bought afterwards, so the goal remains.
    return unknown_card_gain(r) + hand_worth_change(r, less=development_price(r))


@scorer_for(DevKnight)
def score_knight_card(r: Situation, move: DevKnight) -> float:
    """Before the dice only if the robber costs me something, or for the army."""
    missing = r.cached(knights_to_army)
    without_army = ARMY_NEARER if missing > 1 else ARMY_FAR
    army = SAFE * r.value_of_points(2) if missing == 1 else without_army
    value = robber.robber_move_value(r) + army - KEPT
    if r.view.phase == "before" and not robber.blocking_suffered(r) and missing != 1:
        value -= KNIGHT_TOO_EARLY
    return value


@scorer_for(DevRoads)
def score_roads_card(r: Situation, move: DevRoads) -> float:
    return two_roads_value(r) - 2 * KEPT - early_cost(r)


def early_cost(r: Situation) -> float:
    """The cost of playing a card now that could wait for the dice."""
    return CARD_TOO_EARLY if r.view.phase == "before" else 0.0


@scorer_for(DevPlenty)
def score_plenty_card(r: Situation, move: DevPlenty) -> float:
    """Best if the cards complete a goal."""
    return hand_worth_change(r, more=r.count_kinds(move.kinds)) - 2 * KEPT - early_cost(r)


@scorer_for(DevMonopoly)
def score_monopoly_card(r: Situation, move: DevMonopoly) -> float:
    """Proportional to the expected cards of the others."""
    n = sum(expected_cards_held(r, seat, move.card) for seat in r.others)
    return hand_worth_change(r, more=cards_of_kind(r, move.card, round(n))) - 3 * KEPT - early_cost(r)
