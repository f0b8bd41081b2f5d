"""Players who try things out to learn what others hold."""

from __future__ import annotations

import random
from typing import Any

from rules.catan.cards import CARDS
from rules.catan.expansions.cities_knights.deck import PROGRESS
from rules.catan.expansions.cities_knights.realm import TRACKS
from rules.catan.hiding import shuffle_hidden
from rules.catan.places import OUT, Corner, Hex, Path, Victim
from rules.catan.placing import Place
from rules.catan.robber import Discards
from rules.catan.state import CatanState
from rules.catan.turn import BeforeRoll, Main, SpecialBuild
from rules.core import Chance, Game, Move, RulesError, encode_move, play
from rules.core.move import field_types

STEPS = ("build", "road", "aqueduct", "knight", "harbour", "take", "relocate", "nothing")


def value(name: str, kind: Any, s: CatanState, luck: random.Random) -> Any:
    """Something of that type: now and then what is not on the table."""
    if kind in (Corner, Path, Hex):
        most = {Corner: len(s.held), Path: len(s.roads), Hex: len(s.terrain)}[kind]
        return kind(luck.choice((luck.randrange(most), luck.randrange(most), most + luck.randrange(3))))
    if kind is Victim:
        return Victim(luck.randrange(OUT, s.seats + 1))
    if kind == tuple[Corner, ...]:
        return tuple(Corner(luck.randrange(len(s.held))) for _ in range(luck.randrange(3)))
    if kind == tuple[int, ...]:
        return tuple(sorted(luck.sample(range(s.seats), luck.randrange(1, s.seats))))
    if kind == tuple[str, ...]:
        few = luck.sample(CARDS, luck.randrange(1, 3))
        return tuple(sorted((luck.choice(few) for _ in range(luck.randrange(1, 5))), key=CARDS.index))
    if kind is int:
        return luck.choice((s.offers, s.offers, s.offers + 1)) if name == "offer" else luck.randrange(OUT, s.seats + 2)
    pools = {"step": STEPS, "track": TRACKS, "progress": PROGRESS}
    return luck.choice((*pools.get(name, CARDS), "gold"))


def guesses(game: Game[Any], s: CatanState, luck: random.Random) -> list[Move]:
    """Moves of every kind, about cards, places and players that are there and that are not."""
    found: list[Move] = []
    for cls in game.moves.values():
        types = field_types(cls)
        for _ in range(3 if types else 1):
            found.append(cls(**{name: value(name, kind, s, luck) for name, kind in types.items()}))
    return found


def judged(game: Game[Any], s: CatanState, seat: int, move: Move) -> tuple[str, str]:
    """Whether a move is allowed, and the whole reason if it is not."""
    try:
        game.check(s, seat, move)
    except RulesError as reason:
        return reason.key, str(reason.params)
    return "", ""


def sparse(found: list[CatanState], every: int, rare: int = 2) -> list[CatanState]:
    """One of so many positions, and more of those in which something rare is asked."""
    common = (BeforeRoll, Discards, Main, Place, SpecialBuild)
    return [
        s
        for n, s in enumerate(found)
        if s.agenda and (n % every == 0 or (n % rare == 0 and not isinstance(s.agenda[-1], common)))
    ]


def compare(game: Game[Any], s: CatanState, seat: int, luck: random.Random, chance: Chance) -> tuple[int, set[str]]:
    """Refusals, which agree with what is listed, and what can be told before a move are the same whatever others hold;
    so is whether the move can be taken back, and where it can, nothing new was seen.

    Returns the number of refusals and the kinds of moves made.
    """
    other = s.copy()
    shuffle_hidden(other, seat, chance)
    legal = list(game.legal(s, seat))
    assert list(game.legal(other, seat)) == legal
    refused = 0
    for move in guesses(game, s, luck):
        reason = judged(game, s, seat, move)
        assert judged(game, other, seat, move) == reason, encode_move(move)
        refused += bool(reason[0])
        if move.listed:
            assert (move in legal) == (not reason[0]), encode_move(move)
        elif not reason[0]:
            legal.append(move)
    made = set()
    luck.shuffle(legal)
    for move in {move.kind: move for move in legal}.values():
        assert game.describe_effects(other, seat, move) == game.describe_effects(s, seat, move), encode_move(move)
        a, b = play(game, s, seat, move), play(game, other, seat, move)
        assert a.barrier == b.barrier, encode_move(move)
        if not a.barrier:
            assert game.view(a.state, seat) == game.view(b.state, seat), encode_move(move)
        made.add(move.kind)
    return refused, made
