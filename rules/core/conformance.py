"""The conformance suite: invariants every game keeps at every position of random games.

`check_conformance(game, seats, seed)` plays one game and raises `Nonconformity`, with the record so far, on a failure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, get_args

from . import conformance_conditional, conformance_defaults, conformance_unknown, list_limits
from .chance import KEY_BYTES, Chance
from .conformance_trial import Clock, Nonconformity, Trial, measure_seconds, refusal_reason
from .errors import BadOption, RulesError
from .game import Game, Known, Transition, play, start_game
from .move import Move, decode_move, encode_move, field_names, field_types
from .options import Choices, GameType
from .record import Line, Record, format_record
from .saving import from_plain, to_plain

__all__ = ["Clock", "Nonconformity", "Trial", "check_conformance", "measure_seconds", "random_choices", "start_trial"]

MOST_MOVES = 20_000  # a longer random game counts as endless
SHARES = (8, 4, 2, 1)  # one in this many modules or options is selected
TRIES = 20  # to draw choices that can be played
MOVES_ELSEWHERE_TRIED = 4  # moves of other positions tried at each position
MOST_MOVES_ELSEWHERE = 200  # moves remembered, to be tried at other positions
REMEMBERED_PER_POSITION = 3  # moves of a position that are remembered


def random_choices(kind: GameType, chance: Chance) -> Choices:
    """Random choices that at least one number of players can play with: few or many modules, few or many options."""
    module_share = SHARES[chance.below(len(SHARES))]
    option_share = SHARES[chance.below(len(SHARES))]
    drawn = Choices()
    for _ in range(TRIES):  # all at once, to reach options that are valid only in combination
        drawn = _drawn_choices(kind, module_share, option_share, chance)
        if _is_playable(kind, drawn):
            return kind.normalize_choices(drawn)
    compatible = Choices(drawn.modules) if _is_playable(kind, Choices(drawn.modules)) else Choices()
    shuffled = list(drawn.options)
    chance.shuffle(shuffled)
    for option in shuffled:  # one by one, as long as they are compatible
        extended = Choices(compatible.modules, tuple(sorted([*compatible.options, option])))
        if _is_playable(kind, extended):
            compatible = extended
    return kind.normalize_choices(compatible)


def _drawn_choices(kind: GameType, module_share: int, option_share: int, chance: Chance) -> Choices:
    """Choices of one in so many modules and one in so many options; they may be invalid."""
    drawn = tuple(key for key in kind.modules if not chance.below(module_share))
    values = []
    for option in kind.options:
        if not chance.below(option_share):
            values.append((option.key, option.values[chance.below(len(option.values))]))
    return Choices(drawn, tuple(sorted(values)))


def _is_playable(kind: GameType, choices: Choices) -> bool:
    try:
        return bool(kind.allowed_player_counts(kind.normalize_choices(choices)))
    except BadOption:
        return False


def start_trial(game: Game[Any], seats: int, seed: int) -> Trial:
    """A game to be played at random from a seed."""
    luck = Chance(seed.to_bytes(KEY_BYTES, "big"))
    key = bytes(luck.below(256) for _ in range(KEY_BYTES))
    return Trial(game, seats, seed, key, luck)


def check_conformance(
    game: Game[Any], seats: int, seed: int, *, every: int = 1, audited: int | None = None, clock: Clock | None = None
) -> Record:
    """Play one random game and check all invariants at every n-th position. Returns its record; raises Nonconformity.
    All invariants are also checked the first time a kind of step occurs. `audited`: interval, in positions, of the
    audit from scratch, if it differs from `every`. `clock`: if given, listing the legal moves is timed with it."""
    trial = start_trial(game, seats, seed)
    trial.clock = clock
    reached = start_game(game, seats, trial.key)
    trial.setup_numbers = reached.chance
    dumps: dict[int, str] = {}  # number of preceding moves -> saved state
    try:
        while not game.over(reached.state):
            step_kind = reached.state.agenda[-1].kind
            checks_all = len(trial.lines) % every == 0 or step_kind not in trial.checked_step_kinds
            trial.checked_step_kinds.add(step_kind)
            if checks_all:
                dumps[len(trial.lines)] = _state_as_text(reached.state)
                _check_position(trial, reached.state)
            elif audited is not None and len(trial.lines) % audited == 0:
                game.audit(reached.state)
            reached = _random_move(trial, reached, checks_all=checks_all)
            trial.require(len(trial.lines) < MOST_MOVES, "a random game ends")
        dumps[len(trial.lines)] = _state_as_text(reached.state)
        _check_position(trial, reached.state)
        _check_replay(trial, dumps)
    except Nonconformity:
        raise
    except Exception as error:
        raise Nonconformity(f"seed {seed}: {error!r}", format_record(trial.record)) from error
    return trial.record


def _random_move(trial: Trial, reached: Transition[Any], *, checks_all: bool) -> Transition[Any]:
    """Make a random move of a random seat; if `checks_all`, also check that it changes and depends on nothing else."""
    game, s = trial.game, reached.state
    seats = [seat for seat in range(trial.seats) if game.may_act(s, seat)]
    seat = seats[trial.player_chance.below(len(seats))]
    moves = list(game.legal(s, seat)) + list(game.sample_unlisted_moves(s, seat, trial.player_chance))
    if not moves:  # an invited seat may have no move, a waiting one always has
        seat = sorted(game.waiting(s))[0]
        moves = list(game.legal(s, seat))
    move = moves[trial.player_chance.below(len(moves))]
    before = _state_as_text(s) if checks_all else ""
    after = play(game, s, seat, move)
    if checks_all:
        trial.require(_state_as_text(s) == before, f"3: play({move}) changed its argument")
        twin = play(game, _save_and_load(game, s), seat, move)
        same = _state_as_text(twin.state) == _state_as_text(after.state)
        trial.require(same, f"4: {move} after loading leads elsewhere")
        trial.require([*twin.events] == [*after.events], f"4: {move} after loading tells another story")
        json.dumps([[event.key, dict(event.params)] for event in after.events])
    trial.lines.append(Line(seat, encode_move(move), after.chance))
    return after


def _check_position(trial: Trial, s: Any) -> None:
    """Check all invariants of one position; the numbers in the messages are those of the points of the suite."""
    game = trial.game
    before = _state_as_text(s)
    waiting, over = sorted(game.waiting(s)), game.over(s)
    trial.require(over or bool(waiting), "1: somebody is waited for until the game is over")
    for seat in range(trial.seats):
        if trial.clock is not None:
            limit = list_limits.MOST_SECONDS_TO_LIST
            seconds = measure_seconds(partial(_list_legal_moves, game, s, seat), limit, trial.clock)
            trial.require(seconds <= limit, f"10: the moves of seat {seat} take {seconds * 1000:.0f} ms to list")
        moves = list(game.legal(s, seat))
        trial.require(bool(moves) or seat not in waiting, f"1: seat {seat} is waited for and has a move")
        trial.require(not moves or game.may_act(s, seat), f"1: seat {seat} has moves only when it may act")
        trial.require(moves == list(game.legal(s, seat)), f"2: the moves of seat {seat} are the same twice")
        texts = [encode_move(move) for move in moves]
        trial.require(len(set(texts)) == len(texts), f"2: the moves of seat {seat} are all different")
        for text, move in zip(texts, moves, strict=True):
            trial.require(decode_move(text, game.moves) == move, f"2: {text} reads back")
        _check_lists(trial, s, seat, moves)
        _check_secrecy(trial, s, seat, moves)
        _check_illegal(trial, s, seat, set(texts))
        for text, move in list(zip(texts, moves, strict=True))[:REMEMBERED_PER_POSITION]:
            if len(trial.moves_elsewhere) < MOST_MOVES_ELSEWHERE:
                trial.moves_elsewhere[text] = move
    public = _check_secrecy(trial, s, seat=None, moves=[])
    _check_standing(trial, s, public)
    conformance_defaults.check_default_moves(trial, s, public)
    conformance_conditional.check_conditional_moves(trial, s)
    trial.require(_state_as_text(s) == before, "3: reading changes nothing")
    game.audit(s)
    trial.require(_state_as_text(_save_and_load(game, s)) == before, "4: what is loaded is what was saved")
    _check_copy(trial, s)
    conformance_unknown.check_unknown_to_all(trial, s)


def _check_secrecy(trial: Trial, s: Any, seat: int | None, moves: Sequence[Move]) -> Any:
    """Point 7: hidden information affects nothing the seat sees. Returns a position equivalent for that seat."""
    game = trial.game
    other = s.copy()
    game.shuffle_hidden(other, seat, trial.player_chance)
    twins = [x.copy() for x in (s, other)]
    for twin in twins:  # strong machines give hints: neither their content nor their duration may reveal anything
        game.shuffle_hidden(twin, seat, Chance(trial.key, len(trial.lines)))
    trial.require(game.view(other, seat) == game.view(s, seat), f"7: seat {seat} sees what it cannot know")
    if seat is not None:
        same = list(game.legal(other, seat)) == list(moves)
        trial.require(same, f"7: the moves of seat {seat} tell what it cannot know")
        if moves:
            same = sample_moves(trial, other, seat) == sample_moves(trial, s, seat)
            trial.require(same, f"7: the unlisted moves of seat {seat} tell what it cannot know")
        for move in dict.fromkeys([*moves[:1], *moves[-1:]]):
            same = game.describe_effects(other, seat, move) == game.describe_effects(s, seat, move)
            trial.require(same, f"7: what is said of {move} tells what nobody knows")
        for move in moves[:1]:
            same = game.preview(other, seat, move) == game.preview(s, seat, move)
            trial.require(same, f"7: what is shown of {move} tells what nobody knows")
        _check_answers(trial, s, other, seat, moves)
        conformance_defaults.check_default_secrecy(trial, s, other, seat)
        conformance_conditional.check_conditional_secrecy(trial, s, other, seat)
    trial.require(
        _state_as_text(twins[0]) == _state_as_text(twins[1]),
        f"7: what is imagined for seat {seat} tells what it cannot know",
    )
    trial.require(other.key != s.key, "7: the key of the luck is replaced")
    return other


def _check_answers(trial: Trial, s: Any, other: Any, seat: int, moves: Sequence[Move]) -> None:
    """Point 7 for further queries of a seat: unlisted moves, reasons of refusals, previews."""
    game = trial.game
    partly = sorted(game.partly_listed_kinds(s, seat))
    same = sorted(game.partly_listed_kinds(other, seat)) == partly
    trial.require(same, f"7: what seat {seat} has not listed tells what is hidden")
    for kind in partly:
        same = list(game.list_matching_moves(other, seat, kind, {})) == list(
            game.list_matching_moves(s, seat, kind, {})
        )
        trial.require(same, f"7: what {kind} of seat {seat} may hold tells what it cannot know")
    moves_elsewhere = list(trial.moves_elsewhere.values())
    first = len(trial.lines) * MOVES_ELSEWHERE_TRIED % max(1, len(moves_elsewhere))
    for move in (*moves[-1:], *moves_elsewhere[first : first + MOVES_ELSEWHERE_TRIED]):
        same = refusal_reason(game, other, seat, move) == refusal_reason(game, s, seat, move)
        trial.require(same, f"7: the answer to {move} of seat {seat} tells what it cannot know")
    if moves:
        same = game.preview(other, seat) == game.preview(s, seat)
        trial.require(same, f"7: what is shown to seat {seat} before it moves tells what it cannot know")


def _check_standing(trial: Trial, s: Any, other: Any) -> None:
    """Point 9: standing answers are legal, known, and depend only on public information."""
    game = trial.game
    known = list(game.standing_answer_keys(s))
    same = list(game.standing_answer_keys(other)) == known
    trial.require(same, "9: which standing answers there are tells what is hidden")
    trial.require(
        sorted(game.seats_yet_to_answer(other)) == sorted(game.seats_yet_to_answer(s)),
        "9: who has not answered is public",
    )
    trial.require(
        set(game.seats_yet_to_answer(s)) <= set(game.invitations(s)), "9: only who is invited has not answered"
    )
    for seat in range(trial.seats):
        answers = dict(game.standing_answer_moves(s, seat))
        trial.require(set(answers) <= set(known), f"9: seat {seat} has an answer that is none of {known}")
        trial.require(
            dict(game.standing_answer_moves(other, seat)) == answers,
            f"9: an answer of seat {seat} tells what is hidden",
        )
        for key, move in answers.items():
            legal = move in game.legal(s, seat) and move in game.legal(other, seat)
            trial.require(legal, f"9: {move}, which {key} answers for seat {seat}, is not legal")
        spans = dict(game.possible_bid_limits(s, seat))
        trial.require(
            dict(game.possible_bid_limits(other, seat)) == spans,
            f"9: up to what seat {seat} may bid tells what is hidden",
        )
        for name, span in spans.items():
            for bid_limit in (span[0], span[-1]):
                bid = game.move_for_bid_limit(s, seat, name, bid_limit)
                if bid is not None:
                    game.check(s, seat, bid)


def _list_legal_moves(game: Game[Any], s: Any, seat: int) -> list[Move]:
    return list(game.legal(s, seat))


def sample_moves(trial: Trial, s: Any, seat: int) -> list[Move]:
    """Some unlisted moves, the same for every position that looks the same to the seat."""
    return list(trial.game.sample_unlisted_moves(s, seat, Chance(trial.key, len(trial.lines))))


def _check_lists(trial: Trial, s: Any, seat: int, moves: Sequence[Move]) -> None:
    """Point 10: lists are short, and every unlisted move is reachable by narrowing down its fields."""
    game = trial.game
    trial.require(len(moves) <= list_limits.MOST_LISTED_MOVES, f"10: seat {seat} has {len(moves)} moves listed")
    partly = set(game.partly_listed_kinds(s, seat))
    trial.require(partly <= {move.kind for move in moves}, f"10: of {partly} some are listed for seat {seat}")
    listed = set(moves)
    samples = sample_moves(trial, s, seat) if moves else []
    for move in samples:
        trial.require(move not in listed, f"10: {move} is listed and a sample of what is not")
        trial.require(decode_move(encode_move(move), game.moves) == move, f"10: {move} reads back")
        whole = move.listed and move.kind not in partly
        trial.require(not whole, f"10: {move} is not listed, and all of its kind are said to be")
        play(game, s, seat, move)
    for move in samples + [move for move in moves if move.kind in partly][:1]:
        if move.listed or [*game.list_matching_moves(s, seat, move.kind, {})]:
            _check_narrowed(trial, s, seat, move)


def _check_narrowed(trial: Trial, s: Any, seat: int, move: Move) -> None:
    """Fix the fields of the move one by one, and the items of a field one by one."""
    game = trial.game
    known: dict[str, Any] = {}
    for name in field_names(type(move)):
        value = getattr(move, name)
        if not get_args(field_types(type(move))[name]):
            known[name] = value
            _check_known(trial, s, seat, move, known)
            continue
        items = {item for other in game.list_matching_moves(s, seat, move.kind, known) for item in getattr(other, name)}
        trial.require(set(value) <= items, f"10: of what {move} has not all is in a list")
        for item in sorted(items, key=str):
            n = value.count(item)
            known[name] = {**known.get(name, {}), item: (n, n)}
            _check_known(trial, s, seat, move, known)
    trial.require(
        [*game.list_matching_moves(s, seat, move.kind, known)] == [move], f"10: {move} is not found by all that it is"
    )


def _check_known(trial: Trial, s: Any, seat: int, move: Move, known: Known) -> None:
    """Check that some legal moves match what is known of the move, and not too many."""
    matching = list(trial.game.list_matching_moves(s, seat, move.kind, known))
    described = f"{move.kind} with {known} for seat {seat}"
    trial.require(0 < len(matching) <= list_limits.MOST_LISTED_MOVES, f"10: {described}: {len(matching)} moves")
    for other in matching:
        matches = all(_has_value(getattr(other, name), wanted) for name, wanted in known.items())
        trial.require(matches, f"10: {described}: {other}")
    for other in {matching[0], matching[-1]}:
        play(trial.game, s, seat, other)


def _has_value(value: Any, wanted: Any) -> bool:
    """Whether a field has the wanted value, or holds each wanted item as often as wanted."""
    if not isinstance(wanted, Mapping):
        return bool(value == wanted)
    return all(low <= value.count(item) <= high for item, (low, high) in wanted.items())


def _check_illegal(trial: Trial, s: Any, seat: int, legal: set[str]) -> None:
    """Point 8: legal moves of other positions that are illegal here are refused."""
    moves_elsewhere = [(text, move) for text, move in trial.moves_elsewhere.items() if text not in legal]
    for _ in range(MOVES_ELSEWHERE_TRIED if moves_elsewhere else 0):
        text, move = moves_elsewhere[trial.player_chance.below(len(moves_elsewhere))]
        before = _state_as_text(s)
        try:
            play(trial.game, s, seat, move)
        except RulesError:
            trial.require(_state_as_text(s) == before, f"8: the refused {text} changed the state")
        else:
            open_kind = not move.listed or move.kind in trial.game.partly_listed_kinds(s, seat)
            trial.require(open_kind, f"8: {text} of seat {seat} is not listed and was carried out")


def _check_copy(trial: Trial, s: Any) -> None:
    twin = s.copy()
    trial.require(_state_as_text(twin) == _state_as_text(s), "3: a copy is equal")
    for name in _saved_field_names(s):
        own, copied = getattr(s, name, None), getattr(twin, name, None)
        if isinstance(own, (list, dict, set, bytearray)):
            trial.require(own is not copied, f"3: a copy shares {name}")


def _saved_field_names(s: Any) -> list[str]:
    slots = [name for cls in type(s).__mro__ for name in getattr(cls, "__slots__", ())]
    transient: frozenset[str] = getattr(type(s), "transient", frozenset())
    return [name for name in [*slots, *getattr(s, "__dict__", {})] if name not in transient]


def _check_replay(trial: Trial, dumps: Mapping[int, str]) -> None:
    """Points 5 and 6: replaying the log reproduces every earlier position, with and without the key."""
    for key in (trial.key, bytes(KEY_BYTES)):
        reached = start_game(trial.game, trial.seats, key, trial.setup_numbers)
        for number, line in enumerate((None, *trial.lines)):
            if line is not None:
                drawn = () if key == trial.key else line.drawn or ()
                reached = play(trial.game, reached.state, line.seat, decode_move(line.move, trial.game.moves), drawn)
                trial.require(reached.chance == (line.drawn or ()), f"5, 6: move {number} draws other numbers")
            if number in dumps:
                replay_key = reached.state.key
                reached.state.key = trial.key
                same = _state_as_text(reached.state) == dumps[number]
                trial.require(same, f"5, 6: replay differs after {number} moves")
                reached.state.key = replay_key


def _save_and_load(game: Game[Any], s: Any) -> Any:
    return game.restore_unsaved_fields(from_plain(game.state, json.loads(json.dumps(to_plain(s)))))


def _state_as_text(s: Any) -> str:
    return json.dumps(to_plain(s))
