"""Parses typed fields of moves against the legal moves.

Strict tokens always count; lenient spellings only if unambiguous. A strictly spelled illegal move goes to the rules,
which give the reason. Independent of games and Discord.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
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

UNINFORMATIVE: Final = frozenset({"illegal", "unknown", "not_now"})  # suffixes of keys of uninformative refusals
MAX_PROBED_MOVES: Final = 1000  # tried to find why a kind is impossible


@dataclass(frozen=True, slots=True)
class TypedMoves:
    """Result of parsing: moves chosen before, and the moves the last text leaves open."""

    moves: tuple[Move, ...]
    path: ChoicePath  # where a picker continues if several are left
    chosen_lines: tuple[str, ...] = ()

    @property
    def lines_to_send(self) -> tuple[str, ...] | None:
        """The lines to send; None if something is still open."""
        return (*self.chosen_lines, encode_move(self.moves[0])) if len(self.moves) == 1 else None


def read_typed_fields(position: Position, kind: str, texts: Mapping[str, str]) -> TypedMoves:
    """The moves of a kind that match the fields. Raises `ServiceError` or `IllegalMove` if none does."""
    cls = position.game.moves[kind]
    try:
        return _read_move_kind(position, cls, texts)
    except (ServiceError, IllegalMove):
        if not any(name in texts for name in cls.interchangeable_fields):
            raise
        swapped = dict(
            zip(
                cls.interchangeable_fields,
                (texts.get(name, "") for name in reversed(cls.interchangeable_fields)),
                strict=True,
            )
        )
        try:
            return _read_move_kind(position, cls, {**texts, **swapped})
        except (ServiceError, IllegalMove):
            pass
        raise


def _read_move_kind(position: Position, cls: type[Move], texts: Mapping[str, str]) -> TypedMoves:
    """The moves of a kind that match the texts of its fields; an illegal move goes to the rules for their reason."""
    typed = {name: texts[name].strip() for name in field_names(cls) if texts.get(name, "").strip()}
    moves = tuple(move for move in position.legal if move.kind == cls.kind)
    meant_values: dict[str, list[Any]] = {}
    settled: dict[str, Any] = {}
    is_partly_listed = cls.listed and not position.is_fully_listed(cls)
    for name, text in typed.items():
        meant_values[name] = _read_field(position, moves, cls, name, text)
        if is_partly_listed and not meant_values[name] and (strict_value := _parse_strict(position, cls, name, text)):
            meant_values[name] = [strict_value]
        if is_partly_listed and len(meant_values[name]) == 1:
            settled[name] = known_value(cls, name, meant_values[name][0], [getattr(move, name) for move in moves])
            if more_moves := position.unlisted_moves_matching(cls, settled):
                moves = tuple(unique_items((*moves, *more_moves)))
                meant_values[name] = _read_field(position, moves, cls, name, text)
    matching = tuple(move for move in moves if all(getattr(move, name) in some for name, some in meant_values.items()))
    if all(meant_values.values()) and matching:
        for name, text in typed.items():
            readings = unique_items(getattr(move, name) for move in matching)
            if len(readings) > 1 and len(meant_values[name]) > 1:
                a, b = (position.first_name_or_token(name, format_field(value)) for value in readings[:2])
                raise ServiceError("token_ambiguous", text=text, a=a, b=b)
        return TypedMoves(matching, _picker_path(matching, typed))
    return _judge_illegal(position, cls, moves, typed, meant_values)


def _read_field(position: Position, moves: Sequence[Move], cls: type[Move], name: str, text: str) -> list[Any]:
    """The values that the text of a field may mean; empty if none is legal."""
    values = unique_items(getattr(move, name) for move in moves)
    if name in cls.seat_fields and get_args(field_types(cls)[name]):
        return _read_players(position, name, text)
    if name in cls.seat_fields:
        return _read_player(position, cls, name, text, values)
    if get_args(field_types(cls)[name]):
        return _read_set(position, cls, name, text, values)
    matches = match_values(text, values, partial(position.value_names, name))
    if len(matches) > 1:
        preferred = position.vocabulary.prefer_tokens(name, [format_field(value) for value in matches])
        matches = [value for value in matches if format_field(value) in preferred]
    if len(matches) > 1 or (matches and normalise_spelling(text) != normalise_spelling(format_field(matches[0]))):
        strict_value = None if field_types(cls)[name] is str else _parse_strict(position, cls, name, text)
        if strict_value is not None and strict_value not in matches:
            return []  # the strict spelling of another value; the rules judge it
    return matches


def _read_player(position: Position, cls: type[Move], name: str, text: str, values: Sequence[Any]) -> list[Any]:
    """Any seat of the table, legal or not. Ambiguity is never resolved by legality."""
    seats = [*values, *position.seat_numbers()]
    matches = match_values(text.strip().removeprefix("@"), seats, partial(position.value_names, name), numbered=True)
    if len(matches) > 1:
        a, b = (position.first_name_or_token(name, format_field(seat)) for seat in matches[:2])
        raise ServiceError("token_ambiguous", text=text, a=a, b=b)
    return matches


def _read_players(position: Position, name: str, text: str) -> list[Any]:
    """Several seats in any order, by name, colour or number."""

    def meant(phrase: str) -> list[Any]:
        return match_values(
            phrase.removeprefix("@"), position.seat_numbers(), partial(position.value_names, name), numbered=True
        )

    seats = parse_counted_list(text, meant, lambda seat: position.first_name_or_token(name, format_field(seat)))
    return [tuple(sorted(set(seats)))] if seats else []


def _read_set(position: Position, cls: type[Move], name: str, text: str, values: Sequence[Any]) -> list[Any]:
    """Items in any order, by name or token, with or without counts.

    Returns the legal set of them, else the set in its canonical order, for the rules to judge.
    """
    exact = [value for value in values if format_field(value) == text]
    if exact:
        return exact
    known_items = unique_items(item for value in values for item in value)

    def meant(phrase: str) -> list[Any]:
        matches = match_values(phrase, known_items, partial(position.value_names, name))
        if matches:
            return matches
        strict_items: tuple[Any, ...] = _parse_strict(position, cls, name, phrase) or ()
        return [*strict_items] if len(strict_items) == 1 else []

    typed_items = parse_counted_list(text, meant, lambda item: position.first_name_or_token(name, format_field(item)))
    if not typed_items:
        return []
    wanted = Counter(map(format_field, typed_items))
    legal_sets = [value for value in values if Counter(map(format_field, value)) == wanted]
    return legal_sets or [tuple(sorted(typed_items, key=format_field))]


def _parse_strict(position: Position, cls: type[Move], name: str, text: str) -> Any | None:
    """The value with this strict spelling, legal or not. Words count if the vocabulary has them."""
    if name in cls.seat_fields:
        return None  # all seats were tried before
    parse = field_readers(cls)[name]
    field_type = field_types(cls)[name]
    is_word = field_type is str or get_args(field_type)[:1] == (str,)
    if is_word and (words := _field_words(position, name)):
        matches = match_values(text, words, partial(position.value_names, name))
        return parse(matches[0]) if len(matches) == 1 else None
    shorten = getattr(field_type, "lenient", None)  # a type may accept shorter spellings
    board_token = position.vocabulary.token_from_spelling(name, text)
    lenient = shorten(text.strip()) if shorten is not None else ""
    for spelling in (*possible_spellings(text), *filter(None, (board_token, lenient))):
        try:
            value = parse(spelling)
        except (TypeError, ValueError):
            continue
        if format_field(value) == spelling and (not is_word or position.value_names(name, spelling)):
            return value
    return None


def _field_words(position: Position, name: str) -> Sequence[str]:
    return position.vocabulary.field_tokens(name) or position.vocabulary.field_tokens(singular_field(name))


def _judge_illegal(
    position: Position,
    cls: type[Move],
    moves: Sequence[Move],
    typed: Mapping[str, str],
    meant_values: Mapping[str, list[Any]],
) -> TypedMoves:
    """No legal move matches: raise the reason of the rules."""
    if not moves and not typed and cls.listed:
        raise _common_reason(position, cls) or impossible_kind_error(position, cls.kind)
    chosen: dict[str, Any] = {}
    for name, text in typed.items():
        value = meant_values[name][0] if meant_values[name] else _parse_abbreviated(position, cls, name, text, moves)
        if value is None and not moves and not is_composable(position, cls):
            raise impossible_kind_error(position, cls.kind)
        if value is None:
            raise counted_list_error(position, cls, name, text) or unknown_token_error(position, name, text, moves)
        chosen[name] = value
    for name in field_names(cls):
        if name not in chosen and not moves and (implied := _implied_value(position, cls, name)) is not None:
            chosen[name] = implied
    if not cls.listed and not moves and len(chosen) < len(field_names(cls)) and is_composable(position, cls):
        words = [path_word(format_field(chosen[name])) if name in chosen else OPEN for name in field_names(cls)]
        return TypedMoves((), ChoicePath((), (cls.kind, *words)))

    def count_equal_fields(move: Move) -> int:
        return sum(getattr(move, name) == value for name, value in chosen.items())

    nearest_move = max(moves, key=count_equal_fields, default=None)
    for name in field_names(cls):
        if name not in chosen:
            if nearest_move is None:
                raise impossible_kind_error(position, cls.kind)
            chosen[name] = getattr(nearest_move, name)
    move = cls(**chosen)
    try:
        position.game.check(position.state, position.seat, move)
    except IllegalMove as reason:
        if is_uninformative(reason) and not moves:
            raise impossible_kind_error(position, cls.kind) from reason
        raise
    return TypedMoves((move,), ChoicePath((), tuple(encode_move(move).split(" "))))  # legal, but not listed


def is_uninformative(reason: RulesError) -> bool:
    """Whether a refusal gives no specific reason."""
    return reason.key.rpartition(".")[2] in UNINFORMATIVE


def is_composable(position: Position, cls: type[Move]) -> bool:
    """Whether moves of an unlisted kind are possible now."""
    chance = Chance(bytes(KEY_BYTES))
    return any(type(move) is cls for move in position.game.sample_unlisted_moves(position.state, position.seat, chance))


def _implied_value(position: Position, cls: type[Move], name: str) -> Any | None:
    """The value of an omitted field: for players everybody else, otherwise the only possible value."""
    if name in cls.seat_fields and get_args(field_types(cls)[name]):
        return tuple(seat for seat in position.seat_numbers() if seat != position.seat)
    samples = position.game.sample_unlisted_moves(position.state, position.seat, Chance(bytes(KEY_BYTES)))
    values = unique_items(
        getattr(move, name)
        for move in (*position.legal, *samples)
        if move.group == cls.group and name in field_names(type(move)) and not get_args(field_types(type(move))[name])
    )
    return values[0] if len(values) == 1 else None


def _common_reason(position: Position, cls: type[Move]) -> IllegalMove | None:
    """The reason why nothing of a kind is possible, if the rules give the same for every candidate."""
    pools: list[Sequence[Any]] = []
    for name, parse in field_readers(cls).items():
        try:
            values = [parse(word) for word in _field_words(position, name)]
        except (TypeError, ValueError):
            return None  # the vocabulary has words that are not values, such as directions of a bridge
        implied = None if values else _implied_value(position, cls, name)
        pools.append(position.seat_numbers() if name in cls.seat_fields else values if implied is None else [implied])
    size = prod(map(len, pools))
    reasons: dict[tuple[str, str], IllegalMove] = {}
    for chosen in product(*pools) if 0 < size <= MAX_PROBED_MOVES else ():
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


def impossible_kind_error(position: Position, kind: str) -> ServiceError:
    """Why a kind of move is impossible: the game's reason, else that another decision is due."""
    reason = position.vocabulary.why_kind_impossible(kind)
    if reason:
        return ServiceError("kind_refused", kind=position.vocabulary.kind_name(kind), reason=reason)
    return ServiceError(
        "kind_not_now", kind=position.vocabulary.kind_name(kind), task=position.vocabulary.current_task()
    )


def counted_list_error(position: Position, cls: type[Move], name: str, text: str) -> ServiceError | None:
    """The error for an unreadable counted list; None for other fields."""
    items = position.vocabulary.countable_items(name) if get_args(field_types(cls)[name]) else ()
    if len(items) < 2:
        return None
    for word in re.findall(r"[^\W\d_]+", text):
        if not match_values(word, items, partial(position.value_names, name)):
            nearest = nearest_match(word, items, partial(position.value_names, name))
            if nearest:
                field = position.vocabulary.field_name(singular_field(name))
                return unknown_value_error(word, field, "", position.first_name_or_token(name, nearest))
    example = f"2 {position.first_name_or_token(name, items[0])}, 1 {position.first_name_or_token(name, items[1])}"
    return ServiceError("things_unknown", text=text, example=example)


def unknown_token_error(position: Position, name: str, text: str, moves: Sequence[Move]) -> ServiceError:
    """The error for a text that is no value of a field, with the nearest value or an example."""
    example = position.example_line()
    if moves:
        token = format_field(getattr(moves[0], name))
        example = position.first_name_or_token(name, token) if name in moves[0].seat_fields else token
    holds_several = moves and is_tuple(getattr(moves[0], name))
    field = position.vocabulary.field_name(singular_field(name) if holds_several else name)
    known_tokens = unique_items(format_field(value) for move in moves for value in _as_sequence(getattr(move, name)))
    if any(name in type(move).seat_fields for move in moves):
        known_tokens = [format_field(seat) for seat in position.seat_numbers()]
    nearest = nearest_match(text, (*known_tokens, *_field_words(position, name)), partial(position.value_names, name))
    return unknown_value_error(text, field, example, position.first_name_or_token(name, nearest) if nearest else "")


def _as_sequence(value: Any) -> Sequence[Any]:
    return value if is_tuple(value) else (value,)


def _picker_path(moves: Sequence[Move], typed_fields: Iterable[str]) -> ChoicePath:
    """The path where the picker continues, with the typed fields settled."""
    chosen = set(typed_fields)
    words = [moves[0].kind]
    for name in field_names(type(moves[0])):
        tokens = unique_items(format_field(getattr(move, name)) for move in moves)
        words.append(path_word(tokens[0]) if len(tokens) == 1 and name in chosen else OPEN)
    while words[-1] == OPEN:
        words.pop()
    return ChoicePath((), tuple(words))
