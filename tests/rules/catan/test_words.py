"""Everything the rules say has a sentence, and every sentence can be said."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules.catan
from rules.catan.cards import CARDS
from rules.catan.development import CARDS as DEVELOPMENTS
from rules.catan.game import KIND
from rules.catan.layout import TERRAINS
from rules.core import Chance, Choices, Event, Game, Phrase, play, start_game
from words import Voice, catalogue

PACKAGE = Path(rules.catan.__file__).parent
KEY = re.compile(r'"(catan\.[a-z_.0-9]+)"')
STEPS = re.compile(r'kind: ClassVar\[str\] = "(catan\.[a-z_.]+)"')
WORDS = re.compile(r'word: ClassVar\[str\] = "([a-z_]+)"')
FIELD = re.compile(r"\{([a-z_0-9]+)")
PLACE = re.compile(r"[veh][0-9]+")
VOICE = Voice("en", ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"])


def test_every_key_of_the_code_has_a_sentence() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(KEY.findall(text)) - set(STEPS.findall(text))
        found |= {f"catan.task.{word}" for word in WORDS.findall(text)}
    assert len(found) > 80
    assert {key for key in found if not VOICE.has(key)} == set()


def test_every_choice_has_a_name() -> None:
    for module in KIND.modules:
        assert VOICE.has(f"catan.module.{module}")
        assert VOICE.has(f"catan.module_about.{module}")
    for option in KIND.options:
        assert VOICE.has(f"catan.option.{option.key}")
        assert VOICE.has(f"catan.option_about.{option.key}")
        for value in option.values:
            assert VOICE.has(f"catan.value.{option.key}.{value}")
    for preset in KIND.presets:
        assert VOICE.has(f"catan.preset.{preset}")
    for choices in KIND.presets.values():
        for move in KIND.make(choices).moves:
            for table in ("kind", "command", "line"):
                assert VOICE.has(f"catan.{table}.{move}")
    for group in KIND.groups:
        assert VOICE.has(f"catan.group.{group}")


def test_every_thing_has_a_name() -> None:
    for table in ("card", "give", "take", "want", "kind", "kinds", "hand", "lacking"):
        assert all(VOICE.has(f"catan.{table}.{card}") for card in CARDS)
    assert all(VOICE.has(f"catan.terrain.{terrain}") for terrain in TERRAINS)
    for card in DEVELOPMENTS:
        assert VOICE.has(f"catan.dev_card.{card}")
        assert VOICE.has(f"catan.topic.{card}")
    assert all(VOICE.has(f"catan.tally.{key}") for key in KIND.make(Choices()).hooks.tally)


def test_robbing_nobody() -> None:
    assert VOICE("catan.line.robber", hex="h3", victim="-") == "Move the robber to h3 and rob nobody"


def stories(game: Game[Any], seats: int, seed: int) -> Iterator[Phrase | Event]:
    """Everything said in a whole game with offers."""
    t = start_game(game, seats, seed.to_bytes(32, "big"))
    luck, chance = random.Random(seed), Chance(bytes(32))
    while True:
        yield from t.events
        view = game.view(t.state, None)
        yield view.headline
        yield from view.tasks.values()
        yield from view.invited.values()
        yield from filter(None, (game.describe_default_move(t.state, seat) for seat in range(seats)))
        if not t.state.agenda:
            return
        seat = luck.choice([seat for seat in range(seats) if game.may_act(t.state, seat)])
        legal = [*game.legal(t.state, seat), *game.sample_unlisted_moves(t.state, seat, chance)]
        if legal:
            move = luck.choice(legal)
            yield from game.describe_effects(t.state, seat, move)
            t = play(game, t.state, seat, move)


def tokens(phrase: Phrase | Event) -> Iterator[tuple[str, str]]:
    """Every token that a sentence tells, alone or in a list, with the name of the parameter; places have no words."""
    told = FIELD.findall(catalogue().sentence("en", phrase.key))
    for name, value in phrase.params.items():
        for item in value if isinstance(value, (list, tuple)) else (value,):
            if name in told and isinstance(item, str) and not PLACE.fullmatch(item):
                yield name, item


@pytest.mark.slow
@pytest.mark.parametrize("preset", list(KIND.presets))
@pytest.mark.parametrize("seats", [3, 6])
def test_whole_games_can_be_told(preset: str, seats: int) -> None:
    found = set()
    told: set[str] = set()
    for phrase in stories(KIND.make(KIND.presets[preset]), seats, seats):
        if repr(phrase) in told:
            continue
        told.add(repr(phrase))
        said = VOICE.phrase(phrase)
        assert said
        assert "{" not in said
        for name, token in tokens(phrase):  # nothing is told as the rules write it
            found.add(name)
            named = [key for key in (name, name.removesuffix("s")) if VOICE.has(f"catan.{key}.{token}")]
            assert named, (phrase.key, name, token)
            assert VOICE.word("catan", named[0], token) in said, (phrase.key, said)
    assert {"cards", "give", "want", "take"} <= found


def test_progress_cards_in_a_list_are_named_and_counted() -> None:
    held = ["commodity-monopoly", "commodity-monopoly", "spy", "resource-monopoly"]
    said = VOICE("catan.play.spies_own", to_seat=1, progress=held)
    assert said == "Ben holds Commodity Monopoly (2), Spy and Resource Monopoly."
    assert VOICE("catan.play.spies_own", to_seat=1, progress=["spy"]) == "Ben holds Spy."
    assert VOICE("catan.play.spied_own", seat=0, from_seat=1, progress="spy") == "Ann took Spy from Ben."


def test_equal_cards_are_counted() -> None:
    assert VOICE("catan.production.got", seat=0, cards=["brick", "wool", "wool"]) == "Ann: 1 brick and 2 wool."
    said = VOICE("catan.trade.offered", seat=1, give=["ore"], want=["wool", "wool"], to_seats=[0, 2], offer=7)
    assert said == "Ben gives 1 ore and wants 2 wool from Ann and Cid. (offer 7)"
