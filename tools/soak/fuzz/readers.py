"""The readers under test: functions of bytes that raise only if a reader breaks its promise."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC
from functools import cache
from typing import Any, Final, cast

from cogs.choose.completion import complete_field, complete_whole_lines
from cogs.choose.picker import ChoicePath, NoSuchChoice
from cogs.choose.typed_fields import read_typed_fields
from cogs.choose.typed_lines import parse_typed_line
from cogs.games import face_for
from cogs.games.app import App
from cogs.games.seat_view import SeatView
from cogs.screen import ids
from rules.core import (
    Choices,
    Game,
    RulesError,
    conditional_moves,
    decode_move,
    encode_move,
    field_names,
    play,
    registry,
    saving,
    start_game,
)
from rules.core import record as records
from service.errors import ServiceError
from service.state.model import Seat, Table, TableChannel
from service.store import codec
from service.time import dates, hours, pace, return_time, zones
from words import Voice

Reader = Callable[[bytes], None]
NOON: Final = 1_900_000_000
KEY: Final = bytes(32)
NAMES: Final = ("Ann", "Ben", "Cid", "Dan")
MOVES: Final = 24  # played before a line is typed


def _decode_text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def fuzz_record(data: bytes) -> None:
    """A record file: refused, or unchanged after writing and reading it again."""
    try:
        found = records.parse_record(_decode_text(data))
    except RulesError:
        return
    again = records.parse_record(records.format_record(found))
    assert (again.kind, again.seats, again.lines) == (found.kind, found.seats, found.lines)
    assert again.choices == found.choices
    with suppress(RulesError):
        registry.make_game(found.kind, found.choices)


def fuzz_saved_state(data: bytes) -> None:
    """A stored position. The first byte selects the game and whether the rest is compressed already."""
    games = _largest_games()
    head, rest = (data[0], data[1:]) if data else (0, b"")
    game = games[head % len(games)]
    with suppress(RulesError):
        codec.unpack_state(game, rest if head >= 128 else zlib.compress(rest, 1), game.version)


def fuzz_custom_id(data: bytes) -> None:
    """A custom id: refused, or written back unchanged."""
    found = ids.parse_custom_id(_decode_text(data))
    if found is None:
        return
    assert ids.parse_custom_id(str(found)) == found or len(str(found)) > ids.MAX_ID_LENGTH
    assert all(isinstance(word, str) for word in (found.verb, found.argument, *found.moves))


def fuzz_picker_path(data: bytes) -> None:
    """A path of choices in a picker, at every table."""
    asked = ChoicePath.parse(_decode_text(data))
    for room in _sample_seat_views():
        with suppress(RulesError, ServiceError, NoSuchChoice):
            room.view_at_path(asked).question_at_path(asked)


def fuzz_move(data: bytes) -> None:
    """A line of the log: refused, or written back unchanged."""
    text = _decode_text(data)
    for game in _largest_games():
        with suppress(RulesError):
            assert encode_move(decode_move(text, game.moves)) == text


def fuzz_typed_line(data: bytes) -> None:
    """A typed line, its completions, and its words as options of a command."""
    text = _decode_text(data)[:400]
    for room in _sample_seat_views():
        position = room.position
        with suppress(RulesError, ServiceError):
            parse_typed_line(position, text)
        complete_whole_lines(position, text)
        kind, *words = text.split() or [""]
        cls = position.game.moves.get(kind)
        names = list(field_names(cls)) if cls is not None else []
        texts = dict(zip(names, words, strict=False))
        if cls is not None:
            with suppress(RulesError, ServiceError):
                read_typed_fields(position, kind, texts)
            for name in names:
                complete_field(position, kind, name, texts, words[-1] if words else "")


def fuzz_choices(data: bytes) -> None:
    """Modules and options (`key=value`) of a table: refused, or unchanged when checked again."""
    words = _decode_text(data).split()
    options = tuple(tuple(word.split("=", 1)) for word in words if "=" in word)
    asked = Choices(tuple(w for w in words if "=" not in w), cast("tuple[tuple[str, str], ...]", options))
    for kind in registry.game_types().values():
        with suppress(RulesError):
            tidy = kind.normalize_choices(asked)
            assert kind.normalize_choices(tidy) == tidy
            assert kind.allowed_player_counts(tidy)
            registry.make_game(kind.key, tidy)


def fuzz_programme(data: bytes) -> None:
    """A conditional move."""
    with suppress(ValueError):
        assert str(conditional_moves.parse_conditional_move(_decode_text(data))) == _decode_text(data)


def fuzz_time_texts(data: bytes) -> None:
    """Paces, time spans, dates and time zones."""
    text = _decode_text(data)[:400]
    with suppress(ServiceError):
        assert pace.parse_pace(str(pace.parse_pace(text))) == pace.parse_pace(text)
    for read in (hours.parse_quiet_hours, hours.parse_weekly_rest):
        with suppress(ServiceError):
            span = read(text)
            assert span is None or read(str(span)) == span
    with suppress(ServiceError):
        zones.parse_zone(text, NOON)
    with suppress(ServiceError):
        return_time.parse_return_time(text, NOON, UTC)
    for last in (False, True):
        with suppress(ServiceError):
            dates.parse_instant(text, NOON, UTC, last=last)
    pace.suggest_paces(text)


READERS: Final[Mapping[str, Reader]] = {
    "record": fuzz_record,
    "saved": fuzz_saved_state,
    "custom_id": fuzz_custom_id,
    "path": fuzz_picker_path,
    "move": fuzz_move,
    "typed": fuzz_typed_line,
    "choices": fuzz_choices,
    "programme": fuzz_programme,
    "time": fuzz_time_texts,
}


# Positions and tables for the readers.


@cache
def _largest_games() -> tuple[Game[Any], ...]:
    """Each game with the modules of its largest preset."""
    found = []
    for kind in registry.game_types().values():
        presets = [Choices(), *kind.presets.values()]
        largest = max(presets, key=lambda preset: (len(preset.modules), len(preset.options)))
        found.append(registry.make_game(kind.key, largest))
    return tuple(found)


def _sample_positions() -> Iterator[tuple[Game[Any], Any]]:
    """The start of each game, and a position some moves later."""
    for game in _largest_games():
        state = start_game(game, len(NAMES), KEY).state
        yield game, state
        for n in range(MOVES):
            if game.over(state):
                break
            seat = next(iter(game.waiting(state)))
            legal = list(game.legal(state, seat))
            state = play(game, state, seat, legal[n * 7 % len(legal)]).state
        yield game, state


@cache
def _sample_seat_views() -> tuple[SeatView[Any], ...]:
    """Seat views of players with a pending turn in these positions."""
    found: list[SeatView[Any]] = []
    for game, state in _sample_positions():
        seats = tuple(Seat(n, 100 + n, name, "RBYKWTVN"[n]) for n, name in enumerate(NAMES))
        table = Table(
            id=12,
            kind=game.key,
            choices=game.choices,
            home=TableChannel(1, 2),
            status="active",
            host=100,
            max_seats=len(seats),
            seats=seats,
            order=None,
            language="en",
            thread=False,
            tidy=None,
            tag="0123abcd",
            seq=40,
            created_at=0,
            updated_at=0,
            state=state,
        )
        voice, seat = Voice("en", NAMES), next(iter(game.waiting(state)))
        found.append(SeatView(cast(App, None), table, seat, voice, face_for(game.key), state))
    return tuple(found)


def seeds_of_saved() -> Iterator[bytes]:
    """A small position of each game, as `fuzz_saved_state` reads it."""
    for number, game in enumerate(_largest_games()):
        yield bytes([number]) + saving.to_text(start_game(game, len(NAMES), KEY).state).encode()
