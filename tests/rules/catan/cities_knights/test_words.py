"""Everything Cities & Knights says has a sentence, refusals included."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules.catan.expansions.cities_knights import progress
from rules.catan.expansions.cities_knights.deck import COPIES, POINT_CARDS, PROGRESS, TRACK_OF
from rules.catan.expansions.cities_knights.realm import EVENTS, HIGHEST, RANKS, TRACKS
from rules.catan.expansions.cities_knights.simultaneous import SimultaneousDecision
from rules.catan.game import KIND
from rules.core import Move, RulesError, play, start_game
from rules.core.game import STEPS
from words import Voice

VOICE = Voice("en", ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"])


def test_every_progress_card_is_there_and_explained() -> None:
    assert [sum(n for card, n in enumerate(COPIES) if TRACK_OF[card] == track) for track in range(3)] == [18, 18, 18]
    for key in PROGRESS:
        assert VOICE.has(f"catan.progress.{key}")
        assert VOICE.has(f"catan.topic.{key}")
    assert {PROGRESS[card] for card in POINT_CARDS} == {"printer", "constitution"}


def test_every_card_that_is_played_has_its_own_file() -> None:
    rules = progress.progress_rules()
    assert sorted([*rules, *POINT_CARDS]) == list(range(len(PROGRESS)))
    folder = Path(progress.__file__).parent
    for number, card in rules.items():
        assert card.key == PROGRESS[number]
        assert card.move.kind == f"card-{card.key}"
        assert (folder / f"{card.key.replace('-', '_')}.py").is_file()


def test_every_thing_has_a_name() -> None:
    for track in TRACKS:
        assert VOICE.has(f"catan.track.{track}")
        assert all(VOICE.has(f"catan.level.{track}-{n}") for n in range(1, HIGHEST + 1))
    assert all(VOICE.has(f"catan.event.{event}") for event in EVENTS)
    for rank in RANKS:
        assert VOICE.has(f"catan.rank.{rank}")
        assert VOICE.has(f"catan.piece.{rank}")
    for subject in ("commodities", "improvements", "metropolis", "knights", "barbarians", "walls", "progress"):
        assert VOICE.has(f"catan.subject.{subject}")
        assert VOICE.has(f"catan.topic.{subject}")
    for step in ("aqueduct", "knight", "road", "harbour", "take", "build", "relocate"):
        assert VOICE.has(f"catan.step.{step}")
        assert VOICE.has(f"catan.line.pass_{step}")
    hooks = KIND.make(KIND.presets["official"]).hooks
    assert all(VOICE.has(f"catan.tally.{key}") for key in hooks.tally)


def test_what_is_decided_together_is_told() -> None:
    steps = [
        step for step in STEPS.values() if issubclass(step, SimultaneousDecision) and "phrase_key" in step.__dict__
    ]
    assert len(steps) == 3
    for step in steps:
        for table in ("error", "chosen", "task"):
            assert VOICE.has(f"catan.{table}.{step.phrase_key}")
        assert VOICE.has(f"catan.error.{step.phrase_key}_which")
        assert VOICE.has(f"catan.chosen.{step.phrase_key}_own")


@pytest.mark.parametrize("preset", ["official", "colonist"])
def test_every_refusal_can_be_said(preset: str) -> None:
    """Moves of other positions, tried where they do not belong."""
    game = KIND.make(KIND.presets[preset])
    luck = random.Random(5)
    others: dict[str, list[Move]] = {}
    refused: set[str] = set()
    for seed in range(3):
        s = start_game(game, 4, bytes([seed + 9]) * 32).state
        while s.agenda:
            seat = luck.choice(sorted(game.waiting(s)))
            legal = list(game.legal(s, seat))
            for move in legal[:: max(1, len(legal) // 5)]:
                others.setdefault(move.kind, []).append(move)
            for moves in luck.sample(list(others.values()), min(3, len(others))):
                try:
                    play(game, s, seat, luck.choice(moves))
                except RulesError as error:
                    said = VOICE(error.key, **error.params)
                    assert said
                    assert "{" not in said
                    refused.add(error.key)
            rare = [move for move in legal if move.kind not in ("end", "bank", "knight-move")]
            s = play(game, s, seat, luck.choice(rare or legal)).state
    assert len(refused) > 30
