"""Parses typed fields of moves against the legal moves.

Strict tokens always count; lenient spellings only if unambiguous. A strictly spelled illegal move goes to the rules,
which give the reason. Independent of games and Discord.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, get_args

from rules.core import (
    Chance,
    IllegalMove,
    Move,
    RulesError,
    encode_move,
    field_names,
    field_readers,
    field_types,
    format_field,
)
from rules.core.chance import KEY_BYTES
from service.errors import ServiceError

from .path_words import OPEN, is_tuple, path_word
from .picker import ChoicePath, unique_items
from .position import Position, singular_field
from .spelling import (
    match_values,
    nearest_match,
    normalise_spelling,
    parse_counted_list,
    possible_spellings,
    unknown_value_error,
)
from .unlisted import known_value

DULL: Final = frozenset({"illegal", "unknown", "not_now"})  # suffixes of keys of uninformative refusals
PROBES: Final = 1000  # moves tried to find why a kind is impossible


@dataclass(frozen=True, slots=True)
class TypedMoves:
    """Result of parsing: moves chosen before, and the moves the last text leaves open."""

    moves: tuple[Move, ...]
    path: ChoicePath  # where a picker continues if several are left
    before: tuple[str, ...] = ()

    @property
    def act(self) -> tuple[str, ...] | None:
        """The lines to send; None if something is still open."""
        return (*self.before, encode_move(self.moves[0])) if len(self.moves) == 1 else None


def read_options(position: Position, kind: str, texts: Mapping[str, str]) -> TypedMoves:
    """The moves of a kind that match the fields. Raises `ServiceError` or `IllegalMove` if none does."""
    cls = position.game.moves[kind]
    try:
        return _read_move_kind(position, cls, texts)
    except (ServiceError, IllegalMove):
        if not any(name in texts for name in cls.alike):
            raise
        swapped = dict(zip(cls.alike, (texts.get(name, "") for name in reversed(cls.alike)), strict=True))
        try:
            return _read_move_kind(position, cls, {**texts, **swapped})
        except (ServiceError, IllegalMove):
            pass
        raise


def _read_move_kind(position: Position, cls: type[Move], texts: Mapping[str, str]) -> TypedMoves:
    kind = cls.kind
    given = {name: texts[name].strip() for name in field_names(cls) if texts.get(name, "").strip()}
    moves = tuple(move for move in position.legal if move.kind == kind)
    found: dict[str, list[Any]] = {}
    settled: dict[str, Any] = {}
    partly = cls.listed and not position.all_listed(cls)
    for name, text in given.items():
        found[name] = _read_field(position, moves, cls, name, text)
        if partly and not found[name] and (other := _parse_strict(position, cls, name, text)):
            found[name] = [other]
        if partly and len(found[name]) == 1:
            settled[name] = known_value(cls, name, found[name][0], [getattr(move, name) for move in moves])
            if more := position.narrowed(cls, settled):  # partly listed kinds
                moves = tuple(unique_items((*moves, *more)))
                found[name] = _read_field(position, moves, cls, name, text)
    left = tuple(m for m in moves if all(getattr(m, name) in meant for name, meant in found.items()))
    if all(found.values()) and left:
        for name, text in given.items():
            readings = unique_items(getattr(move, name) for move in left)
            if len(readings) > 1 and len(found[name]) > 1:
                a, b = (position.called(name, format_field(value)) for value in readings[:2])
                raise ServiceError("token_ambiguous", text=text, a=a, b=b)
        return TypedMoves(left, _picker_path(left, given))
    return _judge_illegal(position, cls, moves, given, found)


def _read_field(position: Position, moves: Sequence[Move], cls: type[Move], name: str, text: str) -> list[Any]:
    values = unique_items(getattr(move, name) for move in moves)

    def names(token: str) -> Sequence[str]:
        return position.names(name, token)

    if name in cls.players and get_args(field_types(cls)[name]):
        return _read_players(position, name, text)
    if name in cls.players:
        return _read_player(position, cls, name, text, values)
    if get_args(field_types(cls)[name]):
        return _read_set(position, cls, name, text, values)
    found = match_values(text, values, names)
    if len(found) > 1:
        preferred = position.words.prefer(name, [format_field(value) for value in found])
        found = [value for value in found if format_field(value) in preferred]
    if len(found) > 1 or (found and normalise_spelling(text) != normalise_spelling(format_field(found[0]))):
        strict = None if field_types(cls)[name] is str else _parse_strict(position, cls, name, text)
        if strict is not None and strict not in found:
            return []  # the strict spelling of another value; the rules judge it
    return found


def _read_player(position: Position, cls: type[Move], name: str, text: str, values: Sequence[Any]) -> list[Any]:
    """Any seat of the table, legal or not. Ambiguity is never resolved by legality."""
    found = match_values(
        text.strip().removeprefix("@"),
        [*values, *position.seats()],
        lambda token: position.names(name, token),
        numbered=True,
    )
    if len(found) > 1:
        a, b = (position.called(name, format_field(seat)) for seat in found[:2])
        raise ServiceError("token_ambiguous", text=text, a=a, b=b)
    return found


def _read_players(position: Position, name: str, text: str) -> list[Any]:
    """Several seats in any order, by name, colour or number."""

    def meant(phrase: str) -> list[Any]:
        return match_values(
            phrase.removeprefix("@"), position.seats(), lambda token: position.names(name, token), numbered=True
        )

    read = parse_counted_list(text, meant, lambda seat: position.called(name, format_field(seat)))
    return [tuple(sorted(set(read)))] if read else []


def _read_set(position: Position, cls: type[Move], name: str, text: str, values: Sequence[Any]) -> list[Any]:
    """Items in any order, by name or token, with or without counts.

    Returns the legal set of them, else the set in its canonical order, for the rules to judge.
    """
    exact = [value for value in values if format_field(value) == text]
    if exact:
        return exact
    things = unique_items(item for value in values for item in value)

    def meant(phrase: str) -> list[Any]:
        found = match_values(phrase, things, lambda token: position.names(name, token))
        if found:
            return found
        other: tuple[Any, ...] = _parse_strict(position, cls, name, phrase) or ()
        return [*other] if len(other) == 1 else []

    read = parse_counted_list(text, meant, lambda item: position.called(name, format_field(item)))
    if not read:
        return []
    wanted = Counter(map(format_field, read))
    return [value for value in values if Counter(map(format_field, value)) == wanted] or [
        tuple(sorted(read, key=format_field))
    ]


def _parse_strict(position: Position, cls: type[Move], name: str, text: str) -> Any | None:
    """The value with this strict spelling, legal or not. Words count if the vocabulary has them."""
    if name in cls.players:
        return None  # all seats were tried before
    read = field_readers(cls)[name]
    kind = field_types(cls)[name]
    worded = kind is str or get_args(kind)[:1] == (str,)
    if worded and (words := _field_words(position, name)):
        found = match_values(text, words, lambda token: position.names(name, token))
        return read(found[0]) if len(found) == 1 else None
    short = getattr(kind, "lenient", None)  # a type may accept shorter spellings
    told = position.words.token_typed(name, text)
    other = [spelling for spelling in (told, short(text.strip()) if short is not None else "") if spelling]
    for spelling in (*possible_spellings(text), *other):
        try:
            value = read(spelling)
        except (TypeError, ValueError):
            continue
        if format_field(value) == spelling and (not worded or position.names(name, spelling)):
            return value
    return None


def _field_words(position: Position, name: str) -> Sequence[str]:
    return position.words.values(name) or position.words.values(singular_field(name))


def _judge_illegal(
    position: Position, cls: type[Move], moves: Sequence[Move], given: Mapping[str, str], found: Mapping[str, list[Any]]
) -> TypedMoves:
    """No legal move matches: raise the reason of the rules."""
    if not moves and not given and cls.listed:
        raise _common_reason(position, cls) or kind_not_now(position, cls.kind)
    chosen: dict[str, Any] = {}
    for name, text in given.items():
        value = found[name][0] if found[name] else _parse_abbreviated(position, cls, name, text, moves)
        if value is None and not moves and not is_composable(position, cls):
            raise kind_not_now(position, cls.kind)
        if value is None:
            raise things_unknown(position, cls, name, text) or token_unknown(position, name, text, moves)
        chosen[name] = value
    for name in field_names(cls):
        if name not in chosen and not moves and (known := _implied_value(position, cls, name)) is not None:
            chosen[name] = known
    if not cls.listed and not moves and len(chosen) < len(field_names(cls)) and is_composable(position, cls):
        return TypedMoves(
            (),
            ChoicePath(
                (), (cls.kind, *(path_word(format_field(chosen[n])) if n in chosen else OPEN for n in field_names(cls)))
            ),
        )
    nearest = max(moves, key=lambda m: sum(getattr(m, n) == v for n, v in chosen.items()), default=None)
    for name in field_names(cls):
        if name not in chosen:
            if nearest is None:
                raise kind_not_now(position, cls.kind)
            chosen[name] = getattr(nearest, name)
    move = cls(**chosen)
    try:
        position.game.check(position.state, position.seat, move)
    except IllegalMove as reason:
        if is_uninformative(reason) and not moves:
            raise kind_not_now(position, cls.kind) from reason
        raise
    return TypedMoves((move,), ChoicePath((), tuple(encode_move(move).split(" "))))  # legal, but not listed


def is_uninformative(reason: RulesError) -> bool:
    """Whether a refusal gives no specific reason."""
    return reason.key.rpartition(".")[2] in DULL


def is_composable(position: Position, cls: type[Move]) -> bool:
    """Whether moves of an unlisted kind are possible now."""
    chance = Chance(bytes(KEY_BYTES))
    return any(type(move) is cls for move in position.game.samples(position.state, position.seat, chance))


def _implied_value(position: Position, cls: type[Move], name: str) -> Any | None:
    """The value of an omitted field: for players everybody else, otherwise the only possible value."""
    if name in cls.players and get_args(field_types(cls)[name]):
        return tuple(seat for seat in position.seats() if seat != position.seat)
    samples = position.game.samples(position.state, position.seat, Chance(bytes(KEY_BYTES)))
    values = unique_items(
        getattr(move, name)
        for move in (*position.legal, *samples)
        if move.group == cls.group and name in field_names(type(move)) and not get_args(field_types(type(move))[name])
    )
    return values[0] if len(values) == 1 else None


def _common_reason(position: Position, cls: type[Move]) -> IllegalMove | None:
    """The reason why nothing of a kind is possible, if the rules give the same for every candidate."""
    pools: list[Sequence[Any]] = []
    for name, read in field_readers(cls).items():
        try:
            words = [read(word) for word in _field_words(position, name)]
        except (TypeError, ValueError):
            return None  # the vocabulary has words that are not values, such as directions of a bridge
        known = None if words else _implied_value(position, cls, name)
        pools.append(position.seats() if name in cls.players else words if known is None else [known])
    size = 1
    for pool in pools:
        size *= len(pool)
    reasons: dict[tuple[str, str], IllegalMove] = {}
    for chosen in product(*pools) if 0 < size <= PROBES else ():
        try:
            position.game.check(position.state, position.seat, cls(*chosen))
        except IllegalMove as reason:
            reasons[reason.key, str(reason.params)] = reason
            if len(reasons) > 1 or is_uninformative(reason):
                return None
    return next(iter(reasons.values()), None)


def _parse_abbreviated(position: Position, cls: type[Move], name: str, text: str, moves: Sequence[Move]) -> Any | None:
    """A strict value, even if only the end of its token was typed (`road-E` for `N50.road-E`)."""
    value = _parse_strict(position, cls, name, text)
    if value is not None:
        return value
    for move in moves:
        legal = getattr(move, name)
        for alias in getattr(legal, "aliases", ()):
            if format_field(legal).endswith(alias) and format_field(legal) != alias:
                value = _parse_strict(position, cls, name, format_field(legal).removesuffix(alias) + text)
                if value is not None:
                    return value
    return None


def kind_not_now(position: Position, kind: str) -> ServiceError:
    """Why a kind of move is impossible: the game's reason, else that another decision is due."""
    reason = position.words.why_not(kind)
    if reason:
        return ServiceError("kind_refused", kind=position.words.kind(kind), reason=reason)
    return ServiceError("kind_not_now", kind=position.words.kind(kind), task=position.words.task())


def things_unknown(position: Position, cls: type[Move], name: str, text: str) -> ServiceError | None:
    """The error for an unreadable counted list; None for other fields."""
    things = position.words.counted(name) if get_args(field_types(cls)[name]) else ()
    if len(things) < 2:
        return None
    for word in re.findall(r"[^\W\d_]+", text):
        if not match_values(word, things, lambda token: position.names(name, token)):
            near = nearest_match(word, things, lambda token: position.names(name, token))
            if near:
                return unknown_value_error(
                    word, position.words.field(singular_field(name)), "", position.called(name, near)
                )
    example = f"2 {position.called(name, things[0])}, 1 {position.called(name, things[1])}"
    return ServiceError("things_unknown", text=text, example=example)


def token_unknown(position: Position, name: str, text: str, moves: Sequence[Move]) -> ServiceError:
    example = position.example()
    if moves:
        token = format_field(getattr(moves[0], name))
        example = position.called(name, token) if name in moves[0].players else token
    several = moves and is_tuple(getattr(moves[0], name))
    field = position.words.field(singular_field(name) if several else name)
    known = unique_items(format_field(value) for move in moves for value in _as_sequence(getattr(move, name)))
    if any(name in type(move).players for move in moves):
        known = [format_field(seat) for seat in position.seats()]
    near = nearest_match(text, (*known, *_field_words(position, name)), lambda token: position.names(name, token))
    return unknown_value_error(text, field, example, position.called(name, near) if near else "")


def _as_sequence(value: Any) -> Sequence[Any]:
    return value if is_tuple(value) else (value,)


def _picker_path(moves: Sequence[Move], given: Iterable[str]) -> ChoicePath:
    """The path where the picker continues, with the typed fields settled."""
    chosen = set(given)
    words = [moves[0].kind]
    for name in field_names(type(moves[0])):
        tokens = unique_items(format_field(getattr(move, name)) for move in moves)
        words.append(path_word(tokens[0]) if len(tokens) == 1 and name in chosen else OPEN)
    while words[-1] == OPEN:
        words.pop()
    return ChoicePath((), tuple(words))
