"""What several screens of Catan share: the hand in words and as a picture, buttons, labels."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import ChoicePath, moves_of_kind, unique_items
from cogs.games.seat_view import SeatView
from cogs.screen import Button, File, ids
from rules.catan.view import CatanView
from rules.core import Move, encode_move, field_names
from words import Voice

CatanSeatView = SeatView[CatanView]
SEVERAL: Final = ("knights",)  # fields that hold several places: on a button their numbers alone


def describe_cards_held(voice: Voice, view: CatanView) -> str:
    """The cards in hand."""
    if not view.hand:
        return voice("catan.held.none")
    return voice("catan.held.cards", n=len(view.hand), hand=list(view.hand))


def describe_bank_rates(voice: Voice, view: CatanView) -> str:
    """What the bank wants for one card, kind by kind; the kinds of one rate together."""
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
    """A green button that plays the move at once, after what was chosen before."""
    return seat_view.commit([*seat_view.before, encode_move(move)], move_label(seat_view, move))


def move_label(seat_view: CatanSeatView, move: Move) -> str:
    """A move on a button."""
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
    """What cannot be done now."""
    return Button(ids.action_custom_id(seat_view.number, seat_view.since, "grey", name), said, "grey", disabled=True)


def kind_button(seat_view: CatanSeatView, kind: str, said: str, path: ChoicePath) -> Button:
    """The way to moves of a kind, grey where there are none."""
    return (
        seat_view.onward(path, said) if moves_of_kind(seat_view.legal, kind) else disabled_button(seat_view, kind, said)
    )


def group_button(seat_view: CatanSeatView, group: str, said: str) -> Button:
    """The way to the kinds of a group; where there is only one, to that."""
    kinds = unique_items(move.kind for move in seat_view.legal if move.group == group)
    return (
        seat_view.onward(ChoicePath(seat_view.before, (f"~{group}",)), said)
        if kinds
        else disabled_button(seat_view, group, said)
    )


def card_button(seat_view: CatanSeatView, kind: str, may: bool) -> Button:
    """A card: green if it plays at once, blue if something is still to be named."""
    said = seat_view.words.kind(kind)
    if not may:
        return disabled_button(seat_view, kind, said)
    moves = moves_of_kind(seat_view.legal, kind)
    if len(moves) == 1 and not field_names(type(moves[0])):
        return seat_view.commit([*seat_view.before, encode_move(moves[0])], said)
    return seat_view.onward(ChoicePath(seat_view.before, (kind,)), said)


def describe_move_cost(seat_view: CatanSeatView, move: Move) -> str:
    """What a move costs and brings, in words."""
    return "\n".join(seat_view.explain(move))
