"""What the clock answers, for the tests of all games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.core import Chance, Choices, Context, Event, GameType, encode_move, play, start_game
from rules.core.conformance import random_choices, start_trial
from words import Voice

VOICE = Voice("en", ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"])
MOVES = 600  # of one game at most
OFTEN = 3  # one move in so many is the clock's


def answer(game: Any, s: Any, seat: int | None = None) -> tuple[str, str]:
    """What the clock answers for a seat, or for whoever is asked first: the move, and the words for all."""
    who = min(game.waiting(s)) if seat is None else seat
    return encode_move(game.default_move(s, who)), VOICE.phrase(game.describe_default_move(s, who))


def positions(kind: GameType, games: int, choices: Sequence[Choices] = ()) -> Iterator[tuple[Any, Any, int]]:
    """Game, state and seat of every decision of random games, in which the clock plays now and then."""
    for number in range(games):
        chosen = choices[number % len(choices)] if choices else random_choices(kind, Chance(b"clock%d" % number))
        game, counts = kind.make(chosen), kind.allowed_player_counts(chosen)
        run = start_trial(game, counts[number % len(counts)], number)
        s = start_game(game, run.seats, run.key).state
        for _ in range(MOVES):
            if game.over(s):
                break
            seats = sorted(game.waiting(s))
            yield from ((game, s, seat) for seat in seats)
            seat = seats[run.player_chance.below(len(seats))]
            moves = [*game.legal(s, seat), *game.sample_unlisted_moves(s, seat, run.player_chance)]
            move = (
                moves[run.player_chance.below(len(moves))]
                if run.player_chance.below(OFTEN)
                else game.default_move(s, seat)
            )
            s = play(game, s, seat, move).state


def directly(game: Any, s: Any, seat: int) -> tuple[Any, Sequence[Event]]:
    """The state and the events once the clock has answered, before anything follows from it."""
    after = s.copy()
    ctx = Context(after, Chance(bytes(32)))
    step = after.agenda[-1]
    after.agenda[-1] = step.apply_move(ctx, seat, game.default_move(s, seat))
    return after, ctx.events
