"""The face every game has until it brings its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cogs.choose.picker import Question, unique
from cogs.screen import Button, Screen
from cogs.screen.telling import Weight
from rules.core import Choices, Kind, Move
from service.model import StoredEvent, Table
from words import Voice

if TYPE_CHECKING:
    from cogs.choose.room import Room


@dataclass(frozen=True, slots=True)
class Scored:
    """An event that gave points: who, what for, and what was counted."""

    points: Mapping[int, int]  # seat -> points
    category: str  # a key of the tally
    cells: tuple[str, ...] = ()  # what is outlined
    places: tuple[str, ...] = ()
    rule: str = ""  # the key of the sentence that names the rule


@dataclass(frozen=True, slots=True)
class Opening:
    """An option of the command that opens a table. It is described by `<family>.new.<name>`, its values are shown by
    `<family>.new_value.<name>.<value>`."""

    name: str
    values: Mapping[str, Mapping[str, str]]  # value -> the rule options it sets; the first is the default
    asks: str = ""  # the value after which the host is asked for the rest: the screen of options opens
    modules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # value -> the expansions it brings


@dataclass(frozen=True, slots=True)
class OptionPage:
    """Rule options that stand together on a screen, called `<family>.page.<name>`."""

    name: str
    keys: tuple[str, ...]
    together: bool = False  # chosen in one list: the options that are not at their defaults


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that `/game help` explains."""

    name: str
    text: str
    card: str = ""  # what the renderer shows large; empty: no picture


class Face:
    """What a game may show in its own way. Every method has an answer that suits any game."""

    tips: Sequence[str] = ()  # keys of tips, for the first pickers of somebody new to the game
    minute: Sequence[str] = ()  # keys of the screens of «Rules in a minute»
    quiet: Sequence[str] = ()  # keys of events that the table message does not tell: the picture shows them better
    answers: Collection[str] = ()  # moves (kinds or lines) that only finish what another began: they are told with it
    confirms = True  # the last screen shows the move and asks once more
    opening: Sequence[Opening] = ()  # options of the command that opens a table, in place of preset and expansions
    pages: Sequence[OptionPage] = ()  # screens of rule options; what stands on none follows on screens of its own
    seats_apart = False  # each seat is a part of the board that can be looked at alone
    own_board = False  # the text board of a seat ends with what that seat alone may know
    open_moves = False  # what a seat may do follows from what everybody sees
    sheet = False  # the points do not come one by one: a sheet explains them

    taken: Collection[str] = ()  # keys of private events: the last one stands below the hand
    composed: Mapping[str, str] = {}  # kinds of which nothing is listed -> key of their green button
    closed: Mapping[str, str] = {}  # kinds that answer something -> key of what is said to who is not asked (any more)
    board_buttons: Sequence[str] = ()  # parts of the board that have a button under its picture: `<family>.part.<part>`

    def tip(self, view: Any, seat: int, shown: int) -> str:
        """The key of the tip for somebody who has seen so many pickers of this game; empty: none fits."""
        return self.tips[min(shown, len(self.tips) - 1)] if self.tips else ""

    def order(self, kinds: Sequence[str]) -> Sequence[str]:
        """The order of the menu."""
        return kinds

    def names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        """What a value is called, where the catalogues alone do not know."""
        return ()

    def told(self, voice: Voice, field: str, token: str, table: Table) -> str:
        """How a value stands in the sentence of a move at this table: its name, else its token."""
        return next(iter(self.names(voice, field, token)), "")

    def meant(self, table: Table, field: str, text: str) -> str:
        """The token that a typed spelling stands for on this board, whether it can be chosen or not; empty: none."""
        return ""

    def called(self, table: Table, voice: Voice, name: str, value: str, beside: Mapping[str, Any]) -> str:
        """What a value without a word is called in the story of this table, and in the previews and refusals of its
        rules; empty: itself. `name`: its parameter; `beside`: all parameters of the sentence. What is told of an
        entry of the log must never change: nothing may come from where the game stands now."""
        return ""

    async def screen(self, room: Room, question: Question) -> Screen | None:
        """A screen of the game's own for this question; None: the generic one."""
        return None

    async def picture(self, room: Room, question: Question) -> tuple[Any, ...]:
        """The picture of a generic screen."""
        return ()

    def fold(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        """The events of a story with those joined that are told in one breath."""
        return events

    def weigh(self, event: StoredEvent) -> int:
        """How much a folded public event matters (a `telling.Weight`), where the story has too many lines."""
        return Weight.COMMON

    def felt(self, event: StoredEvent) -> Collection[int]:
        """The seats from which a folded public event takes something: they are told of it before all else."""
        return ()

    def ended(self, view: Any) -> Any:
        """The view as it is shown when the table is closed, also where the rules have not come to an end."""
        return view

    def quick(self, table: Table, view: Any, voice: Voice) -> Sequence[Button]:
        """Quick buttons of the table message: only what follows from the public view."""
        return ()

    def marks(self, table: Table, view: Any) -> Sequence[Any]:
        """What is outlined in the picture of the table message."""
        return ()

    def detail(self, view: Any, seat: int, voice: Voice) -> str:
        """What is told of a seat beside its points."""
        return ""

    def standing(self, view: Any, voice: Voice) -> str:
        """What stands open before everybody (an offer and the answers to it): told as long as it does."""
        return ""

    def call(self, view: Any, seat: int, who: str, voice: Voice) -> str:
        """What a ping says to a seat in place of its task; `who`: those who are mentioned."""
        return ""

    def stands(self, view: Any, event: StoredEvent) -> bool:
        """Whether `standing` tells what the event tells, so that the story leaves it out."""
        return False

    def hand(self, view: Any, seat: int, voice: Voice) -> str:
        """What a seat holds, in words for itself alone."""
        return self.detail(view, seat, voice)

    def presets(self, kind: Kind) -> Mapping[str, Choices]:
        """What can be chosen when a table is opened."""
        return kind.presets

    def legal(self, moves: Sequence[Move]) -> Sequence[Any]:
        """The legal moves in the short form in which the text board of the game lists them."""
        return ()

    def parts(self, view: Any) -> Sequence[str]:
        """Parts of the board that can be looked at alone."""
        return ()

    def topics(self, voice: Voice) -> Mapping[str, Topic]:
        """What can be explained beside the rules in a minute, such as single cards: key -> its explanation."""
        return {}

    def foremost(self, choices: Choices) -> Collection[str]:
        """The topics that matter most at a table: they are offered first."""
        return choices.modules

    def things(self, view: Any, field: str) -> Sequence[str]:
        """What a field may hold in a kind of move of which nothing is listed; empty: all there is a word for."""
        return ()

    def pool(self, view: Any, kind: str, field: str) -> Sequence[str]:
        """The single things, each as often as it may be chosen, from which such a field is filled in a list."""
        return [thing for thing in self.things(view, field) for _ in range(3)]

    def barred(self, view: Any, kind: str) -> str:
        """The key of why a window for such a kind is of no use to who looks; empty: it may be filled in."""
        return ""

    def window(self, view: Any, kind: str, voice: Voice) -> Mapping[str, str]:
        """What stands above a window for such a kind (`title`) and its fields, where words alone say too little."""
        return {}

    def beside(self, room: Room) -> str:
        """What stands above the lists in which such a move is put together."""
        return ""

    def scored(self, event: StoredEvent) -> Scored | None:
        """What an event gave points for; None for all other events."""
        return None

    def reckoning(self, event: StoredEvent, voice: Voice) -> str:
        """How the points of an event come about: a sum in words; empty where there is nothing to explain."""
        return ""

    def minutes(self, choices: Choices | None) -> Sequence[str]:
        """The screens of «Rules in a minute» for what is played at a table; None: of the game in general."""
        return self.minute

    def idle(self, choices: Choices) -> Collection[str]:
        """Rule options that change nothing with these boxes, and so are not shown."""
        return ()

    def prefer(self, view: Any, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """Of several values that something typed may mean, those that are meant if nothing else is said."""
        return tokens

    def kinds(self, moves: Sequence[Move]) -> list[str]:
        """The kinds of these moves in the order of the menu."""
        return list(self.order(unique(move.kind for move in moves)))
