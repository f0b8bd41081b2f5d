"""Questions to a thinking machine and its answers, as JSON that can be sent to a worker process.

Both sides exchange frames: a length of four bytes, big-endian, then that many bytes of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from rules.core import Chance, Choices, Game, Move, View, decode_move, encode_move, play, registry
from rules.core.saving import from_text

from . import strong
from .coach import coach_of, prefer_moves
from .comparing import TIMES, compare_moves, sure_win_reasons
from .levels import players_by_level
from .player import Imagine, moves_to_consider
from .reasons import SURE, Reason
from .search import Expert, WeighedMove
from .strong import StrongPlayer

HEAD: Final = 4  # bytes of the length of a frame
MOST: Final = 64 * 1024 * 1024  # bytes of a frame
LITTLE: Final = 0.005  # winning chance; no reasons are given against a move that is closer than this
AFTER: Final = 0.25  # share of the simulations, for the follow-up move
GLANCES: Final = 6  # imagined positions for reasons if there is no search


@dataclass(frozen=True, slots=True)
class Question:
    """A position with a seat to move. Equal questions have equal answers, whichever process thinks. `state`: saved with
    the present version of the rules; `luck`: hex key of the player's own chance; `effort`: share of the usual number of
    simulations; `why`: whether reasons are wanted."""

    kind: str
    choices: Choices
    state: str
    seat: int
    luck: str
    effort: float = 1.0
    why: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "choices": self.choices.to_json(),
            "state": self.state,
            "seat": self.seat,
            "luck": self.luck,
            "effort": self.effort,
            "why": self.why,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Question:
        return cls(**{**data, "choices": Choices.from_json(data["choices"])})


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A considered move. All numbers are 0 if `tried` is 0. `chance`: of winning, 0 to 1, with its standard error;
    `behind`: how much worse than the best move it is in their common simulations, with its standard error."""

    move: str
    tried: int  # simulations
    chance: float = 0.0
    error: float = 0.0
    behind: float = 0.0
    behind_error: float = 0.0

    def to_json(self) -> list[Any]:
        return [self.move, self.tried, self.chance, self.error, self.behind, self.behind_error]


@dataclass(frozen=True, slots=True)
class Thought:
    """The considered moves, best first; at least one. `reasons`: for the best move, compared with the move of index
    `against`; `contrary`: reasons for that one; `then`: the follow-up move of the same seat as a line, or empty."""

    weighed: tuple[TriedMove, ...]
    reasons: tuple[Reason, ...] = ()
    against: int = 0
    then: str = ""
    contrary: tuple[Reason, ...] = ()

    @property
    def move(self) -> str:
        """The best move, as a line."""
        return self.weighed[0].move

    @property
    def close(self) -> bool:
        """Whether the second move is hardly worse than the first. Requires at least two moves."""
        return self.weighed[1].behind < LITTLE

    def to_json(self) -> dict[str, Any]:
        return {
            "weighed": [each.to_json() for each in self.weighed],
            "reasons": [each.to_json() for each in self.reasons],
            "against": self.against,
            "then": self.then,
            "contrary": [reason.to_json() for reason in self.contrary],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Thought:
        """ValueError or TypeError if the data is invalid."""
        weighed = tuple(TriedMove(*each) for each in data["weighed"])
        if not weighed:
            raise ValueError("nothing was weighed")
        reasons = tuple(map(Reason.from_json, data.get("reasons", ())))
        contrary = tuple(map(Reason.from_json, data.get("contrary", ())))
        return cls(weighed, reasons, int(data.get("against", 0)), str(data.get("then", "")), contrary)


def answer_question(question: Question) -> Thought:
    """The answer. Propagates all errors from an unreadable position and from the search."""
    view, imagine, legal, luck = _unpack_question(question)
    player = StrongPlayer(players_by_level()["normal"], question.effort)
    coach = _coach_of_position(imagine) if question.why else None
    found = player.weighed(view, legal, imagine, luck, steady=True, expert=coach)
    return _build_thought(question, imagine, found, luck, TIMES)


def _coach_of_position(imagine: Imagine) -> Expert | None:
    """The coach of the game; None: it has no expert."""
    module = type(imagine.game.view(imagine(), imagine.seat)).__module__
    expert = strong.own_expert(module)
    return None if expert is None else coach_of(module, expert)


def answer_at_a_glance(question: Question) -> Thought:
    """The answer without search: the ranking of a *normal* machine, or only its choice if the game has no expert."""
    view, imagine, legal, luck = _unpack_question(question)
    expert = strong.own_expert(type(view).__module__)
    if expert is not None and len(legal) > 1:
        moves = list(expert.ideas(view, legal, imagine, luck))
    else:
        moves = [players_by_level()["normal"].choose(view, legal, imagine, luck)]
    return _build_thought(question, imagine, [WeighedMove(move) for move in moves], luck, GLANCES)


def _unpack_question(question: Question) -> tuple[View, Imagine, list[Move], Chance]:
    """The view of the seat, its imagined positions, its candidate moves, and its chance."""
    game: Game[Any] = registry.make_game(question.kind, question.choices)
    s = game.restored(from_text(game.state, question.state))
    luck = Chance(bytes.fromhex(question.luck))
    legal = moves_to_consider(game, s, question.seat, luck)
    return game.view(s, question.seat), Imagine(game, s, question.seat, luck), legal, luck


def _build_thought(question: Question, imagine: Imagine, found: list[WeighedMove], luck: Chance, times: int) -> Thought:
    """The weighed moves with reasons for the best one, against the first other move that yields any."""
    coach = _coach_of_position(imagine) if question.why else None
    sure = _surest_first(found) if question.why else found
    found = sure if coach is None else prefer_moves(coach, imagine, sure)
    patient = found[0] is not sure[0]
    weighed = tuple(_tried_against_best(one, found[0]) for one in found)
    effort = question.effort * AFTER if found[0].chances else 0.0
    then = best_follow_up(imagine, found[0].move, effort) if question.why else ""
    if question.why and len(found) == 1:
        return Thought(weighed, tuple(sure_win_reasons(imagine, found[0].move, luck)), then=then)
    for other in _compared_indexes(imagine, [one.move for one in found]) if question.why else ():
        ahead = weighed[other].behind if weighed[other].tried else None
        if ahead is not None and ahead < LITTLE and not (other == 1 and patient):
            continue
        after = decode_move(then, imagine.game.moves) if then else None
        reasons, contrary = compare_moves(imagine, found[0].move, found[other].move, luck, times, ahead, then=after)
        if reasons:
            return Thought(weighed, tuple(reasons), other, then, tuple(contrary))
    return Thought(weighed, then=then)


def _compared_indexes(imagine: Imagine, moves: Sequence[Move]) -> Sequence[int]:
    """Indexes of the moves to compare the first one with, in order of preference. First come moves that the first one
    rules out: for a move that stays possible, only the order differs. Passing counts as ruled out. Then come the second
    move and the last."""
    game, seat = imagine.game, imagine.seat
    t = play(game, imagine(), seat, moves[0])
    left = set[Move]() if t.barrier or not game.may_act(t.state, seat) else set(game.legal(t.state, seat))
    apart = [n for n, move in enumerate(moves) if n and (move.lets_by or move not in left)]
    return list(dict.fromkeys([*apart[:1], *apart[-1:], 1, len(moves) - 1]))


def _surest_first(found: list[WeighedMove]) -> list[WeighedMove]:
    """The weighed moves, with a move that is significantly better than the first moved to the front. A cautious machine
    keeps its first idea unless another is clearly better; advice should name the better one."""
    ahead = [(one.ahead(found[0]), one) for one in found[1:] if len(one.chances) > 1]
    sure = [(mean, n) for n, ((mean, error), _) in enumerate(ahead) if mean >= LITTLE and mean >= SURE * error]
    if not sure:
        return found
    best = ahead[max(sure)[1]][1]
    return [best, *(one for one in found if one is not best)]


def best_follow_up(imagine: Imagine, move: Move, effort: float = 0.0) -> str:
    """The best next move of the same seat, as a line, if the game tells it together with `move`; else empty. `effort`:
    share of the usual simulations; 0: no search."""
    game, seat = imagine.game, imagine.seat
    position, expert = imagine(), _coach_of_position(imagine)
    if expert is None:
        return ""
    step = play(game, position, seat, move)
    legal = list(game.legal(step.state, seat)) if game.may_act(step.state, seat) and not step.barrier else []
    if not legal:
        return ""
    there = Imagine(game, step.state, seat, imagine.luck)
    view = game.view(step.state, seat)
    after = expert.ideas(view, legal, there, imagine.luck)[0]
    if effort and expert.belongs(move, after):
        player = StrongPlayer(players_by_level()["normal"], effort)
        after = prefer_moves(expert, there, player.weighed(view, legal, there, imagine.luck, expert=expert))[0].move
    return encode_move(after) if expert.belongs(move, after) else ""


def _tried_against_best(one: WeighedMove, best: WeighedMove) -> TriedMove:
    tried = len(one.chances)
    if not tried:
        return TriedMove(encode_move(one.move), 0)
    spread = sum((chance - one.chance) ** 2 for chance in one.chances)
    error = sqrt(spread / (tried - 1) / tried) if tried > 1 else 1.0
    behind = best.ahead(one) if one is not best else (0.0, 0.0)
    return TriedMove(encode_move(one.move), tried, one.chance, error, *behind)


def frame_message(value: Any) -> bytes:
    """A JSON value as a frame."""
    data = json.dumps(value, separators=(",", ":")).encode()
    return len(data).to_bytes(HEAD, "big") + data
