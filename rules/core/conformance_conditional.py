"""Conformance suite: conditional moves."""

from __future__ import annotations

import json
from typing import Any, Final

from .chance import Chance
from .conditional_moves import ConditionalChoice, ConditionalMove, Dropped, Spoken, parse_conditional_move
from .conformance_trial import Trial
from .game import play
from .move import decode_move, encode_move

MOST: Final = 12  # consecutive moves of one conditional move, at most
KEPT: Final = 8  # conditional moves a seat keeps in a random game
NONSENSE: Final = (
    "",
    " ",
    "x",
    "x 0",
    "{kind}",
    "{kind} x",
    "{kind} 00 -",
    "{kind} 1 ?",
    "{kind} 1 ? ? ?",
    "{kind} -3 ,",
)


def check_conditional_moves(run: Trial, s: Any) -> None:
    """Point 12: offered conditional moves are valid; kept ones answer with a legal move or are dropped."""
    game = run.game
    for seat in range(run.seats):
        kept = run.prepared.setdefault(seat, [])
        for one in game.programmes(s, seat):
            said = random_conditional_move(one, run.luck)
            run.require(one.allows(said), f"12: {said} may be said by seat {seat}")
            run.require(parse_conditional_move(str(said)) == said, f"12: {said} reads back")
            now = game.answer_conditional(s, seat, str(said))
            run.require(now is None, f"12: {said} of seat {seat} is for what is still to come")
            if str(said) not in kept:
                kept.append(str(said))
        for text in kept[:]:
            if isinstance(_follow_to_end(run, s, seat, text), Dropped):
                kept.remove(text)
        del kept[:-KEPT]
        for kind in game.plans:
            game.answer_conditional(s, seat, NONSENSE[len(run.lines) % len(NONSENSE)].format(kind=kind))


def check_conditional_secrecy(run: Trial, s: Any, other: Any, seat: int) -> None:
    """Point 12: conditional moves behave the same in a position that looks the same to the seat."""
    game = run.game
    run.require(
        list(game.programmes(other, seat)) == list(game.programmes(s, seat)),
        f"12: what seat {seat} may prepare tells what it cannot know",
    )
    for text in run.prepared.get(seat, ()):
        same = game.answer_conditional(other, seat, text) == game.answer_conditional(s, seat, text)
        run.require(same, f"12: {text} of seat {seat} tells what it cannot know")


def random_conditional_move(one: ConditionalChoice, luck: Chance) -> ConditionalMove:
    """A random conditional move of that choice."""
    parts = []
    for part in one.parts:
        pool = list(part.tokens) * (2 if part.again else 1)
        luck.shuffle(pool)
        parts.append(tuple(pool[: 1 + luck.below(min(part.most, len(pool)))]))
    return ConditionalMove(one.kind, one.when, tuple(parts))


def _follow_to_end(run: Trial, s: Any, seat: int, text: str) -> Any:
    """The answer of a conditional move here; its moves are played to its end."""
    game = run.game
    answer = game.answer_conditional(s, seat, text)
    run.require(answer == game.answer_conditional(s, seat, text), f"12: {text} answers the same twice")
    if isinstance(answer, Dropped) and answer.reason is not None:
        json.dumps(answer.reason.params)
    after, now = s, answer
    for _ in range(MOST):
        if not isinstance(now, Spoken):
            return answer
        run.require(game.may_act(after, seat), f"12: {text} answers only what seat {seat} is asked")
        run.require(decode_move(encode_move(now.move), game.moves) == now.move, f"12: {now.move} reads back")
        after = play(game, after, seat, now.move).state
        now = game.answer_conditional(after, seat, now.then) if now.then is not None and not game.over(after) else None
    run.require(False, f"12: {text} of seat {seat} comes to no end")
    return answer
