"""A table as one seat sees it; the source of private screens. Independent of Discord."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic

from cogs.choose import picker, unlisted
from cogs.choose.picker import ChoicePath, NoSuchChoice, Question, moves_of_kind, next_question, unique_items
from cogs.choose.position import Position
from cogs.games.move_texts import describe_move, describe_value, field_name, key_family, kind_name, names_for_value
from cogs.games.public_picture import draw_public_table
from cogs.games.public_table import V_co
from cogs.screen import Button, Choice, File, Select, cache_key, ids, naming, truncate_text
from render import Look, Picture
from rules.core import Chance, Game, Move, Phrase, RulesError, View, encode_move, play
from rules.core.chance import KEY_BYTES
from service.errors import ServiceError
from service.state import lesson_progress
from service.state.model import Table
from words import Voice, catalogue
from words.catalogue import FALLBACK

if TYPE_CHECKING:
    from cogs.games.app import App
    from cogs.games.generic import Face

Draw = Callable[[Any, V_co, Look], Picture | Sequence[Picture]]  # called with renderer, view and look
GALLERY_ITEMS: Final = 10  # Discord's limit of images in a gallery
MAX_BUTTON_LENGTH: Final = 80  # Discord's limit, in characters
NAME_LENGTHS: Final = (20, 10)  # characters left of each name on a long button, tried in turn


def _draw_hand(renderer: Any, view: Any, look: Look) -> Picture:
    picture: Picture = renderer.hand(view, look)
    return picture


class SeatVocabulary:
    """Words for fields, values and kinds of moves (see `cogs.choose.position.MoveVocabulary`)."""

    def __init__(self, seat_view: SeatView[View]) -> None:
        self._seat_view = seat_view

    def value_names(self, field: str, token: str) -> Sequence[str]:
        """In the reader's language, then in English, which everybody may type."""
        voice, face, table = self._seat_view.voice, self._seat_view.face, self._seat_view.table
        own_names = names_for_value(voice, face, table, field, token)
        if voice.language == FALLBACK:
            return own_names
        english_names = names_for_value(voice.english, face, table, field, token)
        return tuple(dict.fromkeys((*(own_names or (token,)), *english_names))) if own_names or english_names else ()

    def value_in_sentence(self, field: str, token: str) -> str:
        return self._seat_view.value_in_sentence(field, token)

    def token_from_spelling(self, field: str, text: str) -> str:
        return self._seat_view.face.token_from_spelling(self._seat_view.table, field, text)

    def field_tokens(self, field: str) -> Sequence[str]:
        prefix = f"{key_family(self._seat_view.table.kind)}.{field}"
        return [key.removeprefix(f"{prefix}.") for key in catalogue().keys_below("en", prefix)]

    def countable_items(self, field: str) -> Sequence[str]:
        key = f"{key_family(self._seat_view.table.kind)}.several.{field.removesuffix('s')}"
        return self._seat_view.field_items(field) if self._seat_view.voice.has(key) else ()

    def field_name(self, field: str) -> str:
        return field_name(self._seat_view.voice, field)

    def kind_name(self, kind: str) -> str:
        return kind_name(self._seat_view.voice, self._seat_view.table.kind, kind)

    def prefer_tokens(self, field: str, tokens: Sequence[str]) -> Sequence[str]:
        return self._seat_view.face.prefer_tokens(self._seat_view.view, field, tokens)

    def why_kind_impossible(self, kind: str) -> str:
        return self._seat_view.face.why_kind_impossible(self._seat_view, kind)

    def parse_own_notation(self, text: str) -> tuple[str, Mapping[str, str]] | None:
        return self._seat_view.face.parse_own_notation(self._seat_view, text)

    def likely_moves_in_notation(self) -> Sequence[str]:
        return self._seat_view.face.likely_moves_in_notation(self._seat_view)

    def current_task(self) -> str:
        phrase = {**self._seat_view.view.invited, **self._seat_view.view.tasks}.get(self._seat_view.seat)
        return self._seat_view.voice.phrase(phrase) if phrase is not None else ""


@dataclass(slots=True)
class SeatView(Generic[V_co]):
    """A table as the acting seat sees it.

    The state is private: screens are made from the view and from answers of the rules, so that they reveal no secrets.
    """

    app: App
    table: Table
    seat: int
    voice: Voice
    face: Face[View]
    _state: Any  # the table's state after the moves `before`
    chosen_lines: tuple[str, ...] = ()  # moves chosen but not sent
    tip: str = ""  # shown above the choices
    is_reached_directly: bool = False  # reached without the previous questions: Back leads to the first one
    _view: V_co | None = field(default=None, init=False)

    @property
    def vocabulary(self) -> SeatVocabulary:
        """Not cached, to avoid a reference cycle."""
        return SeatVocabulary(self)

    @property
    def view(self) -> V_co:
        """The seat's view, computed on demand."""
        if self._view is None:
            self._view = self._game.view(self._state, self.seat)
        return self._view

    @property
    def _game(self) -> Game[Any]:
        game = self.table.game
        assert game is not None
        return game

    @property
    def moves(self) -> Mapping[str, type[Move]]:
        """Kind -> move class."""
        return self._game.moves

    @property
    def may_act(self) -> bool:
        """Whether the seat is to move or invited."""
        return self._game.may_act(self._state, self.seat)

    def refusal(self, move: Move) -> RulesError | None:
        """Why the rules refuse a move; None if it is legal."""
        try:
            self._game.check(self._state, self.seat, move)
        except RulesError as reason:
            return reason
        return None

    def effect_sentences(self, move: Move) -> list[str]:
        """Effects of a legal move as sentences, as far as known in advance."""
        return [self.voice.phrase(phrase) for phrase in self.known_effects(move)]

    def known_effects(self, move: Move) -> Sequence[Phrase]:
        """Effects of a legal move, as far as known in advance."""
        return self._game.describe_effects(self._state, self.seat, move)

    def preview(self, move: Move | None = None) -> object:
        """The game's data for previews of a move (see `rules.core.Game.preview`)."""
        return self._game.preview(self._state, self.seat, move)

    @property
    def legal(self) -> tuple[Move, ...]:
        return tuple(self._game.legal(self._state, self.seat))

    @property
    def position(self) -> Position:
        return Position(self._game, self._state, self.seat, self.legal, self.vocabulary)

    @property
    def table_id(self) -> int:
        return self.table.id

    @property
    def table_seq(self) -> int:
        return self.table.seq

    @property
    def is_guided(self) -> bool:
        """Whether a guided lesson prescribes the next step; screens then omit everything else."""
        return lesson_progress.is_guided(self.table.kind, self.table.lesson)

    @property
    def wants_simple_screens(self) -> bool:
        """Whether the current lesson step wants simplified screens."""
        step = lesson_progress.current_step(self.table.kind, self.table.lesson)
        return step is not None and step.plain

    def view_after_move(self, line: str) -> SeatView[V_co] | None:
        """The view after a legal move; None if the seat may no longer act or chance lies between.

        Chance must not be revealed before it happens. Raises `NoSuchChoice` for an illegal move.
        """
        move = next((move for move in self.legal if encode_move(move) == line), None)
        if move is None:
            move = self.spelled_unlisted_move(ChoicePath((), tuple(line.split(" "))))
        if move is None:
            raise NoSuchChoice(line)
        step = play(self._game, self._state, self.seat, move)
        if step.barrier or not self._game.may_act(step.state, self.seat):
            return None
        return SeatView(
            self.app, self.table, self.seat, self.voice, self.face, step.state, (*self.chosen_lines, line), self.tip
        )

    def view_at_path(self, path: ChoicePath) -> SeatView[V_co]:
        """The view after the moves already chosen in a path. Raises `NoSuchChoice` if one is illegal."""
        seat_view: SeatView[V_co] = self
        for line in path.lines[len(self.chosen_lines) :]:
            try:
                next_view = seat_view.view_after_move(line)
            except (RulesError, ServiceError) as error:
                raise NoSuchChoice(line) from error
            if next_view is None:
                raise NoSuchChoice(line)
            seat_view = next_view
        return seat_view

    def question_at_path(self, path: ChoicePath) -> Question:
        return next_question(self.moves_for_path(path), ChoicePath(self.chosen_lines, path.words))

    def moves_for_path(self, path: ChoicePath) -> tuple[Move, ...]:
        """The listed moves, and those of a kind not fully listed that match the path."""
        legal = self.legal
        spelled = self.spelled_unlisted_move(path)
        additional = (*self.unlisted_moves_matching(path), *([] if spelled is None else [spelled]))
        return tuple(unique_items((*legal, *additional))) if additional else legal

    def unlisted_moves_matching(self, path: ChoicePath) -> tuple[Move, ...]:
        """Moves that match the path, of a kind not fully listed."""
        cls = self._game.moves.get(path.words[0]) if path.words else None
        if cls is None or self.is_fully_listed(cls):
            return ()
        legal = moves_of_kind(self.legal, cls.kind)
        if not cls.listed and not unlisted.exceeds_one_list(cls, legal):
            return ()
        settled = unlisted.settled_fields(legal, cls, path.words)
        return tuple(self._game.list_matching_moves(self._state, self.seat, cls.kind, settled))

    def is_fully_listed(self, cls: type[Move]) -> bool:
        """Whether `legal` contains all legal moves of a kind."""
        return cls.listed and not self.is_partly_listed(cls.kind)

    def is_partly_listed(self, kind: str) -> bool:
        """Whether `legal` contains some but not all moves of a kind."""
        return kind in self._game.partly_listed_kinds(self._state, self.seat)

    def spelled_unlisted_move(self, path: ChoicePath) -> Move | None:
        """The legal move a path spells completely, of a kind not fully listed; else None."""
        cls = self._game.moves.get(path.words[0]) if path.words else None
        if cls is None:
            return None
        legal = self.legal
        if cls.listed:
            additional = self.unlisted_moves_matching(path)
            remaining = unique_items(picker.remaining_moves((*legal, *additional), path)) if additional else []
            return remaining[0] if len(remaining) == 1 else None
        if moves_of_kind(legal, cls.kind):
            move = unlisted.move_from_path(cls, legal, path.words)
        else:
            move = unlisted.compose_move(cls, path.words, self.field_items)
        if move is None or move in legal:
            return None
        return move if self.refusal(move) is None else None

    @property
    def composable_kinds(self) -> tuple[str, ...]:
        """Unlisted kinds possible now."""
        legal_kinds = {move.kind for move in self.legal}
        return tuple(unique_items(move.kind for move in self.sample_moves if move.kind not in legal_kinds))

    @property
    def sample_moves(self) -> tuple[Move, ...]:
        """Some moves of kinds not fully listed."""
        return tuple(self._game.sample_unlisted_moves(self._state, self.seat, Chance(bytes(KEY_BYTES))))

    def field_items(self, field: str) -> Sequence[str]:
        """Possible items of a field of an unlisted kind."""
        if any(field in cls.seat_fields for cls in self._game.moves.values()):
            return [str(seat.index) for seat in self.table.seats]
        return self.face.field_items(self.view, field) or self.vocabulary.field_tokens(field)

    def say(self, key: str, /, **params: Any) -> str:
        return self.voice(key, **params)

    def value_label(self, field: str, token: str) -> str:
        """A value on a button or in a select: its name, else its token."""
        return next(iter(self.vocabulary.value_names(field, token)), token)

    def label_in_list(self, field: str, token: str) -> str:
        """A value in a select, with what lies there."""
        description = self.value_in_sentence(field, token)
        return description if description.startswith(f"{token} ") else self.value_label(field, token)

    def move_sentence(self, line: str, *, terms: bool = False) -> str:
        """A move as a sentence."""
        return describe_move(self.voice, self.face, self.table, line, terms=terms)

    def short_move_label(self, line: str) -> str:
        """A move as a button label; long names are shortened first."""
        label = self.move_sentence(line)
        for name_length in NAME_LENGTHS:
            if len(label) <= MAX_BUTTON_LENGTH:
                break
            names = [naming.escape_markdown(truncate_text(seat.name, name_length)) for seat in self.table.seats]
            label = describe_move(self.voice.with_seat_names(names), self.face, self.table, line)
        return label

    def value_in_sentence(self, field: str, token: str) -> str:
        """A value in a sentence."""
        return describe_value(self.voice, self.face, self.table, field, token)

    def next_screen_button(self, path: ChoicePath, label: str) -> Button:
        """A blue button to the next screen."""
        return Button(self.picker_custom_id(path), label, "blue")

    def picker_custom_id(self, path: ChoicePath) -> str:
        path_length = ids.MAX_ID_LENGTH - len(f"p:{self.table_id}:{self.table_seq}:")
        custom_id = ids.picker_custom_id(self.table_id, self.table_seq, str(path.shorten(path_length)))
        return custom_id or ids.table_custom_id(self.table_id, "move")

    def play_button(self, lines: Sequence[str], label: str) -> Button:
        """A green button that plays these moves together; if its id is too long, a blue one to a confirmation."""
        move_texts = [str(ChoicePath((), tuple(line.split(" ")))) for line in lines]
        custom_id = ids.commit_custom_id(self.table_id, self.table_seq, ids.MOVE_SEPARATOR.join(move_texts))
        if custom_id is not None:
            return Button(custom_id, label, "green")
        line_length = (ids.MAX_ID_LENGTH - len(f"c:{self.table_id}:{self.table_seq}:") - len(lines)) // len(lines)
        short_texts = [str(self._shorten_move(line, line_length)) for line in lines]
        custom_id = ids.commit_custom_id(self.table_id, self.table_seq, ids.MOVE_SEPARATOR.join(short_texts))
        if custom_id is not None:
            return Button(custom_id, label, "green")
        return self.next_screen_button(ChoicePath(tuple(lines[:-1])), label)

    def move_button(self, move: Move, label: str) -> Button:
        """A green button that plays the moves chosen so far and this one."""
        return self.play_button([*self.chosen_lines, encode_move(move)], label)

    def disabled_button(self, name: str, label: str) -> Button:
        """A disabled button; `name` makes its id unique on the screen."""
        return Button(ids.action_custom_id(self.table_id, self.table_seq, "grey", name), label, "grey", disabled=True)

    def path_to(self, *words: str) -> ChoicePath:
        """The moves chosen so far, then `words`: a kind and its field words."""
        return ChoicePath(self.chosen_lines, words)

    def _shorten_move(self, line: str, limit: int) -> ChoicePath:
        """A move in at most `limit` characters if possible; unlisted sets as counts, as they have no digest."""
        path = ChoicePath((), tuple(line.split(" ")))
        cls = self._game.moves[path.words[0]]
        if self.is_fully_listed(cls) or len(line) <= limit:
            return path.shorten(limit)
        return unlisted.shorten_to_counts(cls, self.legal, line, self.field_items)

    def form_button(self, line: str, label: str) -> Button:
        """A button that opens a form for the open fields of a move."""
        custom_id = ids.form_custom_id(self.table_id, self.table_seq, line)
        return Button(custom_id or ids.table_custom_id(self.table_id, "move"), label)

    def choice_select(
        self, slot: int, path: ChoicePath, choices: Sequence[Choice], placeholder: str, *, least: int = 1, most: int = 1
    ) -> Select:
        """A select at row `slot` of the choices that continue a path."""
        path_length = ids.MAX_ID_LENGTH - len(f"s:{self.table_id}:{self.table_seq}:{slot}:")
        custom_id = ids.select_custom_id(self.table_id, self.table_seq, slot, str(path.shorten(path_length)))
        return Select(custom_id or ids.table_custom_id(self.table_id, "move"), choices, placeholder, least, most)

    async def draw_picture(self, screen: str, make: Draw[V_co]) -> tuple[File, ...]:
        """The image of `make(renderer, view, look)`, drawn in a thread; empty if late or failed."""
        view, look = self.view, self.app.picture_look(self.table, self.voice.language)
        renderer = self.app.renderer(self.table.kind)
        key = cache_key.table_cache_key(
            self.table, self.table_seq, self.seat, self.voice.language, self.chosen_lines, screen
        )
        return self._picture_files(await self.app.gallery.find_or_draw(key, lambda: make(renderer, view, look)))

    async def draw_hand_picture(self) -> tuple[File, ...]:
        """The image of the seat's hand."""
        return await self.draw_picture("hand", _draw_hand)

    async def draw_table_picture(self) -> tuple[File, ...]:
        """The table as everybody sees it; empty if it cannot be drawn in time."""
        return self._picture_files(await draw_public_table(self.app, self.table, self.voice.language))

    def _picture_files(self, drawn: Any) -> tuple[File, ...]:
        """Pictures as files to attach, at most as many as a gallery shows."""
        if drawn is None:
            return ()
        pictures = drawn if isinstance(drawn, (list, tuple)) else [drawn]
        return tuple(
            File(
                f"{'board' if n == 0 else f'board-{n}'}-{self.table_id}-{self.table_seq}.png", picture.png, picture.alt
            )
            for n, picture in enumerate(pictures[:GALLERY_ITEMS])
        )
