"""What people see who look without playing: the hand, parts of the board, the board as text, help, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.core import Choices, Move, Phrase
from words import Voice

from .public_table import V

LegalLine = str | tuple[str, tuple[int, ...]]  # a line; a cell with the turns of a tile on it


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that `/game help` explains."""

    name: str
    text: str
    card: str = ""  # what the renderer shows large; empty: no picture


class WholeChange(str):
    """What a change is in words, of a thing that one has or has not: «crown lost»."""

    __slots__ = ()


def count_differences(
    before: Sequence[str], after: Sequence[str], said: Callable[[str, int], str]
) -> list[tuple[int, str]]:
    """Of what there are more or fewer than before, and by how many. `said`: so many of it in words."""
    had, has = Counter(before), Counter(after)
    by = {item: has[item] - had[item] for item in {**had, **has}}
    return [(n, said(item, abs(n))) for item, n in by.items() if n]


class Looking(Generic[V]):
    """What a game shows to those who look."""

    minute: Sequence[str] = ()  # keys of the screens of «Rules in a minute»
    seats_apart = False  # each seat is a part of the board that can be looked at alone
    own_board = False  # the text board of a seat ends with what that seat alone may know
    open_moves = False  # what a seat may do follows from what everybody sees
    sheet = False  # the points do not come one by one: a sheet explains them
    sheet_rule = ""  # the key of the sentence below the points of such a game: what they are for
    board_buttons: Sequence[str] = ()  # parts of the board that have a button under its picture: `<family>.part.<part>`

    def tie(self, view: V, winners: Sequence[int]) -> Phrase | None:
        """Why those won, though others have as many points; None where nobody has."""
        return None

    def origins(self, view: V, seat: int, voice: Voice) -> Mapping[str, str]:
        """Where points of a seat come from that do not come one by one: by their kind in the tally, from what."""
        return {}

    def hand(self, view: V, seat: int, voice: Voice) -> str:
        """What a seat holds, in words for itself alone."""
        return ""

    def changed(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[tuple[int, str]]:
        """What a seat has more or less of than before, for itself alone: by how much, and so many of it in words
        («2 ore»), or what it is as a `Whole`. Points are told anyway."""
        return ()

    def changed_openly(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[tuple[int, str]]:
        """The same for everybody, from the views of everybody: how many cards, never which."""
        return ()

    def suffered(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[str]:
        """What stands in the way of a seat and did not before, in words («robber on your Forest 8»): as the views of
        everybody tell."""
        return ()

    def parts(self, view: V) -> Sequence[str]:
        """Parts of the board that can be looked at alone."""
        return ()

    def part_in_words(self, view: V, part: str, voice: Voice) -> str:
        """A part of the board that is told and not drawn; empty: the renderer draws it."""
        return ""

    def board_notes(self, view: V, voice: Voice) -> Sequence[str]:
        """Lines above the picture of *Board*: what everybody may know and no picture of the table shows."""
        return ()

    def pictures_of(self, view: V, part: str) -> int:
        """How many pictures a part has; number n of several is called `<part>-n`."""
        return 1

    def legal_lines(self, moves: Sequence[Move]) -> Sequence[LegalLine]:
        """The legal moves in the short form in which the text board of the game lists them."""
        return ()

    def topics(self, voice: Voice) -> Mapping[str, Topic]:
        """What can be explained beside the rules in a minute, such as single cards: key -> its explanation."""
        return {}

    def foremost_topics(self, choices: Choices) -> Collection[str]:
        """The topics that matter most at a table: they are offered first."""
        return choices.modules

    def minutes(self, choices: Choices | None) -> Sequence[str]:
        """The screens of «Rules in a minute» for what is played at a table; None: of the game in general."""
        return self.minute
