"""Questions to a thinking machine and its answers, as JSON that can be sent to a worker process.

Both sides exchange frames: a length of four bytes, big-endian, then that many bytes of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from rules.core import Chance, Choices, Game, Move, Transition, View, decode_move, encode_move, play, registry
from rules.core.saving import from_text

from . import strong
from .coach import coach_of, prefer_moves
from .comparing import POSITIONS, compare_moves, sure_win_reasons
from .levels import players_by_level
from .player import Imagine, moves_to_consider
from .reasons import SURE, Reason
from .search import Expert, WeighedMove, standard_error
from .strong import StrongPlayer

FRAME_LENGTH_BYTES: Final = 4  # bytes of the length of a frame
MAX_FRAME_BYTES: Final = 64 * 1024 * 1024  # bytes of a frame
CLOSE: Final = 0.005  # winning chance; no reasons are given against a move that is closer than this
FOLLOW_UP_EFFORT: Final = 0.25  # share of the simulations, for the follow-up move
POSITIONS_WITHOUT_SEARCH: Final = 6  # imagined positions for reasons if there is no search


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
        return {**asdict(self), "choices": self.choices.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Question:
        return cls(**{**data, "choices": Choices.from_json(data["choices"])})


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A considered move. All numbers are 0 if `tried` is 0. `chance`: of winning, 0 to 1, with its standard error;
    `behind`: how much worse than the best move it is in their common simulations, with its standard error."""

    move: str
    simulations: int  # simulations
    chance: float = 0.0
    error: float = 0.0
    deficit: float = 0.0
    deficit_error: float = 0.0

    def to_json(self) -> list[Any]:
        return [self.move, self.simulations, self.chance, self.error, self.deficit, self.deficit_error]


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
    def is_close(self) -> bool:
        """Whether the second move is hardly worse than the first. Requires at least two moves."""
        return self.weighed[1].deficit < CLOSE

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
    found = player.weigh_candidates(view, legal, imagine, luck, steady=True, expert=coach)
    return _build_thought(question, imagine, found, luck, POSITIONS)


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
        moves = list(expert.candidate_moves(view, legal, imagine, luck))
    else:
        moves = [players_by_level()["normal"].choose(view, legal, imagine, luck)]
    return _build_thought(question, imagine, [WeighedMove(move) for move in moves], luck, POSITIONS_WITHOUT_SEARCH)


def _unpack_question(question: Question) -> tuple[View, Imagine, list[Move], Chance]:
    """The view of the seat, its imagined positions, its candidate moves, and its chance."""
    game: Game[Any] = registry.make_game(question.kind, question.choices)
    s = game.restore_unsaved_fields(from_text(game.state, question.state))
    luck = Chance(bytes.fromhex(question.luck))
    legal = moves_to_consider(game, s, question.seat, luck)
    return game.view(s, question.seat), Imagine(game, s, question.seat, luck), legal, luck


def _build_thought(
    question: Question, imagine: Imagine, found: list[WeighedMove], luck: Chance, positions: int
) -> Thought:
    """The weighed moves with reasons for the best one, against the first other move that yields any."""
    if not question.why:
        return Thought(tuple(_tried_against_best(weighed, found[0]) for weighed in found))
    coach = _coach_of_position(imagine)
    surest = _surest_first(found)
    found = surest if coach is None else prefer_moves(coach, imagine, surest)
    best = found[0]
    is_point_preferred = best is not surest[0]
    tried = tuple(_tried_against_best(weighed, best) for weighed in found)
    then = best_follow_up(imagine, best.move, question.effort * FOLLOW_UP_EFFORT if best.chances else 0.0)
    if len(found) == 1:
        return Thought(tried, tuple(sure_win_reasons(imagine, best.move, luck)), then=then)
    follow_up = decode_move(then, imagine.game.moves) if then else None
    for other in _compared_indexes(imagine, [weighed.move for weighed in found]):
        ahead = tried[other].deficit if tried[other].simulations else None
        if ahead is not None and ahead < CLOSE and not (other == 1 and is_point_preferred):
            continue
        reasons, contrary = compare_moves(
            imagine, best.move, found[other].move, luck, positions, ahead, follow_up=follow_up
        )
        if reasons:
            return Thought(tried, tuple(reasons), other, then, tuple(contrary))
    return Thought(tried, then=then)


def _compared_indexes(imagine: Imagine, moves: Sequence[Move]) -> Sequence[int]:
    """Indexes of the moves to compare the first one with, in order of preference. First come moves that the first one
    rules out: for a move that stays possible, only the order differs. Passing counts as ruled out. Then come the second
    move and the last."""
    game, seat = imagine.game, imagine.seat
    still_legal = _legal_before_barrier(game, play(game, imagine(), seat, moves[0]), seat)
    ruled_out = [n for n, move in enumerate(moves) if n and (move.is_declining or move not in still_legal)]
    return list(dict.fromkeys([*ruled_out[:1], *ruled_out[-1:], 1, len(moves) - 1]))


def _legal_before_barrier(game: Game[Any], transition: Transition[Any], seat: int) -> list[Move]:
    """The seat's next legal moves; none if others act next, or luck or a secret came up."""
    may_continue = not transition.barrier and game.may_act(transition.state, seat)
    return list(game.legal(transition.state, seat)) if may_continue else []


def _surest_first(found: list[WeighedMove]) -> list[WeighedMove]:
    """The weighed moves, with a move that is significantly better than the first moved to the front. A cautious machine
    keeps its first idea unless another is clearly better; advice should name the better one."""
    significant: list[tuple[float, int]] = []  # lead over the first, index
    for index, weighed in enumerate(found[1:], start=1):
        if len(weighed.chances) > 1:
            lead, error = weighed.lead_over(found[0])
            if lead >= CLOSE and lead >= SURE * error:
                significant.append((lead, index))
    if not significant:
        return found
    _, best = max(significant)
    return [found[best], *found[:best], *found[best + 1 :]]


def best_follow_up(imagine: Imagine, move: Move, effort: float = 0.0) -> str:
    """The best next move of the same seat, as a line, if the game tells it together with `move`; else empty. `effort`:
    share of the usual simulations; 0: no search."""
    game, seat = imagine.game, imagine.seat
    position, expert = imagine(), _coach_of_position(imagine)
    if expert is None:
        return ""
    transition = play(game, position, seat, move)
    legal = _legal_before_barrier(game, transition, seat)
    if not legal:
        return ""
    there = Imagine(game, transition.state, seat, imagine.luck)
    view = game.view(transition.state, seat)
    after = expert.candidate_moves(view, legal, there, imagine.luck)[0]
    if effort and expert.is_told_together(move, after):
        player = StrongPlayer(players_by_level()["normal"], effort)
        after = prefer_moves(expert, there, player.weigh_candidates(view, legal, there, imagine.luck, expert=expert))[
            0
        ].move
    return encode_move(after) if expert.is_told_together(move, after) else ""


def _tried_against_best(weighed: WeighedMove, best: WeighedMove) -> TriedMove:
    if not weighed.chances:
        return TriedMove(encode_move(weighed.move), 0)
    error = standard_error(weighed.chances)
    behind, behind_error = best.lead_over(weighed) if weighed is not best else (0.0, 0.0)
    return TriedMove(encode_move(weighed.move), len(weighed.chances), weighed.chance, error, behind, behind_error)


def frame_message(value: Any) -> bytes:
    """A JSON value as a frame."""
    data = json.dumps(value, separators=(",", ":")).encode()
    return len(data).to_bytes(FRAME_LENGTH_BYTES, "big") + data
