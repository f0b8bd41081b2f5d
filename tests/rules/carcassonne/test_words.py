"""Everything the rules say has a sentence, and every sentence can be said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules.carcassonne
from rules.carcassonne import KIND
from rules.carcassonne.describe import describe_printed_tile
from rules.carcassonne.tiles import TILES, TURNED
from rules.core import Choices, Game, Phrase, play, start_game
from words import Voice, catalogue

from .table import Table

PACKAGE = Path(rules.carcassonne.__file__).parent
KEY = re.compile(r'"(carc\.[a-z_.0-9]+)"')
STEPS = re.compile(r'kind: ClassVar\[str\] = "(carc\.[a-z.]+)"')
VOICE = Voice("en", ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"])


def test_every_key_of_the_code_has_a_sentence() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(KEY.findall(text)) - set(STEPS.findall(text))
    assert len(found) > 30
    stems = {"carc.feature.scored", "carc.feature.final"}
    found |= {stem + variant for stem in stems for variant in ("_shields", "_nothing")}
    assert {key for key in found if not VOICE.has(key)} == set()


def test_every_choice_has_a_name() -> None:
    for module in KIND.modules:
        assert VOICE.has(f"carc.module.{module}")
        assert VOICE.has(f"carc.module_about.{module}")
    for option in KIND.options:
        assert VOICE.has(f"carc.option.{option.key}")
        for value in option.values:
            assert VOICE.has(f"carc.value.{option.key}.{value}")
    for preset in KIND.presets:
        assert VOICE.has(f"carc.preset.{preset}")
    game = KIND.make(Choices(KIND.modules))
    for move in game.moves:
        assert VOICE.has(f"carc.kind.{move}")
        assert VOICE.has(f"carc.line.{move}")
    for category in game.hooks.tally:
        assert VOICE.has(f"carc.tally.{category}")


def test_every_place_has_a_name() -> None:
    for place in {place for turned in TURNED for place in turned.places}:
        assert VOICE.has(f"carc.place.{place}")


def stories(game: Game[Any], seats: int, seed: int) -> Iterator[Phrase]:
    """Everything said in a whole game."""
    t = start_game(game, seats, seed.to_bytes(32, "big"))
    number = seed
    while True:
        for event in t.events:
            yield Phrase(event.key, event.params)
        if not t.state.agenda:
            return
        yield game.view(t.state, None).headline
        seat = min(game.waiting(t.state))
        yield t.state.agenda[-1].task(t.state, seat)
        yield t.state.agenda[-1].describe_default_move(t.state, seat)
        legal = list(game.legal(t.state, seat))
        number = number * 1_103_515_245 + 12_345 & 0x7FFF_FFFF
        move = legal[(number >> 8) % len(legal)]
        yield from game.describe_effects(t.state, seat, move)
        t = play(game, t.state, seat, move)


@pytest.mark.slow
@pytest.mark.parametrize("preset", list(KIND.presets))
def test_whole_games_can_be_told(preset: str) -> None:
    game = KIND.make(KIND.presets[preset])
    for phrase in stories(game, 4, 3):
        said = VOICE.phrase(phrase)
        assert said
        assert "{" not in said


def test_some_lines_of_a_story() -> None:
    t = Table(seats=2)
    events = t.turn("base-E", "M49", 180, "city-S")
    said = [VOICE.phrase(event) for event in events]
    assert said[:3] == [
        "Ann laid base-E at M49.",
        "Ann put a follower on M49.city-S.",
        "The city at M50 is complete: 2 tiles, 4 points for Ann.",
    ]


def test_reasons_of_refusals_in_words() -> None:
    assert VOICE("carc.error.cell_taken", cell="M50") == "M50 is already taken."
    said = VOICE("carc.error.edges_differ", cell="N50", turn=90, side="west", mine="field", theirs="road")
    assert said == "At N50, 90°, the west edge would be field against road."
    said = VOICE("carc.error.occupied", place="road-E", feature="road", cell="N50", seat=1, seats=[1])
    assert said == "road (east) belongs to a road where Ben already has a follower."


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_every_tile_of_the_game_can_be_described(tile: Any) -> None:
    said = describe_printed_tile(tile.id)
    assert all(VOICE.has(f"carc.land.{word}") for word in said.params["lands"])
    assert all(VOICE.has(f"carc.extra.{word}") for word in said.params.get("extras", ()))
    assert len(VOICE.phrase(said)) < 60


@pytest.mark.parametrize(
    ("tile", "said"),
    [
        ("base-B", "a monastery tile"),
        ("base-D", "a city and road tile"),
        ("base-S", "a city and road tile with a shield"),
        ("base-U", "a road tile"),
        ("base-X", "a crossing tile"),
        ("base-H", "a city tile with separate cities"),
        ("inns-rfrf-inn", "a road tile with an inn"),
        ("river1-fwfw", "a river tile"),
        ("river2-fffw-volcano-lake", "a river tile with the lake and a volcano"),
        ("princess-ffff-volcano", "a field tile with a volcano"),
        ("cult-cfff-shrine", "a shrine and city tile"),
        ("count-06", "a field tile"),
    ],
)
def test_a_described_tile(tile: str, said: str) -> None:
    assert VOICE.phrase(describe_printed_tile(tile)) == said


def test_rules_in_a_minute_are_short() -> None:
    screens = catalogue().keys_below("en", "carc.minute")
    assert len(screens) == 6
    assert all(len(VOICE(key)) < 400 for key in screens)
