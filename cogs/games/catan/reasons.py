"""Reasons why a kind of move is impossible: tries all moves and tells the most informative refusal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from cogs.screen import Button, Row, ids
from rules.catan.layout import load_layouts
from rules.catan.moves import TradeAccept, TradeDecline
from rules.catan.places import Corner, Hex, Path
from rules.core import Move, RulesError, field_names, field_readers, field_types

from .expansions import expansions_in_play
from .parts import CatanSeatView

DICE: Final = range(1, 7)
MAX_MOVES_TRIED: Final = 400  # moves tried per kind
UNPAID: Final = frozenset({"catan.error.cannot_pay", "catan.error.empty_hand"})  # only payment is missing
NOT_NOW: Final = "catan.error.not_now"
NO_PIECE: Final = "catan.error.no_piece"
# Refusals about one place; that every place is refused says nothing more specific.
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
            "robber_far",
        )
    }
)


def reasons_for_menu(seat_view: CatanSeatView, rows: Sequence[Row], line: str = "line") -> list[str]:
    """A line per disabled button of the menu; `line`: last part of its key."""
    lines = []
    for row in rows:
        for button in row if isinstance(row, Sequence) else ():
            for kind in _kinds_behind(seat_view, button) if isinstance(button, Button) and button.disabled else ():
                reason = reason_for_kind(seat_view, kind)
                if reason:
                    name = seat_view.vocabulary.kind_name(kind) if kind in seat_view.moves else button.label
                    lines.append(seat_view.say(f"catan.why.{line}", name=name, reason=reason))
    return lines


def reasons_for_answers(seat_view: CatanSeatView, legal: Collection[str]) -> list[str]:
    """A line per disabled answer to the open offer; `legal`: the kinds that are enabled."""
    assert seat_view.view.offer is not None, "it is answered"
    number = seat_view.view.offer.number
    lines = []
    for move in (TradeAccept(number), TradeDecline(number)):
        reason = seat_view.refusal(move) if move.kind not in legal else None
        if reason is not None:
            reason_text = strongest_reason(seat_view, move.kind, {reason.key: reason})
            lines.append(
                seat_view.say("catan.why.line", name=seat_view.vocabulary.kind_name(move.kind), reason=reason_text)
            )
    return lines


def _kinds_behind(seat_view: CatanSeatView, button: Button) -> Sequence[str]:
    """The kinds of moves behind a disabled button, or its own name."""
    custom_id = ids.parse_custom_id(button.id)
    name = (custom_id.argument if custom_id is not None else "") or ""
    for extra in expansions_in_play(seat_view):
        if kinds := extra.kinds_of_disabled_button(seat_view, name):
            return kinds
    return ("dev-buy",) if name == "dev" else (name,)


def reason_for_kind(seat_view: CatanSeatView, kind: str) -> str:
    """Why a kind of move in the menu is impossible; empty if unknown."""
    for extra in expansions_in_play(seat_view):
        if (reason := extra.why_button_disabled(seat_view, kind)) is not None:
            return reason
    return seat_view.say(f"catan.why.{kind}") if kind in ("bank", "trade") else why_kind_impossible(seat_view, kind)


def why_kind_impossible(seat_view: CatanSeatView, kind: str) -> str:
    """Why no move of the kind is legal, as a sentence; empty if unknown."""
    cls = seat_view.moves.get(kind)
    if cls is None:
        return ""
    refusals: dict[str, RulesError] = {}
    for tried, move in enumerate(_all_moves_of_kind(seat_view, cls)):
        refusal = seat_view.refusal(move)
        if refusal is None or tried >= MAX_MOVES_TRIED:
            return ""
        refusals.setdefault(refusal.key, refusal)
        if refusal.key in UNPAID:
            break
    return strongest_reason(seat_view, kind, refusals)


def strongest_reason(seat_view: CatanSeatView, kind: str, refusals: Mapping[str, RulesError]) -> str:
    """The most informative refusal as a sentence; empty if none."""
    unpaid = [reason for key, reason in refusals.items() if key in UNPAID]
    if unpaid:
        return seat_view.say("catan.why.lacks", cards=unpaid[0].params["cards"])
    expansion_keys = [key for extra in expansions_in_play(seat_view) for key in extra.single_place_refusals]
    single_place = OF_A_PLACE.union(f"catan.error.{key}" for key in expansion_keys)
    general = [reason for key, reason in refusals.items() if key not in single_place and key != NOT_NOW]
    strongest = next((reason for reason in general if reason.key == NO_PIECE), general[0] if general else None)
    if strongest is None:
        return seat_view.say(f"catan.why.{kind}") if seat_view.voice.has(f"catan.why.{kind}") else ""
    return seat_view.say(strongest.key, **strongest.params) if seat_view.voice.has(strongest.key) else ""


def _all_moves_of_kind(seat_view: CatanSeatView, cls: type[Move]) -> Iterator[Move]:
    """All moves of a kind that board, seats and vocabulary allow, legal or not."""
    values = [_field_values(seat_view, cls, name) for name in field_names(cls)]
    for chosen in product(*values):
        yield cls(*chosen)


def _field_values(seat_view: CatanSeatView, cls: type[Move], name: str) -> Sequence[Any]:
    """All values of a field that board, seats and vocabulary allow."""
    layout = load_layouts()[seat_view.view.board]
    field_type = field_types(cls)[name]
    if field_type is Corner or name == "knights":
        return layout.corners if field_type is Corner else [(corner,) for corner in layout.corners]
    if field_type is Path:
        return layout.paths
    if field_type is Hex:
        return layout.hexes
    if name in cls.seat_fields:
        return [seat.index for seat in seat_view.table.seats if seat.index != seat_view.seat]
    if field_type is int:
        return DICE
    parse = field_readers(cls)[name]
    return [parse(token) for token in seat_view.vocabulary.field_tokens(name)]
