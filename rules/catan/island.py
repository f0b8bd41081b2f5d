"""Generating the island: terrain, tokens, harbours."""  # catan.md 1.2 to 1.5

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules.core import BadOption, Chance

from .cards import NUMBER
from .layout import ANY, DESERT, TERRAINS, Layout
from .places import OUT

TRIES: Final = 10_000
RED: Final = (6, 8)


class Island(NamedTuple):
    """Terrain, tokens and harbours of a board."""

    terrain: tuple[int, ...]
    tokens: tuple[int, ...]
    harbours: tuple[int, ...]
    robber: int


def lay_out_island(layout: Layout, chosen: Mapping[str, str], chance: Chance) -> Island:
    """A random island for these options. BadOption if their constraints cannot be met."""
    harbours = [OUT if kind == ANY else NUMBER[kind] for kind in layout.printed_facts["harbour_types"]]
    if chosen["map"] == "beginner":
        printed = layout.printed_facts["beginner"]
        terrain = tuple(TERRAINS.index(name) for name in printed["terrain"])
        tokens = tuple(printed["tokens"])
    else:
        kinds = [kind for kind, n in enumerate(layout.printed_facts["terrain"]) for _ in range(n)]
        chance.shuffle(kinds)
        chance.shuffle(harbours)
        terrain = tuple(kinds)
        if chosen["map"] == "lettered":
            tokens = lay_lettered_tokens(layout, terrain, layout.spirals[chance.below(len(layout.spirals))])
        else:
            tokens = scatter_tokens(layout, terrain, chosen, chance)
    deserts = [hex_ for hex_, kind in enumerate(terrain) if kind == DESERT]
    # Several deserts: the robber begins on a random one (catan.md R1).
    robber = deserts[chance.below(len(deserts))] if len(deserts) > 1 else deserts[0]
    return Island(terrain, tokens, tuple(harbours), robber)


def lay_lettered_tokens(layout: Layout, terrain: Sequence[int], spiral: Sequence[int]) -> tuple[int, ...]:
    """The tokens in the order of their letters along the spiral; deserts are skipped."""
    tokens = [0] * len(terrain)
    letters = iter(layout.printed_facts["letters"])
    for hex_ in spiral:
        if terrain[hex_] != DESERT:
            tokens[hex_] = next(letters)
    return tuple(tokens)


def scatter_tokens(
    layout: Layout, terrain: Sequence[int], chosen: Mapping[str, str], chance: Chance
) -> tuple[int, ...]:
    """Random tokens, redrawn until the constraints hold."""
    land = [hex_ for hex_, kind in enumerate(terrain) if kind != DESERT]
    pool = list(layout.printed_facts["letters"])
    for _ in range(TRIES):
        chance.shuffle(pool)
        tokens = [0] * len(terrain)
        for hex_, token in zip(land, pool, strict=True):
            tokens[hex_] = token
        if fits_constraints(layout, tokens, chosen):
            return tuple(tokens)
    raise BadOption("catan.option_error.no_map", n=TRIES)


def fits_constraints(layout: Layout, tokens: Sequence[int], chosen: Mapping[str, str]) -> bool:
    """Whether the tokens meet the chosen constraints."""
    no_adjacent_red, no_adjacent_same = chosen["no_adjacent_red"] == "on", chosen["no_adjacent_same"] == "on"
    for hex_, token in enumerate(tokens):
        neighbour_tokens = [tokens[neighbour] for neighbour in layout.hexes_beside[hex_]]
        if no_adjacent_red and token in RED and any(other in RED for other in neighbour_tokens):
            return False
        if no_adjacent_same and token and token in neighbour_tokens:
            return False
    return True


def group_hexes_by_number(tokens: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Sum of the dice (from 0) -> hexes with that token."""
    return ((), *(tuple(hex_ for hex_, token in enumerate(tokens) if token == total) for total in range(1, 13)))
