"""A turn in two lines."""

from __future__ import annotations

from typing import Any

import pytest

from render.catan import captions
from render.catan.captions import TWO_LINES_LETTERS, player_turn_caption
from render.core.recap import RecapTurn, TurnPhrase
from tests.render.catan.replays import GAMES, turns
from tests.render.looks import LONG, look


def turn(*events: tuple[str, dict[str, Any]], seat: int | None = 3, said: tuple[TurnPhrase, ...] = ()) -> RecapTurn:
    return RecapTurn(seat, tuple((f"catan.{key}", params) for key, params in events), said)


def road(seat: int) -> tuple[str, dict[str, Any]]:
    return "build.road", {"seat": seat, "path": "e5"}


def told(*turned: RecapTurn, reader: int | None = 0, names: Any = None) -> str:
    return player_turn_caption(turned, look(6, names=names) if names else look(6), reader)


def test_what_was_built_is_counted() -> None:
    assert told(turn(road(3), ("build.city", {"seat": 3, "corner": "v4"}), road(3))) == "2 roads, city."
    level = ("improve.done", {"seat": 3, "track": "trade", "n": 3, "level": "trade-3"})
    assert told(turn(level)) == "Merchant Guild (trade 3)."


def test_what_others_built_after_it_bears_their_names() -> None:
    assert told(turn(road(3)), turn(road(0), seat=0), turn(road(4), seat=4)) == "Road. You: road. Đorđe: road."


def test_whom_the_robber_took_from() -> None:
    moved = ("robber.moved", {"seat": 3, "hex": "h4", "token": 8})
    bare = ("robber.moved", {"seat": 3, "hex": "h9", "token": 0})

    def stole(seat: int) -> tuple[str, dict[str, Any]]:
        return "robber.stole", {"seat": 3, "from_seat": seat}

    assert told(turn(moved, stole(0))) == "Robber to the 8, takes a card from you."
    old = ("robber.moved", {"seat": 3, "hex": "h4"})  # as logs told it once
    assert told(turn(old, stole(1))) == "Takes a card from Ionuț."
    assert told(turn(bare, stole(1))) == "Robber to the desert, takes a card from Ionuț."
    assert told(turn(moved, stole(5), stole(0))) == "Robber to the 8, takes cards from Lin, you."


def test_titles_of_others_and_the_barbarians() -> None:
    longest = ("longest.taken", {"seat": 4, "n": 5})
    won = ("barbarians.won", {"n": 3, "m": 5})
    assert told(turn(road(3), longest, won)) == (
        "Đorđe: Longest Road (5). The barbarians are beaten; all knights are inactive."
    )


def test_what_happened_is_told_in_its_order() -> None:
    won = ("barbarians.won", {"n": 3, "m": 5})
    best = ("barbarians.defender", {"seat": 0})
    awake = ("knight.activated", {"seat": 3, "corner": "v4"})
    teller = captions._CaptionWriter(look(6), 0, 3)
    events = [(f"catan.{key}", said) for key, said in (won, best, awake)]
    assert teller.join_pieces(teller.list_pieces(events)) == (
        "The barbarians are beaten; all knights are inactive. You: Defender of Catan. Sam: knight activated."
    )


def test_sentences_of_the_table_stand_where_they_happened() -> None:
    chased = ("robber.chased", {"seat": 3})
    moved = ("robber.moved", {"seat": 3, "hex": "h4", "token": 8})
    said = (TurnPhrase("Chased the robber.", 9, "catan.robber.chased", True),)
    assert told(turn(chased, moved, said=said)) == "Chased the robber. Sam: robber to the 8."
    assert told(turn(moved, chased, said=said)) == "Robber to the 8. Chased the robber."


def test_a_turn_without_deeds_says_so_and_leaves_the_roll_to_the_chips() -> None:
    got = [("production.got", {"seat": seat, "cards": ["ore", "ore"]}) for seat in (0, 1)]
    assert told(turn(*got, ("gate.drew", {"seat": 3, "track": "trade"}))) == "Builds nothing."
    assert told(turn()) == "Builds nothing."


def test_other_sentences_stand_behind_and_those_of_others_with_their_names() -> None:
    took = TurnPhrase("took 2 ore from Ann.", 5, "catan.play.took_all")
    assert told(turn(road(3), said=(took,))) == "Road. Took 2 ore from Ann."
    assert told(turn(road(3)), turn(seat=4, said=(took,))) == "Road. Đorđe: took 2 ore from Ann."
    whole = TurnPhrase("Ann gave 2 cards to Ben.", 100, "catan.play.gift", whole=True)
    assert told(turn(seat=4, said=(whole,))) == "Ann gave 2 cards to Ben."
    shown = TurnPhrase("rolled 4 + 4 = 8.", 3, "catan.dice.rolled")
    assert told(turn(said=(shown,))) == "Builds nothing."


def test_where_it_does_not_fit_what_weighs_least_is_left_out() -> None:
    heavy = TurnPhrase(
        "took all the ore that anybody held, which was a great deal of it.", 100, "catan.play.ore", whole=True
    )
    assert told(turn(road(3), ("dev.bought", {"seat": 3, "n": 4}), said=(heavy,))).startswith("Road. Took all")
    stole = ("robber.stole", {"seat": 3, "from_seat": 0})
    many = [("knight.activated", {"seat": seat}) for seat in (3, 4, 5)]
    assert "takes a card from you" in told(turn(stole, *many), names=LONG).casefold()


@pytest.mark.parametrize("name", list(GAMES))
def test_every_turn_has_its_words(name: str) -> None:
    long = 0
    steps = turns(name, 1)
    for step in steps:
        words = told(step.turn, reader=1, names=LONG)
        assert words
        long += len(words) > TWO_LINES_LETTERS
    assert long <= 0.02 * len(steps)


def test_a_card_that_must_be_shown_says_whose_it_is_and_its_point() -> None:
    shown = ("gate.shown", {"seat": 1, "progress": "printer"})
    assert told(turn(shown, road(3))) == "Ionuț: Printer (1 point). Sam: road."


def test_a_knight_that_chased_the_robber_and_woke_again_is_told() -> None:
    chased = ("knight.chased", {"seat": 3, "corner": "v4"})
    moved = ("robber.moved", {"seat": 3, "hex": "h4", "token": 8})
    awake = ("knight.activated", {"seat": 3, "corner": "v4"})
    assert told(turn(chased, moved, awake)) == "Knight chases the robber, robber to the 8, knight activated."


def test_a_card_is_not_named_beside_the_sentence_about_it() -> None:
    played = ("play.card", {"seat": 3, "progress": "merchant"})
    put = TurnPhrase("put the merchant on Fields 4: 1 point while he stays.", 5, "catan.play.merchant")
    assert told(turn(played, said=(put,))) == "Put the merchant on Fields 4: 1 point while he stays."
    assert told(turn(played, road(3))) == "Merchant, road."
