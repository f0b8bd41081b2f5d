"""Recaps of Citadels as values: for each round, the characters, their seats and deeds.

Built only from the turns of a recap: public events and the reader's views.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from render.core.recap import Recap, RecapTurn, TurnPhrase
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.view import CitadelsView

from .cards import FATES

BANDS: Final = 3  # most bands on a picture
BEGUN: Final = "cit.round.begun"
ANSWERS: Final = "cit.call.answers"
MURDERED: Final = "cit.round.murdered"
CROWNED: Final = "cit.crown.moved"
ALONE: Final = "_own"  # suffix of the keys of private events
PICKS: Final = ("pick", "throw", "last")  # decisions while characters are chosen
GOLD, CARDS = "gold", "cards"  # kinds of deeds that are added up
QUIET: Final = (GOLD, CARDS)
PARTS: Final = 3  # parts of the key of an event


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed in a character's turn."""

    kind: str  # build, destroy, exchange, swap, take, redraw, beautify, use, gold, cards; or a naming power
    by: int
    district: str = ""
    character: str = ""
    other: int | None = None  # the seat it was done to
    n: int = 0


@dataclass(slots=True)
class CharacterColumn:
    """A character of a round."""

    character: str
    seat: int | None  # None: unknown
    state: str = "called"  # called, active, to_come, offered (the reader may choose it now)
    murdered: bool = False
    deeds: list[Deed] = field(default_factory=list)

    def add(self, deed: Deed) -> None:
        """Add a deed; gold and cards are added up."""
        for at, one in enumerate(self.deeds):
            if deed.kind in QUIET and (one.kind, one.by, one.other) == (deed.kind, deed.by, deed.other):
                self.deeds[at] = Deed(one.kind, one.by, other=one.other, n=one.n + deed.n)
                return
        self.deeds.append(deed)


@dataclass(slots=True)
class RoundBand:
    """A round, as far as the reader missed it."""

    number: int
    crown: int | None  # its holder when the reader last looked, or at the start of the round
    columns: list[CharacterColumn] = field(default_factory=list)
    said: list[tuple[int | None, TurnPhrase]] = field(default_factory=list)  # (seat of the turn, phrase)
    fates: dict[str, set[str]] = field(default_factory=dict)  # character -> powers that named it
    now: bool = False
    heir: int | None = None  # the seat that took the crown since, or None
    aside: dict[str, set[int]] = field(default_factory=dict)  # event -> seats, for deeds of seats without a column

    def column(self, character: str, seat: int | None) -> CharacterColumn:
        """The column of the character, added if it is missing."""
        for one in self.columns:
            if one.character == character:
                one.seat = seat if one.seat is None else one.seat
                return one
        self.columns.append(CharacterColumn(character, seat))
        self.columns.sort(key=lambda one: CHARACTERS[one.character].rank)
        return self.column(character, seat)


def turns_per_picture(turns: Sequence[RecapTurn]) -> list[int]:
    """The number of turns on each picture: those of at most three rounds, spread evenly."""
    lengths: list[int] = []
    for turn in turns:
        if not lengths or any(key == BEGUN for key, _ in turn.events):
            lengths.append(0)
        lengths[-1] += 1
    pictures = -(-len(lengths) // BANDS)
    found = []
    for at in range(pictures):
        share, more = divmod(len(lengths), pictures)
        many = share + (at >= pictures - more)  # the last pictures have more rounds
        start = at * share + max(0, at - (pictures - more))
        found.append(sum(lengths[start : start + many]))
    return found


def build_round_bands(recap: Recap) -> list[RoundBand]:
    """The rounds of a page, oldest first, including the current round if the page ends now."""
    found: list[RoundBand] = []
    for step in recap.steps:
        before: CitadelsView = step.before
        if not found:
            found.append(RoundBand(before.round, before.crown))
        active = _ongoing_column(found[-1], before) if step.turn.seat is not None else None
        for key, params in step.turn.events:
            if key == BEGUN:
                active = None
                found.append(RoundBand(params["n"], params["seat"]))
            elif key == ANSWERS:
                active = found[-1].column(params["character"], params["seat"])
            elif key == MURDERED:
                found[-1].column(params["character"], params["seat"]).murdered = True
            elif key == CROWNED:
                found[-1].heir = params["seat"]
            elif (deed := deed_of_event(key, params)) is not None:
                _add_deed(found[-1], active, deed, key)
        found[-1].said += [(step.turn.seat, one) for one in step.turn.said if one.key != BEGUN]
    if recap.now is not None and not recap.now.over:
        if not found or found[-1].number != recap.now.round:
            found.append(RoundBand(recap.now.round, recap.now.crown))
        _complete_current_round(found[-1], recap.now)
    return [band for band in found if band.columns or band.now]


def _ongoing_column(band: RoundBand, view: CitadelsView) -> CharacterColumn | None:
    """The character whose turn was under way when the reader last looked, if it belongs to this round."""
    if view.turn is None or view.round != band.number:
        return None
    holder = next(
        (i for i, one in enumerate(view.players) for c in one.shown if c.character == view.turn.character), None
    )
    return next((one for one in band.columns if one.character == view.turn.character), None) or CharacterColumn(
        view.turn.character, holder
    )


def _add_deed(band: RoundBand, active: CharacterColumn | None, deed: Deed, key: str) -> None:
    """Add a deed to the column of the active character, or of the acting seat if that is another one."""
    if deed.kind in FATES:
        band.fates.setdefault(deed.character, set()).add(deed.kind)
    if active is None:
        return
    doer = active
    if deed.by != active.seat:  # the Thief gets the gold in another's turn
        known = next((one for one in reversed(band.columns) if one.seat == deed.by), None)
        if known is None and deed.kind in QUIET:  # their character is unknown yet: words tell it
            band.aside.setdefault(key, set()).add(deed.by)
            return
        doer = known or active
    band.column(doer.character, doer.seat).add(deed)


def _complete_current_round(band: RoundBand, now: CitadelsView) -> None:
    """Add the public state of the current round, and the characters still to come."""
    band.now = True
    if now.crown != band.crown:
        band.heir = now.crown
    for mark in now.marks:
        band.fates.setdefault(mark.character, set()).add(mark.power)
    for seat, player in enumerate(now.players):
        for shown in player.shown:
            column = band.column(shown.character, seat)
            column.state = "active" if shown.active else "called"
            column.murdered = column.murdered or shown.murdered
    for character in now.cast:
        own = now.you if character in now.characters else None
        if character in now.silent and FATES[0] in band.fates.get(character, ()):
            band.column(character, own).murdered = True
        elif _may_still_be_called(now, character):
            offered = now.offer is not None and now.offer.step in PICKS and character in now.offer.cards
            band.column(character, own).state = "offered" if offered else "to_come"


def _may_still_be_called(now: CitadelsView, character: str) -> bool:
    """Whether a character is still to be called and not known to be unused."""
    shown = any(one.character == character for player in now.players for one in player.shown)
    gone = character in now.silent or character in now.face_up or character in now.aside
    return not shown and not gone and (now.phase == "draft" or CHARACTERS[character].rank >= now.rank)


def deed_of_event(key: str, params: Mapping[str, Any]) -> Deed | None:
    """An event as a deed, by its parameters, whatever power caused it; None if pictures do not show it."""
    named, seat = params.keys(), params.get("seat")
    if key.endswith(ALONE) or not isinstance(seat, int):
        return None
    if key == "cit.build.built":
        return Deed("build", seat, params["district"])
    if {"from_seat", "district"} <= named:
        return Deed("destroy", seat, params["district"], other=params["from_seat"])
    if {"own", "to_seat", "district"} <= named:
        return Deed("exchange", seat, params["district"], other=params["to_seat"])
    if {"to_seat", "n", "m"} <= named:
        return Deed("swap", seat, other=params["to_seat"])
    if len(parts := key.split(".")) == PARTS and parts[2] == "used" and parts[1] in DISTRICTS:
        return Deed("use", seat, parts[1])
    if {"character"} == named - {"seat"}:
        power = key.rpartition(".")[2]
        return Deed(power, seat, character=params["character"]) if power in FATES else None
    return next(_list_gain_deeds(key, params, seat), None)


def _list_gain_deeds(key: str, params: Mapping[str, Any], seat: int) -> Iterator[Deed]:
    """Gains of gold and cards, and gold on districts."""
    named, part = params.keys() - {"seat"}, key.removeprefix("cit.")
    if params.get("n") == 0:
        return
    if named == {"from_seat", "n"}:
        yield Deed(GOLD, seat, other=params["from_seat"], n=params["n"])
    elif part == "power.took":
        yield Deed("take", seat, other=params["from_seat"])
    elif part == "power.beautify":
        yield Deed("beautify", seat, params["districts"][0])
    elif part in ("power.claim", "power.tax"):
        yield Deed(GOLD, seat, other=params["from_seat"], n=1)
    elif part == "power.redraw":
        yield Deed("redraw", seat, n=params["n"])
    elif not named and part.endswith(".gold"):  # a district's income for its owner
        yield Deed(GOLD, seat, n=1)
    elif named == {"n"} and part.startswith(("power.", "action.gold", "turn.income")):
        yield Deed(GOLD, seat, n=params["n"])
    elif part in ("action.drew", "action.kept", "cards.drew"):
        yield Deed(CARDS, seat, n=params["n"])
