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

from .cards import MURDER_POWER, NAMING_POWERS

MOST_BANDS: Final = 3  # most bands on a picture
BEGUN: Final = "cit.round.begun"
ANSWERS: Final = "cit.call.answers"
MURDERED: Final = "cit.round.murdered"
CROWNED: Final = "cit.crown.moved"
PRIVATE_SUFFIX: Final = "_own"  # suffix of the keys of private events
DRAFT_STEPS: Final = ("pick", "throw", "last")  # decisions while characters are chosen
GOLD, CARDS = "gold", "cards"  # kinds of deeds that are added up
ADDED_UP: Final = (GOLD, CARDS)
KEY_PARTS: Final = 3  # parts of the key of an event


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed in a character's turn."""

    kind: str  # build, destroy, exchange, swap, take, redraw, beautify, use, gold, cards; or a naming power
    acting_seat: int
    district: str = ""
    character: str = ""
    affected_seat: int | None = None  # the seat it was done to
    amount: int = 0


@dataclass(slots=True)
class CharacterColumn:
    """A character of a round."""

    character: str
    seat: int | None  # None: unknown
    state: str = "called"  # called, active, to_come, offered (the reader may choose it now)
    is_murdered: bool = False
    deeds: list[Deed] = field(default_factory=list)

    def add_deed(self, deed: Deed) -> None:
        """Add a deed; gold and cards are added up."""
        for index, known in enumerate(self.deeds):
            if deed.kind in ADDED_UP and (known.kind, known.acting_seat, known.affected_seat) == (
                deed.kind,
                deed.acting_seat,
                deed.affected_seat,
            ):
                self.deeds[index] = Deed(
                    known.kind, known.acting_seat, affected_seat=known.affected_seat, amount=known.amount + deed.amount
                )
                return
        self.deeds.append(deed)


@dataclass(slots=True)
class RoundBand:
    """A round, as far as the reader missed it."""

    number: int
    first_crown_holder: int | None  # its holder when the reader last looked, or at the start of the round
    columns: list[CharacterColumn] = field(default_factory=list)
    phrases: list[tuple[int | None, TurnPhrase]] = field(default_factory=list)  # (seat of the turn, phrase)
    fates: dict[str, set[str]] = field(default_factory=dict)  # character -> powers that named it
    is_current: bool = False
    new_crown_holder: int | None = None  # the seat that took the crown since, or None
    seats_without_column: dict[str, set[int]] = field(
        default_factory=dict
    )  # event -> seats, for deeds of seats without a column

    def find_or_add_column(self, character: str, seat: int | None) -> CharacterColumn:
        """The column of the character, added if it is missing."""
        for column in self.columns:
            if column.character == character:
                column.seat = seat if column.seat is None else column.seat
                return column
        self.columns.append(CharacterColumn(character, seat))
        self.columns.sort(key=lambda column: CHARACTERS[column.character].rank)
        return self.find_or_add_column(character, seat)


def turns_per_picture(turns: Sequence[RecapTurn]) -> list[int]:
    """The number of turns on each picture: those of at most three rounds, spread evenly."""
    lengths: list[int] = []
    for turn in turns:
        if not lengths or any(key == BEGUN for key, _ in turn.events):
            lengths.append(0)
        lengths[-1] += 1
    pictures = -(-len(lengths) // MOST_BANDS)
    turn_counts = []
    for picture in range(pictures):
        share, remainder = divmod(len(lengths), pictures)
        rounds = share + (picture >= pictures - remainder)  # the last pictures have more rounds
        start = picture * share + max(0, picture - (pictures - remainder))
        turn_counts.append(sum(lengths[start : start + rounds]))
    return turn_counts


def build_round_bands(recap: Recap) -> list[RoundBand]:
    """The rounds of a page, oldest first, including the current round if the page ends now."""
    bands: list[RoundBand] = []
    for step in recap.steps:
        before: CitadelsView = step.before
        if not bands:
            bands.append(RoundBand(before.round, before.crown))
        active = _ongoing_column(bands[-1], before) if step.turn.seat is not None else None
        for key, params in step.turn.events:
            if key == BEGUN:
                active = None
                bands.append(RoundBand(params["n"], params["seat"]))
            elif key == ANSWERS:
                active = bands[-1].find_or_add_column(params["character"], params["seat"])
            elif key == MURDERED:
                bands[-1].find_or_add_column(params["character"], params["seat"]).is_murdered = True
            elif key == CROWNED:
                bands[-1].new_crown_holder = params["seat"]
            elif (deed := deed_of_event(key, params)) is not None:
                _add_deed(bands[-1], active, deed, key)
        bands[-1].phrases += [(step.turn.seat, phrase) for phrase in step.turn.said if phrase.key != BEGUN]
    if recap.now is not None and not recap.now.over:
        if not bands or bands[-1].number != recap.now.round:
            bands.append(RoundBand(recap.now.round, recap.now.crown))
        _complete_current_round(bands[-1], recap.now)
    return [band for band in bands if band.columns or band.is_current]


def _ongoing_column(band: RoundBand, view: CitadelsView) -> CharacterColumn | None:
    """The character whose turn was under way when the reader last looked, if it belongs to this round."""
    if view.turn is None or view.round != band.number:
        return None
    character = view.turn.character
    for column in band.columns:
        if column.character == character:
            return column
    holders = [
        seat for seat, player in enumerate(view.players) for shown in player.shown if shown.character == character
    ]
    return CharacterColumn(character, holders[0] if holders else None)


def _add_deed(band: RoundBand, active: CharacterColumn | None, deed: Deed, key: str) -> None:
    """Add a deed to the column of the active character, or of the acting seat if that is another one."""
    if deed.kind in NAMING_POWERS:
        band.fates.setdefault(deed.character, set()).add(deed.kind)
    if active is None:
        return
    column = active
    if deed.acting_seat != active.seat:  # the Thief gets the gold in another's turn
        own_column = next(
            (candidate for candidate in reversed(band.columns) if candidate.seat == deed.acting_seat), None
        )
        if own_column is None and deed.kind in ADDED_UP:  # their character is unknown yet: words tell it
            band.seats_without_column.setdefault(key, set()).add(deed.acting_seat)
            return
        column = own_column or active
    band.find_or_add_column(column.character, column.seat).add_deed(deed)


def _complete_current_round(band: RoundBand, view: CitadelsView) -> None:
    """Add the public state of the current round, and the characters still to come."""
    band.is_current = True
    if view.crown != band.first_crown_holder:
        band.new_crown_holder = view.crown
    for mark in view.marks:
        band.fates.setdefault(mark.character, set()).add(mark.power)
    for seat, player in enumerate(view.players):
        for shown in player.shown:
            column = band.find_or_add_column(shown.character, seat)
            column.state = "active" if shown.active else "called"
            column.is_murdered = column.is_murdered or shown.murdered
    for character in view.cast:
        holder = view.you if character in view.characters else None
        if character in view.silent and MURDER_POWER in band.fates.get(character, ()):
            band.find_or_add_column(character, holder).is_murdered = True
        elif _may_still_be_called(view, character):
            offered = view.offer is not None and view.offer.step in DRAFT_STEPS and character in view.offer.cards
            band.find_or_add_column(character, holder).state = "offered" if offered else "to_come"


def _may_still_be_called(view: CitadelsView, character: str) -> bool:
    """Whether a character is still to be called and not known to be unused."""
    is_shown = any(shown.character == character for player in view.players for shown in player.shown)
    is_out = character in view.silent or character in view.face_up or character in view.aside
    return not is_shown and not is_out and (view.phase == "draft" or CHARACTERS[character].rank >= view.rank)


def deed_of_event(key: str, params: Mapping[str, Any]) -> Deed | None:
    """An event as a deed, by its parameters, whatever power caused it; None if pictures do not show it."""
    names, seat = params.keys(), params.get("seat")
    if key.endswith(PRIVATE_SUFFIX) or not isinstance(seat, int):
        return None
    if key == "cit.build.built":
        return Deed("build", seat, params["district"])
    if {"from_seat", "district"} <= names:
        return Deed("destroy", seat, params["district"], affected_seat=params["from_seat"])
    if {"own", "to_seat", "district"} <= names:
        return Deed("exchange", seat, params["district"], affected_seat=params["to_seat"])
    if {"to_seat", "n", "m"} <= names:
        return Deed("swap", seat, affected_seat=params["to_seat"])
    if len(parts := key.split(".")) == KEY_PARTS and parts[2] == "used" and parts[1] in DISTRICTS:
        return Deed("use", seat, parts[1])
    if {"character"} == names - {"seat"}:
        power = key.rpartition(".")[2]
        return Deed(power, seat, character=params["character"]) if power in NAMING_POWERS else None
    return next(_list_gain_deeds(key, params, seat), None)


def _list_gain_deeds(key: str, params: Mapping[str, Any], seat: int) -> Iterator[Deed]:
    """Gains of gold and cards, and gold on districts."""
    names, short_key = params.keys() - {"seat"}, key.removeprefix("cit.")
    if params.get("n") == 0:
        return
    if names == {"from_seat", "n"}:
        yield Deed(GOLD, seat, affected_seat=params["from_seat"], amount=params["n"])
    elif short_key == "power.took":
        yield Deed("take", seat, affected_seat=params["from_seat"])
    elif short_key == "power.beautify":
        yield Deed("beautify", seat, params["districts"][0])
    elif short_key in ("power.claim", "power.tax"):
        yield Deed(GOLD, seat, affected_seat=params["from_seat"], amount=1)
    elif short_key == "power.redraw":
        yield Deed("redraw", seat, amount=params["n"])
    elif not names and short_key.endswith(".gold"):  # a district's income for its owner
        yield Deed(GOLD, seat, amount=1)
    elif names == {"n"} and short_key.startswith(("power.", "action.gold", "turn.income")):
        yield Deed(GOLD, seat, amount=params["n"])
    elif short_key in ("action.drew", "action.kept", "cards.drew"):
        yield Deed(CARDS, seat, amount=params["n"])
