"""Whatever a game says has its sentence: asked of every game there is, in random games of it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core import BadOption, Chance, Phrase, Step, play, start_game
from rules.core.conformance import random_choices, start_trial
from rules.core.game import STEPS
from rules.core.registry import game_types
from words import Voice

GAMES = 4
MOVES = 400  # of one of them at most


def phrases(value: Any) -> list[str]:
    """The keys of a phrase, and of those among its parameters."""
    if isinstance(value, Phrase):
        return [value.key, *(key for other in value.params.values() for key in phrases(other))]
    return [key for other in value for key in phrases(other)] if isinstance(value, (list, tuple)) else []


@pytest.mark.slow
@pytest.mark.parametrize("kind", game_types().values(), ids=lambda kind: kind.key)
def test_what_is_asked_and_where_the_game_stands_is_said(kind: Any) -> None:
    say = Voice("en")
    missing: set[str] = set()
    for seed in range(GAMES):
        choices = random_choices(kind, Chance(seed.to_bytes(32, "big")))
        game, seats = kind.make(choices), kind.allowed_player_counts(choices)[-1]
        run = start_trial(game, seats, seed)
        t = start_game(game, seats, run.key)
        for _ in range(MOVES):
            view = game.view(t.state, None)
            clock = [game.describe_default_move(t.state, seat) for seat in game.waiting(t.state)]
            told = [view.headline, *view.tasks.values(), *view.invited.values(), *clock]
            missing |= {key for phrase in told for key in phrases(phrase) if not say.has(key)}
            missing |= {
                f"{kind.family}.tally.{name}" for name in view.tally if not say.has(f"{kind.family}.tally.{name}")
            }
            if game.over(t.state):
                break
            seat = min(game.waiting(t.state))
            legal = list(game.legal(t.state, seat))
            t = play(game, t.state, seat, legal[run.player_chance.below(len(legal))])
    assert not missing


@pytest.mark.parametrize("kind", game_types().values(), ids=lambda kind: kind.key)
def test_what_can_be_chosen_has_its_words(kind: Any) -> None:
    say = Voice("en")
    keys = [f"{kind.family}.name", *(f"{kind.family}.preset.{preset}" for preset in kind.presets)]
    keys += [f"{kind.family}.{part}.{module}" for module in kind.modules for part in ("module", "module_about")]
    keys += [f"{kind.family}.option.{option.key}" for option in kind.options]
    for choices in kind.presets.values():
        keys += [f"{kind.family}.kind.{name}" for name in kind.make(choices).moves]
    assert [key for key in dict.fromkeys(keys) if not say.has(key)] == []


@pytest.mark.parametrize("kind", game_types().values(), ids=lambda kind: kind.key)
def test_refusals_of_choices_are_said(kind: Any) -> None:
    say = Voice("en")
    for seed in range(20):
        choices = random_choices(kind, Chance((1000 + seed).to_bytes(32, "big")))
        told = [refused for seats in range(1, 10) if (refused := kind.refuse_player_count(choices, seats)) is not None]
        assert all(say.has(phrase.key) for phrase in (*told, *kind.warnings(choices)))
    with pytest.raises(BadOption):
        kind.normalize_choices(type(choices)(("no such module",)))


def test_what_the_clock_answers_is_said_wherever_somebody_is_waited_for() -> None:
    say = Voice("en")
    families = {kind.family for kind in game_types().values()}
    asking = [step for step in STEPS.values() if step.waiting is not Step.waiting]
    silent = []
    for step in asking:
        family, _, name = step.kind.partition(".")
        default = step.describe_default_move is Step.describe_default_move
        if family in families and default and not say.has(f"{family}.fallback.{name.replace('.', '_')}"):
            silent.append(step.kind)
    assert len(asking) > 50
    assert silent == []
