"""The uses of districts that change more than cards in hand."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.armory import UseArmory
from rules.citadels.districts.ball_room import Thank
from rules.citadels.districts.bell_tower import RingBell
from rules.citadels.districts.graveyard import PRICE, UseGraveyard
from rules.citadels.districts.park import UsePark
from rules.citadels.districts.smithy import PRICE as SMITHY
from rules.citadels.districts.smithy import UseSmithy

from .cards import ENOUGH, TEMPO, cost_of, keep_worth, planned, useful
from .powers import card_of, city_loss, harm, nearly
from .reading import Reading
from .scores import AFTER_BUILDING, BEFORE_BUILDING, NEVER, scores

DEFIANT: Final = 1.0  # what it must be worth beyond the price to blow up the Armory


@scores(UseArmory)
def armory(r: Reading, move: UseArmory) -> float:
    """It costs a district of mine: only against who is nearly done, or in the last round."""
    if not r.acted or not (r.view.last_round or nearly(r, move.player)):
        return NEVER
    own = next(card for card in r.mine.city if card.district == "armory")
    price = city_loss(r, r.me, own) + (0.0 if r.view.last_round else TEMPO)
    gain = harm(r, move.player, card_of(r, move.player, move.district)) - price - DEFIANT
    return AFTER_BUILDING + gain if gain > 0 else NEVER


@scores(UseSmithy)
def smithy(r: Reading, move: UseSmithy) -> float:
    """Before building with gold for both or nothing to build; else with what is left."""
    if not r.acted or (r.view.last_round and not r.builds):
        return NEVER
    wanted = r.memo(planned)
    if len(useful(r)) - len(wanted) >= ENOUGH:
        return NEVER
    if not wanted and r.builds and r.gold + r.income - SMITHY >= 1:
        return BEFORE_BUILDING
    spare = r.gold - cost_of(r, wanted) - SMITHY
    if r.view.last_round or spare < 0:
        return NEVER
    return AFTER_BUILDING + 0.5 if len(useful(r)) - len(wanted) <= 1 else NEVER


@scores(UseGraveyard)
def salvage(r: Reading, move: UseGraveyard) -> float:
    return keep_worth(r, r.view.ruin) - 2 * PRICE * r.gold_worth


@scores(UsePark, Thank)
def welcome(r: Reading, move: UsePark | Thank) -> float:
    """Cards for nothing; a word that saves the turn."""
    return 1.0


@scores(RingBell)
def ring(r: Reading, move: RingBell) -> float:
    """A shorter game is good for who leads."""
    fullest = max(len(r.view.players[seat].city) for seat in r.others)
    return (len(r.city) - fullest) + r.lead / 4
