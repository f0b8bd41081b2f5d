"""Everything the rules say has a sentence, and every sentence can be said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules.citadels
from rules.citadels.cards import CHARACTERS, COLOURS, DISTRICTS
from rules.citadels.game import KIND
from rules.core import Event, Game, Phrase, play, start_game
from tools.sizes import GAMES_TOLD
from words import Voice

PACKAGE = Path(rules.citadels.__file__).parent
KEY = re.compile(r'"(cit\.[a-z_.0-9]+)"')
STEPS = re.compile(r'kind: ClassVar\[str\] = "(cit\.[a-z_.]+)"')
WORDS = re.compile(r'word: ClassVar\[str\] = "([a-z_]+)"')
VOICE = Voice("en", ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"])


def test_every_key_of_the_code_has_a_sentence() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(KEY.findall(text)) - set(STEPS.findall(text))
        found |= {f"cit.task.{word}" for word in WORDS.findall(text)}
    assert len(found) > 80
    assert {key for key in found if not VOICE.has(key)} == set()


def test_every_choice_has_a_name() -> None:
    for module in KIND.modules:
        assert VOICE.has(f"cit.module.{module}")
        assert VOICE.has(f"cit.module_about.{module}")
    for option in KIND.options:
        assert VOICE.has(f"cit.option.{option.key}")
        assert VOICE.has(f"cit.option_about.{option.key}")
        assert len(option.values) <= 25
        for value in option.values:
            assert VOICE.has(f"cit.value.{option.key}.{value}")
    for preset in KIND.presets:
        assert VOICE.has(f"cit.preset.{preset}")
    for move in KIND.make(KIND.presets["first"]).moves:
        for table in ("kind", "command", "line"):
            assert VOICE.has(f"cit.{table}.{move}")
    for group in KIND.groups:
        assert VOICE.has(f"cit.group.{group}")


def test_every_card_has_a_name_and_an_explanation() -> None:
    for key in (*CHARACTERS, *DISTRICTS):
        assert VOICE.has(f"cit.topic.{key}")
    assert all(VOICE.has(f"cit.character.{key}") for key in CHARACTERS)
    for key in DISTRICTS:
        assert {VOICE.has(f"cit.{table}.{key}") for table in ("district", "own", "what")} == {True}
        assert {VOICE.has(f"cit.{table}.{key}+") for table in ("district", "own")} == {True}
    assert all(VOICE.has(f"cit.colour.{colour}") for colour in COLOURS)


def stories(game: Game[Any], seats: int, seed: int) -> Iterator[Phrase | Event]:
    """Everything said in a whole game."""
    t = start_game(game, seats, seed.to_bytes(32, "big"))
    number = seed
    while True:
        yield from t.events
        view = game.view(t.state, None)
        yield view.headline
        yield from view.tasks.values()
        yield from filter(None, (game.describe_default_move(t.state, seat) for seat in range(seats)))
        if not t.state.agenda:
            return
        (seat,) = game.waiting(t.state)
        legal = list(game.legal(t.state, seat))
        number = number * 1_103_515_245 + 12_345 & 0x7FFF_FFFF
        move = legal[(number >> 8) % len(legal)]
        yield from game.describe_effects(t.state, seat, move)
        t = play(game, t.state, seat, move)


@pytest.mark.parametrize("preset", list(KIND.presets))
@pytest.mark.random
@pytest.mark.parametrize("seed", range(GAMES_TOLD))
def test_whole_games_can_be_told(preset: str, seed: int) -> None:
    game = KIND.make(KIND.presets[preset])
    seats = game.seats[seed % len(game.seats)]
    for phrase in stories(game, seats, seed):
        said = VOICE.phrase(phrase)
        assert said
        assert "{" not in said


def test_what_silence_sounds_like() -> None:
    assert VOICE("cit.call.silent", character="bishop") == "Nobody answered as Bishop."
    assert VOICE("cit.call.hushed", character="bishop") == "The murdered Bishop was called and may not answer."
