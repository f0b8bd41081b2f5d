"""The story of a turn of Catan: one sentence for what happens to several, and room for all of it."""

from __future__ import annotations

from dataclasses import replace

from cogs.post import story_lines
from cogs.post.story_lines import StoryScope
from cogs.screen import event_text
from rules.core import Event
from service.state.model import StoredEvent
from tests.rules.catan.cities_knights.table import A, B, C, D
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Base
from tests.rules.catan.test_development import MONOPOLY, PLENTY, dev, top
from words import Voice

from .tales import FACE, NAMES, Tale, entry, stored

# --- what is told in one breath


def test_a_roll_is_told_with_what_it_brings() -> None:
    # 9: h2 forest (corners 2 6 10 14 9 5), h7 fields.
    laid = Base(4).settlement(0, 2, 16).city(1, 10).before_roll()
    assert Tale(laid).roll(4, 5).told() == [
        "Ann rolled 9: Ann 1 lumber and 1 grain; Ben 2 lumber.",
    ]
    assert Tale(Base(3).before_roll()).roll(6, 6).told() == ["Ann rolled 12: nobody gets anything."]
    everybody = Base(3).settlement(0, 2).settlement(1, 10).settlement(2, 9).before_roll()
    assert Tale(everybody).roll(4, 5).told() == ["Ann rolled 9: Ann 1 lumber; Ben 1 lumber; Cid 1 lumber."]


def test_the_roll_tells_what_the_bank_lacks() -> None:
    short = Base(4).city(0, 0).settlement(1, 8).bank("1 ore").before_roll()
    assert Tale(short).roll(5, 5).told() == ["Ann rolled 10: nobody gets anything, the bank has too little ore."]
    partly = Base(4).city(0, 8).settlement(1, 17).settlement(2, 40).bank("2 brick").before_roll()
    assert Tale(partly).roll(3, 3).told() == ["Ann rolled 6: Cid 1 grain; the bank has too little brick."]


def test_the_three_dice_are_one_sentence() -> None:
    assert Tale(Knights().before_roll()).roll(4, 4, "ship").told()[0] == (
        "Ann rolled 8 and a ship (6 steps to go): nobody gets anything."
    )
    assert Tale(Knights().ship(5).before_roll()).roll(4, 4, "ship").told() == [
        "Ann rolled 8 and a ship (1 step to go): nobody gets anything."
    ]
    assert Tale(Knights().before_roll()).roll(4, 4, "trade").told()[0] == (
        "Ann rolled 8: nobody gets anything."  # and no card: the gate says nothing
    )
    drawn = Knights().levels(A, politics=1).levels(C, politics=2).top("spy", "wedding").before_roll()
    assert Tale(drawn).roll(2, 6, "politics").told()[:2] == [
        "Ann rolled 8 (red 2) and a blue gate (politics): nobody gets anything.",
        "Ann and Cid each drew a progress card (politics).",
    ]


def test_a_roll_has_one_form_and_the_red_die_is_told_where_it_gave_a_card() -> None:
    seven = Knights().levels(A, politics=1).top("spy", "wedding").before_roll()
    assert Tale(seven).roll(1, 6, "politics").told()[0] == "Ann rolled 7 (red 1) and a blue gate (politics)."
    assert Tale(Knights().before_roll()).roll(1, 6, "science").told()[0] == "Ann rolled 7."
    assert (
        Tale(Knights().ship(3).before_roll()).roll(1, 6, "ship").told()[0] == "Ann rolled 7 and a ship (3 steps to go)."
    )
    assert Tale(Base(3).before_roll()).roll(1, 6).told()[0] == "Ann rolled 7."


def test_what_a_roll_brought_is_one_sentence_where_the_roll_was_told_before() -> None:
    got = [StoredEvent("catan.production.got", {"seat": n, "cards": ["wool"] * (n + 1)}) for n in (0, 2)]
    none = StoredEvent("catan.production.none", {"seats": [1]})
    voice = Voice("en", NAMES)
    assert [voice.phrase(e) for e in FACE.join_events([*got, none])] == ["The roll brought Ann 1 wool; Cid 3 wool."]
    assert [voice.phrase(e) for e in FACE.join_events([none])] == ["Nothing for Ben."]


def test_an_offer_of_the_harbour_that_was_taken_is_told_once() -> None:
    offered = StoredEvent("catan.play.harbour", {"seat": 0, "to_seat": 1, "card": "brick"})
    done = StoredEvent("catan.play.harbour_done", {"seat": 1, "to_seat": 0, "card": "brick"})
    open_one = StoredEvent("catan.play.harbour", {"seat": 0, "to_seat": 2, "card": "wool"})
    voice = Voice("en", NAMES)
    assert [voice.phrase(e) for e in FACE.join_events([offered, done, open_one])] == [
        "Ben gave a commodity to Ann for 1 brick.",
        "Ann offers Cid 1 wool for a commodity.",
    ]


def test_a_fight_tells_who_gave_what_and_who_got_what() -> None:
    laid = Knights().ship(6).city(A, 0).city(B, 10).knight(A, 4, 2, True).knight(B, 16, 1, True)
    assert Tale(laid.before_roll()).roll(1, 1, "ship").told() == [
        "Ann rolled 2 and a ship: nobody gets anything.",
        "The barbarians land, 2 strong. The knights of Catan hold with 3: Ann 2; Ben 1; Cid and Dan 0.",
        "Ann is Defender of Catan: 1 point.",
    ]
    tied = Knights().ship(6).city(A, 0).knight(A, 4, 1, True).knight(B, 16, 1, True).before_roll()
    tale = Tale(tied).roll(1, 1, "ship")("answer-deck trade")("answer-deck science")
    assert tale.told()[2:4] == [
        "Ann and Ben gave most together: a progress card for each.",
        "Progress cards drawn: Ann trade; Ben science.",
    ]


def test_a_lost_fight_tells_which_cities_are_lost() -> None:
    laid = Knights().ship(6).city(A, 0, 16).city(B, 10).wall(B, 10).knight(A, 4, 1, True).before_roll()
    assert Tale(laid).roll(1, 1, "ship").told()[1:3] == [
        "The barbarians land, 3 strong, and beat the knights of Catan, who have 1: Ann 1; Ben, Cid and Dan 0.",
        "City lost: Ben at v10 with its wall.",
    ]
    several = Knights().ship(6).city(A, 0, 16).city(B, 10, 41).city(C, 50).before_roll()
    tale = Tale(several).roll(1, 1, "ship")("answer-city v0", A)
    assert tale.told() == [
        "Ann rolled 2 and a ship.",
        "The barbarians land, 5 strong. No knight of Catan fights.",
        "Ann has chosen a city.",
    ]
    tale("answer-city v41", B)
    assert tale.told()[2] == "Cities lost: Ann at v0; Ben at v41; Cid at v50."
    assert not any("chosen" in line for line in tale.told())


def test_by_the_mean_rule_what_is_sent_is_told_until_they_fight() -> None:
    laid = Knights(mean_rule="on").ship(6).city(A, 0)
    laid.knight(A, 4, 1, True).knight(B, 16, 2, True).knight(C, 30, 1, True)
    tale = Tale(laid.before_roll()).roll(1, 1, "ship")("answer-knights v4")("answer-knights v16")
    assert tale.told()[1:] == ["The barbarians land, 1 strong.", "Knights are sent: Ann 1; Ben 2."]
    assert tale("answer-knights -").told()[1] == (
        "The barbarians land, 1 strong. The knights of Catan hold with 3: Ann 1; Ben 2; Cid and Dan 0."
    )


def test_discards_are_told_with_the_seven_they_follow() -> None:
    laid = Base(4).hand(0, "8 wool").hand(2, "10 ore").settlement(2, 0).before_roll()
    tale = Tale(laid).roll(3, 4)("discard ore,ore,ore,ore,ore", 2)
    assert tale.told() == ["Ann rolled 7.", "Cid has chosen 5 cards to discard."]
    tale("discard wool,wool,wool,wool", 0)
    assert tale.told() == ["Ann rolled 7.", "Discarded: Ann 4 wool; Cid 5 ore."]
    tale("robber h0 2")
    assert tale.told()[2:] == ["Ann moved the robber to h0 and took a card from Cid."]


def test_answers_are_told_with_their_offer() -> None:
    tale = Tale(Base(3).hand(0, "1 ore").hand(1, "1 wool").hand(2, "1 brick"))
    tale("trade-offer ore wool 1,2")("trade-accept 1", 1)("trade-counter 1 brick ore", 2)
    assert tale.told() == [
        "Ann gives 1 ore and wants 1 wool from Ben and Cid. (offer 1)",
        "Ben accepts offer 1.",
        "Cid would give 1 brick for 1 ore. (offer 1)",
    ]


def test_what_the_aqueduct_and_gifts_bring_is_listed() -> None:
    laid = Knights().levels(A, science=3).levels(B, science=3).levels(D, science=3).before_roll()
    tale = Tale(laid).roll(1, 1, "trade")("answer-aqueduct ore", A)("pass aqueduct", B)
    assert tale.told()[1] == "Ann and Ben have chosen at the Aqueduct."
    assert tale("answer-aqueduct wool", D).told()[1] == "Aqueduct: Ann 1 ore; Ben nothing; Dan 1 wool."
    laid = Base(4).hand(1, "2 ore").hand(3, "1 ore")
    gave = [
        stored(event)
        for event in (
            Event("catan.dev.gave", {"seat": 1, "to_seat": 0, "cards": ["ore", "ore"]}, None, True),
            Event("catan.dev.gave", {"seat": 3, "to_seat": 0, "cards": ["ore"]}, None, True),
        )
    ]
    assert [Voice("en", NAMES).phrase(one) for one in FACE.join_events(gave)] == [
        "Ann got 2 ore from Ben; 1 ore from Dan."
    ]


def test_nothing_is_joined_that_stands_alone() -> None:
    events = [
        StoredEvent(key, {"seat": 0, "corner": "v1", "n": 2, "track": "trade", "card": "ore", "cards": ["ore"]})
        for key in (
            "catan.city.lost",
            "catan.discard.told",
            "catan.aqueduct.took",
            "catan.gate.drew",
            "catan.special.done",
            "catan.robber.moved",
        )
    ]
    assert list(FACE.join_events(events)) == events


def test_who_is_told_more_is_told_it_once() -> None:
    laid = Base(3).settlement(A, 23).settlement(B, 35).hand(A, "5 lumber, 5 ore").hand(B, "1 wool").before_roll()
    tale = Tale(laid).roll(3, 4)("discard lumber,lumber,lumber,ore,ore")
    assert tale.told_to(A) == ["Ann discarded 3 lumber and 2 ore."]
    assert tale.told_to(C) == ["Ann discarded 3 lumber and 2 ore."]
    tale("robber h14 1")
    assert tale.told_to(A) == ["Ann moved the robber to h14.", "Ann took 1 wool from Ben."]
    assert tale.told_to(C) == ["Ann moved the robber to h14 and took a card from Ben."]


def test_a_choice_that_others_still_have_to_make_too_is_told_once() -> None:
    laid = Base(3).settlement(A, 23).hand(A, "8 lumber").hand(B, "8 wool").before_roll()
    tale = Tale(laid).roll(3, 4)("discard lumber,lumber,lumber,lumber", A)
    assert tale.told_to(A) == ["You discard 4 lumber."]
    assert tale.told_to(B) == ["Ann has chosen 4 cards to discard."]


def test_cards_looked_at_and_taken_are_told_once() -> None:
    tale = Tale(Knights(3).settlement(A, 23).progress(A, "spy").progress(B, "smith", "crane"))("card-spy 1")
    assert tale.told_to(A)[-1] == "Ben holds Crane and Smith."
    assert "Ann looks at the progress cards of Ben." not in tale.told_to(A)
    tale("answer-spy smith")
    assert tale.told_to(A) == ["Ann took Smith from Ben."]
    assert tale.told_to(C) == ["Ann took a progress card from Ben (science)."]


def test_whoever_buys_a_card_is_told_once() -> None:
    tale = Tale(top(Base().hand(0, "1 wool, 1 grain, 1 ore"), PLENTY))("dev-buy")
    assert tale.told_to(0) == ["You bought a development card: Year of Plenty."]
    assert tale.told_to(1) == ["Ann bought a development card. 24 are left."]


def test_a_monopoly_that_brings_nothing_says_so_in_its_line() -> None:
    tale = Tale(dev(Base().hand(1, "1 wool"), 0, MONOPOLY))("dev-monopoly ore")
    assert tale.told_to(1) == ["Ann played Monopoly on ore. Nobody else has any ore."]


def test_discards_are_told_with_the_card_that_led_to_them_to_who_has_discarded_before() -> None:
    told = [
        entry(2, 1, "card-saboteur", [Event("catan.play.card", {"seat": 1, "progress": "saboteur"})]),
        entry(3, 0, "discard ore", [Event("catan.discard.done", {"seat": 0, "n": 1})]),
        entry(
            4,
            2,
            "discard wool",
            [
                Event("catan.discard.done", {"seat": 2, "n": 1}),
                Event("catan.discard.told", {"seat": 0, "cards": ["ore"]}),
                Event("catan.discard.told", {"seat": 2, "cards": ["wool"]}),
            ],
        ),
    ]
    voice = Voice("en", list(NAMES))
    (line,) = story_lines.build_story_lines(FACE, told, StoryScope(3, (0,)), voice, voice, event_text.describe_event)
    assert line.full == "**Ben**: played Saboteur. Discarded: Ann 1 ore; Cid 1 wool."


def test_no_plate_without_a_meaning_lies_on_the_table_and_points_for_defending_are_told() -> None:
    laid = Knights()
    voice = Voice("en", list(NAMES))
    view = replace(laid.view(), changed=("h4", "e3"))
    assert not FACE.picture_marks(view)
    players = (replace(view.players[0], defender=2), *view.players[1:])
    assert "Defender of Catan: 2 points" in FACE.describe_seat(replace(view, players=players), 0, voice)
    assert "Defender" not in FACE.describe_seat(view, 0, voice)
