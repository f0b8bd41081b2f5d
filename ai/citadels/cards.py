"""Values of district cards: to build, to keep, to give up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.hooks import RULES
from rules.citadels.moves import Build, Keep

from .card_knowledge import district_play
from .scores import BUILDING, NEVER, scorer_for
from .situation import Situation

WHOLE_GAME: Final = 6  # rounds the value of an effect refers to
TAKEN: Final = 2  # gold of the action
TEMPO: Final = 2.8  # value of the progress towards a full city
ALL_COLOURS: Final = 3.0
FIRST: Final = 4.0
COMPLETE: Final = 2.0
LATE: Final = 3.0  # points others may still score in a last round
ENOUGH: Final = 3  # good cards in a hand; further ones are of little use
STALE: Final = 0.1  # value of a card that cannot be built
NEW_CARD: Final = 1.6  # value of an unknown card


def district_points(r: Situation, district: str) -> float:
    """Its points in my present city."""
    own = district_play(district).scores(r)
    extra = float(RULES[district].extra_points) + (r.added(district) if own is None else own)
    return DISTRICTS[district].cost + extra


def colour_worth(r: Situation, district: str) -> float:
    """The value of its colour: the full bonus for the last missing one, a share before."""
    colour = DISTRICTS[district].colour
    joker = district_play(district).wild
    wild = r.wild or joker
    missing = len(r.missing)
    if colour not in r.missing and not (joker and missing):
        return 0.0
    if missing <= 1 + (wild and missing == 2):
        return ALL_COLOURS
    if r.view.last_round or missing - 1 > r.rounds:
        return 0.0
    return ALL_COLOURS / (missing + 1)


def use_worth(r: Situation, district: str) -> float:
    """The value of its effect in the remaining rounds."""
    if r.view.last_round:
        return 0.0
    return district_play(district).use * min(r.rounds, WHOLE_GAME) / WHOLE_GAME


def build_worth(r: Situation, district: str) -> float:
    """The value of having it in my city."""
    known: dict[str, float] = r.memo(_build_worth_cache)
    if district not in known:
        known[district] = _compute_build_worth(r, district)
    return known[district]


def _build_worth_cache(r: Situation) -> dict[str, float]:
    return {}


def _compute_build_worth(r: Situation, district: str) -> float:
    whole = district_points(r, district) + colour_worth(r, district) + use_worth(r, district)
    full = len(r.city) + 1 == r.view.target
    if r.view.last_round:
        return whole + (COMPLETE if full else 0)
    return whole + TEMPO + (end_worth(r, whole) if full else 0)


def end_worth(r: Situation, gain: float) -> float:
    """The value of causing the end now; negative if I am far behind."""
    ahead = r.lead + gain + FIRST - LATE
    return FIRST + min(4.0, ahead) if ahead >= 0 else FIRST + max(-16.0, 2 * ahead)


def keep_worth(r: Situation, district: str) -> float:
    """The value of holding that card."""
    held = r.each_card
    if not (r.allowed(district) or r.copies):
        return held + STALE
    gap = r.price(district) - r.gold - TAKEN
    if r.view.last_round and (gap > r.income or not (r.acting and r.builds)):
        return held + STALE
    worth = 0.35 * district_points(r, district) + 0.6 * colour_worth(r, district) + 0.6 * use_worth(r, district)
    return held + max(2 * STALE, worth + 0.5 - 0.25 * max(0, gap - 2 * r.rounds))


def hand_worth(r: Situation, cards: Iterable[str]) -> float:
    """The value of these cards together: duplicates count as useless, good ones beyond ENOUGH count half."""
    worths, seen = [], set[str]()
    for card in cards:
        worths.append(STALE if card in seen else keep_worth(r, card))
        seen.add(card)
    worths.sort(reverse=True)
    return sum(worths[:ENOUGH]) + 0.5 * sum(worths[ENOUGH:])


def buildable_cards(r: Situation) -> list[str]:
    """The different cards of my hand that can be built some time."""
    return [card for card in dict.fromkeys(r.hand) if r.allowed(card) or r.copies]


def is_spare(r: Situation, card: str) -> bool:
    """Whether a card of my hand will hardly be built."""
    if r.hand.count(card) > 1 or not r.allowed(card):
        return True
    better = sum(keep_worth(r, other) > keep_worth(r, card) for other in buildable_cards(r))
    return better >= min(ENOUGH + 1, max(1, r.rounds + 1))


# --- planning builds ----------------------------------------------------------------------------------------------


def plan_builds(r: Situation, gold: int, builds: int) -> tuple[float, tuple[str, ...]]:
    """(value, districts) of the best builds with that much gold; the most expensive first."""
    options = [(card, r.price(card), build_worth(r, card)) for card in buildable_cards(r)]
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


def builds_planned_this_turn(r: Situation) -> tuple[str, ...]:
    """The districts I intend to build in this turn."""
    return plan_builds(r, r.gold + r.income, r.builds)[1]


def cost_of(r: Situation, cards: Iterable[str]) -> int:
    return sum(map(r.price, cards))


def hand_without(r: Situation, gone: Sequence[str]) -> list[str]:
    """My hand without these cards."""
    rest = list(r.hand)
    for card in gone:
        rest.remove(card)
    return rest


# --- moves -------------------------------------------------------------------------------------------------------


@scorer_for(Build)
def score_build(r: Situation, move: Build) -> float:
    wanted = r.memo(builds_planned_this_turn)
    if move.district not in wanted:
        return NEVER
    return BUILDING + min(19.0, build_worth(r, move.district) / 2)


@scorer_for(Keep)
def score_keep(r: Situation, move: Keep) -> float:
    return hand_worth(r, (*r.hand, *move.districts))
