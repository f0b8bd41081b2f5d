"""Why something cannot be done now: every move of a kind is tried, and the refusal that says most is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from cogs.choose.picker import unique
from cogs.screen import Button, Row, ids
from rules.catan.expansions.cities_knights.moves import IMPROVE
from rules.catan.layout import Layout
from rules.catan.moves import TradeAccept, TradeDecline
from rules.catan.places import Corner, Hex, Path
from rules.catan.view import CatanView
from rules.core import Move, RulesError, field_names, field_readers, field_types

if TYPE_CHECKING:
    from cogs.choose.room import Room

DICE: Final = range(1, 7)
TRIED: Final = 400  # moves of one kind
UNPAID: Final = frozenset({"catan.error.cannot_pay", "catan.error.empty_hand"})  # all else is well with such a move
NOT_NOW: Final = "catan.error.not_now"
NO_PIECE: Final = "catan.error.no_piece"
# These speak of one place: that every place is refused says more.
OF_A_PLACE: Final = frozenset(
    {
        f"catan.error.{key}"
        for key in (
            "no_place",
            "path_taken",
            "corner_taken",
            "too_near",
            "not_connected",
            "no_settlement",
            "city_there",
            "no_city",
            "walled",
            "no_knight",
            "no_foe",
            "knight_active",
            "promoted",
            "mighty",
            "card_where",
            "no_road",
            "road_closed",
            "robber_far",
        )
    }
)


def of_menu(room: Room, rows: Sequence[Row]) -> list[str]:
    """A line for each grey button of the menu."""
    found = []
    for row in rows:
        for button in row if isinstance(row, Sequence) else ():
            for kind in _behind(room, button) if isinstance(button, Button) and button.disabled else ():
                reason = _of_button(room, kind)
                if reason:
                    name = room.words.kind(kind) if kind in room.game.moves else button.label
                    found.append(room.say("catan.why.line", name=name, reason=reason))
    return found


def of_answers(room: Room, legal: Collection[str]) -> list[str]:
    """A line for each answer to the open offer that is grey; `legal`: the kinds that are not."""
    number: int = room.view.offer.number
    found = []
    for move in (TradeAccept(number), TradeDecline(number)):
        reason = _refused(room, move) if move.kind not in legal else None
        if reason is not None:
            said = _said(room, move.kind, {reason.key: reason})
            found.append(room.say("catan.why.line", name=room.words.kind(move.kind), reason=said))
    return found


def _behind(room: Room, button: Button) -> Sequence[str]:
    """The kinds of moves that a grey button would lead to; its own name where the reason is no refusal."""
    found = ids.read(button.id)
    name = (found.argument if found is not None else "") or ""
    view: CatanView = room.view
    if name == "knight":
        idle = any(knight.seat == room.seat and not knight.active for knight in view.knights)
        return ("knight-recruit", "knight-activate") if idle else ("knight-recruit",)
    return ("dev-buy",) if name == "dev" else (name,)


def _of_button(room: Room, kind: str) -> str:
    view: CatanView = room.view
    if kind == "card" and view.progress and view.phase != "before":
        return " ".join(why_not(room, f"card-{card}") for card in unique(view.progress))
    if kind == "card":
        return room.say("catan.why.cards_before" if view.progress else "catan.why.cards")
    if kind == "improve":
        told = {move.track: _refused(room, move) for move in IMPROVE}
        named = [
            room.say("catan.why.track", track=track, reason=_said(room, kind, {reason.key: reason}))
            for track, reason in told.items()
            if reason is not None
        ]
        alike = {reason.key for reason in told.values() if reason is not None}
        return why_not(room, kind) if len(alike) == 1 and not alike & UNPAID else " ".join(named)
    if kind in ("bank", "trade"):
        return room.say(f"catan.why.{kind}")
    return why_not(room, kind)


def why_not(room: Room, kind: str) -> str:
    """Why no move of that kind can be made, as a sentence; empty where nothing is known."""
    cls = room.game.moves.get(kind)
    if cls is None:
        return ""
    found: dict[str, RulesError] = {}
    for n, move in enumerate(_moves(room, cls)):
        reason = _refused(room, move)
        if reason is None or n >= TRIED:
            return ""
        found.setdefault(reason.key, reason)
        if reason.key in UNPAID:
            break
    return _said(room, kind, found)


def _said(room: Room, kind: str, found: dict[str, RulesError]) -> str:
    unpaid = [reason for key, reason in found.items() if key in UNPAID]
    if unpaid:
        return room.say("catan.why.lacks", cards=unpaid[0].params["cards"])
    others = [reason for key, reason in found.items() if key not in OF_A_PLACE and key != NOT_NOW]
    best = next((reason for reason in others if reason.key == NO_PIECE), others[0] if others else None)
    if best is None:
        return room.say(f"catan.why.{kind}") if room.voice.has(f"catan.why.{kind}") else ""
    return room.say(best.key, **best.params) if room.voice.has(best.key) else ""


def _refused(room: Room, move: Move) -> RulesError | None:
    try:
        room.game.check(room.state, room.seat, move)
    except RulesError as reason:
        return reason
    return None


def _moves(room: Room, cls: type[Move]) -> Iterator[Move]:
    """Every move of a kind that the board, the seats and the words allow, legal or not."""
    values = [_values(room, cls, name) for name in field_names(cls)]
    for chosen in product(*values):
        yield cls(*chosen)


def _values(room: Room, cls: type[Move], name: str) -> Sequence[Any]:
    layout: Layout = room.state.layout
    held = field_types(cls)[name]
    if held is Corner or name == "knights":
        return layout.corners if held is Corner else [(corner,) for corner in layout.corners]
    if held is Path:
        return layout.paths
    if held is Hex:
        return layout.hexes
    if name in cls.players:
        return [seat.index for seat in room.table.seats if seat.index != room.seat]
    if held is int:
        return DICE
    read = field_readers(cls)[name]
    return [read(token) for token in room.words.values(name)]
