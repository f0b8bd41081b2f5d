"""The face of Catan without Discord: every screen of whole games, and what views and events are made into."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath
from cogs.games import face_for, picker_screens
from cogs.games.move_texts import describe_move
from cogs.games.seat_view import SeatView
from cogs.post.message_layout import standing_buttons
from cogs.screen import Screen, Select, ids
from cogs.turn.move_screens import expand_short_moves
from render.catan.card_scenes import SKETCHES
from rules.core import Chance, Choices, Game, decode_move, encode_move, play, start_game
from rules.core.registry import game_types
from service.state.model import Seat
from tests.cogs import harness
from tests.rules.catan.table import Table as Position
from tools.sizes import STEP_OF_SCREENS
from words import Voice

FACE = face_for("catan")
LETTERS = "RBYKWT"
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay")
PRESETS = game_types()["catan"].presets
RICH = ("discard", "answer-give", "answer-take", "card-smith", "answer-knights", "dev-plenty")  # sets of cards
STEPS = 1200  # decisions of a game
EVERY = 12  # of which one is looked at


def table_of(choices: Choices, state: Any, *, number: int = 12, seq: int = 40) -> Any:
    people = tuple(Seat(n, 100 + n, NAMES[n], LETTERS[n]) for n in range(state.seats))
    made = harness.table_of("catan", state, 1, number=number, seq=seq)
    return replace(made, choices=choices, seats=people, max_seats=state.seats)


def some_sets(here: SeatView, path: ChoicePath, screen: Screen) -> Iterator[Sequence[str]]:
    """In a select of several: the first things, and the last."""
    for row in screen.rows:
        if isinstance(row, Select) and row.most > 1 and row.id.endswith(f":{path}"):
            values = [choice.value for choice in row.choices]
            yield values[: row.least]
            yield values[-row.least :]


def positions(seed: int) -> Iterator[tuple[Game[Any], Any, int]]:
    """Decisions of a random game, offers and their answers among them."""
    luck = random.Random(seed)
    names = sorted(PRESETS)
    preset = names[seed % len(names)]
    game = game_types()["catan"].make(PRESETS[preset])
    seats = luck.choice(list(game.seats))
    state = start_game(game, seats, seed.to_bytes(32)).state
    for n in range(STEPS):
        if game.over(state):
            return
        asked = [*game.waiting(state), *game.invitations(state)]
        seat = luck.choice(asked)
        if n % EVERY == 0:
            yield game, state, seat
        legal = list(game.legal(state, seat))
        if not legal:  # has said what there was to say to an offer
            continue
        useful = [move for move in legal if move.kind != "bank"] or legal
        offers = list(game.sample_unlisted_moves(state, seat, Chance(luck.randbytes(32))))
        move = luck.choice(offers) if offers and luck.random() < 0.15 else luck.choice(useful)
        state = play(game, state, seat, move).state


@pytest.mark.random
@pytest.mark.parametrize("seed", range(6))
async def test_every_legal_move_of_games_can_be_pressed_and_no_other(seed: int) -> None:
    for game, state, seat in islice(positions(seed), seed, None, STEP_OF_SCREENS):
        here = harness.room(table_of(game.choices, state, number=99999, seq=99999), seat)
        acts = {
            expand_short_moves(here, tuple(act.split(";"))): n
            for act, n in (await harness.walk(here, some_sets)).items()
        }
        legal = {encode_move(move) for move in here.legal}
        reached = {lines[0] for lines in acts}
        rich = {line for line in legal if line.split(" ")[0] in RICH}
        assert legal - rich <= reached, (legal - rich - reached, here.view.phase)
        for kind in {line.split(" ")[0] for line in rich} | set(here.composable_kinds):
            assert any(line.split(" ")[0] == kind for line in reached), kind
        for lines, taps in acts.items():
            after = state
            for line in lines:  # what is not legal raises
                after = play(game, after, seat, decode_move(line, game.moves)).state
            assert taps <= LIMITS.get(lines[0].split(" ")[0], 5), (lines, taps)


LIMITS = {
    "roll": 2,
    "end": 2,
    "bank": 4,
    "build-city": 3,
    "build-settlement": 3,
    "improve": 3,
    "trade-accept": 2,
    "trade-first": 9,
    "trade-offer": 10,
    "trade-counter": 7,
    "setup": 4,
    "robber": 4,
}


@pytest.mark.parametrize("seed", range(3))
async def test_what_everybody_sees_follows_from_the_public_view_alone(seed: int) -> None:
    """Buttons, score lines and outlines stay the same when all that is hidden is dealt anew."""
    for n, (game, state, _) in enumerate(positions(seed)):
        other = state.copy()
        game.shuffle_hidden(other, None, Chance(n.to_bytes(32)))
        seen = []
        for one in (state, other):
            table, view = table_of(game.choices, one), game.view(one, None)
            voice = Voice("en", table.names)
            quick = FACE.quick_buttons(table, view, voice)
            details = [FACE.describe_seat(view, seat, voice) for seat in range(one.seats)]
            seen.append((quick, details, FACE.picture_marks(view)))
        assert seen[0] == seen[1]
        quick = seen[0][0]
        known = [button.id for button in (*standing_buttons(table, voice), *quick)]
        assert len(set(known)) == len(known) <= 10
        assert all(ids.parse_custom_id(button.id) is not None and len(button.label) <= 80 for button in quick)
        assert all(len(detail) <= 100 for detail in seen[0][1])


def on_table(laid: Position) -> Any:
    return table_of(laid.game.choices, laid.s)


def quick_of(laid: Position) -> list[str]:
    table = on_table(laid)
    return [button.label for button in FACE.quick_buttons(table, laid.view(), Voice("en", table.names))]


def test_the_quick_buttons_of_each_decision() -> None:
    laid = Position(3).settlement(0, 23).hand(0, "2 wool").hand(1, "1 ore").before_roll()
    assert quick_of(laid) == ["Roll dice"]
    laid.roll(1, 2)
    assert quick_of(laid) == []
    laid.do("trade-offer wool ore 1,2")
    assert quick_of(laid) == ["Accept", "Decline", "Counter…"]
    laid.hand(1, "")  # who could not accept sees the same
    assert quick_of(laid) == ["Accept", "Decline", "Counter…"]
    five = Position(5).settlement(0, 23)
    assert quick_of(five.do("end")) == ["Build…", "Nothing to build"]


async def test_the_menu_greys_what_cannot_be_done() -> None:
    laid = Position(3).settlement(0, 23).road(0, "23-29").hand(0, "1 brick, 1 lumber")
    shown = await picker_screens.picker_screen(harness.room(on_table(laid), 0), ChoicePath())
    buttons = {item.label: item.disabled for row in shown.rows for item in row}
    assert list(buttons) == [
        "Road",
        "Settlement",
        "City",
        "Dev card…",
        "Bank…",
        "Trade…",
        "End turn",
        "Why not?",
        "Close",
        "Text",
        "Type it…",
        "Hint",
    ]
    assert [label for label, grey in buttons.items() if grey] == ["Settlement", "City", "Dev card…", "Bank…"]
    assert shown.rows[: shown.rows_above_pictures] == [
        row for row in shown.rows if row is not shown.rows[-1]
    ]  # above the picture
    assert "Hand (" not in shown.text  # the picture shows it, and what things cost

    undrawn = harness.room(on_table(laid), 0, app=harness.Program(studio=harness.Broken()))
    shown = await picker_screens.picker_screen(undrawn, ChoicePath())
    assert "Hand (2): 1 brick and 1 lumber" in shown.text
    assert shown.below.startswith("-# Road: brick, lumber · ")
    knights = Position(3, "cities_knights").settlement(0, 23).hand(0, "1 brick, 1 lumber")
    shown = await picker_screens.picker_screen(harness.room(on_table(knights), 0), ChoicePath())
    labels = [item.label for row in shown.rows[:2] for item in row]
    assert labels == ["Road", "Settlement", "City", "City wall", "Knight…", "Improve…", "Card…", "Bank…", "Trade…"]


async def test_corners_of_the_setup_are_chosen_by_parts_of_the_island() -> None:
    small = ["0 to 18", "19 to 37", "38 to 53"]
    large = ["0 to 19", "20 to 39", "40 to 59", "60 to 79"]
    for seats, heads in ((4, small), (6, large)):
        game = game_types()["catan"].make(Choices())
        state = start_game(game, seats, bytes(32)).state
        here = harness.room(table_of(Choices(), state), next(iter(game.waiting(state))))
        shown = harness.check(await picker_screens.picker_screen(here, ChoicePath()))
        lists = [row for row in shown.rows if isinstance(row, Select)]
        assert [one.placeholder for one in lists] == [f"Corners {head}" for head in heads]
        assert sum(len(one.choices) for one in lists) == len(state.held)


async def test_cards_to_discard_are_chosen_exactly() -> None:
    laid = Position(3).hand(0, "4 wool, 5 ore").before_roll().roll(3, 4)
    here = harness.room(on_table(laid), 0)
    shown = await picker_screens.picker_screen(here, ChoicePath())
    (row,) = [row for row in shown.rows if isinstance(row, Select)]
    assert (row.least, row.most, len(row.choices)) == (4, 4, 8)
    equal = Position(3).hand(0, "8 ore").before_roll().roll(3, 4)
    shown = await picker_screens.picker_screen(harness.room(on_table(equal), 0), ChoicePath())
    assert shown.rows[0][0].label == "Discard these 4"


def test_the_score_line_tells_what_is_owed() -> None:
    voice = Voice("en", NAMES)
    laid = Position(3).hand(0, "9 ore").hand(1, "8 wool").before_roll().roll(3, 4)
    assert (FACE.describe_seat(laid.view(), 0, voice), FACE.describe_seat_decision(laid.view(), 0, voice)) == (
        "9 cards",
        "discards 4",
    )
    laid.do("discard ore,ore,ore,ore", seat=0)
    assert FACE.describe_seat_decision(laid.view(), 0, voice) == "discards 4 · ✓ done"


def test_the_hand_in_words() -> None:
    laid = Position(3).settlement(0, 23).hand(0, "2 wool, 1 ore")
    said = FACE.describe_hand(laid.view(0), 0, Voice("en", NAMES)).splitlines()
    assert said[0] == "Hand (3): 2 wool and 1 ore"
    assert said[1].startswith("Bank: ")
    assert (
        describe_move(Voice("en", NAMES), FACE, on_table(laid), "discard wool,wool,ore") == "Discard 2 wool and 1 ore"
    )


def test_every_card_is_explained_and_drawn_where_there_is_a_drawing() -> None:
    topics = FACE.help_topics(Voice("en"))
    cards = {key for key, topic in topics.items() if topic.card}
    assert cards == set(SKETCHES)
    assert {"commodities", "improvements", "metropolis", "knights", "barbarians", "walls", "progress"} <= set(topics)
    assert topics["spy"].name == "Spy"


def test_long_lists_of_moves_say_how_many_are_left_out() -> None:
    game = game_types()["catan"].make(PRESETS["official"])
    state = start_game(game, 3, bytes(32)).state
    moves = list(game.legal(state, min(game.waiting(state))))
    said = FACE.legal_lines(moves)
    assert said[-1] == f"setup … (+{len(moves) - 12})"
    assert said[:-1] == [encode_move(move) for move in moves[:12]]
    assert FACE.legal_lines(moves[:12]) == said[:-1]
