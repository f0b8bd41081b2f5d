"""Review of a finished game: winning chances after every move, the share of chance, and the costliest decisions.

Decisions are compared using only the information their seat had. A game is surveyed in pieces, then its costliest
decisions are weighed one by one; each is a separate question to the worker, so that others do not wait long. The result
does not depend on the pieces.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import blake2b
from typing import Any, Final

from rules.core import (
    Chance,
    Choices,
    Game,
    Move,
    RulesError,
    Transition,
    branch_game,
    decode_move,
    encode_move,
    play,
    registry,
)
from rules.core.saving import from_text, to_text

from . import comparing
from .coach import Coach, coach_of, point_at_once, prefer_moves
from .critic import own_critic
from .levels import players_by_level
from .player import Imagine, moves_to_consider
from .questions import best_follow_up
from .search import WeighedMove, draw_key, imagine_position, standard_error, weigh_moves
from .strong import own_expert

KEY_BYTES: Final = 32
PIECE_SECONDS: Final = 1.5  # the results do not depend on it
DIGITS: Final = 5  # decimal digits of a chance
SURE: Final = 2.0  # standard errors by which a decision must be worse
LEAST_COST: Final = 0.01  # winning chance; a smaller cost is a matter of taste
REASONS_GIVEN: Final = 2  # reasons given for a decision
SEQUEL_MOVES: Final = 8  # later moves of the same turn that belong to a decision
FOLLOW_UP_EFFORT: Final = 0.1  # share of a strong machine's simulations, for the follow-up of a better move
GAMES_TO_END: Final = 40  # games played to their end, to refute a verdict
JOIN_ATTEMPTS: Final = 2  # attempts to make the better move after the played one
WEIGH_SHARE: Final = 3  # the verdict is measured in a third as many positions as the search for a better move


@dataclass(frozen=True, slots=True)
class Deed:
    """A move of the log under review. `own`: the seat decided; otherwise the clock did."""

    number: int  # number of its log entry
    seat: int
    move: str
    drawn: tuple[int, ...] = ()
    own: bool = True


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """A question about the moves from a position on. `at` None: survey as many deeds as fit into one piece; else weigh
    the deed of that index."""

    kind: str
    choices: Choices
    state: str
    deeds: tuple[Deed, ...]
    at: int | None = None

    def to_json(self) -> dict[str, Any]:
        deeds = [[deed.number, deed.seat, deed.move, list(deed.drawn), deed.own] for deed in self.deeds]
        choices = self.choices.to_json()
        return {"review": [self.kind, choices, self.state, deeds, self.at]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ReviewRequest:
        kind, choices, state, deeds, at = data["review"]
        parsed = tuple(Deed(number, seat, move, tuple(drawn), own) for number, seat, move, drawn, own in deeds)
        return cls(kind, Choices.from_json(choices), state, parsed, at)


@dataclass(frozen=True, slots=True)
class ReviewedDeed:
    """A deed and its outcome. `chances`: of each seat, after it. `luck`: change of each seat's chance against the
    expectation of the move; empty: no chance involved. `cost`: estimated advantage of another move for the mover.
    `fortune`: (seat, received, expected). `asked`: seats waiting afterwards."""

    number: int
    at: int
    chances: tuple[float, ...]
    luck: tuple[float, ...] = ()
    cost: float = 0.0
    fortune: tuple[tuple[int, float, float], ...] = ()
    asked: tuple[int, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ReviewedDeed:
        fortune = tuple((int(seat), float(got), float(due)) for seat, got, due in data["fortune"])
        rows = {name: tuple(data[name]) for name in ("chances", "luck", "asked")}
        return cls(**{**data, **rows, "fortune": fortune})


@dataclass(frozen=True, slots=True)
class SurveyResult:
    """The result of a piece. `first`: its initial position; `state`: its final one."""

    first: ReviewedDeed
    deeds: tuple[ReviewedDeed, ...]
    state: str

    def to_json(self) -> dict[str, Any]:
        return {"first": asdict(self.first), "deeds": [asdict(one) for one in self.deeds], "state": self.state}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SurveyResult:
        found = tuple(ReviewedDeed.from_json(one) for one in data["deeds"])
        return cls(ReviewedDeed.from_json(data["first"]), found, data["state"])


@dataclass(frozen=True, slots=True)
class Verdict:
    """The cost of a decision. `better`: line of the best known move; `chance`: its winning chance; `cost`: its
    advantage, measured in fresh positions, with standard error; `why`: reasons for it, as keys and parameters; `then`:
    line of its follow-up, or empty; `but`: reasons for the played move."""

    better: str
    chance: float
    cost: float
    error: float
    why: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    then: str = ""
    but: tuple[tuple[str, Mapping[str, Any]], ...] = ()

    @property
    def is_mistake(self) -> bool:
        """Whether the decision was a significant mistake."""
        return self.cost >= LEAST_COST and self.cost >= SURE * self.error

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verdict:
        reasons = {name: tuple((str(key), values) for key, values in data.get(name, ())) for name in ("why", "but")}
        return cls(**{**data, **reasons})


def answer_piece(data: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON answer of the worker to a `ReviewRequest`."""
    piece = ReviewRequest.from_json(data)
    if piece.at is None:
        return {"surveyed": survey_piece(piece, PIECE_SECONDS).to_json()}
    found = judge_decision(piece)
    return {"verdict": None if found is None else asdict(found)}


class _Board:
    """The position of a review, with its critic and expert."""

    def __init__(self, piece: ReviewRequest) -> None:
        self.game: Game[Any] = registry.make_game(piece.kind, piece.choices)
        self.state = self.game.restore_unsaved_fields(from_text(self.game.state, piece.state))
        critic, expert = own_critic(self.game.state.__module__), own_expert(self.game.state.__module__)
        if critic is None or expert is None:
            raise LookupError(f"nobody looks back at {piece.kind}")
        self.critic, self.expert = critic, coach_of(self.game.state.__module__, expert)

    def decode_move_of(self, deed: Deed) -> Move:
        return decode_move(deed.move, self.game.moves)

    def luck_for_entry(self, what: str, number: int) -> Chance:
        """Chance of the review; the same for the same entry."""
        return Chance(blake2b(f"{what} {number}".encode(), key=self.state.key, digest_size=KEY_BYTES).digest())

    def judge_position(self, s: Any, number: int) -> tuple[float, ...]:
        found = self.critic.chances_with_open_cards(self.game, s, self.luck_for_entry("judge", number))
        return tuple(round(chance, DIGITS) for chance in found)

    def imagine(self, seat: int, what: str, number: int) -> Imagine:
        return Imagine(self.game, self.state, seat, self.luck_for_entry(what, number))


def survey_piece(
    piece: ReviewRequest, seconds: float | None = None, monotonic: Callable[[], float] = time.monotonic
) -> SurveyResult:
    """Survey the deeds in order, at least one; stop after `seconds`."""
    board, begun = _Board(piece), monotonic()
    first = ReviewedDeed(0, board.critic.chart_position(board.state), board.judge_position(board.state, 0))
    found: list[ReviewedDeed] = []
    for deed in piece.deeds:
        found.append(_survey_and_play(board, deed))
        if seconds is not None and monotonic() - begun >= seconds:
            break
    return SurveyResult(first, tuple(found), to_text(board.state))


def _survey_and_play(board: _Board, deed: Deed) -> ReviewedDeed:
    """Survey a deed, then play it."""
    game, before, move = board.game, board.state, board.decode_move_of(deed)
    cost = _regret_at_a_glance(board, deed, move)
    transition = play(game, before, deed.seat, move, deed.drawn)
    chances = board.judge_position(transition.state, deed.number)
    luck = _luck_of_move(board, deed, move, chances) if transition.barrier else ()
    gained = game.fortune_by_seat(before, move, transition.state, transition.events)
    fortune = tuple((seat, gain.got, round(gain.expected, DIGITS)) for seat, gain in sorted(gained.items()))
    board.state = transition.state
    return ReviewedDeed(
        deed.number,
        board.critic.chart_position(before),
        chances,
        luck,
        cost,
        fortune,
        tuple(game.waiting(transition.state)),
    )


def _luck_of_move(board: _Board, deed: Deed, move: Move, chances: Sequence[float]) -> tuple[float, ...]:
    """Chances after the move minus their mean over redraws of everything no seat knew."""
    luck = board.luck_for_entry("fate", deed.number)
    means = [0.0] * len(chances)
    for probability, drawn in board.critic.chance_outcomes(board.game, board.state, move, luck):
        twin = branch_game(board.game, board.state, draw_review_key(luck)).state
        after = play(board.game, twin, deed.seat, move, drawn).state
        for seat, chance in enumerate(board.judge_position(after, deed.number)):
            means[seat] += probability * chance
    return tuple(round(chance - mean, DIGITS) for chance, mean in zip(chances, means, strict=True))


def draw_review_key(luck: Chance) -> bytes:
    """A key for the chance of a position, drawn from the review's own chance."""
    return draw_key(luck, KEY_BYTES)


# --- decisions ----------------------------------------------------------------------------------------------------


def alternative_moves(board: _Board, deed: Deed, move: Move, imagine: Imagine) -> list[Move]:
    """The move and its alternatives; only the move if there was no decision. Moves that depend on the consent of others
    are no alternatives."""
    game, s = board.game, board.state
    if not deed.own:
        return [move]
    legal = moves_to_consider(game, s, deed.seat, imagine.luck)
    if not legal or legal == [move]:
        return [move]
    ideas = board.expert.candidate_moves(game.view(s, deed.seat), legal, imagine, imagine.luck)
    alternatives = [idea for idea in dict.fromkeys(ideas) if idea != move]
    if not alternatives or game.seats_yet_to_answer(play(game, s, deed.seat, move).state):
        return [move]
    return [
        move,
        *(idea for idea in alternatives if not game.seats_yet_to_answer(play(game, s, deed.seat, idea).state)),
    ]


def _regret_at_a_glance(board: _Board, deed: Deed, move: Move) -> float:
    """A rough estimate of the advantage of the best alternative."""
    imagine = board.imagine(deed.seat, "survey", deed.number)
    moves = alternative_moves(board, deed, move, imagine)
    if len(moves) == 1:
        return 0.0
    sums = [0.0] * len(moves)
    glimpses, look = board.critic.survey_position_count(board.game), board.critic.chances_right_after
    if board.critic.gives_up_rest_of_turn(move):
        glimpses, look = 1, board.critic.chances_after_playing_on  # takes as long as many glimpses
    for _ in range(glimpses):
        position, key = imagine_position(board.expert, imagine), draw_review_key(imagine.luck)
        for index, candidate in enumerate(moves):
            after = play(board.game, position, deed.seat, candidate).state
            sums[index] += look(board.game, after, Chance(key), position)[deed.seat]
    return round(max(0.0, *(total - sums[0] for total in sums)) / glimpses, DIGITS)


def judge_decision(piece: ReviewRequest) -> Verdict | None:
    """The cost of the deed at index `piece.at`; None: there was no decision.

    The best alternative is found first and then compared in fresh positions, to avoid selection bias. The played move
    is credited with the best of three sequels: the seat's actual next moves of the turn, the moves of a quick player,
    and the alternative itself if it is still possible.
    """
    assert piece.at is not None
    board = _Board(piece)
    for before in piece.deeds[: piece.at]:
        board.state = play(board.game, board.state, before.seat, board.decode_move_of(before), before.drawn).state
    deed, rest = piece.deeds[piece.at], piece.deeds[piece.at + 1 :]
    move = board.decode_move_of(deed)
    imagine = board.imagine(deed.seat, "weigh", deed.number)
    moves = alternative_moves(board, deed, move, imagine)
    if len(moves) == 1:
        return None
    expert, simulations = board.expert, board.critic.weighing_simulations(board.game)
    found = prefer_moves(expert, imagine, weigh_moves(expert, imagine, moves, simulations))
    if found[0].move == move:
        return None
    best, played = WeighedMove(found[0].move), WeighedMove(move)
    followed, joined = WeighedMove(move), WeighedMove(move)  # with the actual next moves; with the best move after it
    for _ in range(max(2, simulations // WEIGH_SHARE)):
        position, key = imagine_position(expert, imagine), draw_review_key(imagine.luck)
        for weighed, sequel in ((best, ()), (played, ()), (followed, rest)):
            transition = play(board.game, position, deed.seat, weighed.move)
            after = _state_after_sequel(board.game, transition, deed.seat, sequel)
            weighed.chances.append(
                board.critic.chances_after_playing_on(board.game, after, Chance(key), position)[deed.seat]
            )
        after = _state_after_both(board, play(board.game, position, deed.seat, move).state, deed, best.move)
        joined.chances.append(
            board.critic.chances_after_playing_on(board.game, after, Chance(key), position)[deed.seat]
        )
    best_sequel = max(played, followed, joined, key=lambda weighed: weighed.chance)
    cost, error = best.lead_over(best_sequel)
    cost -= _allowance_for_point(board, imagine, deed, rest, best.move)
    verdict = Verdict(encode_move(best.move), round(best.chance, DIGITS), round(cost, DIGITS), round(error, DIGITS))
    if not verdict.is_mistake:
        return verdict
    sequel = rest if best_sequel is followed else ()
    play_on = partial(_state_after_sequel, board.game, seat=deed.seat, sequel=sequel)
    if _is_refuted(board, imagine, deed, ((best.move, comparing.STATE_AFTER_MOVE), (move, play_on))):
        return None
    luck = board.luck_for_entry("why", deed.number)
    reasons = comparing.compare_moves(imagine, best.move, move, luck, ahead=cost, play_other_on=play_on)
    why = tuple((reason.key, reason.values) for reason in reasons.better[:REASONS_GIVEN])
    but = tuple((reason.key, reason.values) for reason in reasons.other[:1])
    return replace(verdict, why=why, then=best_follow_up(imagine, best.move, FOLLOW_UP_EFFORT), but=but)


def _allowance_for_point(board: _Board, imagine: Imagine, deed: Deed, rest: Sequence[Deed], better: Move) -> float:
    """Allowance for a point of that turn the better move would give up: hints do not advise that for less."""
    coach, game, s = board.expert, board.game, board.state
    transition = play(game, s, deed.seat, board.decode_move_of(deed), deed.drawn)
    if transition.chance or not isinstance(coach, Coach):
        return 0.0
    position_after_sequel = _state_after_sequel(game, transition, deed.seat, rest)
    reached = (transition.state, position_after_sequel)
    scored = max(
        coach.share_of_point_scored(game, s, deed.seat, board.decode_move_of(deed), position) for position in reached
    )
    return coach.patience * max(0.0, scored - point_at_once(coach, imagine, s, better))


def _is_refuted(board: _Board, imagine: Imagine, deed: Deed, moves: Sequence[tuple[Move, comparing.PlayOn]]) -> bool:
    """Whether games played to their end show significantly fewer points after the first of two moves."""
    gains = []
    for _ in range(GAMES_TO_END):
        position, key = imagine_position(board.expert, imagine), draw_review_key(imagine.luck)
        leads = []
        for move, play_on in moves:
            s = play_on(play(board.game, position, deed.seat, move))
            points = board.critic.final_points(board.game, s, Chance(key), position)
            if points is None:
                return False
            rivals = [total for seat, total in enumerate(points) if seat != deed.seat]
            leads.append(points[deed.seat] - max(rivals))
        gains.append(leads[0] - leads[1])
    return sum(gains) / len(gains) < -SURE * standard_error(gains)


def _state_after_both(board: _Board, s: Any, deed: Deed, other: Move) -> Any:
    """The position after the seat also made the other move later in the same turn, if possible; else `s`. Questions
    asked in between are answered by a normal machine."""
    game, normal, after = board.game, players_by_level()["normal"], s
    for _ in range(JOIN_ATTEMPTS):
        if deed.seat not in game.waiting(after) or board.critic.chart_position(after) != board.critic.chart_position(s):
            break
        try:
            return play(game, after, deed.seat, other).state
        except RulesError:
            imagine = Imagine(game, after, deed.seat, board.luck_for_entry("join", deed.number))
            legal = moves_to_consider(game, after, deed.seat, imagine.luck)
            answer = normal.choose(game.view(after, deed.seat), legal, imagine, imagine.luck)
            after = play(game, after, deed.seat, answer).state
    return s


def _state_after_sequel(game: Game[Any], transition: Transition[Any], seat: int, sequel: Sequence[Deed]) -> Any:
    """The position after the seat's next moves, as long as it decides alone and learns nothing new."""
    for deed in sequel[:SEQUEL_MOVES]:
        if transition.barrier or deed.seat != seat or seat not in game.waiting(transition.state):
            break
        try:
            transition = play(game, transition.state, seat, decode_move(deed.move, game.moves))
        except RulesError:
            break
    return transition.state
