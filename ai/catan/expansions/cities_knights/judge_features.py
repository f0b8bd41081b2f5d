"""Features of improvements, knights, barbarians and progress cards for the judge."""

from __future__ import annotations

from math import log1p
from typing import Final

from rules.catan.cards import CLOTH
from rules.catan.expansions.cities_knights.barbarians import barbarian_strength
from rules.catan.expansions.cities_knights.realm import (
    ABILITY,
    HIGHEST,
    KEY,
    METROPOLIS,
    PAID,
    SPACES,
    TRACKS,
    Realm,
    count_cities_standing,
    fighting_strength,
    metropolises_of,
    pillaged_of,
    realm_of,
)
from rules.catan.places import OUT

from ...judge_features import Facts, supplies_features


def _level_price(f: Facts, track: int, n: int) -> tuple[int, ...]:
    """n commodities of a track."""
    return tuple(n if kind == PAID[track] else 0 for kind in range(f.kinds))


GOODS: Final = "cloth+ coin+ paper+ early_goods+"
LEVELS: Final = "trade+ guild+ next_trade+ politics+ fortress+ next_politics+ science+ aqueduct+ next_science+"


@supplies_features(KEY, GOODS)
def commodity_features(f: Facts, seat: int) -> list[float]:
    """Production of commodities."""
    made = [log1p(n) / 2 for n in f.production[seat][CLOTH:]]
    return [*made, sum(made) * f.earliness]


@supplies_features(KEY, f"metropolises? plain+ improves+ progress+ {LEVELS} prospect+ steal+ danger-")
def improvement_features(f: Facts, seat: int) -> list[float]:
    """Levels, metropolises, and the distance to the next ones."""
    s = f.s
    realm = realm_of(s)
    mine = metropolises_of(s, realm, seat)
    cities = count_cities_standing(s, realm, seat)
    plain = cities - len(mine)
    row: list[float] = [len(mine) / 2, float(plain > 0), float(cities > 0), len(realm.held[seat]) / 4]
    prospect = danger = steal = 0.0
    for track in range(len(TRACKS)):
        level = realm.levels[seat][track]
        rival_level = max(realm.levels[other][track] for other in range(s.seats) if other != seat)
        may_improve = cities and level < HIGHEST and (level + 1 < METROPOLIS or track in mine or plain)
        near = f.nearness_of_price(seat, _level_price(f, track, level + 1)) if may_improve else 0.0
        row += [level / 5, float(level >= ABILITY), near]
        if may_improve:
            if realm.metropolises[track] == OUT:
                prospect = max(prospect, near * (level == ABILITY) + 0.4 * near * (level == ABILITY - 1))
            elif track not in mine and level == METROPOLIS:
                holder = s.held[realm.metropolises[track]]
                if realm.levels[holder][track] < HIGHEST:
                    steal = max(steal, near)
        if track in mine and level < HIGHEST and rival_level >= ABILITY:
            danger += 0.4 + 0.6 * (rival_level >= METROPOLIS)
    return [*row, prospect, steal, danger / 2]


@supplies_features(
    KEY,
    "active+ strength+ near_active+ defends+ shares+ loses- loses_wakes+ exposed- leads+ knight+ make_knight+ "
    "walls+ pillaged- defender?",
)
def knight_features(f: Facts, seat: int) -> list[float]:
    """Strength, and the outcome of the next attack in the present position."""
    s = f.s
    realm = realm_of(s)
    all_knights = realm.ranks[0] | realm.ranks[1] | realm.ranks[2]
    active_strength = fighting_strength(realm, seat, realm.active)
    total_strength = fighting_strength(realm, seat, all_knights)
    nearness = (realm.ship / SPACES) ** 2
    wins, loses, tied = _attack_outcome(f, realm, seat, active_strength)
    activation = f.nearness_of_price(seat, f.price(0, 0, 0, 1)) if total_strength > active_strength else 0.0
    return [
        active_strength / 5,
        total_strength / 6,
        nearness * active_strength / 5,
        wins * nearness,
        tied * nearness,
        loses * nearness,
        loses * nearness * activation,
        loses,
        wins,
        f.nearness_of_price(seat, f.price(0, 0, 1, 0, 1)),
        f.ease_of_price(seat, f.price(0, 0, 1, 1, 1)),
        realm.walls[seat].bit_count() / 3,
        pillaged_of(s, realm, seat).bit_count() / 2,
        realm.defenders[seat] / 3,
    ]


def _attack_outcome(f: Facts, realm: Realm, seat: int, own_strength: int) -> tuple[float, float, float]:
    """Whether the seat would be the sole defender, lose a city, or share the reward."""
    s = f.s
    strengths = [fighting_strength(realm, other, realm.active) for other in range(s.seats)]
    if sum(strengths) >= barbarian_strength(s, realm):
        most = max(strengths)
        if own_strength < most or not most:
            return 0.0, 0.0, 0.0
        return (1.0, 0.0, 0.0) if strengths.count(most) == 1 else (0.0, 0.0, 1.0)
    seats_with_plain_city = [
        other
        for other in range(s.seats)
        if count_cities_standing(s, realm, other) > len(metropolises_of(s, realm, other))
    ]
    if seat in seats_with_plain_city and own_strength == min(strengths[other] for other in seats_with_plain_city):
        return 0.0, 1.0, 0.0
    return 0.0, 0.0, 0.0
