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
    return tuple(n if kind == PAID[track] else 0 for kind in range(f.kinds))


GOODS: Final = "cloth+ coin+ paper+ early_goods+"
LEVELS: Final = "trade+ guild+ next_trade+ politics+ fortress+ next_politics+ science+ aqueduct+ next_science+"


@supplies_features(KEY, GOODS)
def commodity_features(f: Facts, seat: int) -> list[float]:
    """Production of commodities."""
    made = [log1p(n) / 2 for n in f.made[seat][CLOTH:]]
    return [*made, sum(made) * f.early]


@supplies_features(KEY, f"metropolises? plain+ improves+ progress+ {LEVELS} prospect+ steal+ danger-")
def improvement_features(f: Facts, seat: int) -> list[float]:
    """Levels, metropolises, and the distance to the next ones."""
    s = f.s
    r = realm_of(s)
    levels = r.levels[seat]
    mine = metropolises_of(s, r, seat)
    cities = count_cities_standing(s, r, seat)
    plain = cities - len(mine)
    told: list[float] = [len(mine) / 2, float(plain > 0), float(cities > 0), len(r.held[seat]) / 4]
    prospect = danger = steal = 0.0
    for track in range(len(TRACKS)):
        level = levels[track]
        rival = max(r.levels[other][track] for other in range(s.seats) if other != seat)
        free = r.metropolises[track] == OUT
        able = cities and level < HIGHEST and (level + 1 < METROPOLIS or track in mine or plain)
        near = f.near(seat, _level_price(f, track, level + 1)) if able else 0.0
        told += [level / 5, float(level >= ABILITY), near]
        if able:
            if free:
                prospect = max(prospect, near * (level == ABILITY) + 0.4 * near * (level == ABILITY - 1))
            elif track not in mine and level == METROPOLIS:
                holder = s.held[r.metropolises[track]]
                if r.levels[holder][track] < HIGHEST:
                    steal = max(steal, near)
        if track in mine and level < HIGHEST and rival >= ABILITY:
            danger += 0.4 + 0.6 * (rival >= METROPOLIS)
    return [*told, prospect, steal, danger / 2]


@supplies_features(
    KEY,
    "active+ strength+ near_active+ defends+ shares+ loses- loses_wakes+ exposed- leads+ knight+ make_knight+ "
    "walls+ pillaged- defender?",
)
def knight_features(f: Facts, seat: int) -> list[float]:
    """Strength, and the outcome of the next attack in the present position."""
    s = f.s
    r = realm_of(s)
    everybody = r.ranks[0] | r.ranks[1] | r.ranks[2]
    active = fighting_strength(r, seat, r.active)
    total = fighting_strength(r, seat, everybody)
    near = (r.ship / SPACES) ** 2
    wins, loses, tied = _attack_outcome(f, r, seat, active)
    wake = f.near(seat, f.price(0, 0, 0, 1)) if total > active else 0.0
    return [
        active / 5,
        total / 6,
        near * active / 5,
        wins * near,
        tied * near,
        loses * near,
        loses * near * wake,
        loses,
        wins,
        f.near(seat, f.price(0, 0, 1, 0, 1)),
        f.easy(seat, f.price(0, 0, 1, 1, 1)),
        r.walls[seat].bit_count() / 3,
        pillaged_of(s, r, seat).bit_count() / 2,
        r.defenders[seat] / 3,
    ]


def _attack_outcome(f: Facts, r: Realm, seat: int, active: int) -> tuple[float, float, float]:
    """Whether the seat would be the sole defender, lose a city, or share the reward."""
    s = f.s
    shares = [fighting_strength(r, other, r.active) for other in range(s.seats)]
    if sum(shares) >= barbarian_strength(s, r):
        most = max(shares)
        if active < most or not most:
            return 0.0, 0.0, 0.0
        return (1.0, 0.0, 0.0) if shares.count(most) == 1 else (0.0, 0.0, 1.0)
    owners = [
        other for other in range(s.seats) if count_cities_standing(s, r, other) > len(metropolises_of(s, r, other))
    ]
    if seat in owners and active == min(shares[other] for other in owners):
        return 0.0, 1.0, 0.0
    return 0.0, 0.0, 0.0
