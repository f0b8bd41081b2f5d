"""What the words of this module are about."""

from __future__ import annotations

from typing import Final

from rules.catan.cards import CARDS, CLOTH
from rules.catan.expansions.cities_knights.realm import (
    KEY,
    metropolises_of,
    pillaged_of,
    realm,
    strength,
)
from rules.catan.state import CatanState

from ....reasons import Scene, Tell, Values
from ...facts import Facts
from ...themes import A_DOT, CHANCE, about, begins, better, first, kept, made, now, placed, word
from . import standing

A_PART: Final = 0.3
SURELY: Final = 0.75


def goods(scene: Scene) -> tuple[str, Values] | None:
    """Which commodities somebody makes more of."""
    more = [kind for kind in range(CLOTH, len(CARDS)) if better(scene, made(kind)) >= A_DOT]
    before = Facts(scene.pairs[0].before).made[scene.of]
    new = [kind for kind in more if not before[kind]]
    if begins(scene) and more:
        return "start", {"made": [CARDS[kind] for kind in more]}
    if scene.of == scene.me and new:
        return "new", {"made": [CARDS[kind] for kind in new]}
    return ("", {"made": [CARDS[kind] for kind in more]}) if more else None


def _metropolises(s: CatanState, seat: int) -> float:
    return float(len(metropolises_of(s, realm(s), seat)))


def _progress(s: CatanState, seat: int) -> float:
    return float(len(realm(s).held[seat]))


def _strength(s: CatanState, seat: int) -> float:
    r = realm(s)
    return float(strength(r, seat, r.ranks[0] | r.ranks[1] | r.ranks[2]))


def _active(s: CatanState, seat: int) -> float:
    r = realm(s)
    return float((r.knights[seat] & r.active).bit_count())


def knights(scene: Scene) -> tuple[str, Values] | None:
    """Knights that are active at once; what is activated later is told by how strong all are."""
    later = first(("", _strength, A_PART), ("soon", word("knight+"), CHANCE))
    return now(first(("active", _active, A_PART)))(scene) or later(scene)


def _pillaged(s: CatanState, seat: int) -> float:
    return -float(pillaged_of(s, realm(s), seat).bit_count())


def _defender(s: CatanState, seat: int) -> float:
    return float(realm(s).defenders[seat])


def _level(track: int) -> Tell:
    """How far a seat is in one of the three tracks."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        n = better(scene, lambda s, seat: float(realm(s).levels[seat][track]))
        return ("" if n >= A_PART else "next"), {}

    return tell


# Track -> the words of its level and of what that brings.
LEVELS: Final = (
    ("trade", "trade+", "guild+"),
    ("politics", "politics+", "fortress+"),
    ("science", "science+", "aqueduct+"),
)
about(KEY, "goods", standing.GOODS, "cloth+ coin+ paper+", placed(goods), "* start! new!")
about(KEY, "metropolis", "metropolises? plain+ improves+ prospect+ steal+ danger-",
      "metropolises? plain+ improves+ prospect+ steal+ danger-",
      first(("built", _metropolises, A_PART), ("danger", word("danger-", -1), 0.1), ("steal", word("steal+"), CHANCE),
            ("plain", word("plain+"), A_PART), ("", word("prospect+"), CHANCE)),
      "* built danger steal plain")  # fmt: skip
about(KEY, "progress", "progress+", "progress+", now(kept(_progress, A_PART)), "* kept!", weak=True)
for n, (track, level, ability) in enumerate(LEVELS):
    about(KEY, track, f"{level} {ability} next_{level}", f"{level} {ability} next_{level}", _level(n), "* next")
about(
    KEY,
    "knights",
    "active+ strength+ near_active+ knight+ make_knight+",
    "active+ strength+ knight+",
    knights,
    "* active soon",
)
about(KEY, "barbarians", "defends+ shares+ loses- loses_wakes+ exposed- leads+ pillaged- defender?",
      "defends+ shares+ loses- exposed- leads+ pillaged- defender?",
      first(("defender", _defender, A_PART), ("pillaged", _pillaged, A_PART), ("city", word("exposed-", -1), A_PART),
            ("leads", word("leads+"), SURELY)), "defender pillaged city leads")  # fmt: skip
about(KEY, "walls", "walls+", "walls+", now(first(("", word("walls+"), A_PART))))
