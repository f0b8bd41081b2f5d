"""Parts shared by Catan screens: hand as text and image, buttons, labels."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import ChoicePath, moves_of_kind
from cogs.games.seat_view import SeatView
from cogs.screen import Button
from rules.catan.view import CatanView
from rules.core import Move, encode_move, field_names
from words import Voice

CatanSeatView = SeatView[CatanView]
MULTI_PLACE_FIELDS: Final = ("knights",)  # buttons show only the numbers of their places


def describe_cards_held(voice: Voice, view: CatanView) -> str:
    if not view.hand:
        return voice("catan.held.none")
    return voice("catan.held.cards", n=len(view.hand), hand=list(view.hand))


def describe_bank_rates(voice: Voice, view: CatanView) -> str:
    """The bank's rates, grouped by rate."""
    if view.you is None:
        return ""
    own_rates = view.players[view.you].rates
    names_by_rate: dict[int, list[str]] = {}
    for card, rate in zip(view.cards, own_rates, strict=True):
        names_by_rate.setdefault(rate, []).append(voice.word("catan", "card", card))
    rate_texts = [
        voice("catan.held.rate", n=rate, list=voice.join(names)) for rate, names in sorted(names_by_rate.items())
    ]
    return voice("catan.held.rates", list=" · ".join(rate_texts))


def move_button(seat_view: CatanSeatView, move: Move) -> Button:
    """A green button that plays the move, with the moves chosen before."""
    return seat_view.move_button(move, move_label(seat_view, move))


def move_label(seat_view: CatanSeatView, move: Move) -> str:
    """The label of a move's button."""
    kind, *tokens = encode_move(move).split(" ")
    key = f"catan.button.{kind}" + (f"_{'_'.join(tokens)}" if kind == "pass" else "")
    has_no_places = any(not getattr(move, name, True) for name in MULTI_PLACE_FIELDS)
    if seat_view.voice.has(key) and not has_no_places:
        params = {
            name: seat_view.value_label(name, str(getattr(move, name)))
            for name in ("corner", "to", "path", "hex", "offer")
            if hasattr(move, name)
        }
        for name in MULTI_PLACE_FIELDS:
            if hasattr(move, name):
                params[name] = seat_view.voice.join(list(map(str, getattr(move, name))))
        return seat_view.say(key, **params)
    return seat_view.short_move_label(encode_move(move))


def kind_button(seat_view: CatanSeatView, kind: str, label: str, path: ChoicePath) -> Button:
    """A button to moves of a kind, disabled if there are none."""
    if not moves_of_kind(seat_view.legal, kind):
        return seat_view.disabled_button(kind, label)
    return seat_view.next_screen_button(path, label)


def group_button(seat_view: CatanSeatView, group: str, label: str) -> Button:
    """A button to the kinds of a group, disabled if there are none."""
    if not any(move.group == group for move in seat_view.legal):
        return seat_view.disabled_button(group, label)
    return seat_view.next_screen_button(seat_view.path_to(f"~{group}"), label)


def card_button(seat_view: CatanSeatView, kind: str, is_legal: bool) -> Button:
    """The button of a card: green if it plays at once, blue if it needs a choice, disabled unless `is_legal`."""
    label = seat_view.vocabulary.kind_name(kind)
    if not is_legal:
        return seat_view.disabled_button(kind, label)
    moves = moves_of_kind(seat_view.legal, kind)
    if len(moves) == 1 and not field_names(type(moves[0])):
        return seat_view.move_button(moves[0], label)
    return seat_view.next_screen_button(seat_view.path_to(kind), label)


def describe_move_cost(seat_view: CatanSeatView, move: Move) -> str:
    """Costs and effects of a move."""
    return "\n".join(seat_view.effect_sentences(move))
