"""Few games in which every two choices meet: two modules, an option and a module, two options, each on and off."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from rules.core import BadOption, Choices, GameType, registry

PARTS = 8  # tests that they are dealt to
TRIED = 20  # choices among which the one with most that is new is taken
USELESS = 12  # so many times nothing new, and there is nothing more


def covering(kind: GameType, seed: int) -> Iterator[tuple[Choices, int]]:
    """Choices with numbers of seats in turn. Options of modules that are off are left as they are: they do nothing."""
    luck = random.Random(seed)
    met: set[frozenset[tuple[str, str]]] = set()
    useless = number = 0
    while useless < USELESS:
        tried = [one for _ in range(TRIED) if (one := drawn(kind, luck)) is not None]
        best = max(tried, key=lambda one: len(pairs(kind, one) - met))
        if not pairs(kind, best) - met:
            useless += 1
            continue
        met |= pairs(kind, best)
        seats = kind.allowed_player_counts(best)
        yield best, seats[number % len(seats)]
        number += 1


def drawn(kind: GameType, luck: random.Random) -> Choices | None:
    """Any choices that go together and can be played."""
    on = tuple(key for key in kind.modules if luck.random() < 0.5)
    options = [(o.key, luck.choice(o.values)) for o in kind.options if o.module is None or o.module in on]
    try:
        choices = kind.normalize_choices(Choices(on, tuple(sorted(options))))
        return choices if kind.allowed_player_counts(choices) else None
    except BadOption:
        return None


def pairs(kind: GameType, choices: Choices) -> set[frozenset[tuple[str, str]]]:
    """Every two things that these choices say."""
    said = [(key, str(key in choices.modules)) for key in kind.modules]
    for option in kind.options:
        if option.module is None or option.module in choices.modules:
            said.append((option.key, kind.option_value(choices, option.key)))
    return set(map(frozenset, combinations(said, 2)))


@cache
def _rows(kind: str, seed: int) -> list[tuple[Choices, int]]:
    return list(covering(registry.game_types()[kind], seed))


def part(kind: GameType, seed: int, number: int) -> list[tuple[Choices, int]]:
    """One of PARTS equal shares of them."""
    return _rows(kind.key, seed)[number::PARTS]
