"""What is outlined in Citadels: all that was built, got, beautified or destroyed since an earlier position."""

from __future__ import annotations

from dataclasses import replace

from render.citadels.changes_since import mark_new_districts
from render.citadels.city import seats_of_new_cards
from rules.citadels.view import CitadelsView, Lost
from tests.render.citadels.scenes import look, scene


def without(view: CitadelsView, seat: int, place: int) -> CitadelsView:
    players = list(view.players)
    city = players[seat].city
    players[seat] = replace(players[seat], city=(*city[:place], *city[place + 1 :]))
    return replace(view, players=tuple(players))


def test_districts_of_several_turns_are_outlined() -> None:
    now = replace(scene(6), changed=())
    before = without(without(now, 0, 1), 3, 0)
    built = {(0, now.players[0].city[1].token), (3, now.players[3].city[0].token)}
    assert set(mark_new_districts(before, now).changed) == built
    assert mark_new_districts(now, now).changed == ()
    assert mark_new_districts(now, before).changed == ()


def test_what_came_by_an_exchange_bears_who_made_it() -> None:
    now = replace(scene(6), changed=())
    before = without(without(now, 0, 1), 3, 0)
    built, got = now.players[0].city[1], now.players[3].city[0]
    told = [("any", {"seat": 1, "own": got.district, "to_seat": 3, "district": "keep", "n": 2})]
    seen = mark_new_districts(before, now, told)
    assert seen.brought == {(3, got.token): 1}
    assert (0, built.token) in seen.changed


def test_what_was_destroyed_is_lost_until_it_stands_again() -> None:
    now = replace(scene(6), changed=())
    before = without(now, 0, 1)
    gone = now.players[0].city[1].district
    told = [("any", {"seat": 4, "from_seat": 0, "district": gone, "n": 1}), ("other", {"seat": 4, "from_seat": 0})]
    assert mark_new_districts(now, before, told).lost == (Lost(0, gone, 4),)
    assert mark_new_districts(before, now, told).lost == ()


def test_what_became_beautiful_is_new_the_other_of_that_name_is_not() -> None:
    now = replace(scene(6), changed=())
    players = list(now.players)
    plain = replace(players[0].city[0], beautified=False)
    players[0] = replace(players[0], city=(plain,))
    before = replace(now, players=tuple(players))
    gold, other = replace(plain, beautified=True, token=f"{plain.district}+"), plain
    players[0] = replace(players[0], city=(gold, other))
    assert mark_new_districts(before, replace(now, players=tuple(players))).changed == ((0, gold.token),)


def test_of_two_of_a_name_only_the_later_is_new() -> None:
    now = replace(scene(6), changed=())
    first, *others = now.players[0].city
    players = list(now.players)
    players[0] = replace(players[0], city=(first, *others, first))
    both = replace(now, players=tuple(players))
    seen = mark_new_districts(now, both)
    last = len(both.players[0].city) - 1
    assert set(seats_of_new_cards(seen, look(6))) == {(0, last)}
    players[0] = replace(players[0], city=tuple(others))
    none = replace(now, players=tuple(players))
    assert set(seats_of_new_cards(mark_new_districts(none, both), look(6))) == {(0, 0), (0, last)}
    latest = replace(both, changed=((0, first.token),))  # as the rules tell of the last move
    assert set(seats_of_new_cards(mark_new_districts(now, latest), look(6))) == {(0, last)}
