"""The conformance suite: what every game must keep at every position of random games.

`conform(game, seats, seed)` plays one game and raises `Nonconformity` with the record so far where a point fails.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .chance import KEY_BYTES, Chance
from .errors import BadOption, RulesError
from .game import Game, Transition, play, start
from .move import Move, decode, encode
from .options import Choices, Kind
from .record import Line, Record, write
from .saving import dump, load

LONGEST = 20_000  # moves; a random game beyond that does not end


class Nonconformity(AssertionError):
    """A point of the suite does not hold. `record` is the game that shows it, as text."""

    def __init__(self, point: str, record: str) -> None:
        super().__init__(f"{point}\n\n{record}")
        self.point = point
        self.record = record


@dataclass(slots=True)
class Trial:
    """One random game under way."""

    game: Game[Any]
    seats: int
    seed: int
    key: bytes
    luck: Chance  # of the random players, apart from the luck of the game
    chosen: dict[str, Any] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    strangers: dict[str, Move] = field(default_factory=dict)  # legal moves of other positions, by their text
    first: tuple[int, ...] = ()
    asked: set[str] = field(default_factory=set)  # kinds of steps that have been looked at

    @property
    def record(self) -> Record:
        return Record(self.game.key, self.game.choices, self.seats, self.key, None, self.first, tuple(self.lines))

    def require(self, holds: bool, point: str) -> None:
        if not holds:
            raise Nonconformity(
                f"{self.game.key} {self.game.choices}, {self.seats} seats, seed {self.seed}: {point}",
                write(self.record),
            )


SHARES = (8, 4, 2, 1)  # one in so many modules or options is drawn
TRIES = 20
STRANGERS = 4  # moves of other positions that are tried at one


def random_choices(kind: Kind, chance: Chance) -> Choices:
    """Any choices that some number of players can play with: few or many modules, few or many options."""
    modules, options = SHARES[chance.below(len(SHARES))], SHARES[chance.below(len(SHARES))]
    drawn = Choices()
    for _ in range(TRIES):  # everything at once: what goes together only as a whole is found too
        drawn = _drawn_choices(kind, modules, options, chance)
        if _playable(kind, drawn):
            return kind.checked(drawn)
    kept = Choices(drawn.modules) if _playable(kind, Choices(drawn.modules)) else Choices()
    wanted = list(drawn.options)
    chance.shuffle(wanted)
    for option in wanted:  # one after the other, as long as they go together
        more = Choices(kept.modules, tuple(sorted([*kept.options, option])))
        if _playable(kind, more):
            kept = more
    return kind.checked(kept)


def _drawn_choices(kind: Kind, modules: int, options: int, chance: Chance) -> Choices:
    drawn = tuple(key for key in kind.modules if not chance.below(modules))
    values = [(o.key, o.values[chance.below(len(o.values))]) for o in kind.options if not chance.below(options)]
    return Choices(drawn, tuple(sorted(values)))


def _playable(kind: Kind, choices: Choices) -> bool:
    try:
        return bool(kind.counts(kind.checked(choices)))
    except BadOption:
        return False


def trial(game: Game[Any], seats: int, seed: int) -> Trial:
    """A game to be played at random from a seed."""
    key = Chance(seed.to_bytes(KEY_BYTES, "big"))
    return Trial(game, seats, seed, bytes(key.below(256) for _ in range(KEY_BYTES)), key)


def conform(game: Game[Any], seats: int, seed: int, *, every: int = 1, audited: int | None = None) -> Record:
    """Play one random game and check all points at every n-th position; returns its record. Nonconformity otherwise.

    Where a kind of step comes up for the first time, all points are checked, too.

    `audited`: every how many positions the game is recounted from scratch, where that is not the same number.
    """
    run = trial(game, seats, seed)
    t = start(game, seats, run.key)
    run.first = t.chance
    dumps: dict[int, str] = {}  # by the number of moves before
    try:
        while not game.over(t.state):
            asked = t.state.agenda[-1].kind
            look = len(run.lines) % every == 0 or asked not in run.asked
            run.asked.add(asked)
            if look:
                dumps[len(run.lines)] = _text(t.state)
                _check_position(run, t.state)
            elif audited is not None and len(run.lines) % audited == 0:
                game.audit(t.state)
            t = _random_move(run, t, look)
            run.require(len(run.lines) < LONGEST, "a random game ends")
        dumps[len(run.lines)] = _text(t.state)
        _check_position(run, t.state)
        _check_replay(run, dumps)
    except Nonconformity:
        raise
    except Exception as error:
        raise Nonconformity(f"seed {seed}: {error!r}", write(run.record)) from error
    return run.record


def _random_move(run: Trial, t: Transition[Any], look: bool) -> Transition[Any]:
    game, s = run.game, t.state
    seats = [seat for seat in range(run.seats) if game.may_act(s, seat)]
    seat = seats[run.luck.below(len(seats))]
    moves = list(game.legal(s, seat)) + list(game.samples(s, seat, run.luck))
    if not moves:  # an invited seat may have nothing to do; a waited-for one has
        seat = sorted(game.waiting(s))[0]
        moves = list(game.legal(s, seat))
    move = moves[run.luck.below(len(moves))]
    before = _text(s) if look else ""
    after = play(game, s, seat, move)
    if look:
        run.require(_text(s) == before, f"3: play({move}) changed its argument")
        twin = play(game, _restored(game, s), seat, move)
        run.require(_text(twin.state) == _text(after.state), f"4: {move} after loading leads elsewhere")
        run.require([*twin.events] == [*after.events], f"4: {move} after loading tells another story")
        json.dumps([[e.key, dict(e.params)] for e in after.events])
    run.lines.append(Line(seat, encode(move), after.chance))
    return after


def _check_position(run: Trial, s: Any) -> None:
    game = run.game
    before = _text(s)
    waiting, over = sorted(game.waiting(s)), game.over(s)
    run.require(over or bool(waiting), "1: somebody is waited for until the game is over")
    for seat in range(run.seats):
        moves = list(game.legal(s, seat))
        run.require(bool(moves) or seat not in waiting, f"1: seat {seat} is waited for and has a move")
        run.require(not moves or game.may_act(s, seat), f"1: seat {seat} has moves only when it may act")
        run.require(moves == list(game.legal(s, seat)), f"2: the moves of seat {seat} are the same twice")
        texts = [encode(move) for move in moves]
        run.require(len(set(texts)) == len(texts), f"2: the moves of seat {seat} are all different")
        for text, move in zip(texts, moves, strict=True):
            run.require(decode(text, game.moves) == move, f"2: {text} reads back")
        _check_secrecy(run, s, seat, moves)
        _check_illegal(run, s, seat, set(texts))
        for text, move in zip(texts[:3], moves[:3], strict=True):
            if len(run.strangers) < 200:
                run.strangers[text] = move
    _check_standing(run, s, _check_secrecy(run, s, None, []))
    run.require(_text(s) == before, "3: reading changes nothing")
    game.audit(s)
    run.require(_text(_restored(game, s)) == before, "4: what is loaded is what was saved")
    _check_copy(run, s)


def _check_secrecy(run: Trial, s: Any, seat: int | None, moves: Sequence[Move]) -> Any:
    """7: what the seat cannot know changes nothing for it. Returns the other position that looks the same."""
    game = run.game
    other = s.copy()
    game.shuffle_hidden(other, seat, run.luck)
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
    run.require(other.key != s.key, "7: the key of the luck is replaced")
    return other


def _check_standing(run: Trial, s: Any, other: Any) -> None:
    """9: what answers for a seat is legal, known, and the same where only what is hidden from everybody differs."""
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


def _check_illegal(run: Trial, s: Any, seat: int, legal: set[str]) -> None:
    strangers = [(text, move) for text, move in run.strangers.items() if text not in legal]
    for _ in range(STRANGERS if strangers else 0):
        _check_refused(run, s, seat, *strangers[run.luck.below(len(strangers))])


def _check_refused(run: Trial, s: Any, seat: int, text: str, move: Move) -> None:
    before = _text(s)
    try:
        play(run.game, s, seat, move)
    except RulesError:
        run.require(_text(s) == before, f"8: the refused {text} changed the state")
    else:
        run.require(not move.listed, f"8: {text} of seat {seat} is not listed and was carried out")


def _check_copy(run: Trial, s: Any) -> None:
    twin = s.copy()
    run.require(_text(twin) == _text(s), "3: a copy is equal")
    for name in _names(s):
        mine, its = getattr(s, name, None), getattr(twin, name, None)
        if isinstance(mine, (list, dict, set, bytearray)):
            run.require(mine is not its, f"3: a copy shares {name}")


def _names(s: Any) -> list[str]:
    slots = [name for cls in type(s).__mro__ for name in getattr(cls, "__slots__", ())]
    transient: frozenset[str] = getattr(type(s), "transient", frozenset())
    return [name for name in [*slots, *getattr(s, "__dict__", {})] if name not in transient]


def _check_replay(run: Trial, dumps: Mapping[int, str]) -> None:
    """5 and 6: every earlier position comes back from the log, with the key and without it."""
    for key in (run.key, bytes(KEY_BYTES)):
        t = start(run.game, run.seats, key, run.first)
        for number, line in enumerate((None, *run.lines)):
            if line is not None:
                drawn = () if key == run.key else line.drawn or ()
                t = play(run.game, t.state, line.seat, decode(line.move, run.game.moves), drawn)
                run.require(t.chance == (line.drawn or ()), f"5, 6: move {number} draws other numbers")
            if number in dumps:
                t.state.key, own = run.key, t.state.key
                run.require(_text(t.state) == dumps[number], f"5, 6: replay differs after {number} moves")
                t.state.key = own


def _restored(game: Game[Any], s: Any) -> Any:
    return game.restored(load(game.state, json.loads(json.dumps(dump(s)))))


def _text(s: Any) -> str:
    return json.dumps(dump(s))
