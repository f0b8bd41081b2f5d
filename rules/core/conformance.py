"""The conformance suite: invariants every game keeps at every position of random games.

`check_conformance(game, seats, seed)` plays one game and raises `Nonconformity`, with the record so far, on a failure.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, get_args

from . import conformance_conditional, conformance_defaults, conformance_unknown, list_limits
from .chance import KEY_BYTES, Chance
from .conformance_trial import Clock, Nonconformity, Trial
from .errors import BadOption, RulesError
from .game import Game, Known, Transition, play, start_game
from .move import Move, decode_move, encode_move, field_names, field_types
from .options import Choices, GameType
from .record import Line, Record, format_record
from .saving import from_plain, to_plain

__all__ = ["Clock", "Nonconformity", "Trial", "check_conformance", "measure_seconds", "random_choices", "start_trial"]

REPEATS = 5  # tries of a measurement; the best counts, so that a busy machine does no harm
LONGEST = 20_000  # moves; a longer random game counts as endless


SHARES = (8, 4, 2, 1)  # one in this many modules or options is selected
TRIES = 20
STRANGERS = 4  # moves of other positions tried at each position


def random_choices(kind: GameType, chance: Chance) -> Choices:
    """Random choices that at least one number of players can play with: few or many modules, few or many options."""
    modules, options = SHARES[chance.below(len(SHARES))], SHARES[chance.below(len(SHARES))]
    drawn = Choices()
    for _ in range(TRIES):  # all at once, to reach options that are valid only in combination
        drawn = _drawn_choices(kind, modules, options, chance)
        if _is_playable(kind, drawn):
            return kind.checked(drawn)
    kept = Choices(drawn.modules) if _is_playable(kind, Choices(drawn.modules)) else Choices()
    wanted = list(drawn.options)
    chance.shuffle(wanted)
    for option in wanted:  # one by one, as long as they are compatible
        more = Choices(kept.modules, tuple(sorted([*kept.options, option])))
        if _is_playable(kind, more):
            kept = more
    return kind.checked(kept)


def _drawn_choices(kind: GameType, modules: int, options: int, chance: Chance) -> Choices:
    drawn = tuple(key for key in kind.modules if not chance.below(modules))
    values = [(o.key, o.values[chance.below(len(o.values))]) for o in kind.options if not chance.below(options)]
    return Choices(drawn, tuple(sorted(values)))


def _is_playable(kind: GameType, choices: Choices) -> bool:
    try:
        return bool(kind.counts(kind.checked(choices)))
    except BadOption:
        return False


def start_trial(game: Game[Any], seats: int, seed: int) -> Trial:
    """A game to be played at random from a seed."""
    key = Chance(seed.to_bytes(KEY_BYTES, "big"))
    return Trial(game, seats, seed, bytes(key.below(256) for _ in range(KEY_BYTES)), key)


def check_conformance(
    game: Game[Any], seats: int, seed: int, *, every: int = 1, audited: int | None = None, clock: Clock | None = None
) -> Record:
    """Play one random game and check all invariants at every n-th position. Returns its record; raises Nonconformity.
    All invariants are also checked the first time a kind of step occurs. `audited`: interval, in positions, of the
    audit from scratch, if it differs from `every`. `clock`: if given, listing the legal moves is timed with it."""
    run = start_trial(game, seats, seed)
    run.clock = clock
    t = start_game(game, seats, run.key)
    run.first = t.chance
    dumps: dict[int, str] = {}  # number of preceding moves -> saved state
    try:
        while not game.over(t.state):
            asked = t.state.agenda[-1].kind
            look = len(run.lines) % every == 0 or asked not in run.asked
            run.asked.add(asked)
            if look:
                dumps[len(run.lines)] = _state_as_text(t.state)
                _check_position(run, t.state)
            elif audited is not None and len(run.lines) % audited == 0:
                game.audit(t.state)
            t = _random_move(run, t, look)
            run.require(len(run.lines) < LONGEST, "a random game ends")
        dumps[len(run.lines)] = _state_as_text(t.state)
        _check_position(run, t.state)
        _check_replay(run, dumps)
    except Nonconformity:
        raise
    except Exception as error:
        raise Nonconformity(f"seed {seed}: {error!r}", format_record(run.record)) from error
    return run.record


def _random_move(run: Trial, t: Transition[Any], look: bool) -> Transition[Any]:
    game, s = run.game, t.state
    seats = [seat for seat in range(run.seats) if game.may_act(s, seat)]
    seat = seats[run.luck.below(len(seats))]
    moves = list(game.legal(s, seat)) + list(game.samples(s, seat, run.luck))
    if not moves:  # an invited seat may have no move, a waiting one always has
        seat = sorted(game.waiting(s))[0]
        moves = list(game.legal(s, seat))
    move = moves[run.luck.below(len(moves))]
    before = _state_as_text(s) if look else ""
    after = play(game, s, seat, move)
    if look:
        run.require(_state_as_text(s) == before, f"3: play({move}) changed its argument")
        twin = play(game, _save_and_load(game, s), seat, move)
        run.require(
            _state_as_text(twin.state) == _state_as_text(after.state), f"4: {move} after loading leads elsewhere"
        )
        run.require([*twin.events] == [*after.events], f"4: {move} after loading tells another story")
        json.dumps([[e.key, dict(e.params)] for e in after.events])
    run.lines.append(Line(seat, encode_move(move), after.chance))
    return after


def _check_position(run: Trial, s: Any) -> None:
    game = run.game
    before = _state_as_text(s)
    waiting, over = sorted(game.waiting(s)), game.over(s)
    run.require(over or bool(waiting), "1: somebody is waited for until the game is over")
    for seat in range(run.seats):
        took = (
            measure_seconds(partial(_list_legal_moves, game, s, seat), list_limits.SECONDS, run.clock)
            if run.clock is not None
            else 0
        )
        run.require(took <= list_limits.SECONDS, f"10: the moves of seat {seat} take {took * 1000:.0f} ms to list")
        moves = list(game.legal(s, seat))
        run.require(bool(moves) or seat not in waiting, f"1: seat {seat} is waited for and has a move")
        run.require(not moves or game.may_act(s, seat), f"1: seat {seat} has moves only when it may act")
        run.require(moves == list(game.legal(s, seat)), f"2: the moves of seat {seat} are the same twice")
        texts = [encode_move(move) for move in moves]
        run.require(len(set(texts)) == len(texts), f"2: the moves of seat {seat} are all different")
        for text, move in zip(texts, moves, strict=True):
            run.require(decode_move(text, game.moves) == move, f"2: {text} reads back")
        _check_lists(run, s, seat, moves)
        _check_secrecy(run, s, seat, moves)
        _check_illegal(run, s, seat, set(texts))
        for text, move in zip(texts[:3], moves[:3], strict=True):
            if len(run.strangers) < 200:
                run.strangers[text] = move
    public = _check_secrecy(run, s, None, [])
    _check_standing(run, s, public)
    conformance_defaults.check_default_moves(run, s, public)
    conformance_conditional.check_conditional_moves(run, s)
    run.require(_state_as_text(s) == before, "3: reading changes nothing")
    game.audit(s)
    run.require(_state_as_text(_save_and_load(game, s)) == before, "4: what is loaded is what was saved")
    _check_copy(run, s)
    conformance_unknown.check_unknown_to_all(run, s)


def _check_secrecy(run: Trial, s: Any, seat: int | None, moves: Sequence[Move]) -> Any:
    """Point 7: hidden information affects nothing the seat sees. Returns a position equivalent for that seat."""
    game = run.game
    other = s.copy()
    game.shuffle_hidden(other, seat, run.luck)
    twins = [x.copy() for x in (s, other)]
    for twin in twins:  # strong machines give hints: neither their content nor their duration may reveal anything
        game.shuffle_hidden(twin, seat, Chance(run.key, len(run.lines)))
    run.require(game.view(other, seat) == game.view(s, seat), f"7: seat {seat} sees what it cannot know")
    if seat is not None:
        same = list(game.legal(other, seat)) == list(moves)
        run.require(same, f"7: the moves of seat {seat} tell what it cannot know")
        if moves:
            mine, its = (list(game.samples(x, seat, Chance(run.key, len(run.lines)))) for x in (s, other))
            run.require(mine == its, f"7: the unlisted moves of seat {seat} tell what it cannot know")
        for move in dict.fromkeys([*moves[:1], *moves[-1:]]):
            told = game.explain(s, seat, move)
            run.require(game.explain(other, seat, move) == told, f"7: what is said of {move} tells what nobody knows")
        for shown in moves[:1]:
            same = game.preview(other, seat, shown) == game.preview(s, seat, shown)
            run.require(same, f"7: what is shown of {shown} tells what nobody knows")
        _check_answers(run, s, other, seat, moves)
        conformance_defaults.check_default_secrecy(run, s, other, seat)
        conformance_conditional.check_conditional_secrecy(run, s, other, seat)
    run.require(
        _state_as_text(twins[0]) == _state_as_text(twins[1]),
        f"7: what is imagined for seat {seat} tells what it cannot know",
    )
    run.require(other.key != s.key, "7: the key of the luck is replaced")
    return other


def _check_answers(run: Trial, s: Any, other: Any, seat: int, moves: Sequence[Move]) -> None:
    """Point 7 for further queries of a seat: unlisted moves, reasons of refusals, previews."""
    game = run.game
    partly = sorted(game.partly(s, seat))
    run.require(sorted(game.partly(other, seat)) == partly, f"7: what seat {seat} has not listed tells what is hidden")
    for kind in partly:
        mine, its = (list(game.narrowed(x, seat, kind, {})) for x in (s, other))
        run.require(mine == its, f"7: what {kind} of seat {seat} may hold tells what it cannot know")
    strangers = list(run.strangers.values())
    first = len(run.lines) * STRANGERS % max(1, len(strangers))
    for move in (*moves[-1:], *strangers[first : first + STRANGERS]):
        same = _refusal_reason(game, other, seat, move) == _refusal_reason(game, s, seat, move)
        run.require(same, f"7: the answer to {move} of seat {seat} tells what it cannot know")
    if moves:
        same = game.preview(other, seat) == game.preview(s, seat)
        run.require(same, f"7: what is shown to seat {seat} before it moves tells what it cannot know")


def _refusal_reason(game: Game[Any], s: Any, seat: int, move: Move) -> tuple[str, Mapping[str, object]] | None:
    try:
        game.check(s, seat, move)
    except RulesError as reason:
        return reason.key, reason.params
    return None


def _check_standing(run: Trial, s: Any, other: Any) -> None:
    """Point 9: standing answers are legal, known, and depend only on public information."""
    game = run.game
    known = list(game.standing_answers(s))
    run.require(list(game.standing_answers(other)) == known, "9: which standing answers there are tells what is hidden")
    run.require(sorted(game.unanswered(other)) == sorted(game.unanswered(s)), "9: who has not answered is public")
    run.require(set(game.unanswered(s)) <= set(game.invitations(s)), "9: only who is invited has not answered")
    for seat in range(run.seats):
        answers = dict(game.standing(s, seat))
        run.require(set(answers) <= set(known), f"9: seat {seat} has an answer that is none of {known}")
        run.require(dict(game.standing(other, seat)) == answers, f"9: an answer of seat {seat} tells what is hidden")
        for key, move in answers.items():
            legal = move in game.legal(s, seat) and move in game.legal(other, seat)
            run.require(legal, f"9: {move}, which {key} answers for seat {seat}, is not legal")
        spans = dict(game.ceilings(s, seat))
        run.require(
            dict(game.ceilings(other, seat)) == spans, f"9: up to what seat {seat} may bid tells what is hidden"
        )
        for name, most in ((name, most) for name, span in spans.items() for most in (span[0], span[-1])):
            if (bid := game.up_to(s, seat, name, most)) is not None:
                game.check(s, seat, bid)


def measure_seconds(make: Callable[[], object], enough: float, clock: Clock) -> float:
    """The best time, in seconds, of a few calls of `make`, stopping at the first within `enough`. The bounded caches of
    the rules are cleared between the calls."""
    best = float("inf")
    for _ in range(REPEATS):
        began = clock()
        make()
        best = min(best, clock() - began)
        if best <= enough:
            break
        _clear_bounded_caches()
    return best


def _clear_bounded_caches() -> None:
    for name in [name for name in sys.modules if name.startswith("rules.")]:
        for value in vars(sys.modules[name]).values():
            known: Mapping[str, Any] = value.cache_parameters() if hasattr(value, "cache_parameters") else {}
            if known.get("maxsize") is not None:  # unbounded caches hold static tables, not results of positions
                value.cache_clear()


def _list_legal_moves(game: Game[Any], s: Any, seat: int) -> list[Move]:
    return list(game.legal(s, seat))


def _check_lists(run: Trial, s: Any, seat: int, moves: Sequence[Move]) -> None:
    """Point 10: lists are short, and every unlisted move is reachable by narrowing down its fields."""
    game = run.game
    run.require(len(moves) <= list_limits.MOST, f"10: seat {seat} has {len(moves)} moves listed")
    partly = set(game.partly(s, seat))
    run.require(partly <= {move.kind for move in moves}, f"10: of {partly} some are listed for seat {seat}")
    listed = set(moves)
    made = [*game.samples(s, seat, Chance(run.key, len(run.lines)))] if moves else []
    for move in made:
        run.require(move not in listed, f"10: {move} is listed and a sample of what is not")
        run.require(decode_move(encode_move(move), game.moves) == move, f"10: {move} reads back")
        whole = move.listed and move.kind not in partly
        run.require(not whole, f"10: {move} is not listed, and all of its kind are said to be")
        play(game, s, seat, move)
    for move in made + [move for move in moves if move.kind in partly][:1]:
        if move.listed or [*game.narrowed(s, seat, move.kind, {})]:
            _check_narrowed(run, s, seat, move)


def _check_narrowed(run: Trial, s: Any, seat: int, move: Move) -> None:
    """Fix the fields of the move one by one, and the items of a field one by one."""
    game = run.game
    known: dict[str, Any] = {}
    for name in field_names(type(move)):
        value = getattr(move, name)
        if not get_args(field_types(type(move))[name]):
            known[name] = value
            _check_known(run, s, seat, move, known)
            continue
        things = {thing for other in game.narrowed(s, seat, move.kind, known) for thing in getattr(other, name)}
        run.require(set(value) <= things, f"10: of what {move} has not all is in a list")
        for thing in sorted(things, key=str):
            n = value.count(thing)
            known[name] = {**known.get(name, {}), thing: (n, n)}
            _check_known(run, s, seat, move, known)
    run.require([*game.narrowed(s, seat, move.kind, known)] == [move], f"10: {move} is not found by all that it is")


def _check_known(run: Trial, s: Any, seat: int, move: Move, known: Known) -> None:
    found = list(run.game.narrowed(s, seat, move.kind, known))
    told = f"{move.kind} with {known} for seat {seat}"
    run.require(0 < len(found) <= list_limits.MOST, f"10: {told}: {len(found)} moves")
    for other in found:
        run.require(all(_has_value(getattr(other, name), held) for name, held in known.items()), f"10: {told}: {other}")
    for other in {found[0], found[-1]}:
        play(run.game, s, seat, other)


def _has_value(value: Any, held: Any) -> bool:
    if not isinstance(held, Mapping):
        return bool(value == held)
    return all(low <= value.count(thing) <= high for thing, (low, high) in held.items())


def _check_illegal(run: Trial, s: Any, seat: int, legal: set[str]) -> None:
    strangers = [(text, move) for text, move in run.strangers.items() if text not in legal]
    for _ in range(STRANGERS if strangers else 0):
        _check_refused(run, s, seat, *strangers[run.luck.below(len(strangers))])


def _check_refused(run: Trial, s: Any, seat: int, text: str, move: Move) -> None:
    before = _state_as_text(s)
    try:
        play(run.game, s, seat, move)
    except RulesError:
        run.require(_state_as_text(s) == before, f"8: the refused {text} changed the state")
    else:
        open_kind = not move.listed or move.kind in run.game.partly(s, seat)
        run.require(open_kind, f"8: {text} of seat {seat} is not listed and was carried out")


def _check_copy(run: Trial, s: Any) -> None:
    twin = s.copy()
    run.require(_state_as_text(twin) == _state_as_text(s), "3: a copy is equal")
    for name in _saved_field_names(s):
        mine, its = getattr(s, name, None), getattr(twin, name, None)
        if isinstance(mine, (list, dict, set, bytearray)):
            run.require(mine is not its, f"3: a copy shares {name}")


def _saved_field_names(s: Any) -> list[str]:
    slots = [name for cls in type(s).__mro__ for name in getattr(cls, "__slots__", ())]
    transient: frozenset[str] = getattr(type(s), "transient", frozenset())
    return [name for name in [*slots, *getattr(s, "__dict__", {})] if name not in transient]


def _check_replay(run: Trial, dumps: Mapping[int, str]) -> None:
    """Points 5 and 6: replaying the log reproduces every earlier position, with and without the key."""
    for key in (run.key, bytes(KEY_BYTES)):
        t = start_game(run.game, run.seats, key, run.first)
        for number, line in enumerate((None, *run.lines)):
            if line is not None:
                drawn = () if key == run.key else line.drawn or ()
                t = play(run.game, t.state, line.seat, decode_move(line.move, run.game.moves), drawn)
                run.require(t.chance == (line.drawn or ()), f"5, 6: move {number} draws other numbers")
            if number in dumps:
                t.state.key, own = run.key, t.state.key
                run.require(_state_as_text(t.state) == dumps[number], f"5, 6: replay differs after {number} moves")
                t.state.key = own


def _save_and_load(game: Game[Any], s: Any) -> Any:
    return game.restored(from_plain(game.state, json.loads(json.dumps(to_plain(s)))))


def _state_as_text(s: Any) -> str:
    return json.dumps(to_plain(s))
