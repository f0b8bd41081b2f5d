"""What is said of features that a tile may join: whose they are."""

from __future__ import annotations

from typing import Any

from ai.carcassonne.reasons import tell_joined_feature
from ai.reasons import Pair, Scene
from rules.core import Choices, decode_move, play, registry, start_game


def course(seats: int, luck: int, moves: str) -> list[Any]:
    """The positions of a game."""
    game = registry.make_game("carcassonne", Choices())
    found = [start_game(game, seats, bytes([luck]) * 32).state]
    for line in moves.split("; "):
        s = found[-1]
        found.append(play(game, s, min(game.waiting(s)), decode_move(line, game.moves)).state)
    return found


def scene(before: Any, better: Any, worse: Any, of: int, me: int) -> Scene:
    return Scene([Pair(before, better, worse)], of, me)


def test_who_may_get_into_a_city_is_told_whose_it_is() -> None:
    moves = (
        "place M49 0; deploy follower M49.city-N; place N50 0; deploy follower N50.city-N; place L49 0; "
        "deploy follower L49.monastery; place M51 90"
    )
    first, *_, last = course(4, 3, moves)
    assert tell_joined_feature(scene(first, last, first, 3, 3)) == ("city_into", {"rival_seat": 0})
    assert tell_joined_feature(scene(first, last, first, 0, 0)) == ("city_into", {"rival_seat": 3})
    assert tell_joined_feature(scene(first, last, first, 2, 2)) == ("", {})
    assert tell_joined_feature(scene(first, first, last, 3, 2)) == ("", {}), "told to somebody else"


def test_who_may_lose_a_city_is_told_to_whom() -> None:
    """Of two cities one is Ann's and one is shared: joined they are hers alone."""
    moves = (
        "place M49 0; deploy follower M49.city-N; place N49 0; place L50 180; deploy follower L50.city-S; "
        "place O49 90; deploy follower O49.city-E; place O48 270; deploy follower O48.city-N; place O50 90; "
        "deploy follower O50.field-NNW; place P49 270; deploy follower P49.field-ENE; place N48 90; "
        "deploy follower N48.road-N; place Q49 0; deploy follower Q49.monastery; place N47 270; "
        "deploy follower N47.city-N"
    )
    *_, before, after = course(3, 25, moves)
    assert tell_joined_feature(scene(before, before, after, 1, 1)) == ("city_apart", {"rival_seat": 0})
