"""Citadels in words: sentences, stories, hands, topics."""

from __future__ import annotations

from dataclasses import replace

from cogs.choose.picker import ChoicePath
from cogs.games import picker_screens
from cogs.games.move_texts import describe_move
from cogs.post.story_lines import TURN_LENGTH
from cogs.screen import Select
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.options import RANKS
from service.state.model import StoredEvent
from tests.cogs import harness
from tests.rules.citadels.table import Table as Position
from words import Voice

from .views import FACE, room_of, table_of


def test_players_have_name_and_colour_in_sentences_and_on_buttons() -> None:
    at = Position(4).gold(0, 0, 0, 0).city(1, "market").call({"warlord": 0})
    here = room_of(at)
    assert here.vocabulary.value_names("player", "1")[:4] == ("Ben (blue)", "Ben", "blue", "B")
    assert here.move_sentence("power-destroy 1 market") == "Destroy Market of Ben (blue)"
    assert here.move_sentence("keep castle,temple") == "Take Castle and Temple"
    assert here.move_sentence("power-murder king") == "Murder the King"
    assert here.vocabulary.value_names("character", "king") == ("4 King", "King", "4")


def test_names_are_escaped_in_sentences_and_plain_on_buttons() -> None:
    at = Position(4).gold(0, 0, 0, 0).call({"warlord": 0})
    table = table_of(at.game.choices, at.s)
    seats = (table.seats[0], replace(table.seats[1], name="*Ben*"), *table.seats[2:])
    table = replace(table, seats=seats)
    voice = Voice("en", ["Ann", r"\*Ben\*", "Cid", "Dan"])
    assert describe_move(voice, FACE, table, "power-swap 1") == r"Swap hands with \*Ben\* (blue)"
    assert harness.room(table, 0).value_label("player", "1") == "*Ben* (blue)"


def test_a_sentence_has_the_form_of_a_word_that_its_language_asks_for() -> None:
    at = Position(4).gold(0, 0, 0, 0).call({"warlord": 0})
    table = table_of(at.game.choices, at.s)
    assert describe_move(Voice("de", table.names), FACE, table, "power-murder king") == "den König meucheln"
    assert describe_move(Voice("he", table.names), FACE, table, "power-murder king") == "רצח המלך"


def test_who_has_chosen_is_told_in_one_sentence() -> None:
    events = [StoredEvent("cit.draft.picked", {"seat": seat}, None, False) for seat in range(3)]
    (told,) = FACE.join_events(events)
    assert Voice("en", ["Ann", "Ben", "Cid"]).phrase(told) == "Ann, Ben and Cid have chosen."
    assert FACE.join_events(events[:1]) == events[:1]


def test_the_beginning_is_told_once_with_its_characters() -> None:
    begun = StoredEvent("cit.game.begun", {"seat": 0, "characters": ["thief", "king"], "districts": [], "n": 8}, None)
    first = StoredEvent("cit.round.begun", {"seat": 0, "n": 1}, None)
    (told,) = FACE.join_events([begun, first])
    said = Voice("en", ["Ann"]).phrase(told)
    assert said == "The game begins. Characters: Thief and King."
    assert FACE.join_events([first, begun]) == [first, begun]


def test_the_beginning_is_not_cut_whoever_is_in_the_game() -> None:
    names = {key: len(Voice("en", []).word("cit", "character", key)) for key in CHARACTERS}
    longest = [max(ranked, key=names.__getitem__) for ranked in RANKS.values()]
    begun = StoredEvent("cit.game.begun", {"seat": 0, "characters": longest, "districts": [], "n": 8}, None)
    (told,) = FACE.join_events([begun, StoredEvent("cit.round.begun", {"seat": 0, "n": 1}, None)])
    assert len(longest) == 9
    assert len(Voice("en", ["A name of thirty-two characters.."]).phrase(told)) <= TURN_LENGTH


def test_a_tip_fits_what_is_asked() -> None:
    at = Position(4).gold(0, 0, 0, 0).hand(0, "temple").call({"thief": 0, "king": 1})
    assert FACE.tip_key(at.view(0), 0, 0) == "cit.tip.action"
    assert FACE.tip_key(at.do("gold").view(0), 0, 0) == "cit.tip.build"
    assert FACE.tip_key(at.view(1), 1, 0) == ""
    asked = Position(4, cast=("witch",)).gold(0, 0, 0, 0).call({"witch": 2}).do("gold")
    assert FACE.tip_key(asked.view(2), 2, 0) == ""


def test_cards_looked_at_are_told_with_those_that_are_kept() -> None:
    looks = StoredEvent("cit.action.looks", {"seat": 0, "n": 2}, None, False)
    kept = StoredEvent("cit.action.kept", {"seat": 0, "n": 1, "under": 1}, None, False)
    assert FACE.join_events([looks, kept]) == [kept]
    assert FACE.join_events([looks]) == [looks]


def test_the_score_line_holds_what_everybody_sees() -> None:
    at = Position(4, crown=1).gold(1, 5, 0, 0).hand(1, "temple").city(1, "market").call({"thief": 1})
    voice = Voice("en", ["Ann", "Ben", "Cid", "Dan"])
    assert FACE.describe_seat(at.view(), 1, voice) == "5 gold · 1 card · 1 district · crown · Thief"
    assert FACE.describe_seat(at.view(), 0, voice) == "1 gold · 0 cards · 0 districts"
    rich = at.view()
    more = replace(rich.sheet[0], colours=3, total=rich.sheet[0].total + 3)
    rich = replace(rich, sheet=(more, *rich.sheet[1:]))
    assert FACE.describe_seat(rich, 0, voice) == "1 gold · 0 cards · 0 districts · +3 beyond the districts"


def test_the_hand_in_words() -> None:
    at = Position(4, "museum").gold(1, 5, 0, 0).hand(1, "temple", "temple", "keep").city(1, "museum")
    at.museum(1, "castle").call({"thief": 1})
    said = FACE.describe_hand(at.view(1), 1, Voice("en", ["Ann", "Ben", "Cid", "Dan"]))
    assert said.splitlines() == [
        "Gold: 5",
        "3 cards:",
        "2× Temple: 1 gold, blue (religious)",
        "Keep: 3 gold, purple (special). Rank 8 cannot touch it.",
        "Your characters of this round: Thief",
        "Under your Museum: Castle",
    ]


def test_a_card_that_the_city_has_already_is_warned_of() -> None:
    """A district called Keep, too, is not offered as «Keep Keep»."""
    voice = Voice("en", ["Ann", "Ben", "Cid", "Dan"])
    warned = "Manor: 3 gold, yellow (noble) · your city has one already; as a rule no second can be built"
    at = Position(4).hand(1, "manor", "castle").city(1, "manor").call({"thief": 1})
    said = FACE.describe_hand(at.view(1), 1, voice).splitlines()
    assert said[2:4] == [warned, "Castle: 4 gold, yellow (noble)"]
    quarry = Position(4, "quarry").hand(1, "manor").city(1, "manor", "quarry").call({"thief": 1})
    assert warned not in FACE.describe_hand(quarry.view(1), 1, voice)
    twice = Position(4, "quarry").hand(1, "manor").city(1, "manor", "manor", "quarry").call({"thief": 1})
    assert warned in FACE.describe_hand(twice.view(1), 1, voice)  # never a third
    drawn = Position(4).city(0, "manor").top("manor", "keep").call({"thief": 0}).do("cards")
    here = room_of(drawn)
    assert here.move_sentence("keep keep") == "Take Keep"


async def test_a_card_drawn_that_the_city_has_already_is_warned_of() -> None:
    here = room_of(Position(4).city(0, "manor").top("manor", "keep").call({"thief": 0}).do("cards"))
    shown = await picker_screens.picker_screen(here, ChoicePath())
    assert "your city has one already; as a rule no second can be built" in shown.text
    labels = [button.label for row in shown.rows if not isinstance(row, Select) for button in row]
    assert {"Take Manor", "Take Keep"} <= set(labels)


def test_quick_buttons_are_the_same_whatever_is_hidden() -> None:
    at = Position(4, cast=("emperor",)).gold(1, 1, 1, 1).hand(1, "temple", "keep").call({"emperor": 0})
    at.do("power-crown 1")
    table = table_of(at.game.choices, at.s)
    voice = Voice("en", table.names)
    shown = FACE.quick_buttons(table, at.view(), voice)
    assert [(button.id, button.label) for button in shown] == [
        ("q:12:40:pay gold", "Pay 1 gold"),
        ("p:12:40:pay", "Give a card…"),
    ]
    at.s.hands[1] = ("castle", "palace")
    assert FACE.quick_buttons(table, at.view(), voice) == shown


def test_every_card_is_a_topic_with_its_picture() -> None:
    topics = FACE.help_topics(Voice("en"))
    assert len(topics) == len(CHARACTERS) + len(DISTRICTS)
    assert topics["great_wall"].name == "Great Wall"
    assert all(topic.card == key and topic.text.startswith("**") for key, topic in topics.items())
