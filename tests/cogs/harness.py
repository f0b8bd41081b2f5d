"""A room without Discord: screens are walked by what they show, as a person would press them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.choose.picker import ChoicePath
from cogs.games import Face, face_for, picker_screens
from cogs.games.seat_view import SeatView
from cogs.screen import Button, Screen, Select, ids, message_limits
from cogs.screen.gallery import Gallery
from rules.core import Choices, Game, Transition, play, registry, start_game
from service.state.model import PendingTurn, Seat, Table, TableChannel
from words import Catalogue, Voice, catalogue

TOY = {"toy.task": "do something", "toy.headline": "somewhere"}
SENTENCES = Catalogue(
    {
        language: {**{key: catalogue().sentence(language, key) for key in catalogue().keys(language)}, **TOY}
        for language in catalogue().languages
    }
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Stands for a picture: the bytes say what was asked for."""

    png: bytes
    alt: str
    size: tuple[int, int] = (1, 1)


class Easel:
    """In place of a renderer: notes what it was asked to draw."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def draw(view: Any, look: Any, *args: Any, **named: Any) -> Drawing:
            self.asked.append((name, args, named))
            return Drawing(name.encode(), f"{name} in words")

        return draw


class Drawer:
    """In place of the studio: waits for every picture, however long it takes."""

    async def draw(self, make: Callable[[], Any], **_: Any) -> Any:
        return await asyncio.to_thread(make)


class Broken:
    """A studio that draws nothing."""

    async def draw(self, make: object, **_: object) -> None:
        return None


@dataclass
class Program:
    """What rooms ask of an `App`."""

    easel: Easel = field(default_factory=Easel)
    studio: Any = field(default_factory=Drawer)

    def __post_init__(self) -> None:
        self.gallery = Gallery(self.studio)

    def picture_look(self, table: Table, language: str = "en", theme: str = "dark") -> None:
        return None

    def renderer(self, kind: str) -> Easel:
        return self.easel


def table_of(
    kind: str, state: Any, seats: int, *, number: int = 12, seq: int = 40, waiting: Sequence[int] = ()
) -> Table:
    """A running table with that state."""
    letters = "RBYKWTVN"
    names = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay")
    return Table(
        id=number,
        kind=kind,
        choices=Choices(),
        home=TableChannel(1, 2),
        status="active",
        host=100,
        max_seats=seats,
        seats=tuple(Seat(n, 100 + n, names[n], letters[n]) for n in range(seats)),
        order=None,
        language="en",
        thread=False,
        tidy=None,
        tag="0123abcd",
        seq=seq,
        created_at=0,
        updated_at=0,
        stretches=tuple(PendingTurn(seat, 0, seq, False) for seat in waiting),
        state=state,
    )


@dataclass(frozen=True)
class OfGame(Table):
    """A table whose game is not in the registry."""

    rules_of: Any = None

    @property
    def game(self) -> Any:
        return self.rules_of


def carcassonne(choices: Choices, seats: int, key: bytes, pick: Sequence[int]) -> tuple[Game[Any], Transition[Any]]:
    """A position reached by picking the so-and-so-many-th legal move again and again."""
    game = registry.make_game("carcassonne", choices)
    step = start_game(game, seats, key)
    for n in pick:
        if game.over(step.state):
            break
        seat = min(game.waiting(step.state))
        moves = list(game.legal(step.state, seat))
        step = play(game, step.state, seat, moves[n % len(moves)])
    return game, step


def room(
    table: Table,
    seat: int,
    own: Face | None = None,
    app: Program | None = None,
    tip: str = "",
    language: str = "en",
) -> SeatView:
    voice = Voice(language, table.names, SENTENCES)
    return SeatView(app or Program(), table, seat, voice, own or face_for(table.kind), table.state, tip=tip)


def check(screen: Screen) -> Screen:
    """The screen is within everything Discord allows."""
    assert message_limits.count_components(screen) <= 40
    assert len(screen.text) + len(screen.below) <= 4000
    assert len(screen.files) <= 10
    assert all(len(file.alt) <= 1024 for file in screen.files)
    seen: set[str] = set()
    for row in screen.rows:
        items = [row] if isinstance(row, Select) else [item for item in row if isinstance(item, Button)]
        assert 1 <= len(items) <= 5
        for item in items:
            assert 1 <= len(item.id) <= 100
            assert ids.parse_custom_id(item.id) is not None, item.id
            assert item.id not in seen, item.id
            seen.add(item.id)
            if isinstance(item, Select):
                assert 1 <= len(item.choices) <= 25
                assert 0 <= item.least <= item.most <= len(item.choices)
                assert len(item.placeholder) <= 150
                assert len({choice.value for choice in item.choices}) == len(item.choices)
                assert all(1 <= len(c.value) <= 100 and 1 <= len(c.label) <= 100 for c in item.choices)
            else:
                assert 1 <= len(item.label) <= 80
    return screen


def pressed(screen: Screen) -> Iterator[tuple[ids.CustomId, str, tuple[str, ...]]]:
    """Every way on that a screen shows: (id, label, values of a select), without Back, Close and Text."""
    for row in screen.rows[:-1]:
        if isinstance(row, Select):
            found = ids.parse_custom_id(row.id)
            assert found is not None
            if row.most > 1 or row.least > 1:
                yield found, row.placeholder, tuple(choice.value for choice in row.choices)
                continue
            for choice in row.choices:
                yield found, choice.label, (choice.value,)
            continue
        for item in row:
            if isinstance(item, Button) and not item.disabled:
                found = ids.parse_custom_id(item.id)
                assert found is not None
                yield found, item.label, ()


Sets = Callable[[SeatView, ChoicePath, Screen], Iterator[Sequence[str]]]


async def walk(here: SeatView, sets: Sets | None = None) -> dict[str, int]:
    """Press everything that can be pressed. Act -> how many taps it takes at least, «My move» included."""
    acts: dict[str, int] = {}
    seen: set[str] = set()
    todo: list[tuple[ChoicePath, int]] = [(ChoicePath(), 1)]
    while todo:
        path, taps = todo.pop(0)
        if str(path) in seen:
            continue
        seen.add(str(path))
        screen = check(await picker_screens.picker_screen(here, path))
        for button, _, values in pressed(screen):
            if button.family == "c":
                acts.setdefault(button.text, taps + 1)
            elif button.family == "p":
                todo.append((ChoicePath.parse(button.text), taps + 1))
            elif button.family == "s" and len(values) == 1:
                todo.append((picker_screens.path_after_select(here, ChoicePath.parse(button.text), values), taps + 2))
            elif button.family == "s" and sets is not None:
                for chosen in sets(here, ChoicePath.parse(button.text), screen):
                    todo.append(
                        (picker_screens.path_after_select(here, ChoicePath.parse(button.text), chosen), taps + 2)
                    )
    return acts
