"""Parts shared by Catan screens: hand as text and image, buttons, labels."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import ChoicePath, moves_of_kind, unique_items
from cogs.games.seat_view import SeatView
from cogs.screen import Button, File, ids
from rules.catan.view import CatanView
from rules.core import Move, encode_move, field_names
from words import Voice

CatanSeatView = SeatView[CatanView]
SEVERAL: Final = ("knights",)  # fields of several places; buttons show only their numbers


def describe_cards_held(voice: Voice, view: CatanView) -> str:
    if not view.hand:
        return voice("catan.held.none")
    return voice("catan.held.cards", n=len(view.hand), hand=list(view.hand))


def describe_bank_rates(voice: Voice, view: CatanView) -> str:
    """The bank's rates, grouped by rate."""
    if view.you is None:
        return ""
    mine = view.players[view.you].rates
    told = []
    for rate in sorted(set(mine)):
        kinds = [voice.word("catan", "card", card) for card, n in zip(view.cards, mine, strict=True) if n == rate]
        told.append(voice("catan.held.rate", n=rate, list=voice.join(kinds)))
    return voice("catan.held.rates", list=" · ".join(told))


async def hand_picture(seat_view: CatanSeatView) -> tuple[File, ...]:
    return await seat_view.picture("hand", lambda renderer, view, look: renderer.hand(view, look))


def move_button(seat_view: CatanSeatView, move: Move) -> Button:
    """A green button that plays the move, with the moves chosen before."""
    return seat_view.commit([*seat_view.before, encode_move(move)], move_label(seat_view, move))


def move_label(seat_view: CatanSeatView, move: Move) -> str:
    """The label of a move's button."""
    kind, *tokens = encode_move(move).split(" ")
    key = f"catan.button.{kind}" + (f"_{'_'.join(tokens)}" if kind == "pass" else "")
    empty = any(not getattr(move, name, True) for name in SEVERAL)
    if seat_view.voice.has(key) and not empty:
        said = {
            name: seat_view.label(name, str(getattr(move, name)))
            for name in ("corner", "to", "path", "hex", "offer")
            if hasattr(move, name)
        }
        for name in SEVERAL:
            if hasattr(move, name):
                said[name] = seat_view.voice.join([str(place) for place in getattr(move, name)])
        return seat_view.say(key, **said)
    return seat_view.on_button(encode_move(move))


def disabled_button(seat_view: CatanSeatView, name: str, said: str) -> Button:
    return Button(ids.action_custom_id(seat_view.number, seat_view.since, "grey", name), said, "grey", disabled=True)


def kind_button(seat_view: CatanSeatView, kind: str, said: str, path: ChoicePath) -> Button:
    """A button to moves of a kind, disabled if there are none."""
    return (
        seat_view.onward(path, said) if moves_of_kind(seat_view.legal, kind) else disabled_button(seat_view, kind, said)
    )


def group_button(seat_view: CatanSeatView, group: str, said: str) -> Button:
    """A button to the kinds of a group, disabled if there are none."""
    kinds = unique_items(move.kind for move in seat_view.legal if move.group == group)
    return (
        seat_view.onward(ChoicePath(seat_view.before, (f"~{group}",)), said)
        if kinds
        else disabled_button(seat_view, group, said)
    )


def card_button(seat_view: CatanSeatView, kind: str, may: bool) -> Button:
    """The button of a card: green if it plays at once, blue if it needs a choice, disabled unless `may`."""
    said = seat_view.words.kind(kind)
    if not may:
        return disabled_button(seat_view, kind, said)
    moves = moves_of_kind(seat_view.legal, kind)
    if len(moves) == 1 and not field_names(type(moves[0])):
        return seat_view.commit([*seat_view.before, encode_move(moves[0])], said)
    return seat_view.onward(ChoicePath(seat_view.before, (kind,)), said)


def describe_move_cost(seat_view: CatanSeatView, move: Move) -> str:
    """Costs and effects of a move."""
    return "\n".join(seat_view.explain(move))
