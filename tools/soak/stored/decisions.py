"""Short games that lead to each kind of decision, found by random play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rules.core import Chance, Choices, Game, GameType, encode_move, play, registry, start_game
from rules.core.conformance import random_choices
from rules.core.game import STEPS, Step

SEEDS: Final = 400  # games per type, at most
KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a game: these lines lead to the decision `step`."""

    step: str
    kind: str
    choices: Choices
    seats: int
    key: bytes
    lines: tuple[tuple[int, str], ...]  # seat, move


def decision_kinds(kind: GameType) -> set[str]:
    """The kinds of steps at which a game of this type waits for a player."""
    game = kind.make(kind.normalize_choices(Choices(tuple(kind.modules)))) if kind.modules else kind.make(Choices())
    room = type(game).__module__.rpartition(".")[0]
    return {
        name
        for name, step in STEPS.items()
        if step.waiting is not Step.waiting and step.__module__.startswith(f"{room}.")
    }


def find_openings() -> Iterator[Opening]:
    """The shortest opening found for each kind of decision."""
    for kind in registry.game_types().values():
        found: dict[str, Opening] = {}
        wanted = decision_kinds(kind)
        for seed in range(SEEDS):
            _note_decisions(kind, seed, found)
            if wanted <= found.keys():
                break
        yield from (found[step] for step in sorted(found))


def _note_decisions(kind: GameType, seed: int, found: dict[str, Opening]) -> None:
    """Records decisions of a random game that are new or come earlier than before."""
    luck = Chance(f"stored {kind.key} {seed}".encode())
    choices = random_choices(kind, luck)
    counts = kind.allowed_player_counts(choices)
    seats = counts[luck.below(len(counts))]
    key = luck.below(2**62).to_bytes(KEY_BYTES, "big")
    game: Game[Any] = registry.make_game(kind.key, choices)
    state = start_game(game, seats, key).state
    lines: list[tuple[int, str]] = []
    while not game.over(state):
        step = state.agenda[-1].kind
        if step not in found or len(found[step].lines) > len(lines):
            found[step] = Opening(step, kind.key, choices, seats, key, tuple(lines))
        seat = sorted(game.waiting(state))[0]
        legal = list(game.legal(state, seat))
        move = legal[luck.below(len(legal))]
        lines.append((seat, encode_move(move)))
        state = play(game, state, seat, move).state
