"""Programmes: what a player has prepared, «if it comes to this, do that», and what it makes of a position.

A programme is one line of text: `keep 4 ore,wool`. Its kind; the round or turn it is for, as the game counts them (0:
whenever it comes to it); then the things named, the most wanted first, a word for each part.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from .errors import RulesError
from .move import EMPTY, Move, encode_move
from .phrase import Phrase

UNREADABLE: Final = Phrase("programme.unreadable")
PAST: Final = Phrase("programme.past")  # what it was for has gone by
JOINT: Final = "/"
S = TypeVar("S")


class ConditionalMove(NamedTuple):
    """A programme, read."""

    kind: str
    when: int
    parts: tuple[tuple[str, ...], ...]  # the tokens of each; none: it is not said yet, and the programme waits

    @property
    def whole(self) -> bool:
        return all(self.parts)

    def __str__(self) -> str:
        return " ".join([self.kind, str(self.when), *(",".join(part) or EMPTY for part in self.parts)])


def parse_conditional_move(text: str) -> ConditionalMove:
    """ValueError for anything that `str` of one never wrote."""
    kind, when, *words = text.split(" ") if " " in text else ("", "")
    said = ConditionalMove(
        kind, int(when) if when.isdecimal() else 0, tuple(() if w == EMPTY else tuple(w.split(",")) for w in words)
    )
    if not kind or str(said) != text or any("" in part for part in said.parts):
        raise ValueError(f"{text!r} is no programme")
    return said


def move_as_token(move: Move) -> str:
    """A move as a thing that is named in a programme: its line with `/` between the words."""
    return encode_move(move).replace(" ", JOINT)


def move_line_of_token(token: str) -> str:
    """The line of the move that such a thing is; empty: it is none."""
    return token.replace(JOINT, " ") if JOINT in token else ""


class Part(NamedTuple):
    """Things to be named in a programme."""

    name: str  # as a field of a move with the same tokens is called
    tokens: tuple[str, ...]
    most: int = 1
    again: bool = False  # the same one may be named several times


@dataclass(frozen=True, slots=True)
class ConditionalChoice:
    """What may be prepared now."""

    kind: str
    when: int
    parts: tuple[Part, ...]
    several: bool = False  # there may be several for the same round or turn; the first that fits speaks

    def allows(self, said: ConditionalMove) -> bool:
        """Whether it may be said so, in whole or in part."""
        return (said.kind, said.when, len(said.parts)) == (self.kind, self.when, len(self.parts)) and all(
            len(tokens) <= part.most and set(tokens) <= set(part.tokens) and (part.again or _all_different(tokens))
            for part, tokens in zip(self.parts, said.parts, strict=True)
        )


def _all_different(tokens: Sequence[str]) -> bool:
    return len(set(tokens)) == len(tokens)


class Spoken(NamedTuple):
    """The programme answers what the seat is asked or invited to now."""

    move: Move
    then: str | None = None  # the programme afterwards; None: it is done


class Dropped(NamedTuple):
    """It cannot come to what the programme is about any more."""

    reason: Phrase | None = None  # told to its owner; None: they know, for it was they who did it


Answer = Spoken | Dropped | None  # None: it is silent, and waits


class ConditionalKind(ABC, Generic[S]):
    """A kind of programme. Pure, and from what the seat may see alone.

    Whether and when it speaks follows from what everybody sees, or from its owner's own turn.
    """

    kind: ClassVar[str]  # permanent: it stands in saved programmes
    names: ClassVar[tuple[str, ...]]  # of its parts

    def offered(self, s: S, seat: int) -> ConditionalChoice | None:
        """What the seat may prepare of this kind now; not what would answer at once, for it is chosen bit by bit."""
        return None

    @abstractmethod
    def answer(self, s: S, seat: int, said: ConditionalMove) -> Answer:
        """What a whole programme makes of the position. A move that turns out to be illegal drops it with the reason.
        ValueError for tokens that are none."""


class ConditionalMoves(ABC, Generic[S]):
    """The part of a game that knows programmes."""

    plans: Mapping[str, ConditionalKind[Any]] = {}  # by kind

    def programmes(self, s: S, seat: int) -> Sequence[ConditionalChoice]:
        """What the seat may prepare now: a function of what it may see."""
        found = [plan.offered(s, seat) for plan in self.plans.values()] if not self.over(s) else []
        return [one for one in found if one is not None and all(part.tokens for part in one.parts)]

    def answer_conditional(self, s: S, seat: int, text: str) -> Answer:
        """What a programme of the seat makes of the position: a function of what it may see. The move is legal."""
        try:
            said = parse_conditional_move(text)
            plan = self.plans.get(said.kind)
            if plan is None or len(said.parts) != len(plan.names):
                return Dropped(UNREADABLE)
            answer = plan.answer(s, seat, said) if said.whole and not self.over(s) else None
        except ValueError:
            return Dropped(UNREADABLE)
        if isinstance(answer, Spoken):
            try:
                self.check(s, seat, answer.move)
            except RulesError as refused:
                return Dropped(Phrase(refused.key, refused.params))
        return answer

    @abstractmethod
    def over(self, s: S) -> bool:
        """As `Game.over`."""

    @abstractmethod
    def check(self, s: S, seat: int, move: Move) -> None:
        """As `Game.check`."""


def conditional_kinds_by_key(plans: Sequence[type[ConditionalKind[Any]]]) -> dict[str, ConditionalKind[Any]]:
    """By kind; a kind may be declared once."""
    assert _all_different([plan.kind for plan in plans])
    return {plan.kind: plan() for plan in plans}
