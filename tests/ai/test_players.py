"""Which machine players there are, and that they play every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import ai
from ai.sensible import own_player
from rules.core import Chance, Choices, Game, Move, play, registry, start_game
from tests.rules.core.toy import KIND as TOY
from tests.rules.core.toy import Offer

GAMES = [*(registry.make_game(key, Choices()) for key in registry.game_types()), TOY.make(Choices())]
HASTY = 0.01  # of the usual thinking: each move is tried, and that is all
IMAGINING = ("carcassonne", "catan")  # whose own players try moves, or some of them


def no_copy() -> Any:
    raise AssertionError("this player does not imagine")


def test_the_levels_are_for_every_game_and_the_easy_one_comes_first() -> None:
    assert list(ai.players_by_level()) == ["easy", "normal", "strong"]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "normal", "strong"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_level_plays_every_game_to_its_end(game: Game[Any], level: str) -> None:
    luck = Chance(bytes(32))
    s = start_game(game, 3, bytes(range(32))).state
    player = ai.players_by_level()[level]
    if isinstance(player, ai.StrongPlayer):
        player = ai.StrongPlayer(player.sensible, HASTY)
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        imagines = level == "strong" or game.key in IMAGINING
        imagine: Any = ai.Imagine(game, s, seat, luck) if imagines else no_copy
        move = player.choose(game.view(s, seat), legal, imagine, luck)
        assert move in legal or not move.listed or move.kind in game.partly_listed_kinds(s, seat)
        s = play(game, s, seat, move).state


def test_a_game_without_a_player_of_its_own_is_played_by_the_one_for_all() -> None:
    class Everything:
        def choose(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Move:
            return legal[-1]

    game = TOY.make(Choices())
    s = start_game(game, 3, bytes(32)).state
    legal = list(game.legal(s, 0))
    assert len(legal) > 1
    player = ai.SensiblePlayer(Everything())
    assert player.choose(game.view(s, 0), legal, no_copy, Chance(bytes(32))) == legal[-1]


def test_a_player_is_found_by_the_package_of_the_game() -> None:
    assert own_player("rules.citadels.view") is not None
    assert own_player("rules.carcassonne.view") is not None
    assert own_player("elsewhere.citadels.view") is None
    assert own_player("rules.player.view") is None  # a module of that name, but no player in it


def test_the_easy_player_takes_moves_that_are_not_listed() -> None:
    offer, end = Offer(("ash",), ("birch",)), next(m for m in TOY.make(Choices()).moves.values() if m.kind == "end")()
    luck = Chance(bytes(32))
    chosen = {ai.players_by_level()["easy"].choose(None, [end, offer], no_copy, luck) for _ in range(20)}
    assert chosen == {end, offer}


def test_what_is_offered_beside_the_listed_moves_is_of_other_kinds() -> None:
    game = registry.make_game("carcassonne", Choices(("bridge",)))
    luck = Chance(bytes(32))
    s = start_game(game, 3, bytes(range(32))).state
    while "bazaar-open" not in {move.kind for move in game.legal(s, min(game.waiting(s)))}:
        seat = min(game.waiting(s))
        s = play(
            game, s, seat, ai.players_by_level()["easy"].choose(None, list(game.legal(s, seat)), no_copy, luck)
        ).state
    seat = min(game.waiting(s))
    assert [*game.sample_unlisted_moves(s, seat, luck)]
    assert ai.moves_to_consider(game, s, seat, luck) == list(game.legal(s, seat))  # no bid of hundreds of points
    toy = TOY.make(Choices())
    seen: set[str] = set()
    s = start_game(toy, 3, bytes(32)).state
    while not toy.over(s):
        seat = min(toy.waiting(s))
        moves = ai.moves_to_consider(toy, s, seat, luck)
        seen |= {move.kind for move in moves} - {move.kind for move in toy.legal(s, seat)}
        s = play(toy, s, seat, moves[0]).state
    assert seen == {Offer.kind}  # of which none is listed
