"""What is outlined in Citadels: all that was built, got or beautified since an earlier position."""

from __future__ import annotations

from dataclasses import replace

from render.citadels.outlines import since
from rules.citadels.view import CitadelsView
from tests.render.citadels.scenes import scene


def without(view: CitadelsView, seat: int, place: int) -> CitadelsView:
    players = list(view.players)
    city = players[seat].city
    players[seat] = replace(players[seat], city=(*city[:place], *city[place + 1 :]))
    return replace(view, players=tuple(players))


def test_districts_of_several_turns_are_outlined() -> None:
    now = replace(scene(6), changed=())
    before = without(without(now, 0, 1), 3, 0)
    built = {(0, now.players[0].city[1].token), (3, now.players[3].city[0].token)}
    assert set(since(before, now).changed) == built
    assert since(now, now).changed == ()
    assert since(now, before).changed == ()  # what was destroyed cannot be outlined


def test_what_became_beautiful_is_new_the_other_of_that_name_is_not() -> None:
    now = replace(scene(6), changed=())
    players = list(now.players)
    plain = replace(players[0].city[0], beautified=False)
    players[0] = replace(players[0], city=(plain,))
    before = replace(now, players=tuple(players))
    gold, other = replace(plain, beautified=True, token=f"{plain.district}+"), plain
    players[0] = replace(players[0], city=(gold, other))
    assert since(before, replace(now, players=tuple(players))).changed == ((0, gold.token),)
