"""What may be prepared: which character is taken, and what is built in one's next turn."""

from __future__ import annotations

from typing import ClassVar, Final

from rules.core import Dropped, Part, Phrase, Plan, Programme, Said, Spoken
from rules.core.programmes import PAST

from .draft import PickLast, PickOne
from .effects import ACTION_GOLD, cost, refusal
from .moves import END, GOLD, INCOME, Build, DistrictMove, Pick, Power
from .state import CitadelsState
from .turn import Main, income

ANY: Final = "any"  # in place of a character: the one that the clock would take


def picks(s: CitadelsState, seat: int) -> bool:
    """Whether the seat is still going to choose a character in this round."""
    return any(isinstance(step, (PickOne, PickLast)) and step.seat == seat for step in s.agenda)


class PickPlan(Plan[CitadelsState]):
    """The first of these characters that is there, in one round."""

    kind: ClassVar[str] = "pick"
    names: ClassVar[tuple[str, ...]] = ("character",)

    def offered(self, s: CitadelsState, seat: int) -> Programme | None:
        top, here = s.agenda[-1], picks(s, seat)
        if isinstance(top, (PickOne, PickLast)) and top.seat == seat:
            return None  # they are asked now
        if not here and s.ended:
            return None
        out = s.face_up if here else ()
        there = tuple(character for character in s.cast if character not in out)
        return Programme(self.kind, s.round + (not here), (Part("character", (*there, ANY), len(there) + 1),))

    def answer(self, s: CitadelsState, seat: int, said: Said) -> Spoken | Dropped | None:
        top = s.agenda[-1]
        if s.round > said.when or (s.round == said.when and not picks(s, seat)):
            return Dropped(PAST)
        if s.round < said.when or not isinstance(top, (PickOne, PickLast)) or top.seat != seat:
            return None
        legal = list(top.legal(s, seat))
        for token in said.parts[0]:
            move = top.fallback(s, seat) if token == ANY else Pick(token)
            if move in legal:
                later = any(isinstance(step, (PickOne, PickLast)) and step.seat == seat for step in s.agenda[:-1])
                return Spoken(move, str(said) if later else None)
        return Dropped(Phrase("cit.programme_dropped.none_there"))


class BuildPlan(Plan[CitadelsState]):
    """In the seat's next turn: gold, the income, this district, and the end if nothing else can be done. Not if a power
    was used against their character."""

    kind: ClassVar[str] = "build"
    names: ClassVar[tuple[str, ...]] = ("district",)

    def offered(self, s: CitadelsState, seat: int) -> Programme | None:
        top = s.agenda[-1]
        begun = isinstance(top, Main) and top.seat == seat
        here = picks(s, seat) or (not begun and s.secret(seat) > 0)
        if not here and s.ended:
            return None
        hand = tuple(dict.fromkeys(s.hands[seat]))
        return Programme(self.kind, s.round + (not here), (Part("district", hand),), several=True)

    def answer(self, s: CitadelsState, seat: int, said: Said) -> Spoken | Dropped | None:
        (district,) = said.parts[0]
        if district not in s.hands[seat]:
            return Dropped(Phrase("cit.error.not_in_hand"))
        if s.round > said.when:
            return Dropped(PAST)
        top, turn = s.agenda[-1], s.turn
        if s.round < said.when or not isinstance(top, Main) or top.seat != seat or turn is None:
            return None
        if any(named.character == turn.character and named.seat != seat for named in s.named.values()):
            return Dropped(Phrase("cit.programme_dropped.named"))
        if reason := self._hindered(s, seat, district):
            return Dropped(Phrase(reason))
        if not turn.acted:
            return Spoken(GOLD, str(said))
        if income(s, turn):
            return Spoken(INCOME, str(said))
        return Spoken(Build(district), str(Said(EndTurn.kind, said.when, ((turn.character,),))))

    def _hindered(self, s: CitadelsState, seat: int, district: str) -> str:
        """Why it cannot be built, also with the gold that this turn still brings; empty: it can."""
        turn = s.turn
        assert turn is not None
        if not turn.builds:
            return "cit.error.built_enough" if turn.built else "cit.error.never_builds"
        more = income(s, turn) + (0 if turn.acted else ACTION_GOLD)
        reason = refusal(s, seat, district)
        enough = cost(s, seat, district) <= s.gold[seat] + more
        return reason if reason != "cit.error.too_dear" or not enough else ""


class EndTurn(Plan[CitadelsState]):
    """What is left of it when the district stands: the turn ends, unless its owner has something else to decide."""

    kind: ClassVar[str] = "end"
    names: ClassVar[tuple[str, ...]] = ("character",)

    def answer(self, s: CitadelsState, seat: int, said: Said) -> Spoken | Dropped | None:
        top, turn = s.agenda[-1], s.turn
        if turn is None or turn.seat != seat or (s.round, (turn.character,)) != (said.when, said.parts[0]):
            return Dropped()
        if not isinstance(top, Main):
            return None
        more = any(isinstance(move, (Power, DistrictMove)) for move in top.legal(s, seat))
        return Dropped() if more else Spoken(END)


PLANS: Final = (PickPlan, BuildPlan, EndTurn)
