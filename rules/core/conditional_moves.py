"""Conditional moves: instructions a player prepares in advance ("if this happens, do that").

A conditional move is stored as one line of text, such as `keep 4 ore,wool`: its kind; the round or turn it applies to,
as the game counts them (0: any); then one word per part, holding tokens in order of preference.
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
PAST: Final = Phrase("programme.past")  # its round or turn is over
JOINT: Final = "/"
S = TypeVar("S")


class ConditionalMove(NamedTuple):
    """A parsed conditional move."""

    kind: str
    when: int  # round or turn it applies to, 0: any
    parts: tuple[tuple[str, ...], ...]  # tokens of each part, preferred ones first; an empty part is still open

    @property
    def is_complete(self) -> bool:
        return all(self.parts)

    def __str__(self) -> str:
        return " ".join([self.kind, str(self.when), *(",".join(part) or EMPTY for part in self.parts)])


def parse_conditional_move(text: str) -> ConditionalMove:
    """Inverse of `str(ConditionalMove)`. ValueError for any other text."""
    kind, when, *words = text.split(" ") if " " in text else ("", "")
    parts = tuple(() if word == EMPTY else tuple(word.split(",")) for word in words)
    prepared = ConditionalMove(kind, int(when) if when.isdecimal() else 0, parts)
    if not kind or str(prepared) != text or any("" in part for part in prepared.parts):
        raise ValueError(f"{text!r} is no programme")
    return prepared


def move_as_token(move: Move) -> str:
    """A move as a token of a conditional move: its line with `/` between the words."""
    return encode_move(move).replace(" ", JOINT)


def move_line_of_token(token: str) -> str:
    """The line of the move a token stands for; empty if the token is no move."""
    return token.replace(JOINT, " ") if JOINT in token else ""


class Part(NamedTuple):
    """One part of a conditional move: the tokens the player may choose from."""

    name: str  # name of the move field with the same tokens
    tokens: tuple[str, ...]
    most: int = 1  # tokens that may be chosen
    again: bool = False  # a token may be chosen more than once


@dataclass(frozen=True, slots=True)
class ConditionalChoice:
    """A conditional move the player may prepare now."""

    kind: str
    when: int
    parts: tuple[Part, ...]
    several: bool = False  # several may exist for the same round or turn; the first that applies is used

    def allows(self, prepared: ConditionalMove) -> bool:
        """Whether `prepared` is a valid choice, complete or with parts still open."""
        if (prepared.kind, prepared.when, len(prepared.parts)) != (self.kind, self.when, len(self.parts)):
            return False
        return all(
            len(tokens) <= part.most and set(tokens) <= set(part.tokens) and (part.again or _all_different(tokens))
            for part, tokens in zip(self.parts, prepared.parts, strict=True)
        )


def _all_different(tokens: Sequence[str]) -> bool:
    return len(set(tokens)) == len(tokens)


class AnswerWithMove(NamedTuple):
    """Result: the conditional move answers the current question of the seat."""

    move: Move
    then: str | None = None  # what remains of the conditional move; None: it is used up


class Dropped(NamedTuple):
    """Result: the conditional move can no longer apply."""

    reason: Phrase | None = None  # shown to its owner; None: the owner caused it


Answer = AnswerWithMove | Dropped | None  # None: it does not apply yet and waits


class ConditionalKind(ABC, Generic[S]):
    """One kind of conditional move. Pure, and based only on information the seat may see. Whether and when it answers
    depends only on public information or on the owner's own turn."""

    kind: ClassVar[str]  # permanent: part of saved conditional moves
    part_names: ClassVar[tuple[str, ...]]  # of its parts

    def offer_choice(self, s: S, seat: int) -> ConditionalChoice | None:
        """The choice of this kind the seat may prepare now, None if there is none. Excludes conditional moves that
        would answer immediately, because players choose them step by step."""
        return None

    @abstractmethod
    def answer(self, s: S, seat: int, prepared: ConditionalMove) -> Answer:
        """Apply a complete conditional move to the position. ValueError for invalid tokens. An illegal move drops the
        conditional move with the reason of the refusal."""


class ConditionalMoves(ABC, Generic[S]):
    """Mixin of `Game` for conditional moves."""

    plans: Mapping[str, ConditionalKind[Any]] = {}  # kind of conditional move -> its rule

    def preparable_conditional_moves(self, s: S, seat: int) -> Sequence[ConditionalChoice]:
        """The conditional moves the seat may prepare now. Depends only on what the seat may see."""
        if self.over(s):
            return []
        choices = [plan.offer_choice(s, seat) for plan in self.plans.values()]
        return [choice for choice in choices if choice is not None and all(part.tokens for part in choice.parts)]

    def answer_conditional(self, s: S, seat: int, text: str) -> Answer:
        """Apply a conditional move of the seat. Depends only on what the seat may see; a resulting move is legal."""
        try:
            prepared = parse_conditional_move(text)
            plan = self.plans.get(prepared.kind)
            if plan is None or len(prepared.parts) != len(plan.part_names):
                return Dropped(UNREADABLE)
            answer = plan.answer(s, seat, prepared) if prepared.is_complete and not self.over(s) else None
        except ValueError:
            return Dropped(UNREADABLE)
        if isinstance(answer, AnswerWithMove):
            try:
                self.check(s, seat, answer.move)
            except RulesError as refused:
                return Dropped(Phrase(refused.key, refused.params))
        return answer

    @abstractmethod
    def over(self, s: S) -> bool:
        """See `Game.over`."""

    @abstractmethod
    def check(self, s: S, seat: int, move: Move) -> None:
        """See `Game.check`."""


def conditional_kinds_by_key(plans: Sequence[type[ConditionalKind[Any]]]) -> dict[str, ConditionalKind[Any]]:
    """Kind -> its rule. AssertionError for a duplicate kind."""
    assert _all_different([plan.kind for plan in plans])
    return {plan.kind: plan() for plan in plans}
