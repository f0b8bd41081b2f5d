"""The face of Citadels without Discord: every screen of whole games, and what views and events are made into."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath, NoSuchChoice
from cogs.games import picker_screens
from cogs.games.seat_view import SeatView
from cogs.screen import Button, Screen, Select, ids
from cogs.turn.move_screens import expand_short_moves
from rules.citadels.cards import DISTRICTS, sorted_cards
from rules.core import Game, decode_move, encode_move, play, start_game
from rules.core.registry import game_types
from tests.cogs import harness
from tests.rules.citadels.table import Table as Position
from tools.sizes import STEP_OF_SCREENS

from .views import labels, room_of, table_of

PRESETS = game_types()["citadels"].presets


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
    seats = luck.choice(kind.allowed_player_counts(PRESETS[preset]))
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
    assert {f"Build {here.value_label('district', card)} ({DISTRICTS[card].cost})" for card in can} <= set(builds)


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
    whole = picker_screens.set_select(here, here.question_at_path(path))
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
