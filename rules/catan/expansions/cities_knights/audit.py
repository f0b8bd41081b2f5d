"""Audit of Cities & Knights: a slow recount."""

from __future__ import annotations

from rules.catan.layout import DESERT
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
    r = realm_of(s)
    _audit_progress(s, r)
    _audit_knights(s, r)
    _audit_cities(s, r)
    _audit_metropolises(s, r)
    landed = any(isinstance(step, Battle) for step in s.agenda)
    assert landed == (r.ship == SPACES), "the barbarians have landed"
    assert 0 <= r.ship <= SPACES, "the barbarians' ship"
    assert r.came or s.terrain[s.robber] == DESERT, "the robber moved before the first attack"
    for card in RULES.values():
        card.audit(r)


def _audit_progress(s: CatanState, r: Realm) -> None:
    there = [0] * len(COPIES)
    for cards in (*r.decks, *r.held, *r.shown):
        for card in cards:
            there[card] += 1
    for tail in r.tails:
        for under in tail:
            there[under.card] += 1
    assert tuple(there) == COPIES, "progress cards are lost"
    for seat in range(s.seats):
        assert not set(r.held[seat]) & set(POINT_CARDS), "a point card in hand"
        assert set(r.shown[seat]) <= set(POINT_CARDS), "a card lies open"
        assert len(r.held[seat]) <= LIMIT + 1, "too many progress cards"
        returning = any(isinstance(step, (CheckLimit, ReturnCards)) for step in s.agenda)
        assert returning or s.winner != OUT or len(r.held[seat]) <= progress_limit(s, seat, False), (
            "too many progress cards"
        )


def _audit_knights(s: CatanState, r: Realm) -> None:
    standing = 0
    for seat in range(s.seats):
        mine = r.knights[seat]
        assert not standing & mine, "two knights on one corner"
        standing |= mine
        for mask in r.ranks:
            assert (mask & mine).bit_count() <= KNIGHTS, "too many knights of one level"
    assert sum(mask.bit_count() for mask in r.ranks) == standing.bit_count(), "knights of two levels"
    assert r.ranks[0] | r.ranks[1] | r.ranks[2] == standing, "knights without a level"
    assert r.active & ~standing == r.ready & ~r.active == r.promoted & ~standing == 0, "marks of knights"
    for v, owner in enumerate(s.held):
        if standing >> v & 1:
            assert not s.buildings[v], "a knight on a building"
            assert r.knights[owner] >> v & 1, "a knight of somebody else"
            found = knight_goals(s, r, owner, v)
            assert found == sum(1 << w for w in slow_goals(s, r, owner, v)), "where a knight may go"
        else:
            assert owner == OUT or s.buildings[v], "a corner held by nothing"


def slow_goals(s: CatanState, r: Realm, seat: int, corner: int) -> set[int]:
    """The corners a knight may move to, found by repeated expansion along roads."""
    mine = [ends for path, ends in enumerate(s.layout.ends) if s.roads[path] == seat]
    reached = {corner}
    more = True
    while more:
        more = False
        for a, b in mine:
            for here, there in ((a, b), (b, a)):
                passes = here == corner or s.held[here] in (OUT, seat)
                if here in reached and passes and there not in reached:
                    reached.add(there)
                    more = True
    level = level_at(r, corner)
    return {
        v
        for v in reached - {corner}
        if s.held[v] == OUT or (s.held[v] != seat and 0 < level_at(r, v) < level and not s.buildings[v])
    }


def _audit_cities(s: CatanState, r: Realm) -> None:
    for seat in range(s.seats):
        corners = [v for v in range(len(s.held)) if r.walls[seat] >> v & 1]
        assert len(corners) <= WALLS, "too many walls"
        assert all(s.held[v] == seat and s.buildings[v] == CITY for v in corners), "a wall without a city"
        assert all(0 <= level <= HIGHEST for level in r.levels[seat]), "levels"
    for v, seat in enumerate(s.held):
        if r.pillaged >> v & 1:
            assert s.buildings[v] == SETTLEMENT, "a city on its side"
            assert s.settlements_left[seat] == 0, "a city on its side, and settlements left"


def _audit_metropolises(s: CatanState, r: Realm) -> None:
    placing = any(isinstance(step, PlaceMetropolis) for step in s.agenda) or s.winner != OUT
    built = [corner for corner in r.metropolises if corner != OUT]
    assert len(set(built)) == len(built), "two metropolises in one city"
    for track, corner in enumerate(r.metropolises):
        best = max(levels[track] for levels in r.levels)
        if corner == OUT:
            assert best < METROPOLIS or placing, "a metropolis is missing"
        else:
            assert s.buildings[corner] == CITY, "a metropolis without a city"
            assert r.levels[s.held[corner]][track] == best >= METROPOLIS, "the metropolis of somebody else"
