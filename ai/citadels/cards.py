"""What district cards are worth: to build, to keep, to let go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from rules.citadels.cards import DISTRICTS, PURPLE
from rules.citadels.characters.wizard import BuildTaken, Take
from rules.citadels.districts.laboratory import UseLaboratory
from rules.citadels.districts.lighthouse import UseLighthouse
from rules.citadels.districts.museum import UseMuseum
from rules.citadels.hooks import RULES
from rules.citadels.moves import Build, Keep

from .reading import Reading, purples
from .scores import AFTER_BUILDING, BEFORE_BUILDING, BUILDING, NEVER, scores

# What a district does for its owner over a whole game, in points; the points it scores by itself are not in it.
USES: Final = {
    "library": 3.0,
    "smithy": 1.5,
    "school_of_magic": 1.5,
    "museum": 3.0,
    "laboratory": 1.0,
    "observatory": 1.0,
    "factory": 1.2,
    "park": 1.5,
    "throne_room": 1.5,
    "quarry": 1.0,
    "bell_tower": 1.0,
    "lighthouse": 1.0,
    "great_wall": 0.8,
    "poor_house": 0.8,
    "armory": 0.8,
    "graveyard": 0.5,
    "hospital": 0.3,
    "keep": 0.3,
    "ball_room": 0.3,
}
WHOLE_GAME: Final = 6  # rounds that a use is stated for
TAKEN: Final = 2  # gold in the action
TEMPO: Final = 2.5  # what a district is worth because the city is one fuller
ALL_COLOURS: Final = 3.0
FIRST: Final = 4.0
COMPLETE: Final = 2.0
LATE: Final = 3.0  # points that others may still make in a last round
ENOUGH: Final = 3  # good cards; more than these are of little use
STALE: Final = 0.1  # worth of a card that cannot be built


def points(r: Reading, district: str) -> float:
    """What it scores in my city as things are."""
    extra = float(RULES[district].extra_points)
    if district == "map_room":
        extra += max(0, len(r.hand) - 1)
    elif district == "imperial_treasury":
        extra += max(0, r.gold + r.income - r.price(district))
    elif district == "wishing_well":
        extra += purples(r.city)
    elif DISTRICTS[district].colour == PURPLE and r.has("wishing_well"):
        extra += 1
    return DISTRICTS[district].cost + extra


def colour_worth(r: Reading, district: str) -> float:
    """What its colour adds: all of the bonus where it is the last one missing, a part of it before."""
    colour = DISTRICTS[district].colour
    wild = r.has("haunted_city") or district == "haunted_city"
    missing = len(r.missing)
    if colour not in r.missing and not (district == "haunted_city" and missing):
        return 0.0
    if missing <= 1 + (wild and missing == 2):
        return ALL_COLOURS
    if r.view.last_round or missing - 1 > r.rounds:
        return 0.0
    return ALL_COLOURS / (missing + 1)


def use_worth(r: Reading, district: str) -> float:
    """What it does for me in the rounds that are left."""
    if r.view.last_round:
        return 0.0
    return USES.get(district, 0.0) * min(r.rounds, WHOLE_GAME) / WHOLE_GAME


def build_worth(r: Reading, district: str) -> float:
    """What it is worth to have it in my city."""
    whole = points(r, district) + colour_worth(r, district) + use_worth(r, district)
    full = len(r.city) + 1 == r.view.target
    if r.view.last_round:
        return whole + (COMPLETE if full else 0)
    return whole + TEMPO + (ending(r, whole) if full else 0)


def ending(r: Reading, gain: float) -> float:
    """What it is worth to bring about the end now. Who is far behind rather waits."""
    ahead = r.lead + gain + FIRST - LATE
    return FIRST + min(4.0, ahead) if ahead >= 0 else FIRST + max(-16.0, 2 * ahead)


def keep_worth(r: Reading, district: str) -> float:
    """What it is worth to hold that card."""
    held = 1.0 if r.has("map_room") else 0.0
    if not (r.allowed(district) or r.copies):
        return held + STALE
    gap = r.price(district) - r.gold - TAKEN
    if r.view.last_round and (gap > r.income or not (r.acting and r.builds)):
        return held + STALE
    worth = 0.35 * points(r, district) + 0.6 * colour_worth(r, district) + 0.6 * use_worth(r, district)
    return held + max(2 * STALE, worth + 0.5 - 0.25 * max(0, gap - 2 * r.rounds))


def hand_worth(r: Reading, cards: Iterable[str]) -> float:
    """What these cards are worth together: copies are stale, and good ones beyond enough count half."""
    worths, seen = [], set[str]()
    for card in cards:
        worths.append(STALE if card in seen else keep_worth(r, card))
        seen.add(card)
    worths.sort(reverse=True)
    return sum(worths[:ENOUGH]) + 0.5 * sum(worths[ENOUGH:])


def useful(r: Reading) -> list[str]:
    """The different cards of my hand that can be built some day."""
    return [card for card in dict.fromkeys(r.hand) if r.allowed(card) or r.copies]


def spare(r: Reading, card: str) -> bool:
    """Is it a card of my hand that I shall hardly build?"""
    if r.hand.count(card) > 1 or not r.allowed(card):
        return True
    better = sum(keep_worth(r, other) > keep_worth(r, card) for other in useful(r))
    return better >= min(ENOUGH + 1, max(1, r.rounds + 1))


# --- what to build in a turn -------------------------------------------------------------------------------------


def plan(r: Reading, gold: int, builds: int) -> tuple[float, tuple[str, ...]]:
    """The districts of my hand that are worth most, with so much gold and so many builds; the dearest first."""
    options = [(card, r.price(card), build_worth(r, card)) for card in useful(r)]
    options = [option for option in options if option[1] <= gold and option[2] > 0]
    options.sort(key=lambda option: -option[2])
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for n in range(1, min(builds, len(options)) + 1):
        for chosen in combinations(options[:10], n):
            if sum(price for _, price, _ in chosen) <= gold:
                worth = sum(worth for *_, worth in chosen)
                if worth > best[0]:
                    best = worth, tuple(card for card, *_ in chosen)
    return best


def planned(r: Reading) -> tuple[str, ...]:
    """What I mean to build in this turn, before it ends."""
    return plan(r, r.gold + r.income, r.builds)[1]


def cost_of(r: Reading, cards: Iterable[str]) -> int:
    return sum(map(r.price, cards))


def left(r: Reading, gone: Sequence[str]) -> list[str]:
    """My hand without these cards."""
    rest = list(r.hand)
    for card in gone:
        rest.remove(card)
    return rest


# --- moves -------------------------------------------------------------------------------------------------------


@scores(Build)
def build(r: Reading, move: Build) -> float:
    wanted = r.memo(planned)
    if move.district not in wanted:
        return NEVER
    return BUILDING + min(19.0, build_worth(r, move.district) / 2)


@scores(Keep)
def keep(r: Reading, move: Keep) -> float:
    return hand_worth(r, (*r.hand, *move.districts))


@scores(Take)
def take(r: Reading, move: Take) -> float:
    """Of the hand that was looked at: what I can build, or what its owner would miss."""
    now = build_worth(r, move.district) if r.price(move.district) <= r.gold and r.acted else 0.0
    return max(now, 2 * keep_worth(r, move.district)) + 0.1 * DISTRICTS[move.district].cost


@scores(BuildTaken)
def build_taken(r: Reading, move: BuildTaken) -> float:
    """Now and beside the limit, unless the gold is needed for better."""
    assert r.view.offer is not None
    (card,) = r.view.offer.cards
    gold = r.gold + r.income
    hand_first = plan(r, gold, r.builds)[0]
    with_it = build_worth(r, card) + plan(r, gold - r.price(card), r.builds)[0]
    return with_it - hand_first


@scores(UseLighthouse)
def search(r: Reading, move: UseLighthouse) -> float:
    return AFTER_BUILDING + keep_worth(r, move.district) + (STALE if move.district in r.hand else 1.0)


@scores(UseLaboratory)
def melt(r: Reading, move: UseLaboratory) -> float:
    """A card that is of no use; before building if the gold makes a better one possible."""
    if not r.acted or move.district in r.memo(planned):
        return NEVER
    loss = STALE if r.hand.count(move.district) > 1 else keep_worth(r, move.district)
    gold = r.gold + r.income
    gain = plan(r, gold + 1, r.builds)[0] - plan(r, gold, r.builds)[0]
    if gain > loss and move.district not in plan(r, gold + 1, r.builds)[1]:
        return BEFORE_BUILDING + gain - loss
    worth = r.gold_worth - loss
    return AFTER_BUILDING + worth if worth > 0 and spare(r, move.district) else NEVER


@scores(UseMuseum)
def exhibit(r: Reading, move: UseMuseum) -> float:
    """A point for good, for the card that is missed least."""
    if not r.acted or move.district in r.memo(planned):
        return NEVER
    loss = STALE if r.hand.count(move.district) > 1 else keep_worth(r, move.district)
    if loss > 1 and not spare(r, move.district) and len(useful(r)) <= 1:
        return NEVER
    return AFTER_BUILDING + max(0.1, 1.2 - 0.2 * loss)
