"""What a roll brings, reckoned once more without haste in positions of random games: catan.md 2.3, 5.1, 9.4, 10.1."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.catan.cards import CARDS, kind_counts, pack_counts, unpack_cards
from rules.catan.expansions.cities_knights.barbarians import LoseCity
from rules.catan.expansions.cities_knights.realm import realm_of
from rules.catan.game import KIND
from rules.catan.layout import TERRAINS
from rules.catan.state import CatanState
from rules.catan.turn import BeforeRoll
from rules.core import Transition, decode_move, play

from .test_secrecy import positions

SETTLEMENT_BRINGS = {"hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore"}
CITY_BRINGS_TOO = {"hills": "brick", "forest": "paper", "pasture": "cloth", "fields": "grain", "mountains": "coin"}
GAME = KIND.make(KIND.presets["official"])


def before_rolls(seats: int, luck: random.Random) -> list[CatanState]:
    """Positions before a roll, with many knights awake and a bank that may be short."""
    found = []
    for s in positions(GAME, seats, 70 + seats, 2500):
        if s.agenda and isinstance(s.agenda[-1], BeforeRoll):
            s = s.copy()
            r = realm_of(s)
            for v in range(len(s.held)):
                if any(mine >> v & 1 for mine in r.knights) and luck.random() < 0.5:
                    r.active |= 1 << v
            s.bank = pack_counts([min(n, luck.choice((0, 1, 2, n))) for n in kind_counts(s.bank)])
            found.append(s)
    return found


def roll(s: CatanState, red: int, white: int, side: int) -> Transition[CatanState]:
    return play(GAME, s, s.active, decode_move("roll", GAME.moves), (red - 1, white - 1, side))


def production(s: CatanState, number: int) -> list[Counter[str]]:
    due: list[Counter[str]] = [Counter() for _ in range(s.seats)]
    for h, token in enumerate(s.tokens):
        terrain = TERRAINS[s.terrain[h]]
        if token == number and h != s.robber and terrain in SETTLEMENT_BRINGS:
            for v in s.layout.corners_of[h]:
                if s.buildings[v]:
                    due[s.held[v]][SETTLEMENT_BRINGS[terrain]] += 1
                if s.buildings[v] == 2:
                    due[s.held[v]][CITY_BRINGS_TOO[terrain]] += 1
    for card, left in zip(CARDS, kind_counts(s.bank), strict=True):
        takers = [hand for hand in due if hand[card]]
        if sum(hand[card] for hand in takers) > left:
            for hand in takers:
                hand[card] = left if len(takers) == 1 else 0
    return [+hand for hand in due]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_gates_and_production(seats: int) -> None:
    luck = random.Random(seats)
    drawn = short = brought = 0
    for s in before_rolls(seats, luck):
        for _ in range(6):
            red, white, track = luck.randint(1, 6), luck.randint(1, 6), luck.randrange(3)
            after = roll(s, red, white, 3 + track).state
            old, new = realm_of(s), realm_of(after)
            grown = [
                len(new.held[seat]) + len(new.shown[seat]) - len(old.held[seat]) - len(old.shown[seat])
                for seat in range(seats)
            ]
            if after.winner < 0 and len(old.decks[track]) >= seats:
                assert grown == [int(levels[track] > 0 and red <= levels[track] + 1) for levels in old.levels]
                drawn += sum(grown)
            if red + white != 7 and len(after.gains) == seats:
                expected = production(s, red + white)
                assert [Counter(unpack_cards(cards)) for cards in after.gains] == expected
                brought += sum(map(Counter.total, expected))
                short += after.gains != after.due
    assert drawn > 50
    assert short > 20
    assert brought > 500


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_battles(seats: int) -> None:
    luck = random.Random(10 + seats)
    ends: Counter[str] = Counter()
    for s in before_rolls(seats, luck):
        realm_of(s).ship = 6
        t = roll(s, 1, 1, luck.randrange(3))
        old, new = realm_of(s), realm_of(t.state)
        awake = [mine & old.active for mine in old.knights]
        shares = [sum(n * (mine & mask).bit_count() for n, mask in enumerate(old.ranks, 1)) for mine in awake]
        cities = [[v for v in range(len(s.held)) if s.buildings[v] == 2 and s.held[v] == seat] for seat in range(seats)]
        plain = [[v for v in mine if v not in old.metropolises] for mine in cities]
        assert (new.ship, new.came, new.active) == (0, True, 0)
        gained = [b - a for a, b in zip(old.defenders, new.defenders, strict=True)]
        lost = {e.params["seat"] for e in t.events if e.key in ("catan.city.lost", "catan.city.pillaged")}
        top = t.state.agenda[-1] if t.state.agenda else None
        lost |= set(top.owed) if isinstance(top, LoseCity) else set()
        if sum(shares) >= sum(map(len, cities)):
            best = [seat for seat in range(seats) if shares[seat] == max(shares) > 0]
            assert gained == [int(best == [seat]) for seat in range(seats)]
            assert not lost
            tied = [e.params["seats"] for e in t.events if e.key == "catan.barbarians.tied"]
            assert [sorted(each) for each in tied] == ([best] if len(best) > 1 else [])
            ends["tie" if tied else "defender" if best else "nobody"] += 1
        else:
            owners = [seat for seat in range(seats) if plain[seat]]
            assert lost == {seat for seat in owners if shares[seat] == min(shares[n] for n in owners)}
            assert not any(gained)
            ends["loss"] += 1
    assert ends["loss"] > 10
    assert ends["defender"] + ends["tie"] > 3
