"""A table as one seat sees it: what screens are made from. No Discord."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic

from cogs.choose import picker, unlisted
from cogs.choose.picker import NoSuchChoice, Path, Question, ask, of_kind, unique
from cogs.choose.position import Position
from cogs.choose.public_table import draw_public_table
from cogs.choose.saying import family_of, field_name, kind_name, names_of, sentence, told_of
from cogs.faces.known import V_co
from cogs.screen import Button, Choice, File, Select, cut, ids, kept, naming
from render import Look, Picture
from rules.core import Chance, Game, Move, Phrase, RulesError, View, encode, play
from rules.core.chance import KEY_BYTES
from service import lesson
from service.errors import ServiceError
from service.model import Table
from words import Voice, catalogue
from words.catalogue import FALLBACK

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.faces.generic import Face

Draw = Callable[[Any, V_co, Look], Picture | Sequence[Picture]]  # given renderer, view and look
GALLERY_ITEMS: Final = 10  # pictures of one gallery
NARROW: Final = 80  # characters of a button
SHORTENED: Final = (20, 10)  # characters of a name, where a sentence with whole ones does not fit


class Speech:
    """What fields, values and kinds of moves are called (see `cogs.choose.position.Words`)."""

    def __init__(self, room: Room[View]) -> None:
        self._room = room

    def names(self, field: str, token: str) -> Sequence[str]:
        """As the reader's language has it, and after that in English, which everybody may type."""
        voice, face, table = self._room.voice, self._room.face, self._room.table
        own = names_of(voice, face, table, field, token)
        if voice.language == FALLBACK:
            return own
        english = names_of(voice.english, face, table, field, token)
        return tuple(dict.fromkeys((*(own or (token,)), *english))) if own or english else ()

    def told(self, field: str, token: str) -> str:
        return self._room.told(field, token)

    def token_typed(self, field: str, text: str) -> str:
        return self._room.face.token_typed(self._room.table, field, text)

    def values(self, field: str) -> Sequence[str]:
        prefix = f"{family_of(self._room.table.kind)}.{field}"
        return [key.removeprefix(f"{prefix}.") for key in catalogue().below("en", prefix)]

    def counted(self, field: str) -> Sequence[str]:
        told = f"{family_of(self._room.table.kind)}.several.{field.removesuffix('s')}"
        return self._room.things(field) if self._room.voice.has(told) else ()

    def field(self, field: str) -> str:
        return field_name(self._room.voice, field)

    def kind(self, kind: str) -> str:
        return kind_name(self._room.voice, self._room.table.kind, kind)

    def prefer(self, field: str, tokens: Sequence[str]) -> Sequence[str]:
        return self._room.face.prefer(self._room.view, field, tokens)

    def why_not(self, kind: str) -> str:
        return self._room.face.why_not(self._room, kind)

    def line_typed(self, text: str) -> tuple[str, Mapping[str, str]] | None:
        return self._room.face.line_typed(self._room, text)

    def lines(self) -> Sequence[str]:
        return self._room.face.lines(self._room)

    def task(self) -> str:
        phrase = {**self._room.view.invited, **self._room.view.tasks}.get(self._room.seat)
        return self._room.voice.phrase(phrase) if phrase is not None else ""


@dataclass(slots=True)
class Room(Generic[V_co]):
    """A table as the seat that acts sees it. The state stays inside: screens are made from the view and the answers of
    the rules, so that none can show a secret."""

    app: App
    table: Table
    seat: int
    voice: Voice
    face: Face[View]
    _state: Any  # of the table, or as it will be after `before`
    before: tuple[str, ...] = ()  # moves chosen and not sent, already played in the state
    tip: str = ""  # shown above the choices
    straight: bool = False  # nobody came here by the questions before: Back leads to the first of them
    _view: V_co | None = field(default=None, init=False)

    @property
    def words(self) -> Speech:
        """Made anew each time: a room that held on to what holds on to it would stay until Python's collector comes."""
        return Speech(self)

    @property
    def view(self) -> V_co:
        """What the seat sees; made where somebody asks, since many acts need none."""
        if self._view is None:
            self._view = self._game.view(self._state, self.seat)
        return self._view

    @property
    def _game(self) -> Game[Any]:
        game = self.table.game
        assert game is not None
        return game

    # What the rules say.

    @property
    def moves(self) -> Mapping[str, type[Move]]:
        """The kinds of moves of the game."""
        return self._game.moves

    @property
    def may_act(self) -> bool:
        """Whether the seat is asked or invited now."""
        return self._game.may_act(self._state, self.seat)

    def refusal(self, move: Move) -> RulesError | None:
        """Why the seat may not make that move now; None: it may."""
        try:
            self._game.check(self._state, self.seat, move)
        except RulesError as reason:
            return reason
        return None

    def explain(self, move: Move) -> list[str]:
        """What a legal move would do, as far as everybody may know beforehand: a sentence for each effect."""
        return [self.voice.phrase(phrase) for phrase in self.effects(move)]

    def effects(self, move: Move) -> Sequence[Phrase]:
        """The same as phrases."""
        return self._game.explain(self._state, self.seat, move)

    def preview(self, move: Move | None = None) -> object:
        """What the screens of the game show of a move beside the view (see `rules.core.Game.preview`)."""
        return self._game.preview(self._state, self.seat, move)

    @property
    def legal(self) -> tuple[Move, ...]:
        return tuple(self._game.legal(self._state, self.seat))

    @property
    def position(self) -> Position:
        return Position(self._game, self._state, self.seat, self.legal, self.words)

    @property
    def number(self) -> int:
        return self.table.id

    @property
    def since(self) -> int:
        return self.table.seq

    @property
    def guided(self) -> bool:
        """Whether a course says what is to be done next: then nothing stands there that leads away from it."""
        return lesson.guided(self.table.kind, self.table.lesson)

    @property
    def plain(self) -> bool:
        """Whether it is so early in a course that much is not understood yet."""
        step = lesson.step_of(self.table.kind, self.table.lesson)
        return step is not None and step.plain

    def after(self, line: str) -> Room[V_co] | None:
        """The room once that legal move is made, if the seat then still decides and no luck lies between; else None:
        nobody may look past luck that has not happened."""
        move = next((move for move in self.legal if encode(move) == line), None)
        if move is None:
            move = self.unlisted(Path((), tuple(line.split(" "))))
        if move is None:
            raise NoSuchChoice(line)
        step = play(self._game, self._state, self.seat, move)
        if step.barrier or not self._game.may_act(step.state, self.seat):
            return None
        return Room(self.app, self.table, self.seat, self.voice, self.face, step.state, (*self.before, line), self.tip)

    def at(self, path: Path) -> Room[V_co]:
        """The room after the moves that a path has chosen already. NoSuchChoice if they cannot be made."""
        room: Room[V_co] = self
        for line in path.lines[len(self.before) :]:
            try:
                onward = room.after(line)
            except (RulesError, ServiceError) as error:
                raise NoSuchChoice(line) from error
            if onward is None:
                raise NoSuchChoice(line)
            room = onward
        return room

    def ask(self, path: Path) -> Question:
        return ask(self.open(path), Path(self.before, path.words))

    def open(self, path: Path) -> tuple[Move, ...]:
        """The listed moves, and of a kind that is not listed in full those that a path has come near to."""
        legal = self.legal
        rich = self.unlisted(path)
        more = (*self.narrowed(path), *([] if rich is None else [rich]))
        return tuple(unique((*legal, *more))) if more else legal

    def narrowed(self, path: Path) -> tuple[Move, ...]:
        """Moves with what a path settles, of a kind that is listed in part."""
        cls = self._game.moves.get(path.words[0]) if path.words else None
        if cls is None or self.all_listed(cls):
            return ()
        legal = of_kind(self.legal, cls.kind)
        if not cls.listed and not unlisted.counted(cls, legal):
            return ()
        settled = unlisted.known(legal, cls, path.words)
        return tuple(self._game.narrowed(self._state, self.seat, cls.kind, settled))

    def all_listed(self, cls: type[Move]) -> bool:
        """Whether no moves of that kind are legal but the listed ones."""
        return cls.listed and not self.listed_in_part(cls.kind)

    def listed_in_part(self, kind: str) -> bool:
        """Whether of that kind some moves are listed now, and not all."""
        return kind in self._game.partly(self._state, self.seat)

    def unlisted(self, path: Path) -> Move | None:
        """The move that a path spells in full, of a kind too rich to be listed, if the rules allow it."""
        cls = self._game.moves.get(path.words[0]) if path.words else None
        if cls is None:
            return None
        legal = self.legal
        if cls.listed:
            more = self.narrowed(path)
            found = unique(picker.left((*legal, *more), path)) if more else []
            return found[0] if len(found) == 1 else None
        if of_kind(legal, cls.kind):
            move = unlisted.spelled(cls, legal, path.words)
        else:
            move = unlisted.composed(cls, path.words, self.things)
        if move is None or move in legal:
            return None
        return move if self.refusal(move) is None else None

    @property
    def composable(self) -> tuple[str, ...]:
        """The kinds that may be made now of which nothing is listed."""
        return tuple(kind for kind in unique(move.kind for move in self.samples) if not of_kind(self.legal, kind))

    @property
    def samples(self) -> tuple[Move, ...]:
        """Some moves of kinds that are not listed in full."""
        return tuple(self._game.samples(self._state, self.seat, Chance(bytes(KEY_BYTES))))

    def things(self, field: str) -> Sequence[str]:
        """What a field may hold of which nothing is listed."""
        if any(field in cls.players for cls in self._game.moves.values()):
            return [str(seat.index) for seat in self.table.seats]
        return self.face.things(self.view, field) or self.words.values(field)

    # Words.

    def say(self, key: str, /, **params: Any) -> str:
        return self.voice(key, **params)

    def label(self, field: str, token: str) -> str:
        """A value on a button or in a list: its name, else its token."""
        return next(iter(self.words.names(field, token)), token)

    def in_list(self, field: str, token: str) -> str:
        """A value in a list, where there is room to tell what lies there."""
        told = self.told(field, token)
        return told if told.startswith(f"{token} ") else self.label(field, token)

    def sentence(self, line: str, *, terms: bool = False) -> str:
        """What a move says, as a sentence of this language."""
        return sentence(self.voice, self.face, self.table, line, terms=terms)

    def on_button(self, line: str) -> str:
        """The same on a button: where that is too narrow, names are shortened, and what is said of them stays."""
        said = self.sentence(line)
        for most in SHORTENED:
            if len(said) <= NARROW:
                break
            names = [naming.escaped(cut(seat.name, most)) for seat in self.table.seats]
            said = sentence(self.voice.naming(names), self.face, self.table, line)
        return said

    def told(self, field: str, token: str) -> str:
        """A value in a sentence."""
        return told_of(self.voice, self.face, self.table, field, token)

    # Buttons.

    def onward(self, path: Path, label: str) -> Button:
        """A blue button to the next screen."""
        return Button(self.pick_id(path), label, "blue")

    def pick_id(self, path: Path) -> str:
        made = ids.pick(self.number, self.since, str(path.shorter(ids.LONGEST - len(f"p:{self.number}:{self.since}:"))))
        return made or ids.table(self.number, "move")

    def commit(self, lines: Sequence[str], label: str) -> Button:
        """A green button that plays these moves as one act; where they are too long for a button, it leads to a
        screen that asks once more."""
        written = [str(Path((), tuple(line.split(" ")))) for line in lines]
        made = ids.commit(self.number, self.since, ids.SEVERAL.join(written))
        if made is not None:
            return Button(made, label, "green")
        room = (ids.LONGEST - len(f"c:{self.number}:{self.since}:") - len(lines)) // len(lines)
        short = [str(self._brief(line, room)) for line in lines]
        made = ids.commit(self.number, self.since, ids.SEVERAL.join(short))
        return Button(made, label, "green") if made is not None else self.onward(Path(tuple(lines[:-1])), label)

    def _brief(self, line: str, limit: int) -> Path:
        """A move in as few characters as a button has; a set that is not listed has no digest."""
        path = Path((), tuple(line.split(" ")))
        cls = self._game.moves[path.words[0]]
        if self.all_listed(cls) or len(line) <= limit:
            return path.shorter(limit)
        return unlisted.in_counts(cls, self.legal, line, self.things)

    def form(self, line: str, label: str) -> Button:
        """A button that opens a window for the fields that this beginning of a move leaves open."""
        return Button(ids.form(self.number, self.since, line) or ids.table(self.number, "move"), label)

    def select(
        self, slot: int, path: Path, choices: Sequence[Choice], placeholder: str, *, least: int = 1, most: int = 1
    ) -> Select:
        room = ids.LONGEST - len(f"s:{self.number}:{self.since}:{slot}:")
        made = ids.select(self.number, self.since, slot, str(path.shorter(room)))
        return Select(made or ids.table(self.number, "move"), choices, placeholder, least, most)

    # Pictures.

    async def picture(self, screen: str, make: Draw[V_co]) -> tuple[File, ...]:
        """`make(renderer, view, look)` in a thread; nothing if it cannot be had in time."""
        view, look = self.view, self.app.look(self.table, self.voice.language)
        renderer = self.app.renderer(self.table.kind)
        key = kept.key(self.table, self.since, self.seat, self.voice.language, self.before, screen)
        return self._files(await self.app.gallery.get(key, lambda: make(renderer, view, look)))

    async def table_picture(self) -> tuple[File, ...]:
        """The table as everybody sees it; nothing if it cannot be had in time."""
        return self._files(await draw_public_table(self.app, self.table, self.voice.language))

    def _files(self, drawn: Any) -> tuple[File, ...]:
        if drawn is None:
            return ()
        pictures = drawn if isinstance(drawn, (list, tuple)) else [drawn]
        return tuple(
            File(f"{'board' if n == 0 else f'board-{n}'}-{self.number}-{self.since}.png", picture.png, picture.alt)
            for n, picture in enumerate(pictures[:GALLERY_ITEMS])
        )
