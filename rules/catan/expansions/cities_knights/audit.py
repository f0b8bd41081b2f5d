"""Audit of Cities & Knights: a slow recount."""

from __future__ import annotations

from rules.catan.layout import DESERT
from rules.catan.network import set_bits
from rules.catan.places import OUT
from rules.catan.state import CITY, SETTLEMENT, CatanState

from .barbarians import Battle
from .deck import COPIES, LIMIT, POINT_CARDS, CheckLimit, ReturnCards, progress_limit
from .improvements import PlaceMetropolis
from .knights import knight_goals
from .playing import RULES
from .realm import HIGHEST, KNIGHTS, METROPOLIS, SPACES, WALLS, Realm, level_at, realm_of


def audit_realm(s: CatanState) -> None:
    """AssertionError unless cards, knights, walls and metropolises are consistent."""
    realm = realm_of(s)
    _audit_progress(s, realm)
    _audit_knights(s, realm)
    _audit_cities(s, realm)
    _audit_metropolises(s, realm)
    landed = any(isinstance(step, Battle) for step in s.agenda)
    assert landed == (realm.ship == SPACES), "the barbarians have landed"
    assert 0 <= realm.ship <= SPACES, "the barbarians' ship"
    assert realm.came or s.terrain[s.robber] == DESERT, "the robber moved before the first attack"
    for card in RULES.values():
        card.audit(realm)


def _audit_progress(s: CatanState, realm: Realm) -> None:
    counted = [0] * len(COPIES)
    for cards in (*realm.decks, *realm.held, *realm.shown):
        for card in cards:
            counted[card] += 1
    for tail in realm.tails:
        for under in tail:
            counted[under.card] += 1
    assert tuple(counted) == COPIES, "progress cards are lost"
    for seat in range(s.seats):
        assert not set(realm.held[seat]) & set(POINT_CARDS), "a point card in hand"
        assert set(realm.shown[seat]) <= set(POINT_CARDS), "a card lies open"
        assert len(realm.held[seat]) <= LIMIT + 1, "too many progress cards"
        returns_pending = any(isinstance(step, (CheckLimit, ReturnCards)) for step in s.agenda)
        if not returns_pending and s.winner == OUT:
            assert len(realm.held[seat]) <= progress_limit(s, seat, closing=False), "too many progress cards"


def _audit_knights(s: CatanState, realm: Realm) -> None:
    standing = 0
    for seat in range(s.seats):
        own = realm.knights[seat]
        assert not standing & own, "two knights on one corner"
        standing |= own
        for mask in realm.ranks:
            assert (mask & own).bit_count() <= KNIGHTS, "too many knights of one level"
    assert sum(mask.bit_count() for mask in realm.ranks) == standing.bit_count(), "knights of two levels"
    assert realm.ranks[0] | realm.ranks[1] | realm.ranks[2] == standing, "knights without a level"
    stray_marks = realm.active & ~standing | realm.ready & ~realm.active | realm.promoted & ~standing
    assert not stray_marks, "marks of knights"
    for corner, owner in enumerate(s.held):
        if standing >> corner & 1:
            assert not s.buildings[corner], "a knight on a building"
            assert realm.knights[owner] >> corner & 1, "a knight of somebody else"
            goals = knight_goals(s, realm, owner, corner)
            assert goals == sum(1 << goal for goal in slow_goals(s, realm, owner, corner)), "where a knight may go"
        else:
            assert owner == OUT or s.buildings[corner], "a corner held by nothing"


def slow_goals(s: CatanState, realm: Realm, seat: int, corner: int) -> set[int]:
    """The corners a knight may move to, found by repeated expansion along roads."""
    own_roads = [ends for path, ends in enumerate(s.layout.path_ends) if s.roads[path] == seat]
    reached = {corner}
    more = True
    while more:
        more = False
        for first, second in own_roads:
            for start, end in ((first, second), (second, first)):
                passes = start == corner or s.held[start] in (OUT, seat)
                if start in reached and passes and end not in reached:
                    reached.add(end)
                    more = True
    level = level_at(realm, corner)
    return {
        goal
        for goal in reached - {corner}
        if s.held[goal] == OUT or (s.held[goal] != seat and 0 < level_at(realm, goal) < level and not s.buildings[goal])
    }


def _audit_cities(s: CatanState, realm: Realm) -> None:
    for seat in range(s.seats):
        walled = set(set_bits(realm.walls[seat]))
        assert len(walled) <= WALLS, "too many walls"
        assert walled <= set(s.buildings_of(seat, CITY)), "a wall without a city"
        assert all(0 <= level <= HIGHEST for level in realm.levels[seat]), "levels"
    for corner, seat in enumerate(s.held):
        if realm.pillaged >> corner & 1:
            assert s.buildings[corner] == SETTLEMENT, "a city on its side"
            assert s.settlements_left[seat] == 0, "a city on its side, and settlements left"


def _audit_metropolises(s: CatanState, realm: Realm) -> None:
    placing = any(isinstance(step, PlaceMetropolis) for step in s.agenda) or s.winner != OUT
    built = [corner for corner in realm.metropolises if corner != OUT]
    assert len(set(built)) == len(built), "two metropolises in one city"
    for track, corner in enumerate(realm.metropolises):
        best = max(levels[track] for levels in realm.levels)
        if corner == OUT:
            assert best < METROPOLIS or placing, "a metropolis is missing"
        else:
            assert s.buildings[corner] == CITY, "a metropolis without a city"
            assert realm.levels[s.held[corner]][track] == best >= METROPOLIS, "the metropolis of somebody else"
