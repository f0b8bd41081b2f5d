"""The readers, each as a function of bytes that raises only where the reader does what it does not promise."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC
from functools import cache
from typing import Any, Final, cast

from cogs.choose.completion import complete, whole_lines
from cogs.choose.picker import NoSuchChoice, Path
from cogs.choose.typed_fields import read_options
from cogs.choose.typed_lines import read_line
from cogs.games import face
from cogs.games.app import App
from cogs.games.seat_view import Room
from cogs.screen import ids
from rules.core import Choices, Game, RulesError, decode, encode, field_names, play, programmes, registry, saving, start
from rules.core import record as records
from service.errors import ServiceError
from service.state.model import Home, Seat, Table
from service.store import codec
from service.time import dates, hours, pace, until, zones
from words import Voice

Reader = Callable[[bytes], None]
NOON: Final = 1_900_000_000
KEY: Final = bytes(32)
NAMES: Final = ("Ann", "Ben", "Cid", "Dan")
MOVES: Final = 24  # of a game before somebody types


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def record(data: bytes) -> None:
    """A record file: BadRecord or what can be written and read again."""
    try:
        found = records.read(_text(data))
    except RulesError:
        return
    again = records.read(records.write(found))
    assert (again.kind, again.seats, again.lines) == (found.kind, found.seats, found.lines)
    assert again.choices == found.choices
    with suppress(RulesError):
        registry.game(found.kind, found.choices)


def saved(data: bytes) -> None:
    """A position as it is stored: the first byte says of which game, and whether the rest is packed already."""
    games = _games()
    head, rest = (data[0], data[1:]) if data else (0, b"")
    game = games[head % len(games)]
    with suppress(RulesError):
        codec.unpacked(game, rest if head >= 128 else zlib.compress(rest, 1), game.version)


def custom_id(data: bytes) -> None:
    """An id: nothing, or what is written the same way; its path and its moves are read too."""
    found = ids.read(_text(data))
    if found is None:
        return
    assert ids.read(str(found)) == found or len(str(found)) > ids.LONGEST
    assert all(isinstance(word, str) for word in (found.verb, found.argument, *found.moves))


def path(data: bytes) -> None:
    """What a picker has been told so far, at every table."""
    asked = Path.parse(_text(data))
    for room in _rooms():
        with suppress(RulesError, ServiceError, NoSuchChoice):
            room.at(asked).ask(asked)


def move(data: bytes) -> None:
    """A line of the log: UnknownMove, or a move that is written so."""
    text = _text(data)
    for game in _games():
        with suppress(RulesError):
            assert encode(decode(text, game.moves)) == text


def typed(data: bytes) -> None:
    """A line that somebody types at a table, what completes it, and its words as options of a command."""
    text = _text(data)[:400]
    for room in _rooms():
        position = room.position
        with suppress(RulesError, ServiceError):
            read_line(position, text)
        whole_lines(position, text)
        kind, *words = text.split() or [""]
        cls = position.game.moves.get(kind)
        names = list(field_names(cls)) if cls is not None else []
        texts = dict(zip(names, words, strict=False))
        if cls is not None:
            with suppress(RulesError, ServiceError):
                read_options(position, kind, texts)
            for name in names:
                complete(position, kind, name, texts, words[-1] if words else "")


def choices(data: bytes) -> None:
    """Boxes and options of a table, `key=value` for an option: BadOption, or what is checked a second time alike."""
    words = _text(data).split()
    options = tuple(tuple(word.split("=", 1)) for word in words if "=" in word)
    asked = Choices(tuple(w for w in words if "=" not in w), cast("tuple[tuple[str, str], ...]", options))
    for kind in registry.kinds().values():
        with suppress(RulesError):
            tidy = kind.checked(asked)
            assert kind.checked(tidy) == tidy
            assert kind.counts(tidy)
            registry.game(kind.key, tidy)


def programme(data: bytes) -> None:
    """What somebody has prepared."""
    with suppress(ValueError):
        assert str(programmes.read(_text(data))) == _text(data)


def time(data: bytes) -> None:
    """Paces, spans, dates, zones."""
    text = _text(data)[:400]
    with suppress(ServiceError):
        assert pace.parse(str(pace.parse(text))) == pace.parse(text)
    for read in (hours.quiet, hours.rest):
        with suppress(ServiceError):
            span = read(text)
            assert span is None or read(str(span)) == span
    with suppress(ServiceError):
        zones.parse(text, NOON)
    with suppress(ServiceError):
        until.read(text, NOON, UTC)
    for last in (False, True):
        with suppress(ServiceError):
            dates.moment(text, NOON, UTC, last=last)
    pace.completions(text)


READERS: Final[Mapping[str, Reader]] = {
    "record": record,
    "saved": saved,
    "custom_id": custom_id,
    "path": path,
    "move": move,
    "typed": typed,
    "choices": choices,
    "programme": programme,
    "time": time,
}


# What is read against.


@cache
def _games() -> tuple[Game[Any], ...]:
    """Each game with the boxes of its largest preset."""
    found = []
    for kind in registry.kinds().values():
        presets = [Choices(), *kind.presets.values()]
        largest = max(presets, key=lambda preset: (len(preset.modules), len(preset.options)))
        found.append(registry.game(kind.key, largest))
    return tuple(found)


def _positions() -> Iterator[tuple[Game[Any], Any]]:
    """The beginning of each game, and some moves later."""
    for game in _games():
        state = start(game, len(NAMES), KEY).state
        yield game, state
        for n in range(MOVES):
            if game.over(state):
                break
            seat = next(iter(game.waiting(state)))
            legal = list(game.legal(state, seat))
            state = play(game, state, seat, legal[n * 7 % len(legal)]).state
        yield game, state


@cache
def _rooms() -> tuple[Room[Any], ...]:
    """These positions as somebody sees them who is asked."""
    found: list[Room[Any]] = []
    for game, state in _positions():
        seats = tuple(Seat(n, 100 + n, name, "RBYKWTVN"[n]) for n, name in enumerate(NAMES))
        table = Table(
            id=12,
            kind=game.key,
            choices=game.choices,
            home=Home(1, 2),
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
        found.append(Room(cast(App, None), table, seat, voice, face(game.key), state))
    return tuple(found)


def seeds_of_saved() -> Iterator[bytes]:
    """A small position of each game, as `saved` takes it."""
    for number, game in enumerate(_games()):
        yield bytes([number]) + saving.to_text(start(game, len(NAMES), KEY).state).encode()
