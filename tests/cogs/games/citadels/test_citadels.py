"""The face of Citadels without Discord: every screen of whole games, and what views and events are made into."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath, NoSuchChoice
from cogs.games import face_for, picker_screens
from cogs.games.move_texts import describe_move
from cogs.games.seat_view import SeatView
from cogs.post.story_lines import TURN_LINE
from cogs.screen import Button, Screen, Select, ids
from cogs.turn.move_screens import expand_short_moves
from rules.citadels.cards import CHARACTERS, DISTRICTS, sorted_cards
from rules.citadels.options import RANKS
from rules.core import Choices, Game, decode_move, encode_move, play, start_game
from rules.core.registry import game_types
from service.state.model import Seat, StoredEvent
from tests.cogs import harness
from tests.rules.citadels.table import Table as Position
from tools.sizes import STEP_OF_SCREENS
from words import Voice

FACE = face_for("citadels")
LETTERS = "RBYKWTVN"
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal")
PRESETS = game_types()["citadels"].presets


def table_of(choices: Choices, state: Any, *, number: int = 12, seq: int = 40) -> Any:
    people = tuple(Seat(n, 100 + n, NAMES[n], LETTERS[n]) for n in range(state.seats))
    made = harness.table_of("citadels", state, 1, number=number, seq=seq)
    return replace(made, choices=choices, seats=people, max_seats=state.seats)


def room_of(position: Position) -> SeatView:
    """What whoever is asked sees."""
    return harness.room(table_of(position.game.choices, position.s), position.asked)


def some_sets(here: SeatView, path: ChoicePath, screen: Screen) -> Iterator[Sequence[str]]:
    """A few ways to choose in a select of several: the first card, all, all but one."""
    for row in screen.rows:
        if isinstance(row, Select) and row.most > 1:
            values = [choice.value for choice in row.choices]
            yield from (values[:1], values, values[1:])


def positions(seed: int) -> Iterator[tuple[Game[Any], Any, int]]:
    """The decisions of a random game."""
    luck = random.Random(seed)
    preset = luck.choice(sorted(PRESETS))
    kind = game_types()["citadels"]
    game = kind.make(PRESETS[preset])
    seats = luck.choice(kind.counts(PRESETS[preset]))
    state = start_game(game, seats, seed.to_bytes(32)).state
    while not game.over(state):
        seat = next(iter(game.waiting(state)))
        yield game, state, seat
        legal = list(game.legal(state, seat))
        builds = [move for move in legal if move.kind == "build"]
        state = play(game, state, seat, luck.choice(builds if builds and luck.random() < 0.5 else legal)).state


@pytest.mark.random
@pytest.mark.parametrize("seed", range(6))
async def test_every_legal_move_of_whole_games_can_be_pressed_and_no_other(seed: int) -> None:
    for game, state, seat in islice(positions(seed), seed, None, STEP_OF_SCREENS):
        here = harness.room(table_of(game.choices, state, number=99999, seq=99999), seat)
        acts = {
            expand_short_moves(here, tuple(act.split(";"))): n
            for act, n in (await harness.walk(here, some_sets)).items()
        }
        legal = {encode_move(move) for move in here.legal}
        reached = {lines[0] for lines in acts}
        rich = {line for line in legal if line.startswith("power-redraw")}
        assert legal - rich <= reached
        assert not rich or any(line.startswith("power-redraw") for line in reached)
        for lines in acts:
            after, n = state, 0
            for line in lines:  # what is not legal raises
                after, n = play(game, after, seat, decode_move(line, game.moves)).state, n + 1
        for lines, taps in acts.items():
            assert taps <= (5 if lines[-1].split(" ")[0] in RICHER else 4), (lines, taps)


RICHER = ("power-redraw", "power-exchange")


def labels(screen: Screen) -> list[str]:
    return [item.label for row in screen.rows for item in row if isinstance(item, Button)]


def grey(screen: Screen) -> list[str]:
    return [item.label for row in screen.rows for item in row if isinstance(item, Button) and item.disabled]


async def test_the_panel_of_a_turn() -> None:
    at = Position(4).gold(3, 0, 0, 0).hand(0, "temple", "palace", "castle", "market").city(0, "market", "docks")
    at.call({"merchant": 0}).do("gold")
    shown = await picker_screens.picker_screen(room_of(at), ChoicePath())
    assert [labels(replace(shown, rows=[row])) for row in shown.rows] == [
        ["Build Temple (1)", "Build Market (2)", "Build Castle (4)", "Build Palace (5)"],
        ["Income +2", "End turn"],
        ["Close", "Text", "Type it…", "Hint"],
    ]
    assert at.s.gold[0] == 6
    assert grey(shown) == ["Build Market (2)"]


async def test_the_panel_says_that_income_would_be_lost_while_it_would() -> None:
    said = "Your income of 2 gold is not taken yet; when the turn ends it is lost."
    at = Position(4).hand(0, "palace").city(0, "market", "docks").call({"merchant": 0})
    assert said not in (await picker_screens.picker_screen(room_of(at), ChoicePath())).text  # the turn cannot end yet
    at.do("gold")
    assert said in (await picker_screens.picker_screen(room_of(at), ChoicePath())).text
    at.do("income")
    assert "income" not in (await picker_screens.picker_screen(room_of(at), ChoicePath())).text


def at_once(screen: Screen) -> dict[str, tuple[str, ...]]:
    """The buttons that end the turn with what they do, and the moves of each."""
    buttons = [item for row in screen.rows for item in row if isinstance(item, Button)]
    found = {item.label: ids.parse_custom_id(item.id) for item in buttons if item.label.endswith(", end turn")}
    return {label: made.moves for label, made in found.items() if made is not None}


async def test_the_last_act_may_end_the_turn_at_once_where_nothing_else_is_left() -> None:
    at = Position(4).gold(3, 0, 0, 0).hand(0, "market", "palace").call({"bishop": 0}).do("gold")
    assert at_once(await picker_screens.picker_screen(room_of(at), ChoicePath())) == {
        "Build Market (2), end turn": ("build market", "end"),
        "Build Palace (5), end turn": ("build palace", "end"),
    }
    bare = Position(4).call({"bishop": 0})
    assert at_once(await picker_screens.picker_screen(room_of(bare), ChoicePath())) == {
        "Take 2 gold, end turn": ("gold", "end")
    }
    income = Position(4).gold(3, 0, 0, 0).hand(0, "temple").city(0, "castle").call({"king": 0}).do("gold")
    assert at_once(await picker_screens.picker_screen(room_of(income), ChoicePath())) == {}  # it is still to be taken
    power = Position(4).gold(3, 0, 0, 0).hand(0, "temple").city(1, "market").call({"warlord": 0}).do("gold")
    assert (
        at_once(await picker_screens.picker_screen(room_of(power), ChoicePath())) == {}
    )  # a district could be destroyed
    armory = Position(4, "armory").city(0, "armory").city(1, "market").call({"bishop": 0}).do("gold")
    shown = await picker_screens.picker_screen(room_of(armory), ChoicePath((), ("district-armory",)))
    assert at_once(shown) == {"Market of Ben (blue), end turn": ("district-armory 1 market", "end")}


async def test_a_character_that_lies_face_up_is_marked_where_one_is_named() -> None:
    position = Position(4).call({"assassin": 0, "thief": 1, "merchant": 2, "bishop": 3}, ("king", "warlord"))
    screen = await picker_screens.picker_screen(room_of(position), ChoicePath((), ("power-murder",)))
    labels = {label for _, label, _ in harness.pressed(screen)}
    assert {"4 King, face up", "8 Warlord, face up", "2 Thief"} <= labels
    assert len([label for label in labels if "face up" in label]) == 2


async def test_before_the_action_nothing_is_built_or_ended() -> None:
    at = Position(4).gold(3, 0, 0, 0).hand(0, "temple").call({"warlord": 0})
    shown = await picker_screens.picker_screen(room_of(at), ChoicePath())
    assert grey(shown) == ["Build Temple (1)", "Power…", "End turn"]
    assert labels(shown)[:2] == ["Take 2 gold", "Draw cards"]


async def test_a_huge_hand_is_built_from_lists_by_colour() -> None:
    cards = [card for card in sorted_cards(DISTRICTS) if not DISTRICTS[card].bonus]
    at = Position(4).gold(9, 0, 0, 0).hand(0, *cards).call({"architect": 0}).do("gold")
    here = room_of(at)
    shown = harness.check(await picker_screens.picker_screen(here, ChoicePath()))
    lists = [row for row in shown.rows if isinstance(row, Select)]
    assert lists[0].placeholder == "Choose: yellow (noble)"
    assert sum(len(row.choices) for row in lists) == len(cards)
    acts = await harness.walk(here, some_sets)
    assert {f"build {card}" for card in cards} <= set(acts)


async def test_of_a_large_hand_the_dear_cards_go_first_where_there_is_no_room() -> None:
    cheap = [card for card in sorted_cards(DISTRICTS) if not DISTRICTS[card].bonus and DISTRICTS[card].cost < 4]
    dear = [card for card in sorted_cards(DISTRICTS) if not DISTRICTS[card].bonus and DISTRICTS[card].cost > 4]
    at = Position(4).gold(1, 0, 0, 0).hand(0, *cheap[:10], *dear[:8]).call({"merchant": 0}).do("gold")
    here = room_of(at)
    shown = harness.check(await picker_screens.picker_screen(here, ChoicePath()))
    builds = [label for label in labels(shown) if label.startswith("Build ")]
    assert len(builds) == 15
    can = [card for card in cheap[:10] if DISTRICTS[card].cost <= 4]
    assert {f"Build {here.label('district', card)} ({DISTRICTS[card].cost})" for card in can} <= set(builds)


async def test_pairs_beyond_the_buttons_are_chosen_one_after_the_other() -> None:
    city = ("temple", "church", "monastery", "tavern", "market", "docks", "manor")
    at = Position(4, cast=("artist",)).gold(9, 0, 0, 0).city(0, *city).call({"artist": 0}).do("gold")
    acts = await harness.walk(room_of(at), some_sets)
    beautify = {act: taps for act, taps in acts.items() if act.startswith("power-beautify")}
    assert len(beautify) == 7 + 21
    assert set(beautify.values()) == {4}


async def test_any_cards_of_a_large_hand_fit_into_a_button() -> None:
    hand = [card for card in sorted_cards(DISTRICTS) if not DISTRICTS[card].bonus][:24]
    at = Position(4).gold(0, 0, 0, 0).hand(0, *hand, "temple").call({"magician": 0})
    here = harness.room(table_of(at.game.choices, at.s, number=99999, seq=99999), 0)
    path = ChoicePath((), ("power-redraw",))
    values = [str(n) for n in range(1, 25)]
    whole = picker_screens.set_select(here, here.ask(path))
    assert isinstance(whole, Select)
    values = [choice.value for choice in whole.choices][1:]
    chosen = picker_screens.path_after_select(here, path, values)
    shown = harness.check(await picker_screens.picker_screen(here, chosen))
    assert labels(shown)[0] == "Replace 24 cards"
    (button,) = [item for item in shown.rows[0] if isinstance(item, Button)]
    found = ids.parse_custom_id(button.id)
    assert found is not None
    (line,) = expand_short_moves(here, found.moves)
    assert len(line.split(" ")[1].split(",")) == 24
    assert "Back" in labels(shown)


@pytest.mark.parametrize(
    "words",
    [
        "power-redraw +9",
        "power-redraw +0.0",
        "power-redraw +",
        "power-redraw +1.2",
        "power-redraw +1.1.1.1.1.1.1.1.1",
        "power-redraw castle,palace",
        "power-redraw =0123456789",
        "~power ~power",
        "~nothing",
        "~",
    ],
)
async def test_forged_sets_and_groups_lead_nowhere(words: str) -> None:
    at = Position(4).gold(0, 0, 0, 0).hand(0, "temple", "market").call({"magician": 0})
    with pytest.raises(NoSuchChoice):
        await picker_screens.picker_screen(room_of(at), ChoicePath.parse(words))


@pytest.mark.parametrize(
    ("words", "parent"),
    [
        ("~power", ""),
        ("power-swap", ""),
        ("power-redraw +1.0", "power-redraw"),
        ("build", ""),
    ],
)
async def test_back_leads_to_the_screen_before(words: str, parent: str) -> None:
    at = Position(4).gold(4, 0, 0, 0).hand(0, "temple", "market").call({"magician": 0}).do("gold")
    here = room_of(at)
    shown = await picker_screens.picker_screen(here, ChoicePath.parse(words))
    footer = shown.rows[-1]
    assert not isinstance(footer, Select)
    (back,) = [item for item in footer if isinstance(item, Button) and item.label == "Back"]
    assert back.id == f"p:12:40:{parent}"
    harness.check(await picker_screens.picker_screen(here, ChoicePath.parse(parent)))


async def test_only_the_own_cards_stand_on_private_screens() -> None:
    at = Position(4).gold(2, 2, 2, 2).hand(0, "temple").hand(1, "palace", "castle").call({"thief": 0, "king": 1})
    here = room_of(at)
    for path in ("", "~power"):
        shown = await picker_screens.picker_screen(here, ChoicePath.parse(path))
        assert "Palace" not in shown.text + " ".join(labels(shown))
        assert "palace" not in repr(shown.rows)


# --- words


def test_players_have_name_and_colour_in_sentences_and_on_buttons() -> None:
    at = Position(4).gold(0, 0, 0, 0).city(1, "market").call({"warlord": 0})
    here = room_of(at)
    assert here.words.names("player", "1")[:4] == ("Ben (blue)", "Ben", "blue", "B")
    assert here.sentence("power-destroy 1 market") == "Destroy Market of Ben (blue)"
    assert here.sentence("keep castle,temple") == "Take Castle and Temple"
    assert here.sentence("power-murder king") == "Murder the King"
    assert here.words.names("character", "king") == ("4 King", "King", "4")


def test_names_are_escaped_in_sentences_and_plain_on_buttons() -> None:
    at = Position(4).gold(0, 0, 0, 0).call({"warlord": 0})
    table = table_of(at.game.choices, at.s)
    seats = (table.seats[0], replace(table.seats[1], name="*Ben*"), *table.seats[2:])
    table = replace(table, seats=seats)
    voice = Voice("en", ["Ann", r"\*Ben\*", "Cid", "Dan"])
    assert describe_move(voice, FACE, table, "power-swap 1") == r"Swap hands with \*Ben\* (blue)"
    assert harness.room(table, 0).label("player", "1") == "*Ben* (blue)"


def test_a_sentence_has_the_form_of_a_word_that_its_language_asks_for() -> None:
    at = Position(4).gold(0, 0, 0, 0).call({"warlord": 0})
    table = table_of(at.game.choices, at.s)
    assert describe_move(Voice("de", table.names), FACE, table, "power-murder king") == "den König meucheln"
    assert describe_move(Voice("he", table.names), FACE, table, "power-murder king") == "רצח המלך"


def test_who_has_chosen_is_told_in_one_sentence() -> None:
    events = [StoredEvent("cit.draft.picked", {"seat": seat}, None, False) for seat in range(3)]
    (told,) = FACE.joined(events)
    assert Voice("en", ["Ann", "Ben", "Cid"]).phrase(told) == "Ann, Ben and Cid have chosen."
    assert FACE.joined(events[:1]) == events[:1]


def test_the_beginning_is_told_once_with_its_characters() -> None:
    begun = StoredEvent("cit.game.begun", {"seat": 0, "characters": ["thief", "king"], "districts": [], "n": 8}, None)
    first = StoredEvent("cit.round.begun", {"seat": 0, "n": 1}, None)
    (told,) = FACE.joined([begun, first])
    said = Voice("en", ["Ann"]).phrase(told)
    assert said == "The game begins. Characters: Thief and King."
    assert FACE.joined([first, begun]) == [first, begun]


def test_the_beginning_is_not_cut_whoever_is_in_the_game() -> None:
    names = {key: len(Voice("en", []).word("cit", "character", key)) for key in CHARACTERS}
    longest = [max(ranked, key=names.__getitem__) for ranked in RANKS.values()]
    begun = StoredEvent("cit.game.begun", {"seat": 0, "characters": longest, "districts": [], "n": 8}, None)
    (told,) = FACE.joined([begun, StoredEvent("cit.round.begun", {"seat": 0, "n": 1}, None)])
    assert len(longest) == 9
    assert len(Voice("en", ["A name of thirty-two characters.."]).phrase(told)) <= TURN_LINE


def test_a_tip_fits_what_is_asked() -> None:
    at = Position(4).gold(0, 0, 0, 0).hand(0, "temple").call({"thief": 0, "king": 1})
    assert FACE.tip(at.view(0), 0, 0) == "cit.tip.action"
    assert FACE.tip(at.do("gold").view(0), 0, 0) == "cit.tip.build"
    assert FACE.tip(at.view(1), 1, 0) == ""
    asked = Position(4, cast=("witch",)).gold(0, 0, 0, 0).call({"witch": 2}).do("gold")
    assert FACE.tip(asked.view(2), 2, 0) == ""


def test_cards_looked_at_are_told_with_those_that_are_kept() -> None:
    looks = StoredEvent("cit.action.looks", {"seat": 0, "n": 2}, None, False)
    kept = StoredEvent("cit.action.kept", {"seat": 0, "n": 1, "under": 1}, None, False)
    assert FACE.joined([looks, kept]) == [kept]
    assert FACE.joined([looks]) == [looks]


def test_the_score_line_holds_what_everybody_sees() -> None:
    at = Position(4, crown=1).gold(1, 5, 0, 0).hand(1, "temple").city(1, "market").call({"thief": 1})
    voice = Voice("en", ["Ann", "Ben", "Cid", "Dan"])
    assert FACE.detail(at.view(), 1, voice) == "5 gold · 1 card · 1 district · crown · Thief"
    assert FACE.detail(at.view(), 0, voice) == "1 gold · 0 cards · 0 districts"
    rich = at.view()
    more = replace(rich.sheet[0], colours=3, total=rich.sheet[0].total + 3)
    rich = replace(rich, sheet=(more, *rich.sheet[1:]))
    assert FACE.detail(rich, 0, voice) == "1 gold · 0 cards · 0 districts · +3 beyond the districts"


def test_the_hand_in_words() -> None:
    at = Position(4, "museum").gold(1, 5, 0, 0).hand(1, "temple", "temple", "keep").city(1, "museum")
    at.museum(1, "castle").call({"thief": 1})
    said = FACE.hand(at.view(1), 1, Voice("en", ["Ann", "Ben", "Cid", "Dan"]))
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
    said = FACE.hand(at.view(1), 1, voice).splitlines()
    assert said[2:4] == [warned, "Castle: 4 gold, yellow (noble)"]
    quarry = Position(4, "quarry").hand(1, "manor").city(1, "manor", "quarry").call({"thief": 1})
    assert warned not in FACE.hand(quarry.view(1), 1, voice)
    twice = Position(4, "quarry").hand(1, "manor").city(1, "manor", "manor", "quarry").call({"thief": 1})
    assert warned in FACE.hand(twice.view(1), 1, voice)  # never a third
    drawn = Position(4).city(0, "manor").top("manor", "keep").call({"thief": 0}).do("cards")
    here = room_of(drawn)
    assert here.sentence("keep keep") == "Take Keep"


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
    shown = FACE.quick(table, at.view(), voice)
    assert [(button.id, button.label) for button in shown] == [
        ("q:12:40:pay gold", "Pay 1 gold"),
        ("p:12:40:pay", "Give a card…"),
    ]
    at.s.hands[1] = ("castle", "palace")
    assert FACE.quick(table, at.view(), voice) == shown


def test_every_card_is_a_topic_with_its_picture() -> None:
    topics = FACE.topics(Voice("en"))
    assert len(topics) == len(CHARACTERS) + len(DISTRICTS)
    assert topics["great_wall"].name == "Great Wall"
    assert all(topic.card == key and topic.text.startswith("**") for key, topic in topics.items())
