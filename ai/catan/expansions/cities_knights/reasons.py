"""Themes of the judge's words for Cities & Knights."""

from __future__ import annotations

from typing import Final

from rules.catan.cards import CARDS, CLOTH
from rules.catan.expansions.cities_knights.realm import KEY, fighting_strength, metropolises_of, pillaged_of, realm_of
from rules.catan.state import CatanState

from ....reasons import Scene, Tell, Values
from ...judge_features import Facts
from ...themes import (
    A_DOT,
    CHANCE,
    cards_made,
    declare_theme,
    gain_for_mover,
    is_first_place_of_mover,
    judged_word,
    tell_after_placing,
    tell_at_once,
    tell_first,
    tell_kept,
)
from . import judge_features

A_PART: Final = 0.3
SURELY: Final = 0.75


def tell_commodities(scene: Scene) -> tuple[str, Values] | None:
    """The commodities a seat produces more of."""
    more = [kind for kind in range(CLOTH, len(CARDS)) if gain_for_mover(scene, cards_made(kind)) >= A_DOT]
    before = Facts(scene.pairs[0].before).production[scene.seat]
    new = [kind for kind in more if not before[kind]]
    if is_first_place_of_mover(scene) and more:
        return "start", {"made": [CARDS[kind] for kind in more]}
    if scene.seat == scene.mover and new:
        return "new", {"made": [CARDS[kind] for kind in new]}
    return ("", {"made": [CARDS[kind] for kind in more]}) if more else None


def _metropolises_held(s: CatanState, seat: int) -> float:
    return float(len(metropolises_of(s, realm_of(s), seat)))


def _progress_cards_held(s: CatanState, seat: int) -> float:
    return float(len(realm_of(s).held[seat]))


def _knight_strength(s: CatanState, seat: int) -> float:
    realm = realm_of(s)
    return float(fighting_strength(realm, seat, realm.ranks[0] | realm.ranks[1] | realm.ranks[2]))


def _active_knights(s: CatanState, seat: int) -> float:
    realm = realm_of(s)
    return float((realm.knights[seat] & realm.active).bit_count())


def tell_knights(scene: Scene) -> tuple[str, Values] | None:
    """Knights active at once; later activation is told as total strength."""
    later = tell_first(("", _knight_strength, A_PART), ("soon", judged_word("knight+"), CHANCE))
    return tell_at_once(tell_first(("active", _active_knights, A_PART)))(scene) or later(scene)


def _cities_kept(s: CatanState, seat: int) -> float:
    return -float(pillaged_of(s, realm_of(s), seat).bit_count())


def _defender_points(s: CatanState, seat: int) -> float:
    return float(realm_of(s).defenders[seat])


def _tell_track_level(track: int) -> Tell:
    """The level of a seat on one of the three tracks."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        n = gain_for_mover(scene, lambda s, seat: float(realm_of(s).levels[seat][track]))
        return ("" if n >= A_PART else "next"), {}

    return tell


# Track -> the words of its level and abilities.
LEVELS: Final = (
    ("trade", "trade+", "guild+"),
    ("politics", "politics+", "fortress+"),
    ("science", "science+", "aqueduct+"),
)
declare_theme(
    KEY, "goods", judge_features.GOODS, "cloth+ coin+ paper+", tell_after_placing(tell_commodities), "* start! new!"
)
declare_theme(
    KEY,
    "metropolis",
    "metropolises? plain+ improves+ prospect+ steal+ danger-",
    "metropolises? plain+ improves+ prospect+ steal+ danger-",
    tell_first(
        ("built", _metropolises_held, A_PART),
        ("danger", judged_word("danger-", -1), 0.1),
        ("steal", judged_word("steal+"), CHANCE),
        ("plain", judged_word("plain+"), A_PART),
        ("", judged_word("prospect+"), CHANCE),
    ),
    "* built danger steal plain",
)
declare_theme(
    KEY,
    "progress",
    "progress+",
    "progress+",
    tell_at_once(tell_kept(_progress_cards_held, A_PART)),
    "* kept!",
    weak=True,
)
for track_number, (track, level, ability) in enumerate(LEVELS):
    track_words = f"{level} {ability} next_{level}"
    declare_theme(KEY, track, track_words, track_words, _tell_track_level(track_number), "* next")
declare_theme(
    KEY,
    "knights",
    "active+ strength+ near_active+ knight+ make_knight+",
    "active+ strength+ knight+",
    tell_knights,
    "* active soon",
)
declare_theme(
    KEY,
    "barbarians",
    "defends+ shares+ loses- loses_wakes+ exposed- leads+ pillaged- defender?",
    "defends+ shares+ loses- exposed- leads+ pillaged- defender?",
    tell_first(
        ("defender", _defender_points, A_PART),
        ("pillaged", _cities_kept, A_PART),
        ("city", judged_word("exposed-", -1), A_PART),
        ("leads", judged_word("leads+"), SURELY),
    ),
    "defender pillaged city leads",
)
declare_theme(KEY, "walls", "walls+", "walls+", tell_at_once(tell_first(("", judged_word("walls+"), A_PART))))
