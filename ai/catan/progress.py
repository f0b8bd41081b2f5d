"""Progress cards: what playing one brings now, and what holding it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.catan.cards import NUMBER
from rules.catan.expansions.cities_knights.moves import AnswerDeck, AnswerReturn, AnswerSpy
from rules.catan.expansions.cities_knights.progress.alchemist import CardAlchemist
from rules.catan.expansions.cities_knights.progress.bishop import CardBishop
from rules.catan.expansions.cities_knights.progress.commercial_harbour import CardCommercialHarbour
from rules.catan.expansions.cities_knights.progress.commodity_monopoly import CardCommodityMonopoly
from rules.catan.expansions.cities_knights.progress.deserter import CardDeserter
from rules.catan.expansions.cities_knights.progress.diplomat import CardDiplomat
from rules.catan.expansions.cities_knights.progress.intrigue import CardIntrigue
from rules.catan.expansions.cities_knights.progress.inventor import CardInventor
from rules.catan.expansions.cities_knights.progress.irrigation import CardIrrigation
from rules.catan.expansions.cities_knights.progress.master_merchant import CardMasterMerchant
from rules.catan.expansions.cities_knights.progress.merchant import CardMerchant
from rules.catan.expansions.cities_knights.progress.merchant_fleet import CardMerchantFleet
from rules.catan.expansions.cities_knights.progress.mining import CardMining
from rules.catan.expansions.cities_knights.progress.resource_monopoly import CardResourceMonopoly
from rules.catan.expansions.cities_knights.progress.road_building import CardRoadBuilding
from rules.catan.expansions.cities_knights.progress.saboteur import CardSaboteur
from rules.catan.expansions.cities_knights.progress.smith import CardSmith
from rules.catan.expansions.cities_knights.progress.spy import CardSpy
from rules.catan.expansions.cities_knights.progress.warlord import CardWarlord
from rules.catan.expansions.cities_knights.progress.wedding import CardWedding
from rules.catan.network import SHORTEST, longest
from rules.catan.places import OUT

from . import robber
from .building import best_sites, roads_missing
from .city import A_DRAW
from .hand import change, expected, one
from .reading import A_CARD, Reading
from .scores import NEVER, scores
from .warfare import driven, raised, stronger

KEPT: Final = 0.1  # a card may serve better later
EACH: Final = 2  # cards of a hex, of a guest at the wedding, of the resource monopoly

# What a card is worth in the hand, about.
HELD: Final[Mapping[str, float]] = {
    "merchant": 1.0,
    "crane": 0.6,
    "medicine": 0.55,
    "resource-monopoly": 0.55,
    "master-merchant": 0.5,
    "alchemist": 0.45,
    "road-building": 0.45,
    "irrigation": 0.4,
    "mining": 0.45,
    "wedding": 0.45,
    "deserter": 0.45,
    "smith": 0.4,
    "spy": 0.4,
    "commodity-monopoly": 0.4,
    "merchant-fleet": 0.35,
    "warlord": 0.35,
    "bishop": 0.35,
    "inventor": 0.3,
    "engineer": 0.25,
    "commercial-harbour": 0.3,
    "saboteur": 0.3,
    "diplomat": 0.2,
    "intrigue": 0.2,
}
DECKS: Final = {"science": 0.4, "trade": 0.42, "politics": 0.35}


# --- decks and hands


@scores(AnswerDeck)
def deck(r: Reading, move: AnswerDeck) -> float:
    return DECKS[move.track]


@scores(AnswerReturn)
def give_back(r: Reading, move: AnswerReturn) -> float:
    return -HELD.get(move.progress, A_DRAW)


@scores(AnswerSpy)
def spied(r: Reading, move: AnswerSpy) -> float:
    return HELD.get(move.progress, A_DRAW)


# --- science


@scores(CardAlchemist)
def alchemist(r: Reading, move: CardAlchemist) -> float:
    """The number that brings me most, beside what it brings the others."""
    number = move.red + move.white
    if number == 7:
        return NEVER
    gains: dict[int, float] = r.memo(_rolled)
    if number not in gains:
        gains[number] = _brings(r, number)
    gates = sum(level + 1 >= move.red > 0 and level > 0 for level in r.mine.improvements)
    return gains[number] + A_DRAW / 6 * gates - 3 * KEPT


def _rolled(r: Reading) -> dict[int, float]:
    return {}


def _brings(r: Reading, number: int) -> float:
    mine = [0] * len(r.view.cards)
    others = 0.0
    for h, hex_ in enumerate(r.view.hexes):
        if hex_.token == number and h != r.robber:
            for corner in r.layout.corners_of[h]:
                building = r.buildings.get(corner)
                if building is not None:
                    kinds = r.yields(r.terrain[h], building.city)
                    if building.seat == r.me:
                        for kind in kinds:
                            mine[kind] += 1
                    else:
                        others += A_CARD * len(kinds) * r.threats[building.seat]
    return change(r, more=tuple(mine)) - others


def hexes_of_mine(r: Reading, terrain: int) -> int:
    """How many such hexes touch my buildings."""
    return len({h for building in r.own for h in r.layout.hexes_at[building.corner] if r.terrain[h] == terrain})


@scores(CardIrrigation, CardMining)
def hex_yield(r: Reading, move: CardIrrigation | CardMining) -> float:
    card = "grain" if isinstance(move, CardIrrigation) else "ore"
    kind = NUMBER[card]
    n = min(EACH * hexes_of_mine(r, kind), r.view.bank[kind])
    return change(r, more=one(r, card, n)) - KEPT


@scores(CardInventor)
def inventor(r: Reading, move: CardInventor) -> float:
    """Better numbers for me, worse ones for those who lead."""
    worths: list[float] = r.memo(_hexes)
    dots = r.dots
    return r.dot * (worths[move.hex] - worths[move.hex2]) * (dots[move.hex2] - dots[move.hex]) - 2 * KEPT


def _hexes(r: Reading) -> list[float]:
    """What a dot on each hex brings me, less what it brings the others."""
    found = []
    for h, corners in enumerate(r.layout.corners_of):
        value = 0.0
        for corner in corners:
            building = r.buildings.get(corner)
            if building is not None:
                for kind in r.yields(r.terrain[h], building.city):
                    value += r.needed[kind] if building.seat == r.me else -0.6 * r.threats[building.seat]
        found.append(value)
    return found


@scores(CardRoadBuilding)
def roads(r: Reading, move: CardRoadBuilding) -> float:
    """Where they lead somewhere."""
    ahead = max((gain for gain, site in r.memo(best_sites) if site.paths), default=0.0)
    missing = r.memo(roads_missing)
    return 0.35 * ahead + (r.points(2) * 0.7 if 0 < missing <= 2 else 0.15 if missing else 0.0) - 2 * KEPT


@scores(CardSmith)
def smith(r: Reading, move: CardSmith) -> float:
    return sum(raised(r, r.knights[corner]) + 0.1 for corner in move.knights) - 2 * KEPT


# --- trade


@scores(CardMerchant)
def merchant(r: Reading, move: CardMerchant) -> float:
    """The point, and a good rate for what I make there."""
    kind = r.terrain[move.hex]
    rate = 0.0
    if kind < len(r.view.cards) and r.mine.rates[kind] > 2:
        rate = 0.02 * r.production[kind]
    if r.mine.merchant:
        return rate - 4 * KEPT
    owner = next((seat for seat in r.others if r.view.players[seat].merchant), None)
    return 0.8 * r.points(1) + rate + (0.8 * r.threats[owner] if owner is not None else 0.0)


@scores(CardMerchantFleet)
def fleet(r: Reading, move: CardMerchantFleet) -> float:
    """Where I have much of a kind."""
    kind = NUMBER[move.card]
    rates = [*r.mine.rates]
    if rates[kind] <= 2 or r.hand[kind] < 2:
        return -KEPT
    rates[kind] = 2
    return change(r, rates=tuple(rates)) - 2 * KEPT


@scores(CardResourceMonopoly)
def resources(r: Reading, move: CardResourceMonopoly) -> float:
    n = sum(min(EACH, expected(r, seat, move.card)) for seat in r.others)
    return change(r, more=one(r, move.card, round(n))) - 3 * KEPT


@scores(CardCommodityMonopoly)
def commodities(r: Reading, move: CardCommodityMonopoly) -> float:
    n = sum(min(1.0, expected(r, seat, move.card)) for seat in r.others)
    return change(r, more=one(r, move.card, round(n))) - 2 * KEPT


@scores(CardMasterMerchant)
def master(r: Reading, move: CardMasterMerchant) -> float:
    """Two good cards, rather of a large hand."""
    cards = r.view.players[move.player].cards
    return min(2, cards) * (1.3 * A_CARD + 0.3 * r.threats[move.player]) + 0.01 * min(cards, 12) - KEPT


@scores(CardCommercialHarbour)
def harbour(r: Reading, move: CardCommercialHarbour) -> float:
    """Commodities for resources, of those who make some."""
    givers = [seat for seat in r.others if r.view.players[seat].cards and sum(r.productions[seat][5:])]
    n = min(len(givers), sum(r.hand[:5]))
    return 0.12 * n - 0.2 if n > 1 else -KEPT


# --- politics


@scores(CardBishop)
def bishop(r: Reading, move: CardBishop) -> float:
    there = max(robber.blocking(r, h) + robber.takes(r, h) for h in range(len(r.terrain)) if h != r.robber)
    return there + robber.suffered(r) - 2 * KEPT


@scores(CardDeserter)
def deserter(r: Reading, move: CardDeserter) -> float:
    """They give up the weakest."""
    levels = [knight.level for knight in r.view.knights if knight.seat == move.player]
    level = min(levels, default=0)
    return level * 0.5 * r.threats[move.player] + stronger(r, level) + 0.1 - KEPT


@scores(CardIntrigue)
def intrigue(r: Reading, move: CardIntrigue) -> float:
    return driven(r, r.knights[move.corner]) - KEPT


@scores(CardDiplomat)
def diplomat(r: Reading, move: CardDiplomat) -> float:
    """A road of somebody who leads, best if it takes the Longest Road away."""
    owner = r.roads[move.path]
    if owner == r.me or owner == OUT:
        return -KEPT
    value = r.threats[owner] * 0.4
    if r.view.longest == owner:
        left = [*r.roads]
        left[move.path] = OUT
        length = longest(r.layout, left, r.held, owner)
        most = max(player.road_length for seat, player in enumerate(r.view.players) if seat != owner)
        if length < SHORTEST or length < most:
            value += 2 * r.threats[owner] + (r.points(2) if r.mine.road_length > length else 0.0)
    return value - 2 * KEPT


@scores(CardSaboteur)
def saboteur(r: Reading, move: CardSaboteur) -> float:
    value = 0.0
    for seat in r.others:
        if r.view.scores[seat] >= r.score:
            value += r.view.players[seat].cards // 2 * A_CARD * r.threats[seat]
    return value - 2 * KEPT


@scores(CardSpy)
def spy(r: Reading, move: CardSpy) -> float:
    return A_DRAW * (1 + r.threats[move.player]) + 0.03 * len(r.view.players[move.player].progress) - KEPT


@scores(CardWarlord)
def warlord(r: Reading, move: CardWarlord) -> float:
    asleep = sum(knight.level for knight in r.view.knights if knight.seat == r.me and not knight.active)
    return stronger(r, asleep) - KEPT


@scores(CardWedding)
def wedding(r: Reading, move: CardWedding) -> float:
    value = 0.0
    for seat in r.others:
        if r.view.scores[seat] > r.score:
            value += min(EACH, r.view.players[seat].cards) * A_CARD * (0.7 + 0.5 * r.threats[seat])
    return value - 2 * KEPT
