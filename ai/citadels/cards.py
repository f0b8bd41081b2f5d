"""Values of district cards: to build, to keep, to give up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.hooks import RULES
from rules.citadels.moves import Build, Keep

from .card_knowledge import district_play
from .scores import BUILDING, MOST_BUILDING, NEVER, scorer_for
from .situation import Situation

WHOLE_GAME: Final = 6  # rounds the value of an effect refers to
ACTION_GOLD: Final = 2  # gold of the action
TEMPO: Final = 2.8  # value of the progress towards a full city
ALL_COLOURS: Final = 3.0  # points for all colours
FIRST_BONUS: Final = 4.0  # points for the first full city
LATER_BONUS: Final = 2.0  # points for further ones
BEST_END: Final = 4.0  # limits of the value of the end, beside the bonus
WORST_END: Final = -16.0
KEPT_POINTS: Final = 0.35  # share of a district's points, for its card
KEPT_EFFECT: Final = 0.6  # share of the value of its colour and effect
KEPT_CARD: Final = 0.5  # value of any card that can be built
GOLD_MISSING: Final = 0.25  # cost of each gold that will be missing for it
GOLD_PER_ROUND: Final = 2
FURTHER_CARD: Final = 0.5  # share of a good card beyond the enough ones
MOST_OPTIONS: Final = 10  # cards considered for builds
OTHERS_LATE_POINTS: Final = 3.0  # points others may still score in a last round
ENOUGH_CARDS: Final = 3  # good cards in a hand; further ones are of little use
STALE: Final = 0.1  # value of a card that cannot be built
NEW_CARD: Final = 1.6  # value of an unknown card


def district_points(r: Situation, district: str) -> float:
    """Its points in my present city."""
    own = district_play(district).points_of_effect(r)
    extra = float(RULES[district].extra_points) + (r.points_added_to(district) if own is None else own)
    return DISTRICTS[district].cost + extra


def colour_worth(r: Situation, district: str) -> float:
    """The value of its colour: the full bonus for the last missing one, a share before."""
    is_any_colour = district_play(district).is_any_colour
    missing = len(r.missing_colours)
    if DISTRICTS[district].colour not in r.missing_colours and not (is_any_colour and missing):
        return 0.0
    completes_with_joker = missing == 2 and (r.has_wild_colour or is_any_colour)
    if missing <= 1 or completes_with_joker:
        return ALL_COLOURS
    if r.view.last_round or missing - 1 > r.rounds_left:
        return 0.0
    return ALL_COLOURS / (missing + 1)


def use_worth(r: Situation, district: str) -> float:
    """The value of its effect in the remaining rounds."""
    if r.view.last_round:
        return 0.0
    return district_play(district).effect_value * min(r.rounds_left, WHOLE_GAME) / WHOLE_GAME


def build_worth(r: Situation, district: str) -> float:
    """The value of having it in my city."""
    return r.cached_by(_compute_build_worth, district)


def _compute_build_worth(r: Situation, district: str) -> float:
    gain = district_points(r, district) + colour_worth(r, district) + use_worth(r, district)
    completes_city = len(r.city) + 1 == r.view.target
    if r.view.last_round:
        return gain + (LATER_BONUS if completes_city else 0)
    return gain + TEMPO + (end_worth(r, gain) if completes_city else 0)


def end_worth(r: Situation, gain: float) -> float:
    """The value of causing the end now; negative if I am far behind."""
    ahead = r.lead_if_scored_now + gain + FIRST_BONUS - OTHERS_LATE_POINTS
    return FIRST_BONUS + (min(BEST_END, ahead) if ahead >= 0 else max(WORST_END, 2 * ahead))


def keep_worth(r: Situation, district: str) -> float:
    """The value of holding that card."""
    if not (r.may_build_by_name(district) or r.may_build_duplicates):
        return r.value_per_hand_card + STALE
    gold_missing = r.price(district) - r.gold - ACTION_GOLD
    if r.view.last_round and (gold_missing > r.income_left or not (r.is_my_turn and r.builds_left)):
        return r.value_per_hand_card + STALE
    worth = KEPT_POINTS * district_points(r, district)
    worth += KEPT_EFFECT * colour_worth(r, district)
    worth += KEPT_EFFECT * use_worth(r, district)
    delay_cost = GOLD_MISSING * max(0, gold_missing - GOLD_PER_ROUND * r.rounds_left)
    return r.value_per_hand_card + max(2 * STALE, worth + KEPT_CARD - delay_cost)


def hand_worth(r: Situation, cards: Iterable[str]) -> float:
    """The value of these cards together: duplicates count as useless, further good ones in part."""
    worths, seen = [], set[str]()
    for card in cards:
        worths.append(STALE if card in seen else keep_worth(r, card))
        seen.add(card)
    worths.sort(reverse=True)
    return sum(worths[:ENOUGH_CARDS]) + FURTHER_CARD * sum(worths[ENOUGH_CARDS:])


def buildable_cards(r: Situation) -> list[str]:
    """The different cards of my hand that can be built some time."""
    return [card for card in dict.fromkeys(r.hand) if r.may_build_by_name(card) or r.may_build_duplicates]


def is_spare(r: Situation, card: str) -> bool:
    """Whether a card of my hand will hardly be built."""
    if r.hand.count(card) > 1 or not r.may_build_by_name(card):
        return True
    better = sum(keep_worth(r, other) > keep_worth(r, card) for other in buildable_cards(r))
    return better >= min(ENOUGH_CARDS + 1, max(1, r.rounds_left + 1))


# --- planning builds ----------------------------------------------------------------------------------------------


def plan_builds(r: Situation, gold: int, builds: int) -> tuple[float, tuple[str, ...]]:
    """(value, districts) of the best builds with that much gold; the most valuable first."""
    options = [(card, r.price(card), build_worth(r, card)) for card in buildable_cards(r)]
    options = [(card, price, worth) for card, price, worth in options if price <= gold and worth > 0]
    options.sort(key=lambda option: -option[2])  # by worth
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for n in range(1, min(builds, len(options)) + 1):
        for chosen in combinations(options[:MOST_OPTIONS], n):
            if sum(price for _, price, _ in chosen) <= gold:
                total_worth = sum(worth for _, _, worth in chosen)
                if total_worth > best[0]:
                    best = total_worth, tuple(card for card, _, _ in chosen)
    return best


def builds_planned_this_turn(r: Situation) -> tuple[str, ...]:
    """The districts I intend to build in this turn."""
    return plan_builds(r, r.gold + r.income_left, r.builds_left)[1]


def builds_planned_with_action(r: Situation) -> tuple[str, ...]:
    """The districts I intend to build in this turn, with the gold of the action if it is still to come."""
    return (
        r.cached(builds_planned_this_turn)
        if r.has_acted
        else plan_builds(r, r.gold + r.income_left + ACTION_GOLD, r.builds_left)[1]
    )


def cost_of(r: Situation, cards: Iterable[str]) -> int:
    return sum(map(r.price, cards))


def hand_without(r: Situation, gone: Sequence[str]) -> list[str]:
    """My hand without these cards."""
    cards = list(r.hand)
    for card in gone:
        cards.remove(card)
    return cards


# --- moves -------------------------------------------------------------------------------------------------------


@scorer_for(Build)
def score_build(r: Situation, move: Build) -> float:
    if move.district not in r.cached(builds_planned_this_turn):
        return NEVER
    return BUILDING + min(MOST_BUILDING, build_worth(r, move.district) / 2)


@scorer_for(Keep)
def score_keep(r: Situation, move: Keep) -> float:
    return hand_worth(r, (*r.hand, *move.districts))
