"""What machines of Catan offer to people: nothing again that was declined."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ai
from ai.catan.situation import Situation
from ai.catan.trading import invented, refused
from rules.catan.game import KIND
from rules.catan.moves import Offering, TradeDecline
from rules.catan.view import RefusalView
from rules.core import Chance, play, registry, start

from .test_catan import choice, short_of_an_ore

PERSON = 0


def test_it_does_not_offer_again_what_was_declined() -> None:
    table = short_of_an_ore()
    line = choice(table)
    assert line == "trade-first wool ore 1"
    table.do(line).do("trade-decline 1", seat=1).do("trade-cancel 1")
    again = choice(table)
    assert again != line
    table.do("end")
    for _ in range(3):
        table.roll(1, 1).do("end")
    table.hand(0, "3 wool, 2 grain, 2 ore").hand(1, "2 ore, 1 brick").roll(1, 1)
    assert choice(table) != line  # nor in the next turn
    table.do("end")
    for _ in range(3):
        table.roll(1, 1).do("end")
    table.hand(0, "3 wool, 2 grain, 2 ore").hand(1, "2 ore, 1 brick").roll(1, 1)
    assert choice(table) == line  # they may have changed their mind


@pytest.mark.parametrize(
    ("gives", "gets", "pesters"),
    [
        ({"wool": 2}, {"ore": 1}, True),  # the same
        ({"wool": 1}, {"ore": 1}, True),  # less for as much
        ({"wool": 2}, {"ore": 2}, True),  # as much for more
        ({"wool": 3}, {"ore": 1}, False),  # more for as much
        ({"grain": 2}, {"ore": 1}, False),  # something else
        ({"wool": 2}, {"brick": 1}, False),
    ],
)
def test_what_is_no_better_than_what_was_declined(gives: dict[str, int], gets: dict[str, int], pesters: bool) -> None:
    view = replace(short_of_an_ore().view(0), refusals=(RefusalView(0, ("wool", "wool"), ("ore",), 1),))
    r = Situation(view, Chance(bytes(32)))
    offer = (r.counts(card for card, n in side.items() for _ in range(n)) for side in (gives, gets))
    give, get = offer
    assert refused(r, 1, give, get) == pesters
    assert not refused(r, 2, give, get)  # who was not asked


def test_others_are_still_asked() -> None:
    view = short_of_an_ore().view(0)
    (before,) = invented(Situation(view, Chance(bytes(32))))
    other = replace(view, refusals=(RefusalView(2, ("wool",), ("ore",), 1),))
    assert invented(Situation(other, Chance(bytes(32)))) == [before]  # what somebody else was refused


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_who_declines_everything_hears_the_same_twice(seed: int) -> None:
    """One game, in which a person declines whatever they are offered."""
    game = registry.game(KIND.key, KIND.presets["base"])
    luck = Chance(bytes([seed + 1]) * 32)
    s = start(game, 4, bytes([seed]) * 32).state
    normal = ai.players()["normal"]
    heard: dict[tuple[int, tuple[str, ...], tuple[str, ...]], int] = {}
    declined: set[int] = set()
    while not game.over(s):
        if PERSON in game.invitations(s) and s.offer is not None and s.offer.number not in declined:
            declined.add(s.offer.number)
            key = (s.active, s.offer.give, s.offer.want)
            assert s.turn - heard.get(key, -9) > 4, "it was declined in their last turn"
            heard[key] = s.turn
            s = play(game, s, PERSON, TradeDecline(s.offer.number)).state
            continue
        seat = min(game.waiting(s))
        legal = ai.offered(game, s, seat, luck)
        move = normal.choose(game.view(s, seat), legal, ai.Imagine(game, s, seat, luck), luck)
        if seat == PERSON and isinstance(move, Offering):
            move = next(one for one in legal if one.kind == "end")
        s = play(game, s, seat, move).state
    assert heard
